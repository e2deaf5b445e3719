"""The waiting list: whose turn it is when a seat is free, and how long it is kept for him (poker.md §9)."""

import unicodedata
from typing import Final

from cashier.refusal import Code, Refusal
from controller.table.state import Table, Waiter
from controller.table.turns import games_of, is_known
from controller.vocab import seat_records as sr
from controller.vocab.ids import Now, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent

NAME_LENGTH: Final = 16


def is_name(name: str) -> bool:
    """Whether the screens can show this name, already stripped."""
    return 0 < len(name) <= NAME_LENGTH and not any(unicodedata.category(letter).startswith("C") for letter in name)


def join(table: Table, command: sr.JoinList, name: str, now: Now) -> list[AnyEvent] | Refusal:
    """Put a name at the end of the list; players of a closed table stand before all others, in their order.

    A seat that staff name is kept for him at once, also if he stands on the list already.
    """
    is_listed = any(waiter.name == name for waiter in table.waiting)
    if is_listed and not command.seat:
        return Refusal(Code.ALREADY_SO)
    if _has_own_seat(table, name):
        return Refusal(Code.ONE_SEAT_ONLY, {"name": name})
    place = place_of(table.waiting, moved=command.moved)
    if not all(is_known(game) for game in command.games):
        return Refusal(Code.NOT_ALLOWED)
    refusal = _keep_refusal(table, command.seat, name) if command.seat else None
    if refusal is not None:
        return refusal
    joined = sr.ListJoined(name=name, games=command.games, place=place, moved=command.moved)
    events: list[AnyEvent] = [] if is_listed else [joined]
    return events + (_kept(table, command.seat, name, now) if command.seat else [])


def _keep_refusal(table: Table, seat: Seat, name: str) -> Refusal | None:
    """Why a seat cannot be kept for this name, if so."""
    if table.profile is None or not 1 <= seat <= table.profile.seats:
        return Refusal(Code.NO_SUCH_SEAT, {"seat": seat})
    if table.closed:
        return Refusal(Code.TABLE_CLOSED)
    if seat in table.seats:
        return Refusal(Code.SEAT_TAKEN, {"seat": seat})
    if keeper_of(table, seat):
        return Refusal(Code.ALREADY_SO if keeper_of(table, seat) == name else Code.SEAT_HELD, {"seat": seat})
    return None


def _kept(table: Table, seat: Seat, name: str, now: Now) -> list[AnyEvent]:
    hold = table.profile.clocks.hold if table.profile is not None else 0
    return [sr.SeatHeld(seat=seat, name=name, until=now.table + hold)]


def _has_own_seat(table: Table, name: str) -> bool:
    """Whether a player has a seat; one who plays over somebody else may wait for his own."""
    own = [seat for seat in table.seats.values() if not seat.plays_over]
    return any(seat.name == name for seat in (*own, *table.owners.values()))


def place_of(waiting: tuple[Waiter, ...], *, moved: bool) -> int:
    """The place, counted from 1, of whoever joins the list now."""
    return 1 + (sum(waiter.moved for waiter in waiting) if moved else len(waiting))


def leave_list(table: Table, command: sr.LeaveList) -> list[AnyEvent] | Refusal:
    """Take a name off the list; a seat that was kept for it goes to the next."""
    return list_left(table, command.name.strip(), "asked") or Refusal(Code.NOT_ON_LIST)


def list_left(table: Table, name: str, cause: sr.ListCause) -> list[AnyEvent]:
    """The event that takes a name off the list, if it is on it."""
    return [sr.ListLeft(name=name, cause=cause)] if any(waiter.name == name for waiter in table.waiting) else []


def keeper_of(table: Table, seat: Seat) -> str:
    """The name for which an empty seat is kept; empty if for nobody."""
    return next((waiter.name for waiter in table.waiting if waiter.seat == seat), "")


def call_next(table: Table, now: Now) -> list[AnyEvent]:
    """Keep every free seat for the first on the list who would play here and has not been called."""
    profile = table.profile
    if profile is None or table.closed or not table.waiting:
        return []
    free = [seat for seat in range(1, profile.seats + 1) if seat not in table.seats and not keeper_of(table, seat)]
    wanted = [waiter.name for waiter in table.waiting if not waiter.seat and _would_play(waiter, profile)]
    until = now.table + profile.clocks.hold
    return [sr.SeatHeld(seat=seat, name=name, until=until) for seat, name in zip(free, wanted, strict=False)]


def first_to_lapse(table: Table) -> Waiter | None:
    """The name whose time to take its seat ends first."""
    called = [waiter for waiter in table.waiting if waiter.seat]
    return min(called, key=lambda waiter: waiter.until, default=None)


def _would_play(waiter: Waiter, profile: Profile) -> bool:
    return not waiter.games or any(
        game in (profile.game, *(row.id for row in games_of(profile))) for game in waiter.games
    )
