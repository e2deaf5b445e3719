"""Pot limit (poker.md §4.4) and its cases."""

import pytest

POT = {"game": "holdem-pl"}


def flop(deal, *stacks, **more):
    hand = deal(*stacks, **{**POT, **more})
    callers = [f"{seat} calls" for seat in range(3, len(stacks) + 1)]
    return hand.acts(", ".join([*callers, "1 calls", "2 checks"]))


def test_section_4_4_the_worked_example_is_1700(deal):
    hand = flop(deal, 9000, 9000, 9000, 9000, 9000).acts("1 raises 300, 2 calls")
    assert hand.hand.pot == 500 + 300 + 300
    assert (hand.offer.seat, hand.offer.max_to) == (3, 1700)


@pytest.mark.parametrize(("counted", "most"), [("call-first", 1700), ("without-call", 1400)])
def test_amb_10_the_raisers_own_call_counts_or_not(deal, rule_set_with, counted, most):
    hand = flop(deal, *[9000] * 5, rule_set=rule_set_with(pl_raise=counted)).acts("1 raises 300, 2 calls")
    assert hand.offer.max_to == most


def test_section_17_the_first_player_in_may_make_it_35(deal):
    hand = deal(900, 900, 900, small=5, big=10, **POT)
    assert (hand.offer.min_to, hand.offer.max_to) == (20, 35)


def test_section_17_with_no_bet_yet_the_most_is_the_pot(deal):
    hand = flop(deal, 9000, 9000, 9000, small=10, big=100)
    assert (hand.offer.min_to, hand.offer.max_to) == (100, 300)


def test_case_29_350_and_then_700_and_6000(deal):
    assert deal(9000, 9000, 9000, **POT).offer.max_to == 350
    hand = deal(19000, 19000, 19000, small=100, big=200, **POT)
    assert hand.offer.max_to == 700
    hand.acts("3 raises 700, 1 folds, 2 calls")
    assert (hand.offer.seat, hand.offer.max_to) == (2, 1500)
    assert hand.acts("2 raises 1500").offer.max_to == 6000


def test_case_30_a_pot_of_600_a_bet_and_a_call_of_200_allow_a_raise_by_1200(deal):
    hand = flop(deal, 9000, 9000, 9000, 9000, 9000, 9000).acts("1 raises 200, 2 calls")
    assert hand.offer.max_to == 200 + 1200


def test_case_31_over_a_short_all_in(deal):
    hand = deal(9000, 9000, 9000, 450, 9000, 9000, **POT).acts("3 raises 350, 4 raises 450")
    assert (hand.offer.seat, hand.offer.min_to) == (5, 700)
    assert hand.offer.max_to == 450 + (150 + 350 + 450) + 450


@pytest.mark.parametrize(("counted", "most"), [("true-value", 290), ("full", 350)])
def test_case_32_a_short_big_blind_counts_as_it_is_or_in_full(deal, rule_set_with, counted, most):
    hand = deal(9000, 40, 9000, rule_set=rule_set_with(pl_short_blinds=counted), **POT)
    assert (hand.offer.call, hand.offer.max_to) == (100, most)


@pytest.mark.parametrize(("count", "most"), [(False, 350), (True, 450)])
def test_case_33_a_big_blind_ante_counts_or_not(deal, rule_set_with, count, most):
    forced = [(1, "small-blind", 50), (2, "big-blind", 100), (2, "big-blind-ante", 100)]
    hand = deal(9000, 9000, 9000, forced=forced, rule_set=rule_set_with(pl_antes_count=count), **POT)
    assert hand.offer.max_to == most


def test_case_34_dead_and_late_posts_count(deal):
    forced = [(1, "small-blind", 1), (2, "big-blind", 2), (5, "late-post", 2), (5, "dead-small-blind", 1)]
    hand = deal(900, 900, 900, 900, 900, forced=forced, big=2, **POT)
    assert (hand.offer.seat, hand.offer.max_to) == (3, 10)


def test_case_35_where_the_small_blind_counts_as_a_big_one(deal, rule_set_with):
    hand = deal(900, 900, 900, small=5, big=10, rule_set=rule_set_with(pl_small_blind="full"), **POT)
    assert hand.offer.max_to == 40


def test_case_36_pot_limit_stud(deal):
    hand = deal(*[9000] * 8, game="stud-pl", ante=100, bring_in=150, holes=["KsKh2c"]).acts("1 brings-in")
    assert (hand.offer.min_to, hand.offer.max_to) == (300, 1250)
    assert hand.acts("2 raises 650").offer.max_to == 2900


def test_section_4_4_raises_are_unlimited(deal):
    hand = flop(deal, *[90000] * 3).acts("1 raises 100, 2 raises 200, 3 raises 300, 1 raises 400, 2 raises 500")
    assert hand.may_raise


def test_a_maximum_is_in_chip_units_and_a_full_raise_is_always_allowed(deal):
    hand = flop(deal, 9000, 9000, 9000, unit=25, small=25, big=50).acts("1 raises 50, 2 folds")
    assert hand.offer.max_to % 25 == 0
    assert hand.offer.max_to >= hand.offer.min_to
