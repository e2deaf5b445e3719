"""The rest of the board is dealt more than once when everybody agrees (hand-engine cases 51 and 57)."""

import pytest

from cashier.refusal import Code
from controller.hand import absent_act, play
from controller.vocab.hand_records import (
    Acted,
    BoardDealt,
    DecisionOffered,
    HandShown,
    PotAwarded,
    RakeTaken,
    RunsAgreed,
)

ACES_AND_KINGS = {"holes": ("Ac Ad", "Kc Kd"), "board": "Qh Js 9h 5s 4d Kh 2c"}


@pytest.fixture
def twice(rule_set_with):
    """A rule set in which the rest may be dealt up to three times."""
    return rule_set_with(most_runs=3)


def boards(hand):
    return [(event.which, event.street, len(event.cards)) for event in hand.of(BoardDealt)]


def awards(hand):
    return [(one.run, one.seat, one.amount) for one in hand.of(PotAwarded)]


def all_in_on_the_flop(deal, rule_set, **more):
    hand = deal(1000, 1000, rule_set=rule_set, **ACES_AND_KINGS, **more)
    return hand.acts("2 calls, 1 checks, 1 raises 900, 2 calls")


def test_case_57_everybody_in_the_hand_is_asked_when_nobody_can_bet_any_more(deal, twice):
    hand = all_in_on_the_flop(deal, twice)
    assert (hand.offer.kind, hand.offer.seat, hand.offer.least, hand.offer.most) == ("runs", 1, 1, 3)
    hand.acts("1 runs 2")
    assert (hand.offer.seat, hand.offer.most) == (2, 2)
    hand.acts("2 runs 2")
    assert [event.runs for event in hand.of(RunsAgreed)] == [2]


def test_case_57_the_flop_is_shared_and_the_rest_comes_from_the_same_deck(deal, twice):
    hand = all_in_on_the_flop(deal, twice).acts("1 runs 2, 2 runs 2")
    first, second = hand.hand.boards
    assert first[:3] == second[:3]
    assert (*first, *second[3:]) == hand.deck[4:11]
    assert boards(hand) == [(0, 1, 3), (0, 2, 1), (0, 3, 1), (1, 2, 1), (1, 3, 1)]


def test_every_run_wins_its_part_of_the_pot(deal, twice):
    hand = all_in_on_the_flop(deal, twice).acts("1 runs 2, 2 runs 2")
    assert awards(hand) == [(0, 1, 1000), (1, 2, 1000)]
    kings = hand.of(HandShown)[-1]
    assert [(made.run, made.share, made.name.category) for made in kings.also] == [(1, 0, "trips")]


def test_one_who_will_not_is_enough_and_the_others_are_not_asked(deal, twice):
    hand = deal(300, 300, 300, rule_set=twice).acts("3 raises 300, 1 calls, 2 calls")
    hand.acts("1 runs 3, 2 runs 1")
    assert hand.hand.over
    assert [event.seat for event in hand.of(Acted) if event.kind == "runs"] == [1, 2]
    assert not hand.of(RunsAgreed)
    assert {which for which, _, _ in boards(hand)} == {0}


def test_the_least_that_anybody_agrees_to_is_dealt(deal, twice):
    hand = deal(300, 300, 300, rule_set=twice).acts("3 raises 300, 1 calls, 2 calls")
    hand.acts("1 runs 3, 2 runs 2, 3 runs 2")
    assert len(hand.hand.boards) == 2
    assert sum(hand.stacks) == 900


def test_a_player_with_chips_behind_is_asked_too(deal, twice):
    hand = deal(300, 1000, rule_set=twice).acts("2 raises 1000, 1 calls")
    assert hand.offer.seat == 1
    assert hand.acts("1 runs 2").offer.seat == 2


def test_nobody_is_asked_while_two_can_still_bet(deal, twice):
    hand = deal(300, 1000, 1000, rule_set=twice).acts("3 calls, 1 raises 300, 2 calls, 3 calls")
    assert (hand.offer.kind, hand.offer.seat) == ("bet", 2)


@pytest.mark.parametrize("rule_set", ["ray", "helsinki", "hungarian"])
def test_by_default_nobody_is_asked(deal, rule_set):
    assert all_in_on_the_flop(deal, rule_set).hand.over


def test_on_the_river_there_is_nothing_to_deal_twice(deal, twice):
    hand = deal(1000, 1000, rule_set=twice).acts("2 calls, 1 checks" + ", 1 checks, 2 checks" * 2)
    assert hand.acts("1 raises 900, 2 calls").hand.over


