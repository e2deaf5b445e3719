"""Playing over: somebody without a seat has that of an absent player until he is back (poker.md §5.10).

Staff consent, the owner need not. His stack is set aside untouched, and he goes on missing blinds although whoever
plays over him pays them too. However the other player goes, the seat is the owner's again at once.
"""

from cashier.refusal import Code, Refusal
from controller.table.state import SeatState, Table
from controller.table.waiting import NAME_LENGTH, is_name
from controller.vocab import seat_records as sr
from controller.vocab.ids import Now
from controller.vocab.records import AnyEvent


def allow(table: Table, command: sr.AllowPlayingOver, now: Now) -> list[AnyEvent] | Refusal:
    """Keep an absent player's seat for somebody who has none, for as long as a free seat is kept (§9)."""
    profile, seat, name = table.profile, table.seats.get(command.seat), command.name.strip()
    if profile is None or seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if table.closed or table.last_round is not None:
        return Refusal(Code.TABLE_CLOSED)
    if not is_name(name):
        return Refusal(Code.NAME_UNUSABLE, {"longest": NAME_LENGTH})
    if has_seat(table, name):
        return Refusal(Code.ONE_SEAT_ONLY, {"name": name})
    if seat.plays_over:
        return Refusal(Code.ALREADY_SO)
    if not seat.standing.lends:
        return Refusal(Code.NOT_AWAY, {"seat": command.seat})
    until = now.table + profile.clocks.hold
    return [sr.PlayingOverAllowed(seat=command.seat, name=name, until=until, by=command.by)]


def may_play_over(seat: SeatState | None, name: str, now: Now) -> bool:
    """Whether `name` may buy in at this taken seat: staff have consented, and its player is still away."""
    if seat is None or seat.consent is None or not seat.standing.lends:
        return False
    return seat.consent.name == name and now.table <= seat.consent.until


def has_seat(table: Table, name: str) -> bool:
    """Whether a player sits at this table, or has a seat that is played over."""
    return any(seat.name == name for seat in (*table.seats.values(), *table.owners.values()))


def ask_back(table: Table, command: sr.TakeSeatBack) -> list[AnyEvent] | Refusal:
    """The owner is back: have his seat emptied for him."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if not seat.plays_over or seat.asked_back:
        return Refusal(Code.ALREADY_SO)
    return [sr.SeatAskedBack(seat=command.seat, by=command.by)]


def taken_back(table: Table, now: Now) -> list[AnyEvent]:
    """Return the owners who have their seats again, because nobody plays there any more."""
    return [
        sr.SeatTakenBack(seat=number, owner=owner.name, stack=owner.stack, at=now.table)
        for number, owner in sorted(table.owners.items())
        if number not in table.seats
    ]
