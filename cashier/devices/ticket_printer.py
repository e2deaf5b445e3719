"""The driver of an ESC/POS ticket printer: a ticket is sent once, and believed only on proof.

The driver asks leave (`TicketSending`) before the first byte; the journal then knows that paper may exist. It never
sends a number twice, and a number whose leave was given to an earlier run is in doubt without a byte. The proof is
the printer's own answer to a command that waits behind the ticket; whatever comes instead of it - paper out, an open
cover, a pulled cable, silence - puts the ticket in doubt, for an attendant to look at.
"""

from collections.abc import Callable, Collection
from typing import Final

import msgspec

from cashier.devices.driver import ConditionReport, Opener, out_of_reach
from cashier.devices.printer_line import PRINTABLE, PrinterLine, Proof
from cashier.devices.ticket_layout import TicketText, cut_off, ticket_bytes
from cashier.records import (
    Command,
    Condition,
    DeviceId,
    PrintTicket,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    VoucherNumber,
    Want,
)
from cashier.usb import PrinterPipe, Stalled, Timeout, UsbError

_PROOF_WAIT_MS: Final = 200
_UNCLEAR_STEPS: Final = 3
"""So many steps without a clear word, and the printer counts as absent (silent) or faulty (offline for no reason)."""


class _Look(msgspec.Struct, frozen=True):
    """What a step found: the condition, and whether it was found now or is the one from before."""

    condition: Condition
    fresh: bool = True

    @property
    def printable(self) -> bool:
        """Whether a ticket can be begun now."""
        return self.fresh and self.condition in PRINTABLE

    @property
    def hindered(self) -> bool:
        """Whether it is known that nothing can be printed."""
        return self.condition not in PRINTABLE


class _InFlight(msgspec.Struct, frozen=True):
    """A ticket whose bytes are out and whose proof is awaited for `waits` more steps; a slip has no `number`."""

    number: VoucherNumber | None
    process_id: str
    waits: int


def no_slip() -> bytes | None:
    """Have nothing to print but tickets."""
    return None


