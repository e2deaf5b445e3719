"""Sitting down, adding chips, sitting out, leaving (poker.md §5.7-5.8, §7)."""

import unicodedata

from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller.table.state import SeatState, Table
from controller.vocab import table_records as tr
from controller.vocab.ids import Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent

NAME_LENGTH = 16


def buy_in(table: Table, command: tr.BuyIn, balance: Money) -> list[AnyEvent] | Refusal:
    """Return the events of a purchase or top-up that the kiosk can pay; `balance` is the kiosk's before it."""
    profile = table.profile
    if profile is None:
        return Refusal(Code.NO_PROFILE)
    seat = table.seats.get(command.seat)
    refusal = _seat_refusal(table, profile, command, seat) or _amount_refusal(profile, command, seat)
    if refusal is not None:
        return refusal
    left = Money(balance - command.amount)
    if seat is not None and in_hand(table, command.seat):
        return [
            tr.ChipsReserved(
                request=command.request, seat=command.seat, name=seat.name, amount=command.amount, balance=left
            )
        ]
    bought = tr.BoughtIn(
        request=command.request,
        seat=command.seat,
        name=seat.name if seat else command.name.strip(),
        amount=command.amount,
        stack=(seat.stack if seat else 0) + command.amount,
        balance=left,
    )
    if seat is None:
        return [bought, tr.SatIn(seat=command.seat, waits=table.past is not None)]
    if seat.stack == 0 and seat.sitting_out:
        return [bought, tr.SatIn(seat=command.seat, waits=_must_wait(seat))]
    return [bought]


def _seat_refusal(table: Table, profile: Profile, command: tr.BuyIn, seat: SeatState | None) -> Refusal | None:
    """Return why this name cannot buy chips for this seat, if so (one player, one seat: §1.2)."""
    name = command.name.strip()
    if not 1 <= command.seat <= profile.seats:
        return Refusal(Code.NO_SUCH_SEAT, {"seat": command.seat})
    if not 0 < len(name) <= NAME_LENGTH or any(unicodedata.category(letter).startswith("C") for letter in name):
        return Refusal(Code.NAME_UNUSABLE, {"longest": NAME_LENGTH})
    if seat is not None and (seat.name != name or seat.leave_code):
        return Refusal(Code.SEAT_TAKEN, {"seat": command.seat})
    if any(other.name == name and other.seat != command.seat for other in table.seats.values()):
        return Refusal(Code.ONE_SEAT_ONLY, {"name": name})
    return None


def _amount_refusal(profile: Profile, command: tr.BuyIn, seat: SeatState | None) -> Refusal | None:
    """Return why the amount is outside the table's limits, if so (§7.2)."""
    amount = command.amount
    held = seat.stack + seat.reserved if seat else 0
    least = profile.stakes.unit if held else profile.buy_in.least
    if amount <= 0 or amount % profile.stakes.unit:
        return Refusal(Code.NOT_IN_CHIP_UNITS, {"unit": profile.stakes.unit})
    if amount < least:
        return Refusal(Code.BUY_IN_TOO_SMALL, {"least": least})
    if held + amount > profile.buy_in.most:
        return Refusal(Code.BUY_IN_TOO_LARGE, {"most": max(profile.buy_in.most - held, 0)})
    return None


def sit_out(table: Table, command: tr.SitOut) -> list[AnyEvent] | Refusal:
    """Deal the seat out from the next hand on."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if seat.sitting_out:
        return Refusal(Code.ALREADY_SO)
    return [tr.SatOut(seat=command.seat, cause="asked")]


def sit_in(table: Table, command: tr.SitIn) -> list[AnyEvent] | Refusal:
    """Deal the seat in again, waiting for its big blind if it owes one (§5.8a)."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if not seat.sitting_out or seat.leave_code:
        return Refusal(Code.ALREADY_SO)
    if seat.stack + seat.reserved == 0:
        return Refusal(Code.BUY_IN_TOO_SMALL, {"least": table.profile.buy_in.least if table.profile else 0})
    return [tr.SatIn(seat=command.seat, waits=_must_wait(seat))]


def leave(table: Table, command: tr.LeaveSeat) -> list[AnyEvent] | Refusal:
    """Leave at once, or after the hand that the seat is in (§7.4)."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if seat.leave_code:
        return Refusal(Code.ALREADY_SO)
    asked = tr.LeaveAsked(seat=command.seat, code=command.code)
    if in_hand(table, command.seat):
        return [asked]
    return [asked, tr.SeatLeft(seat=command.seat, amount=seat.stack)]


def after_hand(table: Table, balance: Money) -> list[AnyEvent]:
    """Return what follows a hand's end: waiting chips reach their stacks, bust seats sit out, leavers leave."""
    events: list[AnyEvent] = []
    for seat in sorted(table.seats.values(), key=lambda seat: seat.seat):
        stack = seat.stack
        if seat.reserved:
            stack += seat.reserved
            events.append(
                tr.BoughtIn(
                    request=seat.reserved_by,
                    seat=seat.seat,
                    name=seat.name,
                    amount=seat.reserved,
                    stack=stack,
                    balance=balance,
                    reserved=True,
                )
            )
        if seat.leave_code:
            events.append(tr.SeatLeft(seat=seat.seat, amount=stack))
        elif stack == 0 and not seat.sitting_out:
            events.append(tr.SatOut(seat=seat.seat, cause="bust"))
    return events


def in_hand(table: Table, seat: Seat) -> bool:
    """True while the running hand holds chips of this seat (also after it folded: §7.1)."""
    return table.hand is not None and seat in table.hand.players


def _must_wait(seat: SeatState) -> bool:
    return seat.waits or seat.missed_small or seat.missed_big
