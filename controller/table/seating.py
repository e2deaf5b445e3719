"""Sitting down, adding chips, sitting out, coming back, leaving (poker.md §5.7-5.8, §7, §9)."""

from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller.table.buying import amount_refusal, purchase_of
from controller.table.entry import must_wait, offer_entry
from controller.table.mixing import is_unheeded
from controller.table.playing_over import may_play_over
from controller.table.state import SeatState, Table
from controller.table.turns import has_blinds, rules_of
from controller.table.waiting import NAME_LENGTH, is_name, keeper_of, list_left
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import gaming_day
from controller.vocab.ids import Now, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent


def buy_in(table: Table, command: tr.BuyIn, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Return the events of a purchase or top-up that the kiosk can pay; `balance` is the kiosk's before it."""
    profile = table.profile
    if profile is None:
        return Refusal(Code.NO_PROFILE)
    seat, owner, name = table.seats.get(command.seat), None, command.name.strip()
    if may_play_over(seat, name, now):
        seat, owner = None, seat
    refusal = _seat_refusal(table, profile, command.seat, name, seat)
    if refusal is not None:
        return refusal
    today, playing = gaming_day(profile.gaming_day, now.wall), in_hand(table, command.seat)
    if owner is not None and playing:
        return Refusal(Code.HAND_RUNNING)
    who = command.player if command.way == "card" else ""
    purchase = purchase_of(table, profile, name, seat, today, playing=playing, who=who)
    refusal = amount_refusal(profile, command.amount, purchase)
    if refusal is not None:
        return refusal
    left = Money(balance - command.amount)
    if seat is not None and playing:
        reserved = tr.ChipsReserved(
            request=command.request, seat=command.seat, name=seat.name, amount=command.amount, balance=left
        )
        return [reserved]
    bought = tr.BoughtIn(
        request=command.request,
        seat=command.seat,
        name=seat.name if seat else name,
        amount=command.amount,
        stack=(seat.stack if seat else 0) + command.amount,
        balance=left,
        short_day=today if command.amount < purchase.short_of else -1,
        who=who if seat is None else "",
        at=now.table,
    )
    if owner is not None:
        over = sr.SeatPlayedOver(seat=owner.seat, owner=owner.name, stack=owner.stack)
        return [over, bought, *_sits_down(table, profile, command.seat, name, plays_over=True)]
    if seat is None:
        return [bought, *_sits_down(table, profile, command.seat, name)]
    comes_back = seat.stack == 0 and seat.sitting_out and not seat.locked
    return [bought, *_comes_in(table, seat)] if comes_back else [bought]


def _sits_down(table: Table, profile: Profile, seat: Seat, name: str, *, plays_over: bool = False) -> list[AnyEvent]:
    """A newcomer waits for his big blind or posts it, where the game has begun and has blinds (§5.7).

    Whoever plays over an absent player stays on the waiting list: he has no seat of his own.
    """
    waits = table.past is not None and has_blinds(profile) and rules_of(profile).new_player != "free"
    listed = [] if plays_over else list_left(table, name, "seated")
    if not waits:
        return [tr.SatIn(seat=seat, waits=False), *listed]
    newcomer = SeatState(seat=seat, name=name, waits=True, new=True, plays_over=plays_over)
    return [tr.SatIn(seat=seat, waits=True), *offer_entry(table, newcomer), *listed]


def _comes_in(table: Table, seat: SeatState) -> list[AnyEvent]:
    waits = must_wait(table, seat)
    sat_in = tr.SatIn(seat=seat.seat, waits=waits)
    return [sat_in, *offer_entry(table, seat)] if waits else [sat_in]


def _seat_refusal(table: Table, profile: Profile, number: Seat, name: str, seat: SeatState | None) -> Refusal | None:
    """Return why this name cannot buy chips for this seat, if so (one player, one seat: §1.2)."""
    if not 1 <= number <= profile.seats:
        return Refusal(Code.NO_SUCH_SEAT, {"seat": number})
    if not is_name(name):
        return Refusal(Code.NAME_UNUSABLE, {"longest": NAME_LENGTH})
    if seat is not None and (seat.name != name or seat.leave_code):
        return Refusal(Code.SEAT_TAKEN, {"seat": number})
    others = [other for other in table.seats.values() if other.seat != number]
    if any(other.name == name for other in (*others, *table.owners.values())):
        return Refusal(Code.ONE_SEAT_ONLY, {"name": name})
    if seat is None and table.closed:
        return Refusal(Code.TABLE_CLOSED)
    if seat is None and keeper_of(table, number) not in ("", name):
        return Refusal(Code.SEAT_HELD, {"seat": number})
    return None


def sit_out(table: Table, command: tr.SitOut, now: Now) -> list[AnyEvent] | Refusal:
    """Deal the seat out from the next hand on."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if seat.sitting_out:
        return Refusal(Code.ALREADY_SO)
    return [tr.SatOut(seat=command.seat, cause="asked", at=now.table)]


def sit_in(table: Table, command: tr.SitIn) -> list[AnyEvent] | Refusal:
    """Deal the seat in again, offering the ways in if it owes a blind (§5.8); in a hand it decides again at once."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if not seat.sitting_out or seat.leave_code:
        return Refusal(Code.ALREADY_SO)
    if seat.stack + seat.reserved == 0 and not in_hand(table, command.seat):
        return Refusal(Code.BUY_IN_TOO_SMALL, {"least": table.profile.buy_in.least if table.profile else 0})
    return _comes_in(table, seat)


def take_break(table: Table, command: sr.TakeBreak, now: Now) -> list[AnyEvent] | Refusal:
    """Sit out for the longer break that is every player's right so many times a gaming day (§9)."""
    profile, seat = table.profile, table.seats.get(command.seat)
    if profile is None or seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    today = gaming_day(profile.gaming_day, now.wall)
    had = seat.breaks if seat.break_day == today else 0
    if had >= rules_of(profile).breaks:
        return Refusal(Code.NOT_ALLOWED)
    sat_out = [] if seat.sitting_out else [tr.SatOut(seat=command.seat, cause="break", at=now.table)]
    return [*sat_out, sr.BreakBegan(seat=command.seat, until=now.table + profile.clocks.pause, day=today)]


def leave(table: Table, command: tr.LeaveSeat | sr.Vacate, now: Now) -> list[AnyEvent] | Refusal:
    """Leave at once, or after the hand that the seat is in (§7.4)."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if seat.leave_code:
        return Refusal(Code.ALREADY_SO)
    asked: list[AnyEvent] = [tr.LeaveAsked(seat=command.seat, code=command.code)]
    if in_hand(table, command.seat):
        return asked
    return [*asked, _left(table, seat, seat.stack, now)]


def vacate(table: Table, command: sr.Vacate, now: Now) -> list[AnyEvent] | Refusal:
    """Empty a seat for its player; without a name behind it only where the table itself wants it."""
    seat = table.seats.get(command.seat)
    if seat is not None and not command.by and not (seat.vacated or seat.asked_back or table.closed):
        return Refusal(Code.NOT_ALLOWED)
    events = leave(table, command, now)
    if isinstance(events, Refusal) or not command.by:
        return events
    return [sr.VacateAsked(seat=command.seat, by=command.by), *events]


def lock(table: Table, command: sr.LockSeat) -> list[AnyEvent] | Refusal:
    """Take a seat out of play from the next hand on; in the running one its clock decides (R-TLT-2)."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    return Refusal(Code.ALREADY_SO) if seat.locked else [sr.SeatLocked(seat=command.seat, by=command.by)]


def unlock(table: Table, command: sr.UnlockSeat) -> list[AnyEvent] | Refusal:
    """Let a locked seat play again; what passed it by meanwhile it owes like any other."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    if not seat.locked:
        return Refusal(Code.ALREADY_SO)
    unlocked = sr.SeatUnlocked(seat=command.seat, by=command.by)
    if seat.sitting_out or not seat.stack:
        return [unlocked]
    return [unlocked, *_comes_in(table, seat)]


def report_screen(table: Table, command: sr.ReportScreen) -> list[AnyEvent] | Refusal:
    """Note that a seat's screen is gone or back."""
    seat = table.seats.get(command.seat)
    if seat is None:
        return Refusal(Code.SEAT_EMPTY, {"seat": command.seat})
    tries_again = command.connected and is_unheeded(table, command.seat)
    if seat.screen_lost is not command.connected and not tries_again:
        return Refusal(Code.ALREADY_SO)
    return [sr.ScreenBack(seat=command.seat) if command.connected else sr.ScreenLost(seat=command.seat)]


def after_hand(table: Table, now: Now, balance: Money) -> list[AnyEvent]:
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
                    at=now.table,
                )
            )
        if seat.leave_code:
            events.append(_left(table, seat, stack, now))
        elif stack == 0 and not seat.sitting_out:
            events.append(tr.SatOut(seat=seat.seat, cause="bust", at=now.table))
    return events


def in_hand(table: Table, seat: Seat) -> bool:
    """True while the running hand holds chips of this seat (also after it folded: §7.1)."""
    return table.hand is not None and seat in table.hand.players


def _left(table: Table, seat: SeatState, stack: int, now: Now) -> tr.SeatLeft:
    day = gaming_day(table.profile.gaming_day, now.wall) if table.profile else -1
    return tr.SeatLeft(seat=seat.seat, amount=stack, day=day)
