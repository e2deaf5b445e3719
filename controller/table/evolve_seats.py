"""How each event about people and seats changes the table."""

from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from cashier.money import ZERO, Money
from cashier.records import Event, RequestId
from controller.table.buying import departed_key, departed_of
from controller.table.moves import moved_seat
from controller.table.state import Consent, SeatState, Table, Waiter
from controller.table.waiting import place_of
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr


def _chips_reserved(table: Table, event: tr.ChipsReserved) -> None:
    seat = table.seats[event.seat]
    seat.reserved = Money(seat.reserved + event.amount)
    seat.reserved_by = event.request


def _bought_in(table: Table, event: tr.BoughtIn) -> None:
    seat = table.seats.get(event.seat)
    if seat is None:
        seat = SeatState(seat=event.seat, name=event.name, sitting_out=True, new=True, who=event.who)
        table.seats[event.seat] = seat
        before = table.departed.pop(departed_key(table, event.name, event.who), None)
        owner = table.owners.get(event.seat)
        if owner is not None:
            seat.plays_over, seat.screen_lost = True, owner.screen_lost
        if before is not None:
            seat.short_day, seat.break_day, seat.breaks = before.short_day, before.break_day, before.breaks
    seat.stack = event.stack
    if event.short_day >= 0:
        seat.short_day = event.short_day
    if event.reserved:
        seat.reserved = ZERO
        seat.reserved_by = RequestId("")


def _sat_out(table: Table, event: tr.SatOut) -> None:
    seat = table.seats[event.seat]
    seat.sitting_out = True
    seat.absent = event.cause == "time-out"
    seat.away_since = event.at if event.at >= 0 else None


def _sat_in(table: Table, event: tr.SatIn) -> None:
    seat = table.seats[event.seat]
    seat.sitting_out = seat.absent = seat.vacated = False
    seat.consent = None
    seat.waits = event.waits
    seat.wish = "wait"
    seat.away_since = None
    seat.time_outs = seat.break_until = 0


def _entry_chosen(table: Table, event: sr.EntryChosen) -> None:
    table.seats[event.seat].wish = event.way


def _entry_taken_back(table: Table, event: sr.EntryTakenBack) -> None:
    seat = table.owners[event.seat] if event.owner else table.seats[event.seat]
    seat.waits, seat.wish, seat.new, seat.bank = event.waits, event.way, event.new, event.bank
    seat.missed_small, seat.missed_big = event.small, event.big


def _leave_asked(table: Table, event: tr.LeaveAsked) -> None:
    table.seats[event.seat].leave_code = event.code


def _seat_left(table: Table, event: tr.SeatLeft) -> None:
    seat = table.seats.pop(event.seat)
    table.departed = {name: left for name, left in table.departed.items() if left.day == event.day}
    if event.day >= 0 and table.profile is not None:
        table.departed[seat.who or seat.name] = departed_of(table, table.profile, seat, event.amount, event.day)
    _goes_from(table, seat)


def _goes_from(table: Table, seat: SeatState) -> None:
    """What a player has proposed goes with him; what is known of the seat's screen stays for its owner."""
    if table.bomb_pot_wished == seat.seat:
        table.bomb_pot_wished = 0
    if table.hour_wished == seat.seat:
        table.hour_wished = 0
    if seat.plays_over:
        table.owners[seat.seat].screen_lost = seat.screen_lost


def _playing_over_allowed(table: Table, event: sr.PlayingOverAllowed) -> None:
    table.seats[event.seat].consent = Consent(name=event.name, until=event.until)


def _seat_played_over(table: Table, event: sr.SeatPlayedOver) -> None:
    owner = table.owners[event.seat] = table.seats.pop(event.seat)
    owner.set_aside, owner.consent = True, None
    _goes_from(table, owner)


def _seat_asked_back(table: Table, event: sr.SeatAskedBack) -> None:
    table.seats[event.seat].asked_back = True


def _seat_taken_back(table: Table, event: sr.SeatTakenBack) -> None:
    """While his seat was played over nobody missed him: how long he may be away is counted from now."""
    owner = table.seats[event.seat] = table.owners.pop(event.seat)
    owner.set_aside, owner.away_since = False, event.at


def _blind_missed(table: Table, event: tr.BlindMissed) -> None:
    seat = table.owners[event.seat] if event.owner else table.seats[event.seat]
    seat.missed_small = event.small
    seat.missed_big = event.big


