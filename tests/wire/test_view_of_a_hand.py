"""A screen's view after each event of a hand, told by the events alone."""

import copy
import random

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from controller.games import find_game
from controller.games import rulings as ruling_rows
from controller.hand import play, start
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from controller.wire.fold import fold
from controller.wire.redact import Viewer, redact
from controller.wire.view import View
from tests.wire.hands import STACK, hand_started, played

DECK = tuple(range(52))
CENTRE = Viewer("centre")


def folded(events, viewer=CENTRE):
    """The view of `viewer` after all events it may see."""
    view = View(own=viewer.seat)
    for event in events:
        seen = redact(event, viewer)
        if seen is not None:
            fold(view, seen)
    return view


def until(events, kind):
    """The events up to and with the first of this kind."""
    return events[: [type(event) for event in events].index(kind) + 1]


@given(
    st.lists(st.integers(1, 300), min_size=2, max_size=6),
    st.integers(0, 2**32),
    st.lists(st.integers(0, 3), max_size=30),
)
def test_chips_seen_on_the_table_are_conserved_after_every_event(stacks, seed, numbers):
    if len(stacks) == 2:
        stacks.append(50)
    deck = random.Random(seed).sample(range(52), 52)
    events = played(hand_started(tuple(stacks)), deck, numbers)
    view = View()
    for event in events:
        seen = redact(event, CENTRE)
        if seen is not None:
            fold(view, seen)
        if type(event) is not hr.HandStarted or view.hand:
            assert sum(seat.stack for seat in view.seats.values()) + view.pot + view.rake == sum(stacks)
    assert view.pot == 0
    assert {seat.seat: seat.stack for seat in view.seats.values()} == {
        entrant.seat: entrant.stack for entrant in events[-1].stacks
    }


def test_blinds_stand_before_the_first_decision():
    view = folded(until(played(hand_started(), DECK, []), hr.DecisionOffered))
    assert (view.seats[1].bet, view.seats[2].bet) == (1, 2)
    assert view.seats[2].last.kind == "big-blind"
    assert (view.pot, view.bet_level) == (3, 2)
    assert view.decision.seat == 3
    assert view.phase == "betting"
    assert {seat.status for seat in view.seats.values()} == {"in-hand"}
    assert {seat.count for seat in view.seats.values()} == {2}


def test_a_fold_takes_the_cards_and_answers_the_decision():
    events = played(hand_started(), DECK, [1])
    view = folded(until(events, hr.Acted))
    assert view.seats[3].status == "folded"
    assert view.seats[3].count == 0
    assert view.decision is None
    assert view.last_seat == 3


def test_the_next_street_clears_bets_and_last_acts():
    events = played(hand_started(), DECK, [0, 0, 0])
    view = folded(until(events, hr.BoardDealt))
    assert view.street == 1
    assert len(view.board) == 3
    assert view.bet_level == 0
    assert [seat.last for seat in view.seats.values()] == [None] * 3
    assert view.pot == 6
    assert view.pots == (hr.Pot(amount=6, seats=(1, 2, 3)),)


def test_a_raise_that_opens_a_street_is_a_bet():
    events = played(hand_started(), DECK, [2, 0, 0, 2])
    acts = [event for event in events if isinstance(event, hr.Acted) and event.kind == "raise"]
    before_flop = folded(until(events, hr.Acted))
    on_flop = folded(events[: events.index(acts[1]) + 1])
    assert not before_flop.seats[3].last.opens
    assert on_flop.seats[1].last.opens


def test_an_all_in_seat_shows_it_until_the_hand_ends():
    events = played(hand_started(), DECK, [3, 0, 1])
    acted = [event for event in events if isinstance(event, hr.Acted)]
    assert folded(events[: events.index(acted[1]) + 1]).seats[3].status == "all-in"
    assert "all-in" not in {seat.status for seat in folded(events).seats.values()}


def test_a_bet_that_comes_back_is_not_all_in_any_more():
    events = played(hand_started((50, 40, STACK)), DECK, [3, 1, 0])
    view = folded(until(events, hr.UncalledReturned))
    assert view.seats[3].status == "in-hand"
    assert view.seats[3].stack == STACK - 40
    assert view.bet_level == 40


def test_showdown_shows_hands_and_awards():
    view = folded(played(hand_started(), DECK, []))
    shown = [seat for seat in view.seats.values() if seat.shown]
    assert shown
    assert all(len(seat.cards) == 2 and len(seat.plays) == 5 for seat in shown)
    assert sum(award.amount for award in view.awards) + view.rake == 6
    assert sum(seat.won for seat in view.seats.values()) == sum(award.amount for award in view.awards)
    assert view.phase == "resting"


def test_a_new_hand_clears_the_old_one_and_keeps_the_players():
    events = played(hand_started(), DECK, [])
    view = folded(events)
    fold(view, hand_started())
    assert (view.board, view.awards, view.pots, view.rake) == ((), (), (), 0)
    assert all(not seat.cards and not seat.plays and seat.shown is None for seat in view.seats.values())


def test_a_seat_that_is_not_dealt_in_keeps_its_status():
    view = View()
    view.at(9).status = "sitting-out"
    for event in until(played(hand_started(), DECK, []), hr.DecisionOffered):
        if redact(event, CENTRE) is not None:
            fold(view, event)
    assert view.seats[9].status == "sitting-out"


