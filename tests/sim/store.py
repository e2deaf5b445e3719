"""The acceptor's note store as a body in the cabinet, and the line on which the product's own driver speaks with it.

What the store counts and holds outlives power and process. A word on the line may be lost before it is heard or on its
way back, as on a real one.
"""

from collections import Counter
from random import Random
from typing import Final, Literal, Protocol

from cashier.devices.essp_events import Happening, NoteCounters, PollEvent, Setup
from cashier.devices.essp_line import Answer, Command, NoAnswer, Reply
from cashier.devices.essp_unit import EsspUnit
from cashier.money import ZERO, Money
from cashier.note_records import NotePile, worth
from cashier.records import DeviceId
from cashier.usb import BytePipe, Gone

STORE: Final = DeviceId("store")
LOST_ONCE_IN: Final = 25
JAMS_ONCE_IN: Final = 40
BOXED_ONCE_IN: Final = 3
"""So many power cuts in a pay-out after one of which the note under way lies in the drop box."""

_NOT_ENOUGH, _NOT_EXACT, _BUSY = (bytes((code,)) for code in (1, 2, 3))
_TEST: Final = b"\x19"

StoreTrouble = Literal["jam", "fraud"]
_TROUBLE: Final[dict[StoreTrouble, Happening]] = {"jam": Happening.PAYOUT_JAMMED, "fraud": Happening.FRAUD}


class StoreBody:
    """Notes that were taken and may be paid again; it counts for life what it paid out and what it moved to the box."""

    def __init__(self, dice: Random, kept: frozenset[Money] = frozenset()) -> None:
        self.kept = kept
        """Amounts of the notes that it keeps; all others fall into the box."""
        self.held: Counter[Money] = Counter()
        self.outside: Counter[Money] = Counter()
        """Notes that it has ever paid: they are in people's hands."""
        self.dispensed = self.moved = 0
        self.boxed = ZERO
        """What it has moved to the box, for whoever counts that."""
        self.claimed = False
        """Whether a pay-out wants the slot closed."""
        self.pulled = False
        self.reliable = False
        self.trouble: StoreTrouble | None = None
        self.starts = 0
        """How often it has begun anew."""
        self.events: list[PollEvent] = []
        self._queue: list[Money] = []
        self._paid = ZERO
        self._dice = dice

    @property
    def piles(self) -> tuple[NotePile, ...]:
        """What it holds, by amounts."""
        return tuple(NotePile(amount, count) for amount, count in sorted(self.held.items()) if count)

    @property
    def paying(self) -> bool:
        """Whether notes are on their way out."""
        return bool(self._queue)

    def choose(self, amount: int) -> list[Money]:
        """The notes for an amount, the largest first; none where it cannot be made up that way."""
        chosen: list[Money] = []
        for note in sorted(self.held, reverse=True):
            count = min(amount // note, self.held[note])
            chosen += [note] * count
            amount -= note * count
        return [] if amount else chosen

    def start(self, notes: list[Money]) -> None:
        """Begin to pay."""
        self._queue, self._paid = notes, ZERO

    def turn(self) -> None:
        """Let the motor work for a step: a note comes out, gets stuck, or does not come yet."""
        if not self._queue or self._dice.randrange(2):
            return
        if not self.reliable and not self._dice.randrange(JAMS_ONCE_IN):
            self.get_into(self._dice.choice(("jam", "fraud")))
            return
        note = self._queue.pop(0)
        self.held[note] -= 1
        self.outside[note] += 1
        self.dispensed += 1
        self._paid = Money(self._paid + note)
        self._tell(Happening.DISPENSING if self._queue else Happening.DISPENSED)

    def get_into(self, trouble: StoreTrouble) -> None:
        """Something is wrong with the motor until somebody has looked."""
        self.trouble = trouble
        self._queue.clear()
        self._tell(_TROUBLE[trouble])

    def lose_power(self) -> None:
        """Begin anew: what was being paid is broken off, and the note under way is inside or in the box."""
        if self._queue:
            note = self._queue[0]
            self._queue.clear()
            self._tell(Happening.INCOMPLETE)
            if not self.reliable and not self._dice.randrange(BOXED_ONCE_IN):
                self.held[note] -= 1
                self.moved += 1
                self.boxed = Money(self.boxed + note)
        self.starts += 1

    def exchange_board(self) -> None:
        """A new board has counted nothing yet."""
        self.lose_power()
        self.dispensed = self.moved = 0

    def mend(self) -> None:
        """Somebody has looked."""
        self.trouble, self.pulled = None, False

    def _tell(self, happening: Happening) -> None:
        self.events.append(PollEvent(happening, amount=self._paid))


class Slot(Protocol):
    """Where notes come in at the same unit."""

    @property
    def escrow(self) -> Money:
        """The note that is held there, if any."""


class StoreUnit(EsspUnit):
    """The unit as one process of the table has it; its slot is another driver's, and closed while notes go out."""

    def __init__(self, body: StoreBody, slot: Slot, dice: Random) -> None:
        super().__init__(_no_port)
        self.setup = Setup(payout=True, channels={})
        self._body = body
        self._slot = slot
        self._dice = dice
        self._starts = -1

    def beat(self, *, acknowledge: bool) -> None:
        """Poll; whatever has happened since the last poll is told once."""
        self._reach()
        self._body.claimed = self.paying
        self.holding = int(self._slot.escrow > 0)
        if self._starts != self._body.starts:
            self._starts = self._body.starts
            self.generation += 1
        if self._body.paying:
            self._body.turn()
        for queue in self._queues:
            queue.extend(self._body.events)
            if self._body.paying:
                queue.append(PollEvent(Happening.DISPENSING))
        self._body.events.clear()

    def ask(self, command: Command, data: bytes = b"") -> Answer:
        """Carry a command out, unless it is lost; its answer may be lost as well."""
        self._reach()
        answer = self._pay(data) if command is Command.PAYOUT_AMOUNT else Answer(Reply.OK, b"")
        self._reach()
        return answer

    def counters(self) -> NoteCounters:
        """What it has counted for life."""
        self._reach()
        return NoteCounters(0, 0, self._body.dispensed, self._body.moved, 0)

    def piles(self) -> tuple[NotePile, ...]:
        """What it holds."""
        self._reach()
        return self._body.piles

    def close(self) -> None:
        """There is no port to give back."""

    def _pay(self, data: bytes) -> Answer:
        amount, body = int.from_bytes(data[:4], "little"), self._body
        if body.paying or self._slot.escrow:
            return Answer(Reply.NOT_NOW, _BUSY)
        if amount > worth(body.piles):
            return Answer(Reply.NOT_NOW, _NOT_ENOUGH)
        notes = body.choose(amount)
        if not notes:
            return Answer(Reply.NOT_NOW, _NOT_EXACT)
        if data[-1:] != _TEST:
            body.start(notes)
        return Answer(Reply.OK, b"")

    def _reach(self) -> None:
        if self._body.pulled:
            raise Gone("the cable is out")
        if not self._body.reliable and not self._dice.randrange(LOST_ONCE_IN):
            raise NoAnswer("a word was lost")


def _no_port() -> BytePipe:
    raise Gone("this unit has no port")