def _seat_change_asked(table: Table, event: sr.SeatChangeAsked) -> None:
    table.seats[event.seat].would_move_to = event.to


def _attendant_called(table: Table, event: sr.AttendantCalled) -> None:
    table.calls = (*table.calls, event.seat)


def _call_ended(table: Table, event: sr.CallEnded) -> None:
    table.calls = tuple(seat for seat in table.calls if seat != event.seat)


def _seat_moved(table: Table, event: sr.SeatMoved) -> None:
    seat = table.seats.pop(event.seat)
    table.seats[event.to] = moved_seat(seat, event)
    if seat.plays_over:
        table.owners[event.seat].screen_lost = seat.screen_lost


def _seat_locked(table: Table, event: sr.SeatLocked) -> None:
    table.seats[event.seat].locked = True


def _seat_unlocked(table: Table, event: sr.SeatUnlocked) -> None:
    table.seats[event.seat].locked = False


def _break_began(table: Table, event: sr.BreakBegan) -> None:
    seat = table.seats[event.seat]
    seat.breaks = seat.breaks + 1 if seat.break_day == event.day else 1
    seat.break_until, seat.break_day = event.until, event.day


def _vacate_asked(table: Table, event: sr.VacateAsked) -> None:
    seat = table.owners[event.seat] if event.owner else table.seats[event.seat]
    seat.vacated = True


def _screen_lost(table: Table, event: sr.ScreenLost) -> None:
    table.seats[event.seat].screen_lost = True


def _screen_back(table: Table, event: sr.ScreenBack) -> None:
    table.seats[event.seat].screen_lost = False
    table.failures.pop(event.seat, None)


def _list_joined(table: Table, event: sr.ListJoined) -> None:
    place = place_of(table.waiting, moved=event.moved) - 1
    waiter = Waiter(name=event.name, games=event.games, moved=event.moved)
    table.waiting = (*table.waiting[:place], waiter, *table.waiting[place:])


def _list_left(table: Table, event: sr.ListLeft) -> None:
    table.waiting = tuple(waiter for waiter in table.waiting if waiter.name != event.name)


def _seat_held(table: Table, event: sr.SeatHeld) -> None:
    table.waiting = tuple(
        msgspec.structs.replace(waiter, seat=event.seat, until=event.until) if waiter.name == event.name else waiter
        for waiter in table.waiting
    )


def _closing_announced(table: Table, event: sr.ClosingAnnounced) -> None:
    table.last_round = event.last


def _table_closed(table: Table, _event: sr.TableClosed) -> None:
    table.closed = True


def _table_opened(table: Table, _event: sr.TableOpened) -> None:
    table.closed = False
    table.last_round = None


APPLY_SEATS: Final[Mapping[type[Event], Callable[[Table, Any], None]]] = {
    tr.ChipsReserved: _chips_reserved,
    tr.BoughtIn: _bought_in,
    tr.SatOut: _sat_out,
    tr.SatIn: _sat_in,
    tr.LeaveAsked: _leave_asked,
    tr.SeatLeft: _seat_left,
    tr.BlindMissed: _blind_missed,
    sr.EntryChosen: _entry_chosen,
    sr.EntryTakenBack: _entry_taken_back,
    sr.SeatChangeAsked: _seat_change_asked,
    sr.AttendantCalled: _attendant_called,
    sr.CallEnded: _call_ended,
    sr.SeatMoved: _seat_moved,
    sr.PlayingOverAllowed: _playing_over_allowed,
    sr.SeatPlayedOver: _seat_played_over,
    sr.SeatAskedBack: _seat_asked_back,
    sr.SeatTakenBack: _seat_taken_back,
    sr.SeatLocked: _seat_locked,
    sr.SeatUnlocked: _seat_unlocked,
    sr.BreakBegan: _break_began,
    sr.VacateAsked: _vacate_asked,
    sr.ScreenLost: _screen_lost,
    sr.ScreenBack: _screen_back,
    sr.ListJoined: _list_joined,
    sr.ListLeft: _list_left,
    sr.SeatHeld: _seat_held,
    sr.ClosingAnnounced: _closing_announced,
    sr.TableClosed: _table_closed,
    sr.TableOpened: _table_opened,
}
