"""Where a screen without a key comes in: it may be paired and nothing else, one at a time, while that is open.

What may happen is the machine's to decide (`controller/access/pairing.py`); this carries it between the machine and
the connection. A program that is refused leaves nothing behind, not even a record.
"""

from collections.abc import Callable

from cashier.refusal import Code, Refusal
from controller.app.core import Committed, Core, Seen
from controller.vocab.pairing_records import (
    AgreePairing,
    BeginPairing,
    DropPairing,
    OfferCode,
    PairingClosed,
    PairingDiffered,
    ScreenPaired,
)
from controller.wire.opening import ChannelError
from controller.wire.pairing import TablePairing, WhyNot

Wake = Callable[[], None]


class Visit:
    """One program that asks to be paired. Bytes go in by `receive`; `closed` once it has been told how it ended."""

    def __init__(self, door: "PairingDoor", pairing: TablePairing, wake: Wake) -> None:
        self.pairing = pairing
        self.closed = False
        self._door = door
        self._wake = wake

    def receive(self, data: bytes) -> None:
        """Take bytes off the connection. Raises ChannelError for what no screen says; then the visit is over."""
        had_code, had_agreed = bool(self.pairing.code), self.pairing.agreed
        self.pairing.receive(data)
        if self.pairing.code and not had_code:
            self._door.has_code(self)
        if self.pairing.agreed and not had_agreed:
            self._door.has_agreed(self)

    def refuse(self, why: WhyNot) -> None:
        """Say why it goes no further."""
        self.pairing.refuse(why)
        self._end()

    def confirm(self) -> None:
        """Say that the screen is paired."""
        self.pairing.confirm()
        self._end()

    def lost(self) -> None:
        """The connection is over."""
        self._door.left(self)

    def _end(self) -> None:
        self.closed = True
        self._wake()


class PairingDoor:
    """Lets one program in at a time, and tells it what became of its pairing once that is durable."""

    def __init__(self, core: Core, private: bytes) -> None:
        """`private` is the table's own key for its pairings; a table without one pairs no screens."""
        self._core = core
        self._private = private
        self._visit: Visit | None = None
        core.listen(self._told)

    @property
    def free(self) -> bool:
        """Whether nobody is being paired."""
        return self._visit is None

    def enter(self, first: bytes, nonce: bytes, wake: Wake) -> Visit:
        """Take a program's first body; `nonce` is 32 fresh random bytes. Raises ChannelError for no first body."""
        if not self._private:
            raise ChannelError("this table pairs no screens")
        visit = Visit(self, TablePairing(self._private, nonce, first), wake)
        outcome = self._core.submit(BeginPairing(visit.pairing.name, visit.pairing.public))
        if isinstance(outcome, Committed):
            self._visit = visit
            visit.pairing.answer()
        else:
            busy = isinstance(outcome, Refusal) and outcome.code is Code.PAIRING_OPEN
            visit.refuse("busy" if busy else "not-open")
        return visit

    def has_code(self, visit: Visit) -> None:
        """Both ends know the code now."""
        self._go_on(visit, OfferCode(visit.pairing.name, visit.pairing.code))

    def has_agreed(self, visit: Visit) -> None:
        """Somebody before the screen has called the codes the same."""
        self._go_on(visit, AgreePairing(visit.pairing.name))

    def _go_on(self, visit: Visit, step: OfferCode | AgreePairing) -> None:
        """Take a step further; a program that comes too late with it is told so, and waits for nothing."""
        if self._visit is visit and not isinstance(self._core.submit(step), Committed):
            self.left(visit)
            visit.refuse("over")

    def left(self, visit: Visit) -> None:
        """The program has gone before it was told how its pairing ended."""
        if self._visit is visit:
            self._visit = None
            self._core.submit(DropPairing(visit.pairing.name))

    def _told(self, committed: Committed, _seen: Seen) -> None:
        for event in committed.events:
            visit = self._visit
            if visit is None:
                return
            match event:
                case ScreenPaired(public=visit.pairing.public):
                    self._visit = None
                    visit.confirm()
                case PairingDiffered():
                    self._visit = None
                    visit.refuse("differs")
                case PairingClosed():
                    self._visit = None
                    visit.refuse("over")
