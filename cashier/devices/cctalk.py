"""ccTalk messages: bytes to frames and frames to bytes, without a port or a clock.

Source: ccTalk Generic Specification (public domain), parts 1 and 2. A message is destination, number of data bytes,
source, header, data, checksum; all bytes of a message add up to 0 modulo 256. There is no start byte, so a receiver
tells messages from noise by the two addresses it knows, the length and the sum.
"""

from typing import Final

import msgspec

HOST: Final = 1
"""The host's own address."""

LARGEST_DATA: Final = 64
"""The most data bytes we take: our longest answers have 11; a larger number is noise."""

_FIXED_BYTES: Final = 5
_REPLY: Final = 0
_BUSY: Final = 6
_NAK: Final = 5


class Frame(msgspec.Struct, frozen=True):
    """One ccTalk message. In an answer the header is 0, or 5 (NAK), or 6 (busy)."""

    destination: int
    source: int
    header: int
    data: bytes = b""

    @property
    def refused(self) -> bool:
        """Whether this answer is a NAK or a busy."""
        return self.header in (_NAK, _BUSY)

    @property
    def answers(self) -> bool:
        """Whether this is an answer, and not a command."""
        return self.header == _REPLY or self.refused


def encode(frame: Frame) -> bytes:
    """The frame's bytes on the wire, checksum included."""
    body = bytes((frame.destination, len(frame.data), frame.source, frame.header)) + frame.data
    return body + bytes((-sum(body) & 0xFF,))


class AnswerReader:
    """Finds the answers of one device in the bytes that come from the line.

    On a one-wire bus the host hears its own bytes too: a whole message from the host to the device is passed over.
    Anything else is noise and is skipped byte by byte until an answer fits; `skipped` counts those bytes.
    """

    def __init__(self, device: int) -> None:
        self._device = device
        self._buffer = bytearray()
        self.skipped = 0

    def feed(self, data: bytes) -> list[Frame]:
        """Take bytes as they come, in pieces of any size; return the answers that are whole now."""
        self._buffer += data
        answers: list[Frame] = []
        while len(self._buffer) >= 3:
            if not self._could_begin():
                self._skip()
                continue
            length = self._buffer[1] + _FIXED_BYTES
            if len(self._buffer) < length:
                break
            message = bytes(self._buffer[:length])
            if sum(message) & 0xFF:
                self._skip()
                continue
            del self._buffer[:length]
            frame = Frame(destination=message[0], source=message[2], header=message[3], data=message[4:-1])
            if frame.destination == HOST and frame.answers:
                answers.append(frame)
        return answers

    def forget(self) -> None:
        """Drop a message that has begun and will not end; the line was silent for too long."""
        self.skipped += len(self._buffer)
        self._buffer.clear()

    def _could_begin(self) -> bool:
        """Whether a message between host and device can begin at the first byte held."""
        between = (self._buffer[0], self._buffer[2])
        return self._buffer[1] <= LARGEST_DATA and between in ((HOST, self._device), (self._device, HOST))

    def _skip(self) -> None:
        """Pass over one byte of noise."""
        del self._buffer[0]
        self.skipped += 1
