"""Showing what need not be shown: the winner when all others folded, and a loser at the showdown (poker.md §10.1)."""

import pytest

from cashier.refusal import Code
from controller.hand import absent_act, play
from controller.vocab.hand_records import Acted, CardsShown, HandMucked, HandShown, PotAwarded

CARDS = {"holes": ("Ac Ad", "Kc Kd", "2c 3d"), "board": "Qh Js 9h 5s 4d"}


@pytest.fixture
def winner_may(rule_set_with):
    """A rule set in which the winner by folds may show."""
    return rule_set_with(show_choice="winner-by-folds")


@pytest.fixture
def losers_may(rule_set_with):
    """A rule set in which a loser at the showdown may show too."""
    return rule_set_with(show_choice="losers-too")


def won_by_folds(deal, rule_set):
    return deal(1000, 1000, rule_set=rule_set, holes=CARDS["holes"][:2]).acts("2 raises 300, 1 folds")


def at_showdown(deal, rule_set):
    hand = deal(1000, 1000, 1000, rule_set=rule_set, **CARDS).acts("3 calls, 1 calls, 2 checks")
    return hand.acts(", ".join(["1 checks, 2 checks, 3 checks"] * 3))


def test_the_winner_by_folds_is_asked_before_he_is_paid(deal, winner_may):
    hand = won_by_folds(deal, winner_may)
    assert (hand.offer.kind, hand.offer.seat, hand.offer.least, hand.offer.most) == ("show", 2, 0, 2)
    assert not hand.of(PotAwarded)
    assert hand.acts("2 shows").stacks == [900, 1100]


@pytest.mark.parametrize("cards", ["Kc", "Kd", "KcKd"])
def test_he_shows_one_or_both_to_everyone(deal, winner_may, cards):
    hand = won_by_folds(deal, winner_may).acts(f"2 shows {cards}")
    [shown] = hand.of(CardsShown)
    assert shown.audience == "everyone"
    assert (shown.seat, len(shown.cards)) == (2, len(cards) // 2)
    assert not hand.of(HandShown)


def test_what_he_does_not_show_is_in_no_record(deal, winner_may):
    hand = won_by_folds(deal, winner_may).acts("2 shows")
    assert not hand.of(CardsShown)
    assert not hand.of(HandMucked)
    assert hand.hand.players[2].showed == ()


@pytest.mark.parametrize("cause", ["time-out", "left"])
def test_who_does_not_choose_in_time_shows_nothing(deal, winner_may, cause):
    hand = won_by_folds(deal, winner_may)
    hand.events += play(hand.hand, absent_act(hand.hand, cause), cause)
    assert (hand.hand.over, hand.of(CardsShown)) == (True, [])
    assert hand.of(Acted)[-1].auto == cause


def test_other_cards_than_his_own_cannot_be_shown(deal, winner_may):
    hand = won_by_folds(deal, winner_may)
    assert hand.refused("shows", "Ac") is hand.refused("shows", "KcKc") is Code.CARDS_UNUSABLE
    assert hand.refused("checks") is Code.NOT_OFFERED


def test_a_loser_is_asked_in_his_turn_and_a_winner_is_not(deal, losers_may):
    hand = at_showdown(deal, losers_may)
    assert [event.seat for event in hand.of(HandShown)] == [1]
    assert (hand.offer.kind, hand.offer.seat) == ("show", 2)
    assert hand.acts("2 shows").offer.seat == 3


def test_a_loser_who_shows_all_his_cards_tables_his_hand(deal, losers_may):
    hand = at_showdown(deal, losers_may).acts("2 shows KcKd, 3 shows")
    assert [(event.seat, event.name.category) for event in hand.of(HandShown)] == [(1, "pair"), (2, "pair")]
    assert [event.seat for event in hand.of(HandMucked)] == [3]
    assert hand.stacks == [1200, 900, 900]


def test_a_loser_may_show_one_card_of_a_hand_he_gives_up(deal, losers_may):
    hand = at_showdown(deal, losers_may).acts("2 shows Kd, 3 shows")
    assert [event.seat for event in hand.of(HandMucked)] == [2, 3]
    assert [(event.seat, len(event.cards)) for event in hand.of(CardsShown)] == [(2, 1)]
    assert hand.stacks == [1200, 900, 900]


def test_where_only_the_winner_may_choose_losers_muck_unasked(deal, winner_may):
    hand = at_showdown(deal, winner_may)
    assert hand.hand.over
    assert [event.seat for event in hand.of(HandMucked)] == [2, 3]


@pytest.mark.parametrize("rule_set", ["ray", "helsinki", "hungarian"])
def test_by_default_nobody_is_asked_and_the_winner_by_folds_need_not_show(deal, rule_set):
    assert won_by_folds(deal, rule_set).hand.over
    assert at_showdown(deal, rule_set).hand.over
