"""The part of the fold that follows people between the hands: entry, questions, moves, waiting list, closing."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.records import Event
from controller.vocab import seat_records as seats
from controller.vocab import table_records as table
from controller.wire.fold_past import forget
from controller.wire.view import EntryView, Presence, QuestionView, SeatView, View, WaiterView


def _entry_offered(view: View, event: seats.EntryOffered) -> None:
    view.at(event.seat).entry = EntryView(ways=event.ways, live=event.live, dead=event.dead)


def _entry_chosen(view: View, event: seats.EntryChosen) -> None:
    seat = view.at(event.seat)
    if seat.entry is not None:
        seat.entry = msgspec.structs.replace(seat.entry, chosen=event.way)


def _entry_taken_back(view: View, event: seats.EntryTakenBack) -> None:
    seat = view.owners[event.seat] if event.owner else view.at(event.seat)
    seat.missed_small, seat.missed_big = event.small, event.big
    if seat.presence != "sitting-out":
        presence: Presence = "waiting" if event.waits else "ready"
        seat.status = presence if seat.status == seat.presence else seat.status
        seat.presence = presence
    if not event.waits:
        seat.entry = None


def _seat_change_asked(view: View, event: seats.SeatChangeAsked) -> None:
    view.at(event.seat).would_move_to = event.to


def _attendant_called(view: View, event: seats.AttendantCalled) -> None:
    view.calls = (*view.calls, event.seat)


def _call_ended(view: View, event: seats.CallEnded) -> None:
    view.calls = tuple(seat for seat in view.calls if seat != event.seat)


def _seat_moved(view: View, event: seats.SeatMoved) -> None:
    """The player goes with his chips; the cards of the last hand stay behind."""
    seat = view.at(event.seat)
    owes = event.charged or (seat.locked and (seat.missed_small or seat.missed_big))
    waits = owes and seat.presence == "ready"
    view.seats[event.to] = SeatView(
        seat=event.to,
        name=seat.name,
        stack=event.stack,
        presence="waiting" if waits else seat.presence,
        status="waiting" if waits else seat.status,
        missed_small=seat.missed_small,
        missed_big=seat.missed_big,
        since=seat.since,
        fee_until=seat.fee_until,
        out_for=seat.out_for,
    )
    view.seats[event.seat] = SeatView(seat=event.seat, screen_lost=bool(seat.owner) and seat.screen_lost)
    forget(view, event.seat)


def _playing_over_allowed(view: View, event: seats.PlayingOverAllowed) -> None:
    view.at(event.seat).may_play_over = event.name


def _seat_played_over(view: View, event: seats.SeatPlayedOver) -> None:
    """The owner as he went; the cards of the last hand are not kept."""
    owner = view.seats.pop(event.seat)
    forget(view, event.seat)
    view.owners[event.seat] = SeatView(
        seat=event.seat,
        name=event.owner,
        stack=event.stack,
        status=owner.presence,
        presence=owner.presence,
        missed_small=owner.missed_small,
        missed_big=owner.missed_big,
        break_until=owner.break_until,
        since=owner.since,
        fee_until=owner.fee_until,
        fee_near=owner.fee_near,
        out_for=owner.out_for,
        near=owner.near,
        reality=owner.reality,
    )
    view.seats[event.seat] = SeatView(seat=event.seat, owner=event.owner, screen_lost=owner.screen_lost)


def _seat_asked_back(view: View, event: seats.SeatAskedBack) -> None:
    view.at(event.seat).asked_back = True


def _seat_taken_back(view: View, event: seats.SeatTakenBack) -> None:
    """What is known of the seat's screen stays with the seat."""
    owner = view.owners.pop(event.seat)
    owner.screen_lost = view.at(event.seat).screen_lost
    view.seats[event.seat] = owner
    if event.seat == view.own:
        view.claims = tuple(msgspec.structs.replace(claim, left=bool(claim.code)) for claim in view.claims)


def _seat_locked(view: View, event: seats.SeatLocked) -> None:
    view.at(event.seat).locked = True


def _seat_unlocked(view: View, event: seats.SeatUnlocked) -> None:
    view.at(event.seat).locked = False


