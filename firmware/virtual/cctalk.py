"""ccTalk on the device's side: cutting frames from the line, and answering.

A frame is destination, number of data bytes, source, header, data, checksum; the checksum makes the sum of
all bytes zero modulo 256. Frames for others, damaged frames and frames that pause for too long are ignored
in silence, as the line may be shared. Source: ccTalk Generic Specification part 1 (public domain).
"""

from __future__ import annotations

import msgspec

HOST = 1
BROADCAST = 0
REPLY, NAK = 0, 5
"""The header of an answer: a reply, or a refusal."""

ACK = b""
"""The data of a plain acknowledgement (a reply with header 0 and nothing in it)."""

_OVERHEAD = 5
_GAP_SECONDS = 0.05


class Frame(msgspec.Struct, frozen=True):
    """One message. In a reply, ``header`` is 0."""

    destination: int
    source: int
    header: int
    data: bytes = b""

    def encode(self) -> bytes:
        """The wire form with its checksum."""
        body = bytes((self.destination, len(self.data), self.source, self.header)) + self.data
        return body + bytes((-sum(body) & 0xFF,))


class Line:
    """The half-duplex line as one device hears it; cuts whole, sound frames out of what it hears."""

    def __init__(self, gap_seconds: float = _GAP_SECONDS) -> None:
        self._gap = gap_seconds
        self._buffer = bytearray()
        self._heard_at = 0.0

    def hear(self, data: bytes, at: float) -> list[Frame]:
        """Add bytes heard at that second; returns the frames that this completed."""
        if self._buffer and at - self._heard_at > self._gap:
            self._buffer.clear()
        self._heard_at = at
        self._buffer += data
        frames = []
        while len(self._buffer) >= _OVERHEAD:
            size = self._buffer[1] + _OVERHEAD
            if len(self._buffer) < size:
                break
            raw = bytes(self._buffer[:size])
            del self._buffer[:size]
            if sum(raw) & 0xFF == 0:
                frames.append(Frame(raw[0], raw[2], raw[3], raw[4:-1]))
            else:
                self._buffer.clear()
        return frames

    def deaf(self) -> None:
        """Forget what was half heard."""
        self._buffer.clear()