def test_no_more_runs_than_the_deck_reaches(deal, twice):
    hand = deal(*[300] * 7, game="omaha6-nl", rule_set=twice)
    hand.acts("3 raises 300, 4 calls, 5 calls, 6 calls, 7 calls, 1 calls, 2 calls")
    assert hand.offer.most == 2


def test_nobody_is_asked_where_cards_go_to_players_or_away(deal, twice):
    stud = deal(100, 100, game="stud-nl", ante=10, bring_in=10, rule_set=twice)
    while not stud.hand.over:
        offer = stud.offer
        stud.acts(f"{offer.seat} {f'raises {offer.max_to}' if offer.max_to else 'calls'}")
    assert {event.kind for event in stud.of(DecisionOffered)} == {"bring-in", "bet"}
    irish = deal(300, 300, game="irish-nl", rule_set=twice).acts("2 raises 300, 1 calls")
    assert irish.offer.kind == "discard"


def test_after_the_last_discard_they_are_asked(deal, twice):
    hand = deal(300, 300, game="irish-nl", holes=("AcAdAhAs", "KcKdKhKs"), rule_set=twice)
    hand.acts("2 raises 300, 1 calls, 1 discards AhAs, 2 discards KhKs")
    assert (hand.offer.kind, hand.hand.street) == ("runs", 1)


def test_every_run_has_both_boards_of_a_double_flop(deal, twice):
    hand = deal(300, 300, game="double-flop-nl", rule_set=twice).acts("2 raises 300, 1 calls, 1 runs 2, 2 runs 2")
    assert [len(board) for board in hand.hand.boards] == [5, 5, 5, 5]
    assert len({card for board in hand.hand.boards for card in board}) == 20
    assert sum(hand.stacks) == 600


def test_a_card_is_burnt_before_each_street_of_every_run(deal, rule_set_with):
    rule_set = rule_set_with(most_runs=2, burn_cards=True)
    hand = deal(1000, 1000, rule_set=rule_set).acts("2 calls, 1 checks, 1 raises 900, 2 calls, 1 runs 2, 2 runs 2")
    assert len(hand.hand.burnt) == 5
    assert [event.burnt for event in hand.of(BoardDealt)] == [0, 0, 0, 1, 1]


def test_case_51_the_odd_chip_goes_to_the_first_run_and_the_fee_is_taken_once(deal, twice):
    """Real hand PokerStars-97007286518: 163.50 less 0.50, two runs of 81.50, the second with a low."""
    hand = deal(
        8175, 8175, game="courchevel8-pl", small=100, big=200, rule_set=twice, rake=(4, 50),
        holes=("As4sKsAdQh", "7d6dJhAh5s"), board="7h 5d3s 7s Ts 2s 4h",
    )  # fmt: skip
    hand.acts("2 raises 600, 1 raises 1800, 2 raises 5400, 1 raises 8175, 2 calls, 1 runs 2, 2 runs 2")
    assert [event.amount for event in hand.of(RakeTaken)] == [50]
    parts = {}
    for one in hand.of(PotAwarded):
        parts[one.run, one.share, one.seat] = one.amount
    assert sum(amount for (run, _, _), amount in parts.items() if run == 0) == 8150
    assert sum(amount for (run, _, _), amount in parts.items() if run == 1) == 8150


def test_an_odd_chip_of_a_side_pot_stays_with_its_first_run(deal, twice):
    hand = deal(
        101, 202, 202, holes=("Ac Ad", "Kc Kd", "Qc Qd"), board="2h 3h 7s 8s Jd Kh 9c", small=1, big=2, rule_set=twice
    )
    hand.acts("3 raises 202, 1 calls, 2 calls, 1 runs 2, 2 runs 2, 3 runs 2")
    assert [(one.pot, one.run, one.amount) for one in hand.of(PotAwarded)] == [
        (1, 0, 101), (1, 1, 101), (0, 0, 152), (0, 1, 151),
    ]  # fmt: skip


def test_what_is_not_offered_is_refused(deal, twice):
    hand = all_in_on_the_flop(deal, twice)
    assert hand.refused("runs", 4) is hand.refused("runs", 0) is Code.RUNS_UNUSABLE
    assert hand.refused("calls") is hand.refused("folds") is Code.NOT_OFFERED
    hand.acts("1 runs 2")
    assert hand.refused("runs", 3) is Code.RUNS_UNUSABLE


@pytest.mark.parametrize("cause", ["time-out", "left"])
def test_an_absent_player_agrees_to_one_run_and_keeps_his_hand(deal, twice, cause):
    hand = all_in_on_the_flop(deal, twice)
    hand.events += play(hand.hand, absent_act(hand.hand, cause), cause)
    assert hand.hand.over
    assert awards(hand) == [(0, 1, 2000)]
