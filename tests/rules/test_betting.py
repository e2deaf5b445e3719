"""Bets, raises and the right to raise, in the numbers of the rule books. Ids are those of the rules' case list."""

import pytest

from cashier.refusal import Code
from controller.vocab.hand_records import UncalledReturned


@pytest.fixture
def cumulative(rule_set_with):
    """A rule set in which several short all-ins together reopen the betting."""
    return rule_set_with(cumulative_short_allins_reopen=True)


def test_section_4_6_a_raise_is_at_least_the_raise_before_it(deal):
    hand = deal(*[5000] * 5).acts("3 calls, 4 calls, 5 calls, 1 calls, 2 checks").acts("1 raises 200, 2 raises 500")
    assert hand.offer.min_to == 800


def test_section_4_6_the_full_bet_rule(deal):
    hand = deal(5000, 1000, 5000).acts("3 calls, 1 calls, 2 checks").acts("1 raises 500, 2 raises 900")
    assert (hand.offer.call, hand.offer.min_to) == (900, 1400)
    hand.acts("3 calls")
    assert hand.offer.seat == 1
    assert not hand.may_raise
    assert hand.refused("raises", 1400) is Code.CANNOT_RAISE


def test_section_4_6_a_full_raise_gives_the_bettor_a_new_right_to_raise(deal):
    hand = deal(5000, 1100, 5000).acts("3 calls, 1 calls, 2 checks").acts("1 raises 500, 2 raises 1000, 3 calls")
    assert (hand.offer.seat, hand.offer.min_to) == (1, 1500)


def test_section_4_6_the_minimum_bet_is_the_big_blind(deal):
    hand = deal(5000, 5000, 5000).acts("3 calls, 1 calls, 2 checks")
    assert hand.offer.min_to == 100
    assert hand.refused("raises", 99) is Code.BELOW_MINIMUM


def test_section_4_6_every_street_begins_with_the_big_blind_as_the_minimum_again(deal):
    hand = deal(5000, 5000).acts("2 raises 500, 1 calls")
    assert hand.offer.min_to == 100


def test_section_4_1_the_big_blind_may_raise_when_nobody_has(deal):
    hand = deal(5000, 5000, 5000).acts("3 calls, 1 calls")
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to, hand.offer.max_to) == (2, 0, 200, 5000)


def test_section_4_1_check_raise_is_allowed(deal):
    hand = deal(5000, 5000).acts("2 calls, 1 checks").acts("1 checks, 2 raises 100, 1 raises 300")
    assert (hand.offer.seat, hand.offer.min_to) == (2, 500)


def test_case_01_a_short_all_in_leaves_the_opener_a_call_or_a_fold(deal):
    hand = deal(1000, 1000, 1000, 450, 1000, 1000).acts("3 raises 300, 4 raises 450")
    assert (hand.offer.seat, hand.offer.min_to) == (5, 650)
    hand.acts("5 calls, 6 folds, 1 folds, 2 folds")
    assert (hand.offer.seat, hand.offer.call) == (3, 150)
    assert not hand.may_raise


def test_case_02_two_short_all_ins_reopen_where_the_ruling_adds_them_up(deal, cumulative):
    hand = deal(1000, 1000, 1000, 400, 520, 1000, rule_set=cumulative).acts("3 raises 300, 4 raises 400, 5 raises 520")
    hand.acts("6 calls, 1 folds, 2 folds")
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (3, 220, 720)


def test_case_02_two_short_all_ins_do_not_reopen_by_default(deal):
    hand = deal(1000, 1000, 1000, 400, 520, 1000).acts("3 raises 300, 4 raises 400, 5 raises 520")
    assert hand.offer.min_to == 720
    hand.acts("6 calls, 1 folds, 2 folds")
    assert (hand.offer.seat, hand.offer.call) == (3, 220)
    assert not hand.may_raise


def test_case_03_raisers_and_callers_may_raise_over_added_up_all_ins(deal, cumulative):
    hand = deal(9000, 9000, 9000, 1400, 1800, small=50, rule_set=cumulative)
    hand.acts("3 calls, 4 calls, 5 calls, 1 calls, 2 checks")
    hand.acts("1 raises 500, 2 raises 1000, 3 calls, 4 raises 1300, 5 raises 1700")
    assert (hand.offer.seat, hand.offer.min_to) == (1, 2200)
    hand.acts("1 folds")
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (2, 700, 2200)
    hand.acts("2 calls")
    assert (hand.offer.seat, hand.offer.call, hand.offer.min_to) == (3, 700, 2200)


def test_case_03_where_short_all_ins_are_not_added_up_raisers_and_callers_may_only_call(deal):
    hand = deal(9000, 9000, 9000, 1400, 1800, small=50).acts("3 calls, 4 calls, 5 calls, 1 calls, 2 checks")
    hand.acts("1 raises 500, 2 raises 1000, 3 calls, 4 raises 1300, 5 raises 1700")
    assert (hand.offer.seat, hand.offer.min_to) == (1, 2200)
    hand.acts("1 folds")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (2, 700, False)
    hand.acts("2 calls")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (3, 700, False)


