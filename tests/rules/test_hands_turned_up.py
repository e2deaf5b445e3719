"""Hands turned up before the rest is dealt, where a ruling has the rule of tournaments (poker.md §8, case 55)."""

import pytest

from controller.vocab.hand_records import HandMucked, HandShown, HandTurnedUp
from evaluator_ext import parse_cards, print_card

BEST_LAST = {"holes": ("2c 3d", "Kc Kd", "Ac Ad"), "board": "Qh Js 9h 5s 4d"}
BEST_FIRST = {"holes": ("Ac Ad", "Kc Kd", "2c 3d"), "board": "Qh Js 9h 5s 4d"}


def order(hand):
    """The seats as they showed or mucked, mucked ones negative."""
    done = [event for event in hand.events if isinstance(event, HandShown | HandMucked)]
    return [event.seat if isinstance(event, HandShown) else -event.seat for event in done]


@pytest.fixture
def tournament(rule_set_with):
    """A rule set by which hands are turned up, as the rules of tournaments ask (poker.md §8)."""
    return rule_set_with(all_in_hands="turned-up")


def told_from(hand, kind):
    """What everybody was told from the first event of a kind on, by the names of the events."""
    names = [type(event).__name__ for event in hand.events if event.audience == "everyone"]
    return names[names.index(kind) :]


def test_case_55_in_a_cash_game_the_hands_stay_down_to_the_showdown(deal):
    for rule_set in ("ray", "helsinki", "hungarian"):
        hand = deal(300, 1000, 1000, rule_set=rule_set).acts("3 folds, 1 raises 300, 2 calls")
        assert hand.of(HandTurnedUp) == []


def test_case_55_in_a_tournament_the_hands_lie_open_before_more_cards_are_dealt(deal, tournament):
    hand = deal(300, 1000, 1000, rule_set=tournament, **BEST_FIRST).acts("3 folds, 1 raises 300, 2 calls")
    assert [(up.seat, up.cards) for up in hand.of(HandTurnedUp)] == [(1, parse_cards("AcAd")), (2, parse_cards("KcKd"))]
    assert told_from(hand, "HandTurnedUp")[:4] == ["HandTurnedUp", "HandTurnedUp", "StreetBegan", "BoardDealt"]


def test_case_55_what_nobody_called_is_back_before_the_hands_lie_open(deal, tournament):
    hand = deal(300, 1000, rule_set=tournament).acts("2 raises 1000, 1 calls")
    assert told_from(hand, "UncalledReturned")[:3] == ["UncalledReturned", "StreetClosed", "HandTurnedUp"]


def test_case_55_with_two_stacks_left_no_hand_lies_open(deal, tournament):
    hand = deal(300, 1000, 1000, rule_set=tournament).acts("3 calls, 1 raises 300, 2 calls, 3 calls")
    assert hand.of(HandTurnedUp) == []
    hand.acts("2 raises 700, 3 calls")
    assert [up.seat for up in hand.of(HandTurnedUp)] == [1, 2, 3]


def test_case_55_after_the_last_card_the_showdown_has_its_order(deal, tournament):
    hand = deal(1000, 1000, 1000, rule_set=tournament, **BEST_LAST).acts("3 calls, 1 calls, 2 checks")
    hand.acts("1 checks, 2 checks, 3 checks").acts("1 checks, 2 checks, 3 checks").acts(
        "1 checks, 2 raises 900, 3 calls, 1 folds"
    )
    assert hand.of(HandTurnedUp) == []
    assert order(hand) == [2, 3]


def test_case_55_a_hand_that_lies_open_is_not_given_up_unseen(deal, tournament):
    script = "3 raises 300, 1 calls, 2 folds"
    down = deal(300, 300, 300, **BEST_LAST).acts(script)
    up = deal(300, 300, 300, rule_set=tournament, **BEST_LAST).acts(script)
    assert (order(down), order(up)) == ([3, -1], [3, 1])
    assert down.stacks == up.stacks


def test_case_55_in_stud_the_last_card_comes_down_and_is_seen_at_the_showdown(deal, tournament):
    hand = deal(50, 50, game="stud-fl", ante=10, bets=(20, 40), rule_set=tournament)
    while hand.hand.decision is not None:
        hand.acts(f"{hand.offer.seat} raises {hand.offer.max_to}" if hand.may_raise else f"{hand.offer.seat} calls")
    turned, shown = hand.of(HandTurnedUp), hand.of(HandShown)
    assert {len(up.cards) for up in turned} == {3}
    assert {len(one.cards) for one in shown} == {7}
    assert [up.seat for up in turned] == [1, 2]


def test_case_55_and_56_while_cards_are_exchanged_hands_stay_down(deal, tournament):
    hand = deal(100, 100, game="td27-fl", rule_set=tournament).acts("2 calls")
    for _ in range(6):
        hand.acts(f"{hand.offer.seat} discards")
    assert hand.hand.over
    assert hand.of(HandTurnedUp) == []


def test_case_55_crazy_pineapple_opens_two_cards_after_the_third_has_gone(deal, tournament):
    hand = deal(100, 100, game="crazy-pineapple-nl", rule_set=tournament).acts("2 calls")
    assert hand.of(HandTurnedUp) == []
    for _ in range(2):
        seat = hand.offer.seat
        hand.acts(f"{seat} discards {print_card(hand.hand.players[seat].cards[0])}")
    assert {len(up.cards) for up in hand.of(HandTurnedUp)} == {2}
    assert told_from(hand, "HandTurnedUp")[:3] == ["HandTurnedUp", "HandTurnedUp", "StreetBegan"]


def test_case_55_hands_lie_open_before_anybody_is_asked_how_often_to_deal(deal, rule_set_with):
    rule_set = rule_set_with(all_in_hands="turned-up", most_runs=2)
    hand = deal(300, 300, rule_set=rule_set).acts("2 raises 300, 1 calls")
    assert hand.offer.kind == "runs"
    assert len(hand.of(HandTurnedUp)) == 2
    hand.acts("1 runs 2, 2 runs 2")
    assert len(hand.of(HandTurnedUp)) == 2
