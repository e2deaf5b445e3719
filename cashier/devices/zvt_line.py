"""One ZVT card terminal on a serial pipe: a message out, its answer back, and whatever the terminal says by itself.

Blocks are acknowledged as they come and messages answered at once, so that the terminal is never kept waiting. A block
of ours that is not acknowledged goes out again, except where the caller says once: a lost acknowledgement and a lost
block look the same, and the terminal numbers neither.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from cashier.devices import zvt_frames
from cashier.devices.zvt_codes import result_words
from cashier.devices.zvt_fields import Malformed
from cashier.devices.zvt_frames import FrameReader, Signal
from cashier.devices.zvt_messages import (
    RECEIVED,
    Apdu,
    Control,
    StatusInformation,
    decode,
    encode,
    read_abort,
    read_print,
    read_status,
)
from cashier.usb import BytePipe, Timeout

Clock = Callable[[], float]
"""Seconds that never go back."""

_TRIES: Final = 3
_GLANCE_MS: Final = 20
_LOOK_MS: Final = 250
_MOST_MESSAGES: Final = 200
"""So many messages may belong to one conversation; a terminal that never comes to an end has not answered."""

_ACK: Final = bytes((Signal.ACK.value,))
_NAK: Final = bytes((Signal.NAK.value,))


class NoAnswer(Exception):  # noqa: N818 - silence is a condition of the line
    """The terminal did not acknowledge, answer, or come to an end in time."""


class Refused(Exception):  # noqa: N818 - what came, not an error of ours
    """The terminal did not take a message; nothing of it has begun."""

    def __init__(self, code: int) -> None:
        super().__init__(result_words(code))
        self.code = code


class Timeouts(msgspec.Struct, frozen=True):
    """ZVT's waits in seconds, by their names in the specification.

    T1 is the longest pause inside a block, T2 the wait for an answer, T3 the wait for an acknowledgement, and T4 how
    long a terminal may be silent while it is at work.
    """

    t1_s: float = 0.2
    t2_s: float = 15.0
    t3_s: float = 5.0
    t4_s: float = 180.0


class Talk(msgspec.Struct, frozen=True):
    """A conversation that has come to its end: by completion, or (`abort`) broken off with a result code."""

    statuses: tuple[StatusInformation, ...] = ()
    lines: tuple[str, ...] = ()
    abort: int | None = None

    @property
    def status(self) -> StatusInformation | None:
        """The last status information, if there was any."""
        return self.statuses[-1] if self.statuses else None


class ZvtLine:
    """Speaks with one terminal. `UsbError`s other than a time-out pass through."""

    def __init__(self, pipe: BytePipe, timeouts: Timeouts, clock: Clock) -> None:
        self._pipe = pipe
        self._timeouts = timeouts
        self._clock = clock
        self._reader = FrameReader(timeouts.t1_s)
        self._inbox: list[Apdu] = []
        self._acknowledged = False
        self._denied = False
        self._last_answer = b""

    def close(self) -> None:
        """Give the pipe back."""
        self._pipe.close()

    def hear(self, wait_ms: int = _GLANCE_MS) -> list[Apdu]:
        """Return what the terminal has said by itself, each message acknowledged and answered."""
        self._read(wait_ms)
        if self._denied and self._last_answer:
            self._denied = False
            self._write(self._last_answer)
        heard = [message for message in self._inbox if not message.is_answer]
        self._inbox.clear()
        return heard

    def ask(self, message: Apdu, *, once: bool = False, keep: bool = False) -> None:
        """Have the terminal take a message. Raises `Refused` for one it does not take, `NoAnswer` when nobody knows.

        With `once` the block goes out a single time, whatever becomes of it. What the terminal said before its answer
        belongs to something older and is dropped, or kept for the next `hear` where that goes on (`keep`).
        """
        self._inbox = [old for old in self._inbox if keep and not old.is_answer]
        self._deliver(zvt_frames.encode(encode(message)), 1 if once else _TRIES)
        end = self._clock() + self._timeouts.t2_s
        while True:
            for place, heard in enumerate(self._inbox):
                if heard.is_answer:
                    self._inbox = (self._inbox[:place] if keep else []) + self._inbox[place + 1 :]
                    if heard.refusal:
                        raise Refused(heard.refusal)
                    return
            if self._clock() >= end:
                raise NoAnswer(f"the terminal did not answer message {message.control:04x}")
            self._read(_LOOK_MS)

    def converse(self, message: Apdu) -> Talk:
        """Ask for something that the terminal does at once, and listen to its end. Raises `Refused` or `NoAnswer`."""
        self.ask(message)
        statuses: list[StatusInformation] = []
        lines: list[str] = []
        end = self._clock() + self._timeouts.t2_s
        for _ in range(_MOST_MESSAGES):
            for heard in self.hear(_LOOK_MS):
                end = self._clock() + self._timeouts.t2_s
                match heard.control:
                    case Control.COMPLETION:
                        return Talk(tuple(statuses), tuple(lines))
                    case Control.ABORT:
                        return Talk(tuple(statuses), tuple(lines), read_abort(heard.data))
                    case Control.STATUS_INFORMATION:
                        statuses += understood(heard)
                    case Control.PRINT_LINE | Control.PRINT_TEXT:
                        lines += printed(heard)
            if self._clock() >= end:
                break
        raise NoAnswer(f"the terminal began message {message.control:04x} and never ended it")

    # -- blocks --------------------------------------------------------------------------------------------------

    def _deliver(self, block: bytes, tries: int) -> None:
        """Send a block until it is acknowledged."""
        for _ in range(tries):
            self._acknowledged = self._denied = False
            if self._write(block):
                end = self._clock() + self._timeouts.t3_s
                while not self._acknowledged and not self._denied and self._clock() < end:
                    self._read(_LOOK_MS)
            if self._acknowledged:
                return
        raise NoAnswer("the terminal did not acknowledge a block")

    def _read(self, wait_ms: int) -> None:
        """Take what comes within a while: signals are noted, messages acknowledged, answered and kept."""
        try:
            data = self._pipe.read(wait_ms)
        except Timeout:
            data = b""
        for heard in self._reader.feed(data, self._clock()):
            match heard:
                case Signal.ACK:
                    self._acknowledged = True
                case Signal.NAK:
                    self._denied = True
                case Signal.BROKEN:
                    self._write(_NAK)
                case _:
                    self._take(heard)

    def _take(self, block: bytes) -> None:
        self._write(_ACK)
        try:
            message = decode(block)
        except Malformed:
            return
        self._inbox.append(message)
        if not message.is_answer:
            self._last_answer = zvt_frames.encode(encode(RECEIVED))
            self._write(self._last_answer)

    def _write(self, data: bytes) -> bool:
        """Send bytes; whether the adapter took them in time."""
        try:
            self._pipe.write(data, round(self._timeouts.t3_s * 1000))
        except Timeout:
            return False
        return True


def understood(message: Apdu) -> list[StatusInformation]:
    """The status information in a message; nothing where it cannot be read, so that it is asked for again."""
    try:
        return [read_status(message.data)]
    except Malformed:
        return []


def printed(message: Apdu) -> list[str]:
    """The lines of a receipt, as far as they can be read."""
    try:
        return list(read_print(message))
    except Malformed:
        return []