def _break_began(view: View, event: seats.BreakBegan) -> None:
    view.at(event.seat).break_until = event.until


def _screen_lost(view: View, event: seats.ScreenLost) -> None:
    view.at(event.seat).screen_lost = True


def _screen_back(view: View, event: seats.ScreenBack) -> None:
    view.at(event.seat).screen_lost = False


def _sat_out_in_turn(view: View, event: table.SatOutInTurn) -> None:
    view.at(event.seat).resting = True


def _list_joined(view: View, event: seats.ListJoined) -> None:
    place = event.place - 1
    view.waiting = (*view.waiting[:place], WaiterView(event.name, event.games), *view.waiting[place:])


def _list_left(view: View, event: seats.ListLeft) -> None:
    view.waiting = tuple(waiter for waiter in view.waiting if waiter.name != event.name)


def _seat_held(view: View, event: seats.SeatHeld) -> None:
    view.waiting = tuple(
        msgspec.structs.replace(waiter, seat=event.seat, until=event.until) if waiter.name == event.name else waiter
        for waiter in view.waiting
    )


def _closing_announced(view: View, event: seats.ClosingAnnounced) -> None:
    view.last_round = event.last


def _table_closed(view: View, _event: seats.TableClosed) -> None:
    view.closed = True


def _table_opened(view: View, _event: seats.TableOpened) -> None:
    view.closed = False
    view.last_round = None


def _game_turned(view: View, event: table.GameTurned) -> None:
    view.game = event.game
    view.following = event.following or None


def _button_won(view: View, event: table.ButtonWon) -> None:
    view.betting_button = event.seat


def _question_asked(view: View, event: table.QuestionAsked) -> None:
    view.question = QuestionView(
        question=event.question,
        hand=event.hand,
        seats=event.seats,
        amount=event.amount,
        deadline=event.deadline,
        allowed=event.allowed,
        asker=event.asker,
    )


def _question_answered(view: View, event: table.QuestionAnswered) -> None:
    if view.question is not None:
        waiting = tuple(seat for seat in view.question.seats if seat != event.seat)
        view.question = msgspec.structs.replace(view.question, seats=waiting)


def _question_closed(view: View, event: table.QuestionClosed) -> None:
    view.question = None
    if event.question == "bomb-pot":
        view.bomb_pot = event.agreed
    elif event.question != "jackpot-hour":
        view.straddler = event.seat if event.agreed else None


def _unmoved(_view: View, _event: Event) -> None:
    """Told by what follows: nothing of it stays on a screen."""


FOLD_SEATS: Final[Mapping[type[Event], Callable[[View, Any], None]]] = {
    table.GameTurned: _game_turned,
    table.ButtonWon: _button_won,
    table.SatOutInTurn: _sat_out_in_turn,
    table.QuestionAsked: _question_asked,
    table.QuestionAnswered: _question_answered,
    table.QuestionClosed: _question_closed,
    table.BombPotProposed: _unmoved,
    table.BankSpent: _unmoved,
    seats.EntryOffered: _entry_offered,
    seats.EntryChosen: _entry_chosen,
    seats.EntryTakenBack: _entry_taken_back,
    seats.ListJoined: _list_joined,
    seats.ListLeft: _list_left,
    seats.SeatHeld: _seat_held,
    seats.SeatChangeAsked: _seat_change_asked,
    seats.AttendantCalled: _attendant_called,
    seats.CallEnded: _call_ended,
    seats.SeatMoved: _seat_moved,
    seats.PlayingOverAllowed: _playing_over_allowed,
    seats.SeatPlayedOver: _seat_played_over,
    seats.SeatAskedBack: _seat_asked_back,
    seats.SeatTakenBack: _seat_taken_back,
    seats.SeatLocked: _seat_locked,
    seats.SeatUnlocked: _seat_unlocked,
    seats.BreakBegan: _break_began,
    seats.VacateAsked: _unmoved,
    seats.ScreenLost: _screen_lost,
    seats.ScreenBack: _screen_back,
    seats.ClosingAnnounced: _closing_announced,
    seats.TableClosed: _table_closed,
    seats.TableOpened: _table_opened,
}
