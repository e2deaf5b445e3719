"""How each event changes the table. Nothing else writes its state, and a committed event cannot fail here."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

from cashier.money import ZERO, Money
from cashier.records import Event, RequestId
from controller import hand as poker
from controller.table.state import Clock, Positions, SeatState, Shuffle, Table
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.vocab.records import AnyEvent, HandEvent


def evolve(table: Table, event: AnyEvent) -> None:
    """Apply one event to the table and, if it belongs to the running hand, to the hand."""
    if table.hand is not None and type(event) in HAND_EVENTS and type(event) is not hr.HandStarted:
        poker.evolve(table.hand, cast("HandEvent", event))
    evolve_own(table, event)


def evolve_own(table: Table, event: AnyEvent) -> None:
    """Apply one event to the table alone: the hand has already evolved while it was played."""
    step = APPLY.get(type(event))
    if step is not None:
        step(table, event)


def _profile_adopted(table: Table, event: tr.ProfileAdopted) -> None:
    table.profile = event.profile


def _chips_reserved(table: Table, event: tr.ChipsReserved) -> None:
    seat = table.seats[event.seat]
    seat.reserved = Money(seat.reserved + event.amount)
    seat.reserved_by = event.request


def _bought_in(table: Table, event: tr.BoughtIn) -> None:
    seat = table.seats.setdefault(event.seat, SeatState(seat=event.seat, name=event.name, sitting_out=True))
    seat.stack = event.stack
    if event.reserved:
        seat.reserved = ZERO
        seat.reserved_by = RequestId("")


def _sat_out(table: Table, event: tr.SatOut) -> None:
    table.seats[event.seat].sitting_out = True


def _sat_in(table: Table, event: tr.SatIn) -> None:
    seat = table.seats[event.seat]
    seat.sitting_out = False
    seat.waits = event.waits


def _leave_asked(table: Table, event: tr.LeaveAsked) -> None:
    table.seats[event.seat].leave_code = event.code


def _seat_left(table: Table, event: tr.SeatLeft) -> None:
    del table.seats[event.seat]


def _button_moved(table: Table, event: tr.ButtonMoved) -> None:
    table.past_big_blind = table.past.big_blind if table.past else None
    table.past = Positions(button=event.button, small_blind=event.small_blind, big_blind=event.big_blind)


def _blind_missed(table: Table, event: tr.BlindMissed) -> None:
    seat = table.seats[event.seat]
    seat.missed_small = event.small
    seat.missed_big = event.big


def _hand_due(table: Table, event: tr.HandDue) -> None:
    table.due_hand = event.hand


def _seed_drawn(table: Table, event: tr.SeedDrawn) -> None:
    table.shuffle = Shuffle(hand=event.hand, seed=event.seed)


def _clock_started(table: Table, event: tr.ClockStarted) -> None:
    table.clock = Clock(seat=event.seat, decision=event.decision, deadline=event.deadline)


def _rest_began(table: Table, event: tr.RestBegan) -> None:
    table.rest_until = event.until


def _paused(table: Table, _event: tr.TablePaused) -> None:
    table.paused = True


def _resumed(table: Table, _event: tr.TableResumed) -> None:
    table.paused = False


def _hand_started(table: Table, event: hr.HandStarted) -> None:
    table.hand = table.hand or poker.Hand.from_started(event)
    table.last_hand = HandId(event.hand)
    table.due_hand = None
    table.shuffle = None
    for entrant in event.entrants:
        seat = table.seats[entrant.seat]
        seat.waits = seat.missed_small = seat.missed_big = False


def _decision_offered(table: Table, event: hr.DecisionOffered) -> None:
    table.last_decision = event.decision


def _stack_changed(table: Table, event: hr.Posted | hr.UncalledReturned | hr.PotAwarded) -> None:
    table.seats[event.seat].stack = event.stack


def _acted(table: Table, event: hr.Acted) -> None:
    table.seats[event.seat].stack = event.stack
    table.clock = None


def _hand_ended(table: Table, _event: hr.HandEnded) -> None:
    table.hand = None
    table.clock = None


HAND_EVENTS: Final[frozenset[type[Event]]] = frozenset(get_args(HandEvent))
"""Every event type of a hand: what `poker.evolve` folds."""

APPLY: Final[Mapping[type[Event], Callable[[Table, Any], None]]] = {
    tr.ProfileAdopted: _profile_adopted,
    tr.ChipsReserved: _chips_reserved,
    tr.BoughtIn: _bought_in,
    tr.SatOut: _sat_out,
    tr.SatIn: _sat_in,
    tr.LeaveAsked: _leave_asked,
    tr.SeatLeft: _seat_left,
    tr.ButtonMoved: _button_moved,
    tr.BlindMissed: _blind_missed,
    tr.HandDue: _hand_due,
    tr.SeedDrawn: _seed_drawn,
    tr.ClockStarted: _clock_started,
    tr.RestBegan: _rest_began,
    tr.TablePaused: _paused,
    tr.TableResumed: _resumed,
    hr.HandStarted: _hand_started,
    hr.DecisionOffered: _decision_offered,
    hr.Posted: _stack_changed,
    hr.Acted: _acted,
    hr.UncalledReturned: _stack_changed,
    hr.PotAwarded: _stack_changed,
    hr.HandEnded: _hand_ended,
}

UNMOVED: Final[frozenset[type[Event]]] = frozenset(
    {
        tr.ButtonDrawn,
        tr.ShuffleOpened,
        tr.CardsCommitted,
        tr.HandNamed,
        tr.RecallOpened,
        hr.DeckFixed,
        hr.DeckRecycled,
        hr.HoleCardsDealt,
        hr.UpCardsDealt,
        hr.CardsDiscarded,
        hr.HoleCardsCounted,
        hr.StreetBegan,
        hr.BoardDealt,
        hr.RunsAgreed,
        hr.StreetClosed,
        hr.HandShown,
        hr.HandMucked,
        hr.CardsShown,
        hr.RakeTaken,
    }
)
"""Events of table and hand that leave the table's own state alone; a test holds both lists against the union."""
