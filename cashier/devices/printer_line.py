"""One ESC/POS printer on a printer-class pipe: its state, bytes to it, and the proof that they are on paper."""

from contextlib import suppress
from enum import Enum, auto
from typing import Final

from cashier.devices.escpos_status import (
    ASK_STATUS,
    AUTOMATIC_STATUS,
    BUFFER_STATUS,
    NO_AUTOMATIC_STATUS,
    STATUS_BYTES,
    AutomaticStatus,
    BufferDone,
    PrinterState,
    ProcessDone,
    RealTimeStatus,
    StatusReader,
    process_id_request,
    state_of_replies,
)
from cashier.records import Condition
from cashier.usb import PrinterPipe, Stalled, Timeout

PRINTABLE: Final[frozenset[Condition]] = frozenset({"ready", "paper-low"})
"""Conditions in which a ticket can be begun."""

_INITIALISE: Final = b"\x1b@"
_PROBE_ID: Final = "INIT"
_COMMAND_TIMEOUT_MS: Final = 500
_TICKET_TIMEOUT_MS: Final = 5000
_ANSWER_TIMEOUT_MS: Final = 500
_PROBE_WAITS: Final = 8
"""A ticket of an earlier run may still be printing when the probe is sent."""

_QUIET_MS: Final = 20
_MOST_READS: Final = 32
_PORT_PAPER_EMPTY: Final = 0x20


class Proof(Enum):
    """Which answer of this printer tells that a ticket is on paper."""

    PROCESS_ID = auto()
    BUFFER_STATUS = auto()
    """For printers that do not know process ids: the answer to a command that waits behind the ticket."""


class PrinterLine:
    """Speaks to one printer and keeps what it says until it is asked for. `UsbError`s pass through."""

    def __init__(self, pipe: PrinterPipe) -> None:
        self._pipe = pipe
        self._reader = StatusReader()
        self._quiet = False
        self._replies: list[int] = []
        self._done: set[str] = set()
        self._buffer_done = False
        self.obstacle: Condition | None = None
        """What has kept the printer from printing at any time since `send`, by its own automatic word."""

    def state(self) -> PrinterState:
        """Ask for the state now. Raises `Timeout` if the printer is silent, or deaf: its buffer may be full."""
        if not self._quiet:
            self._await_quiet()
        self._quiet = False
        self._replies.clear()
        self._pipe.write(ASK_STATUS, _COMMAND_TIMEOUT_MS)
        for _ in range(_MOST_READS):
            self._take(_ANSWER_TIMEOUT_MS)
            if len(self._replies) >= STATUS_BYTES:
                break
        if len(self._replies) != STATUS_BYTES:
            raise Timeout(f"the printer gave {len(self._replies)} status bytes instead of {STATUS_BYTES}")
        self._quiet = True
        return state_of_replies(bytes(self._replies))

    def paper_empty(self) -> bool:
        """Whether the port status says so; it answers also while the printer takes no bytes."""
        try:
            return self._pipe.port_status() & _PORT_PAPER_EMPTY != 0
        except (Stalled, Timeout):
            return False

    def probe(self) -> Proof | None:
        """Set the printer up and learn which proof of print it gives; None if it works nothing off now."""
        self._done.clear()
        self._buffer_done = False
        request = _INITIALISE + AUTOMATIC_STATUS + process_id_request(_PROBE_ID) + BUFFER_STATUS
        self._pipe.write(request, _COMMAND_TIMEOUT_MS)
        for _ in range(_PROBE_WAITS):
            if self._buffer_done:
                break
            self.listen(_ANSWER_TIMEOUT_MS)
        if not self._buffer_done:
            return None
        return Proof.PROCESS_ID if _PROBE_ID in self._done else Proof.BUFFER_STATUS

    def send(self, data: bytes, proof: Proof, process_id: str) -> None:
        """Send a ticket, and behind it the command whose answer proves it.

        The answer to GS r is one byte that a piece of an automatic status could be taken for; a printer that proves by
        it is told to say nothing by itself.
        """
        self._done.clear()
        self._buffer_done = False
        self.obstacle = None
        if proof is Proof.PROCESS_ID:
            job = data + process_id_request(process_id)
        else:
            job = NO_AUTOMATIC_STATUS + data + BUFFER_STATUS
        self._pipe.write(job, _TICKET_TIMEOUT_MS)

    def proven(self, proof: Proof, process_id: str) -> bool:
        """Whether the printer has said that the ticket sent last is on paper."""
        return process_id in self._done if proof is Proof.PROCESS_ID else self._buffer_done

    def await_proof(self, proof: Proof, process_id: str, timeout_ms: int) -> bool:
        """Listen until the proof has come, or nothing comes for the time; return whether it came."""
        for _ in range(_MOST_READS):
            if self.proven(proof, process_id) or not self.listen(timeout_ms):
                break
        return self.proven(proof, process_id)

    def listen(self, timeout_ms: int) -> bool:
        """Hear what the printer says within the time; return whether it said anything."""
        try:
            self._take(timeout_ms)
        except Timeout:
            return False
        return True

    def drop_buffer(self) -> None:
        """Let the printer forget what it has not printed. One that knows no such request keeps it: nothing is lost."""
        self._reader.forget()
        self._quiet = False
        with suppress(Stalled, Timeout):
            self._pipe.soft_reset()

    def close(self) -> None:
        """Give the pipe back."""
        self._pipe.close()

    def _take(self, timeout_ms: int) -> None:
        """Read once and put each answer in its place."""
        for answer in self._reader.feed(self._pipe.read(timeout_ms)):
            match answer:
                case RealTimeStatus(bits=bits):
                    self._replies.append(bits)
                case ProcessDone(process_id=process_id):
                    self._done.add(process_id)
                case BufferDone():
                    self._buffer_done = True
                case AutomaticStatus(state=state):
                    self._note_obstacle(state.condition)

    def _note_obstacle(self, condition: Condition | None) -> None:
        """Remember a condition in which nothing can be printed."""
        if condition is not None and condition not in PRINTABLE:
            self.obstacle = condition

    def _await_quiet(self) -> None:
        """Hear out late answers, so that none is taken for the next one's."""
        for _ in range(_MOST_READS):
            if not self.listen(_QUIET_MS):
                self._reader.forget()
                return
        raise Timeout("the printer never falls quiet")
