"""Changing seats at one table: by staff's consent, and not away from the blinds for nothing (poker.md §5.9)."""

import msgspec

from cashier.refusal import Code, Refusal
from controller.table.entry import offer_entry
from controller.table.state import SeatState, Table
from controller.table.turns import has_blinds
from controller.table.waiting import keeper_of, list_left
from controller.vocab import seat_records as sr
from controller.vocab.ids import MAX_SEATS, Seat
from controller.vocab.records import AnyEvent


def ask(table: Table, command: sr.AskSeatChange) -> list[AnyEvent] | Refusal:
    """Note that a player would rather sit elsewhere."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    refusal = _target_refusal(table, command.to, seat.name)
    if refusal is not None:
        return refusal
    if seat.would_move_to == command.to:
        return Refusal(Code.ALREADY_SO)
    return [sr.SeatChangeAsked(seat=command.seat, to=command.to)]


def move(table: Table, command: sr.MoveSeat) -> list[AnyEvent] | Refusal:
    """Move a player between two hands; whoever gains by it posts a big blind or waits for it.

    Who plays over an absent player has a seat of his own from now on.
    """
    seat = table.seats.get(command.seat)
    if seat is None or seat.leave_code:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if table.hand is not None:
        return Refusal(Code.HAND_RUNNING)
    refusal = _target_refusal(table, command.to, seat.name)
    if refusal is not None:
        return refusal
    charged = is_charged(table, command.seat, command.to)
    moved = sr.SeatMoved(seat=command.seat, to=command.to, stack=seat.stack, charged=charged)
    there = moved_seat(seat, moved)
    offered = offer_entry(table, there) if there.waits else []
    return [moved, *offered, *list_left(table, seat.name, "seated")]


def is_charged(table: Table, seat: Seat, to: Seat) -> bool:
    """Whether the big blind comes to seat `to` later than to `seat`, or would not have to be followed by the small one.

    Who posted the big blind last owes the small blind next: wherever he goes, he goes away from it.
    """
    profile, past = table.profile, table.past
    if profile is None or past is None or past.big_blind is None or not has_blinds(profile):
        return False
    led = past.big_blind
    return seat == led or (to - led - 1) % MAX_SEATS > (seat - led - 1) % MAX_SEATS


def moved_seat(seat: SeatState, event: sr.SeatMoved) -> SeatState:
    """The seat as it is at its new place. A lock stays behind, and what was missed under it is owed there.

    Who pays a big blind for his move pays no small one besides.
    """
    owes = seat.locked and (seat.missed_small or seat.missed_big)
    return msgspec.structs.replace(
        seat,
        seat=event.to,
        waits=seat.waits or event.charged or owes,
        wish=seat.wish if seat.waits else "wait",
        new=seat.new or event.charged,
        missed_small=seat.missed_small and (seat.missed_big or not event.charged),
        locked=False,
        screen_lost=False,
        would_move_to=0,
        vacated=False,
        consent=None,
        plays_over=False,
        asked_back=False,
    )


def _target_refusal(table: Table, to: Seat, name: str) -> Refusal | None:
    profile = table.profile
    if profile is None or not 1 <= to <= profile.seats:
        return Refusal(Code.NO_SUCH_SEAT, {"seat": to})
    if to in table.seats:
        return Refusal(Code.SEAT_TAKEN, {"seat": to})
    if keeper_of(table, to) not in ("", name):
        return Refusal(Code.SEAT_HELD, {"seat": to})
    return None
