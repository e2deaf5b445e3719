"""The one way in: a command becomes events, or a refusal.

`decide` works on a copy and hands it back with the events, so that nothing has happened until the host's journal
has committed them; `evolve` folds committed events after a restart.
"""

from typing import Final, cast, get_args

import msgspec

from cashier import kiosk as till
from cashier.accounts import Account, AccountKind
from cashier.claims import is_code
from cashier.ledger import Transfer, audit_meters
from cashier.money import Money
from cashier.refusal import Code, Refusal
from cashier.terms import CardTerms, Hopper, KioskTerms
from cashier.unions import CashCommand, CashEvent
from controller import access, accounting, faults, players, table
from controller.machine.audit import audit
from controller.machine.guests import collect, guest_news, kept_for, left_with_reader, tastes, with_player
from controller.machine.people import at_the_table, followed, listed, people_due, staked, way_refusal
from controller.machine.state import Machine
from controller.machine.troubles import befalls, door_refusal, kept_paused, reachable, signals, stopped
from controller.vocab import entropy_records as er
from controller.vocab import fault_records as fr
from controller.vocab import jackpot_records as jr
from controller.vocab import player_card_records as pc
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.gaming_day import MINUTE_MS
from controller.vocab.ids import MAX_SEATS, Chips, Now, Seat
from controller.vocab.pins import PinCost
from controller.vocab.profile import CardTerminal, Profile
from controller.vocab.records import (
    AnyCommand,
    AnyEvent,
    AnyWant,
    FaultCommand,
    FaultEvent,
    PlayerCommand,
    ScreenCommand,
    ScreenEvent,
    StaffCommand,
    StaffEvent,
)

CASH_COMMANDS: Final = frozenset(get_args(CashCommand))
CASH_EVENTS: Final = frozenset(get_args(CashEvent))
FAULT_COMMANDS: Final = frozenset(get_args(FaultCommand))
FAULT_EVENTS: Final = frozenset(get_args(FaultEvent))
PLAYER_COMMANDS: Final = frozenset(get_args(PlayerCommand))
STAFF_COMMANDS: Final = frozenset(get_args(StaffCommand))
STAFF_EVENTS: Final = frozenset(get_args(StaffEvent))
SCREEN_COMMANDS: Final = frozenset(get_args(ScreenCommand))
SCREEN_EVENTS: Final = frozenset(get_args(ScreenEvent)) | {fr.Started}


class Decided(msgspec.Struct, frozen=True):
    """What a command comes to: the machine after it, the events, and how money moved."""

    machine: Machine
    events: tuple[AnyEvent, ...]
    transfers: tuple[Transfer, ...]


def decide(machine: Machine, command: AnyCommand, now: Now) -> Decided | Refusal:
    """Check a command and carry it out on a copy; `machine` itself never changes.

    Raises `InvariantBreach` when something that may never happen was about to happen; the copy is then lost, and
    with it everything the command did.
    """
    twin = machine.copy()
    decided = play(twin, command, now)
    if not isinstance(decided, Refusal):
        audit(twin)
        audit_meters(machine.ledger, twin.ledger)
    return decided


def play(machine: Machine, command: AnyCommand, now: Now) -> Decided | Refusal:
    """The same in place and unaudited, for a simulation, which keeps no machine that has failed.

    A refusal leaves the machine as it was; raises `InvariantBreach`, after which the machine is of no use.
    """
    codes = _leave_codes(machine, command)
    shown = with_player(machine, command)
    played = shown if isinstance(shown, Refusal) else _play(machine, shown, now)
    if isinstance(played, Refusal):
        return played
    events: list[AnyEvent] = []
    transfers: list[Transfer] = []
    for event in played:
        events.append(event)
        transfers += _fold_rest(machine, event)
        for after in _after(machine, event, codes, now):
            events.append(after)
            transfers += _fold_rest(machine, after)
    for event in _jumped(machine, now):
        table.evolve(machine.table, event)
        events.append(event)
        transfers += _fold_rest(machine, event)
    for event in guest_news(machine, now):
        events.append(event)
        transfers += _fold_rest(machine, event)
    return Decided(machine=machine, events=tuple(events), transfers=tuple(transfers))


def _after(machine: Machine, event: AnyEvent, codes: dict[Seat, str], now: Now) -> list[AnyEvent]:
    """What an event that is folded already means to everyone else."""
    return [
        *_claimed(machine, event, codes),
        *_judged(machine, event, now),
        *followed(machine, event, now),
        *tastes(machine, event),
        *left_with_reader(machine, event),
    ]


