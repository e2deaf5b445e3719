"""What the house and the jackpots take of the stacks between hands (poker.md §13, jackpots.md §1)."""

from cashier.money import split_evenly
from cashier.refusal import Code, Refusal
from controller.table.state import SeatState, Table
from controller.vocab import jackpot_records as jr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import MINUTE_MS
from controller.vocab.ids import Chips, Now, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent


def time_charges(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    """Who is about to be dealt in pays for his next period where the last is over; who cannot is dealt out."""
    events: list[AnyEvent] = []
    amount = profile.rake.time.amount
    for seat in _payers(table, profile):
        if seat.fee_until > now.table:
            continue
        if seat.stack < amount:
            events.append(tr.SatOut(seat=seat.seat, cause="fee", at=now.table))
            continue
        paid = tr.TimeCharged(
            seat=seat.seat, amount=amount, stack=seat.stack - amount, until=_next_due(seat, profile, now)
        )
        events.append(paid)
        if not paid.stack:
            events.append(tr.SatOut(seat=seat.seat, cause="bust", at=now.table))
    return events


def _payers(table: Table, profile: Profile) -> list[SeatState]:
    """The seats that pay by time; one that waits for its big blind does not yet."""
    if not profile.rake.time.amount:
        return []
    seats = sorted(table.seats.values(), key=lambda seat: seat.seat)
    return [seat for seat in seats if seat.present and seat.standing.id != "waiting-for-big-blind"]


def _next_due(seat: SeatState, profile: Profile, now: Now) -> int:
    """A period after the last one ended, or from now on for who has just come or was away for longer."""
    period = profile.rake.time.period
    begins = seat.fee_until if 0 <= now.table - seat.fee_until < period and seat.fee_until >= 0 else now.table
    return begins + period


def warning_due(table: Table, profile: Profile) -> int | None:
    """The table time (ms) at which the next player is to be warned of his charge, or None."""
    seat = _first_to_warn(table, profile)
    return None if seat is None else seat.fee_until - profile.rake.time.warning


def warn(table: Table, profile: Profile) -> list[AnyEvent]:
    """Tell the next player that his charge is near."""
    seat = _first_to_warn(table, profile)
    if seat is None:
        return []
    return [tr.TimeChargeNear(seat=seat.seat, amount=profile.rake.time.amount, due=seat.fee_until)]


def _first_to_warn(table: Table, profile: Profile) -> SeatState | None:
    if not profile.rake.time.warning:
        return None
    unwarned = [seat for seat in _payers(table, profile) if seat.fee_until >= 0 and not seat.fee_near]
    return min(unwarned, key=lambda seat: (seat.fee_until, seat.seat), default=None)


# -- the bad beat jackpot by time --------------------------------------------------------------------------------


def propose_hour(table: Table, command: tr.ProposeHour) -> list[AnyEvent] | Refusal:
    """Note that a player wants the table to pay by time; all are asked when the next hand falls due."""
    profile, seat = table.profile, table.seats.get(command.seat)
    if profile is None or not profile.jackpots.hourly.amount or seat is None or not seat.standing.in_game:
        return Refusal(Code.NOT_ALLOWED)
    if table.hour_wished or table.due_hand is not None:
        return Refusal(Code.ALREADY_SO)
    return [tr.HourProposed(seat=command.seat)]


def hour_payers(table: Table) -> tuple[Seat, ...]:
    """Whose consent it takes to pay by time, and who pays: everyone in the game."""
    return tuple(sorted(seat.seat for seat in table.seats.values() if seat.standing.in_game))


def hour_is_possible(table: Table, profile: Profile, now: Now) -> bool:
    """Whether the next charge may be asked for: the last is over, and everyone has more than his part of it."""
    seats = hour_payers(table)
    if not table.hour_wished or table.jackpots.hour_until > now.table or not seats:
        return False
    parts = _parts(profile, seats)
    return all(table.seats[seat].stack > part for seat, part in zip(seats, parts, strict=True))


def hour_charges(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    """Everyone pays his part as soon as all have agreed."""
    if not table.agreed.hour or table.jackpots.hour_until > now.table:
        return []
    seats = hour_payers(table)
    until = now.table + profile.jackpots.hourly.minutes * MINUTE_MS
    return [
        jr.HourPaid(pool="bad-beat", seat=seat, amount=part, stack=table.seats[seat].stack - part, until=until)
        for seat, part in zip(seats, _parts(profile, seats), strict=True)
    ]


def _parts(profile: Profile, seats: tuple[Seat, ...]) -> list[Chips]:
    """Equal parts in whole chips; those that do not divide are paid by the lowest seats."""
    unit = profile.stakes.unit
    each, odd = split_evenly(profile.jackpots.hourly.amount, len(seats), unit)
    return [each + unit * (place < odd) for place in range(len(seats))]
