"""Between the hands: seats, button, blinds, buy-in, straddles, waiting list, decision clock.

`play` checks a command and carries it out on the table it is given; `evolve` alone changes state.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from cashier.money import Money
from cashier.records import Command
from cashier.refusal import Code, Refusal
from controller import jackpots
from controller.table import (
    calls,
    clocks,
    closing,
    dealing,
    entry,
    fees,
    mixing,
    moves,
    playing_over,
    questions,
    seating,
    voiding,
    waiting,
)
from controller.table.buying import brings
from controller.table.dealing import emit
from controller.table.evolve import evolve
from controller.table.lineup import ready
from controller.table.mixing import MOST_FAILURES
from controller.table.profile_check import check_change, check_profile
from controller.table.state import Clock, Positions, SeatState, Table
from controller.table.ticking import ask_on, due, tick, wants
from controller.table.turns import games_of
from controller.vocab import entropy_records as er
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import gaming_day
from controller.vocab.ids import Now
from controller.vocab.records import AnyEvent

__all__ = [
    "MOST_FAILURES",
    "Clock",
    "Positions",
    "SeatState",
    "Table",
    "brings",
    "check_profile",
    "due",
    "evolve",
    "play",
    "plays_over",
    "ready",
    "wants",
]

Decided = list[AnyEvent] | Refusal


def play(table: Table, command: Command, now: Now, balance: Money) -> Decided:
    """Carry out a table command in place and return its events; a refusal leaves the table as it was.

    `balance` is the kiosk's balance: a purchase reports what it leaves of it.
    """
    played = DECISIONS.get(type(command))
    if played is None:
        raise TypeError(f"{type(command).__name__} is no command of the table")
    events = played(table, command, now, balance)
    if isinstance(events, Refusal):
        return events
    events += emit(table, playing_over.taken_back(table, now))
    return events + emit(table, waiting.call_next(table, now)) + _jackpots_follow(table, now)


def plays_over(table: Table, purchase: tr.BuyIn, now: Now) -> bool:
    """Whether a purchase is that of somebody who may play over the absent player of its seat (poker.md §5.10)."""
    return playing_over.may_play_over(table.seats.get(purchase.seat), purchase.name.strip(), now)


def _jackpots_follow(table: Table, now: Now) -> list[AnyEvent]:
    """What is due to the jackpots by now, one thing after the other. Applies what it returns."""
    events: list[AnyEvent] = []
    profile = table.profile
    if profile is None:
        return events
    day = gaming_day(profile.gaming_day, now.wall)
    while due_now := jackpots.follow_up(table.jackpots, profile.jackpots, day):
        events += emit(table, [*due_now])
    return events


def _adopt(table: Table, command: tr.AdoptProfile, _now: Now, _balance: Money) -> Decided:
    """The table changes its profile; whoever waits to come in is told what that costs now.

    The terms of a jackpot that people play for go on until it is won (R-JPT-3).
    """
    asked, waits = command.profile, list[jr.JackpotTermsWait]()
    if check_profile(asked) is None and any(jackpots.carrier_of(game.id) for game in games_of(asked)):
        waits = jackpots.held_back(table.jackpots, asked.jackpots)
        asked = msgspec.structs.replace(asked, jackpots=jackpots.terms_in_force(table.jackpots, asked.jackpots))
    refusal = check_change(table, asked)
    if refusal is not None:
        return refusal
    adopted = emit(table, [tr.ProfileAdopted(profile=asked), *waits])
    waiting_seats = [seat for _, seat in sorted(table.seats.items()) if seat.waits and not seat.sitting_out]
    return adopted + emit(table, [offer for seat in waiting_seats for offer in entry.offer_entry(table, seat)])


def _pause(table: Table, command: tr.Pause) -> Decided:
    return Refusal(Code.ALREADY_SO) if table.paused else [tr.TablePaused(by=command.by, cause=command.cause)]


def _resume(table: Table, command: tr.Resume, now: Now) -> Decided:
    if not table.paused:
        return Refusal(Code.ALREADY_SO)
    if table.jackpots.hit is not None:
        return Refusal(Code.JACKPOT_OPEN, {"hand": table.jackpots.hit.hand})
    return [tr.TableResumed(by=command.by), *clocks.resume_clock(table, now)]


def _open_recall(table: Table, command: tr.OpenRecall) -> Decided:
    """Hole cards of the running hand stay closed, for staff too."""
    if not command.by or (table.hand is not None and command.hand == table.last_hand):
        return Refusal(Code.NOT_ALLOWED)
    if not 1 <= command.hand <= table.last_hand:
        return Refusal(Code.NO_SUCH_HAND, {"hand": command.hand})
    return [tr.RecallOpened(by=command.by, hand=command.hand)]


def _grant(table: Table, command: jr.GrantBadBeat) -> Sequence[AnyEvent] | Refusal:
    profile = table.profile
    return Refusal(Code.NO_PROFILE) if profile is None else jackpots.grant(table.jackpots, profile.jackpots, command)


def _answer(table: Table, command: tr.Answer, now: Now, _balance: Money) -> Decided:
    """An answer may settle its question, and the next one follows at once."""
    answered = questions.answer(table, command)
    if isinstance(answered, Refusal) or table.profile is None:
        return answered
    return emit(table, answered) + ask_on(table, table.profile, now)


def _join_list(table: Table, command: sr.JoinList, now: Now) -> Decided:
    name = command.name.strip()
    if not waiting.is_name(name):
        return Refusal(Code.NAME_UNUSABLE, {"longest": waiting.NAME_LENGTH})
    return waiting.join(table, command, name, now)


_Whole = Callable[[Table, Any, Now, Money], Decided]


def _applied(decide: Callable[[Table, Any, Now, Money], Sequence[AnyEvent] | Refusal]) -> _Whole:
    """A decision that only tells what happens: its events are applied here."""

    def played(table: Table, command: Command, now: Now, balance: Money) -> Decided:
        events = decide(table, command, now, balance)
        return events if isinstance(events, Refusal) else emit(table, [*events])

    return played


def _told(decide: Callable[[Table, Any], Sequence[AnyEvent] | Refusal]) -> _Whole:
    """One for which neither the instant nor the balance matters."""
    return _applied(lambda table, command, _now, _balance: decide(table, command))


def _timed(decide: Callable[[Table, Any, Now], Sequence[AnyEvent] | Refusal]) -> _Whole:
    """One for which the instant matters."""
    return _applied(lambda table, command, now, _balance: decide(table, command, now))


def _of_jackpots(decide: Callable[[jackpots.Jackpots, Any], Sequence[AnyEvent] | Refusal]) -> _Whole:
    """A word of staff about the jackpots alone."""
    return _told(lambda table, command: decide(table.jackpots, command))


DECISIONS: Final[Mapping[type[Command], _Whole]] = {
    hr.Act: dealing.act,
    hr.VoidHand: voiding.void_hand,
    tr.Tick: lambda table, _command, now, balance: tick(table, now, balance),
    tr.OpenShuffle: lambda table, command, now, _balance: dealing.open_shuffle(table, command, now),
    tr.Deal: dealing.deal,
    er.BindEntropy: _told(mixing.bind),
    er.CutDeck: _timed(mixing.cut),
    er.RevealEntropy: _told(mixing.reveal),
    tr.Answer: _answer,
    tr.BuyIn: _applied(seating.buy_in),
    tr.SitOut: _timed(seating.sit_out),
    tr.SitIn: _told(seating.sit_in),
    tr.LeaveSeat: _timed(seating.leave),
    tr.AdoptProfile: _adopt,
    tr.Pause: _told(_pause),
    tr.Resume: _timed(_resume),
    tr.OpenRecall: _told(_open_recall),
    tr.ProposeBombPot: _told(questions.propose_bomb_pot),
    tr.CallClock: _timed(lambda table, _command, now: clocks.call_clock(table, now)),
    sr.ChooseEntry: _told(entry.choose),
    sr.JoinList: _timed(_join_list),
    sr.LeaveList: _told(waiting.leave_list),
    sr.AskSeatChange: _told(moves.ask),
    sr.CallAttendant: _told(calls.call),
    sr.AnswerCall: _told(calls.answer),
    sr.MoveSeat: _told(moves.move),
    sr.AllowPlayingOver: _timed(playing_over.allow),
    sr.TakeSeatBack: _told(playing_over.ask_back),
    sr.LockSeat: _told(seating.lock),
    sr.UnlockSeat: _told(seating.unlock),
    sr.TakeBreak: _timed(seating.take_break),
    sr.Vacate: _timed(seating.vacate),
    sr.ReportScreen: _told(seating.report_screen),
    sr.CloseTable: _told(closing.close),
    sr.OpenTable: _told(closing.open_again),
    tr.ProposeHour: _told(fees.propose_hour),
    jr.ConfirmBadBeat: _of_jackpots(jackpots.confirm),
    jr.RefuseBadBeat: _of_jackpots(jackpots.refuse),
    jr.GrantBadBeat: _told(_grant),
    jr.PayMonthHand: _of_jackpots(jackpots.pay_month_hand),
}
"""What carries out each command; each applies the events it returns."""
