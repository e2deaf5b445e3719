"""ZVT on the terminal's side: blocks on the serial line, each waited for until it is answered, and the data in them.

Source: ZVT protocol, PA00P015, transport layer for serial lines. A block goes out as DLE STX, message, DLE ETX and
checksum; a DLE in the message is doubled, and ACK or NAK comes back. Every message that is not itself an answer (80 00
or 84 xx) is then answered by one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import msgspec

ACK, NAK = 0x06, 0x15
_DLE, _STX, _ETX = 0x10, 0x02, 0x03
_TRIES = 3


def checksum(data: bytes) -> int:
    """CRC-16 with polynomial x^16 + x^12 + x^5 + 1, each byte lowest bit first, started with zeros."""
    register = 0
    for byte in data:
        for place in range(8):
            carry = register & 1 ^ byte >> place & 1
            register = register >> 1 ^ (0x8408 if carry else 0)
    return register


def block(message: bytes) -> bytes:
    """The wire form of a message."""
    check = checksum(message + b"\x03")
    doubled = b"".join(b"\x10\x10" if byte == _DLE else bytes((byte,)) for byte in message)
    return b"\x10\x02" + doubled + b"\x10\x03" + bytes((check & 0xFF, check >> 8))


def message(instruction: int, data: bytes = b"") -> bytes:
    """A message with its length, which takes three bytes where one does not do."""
    size = len(data)
    length = bytes((size,)) if size < 255 else bytes((255, size & 0xFF, size >> 8))
    return bytes((instruction >> 8, instruction & 0xFF)) + length + data


def digits(number: int, size: int) -> bytes:
    """A number as pairs of decimal digits."""
    text = f"{number:0{2 * size}d}"
    return bytes(int(text[place : place + 2], 16) for place in range(0, 2 * size, 2))


def number_in(data: bytes) -> int | None:
    """The number written by pairs of decimal digits; None where other digits stand."""
    text = "".join(f"{byte:02x}" for byte in data)
    return int(text) if text.isdigit() else None


class Ear:
    """Cuts blocks and single signs out of what the line brings."""

    def __init__(self, gap: float) -> None:
        self._gap = gap
        self._last = 0.0
        self._raw = bytearray()

    def hear(self, data: bytes, at: float) -> list[bytes | int | None]:
        """Add bytes heard at that second; messages, signs (ACK, NAK), and None for a block that came broken."""
        heard: list[bytes | int | None] = []
        if self._raw and at - self._last > self._gap:
            self._raw.clear()
            heard.append(None)
        self._last = at
        self._raw += data
        while self._raw:
            if self._raw[0] in (ACK, NAK):
                heard.append(self._raw.pop(0))
            elif self._raw[0] != _DLE or (len(self._raw) > 1 and self._raw[1] != _STX):
                del self._raw[0]
            else:
                used, found = _first_block(bytes(self._raw))
                if not used:
                    break
                del self._raw[:used]
                heard.append(found)
        return heard

    def deaf(self) -> None:
        """Forget what was half heard."""
        self._raw.clear()


def _first_block(raw: bytes) -> tuple[int, bytes | None]:
    """How many bytes the first block takes up (0 while it is not whole), and its message if it is sound."""
    inner = bytearray()
    place = 2
    while place + 1 < len(raw):
        if raw[place] != _DLE:
            inner.append(raw[place])
            place += 1
        elif raw[place + 1] == _DLE:
            inner.append(_DLE)
            place += 2
        elif raw[place + 1] == _ETX:
            if place + 4 > len(raw):
                return 0, None
            told = raw[place + 2] | raw[place + 3] << 8
            return place + 4, bytes(inner) if told == checksum(bytes(inner) + b"\x03") else None
        else:
            return place, None
    return 0, None


class Said(msgspec.Struct):
    """A message on its way: when it was last sent, how often, and what happens when it is answered or given up."""

    data: bytes
    ended: Callable[[bool], None]
    at: float = 0.0
    tries: int = 0
    taken: bool = False

    @property
    def is_answer(self) -> bool:
        """Whether nothing answers it."""
        return self.data[0] in (0x80, 0x84)


class Mouth:
    """What the terminal has to say, one message after the other; each repeated until its block is acknowledged."""

    def __init__(self, patience: float) -> None:
        self._patience = patience
        self._waiting: deque[Said] = deque()

    @property
    def busy(self) -> bool:
        """Whether anything is still to be said or to be answered."""
        return bool(self._waiting)

    def say(self, data: bytes, ended: Callable[[bool], None] | None = None) -> None:
        """Queue a message; `ended` learns whether it was answered well."""
        self._waiting.append(Said(data, ended or (lambda _well: None)))

    def shut(self) -> None:
        """Forget everything."""
        self._waiting.clear()

    def speak(self, at: float) -> bytes:
        """The block to send now, if any."""
        if not self._waiting:
            return b""
        first = self._waiting[0]
        if first.tries and at - first.at < self._patience:
            return b""
        if first.taken or first.tries >= _TRIES:
            self._end(well=first.is_answer)
            return self.speak(at)
        first.tries += 1
        first.at = at
        return block(first.data)

    def due(self) -> float | None:
        """When something is to be said again or given up."""
        if not self._waiting or not self._waiting[0].tries:
            return None
        return self._waiting[0].at + self._patience

    def sign(self, sign: int, at: float) -> None:
        """ACK ends the sending, NAK makes it go out again."""
        if not self._waiting or not self._waiting[0].tries:
            return
        first = self._waiting[0]
        if sign == NAK:
            first.at = at - self._patience
        elif first.is_answer:
            self._end(well=True)
        else:
            first.taken = True

    def answered(self, answer: bytes) -> None:
        """The register has answered what was said."""
        if self._waiting and self._waiting[0].tries and not self._waiting[0].is_answer:
            self._end(well=answer[0] == 0x80)

    def _end(self, *, well: bool) -> None:
        self._waiting.popleft().ended(well)
