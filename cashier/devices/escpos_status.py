"""What an ESC/POS printer says of itself: bytes to answers, without a port or a clock.

Source: Epson's public ESC/POS reference: DLE EOT (real-time status), GS a (automatic status), GS r (status when the
data before it is processed), GS ( H (process id response), and its table of fixed bits by which they are told apart.
"""

from typing import Final

import msgspec

from cashier.records import Condition

ASK_STATUS: Final = b"\x10\x04\x01\x10\x04\x02\x10\x04\x03\x10\x04\x04"
"""DLE EOT 1 to 4: printer, cause of offline, cause of error, paper. Answered at once, by one byte each, in order."""

STATUS_BYTES: Final = 4
AUTOMATIC_STATUS: Final = b"\x1da\x0e"
"""GS a: tell each change of online state, errors and paper by itself."""

NO_AUTOMATIC_STATUS: Final = b"\x1da\x00"
BUFFER_STATUS: Final = b"\x1dr\x01"
"""GS r 1: answered when all data before it has been worked off."""

PROCESS_ID_LENGTH: Final = 4

_BLOCK_HEADER: Final = 0x37
_PROCESS_ID: Final = 0x22
_LONGEST_BLOCK: Final = 80


def process_id_request(process_id: str) -> bytes:
    """GS ( H function 48: answer with this id of four printable ASCII characters once all before it is printed."""
    return b"\x1d(H\x06\x0000" + process_id.encode("ascii")


class PrinterState(msgspec.Struct, frozen=True):
    """A printer's own view: what keeps it from printing, and whether its paper runs low."""

    offline: bool = False
    cover_open: bool = False
    paper_out: bool = False
    paper_low: bool = False
    jam: bool = False
    cutter: bool = False
    fault: bool = False

    @property
    def condition(self) -> Condition | None:
        """The gravest condition; None for a printer that is offline without saying why, as while paper is fed."""
        named: tuple[tuple[bool, Condition | None], ...] = (
            (self.cover_open, "cover-open"),
            (self.paper_out, "paper-out"),
            (self.jam, "jam"),
            (self.cutter, "cutter"),
            (self.fault, "fault"),
            (self.offline, None),
            (self.paper_low, "paper-low"),
        )
        return next((condition for holds, condition in named if holds), "ready")


class RealTimeStatus(msgspec.Struct, frozen=True):
    """One byte that answers DLE EOT."""

    bits: int


class AutomaticStatus(msgspec.Struct, frozen=True):
    """Four bytes that the printer sent by itself."""

    state: PrinterState


class ProcessDone(msgspec.Struct, frozen=True):
    """Everything before this process id is printed."""

    process_id: str


class BufferDone(msgspec.Struct, frozen=True):
    """Everything before a GS r is worked off."""


Answer = RealTimeStatus | AutomaticStatus | ProcessDone | BufferDone


def state_of_replies(replies: bytes) -> PrinterState:
    """The state from the four bytes that answer `ASK_STATUS`."""
    printer, offline, error, paper = replies
    return PrinterState(
        offline=bool(printer & 0x08),
        cover_open=bool(offline & 0x04),
        paper_out=bool(offline & 0x20 or paper & 0x60),
        paper_low=bool(paper & 0x0C),
        jam=bool(error & 0x04),
        cutter=bool(error & 0x08),
        fault=bool(error & 0x60),
    )


def state_of_automatic(status: bytes) -> PrinterState:
    """The state from the four bytes of an automatic status."""
    printer, error, paper, _ = status
    return PrinterState(
        offline=bool(printer & 0x08),
        cover_open=bool(printer & 0x20),
        paper_out=bool(paper & 0x0C),
        paper_low=bool(paper & 0x03),
        jam=bool(error & 0x04),
        cutter=bool(error & 0x08),
        fault=bool(error & 0x60),
    )


class StatusReader:
    """Sorts the printer's bytes, in pieces of any size, by their fixed bits; what fits nothing is dropped."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> list[Answer]:
        """Take bytes as they come; return the answers that are whole now."""
        self._buffer += data
        answers: list[Answer] = []
        while self._buffer:
            length = self._length()
            if length is None:
                break
            answer = _answer(bytes(self._buffer[:length]))
            if answer is not None:
                answers.append(answer)
            del self._buffer[:length]
        return answers

    def forget(self) -> None:
        """Drop an answer that has begun and will not end."""
        self._buffer.clear()

    def _length(self) -> int | None:
        """How many bytes of the buffer belong together; None while more have to come."""
        first = self._buffer[0]
        if first == _BLOCK_HEADER:
            end = self._buffer.find(0)
            if end < 0:
                return len(self._buffer) if len(self._buffer) > _LONGEST_BLOCK else None
            return end + 1
        if first & 0x93 != 0x10:
            return 1
        followers = self._buffer[1:STATUS_BYTES]
        if any(byte & 0x90 for byte in followers):
            return 1
        return STATUS_BYTES if len(self._buffer) >= STATUS_BYTES else None


def _answer(message: bytes) -> Answer | None:
    """What a whole message says; None for noise, flow control and blocks that were not asked for."""
    first = message[0]
    if first == _BLOCK_HEADER:
        whole = len(message) == PROCESS_ID_LENGTH + 3 and message[1] == _PROCESS_ID
        return ProcessDone(message[2:-1].decode("ascii", "replace")) if whole else None
    if len(message) == STATUS_BYTES:
        return AutomaticStatus(state_of_automatic(message))
    if first & 0x93 == 0x12:
        return RealTimeStatus(first)
    return BufferDone() if first & 0x90 == 0 else None