def test_an_act_of_the_clock_is_marked():
    view = View()
    fold(view, hand_started())
    fold(view, hr.Acted(3, DecisionId(1), kind="fold", to=0, added=0, stack=STACK, auto="time-out"))
    assert view.seats[3].last.auto


def test_the_own_screen_remembers_its_folded_cards_and_others_never_had_them():
    events = played(hand_started(), DECK, [1])
    assert folded(events, Viewer("seat", 3)).seats[3].cards
    assert not folded(events, Viewer("seat", 1)).seats[3].cards


def test_folding_does_not_touch_the_snapshot_taken_before():
    view = folded(until(played(hand_started(), DECK, []), hr.DecisionOffered))
    before = copy.deepcopy(view)
    later = copy.deepcopy(view)
    fold(later, hr.HandEnded(hand=HandId(7), stacks=()))
    assert view == before


def a_hand(game, acts, stacks=(STACK, STACK), **rulings):
    """The events of a heads-up hand of `game`, in which `acts` are what the offers are answered with."""
    started = msgspec.structs.replace(
        hand_started(stacks),
        game=GameId(game),
        rule_set=rule_set_of(rulings),
        stakes=Stakes(1, 2, 0, 1),
        forced=()
        if find_game(GameId(game)).rows
        else (hr.ForcedBet(2, "small-blind", 1), hr.ForcedBet(1, "big-blind", 2)),
    )
    hand, events = start(started, DECK)
    for act in acts:
        answer = act(hand)
        events += play(hand, msgspec.structs.replace(answer, seat=hand.decision.seat, decision=hand.decision.decision))
    return events


def rule_set_of(changes):
    """The id of a rule set that differs from Helsinki's in these rulings."""
    rulings = msgspec.structs.replace(ruling_rows.HELSINKI, **changes)
    row = ruling_rows.RuleSet(id=RuleSetId(ruling_rows.digest(rulings)), rulings=rulings)
    ruling_rows._BY_ID[row.id] = row
    return row.id


def answered(kind, **fields):
    return lambda hand: hr.Act(seat=1, decision=DecisionId(0), kind=kind, **fields)


def test_the_boards_of_two_runs_begin_with_what_they_share():
    acts = (answered("call"), answered("check"), answered("raise", to=STACK - 2), answered("call"))
    twice = (answered("runs", runs=2), answered("runs", runs=2))
    view = folded(a_hand("holdem-nl", (*acts, *twice), most_runs=2))
    assert view.runs == 2
    [second] = view.more_boards
    assert (len(view.board), len(second)) == (5, 5)
    assert view.board[:3] == second[:3]
    assert view.board[3:] != second[3:]
    assert {award.run for award in view.awards} == {0, 1}


def test_cards_shown_by_choice_are_seen_and_the_others_are_not():
    events = a_hand("holdem-nl", (answered("fold"), answered("show", cards=(DECK[0],))), show_choice="winner-by-folds")
    view = folded(events)
    assert (view.seats[1].showed, view.seats[1].cards) == ((DECK[0],), ())
    assert folded(events, Viewer("seat", 1)).seats[1].cards == (DECK[0], DECK[2])


def test_rows_are_known_to_their_seat_first_and_to_everyone_when_they_are_opened():
    def sets(hand):
        return hr.Act(1, DecisionId(0), "arrange", cards=hand.players[hand.decision.seat].cards)

    events = a_hand("chinese-1-6-pts", (sets, sets))
    one = until(events, hr.RowsArranged)
    assert folded(one, Viewer("seat", 1)).seats[1].arranged == DECK[0:26:2]
    assert folded(one, Viewer("seat", 2)).seats[1].arranged == ()
    view = folded(events)
    assert [row.row for row in view.seats[2].rows] == ["front", "middle", "back"]
    assert view.seats[2].standing is not None
    assert [compared.points for compared in view.compared] == [0]


def test_hands_are_seen_by_everyone_once_they_are_turned_up_and_not_before():
    acts = (answered("raise", to=STACK), answered("call"))
    events = a_hand("holdem-nl", acts, all_in_hands="turned-up")
    turned = [place for place, event in enumerate(events) if isinstance(event, hr.HandTurnedUp)]
    before, after = folded(events[: turned[0]]), folded(events[: turned[-1] + 1])
    assert [seat.up or seat.cards for seat in before.seats.values()] == [(), ()]
    assert [seat.up for seat in after.seats.values()] == [(DECK[0], DECK[2]), (DECK[1], DECK[3])]
    assert (after.phase, after.board) == ("betting", ())
    own = folded(events[: turned[-1] + 1], Viewer("seat", 1)).seats[1]
    assert (own.cards, own.up) == ((DECK[0], DECK[2]), (DECK[0], DECK[2]))


def test_a_card_dealt_down_after_that_stays_down():
    acts = (answered("raise", to=4), answered("raise", to=6), answered("call"))
    events = a_hand("stud-fl", acts, stacks=(6, 6), all_in_hands="turned-up")
    view = folded(until(events, hr.HandShown)[:-1])
    assert {(seat.count, len(seat.up)) for seat in view.seats.values()} == {(7, 6)}
