"""Between the hands: seats, button, blinds, buy-in, decision clock.

`play` checks a command and carries it out on the table it is given; `evolve` alone changes state.
"""

from cashier.money import Money
from cashier.records import Command
from cashier.refusal import Code, Refusal
from controller.table import dealing, seating
from controller.table.dealing import due, ready, wants
from controller.table.evolve import evolve
from controller.table.profile_check import check_change, check_profile
from controller.table.state import Clock, Positions, SeatState, Table
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.vocab.records import AnyEvent

__all__ = [
    "Clock",
    "Positions",
    "SeatState",
    "Table",
    "check_profile",
    "due",
    "evolve",
    "play",
    "ready",
    "wants",
]


def play(table: Table, command: Command, now: Now, balance: Money) -> list[AnyEvent] | Refusal:
    """Carry out a table command in place and return its events; a refusal leaves the table as it was.

    `balance` is the kiosk's balance: a purchase reports what it leaves of it.
    """
    match command:
        case hr.Act():
            return dealing.act(table, command, now, balance)
        case tr.Tick():
            return dealing.tick(table, now, balance)
        case tr.OpenShuffle():
            return dealing.open_shuffle(table, command)
        case tr.Deal():
            return dealing.deal(table, command, now, balance)
    return _apply(table, _decide(table, command, balance))


def _decide(table: Table, command: Command, balance: Money) -> list[AnyEvent] | Refusal:
    """Return the events of the commands that move no card, not yet applied."""
    match command:
        case tr.BuyIn():
            return seating.buy_in(table, command, balance)
        case tr.SitOut():
            return seating.sit_out(table, command)
        case tr.SitIn():
            return seating.sit_in(table, command)
        case tr.LeaveSeat():
            return seating.leave(table, command)
        case tr.AdoptProfile():
            return check_change(table, command.profile) or [tr.ProfileAdopted(profile=command.profile)]
        case tr.Pause():
            paused = tr.TablePaused(by=command.by, cause=command.cause)
            return Refusal(Code.ALREADY_SO) if table.paused else [paused]
        case tr.Resume():
            return [tr.TableResumed(by=command.by)] if table.paused else Refusal(Code.ALREADY_SO)
        case tr.OpenRecall():
            return _open_recall(table, command)
    raise TypeError(f"{type(command).__name__} is no command of the table")


def _open_recall(table: Table, command: tr.OpenRecall) -> list[AnyEvent] | Refusal:
    """Hole cards of the running hand stay closed, for staff too."""
    if not command.by or (table.hand is not None and command.hand == table.last_hand):
        return Refusal(Code.NOT_ALLOWED)
    if not 1 <= command.hand <= table.last_hand:
        return Refusal(Code.NO_SUCH_HAND, {"hand": command.hand})
    return [tr.RecallOpened(by=command.by, hand=command.hand)]


def _apply(table: Table, decided: list[AnyEvent] | Refusal) -> list[AnyEvent] | Refusal:
    if not isinstance(decided, Refusal):
        for event in decided:
            evolve(table, event)
    return decided
