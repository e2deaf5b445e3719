"""What happens by itself: clocks run out, questions close, seats lapse, the next hand falls due."""

from cashier.invariant import InvariantBreach
from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller.table import clocks, fees, mixing
from controller.table.dealing import emit, follow, play_for
from controller.table.lineup import ready
from controller.table.questions import closing, next_question, verdict_of
from controller.table.seating import in_hand
from controller.table.state import SeatState, Table
from controller.table.turns import next_turn
from controller.table.waiting import first_to_lapse
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Now, Seat
from controller.vocab.profile import Profile
from controller.vocab.records import AnyEvent


def due(table: Table) -> int | None:
    """Return the table time (ms) at which a `Tick` will change something, or None."""
    if table.paused or table.profile is None:
        return None
    instants = [
        _clock_due(table),
        _question_due(table),
        mixing.due(table),
        _hand_due(table),
        _hold_due(table),
        _absence_due(table, table.profile),
        fees.warning_due(table, table.profile),
    ]
    return min((instant for instant in instants if instant is not None), default=None)


def tick(table: Table, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Let time pass: the first thing that is due happens. Applies what it returns."""
    profile = table.profile
    if table.paused:
        return Refusal(Code.PAUSED)
    if profile is None:
        return Refusal(Code.NOT_DUE)
    if _is_over(_clock_due(table), now):
        return _clock_ran_out(table, profile, now, balance)
    if _is_over(_question_due(table), now):
        return _question_over(table, profile, now)
    if _is_over(mixing.due(table), now):
        return emit(table, mixing.time_over(table, profile, now))
    if _is_over(_hold_due(table), now):
        return _hold_lapsed(table)
    if _is_over(_absence_due(table, profile), now):
        return _absence_ends(table, profile)
    if _is_over(fees.warning_due(table, profile), now):
        return emit(table, fees.warn(table, profile))
    if _is_over(_hand_due(table), now):
        return _hand_falls_due(table, profile, now)
    return Refusal(Code.NOT_DUE)


def wants(table: Table) -> list[tr.WantSeed | tr.WantDeal | tr.WantVacated]:
    """Return what the table needs from its host to go on: seats emptied, entropy, then the deal."""
    if table.paused:
        return []
    emptied = [tr.WantVacated(seat=seat.seat) for seat in table.seats.values() if _is_to_go(table, seat)]
    if emptied or table.due_hand is None or table.asked is not None or not ready(table):
        return list(emptied)
    if table.shuffle is None:
        return [tr.WantSeed(hand=table.due_hand)]
    return [tr.WantDeal(hand=table.due_hand)] if table.shuffle.stage == "ready" else []


def ask_on(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    """Put the questions before the due hand one by one, while enough are there to play it. Applies what it returns."""
    events: list[AnyEvent] = []
    while table.due_hand is not None and table.asked is None and ready(table):
        events += emit(table, fees.hour_charges(table, profile, now))
        asked = next_question(table, profile, table.due_hand, now)
        if not asked:
            break
        events += emit(table, asked)
    return events


def _is_over(instant: int | None, now: Now) -> bool:
    return instant is not None and instant <= now.table


def _is_to_go(table: Table, seat: SeatState) -> bool:
    return (table.closed or seat.vacated or seat.asked_back) and not seat.leave_code and not in_hand(table, seat.seat)


def _clock_due(table: Table) -> int | None:
    return clocks.runs_out_at(table.clock) if table.hand is not None and table.clock is not None else None


def _question_due(table: Table) -> int | None:
    return table.asked.deadline if table.asked is not None else None


def _hand_due(table: Table) -> int | None:
    if table.hand is not None or table.due_hand is not None or table.closed or not ready(table):
        return None
    return table.rest_until


def _hold_due(table: Table) -> int | None:
    waiter = first_to_lapse(table)
    return waiter.until if waiter is not None else None


def _away_until(seat: SeatState, profile: Profile) -> int | None:
    """When a seat has been away too long: its longer break does not count (poker.md §9)."""
    if not profile.clocks.away or seat.away_since is None or seat.vacated or seat.leave_code:
        return None
    return max(seat.away_since, seat.break_until) + profile.clocks.away


def _first_away(table: Table, profile: Profile) -> Seat | None:
    until = {
        seat.seat: instant
        for seat in table.seats.values()
        if (instant := _away_until(seat, profile)) is not None and not in_hand(table, seat.seat)
    }
    return min(until, key=lambda seat: (until[seat], seat), default=None)


def _absence_due(table: Table, profile: Profile) -> int | None:
    seat = _first_away(table, profile)
    return None if seat is None else _away_until(table.seats[seat], profile)


def _clock_ran_out(table: Table, profile: Profile, now: Now, balance: Money) -> list[AnyEvent]:
    opened = clocks.bank_opens(table, profile, now)
    if opened:
        return emit(table, opened)
    spent = emit(table, clocks.bank_spent(table, profile, now))
    return spent + follow(table, play_for(table, clocks.time_out_act(table, profile), "time-out"), now, balance)


def _question_over(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    asked, hand = table.asked, table.due_hand
    verdict = verdict_of(asked, over=True) if asked is not None else None
    if asked is None or hand is None or verdict is None:
        raise InvariantBreach("tick-has-cause", "a question before a hand could not be settled")
    return emit(table, [closing(hand, asked, verdict)]) + ask_on(table, profile, now)


def _hold_lapsed(table: Table) -> list[AnyEvent]:
    waiter = first_to_lapse(table)
    if waiter is None:
        raise InvariantBreach("tick-has-cause", "a seat was kept for nobody")
    return emit(table, [sr.ListLeft(name=waiter.name, cause="not-present")])


def _absence_ends(table: Table, profile: Profile) -> list[AnyEvent]:
    seat = _first_away(table, profile)
    if seat is None:
        raise InvariantBreach("tick-has-cause", "an absence ended and nobody was away")
    return emit(table, [sr.VacateAsked(seat=seat, by="")])


def _hand_falls_due(table: Table, profile: Profile, now: Now) -> list[AnyEvent]:
    charged = emit(table, fees.time_charges(table, profile, now))
    if not ready(table):
        return charged
    players = sum(seat.present for seat in table.seats.values())
    events: list[AnyEvent] = [*next_turn(table, profile, players), tr.HandDue(hand=HandId(table.last_hand + 1))]
    return charged + emit(table, events) + ask_on(table, profile, now)