class TicketPrinter:
    """A `Driver` for one printer. `render` gives a ticket's texts, in the player's language.

    While no ticket is open it prints slips, one after the other, as `slips` gives them: worth nothing, so nobody
    is told whether they came out.

    The proof of print is awaited for `patience` steps of at least 0.2 s each.
    """

    def __init__(
        self,
        device: DeviceId,
        open_pipe: Opener[PrinterPipe],
        render: Callable[[PrintTicket], TicketText],
        *,
        patience: int = 50,
        slips: Callable[[], bytes | None] = no_slip,
    ) -> None:
        self.device = device
        self._open_pipe = open_pipe
        self._render = render
        self._slips = slips
        self._patience = patience
        self._report = ConditionReport(device)
        self._line: PrinterLine | None = None
        self._proof: Proof | None = None
        self._unclear = 0
        self._asked: set[VoucherNumber] = set()
        self._outcomes: dict[VoucherNumber, Command] = {}
        self._in_flight: _InFlight | None = None
        self._sent = 0
        self._hangs = False
        """Whether half a ticket may hang out of the printer."""

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Look at the printer once and take each ticket one step on; see `Driver`."""
        look = self._look()
        said = self._report.changed(look.condition)
        self._await_proof(look)
        tickets = [want for want in wants if isinstance(want, PrintTicket)]
        for ticket in sorted(tickets, key=lambda ticket: (ticket.issued_at, ticket.number)):
            said += self._serve(ticket, look)
        if not tickets and look.printable and self._in_flight is None:
            slip = self._slips()
            if slip is not None:
                self._send(None, slip)
        return said

    def close(self) -> None:
        """Give the printer back; see `Driver`. A ticket in flight is in doubt from then on."""
        self._drop_line()
        self._doubt_flight("absent")

    # -- the printer ---------------------------------------------------------------------------------------------

    def _look(self) -> _Look:
        """Find the printer, ask its state, and when it can print learn how it proves that.

        What an earlier run, or a pulled cable, has left in the printer's buffer is in doubt already; it is dropped, or
        it would come out in front of the next ticket.
        """
        try:
            if self._line is None:
                self._line = PrinterLine(self._open_pipe())
                self._line.drop_buffer()
            condition = self._condition(self._line)
            if condition in PRINTABLE and self._proof is None:
                self._proof = self._line.probe()
                if self._proof is None:
                    self._line.drop_buffer()
                    condition = None
        except Timeout:
            return self._silence()
        except UsbError as problem:
            self._drop_line()
            return _Look(out_of_reach(problem))
        if condition is None:
            return self._unclear_look("fault")
        self._unclear = 0
        return _Look(condition)

    def _condition(self, line: PrinterLine) -> Condition | None:
        """The printer's condition; a printer too full to hear the question tells at least whether paper is out."""
        try:
            return line.state().condition
        except Timeout:
            if line.paper_empty():
                return "paper-out"
            raise

    def _silence(self) -> _Look:
        """The printer does not answer. One that stays silent may be waiting for the rest of a broken-off picture."""
        look = self._unclear_look("absent")
        if look.fresh and self._line is not None:
            try:
                self._line.drop_buffer()
            except UsbError:
                self._drop_line()
        return look

    def _unclear_look(self, in_the_end: Condition) -> _Look:
        """No clear word this time: the condition stays for a few steps, then it is `in_the_end`."""
        self._unclear += 1
        before = self._report.condition
        if before is None or self._unclear >= _UNCLEAR_STEPS:
            return _Look(in_the_end)
        return _Look(before, fresh=False)

    def _drop_line(self) -> None:
        """The printer is gone; what we knew of it with it."""
        if self._line is not None:
            self._line.close()
        self._line = None
        self._proof = None

    # -- tickets -------------------------------------------------------------------------------------------------

    def _serve(self, ticket: PrintTicket, look: _Look) -> list[Command]:
        """Take one ticket a step on. A command stays said as long as the host has not acted on it."""
        number = ticket.number
        if ticket.state == "reserved":
            if look.printable and self._in_flight is None and number not in self._outcomes:
                self._asked.add(number)
                return [TicketSending(number)]
            return []
        if ticket.state != "sent":
            return []
        if number not in self._asked or (look.hindered and self._waits_for_its_turn(number)):
            self._outcomes.setdefault(number, TicketInDoubt(number, look.condition))
            self._hangs = True
        if look.printable and self._in_flight is None and number not in self._outcomes:
            self._send(number, ticket_bytes(ticket, self._render(ticket)))
        return [self._outcomes[number]] if number in self._outcomes else []

    def _waits_for_its_turn(self, number: VoucherNumber) -> bool:
        """Whether leave was given and no byte has gone out yet."""
        return self._in_flight is None or self._in_flight.number != number

    def _send(self, number: VoucherNumber | None, data: bytes) -> None:
        """Send a ticket's bytes, or a slip's, for the only time, and wait a first while for the proof."""
        line, proof = self._line, self._proof
        if line is None or proof is None:
            return
        self._sent = self._sent % 9999 + 1
        self._in_flight = _InFlight(number, f"{self._sent:04d}", self._patience)
        try:
            before = cut_off() if self._hangs else b""
            self._hangs = False
            line.send(before + data, proof, self._in_flight.process_id)
        except (Timeout, Stalled):
            self._doubt_flight(self._cause(line))
        except UsbError:
            self._drop_line()
            self._doubt_flight("absent")
        else:
            self._listen(line, proof, self._in_flight)

    def _await_proof(self, look: _Look) -> None:
        """Settle the ticket in flight: the proof has come, or cannot come any more, or is waited for once more."""
        flight, line, proof = self._in_flight, self._line, self._proof
        if flight is None:
            return
        if line is None or proof is None:
            self._doubt_flight(look.condition)
        elif line.proven(proof, flight.process_id):
            self._prove_flight(flight)
        elif look.hindered or line.obstacle is not None:
            self._doubt_flight(look.condition if look.hindered else line.obstacle or "fault")
        elif flight.waits <= 0:
            self._doubt_flight("fault")
        else:
            self._in_flight = msgspec.structs.replace(flight, waits=flight.waits - 1)
            self._listen(line, proof, flight)

    def _listen(self, line: PrinterLine, proof: Proof, flight: _InFlight) -> None:
        """Wait a while for the printer to say something, and see whether it is the proof."""
        try:
            proven = line.await_proof(proof, flight.process_id, _PROOF_WAIT_MS)
        except UsbError:
            self._drop_line()
            self._doubt_flight("absent")
            return
        if proven:
            self._prove_flight(flight)

    def _cause(self, line: PrinterLine) -> Condition:
        """Why the printer stopped taking bytes, as far as it says."""
        try:
            line.listen(_PROOF_WAIT_MS)
            if line.obstacle is None and line.paper_empty():
                return "paper-out"
        except UsbError:
            return "absent"
        return line.obstacle or "fault"

    def _prove_flight(self, flight: _InFlight) -> None:
        """The ticket in flight is on paper."""
        if flight.number is not None:
            self._outcomes[flight.number] = TicketPrinted(flight.number)
        self._in_flight = None

    def _doubt_flight(self, condition: Condition) -> None:
        """Nobody knows what is on the paper of the ticket in flight.

        What the printer still holds of it is dropped, so that no rest comes out when the paper is refilled.
        """
        flight, self._in_flight = self._in_flight, None
        if flight is None:
            return
        if flight.number is not None:
            self._outcomes[flight.number] = TicketInDoubt(flight.number, condition)
        self._hangs = True
        self._proof = None
        if self._line is None:
            return
        try:
            self._line.drop_buffer()
        except UsbError:
            self._drop_line()
