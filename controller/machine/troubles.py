"""Where faults and table meet: what befalls the machine itself, and what stands still because of it (R-TLT-2, R-DOR-2).

What is stopped follows from the rows of `controller.faults.table` alone; here it is carried out.
"""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.fault_rows import FaultRow, Situation, Stop, brightest
from cashier.records import Command, Want
from cashier.refusal import Code, Refusal
from controller import faults, table
from controller.faults import Faults
from controller.machine.state import Machine
from controller.vocab import entropy_records as er
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import player_card_records as pc
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.vocab.profile import Profile
from controller.vocab.records import AnyCommand, AnyEvent, FaultCommand, FaultEvent

GATES: Final[Mapping[type[Command], Stop]] = {
    cash.CashOut: "tickets-out",
    cash.CollectClaim: "claims",
    pc.CollectByCard: "claims",
    card.BuyByCard: "cards",
    card.CardSending: "cards",
    cash.TicketSending: "tickets-out",
    payout.CoinsSending: "coins-out",
    notes.NotesSending: "notes-out",
    redeem.RedeemTicket: "tickets-in",
    redeem.TicketScanned: "scans",
    tr.BuyIn: "hand",
}
"""What has to go on for these commands to be taken."""

TOUCHES: Final[frozenset[type[Command]]] = frozenset(
    {
        hr.Act,
        tr.SitOut,
        tr.SitIn,
        tr.LeaveSeat,
        tr.Answer,
        tr.ProposeBombPot,
        tr.ProposeHour,
        sr.ChooseEntry,
        sr.AskSeatChange,
        sr.TakeBreak,
        er.CutDeck,
    }
)
"""What a player touches at his seat: nothing while its housing, or a door of the whole table, stands open."""


def situations(machine: Machine) -> tuple[Situation, ...]:
    """What the table is doing, as the rows of faults distinguish it."""
    doing: list[Situation] = []
    if machine.table.hand is not None:
        doing.append("in-hand")
    if machine.kiosk.pays:
        doing.append("paying-out")
    return tuple(doing) or ("idle",)


def stopped(machine: Machine) -> frozenset[Stop]:
    """What stands still because of doors."""
    return machine.faults.stops(situations(machine))


def door_refusal(machine: Machine, command: AnyCommand) -> Refusal | None:
    """Why a command waits until a door is closed, or None. What an attendant pays by hand waits for no door."""
    if not any(machine.faults.watched):
        return None
    stops, kind = stopped(machine), type(command)
    shut = GATES.get(kind) in stops and not (isinstance(command, cash.CashOut) and command.way == "hand")
    if kind in TOUCHES:
        shut = "hand" in stops or getattr(command, "seat", 0) in machine.faults.shut_seats
    if isinstance(command, tr.Resume):
        shut = "hand" in stops
    return Refusal(Code.DOOR_OPEN, {"door": machine.faults.first_open}) if shut else None


def reachable(machine: Machine, wants: Iterable[Want]) -> list[Want]:
    """The wants that open doors let through: a pay-out not begun waits, and a motor that runs is halted."""
    stops = stopped(machine)
    return [wanted for want in wants if (wanted := _let_through(want, stops)) is not None]


def _let_through(want: Want, stops: frozenset[Stop]) -> Want | None:
    if isinstance(want, redeem.AskAuthority):
        return None if "tickets-in" in stops else want
    if "pay-out" not in stops or not isinstance(want, cash.PrintTicket | payout.DispenseCoins | notes.DispenseNotes):
        return want
    if want.state == "reserved":
        return None
    return want if isinstance(want, cash.PrintTicket) else msgspec.structs.replace(want, halt=True)


def signals(machine: Machine, profile: Profile, of_the_kiosk: Iterable[FaultRow]) -> list[Want]:
    """What the tower light and the siren are to show, where the table has them (R-TLT-3, R-DOR-2)."""
    if profile.doors is None:
        return []
    known = machine.faults
    lamp = brightest(row.lamp for row in (*known.rows, *of_the_kiosk))
    return [fr.ShowSignal(profile.doors.device, lamp, any(door.alarm for door in known.doors), known.alarms)]


def kept_paused(machine: Machine, command: tr.Pause) -> list[AnyEvent]:
    """Somebody pauses a table that doors hold: it stays paused when they are closed."""
    paused = tr.TablePaused(by=command.by, cause=command.cause)
    table.evolve(machine.table, paused)
    return [paused]


def befalls(machine: Machine, command: FaultCommand, now: Now) -> list[AnyEvent] | Refusal:
    """What befalls the machine itself; a player whose screen is lost may have more time."""
    if not _is_fitted(machine, command):
        return Refusal(Code.NO_SUCH_DEVICE)
    decided = faults.decide(machine.faults, command, now)
    if isinstance(decided, Refusal):
        return decided
    events: list[AnyEvent] = list(decided)
    if isinstance(command, fr.ReportDisplay) and command.seat in machine.table.seats:
        at_seat = sr.ReportScreen(seat=command.seat, connected=command.connected)
        played = table.play(machine.table, at_seat, now, machine.kiosk.balance)
        events += [] if isinstance(played, Refusal) else played
    return events + _follows(machine, command, _after(machine.faults, decided), now)


def _is_fitted(machine: Machine, command: FaultCommand) -> bool:
    """Whether the profile has the board that a command speaks of, with these doors at it."""
    profile = machine.table.profile
    board = profile.doors if profile is not None else None
    match command:
        case fr.ReportDoors():
            named = tuple(reading.door for reading in command.doors)
            return board is not None and (board.device, board.doors) == (command.device, named)
        case fr.ReportFault(fault="doors-unseen" | "doors-forgotten"):
            return board is not None and board.device == command.place
    return True


def _after(before: Faults, events: Iterable[FaultEvent]) -> Faults:
    after = before
    for event in events:
        after = faults.evolve(after, event)
    return after


def _follows(machine: Machine, command: FaultCommand, after: Faults, now: Now) -> list[AnyEvent]:
    """A fault that locks pauses the table, and a door of the table does so until it is closed (R-MEM-8, R-DOR-3)."""
    is_paused = machine.table.paused
    if _locks(command, machine.faults, after):
        return [] if is_paused and not after.holds else _pause(machine, "breach")
    shut = "hand" in after.stops(situations(machine))
    if shut:
        return [] if is_paused else _pause(machine, "door")
    if not after.holds or after.lock is not None:
        return []
    resumed = table.play(machine.table, tr.Resume(by=""), now, machine.kiosk.balance)
    return [] if isinstance(resumed, Refusal) else list(resumed)


def _locks(command: FaultCommand, before: Faults, after: Faults) -> bool:
    """Whether the table must not play on after this command until somebody has looked into it."""
    if isinstance(command, fr.StartUp):
        return after.lock is not None
    raised = set(after.open) - set(before.open)
    return any(faults.FAULTS[known.fault].locks == "at-once" for known in raised)


def _pause(machine: Machine, cause: tr.PauseCause) -> list[AnyEvent]:
    paused = tr.TablePaused(by="", cause=cause)
    table.evolve(machine.table, paused)
    return [paused]