def test_case_04_the_raiser_before_a_short_all_in_may_not_raise_and_the_bettor_could_have(deal):
    hand = deal(9000, 9000, 380, small=50).acts("3 calls, 1 calls, 2 checks").acts("1 raises 100, 2 raises 200")
    hand.acts("3 raises 280")
    assert (hand.offer.seat, hand.may_raise) == (1, True)
    hand.acts("1 calls")
    assert (hand.offer.seat, hand.may_raise) == (2, False)


def test_case_05_no_completing_in_no_limit(deal):
    hand = deal(9000, 9000, 140, 9000).acts("3 raises 140")
    assert hand.offer.min_to == 240
    assert hand.refused("raises", 200) is Code.BELOW_MINIMUM


def test_case_06_the_big_blind_has_not_acted_and_may_raise_a_short_all_in(deal):
    hand = deal(1000, 1000, 160).acts("3 raises 160, 1 calls")
    assert (hand.offer.seat, hand.offer.min_to) == (2, 260)


def test_case_07_a_full_all_in_raise_is_not_added_to_a_short_one(deal, cumulative):
    for rule_set in ("ray", cumulative):
        hand = deal(19, 500, 16, 500, small=1, big=2, rule_set=rule_set)
        hand.acts("3 raises 16, 4 calls, 1 raises 19, 2 calls")
        assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (4, 3, False)


def test_case_08_the_bettor_may_only_call_what_is_left_of_an_all_in(deal):
    hand = deal(5000, 750).acts("2 calls, 1 checks").acts("1 raises 600, 2 raises 650")
    assert (hand.offer.call, hand.may_raise) == (50, False)


def test_case_09_a_bet_below_the_minimum_is_legal_only_all_in(deal):
    hand = deal(140, 5000, 5000).acts("3 calls, 1 calls, 2 checks")
    assert (hand.offer.min_to, hand.offer.max_to) == (40, 40)
    hand.acts("1 raises 40")
    assert (hand.offer.call, hand.offer.min_to) == (40, 140)


def test_case_09_a_checked_player_facing_a_short_all_in_bet_may_not_raise(deal):
    hand = deal(5000, 140, 5000).acts("3 calls, 1 calls, 2 checks").acts("1 checks, 2 raises 40, 3 calls")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (1, 40, False)


def test_bug_26_everybody_else_all_in_leaves_a_call_and_no_raise(deal):
    hand = deal(400, 1000, 400).acts("3 raises 400, 1 calls")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (2, 300, False)
    assert hand.refused("raises", 600) is Code.CANNOT_RAISE


def test_the_call_amount_exists_against_a_short_all_in(deal):
    hand = deal(120, 5000, 5000).acts("3 calls, 1 calls, 2 checks").acts("1 raises 20")
    assert (hand.offer.seat, hand.offer.call) == (2, 20)


@pytest.mark.parametrize(
    "forced",
    [
        [(1, "ante", 10), (2, "ante", 10)],
        [(1, "ante", 10), (2, "ante", 10), (1, "big-blind", 100)],
        [(1, "ante", 10), (2, "ante", 10), (2, "small-blind", 50)],
    ],
)
def test_bug_24_heads_up_the_button_acts_first_whatever_the_blinds_are(deal, forced):
    assert deal(1000, 1000, forced=forced).offer.seat == 2


def test_bug_19_the_minimum_raise_is_not_capped_by_the_opponents_stack(deal):
    hand = deal(200, 1000, small=10, big=20).acts("2 raises 100, 1 raises 180")
    assert (hand.offer.seat, hand.offer.min_to) == (2, 260)
    hand.acts("2 raises 260, 1 calls")
    assert [(back.seat, back.amount) for back in hand.of(UncalledReturned)] == [(2, 60)]


def test_bug_18_and_case_07_after_the_calls_the_button_may_fold(deal):
    hand = deal(19, 500, 16, 500, small=1, big=2).acts("3 raises 16, 4 calls, 1 raises 19, 2 calls, 4 folds")
    assert hand.hand.over is True


def test_case_45_a_raise_that_nobody_can_match_is_accepted_and_returned(deal):
    hand = deal(300, 5000, 5000).acts("3 raises 300, 1 calls")
    assert hand.offer.max_to == 5000
    hand.acts("2 raises 5000, 3 folds")
    assert [(back.seat, back.amount) for back in hand.of(UncalledReturned)] == [(2, 4700)]


def test_a_raise_is_in_chip_units_and_an_all_in_is_as_well(deal):
    hand = deal(1025, 5000, 5000, unit=25, small=50, big=100)
    assert hand.refused("raises", 210) is Code.NOT_IN_CHIP_UNITS
    assert hand.refused("raises", 5001) is Code.ABOVE_MAXIMUM
    hand.acts("3 raises 225, 1 raises 1025")
    assert hand.offer.min_to == 1825


def test_what_is_not_offered_is_refused_by_name(deal):
    hand = deal(1000, 1000, 1000)
    assert hand.refused("checks") is Code.CANNOT_CHECK
    hand.acts("3 folds, 1 calls")
    assert hand.refused("calls") is Code.NOTHING_TO_CALL
