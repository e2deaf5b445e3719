"""Faults that people reported of other poker programs, as hands that must go right here.

The number in a test's name is that of the list of reports; those of the table and of the screens are tried there.
"""

import pytest

from controller.hand import absent_act
from controller.hand.settle import Claim, Contribution, SplitTerms, form_pots, settle
from controller.vocab import hand_records as hr

TIE = {"holes": ("Ac Kd", "Ad Kc", "As Kh"), "board": "Qh Js Th 5s 4d"}


def won(hand):
    """What each seat was awarded, over all pots."""
    amounts = {}
    for award in hand.of(hr.PotAwarded):
        amounts[award.seat] = amounts.get(award.seat, 0) + award.amount
    return amounts


def returned(hand):
    return [(back.seat, back.amount) for back in hand.of(hr.UncalledReturned)]


def checked_to_the_end(hand):
    while not hand.hand.over:
        hand.acts(f"{hand.offer.seat} checks")
    return hand


def test_bug_01_three_equal_hands_share_a_pot_that_divides():
    paid = [Contribution(seat, 10_000, folded=False) for seat in (1, 2, 3)]
    paid += [Contribution(4, 100, folded=True), Contribution(5, 200, folded=True)]
    done = settle(paid, [Claim({1: 9, 2: 9, 3: 9})], SplitTerms(unit=1, odd_chips="one-each"), None)
    assert [(one.seat, one.amount, one.odd) for one in done.awards] == [(seat, 10_100, False) for seat in (1, 2, 3)]


def test_bug_01_with_folded_blinds_in_the_middle(deal):
    blinds = [(4, "small-blind", 100), (5, "big-blind", 200)]
    hand = deal(10_000, 10_000, 10_000, 1000, 1000, forced=blinds, big=200, **TIE)
    hand.acts("1 raises 10000, 2 calls, 3 calls, 4 folds, 5 folds")
    assert won(hand) == {1: 10_100, 2: 10_100, 3: 10_100}


def test_bug_02_a_tie_with_one_all_in_pays_both(deal):
    hand = deal(300, 1000, 1000, **TIE).acts("3 raises 600, 1 calls, 2 folds")
    assert returned(hand) == [(3, 300)]
    assert won(hand) == {1: 350, 3: 350}
    assert hand.stacks == [350, 900, 1050]


def test_bug_02_each_side_pot_among_its_own_hands(deal):
    hand = deal(300, 1000, 1000, **TIE).acts("3 raises 600, 1 calls, 2 calls")
    checked_to_the_end(hand)
    assert hand.stacks == [300, 1000, 1000]


def test_bug_05_the_clock_checks_for_free_where_the_rules_say_so(deal, rule_set_with):
    rules = rule_set_with(timeout_action="check-else-fold")
    hand = deal(1000, 1000, 1000, rule_set=rules).acts("3 calls, 1 calls")
    assert (hand.offer.seat, absent_act(hand.hand, "time-out").kind) == (2, "check")


def test_bug_05_and_amb_11_the_clock_folds_where_they_do_not(deal):
    hand = deal(1000, 1000, 1000).acts("3 calls, 1 calls")
    assert absent_act(hand.hand, "time-out").kind == "fold"


def test_bug_05_a_hand_that_is_all_in_is_never_asked_and_never_folds(deal):
    hand = deal(300, 1000, 1000).acts("3 raises 300, 1 calls, 2 calls")
    while not hand.hand.over:
        assert hand.offer.seat != 1
        hand.acts(f"{hand.offer.seat} checks")
    assert hand.hand.is_live(1)


def test_bug_11_all_in_for_less_than_a_raise_is_offered_and_leaves_no_crumbs(deal):
    hand = deal(29, 500, 500, small=10, big=22).acts("3 calls")
    assert (hand.offer.seat, hand.offer.min_to, hand.offer.max_to) == (1, 29, 29)
    hand.acts("1 raises 29")
    assert hand.hand.players[1].stack == 0


def test_bug_14_the_last_aggressor_of_the_last_round_shows_first(deal):
    hand = deal(1000, 1000, 1000, **TIE).acts("3 calls, 1 calls, 2 checks")
    hand.acts("1 checks, 2 checks, 3 checks, 1 checks, 2 checks, 3 checks, 1 checks, 2 raises 100, 3 calls, 1 calls")
    assert [shown.seat for shown in hand.of(hr.HandShown)] == [2, 3, 1]


def test_bug_15_after_a_fold_nothing_more_is_dealt_and_nothing_shown(deal):
    hand = deal(1000, 1000).acts("2 raises 300, 1 folds")
    assert hand.hand.over
    assert hand.of(hr.BoardDealt) == hand.of(hr.HandShown) == hand.of(hr.HandMucked) == []


def test_bug_16_after_an_all_in_the_board_is_dealt_whole(deal):
    hand = deal(1000, 1000).acts("2 raises 1000, 1 calls")
    assert [(one.street, len(one.cards)) for one in hand.of(hr.BoardDealt)] == [(1, 3), (2, 1), (3, 1)]


@pytest.mark.parametrize("first", [16, 500])
def test_bug_18_a_full_raise_and_a_short_all_in_do_not_add_up_whatever_the_raiser_has_left(deal, first, rule_set_with):
    for rules in ("ray", rule_set_with(cumulative_short_allins_reopen=True)):
        hand = deal(19, 500, first, 500, small=1, big=2, rule_set=rules)
        hand.acts("3 raises 16, 4 calls, 1 raises 19, 2 calls")
        for seat in (3, 4)[first == 16 :]:
            assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (seat, 3, False)
            hand.acts(f"{seat} calls")