def evolve(machine: Machine, event: AnyEvent) -> tuple[Transfer, ...]:
    """Fold one committed event into the machine, in place, and return how money moved by it."""
    table.evolve(machine.table, event)
    return _fold_rest(machine, event)


def due(machine: Machine) -> int | None:
    """Return the table time (ms) at which a `Tick` matters, or None."""
    instants = (table.due(machine.table), people_due(machine))
    return min((instant for instant in instants if instant is not None), default=None)


def wants(machine: Machine) -> tuple[AnyWant, ...]:
    """Return every open request to the devices and the host, derived from the state alone."""
    profile = machine.table.profile
    if profile is None:
        return ()
    terms, in_hand = _terms(machine, profile), machine.table.hand is not None
    cash = till.wants(machine.kiosk, terms, _taking(machine), in_hand=in_hand)
    signs = signals(machine, profile, till.faults(machine.kiosk, terms))
    return (*reachable(machine, cash), *signs, *table.wants(machine.table))


def _taking(machine: Machine) -> bool:
    """Whether notes are taken now: not in a pause, nor behind an open door."""
    return not machine.table.paused and "notes-in" not in stopped(machine)


def _play(machine: Machine, command: AnyCommand, now: Now) -> list[AnyEvent] | Refusal:
    """Carry out a command on this machine's table and return its events; kiosk and ledger follow from them."""
    if refusal := door_refusal(machine, command):
        return refusal
    if type(command) in CASH_COMMANDS:
        return _at_the_kiosk(machine, cast("CashCommand", command), now)
    if type(command) in FAULT_COMMANDS:
        return befalls(machine, cast("FaultCommand", command), now)
    if type(command) in PLAYER_COMMANDS:
        decided = players.decide(machine.players, cast("PlayerCommand", command), now)
        return decided if isinstance(decided, Refusal) else at_the_table(machine, decided)
    if isinstance(command, pc.CollectByCard):
        return collect(machine, command)
    if type(command) in STAFF_COMMANDS:
        return _among_staff(machine, cast("StaffCommand", command), now)
    if type(command) in SCREEN_COMMANDS:
        keyed = access.pairing.decide(machine.screens, cast("ScreenCommand", command), now)
        return keyed if isinstance(keyed, Refusal) else [*keyed]
    if isinstance(command, tr.Resume) and machine.faults.lock is not None:
        return Refusal(Code.FAULT_OPEN, {"fault": machine.faults.lock.place})
    if isinstance(command, tr.Pause) and machine.faults.holds:
        return kept_paused(machine, command)
    if refusal := _money_refusal(machine, command) or way_refusal(machine, command, now):
        return refusal
    if isinstance(command, tr.Tick) and not machine.table.paused:
        told = players.tick(machine.players, _stacks(machine), now)
        if told:
            return at_the_table(machine, told)
    if not _has_codes(command):
        return Refusal(Code.NOT_ALLOWED)
    put_in = staked(machine, command, now) if isinstance(command, tr.BuyIn) else []
    put_in += listed(machine, command) if isinstance(command, sr.JoinList) else []
    played = table.play(machine.table, command, now, machine.kiosk.balance)
    return played if isinstance(played, Refusal) else [*played, *put_in]


def _money_refusal(machine: Machine, command: AnyCommand) -> Refusal | None:
    """Why the kiosk does not give what a purchase takes, or None."""
    if not isinstance(command, tr.BuyIn):
        return None
    return till.can_withdraw(machine.kiosk, command.request, command.amount)


def _has_codes(command: AnyCommand) -> bool:
    """Whether the host has added the codes of the claims that a command may open."""
    match command:
        case tr.LeaveSeat() | sr.Vacate():
            return is_code(command.code)
        case jr.GrantBadBeat():
            return len(command.codes) == MAX_SEATS and all(map(is_code, command.codes))
    return True


def _stacks(machine: Machine) -> dict[Seat, Chips]:
    return {seat.seat: seat.stack + seat.reserved for seat in machine.table.seats.values()}


def _at_the_kiosk(machine: Machine, command: CashCommand, now: Now) -> list[AnyEvent] | Refusal:
    profile = machine.table.profile
    if profile is None:
        return Refusal(Code.NO_PROFILE)
    kinds = AccountKind.DROP_BOX, AccountKind.HOPPER, AccountKind.NOTE_STORE
    box, hopper, store = (machine.ledger.balance(Account(kind)) for kind in kinds)
    terms, taking, in_hand = _terms(machine, profile), _taking(machine), machine.table.hand is not None
    events = till.decide(machine.kiosk, command, terms, now.wall, taking, box, hopper, store, in_hand)
    return events if isinstance(events, Refusal) else list(events)


