"""The kiosk's devices as bodies in the cabinet and drivers in the process.

A body keeps what it holds whatever becomes of the table: notes in the stacker, paper in the tray. A driver speaks to
the table in the drivers' commands and forgets everything when the process dies. What may be late, repeated or
missing on a link is late, repeated or missing here.
"""

from collections import Counter
from collections.abc import Collection
from random import Random
from typing import Final, Literal

import msgspec

from cashier.money import ZERO, Money
from cashier.records import (
    Command,
    Condition,
    DeviceId,
    DeviceReported,
    EventsLost,
    NoteEscrowed,
    NoteReturned,
    NoteStacked,
    PrintTicket,
    ReturnNote,
    StackNote,
    TakeNotes,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    ValidatorMoved,
    ValidatorReset,
    VoucherNumber,
    Want,
)
from tests.sim.finding import check
from tests.sim.store import StoreBody

RING: Final = 5
TOP: Final = 255
ESCROW_PATIENCE: Final = 40
"""Steps after which a validator gives a held note back by itself."""

EventKind = Literal["escrowed", "stacked", "returned", "status"]


class RingEvent(msgspec.Struct, frozen=True):
    """One entry of the validator's ring, with the count at which it was made."""

    counter: int
    kind: EventKind
    amount: Money = ZERO
    code: int = 0


class ValidatorBody:
    """The bill validator: it counts 1 to 255 and again from 1, and remembers its last five events."""

    def __init__(self, store: StoreBody, counter: int = 0) -> None:
        self.store = store
        self.counter = counter
        self.ring = [RingEvent(counter - ago, "status", code=1) for ago in reversed(range(RING if counter else 0))]
        self.escrow = ZERO
        self.escrow_counter = 0
        self.slot: frozenset[Money] = frozenset()
        self.condition: Condition = "ready"
        self.inserted: list[Money] = []
        self.given_back: list[Money] = []
        self.stacked: Counter[int] = Counter()
        """All notes that ever fell into the stacker or came into the store, by amount."""
        self.box = 0
        """What has fallen into the stacker since it was emptied."""
        self._route: Literal["stack", "return"] | None = None
        self._held_for = 0

    def insert(self, note: Money) -> bool:
        """Push a note in; return whether it was taken."""
        if self.condition != "ready" or self.escrow or note not in self.slot or self.store.claimed:
            return False
        self.inserted.append(note)
        self.escrow = note
        self._held_for = 0
        self._count("escrowed", note)
        self.escrow_counter = self.counter
        return True

    def route(self, where: Literal["stack", "return"]) -> None:
        """Move the held note, at the next turn of the motor."""
        if self.escrow:
            self._route = where

    def turn(self) -> None:
        """Let the motor work for a step."""
        self._held_for += 1
        if not self.escrow:
            self._route = None
        elif self._route == "stack":
            self._stack()
            self._count("stacked", self.escrow)
            self.escrow, self._route = ZERO, None
        elif self._route == "return" or self._held_for > ESCROW_PATIENCE:
            self.given_back.append(self.escrow)
            self._count("returned", self.escrow)
            self.escrow, self._route = ZERO, None

    def say_status(self, code: int) -> None:
        """Count an event that moves no money."""
        self._count("status", ZERO, code)

    def lose_power(self, *, swallows: bool) -> None:
        """Start anew: the count is 0, the ring empty, the slot closed; a held note falls to one side or the other."""
        if self.escrow:
            if swallows:
                self._stack()
            else:
                self.given_back.append(self.escrow)
        self.escrow, self._route = ZERO, None
        self.counter, self.ring, self.slot = 0, [], frozenset()
        self.store.lose_power()

    def _stack(self) -> None:
        self.stacked[self.escrow] += 1
        if self.escrow in self.store.kept:
            self.store.held[self.escrow] += 1
        else:
            self.box += self.escrow

    def _count(self, kind: EventKind, amount: Money, code: int = 0) -> None:
        self.counter = self.counter % TOP + 1
        self.ring = [*self.ring, RingEvent(self.counter, kind, amount, code)][-RING:]


class _Held(msgspec.Struct, frozen=True):
    """The note in escrow, as the driver knows it."""

    counter: int
    amount: Money