def test_bug_19_a_raise_goes_beyond_what_the_other_has_and_the_rest_comes_back_unraked(deal):
    hand = deal(200, 1000, small=10, big=20, rake=(100, 1000)).acts("2 raises 100, 1 raises 180")
    assert hand.offer.min_to == 260
    hand.acts("2 raises 260, 1 calls")
    assert returned(hand) == [(2, 60)]
    assert [one.amount for one in hand.of(hr.RakeTaken)] == [40]


def test_bug_20_what_three_players_win_and_lose_adds_up_to_nothing(deal):
    hand = deal(
        89820, 90000, 89820, 120360,
        small=100, big=200, holes=("Kc Kd", "2d 3c", "Qc Qd", "Jc Jd"), board="Ah 9s 8h 5s 4d",
    )  # fmt: skip
    hand.acts("3 raises 89820, 4 raises 120360, 1 calls, 2 folds")
    assert returned(hand) == [(4, 30540)]
    before = (89820, 90000, 89820, 120360)
    assert [after - stack for after, stack in zip(hand.stacks, before, strict=True)] == [179840, -200, -89820, -89820]


def test_bug_21_what_comes_back_is_not_won(deal):
    hand = deal(1000, 400, 1000, holes=("2c 3d", "Ac Ad", "Kc Kd"), board="Qh Js 9h 5s 4d")
    hand.acts("3 raises 1000, 1 folds, 2 calls")
    kinds = [type(event) for event in hand.events]
    assert kinds.index(hr.UncalledReturned) < kinds.index(hr.PotAwarded)
    assert (returned(hand), won(hand)) == ([(3, 600)], {2: 850})


def test_bug_21_an_all_in_that_everyone_folds_to_costs_nothing(deal):
    hand = deal(1000, 1000).acts("2 raises 1000, 1 folds")
    assert hand.stacks == [900, 1100]


def test_bug_22_pots_are_layers_of_everything_put_in():
    paid = [(1, 50, False), (2, 200, False), (3, 500, False), (4, 500, False), (5, 120, True)]
    pots = form_pots([Contribution(seat, amount, folded) for seat, amount, folded in paid])
    assert [(pot.amount, pot.seats) for pot in pots] == [(250, (1, 2, 3, 4)), (520, (2, 3, 4)), (600, (3, 4))]


def test_bug_22_who_folds_on_a_later_street_has_left_the_earlier_pots_too(deal):
    hand = deal(200, 1000, 1000, holes=("2c 7d", "Ac Ad", "Kc Kd"), board="Qh Js 9h 5s 4d")
    hand.acts("3 raises 200, 1 calls, 2 calls").acts("2 checks, 3 raises 300, 2 folds")
    assert won(hand) == {3: 600}


def test_bug_22_the_second_best_hand_wins_the_side_pot(deal):
    hand = deal(200, 1000, 1000, holes=("Ac Ad", "Kc Kd", "2c 7d"), board="Qh Js 9h 5s 4d")
    hand.acts("3 raises 500, 1 calls, 2 calls")
    checked_to_the_end(hand)
    assert won(hand) == {1: 600, 2: 600}


@pytest.mark.parametrize(
    ("board", "first", "second"),
    [("6c Qd Ah 6d As", "Tc Jd", "3c 3d"), ("Ac Jd 3h Qs 3d", "8c 5d", "8d 2c"), ("5c 6d 7h 8s 9d", "2c 3d", "Ac Kd")],
    ids=["no-third-pair", "no-sixth-card", "the-board-plays"],
)
def test_bug_23_the_best_five_cards_and_no_others(deal, board, first, second):
    hand = deal(1000, 1000, holes=(first, second), board=board).acts("2 calls, 1 checks")
    assert won(checked_to_the_end(hand)) == {1: 100, 2: 100}


def test_bug_24_heads_up_the_button_posts_the_small_blind_acts_first_and_then_last(deal):
    hand = deal(1000, 1000)
    assert [(post.seat, post.kind) for post in hand.of(hr.Posted)] == [(2, "small-blind"), (1, "big-blind")]
    assert hand.offer.seat == 2
    assert hand.acts("2 calls, 1 checks").offer.seat == 1


def test_bug_25_the_big_blind_has_its_option_after_a_limp(deal):
    hand = deal(1000, 1000, 1000).acts("3 calls, 1 calls")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (2, 0, True)


def test_bug_25_who_has_folded_is_not_paid(deal):
    hand = deal(1000, 1000, 1000, holes=("Ac Ad", "2c 3d", "Kc Kd"), board="Qh Js 9h 5s 4d")
    hand.acts("3 calls, 1 folds, 2 checks").acts("2 checks, 3 checks").acts("2 checks, 3 checks, 2 checks, 3 checks")
    assert won(hand) == {3: 250}


def test_bug_26_nobody_is_asked_when_all_others_are_all_in_and_matched(deal):
    hand = deal(300, 1000, 1000).acts("3 folds, 1 raises 300, 2 calls")
    assert hand.hand.over


def test_bug_26_and_the_last_with_chips_is_asked_until_he_has_matched(deal):
    hand = deal(300, 1000, 1000).acts("3 folds, 1 raises 300")
    assert (hand.offer.seat, hand.offer.call, hand.may_raise) == (2, 200, False)
    assert hand.of(hr.HandShown) == []


def test_bug_28_a_stack_below_the_big_blind_posts_what_it_has_and_the_hand_goes_on(deal):
    hand = deal(1000, 30, 1000).acts("3 calls, 1 calls")
    assert (hand.offer.seat, hand.hand.street) == (1, 1)
    assert [pot.seats for pot in hand.of(hr.StreetClosed)[-1].pots] == [(1, 2, 3), (1, 3)]