def _among_staff(machine: Machine, command: StaffCommand, now: Now) -> list[AnyEvent] | Refusal:
    profile = machine.table.profile
    decided = access.decide(machine.access, command, PinCost() if profile is None else profile.pins, now)
    return decided if isinstance(decided, Refusal) else [*decided]


def _jumped(machine: Machine, now: Now) -> list[AnyEvent]:
    """A sudden jump of a meter leaves the table paused until somebody has looked into it (R-MTR-7)."""
    profile = machine.table.profile
    jump = accounting.find_jump(machine.inflow, profile.jumps, profile.currency, now) if profile is not None else None
    if jump is None:
        return []
    return [jump] if machine.table.paused else [jump, tr.TablePaused(by="", cause="breach")]


def _terms(machine: Machine, profile: Profile) -> KioskTerms:
    cash, day = profile.cash, profile.gaming_day
    return KioskTerms(
        validator=cash.validator,
        printer=cash.printer,
        notes=cash.notes,
        ticket_days=profile.ticket_days,
        scanner=cash.scanner.device if cash.scanner else None,
        hopper=Hopper(cash.hopper.device, cash.hopper.coin) if cash.hopper else None,
        recycler=cash.recycler.device if cash.recycler else None,
        tickets=profile.tickets,
        limits=profile.limits,
        day_shift=(day.utc_offset - day.begins) * MINUTE_MS,
        machine=machine.machine_id,
        cards=_card_terms(cash.cards) if cash.cards else None,
        reader=cash.reader.device if cash.reader else None,
    )


def _card_terms(cards: CardTerminal) -> CardTerms:
    return CardTerms(cards.device, cards.number, cards.least, cards.purchase, cards.refund, cards.late)


def _leave_codes(machine: Machine, command: AnyCommand) -> dict[Seat, str]:
    """Return the claim codes of all seats that may leave by this command, before their seats are emptied."""
    codes = {seat.seat: seat.leave_code for seat in machine.table.seats.values() if seat.leave_code}
    if isinstance(command, tr.LeaveSeat | sr.Vacate):
        codes.setdefault(command.seat, command.code)
    if isinstance(command, jr.GrantBadBeat):
        codes |= dict(enumerate(command.codes, 1))
    return codes


def _claimed(machine: Machine, event: AnyEvent, codes: dict[Seat, str]) -> list[AnyEvent]:
    """Return the claim that follows a departure or a share of a jackpot: it waits at the kiosk (architecture §1)."""
    if not isinstance(event, tr.SeatLeft | jr.SharePaid) or not event.amount:
        return []
    opened = till.open_claim(machine.kiosk, event.seat, Money(event.amount), codes[event.seat])
    return [*opened, *kept_for(machine, event.seat)]


def _judged(machine: Machine, event: AnyEvent, now: Now) -> list[FaultEvent]:
    """A seat's screen that keeps failing at the shuffle is a fault, which ends when its number is there again."""
    if not isinstance(event, er.EntropyLeftOut | er.EntropyRevealed):
        return []
    place = f"seat-{event.seat}"
    known = machine.faults.find("screen-number", place) is not None
    if isinstance(event, er.EntropyRevealed):
        return [fr.FaultCleared(fault="screen-number", place=place)] if known else []
    if known or event.times < table.MOST_FAILURES:
        return []
    return [fr.FaultRaised(fault="screen-number", place=place, detail=event.cause, since=now.wall)]


def _fold_rest(machine: Machine, event: AnyEvent) -> tuple[Transfer, ...]:
    """Fold an event into everything but the table and return how money moved by it."""
    machine.events += 1
    machine.players = players.evolve(machine.players, event)
    machine.inflow = accounting.follow_inflow(machine.inflow, event)
    if type(event) in FAULT_EVENTS:
        machine.faults = faults.evolve(machine.faults, cast("FaultEvent", event))
    machine.faults = faults.follow(machine.faults, event)
    if type(event) in STAFF_EVENTS:
        machine.access = access.evolve(machine.access, event)
    if type(event) in SCREEN_EVENTS:
        machine.screens = access.pairing.evolve(machine.screens, event)
    if type(event) in CASH_EVENTS:
        till.evolve(machine.kiosk, cast("CashEvent", event))
    elif isinstance(event, tr.ChipsReserved) or (isinstance(event, tr.BoughtIn) and not event.reserved):
        till.evolve_withdrawal(machine.kiosk, event.request, event.amount, event.balance)
    moved = accounting.transfers(event, machine.machine_id, machine.events)
    accounting.book(machine.ledger, event, moved)
    return moved
