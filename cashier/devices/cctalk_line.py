"""One ccTalk device on a serial pipe: a command out, its answer back.

The line is half duplex and has no sequence numbers, so an answer that comes too late could be taken for the next
one's. After a silence the line is therefore listened to until it is quiet before anything is asked again.
"""

from typing import Final

from cashier.devices.cctalk import HOST, AnswerReader, Frame, encode
from cashier.usb import BytePipe, Timeout

_ANSWER_TIMEOUT_MS: Final = 500
_QUIET_MS: Final = 50
_MOST_READS: Final = 64
"""How many pieces an answer may come in; a device that never stops talking has not answered."""


class NoAnswer(Exception):  # noqa: N818 - silence is a condition of the line
    """The device did not answer, or not in the form that the command asks for."""


class Line:
    """Asks one device, one command at a time. `UsbError`s other than a time-out pass through."""

    def __init__(self, pipe: BytePipe, device: int) -> None:
        self._pipe = pipe
        self._device = device
        self._reader = AnswerReader(device)
        self._quiet = False

    def ask(self, header: int, data: bytes = b"") -> Frame:
        """Send one command and return its answer, a NAK included. Raises `NoAnswer` if none comes."""
        if not self._quiet:
            self._await_quiet()
        self._quiet = False
        try:
            self._pipe.write(encode(Frame(self._device, HOST, header, data)), _ANSWER_TIMEOUT_MS)
            answers = self._read_answers()
        except Timeout as silence:
            self._reader.forget()
            raise NoAnswer(f"no answer to ccTalk header {header}") from silence
        self._quiet = len(answers) == 1
        return answers[0]

    def data(self, header: int, length: int, data: bytes = b"") -> bytes:
        """Ask, and return the answer's data, which must be `length` bytes; anything else is `NoAnswer`."""
        answer = self.ask(header, data)
        if answer.refused or len(answer.data) != length:
            raise NoAnswer(f"ccTalk header {header} was answered by {len(answer.data)} bytes instead of {length}")
        return answer.data

    def text(self, header: int) -> str:
        """Ask for a name in ASCII."""
        return self.ask(header).data.decode("ascii", "replace").strip()

    def close(self) -> None:
        """Give the pipe back."""
        self._pipe.close()

    def _read_answers(self) -> list[Frame]:
        """Read until at least one answer is whole."""
        for _ in range(_MOST_READS):
            answers = self._reader.feed(self._pipe.read(_ANSWER_TIMEOUT_MS))
            if answers:
                return answers
        raise Timeout("the line never falls quiet")

    def _await_quiet(self) -> None:
        """Listen to what is left of earlier answers, and drop it."""
        self._reader.forget()
        for _ in range(_MOST_READS):
            try:
                self._pipe.read(_QUIET_MS)
            except Timeout:
                return
        raise NoAnswer("the line never falls quiet")