class ValidatorDriver:
    """What the process knows of the validator; `last_counter` is the journal's."""

    def __init__(self, device: DeviceId, body: ValidatorBody, last_counter: int | None) -> None:
        self.device = device
        self.body = body
        self._counter = last_counter or 0
        self._first = True
        self._told: Condition | None = None
        self._held: _Held | None = None
        self._routed = False
        self._locked = False

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Poll once and act on each want once."""
        self.body.turn()
        said = self._poll()
        if self.body.condition != self._told and not self._locked:
            self._told = self.body.condition
            said.append(DeviceReported(device=self.device, condition=self.body.condition))
        if not any(isinstance(command, ValidatorReset) for command in said):
            # After a reset the slot stays closed until the table has heard of it.
            self._obey(wants)
        return said

    def _poll(self) -> list[Command]:
        ring, counter = self.body.ring, self.body.counter
        first, self._first = self._first, False
        if counter == 0:
            if self._counter == 0:
                return []
            self._counter, self._held = 0, None
            return [ValidatorReset(device=self.device)]
        missed = counter if self._counter == 0 else (counter - self._counter) % TOP
        if first:
            for event in ring[: max(len(ring) - missed, 0)]:
                self._follow(event)
        if missed > RING:
            self._counter, self._held, self._locked = counter, None, True
            return [EventsLost(device=self.device, counter=counter, missed=missed)]
        self._counter = counter
        return [self._tell(event) for event in ring[len(ring) - min(missed, len(ring)) :]]

    def _tell(self, event: RingEvent) -> Command:
        held = self._held
        self._follow(event)
        match event.kind:
            case "escrowed":
                return NoteEscrowed(self.device, event.counter, event.amount)
            case "stacked":
                return NoteStacked(self.device, event.counter, event.amount)
            case "returned":
                return NoteReturned(self.device, event.counter, held.amount if held else ZERO)
        return ValidatorMoved(self.device, event.counter, event.code)

    def _follow(self, event: RingEvent) -> None:
        if event.kind == "escrowed":
            self._held, self._routed = _Held(event.counter, event.amount), False
        elif event.kind in ("stacked", "returned"):
            self._held = None

    def _obey(self, wants: Collection[Want]) -> None:
        slot: frozenset[Money] = frozenset()
        for want in wants:
            if isinstance(want, StackNote | ReturnNote) and self._held and want.counter == self._held.counter:
                if not self._routed:
                    self._routed = True
                    self.body.route("stack" if isinstance(want, StackNote) else "return")
            elif isinstance(want, TakeNotes):
                slot = frozenset(want.amounts)
        # After lost events the slot stays closed until the host has closed it too, and opens it again.
        if self._locked and not slot:
            self._locked, self._told = False, None
        self.body.slot = frozenset() if self._locked else slot


# -- the printer -------------------------------------------------------------------------------------------------

Fate = Literal["proven", "unproven", "torn", "nothing"]
"""What becomes of a ticket's bytes: whole with proof, whole without, cut off, or never on paper."""

FATES: Final[dict[Fate, int]] = {"proven": 90, "unproven": 4, "torn": 4, "nothing": 2}


class Slip(msgspec.Struct):
    """One piece of paper: `torn` slips are worth nothing."""

    number: VoucherNumber
    amount: Money
    whole: bool
    torn: bool = False


class PrinterBody:
    """The ticket printer and its tray."""

    def __init__(self) -> None:
        self.condition: Condition = "ready"
        self.slips: dict[VoucherNumber, Slip] = {}
        self.sent: set[VoucherNumber] = set()
        self.reliable = False
        """Whether everything that is sent is printed and proven: once the faults have stopped."""

    def take(self, ticket: PrintTicket, fate: Fate) -> bool:
        """Take a ticket's bytes and return whether proof of print comes back."""
        check(
            ticket.number not in self.sent, "number-printed-once", f"ticket {ticket.number} goes to the printer again"
        )
        self.sent.add(ticket.number)
        if fate != "nothing":
            self.slips[ticket.number] = Slip(ticket.number, ticket.amount, whole=fate != "torn")
        if fate == "torn":
            self.condition = "paper-out"
        return fate == "proven"

    @property
    def good(self) -> Money:
        """What all whole tickets in people's hands are worth together."""
        return Money(sum(slip.amount for slip in self.slips.values() if slip.whole and not slip.torn))


_PRINTABLE: Final[frozenset[Condition]] = frozenset({"ready", "paper-low"})


class PrinterDriver:
    """What the process knows of the printer: it sends a number once, and believes only proof."""

    def __init__(self, device: DeviceId, body: PrinterBody, dice: Random) -> None:
        self.device = device
        self.body = body
        self._dice = dice
        self._told: Condition | None = None
        self._asked: list[VoucherNumber] = []
        self._outcomes: dict[VoucherNumber, Command] = {}
        self._in_flight: tuple[VoucherNumber, bool] | None = None

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Look at the printer once and take the ticket one step on."""
        said: list[Command] = []
        if self.body.condition != self._told:
            self._told = self.body.condition
            said.append(DeviceReported(device=self.device, condition=self.body.condition))
        self._await_proof()
        for want in wants:
            if isinstance(want, PrintTicket):
                said += self._serve(want)
        return said

    def _await_proof(self) -> None:
        if self._in_flight is not None and self._dice.randrange(2):
            number, proven = self._in_flight
            doubt = TicketInDoubt(number, "fault" if self.body.condition in _PRINTABLE else self.body.condition)
            self._outcomes[number] = TicketPrinted(number) if proven else doubt
            self._in_flight = None

    def _serve(self, ticket: PrintTicket) -> list[Command]:
        number, printable = ticket.number, self.body.condition in _PRINTABLE
        if ticket.state == "reserved":
            if printable and self._in_flight is None and number not in self._outcomes:
                self._asked.append(number)
                return [TicketSending(number)]
            return []
        if number not in self._asked:
            self._outcomes.setdefault(number, TicketInDoubt(number, self.body.condition))
        if printable and self._in_flight is None and number not in self._outcomes:
            fate = "proven" if self.body.reliable else self._dice.choices(tuple(FATES), tuple(FATES.values()))[0]
            self._in_flight = number, self.body.take(ticket, fate)
        elif not printable and self._in_flight is None:
            self._outcomes.setdefault(number, TicketInDoubt(number, self.body.condition))
        return [self._outcomes[number]] if number in self._outcomes else []
