"""ZVT's serial frames: bytes to blocks and blocks to bytes, without a port or a clock of their own.

Source: ZVT protocol, PA00P015, transport layer for serial lines. A block is DLE STX, the APDU with every DLE in it
doubled, DLE ETX, and a CRC over the plain APDU and the ETX, low byte first. Each block is answered by one byte: ACK, or
NAK for one that came broken.
"""

from enum import Enum
from typing import Final

STX: Final = 0x02
ETX: Final = 0x03
DLE: Final = 0x10

LARGEST_APDU: Final = 3 + 2 + 0xFFFF
"""Control field, extended length and as many data bytes as that can count."""

_CRC_POLYNOMIAL: Final = 0x8408


class Signal(Enum):
    """What comes along the line beside blocks."""

    ACK = 0x06
    NAK = 0x15
    BROKEN = -1
    """A block whose checksum is wrong, that stopped half-way, or that another one broke into."""


Heard = bytes | Signal
"""A whole APDU, or a signal."""


def _remainder(byte: int) -> int:
    """What one byte leaves in the CRC, shifted out at the bottom."""
    value = byte
    for _ in range(8):
        value = value >> 1 ^ _CRC_POLYNOMIAL if value & 1 else value >> 1
    return value


_REMAINDERS: Final = tuple(map(_remainder, range(256)))


def crc(data: bytes) -> int:
    """The CRC of blocks: polynomial 1021 taken from its low end, start 0."""
    value = 0
    for byte in data:
        value = value >> 8 ^ _REMAINDERS[(value ^ byte) & 0xFF]
    return value


def encode(apdu: bytes) -> bytes:
    """The block's bytes on the wire."""
    check = crc(apdu + bytes((ETX,)))
    return (
        bytes((DLE, STX))
        + apdu.replace(bytes((DLE,)), bytes((DLE, DLE)))
        + bytes((DLE, ETX))
        + check.to_bytes(2, "little")
    )


class _Place(Enum):
    """Where in the stream the reader stands."""

    OUTSIDE = "outside"
    OUTSIDE_DLE = "outside, behind a DLE"
    INSIDE = "inside a block"
    INSIDE_DLE = "inside a block, behind a DLE"
    CHECK = "in the checksum"


class FrameReader:
    """Finds blocks and signals in the bytes that come from the line; `gap_s` is T1, the longest pause inside a block.

    Instants are seconds of any clock that does not go back. A broken block is told once, as `Signal.BROKEN`.
    """

    def __init__(self, gap_s: float) -> None:
        self._gap_s = gap_s
        self._heard_at = 0.0
        self._place = _Place.OUTSIDE
        self._apdu = bytearray()
        self._check = bytearray()

    def feed(self, data: bytes, at: float) -> list[Heard]:
        """Take bytes that came at `at`, in pieces of any size; return what is whole now."""
        heard: list[Heard] = []
        if self._late(at):
            self.forget()
            heard.append(Signal.BROKEN)
        if data:
            self._heard_at = at
        for byte in data:
            heard += self._take(byte)
        return heard

    def forget(self) -> None:
        """Drop a block that has begun and will not end."""
        self._place = _Place.OUTSIDE
        self._apdu.clear()
        self._check.clear()

    def _late(self, at: float) -> bool:
        """Whether a block stopped half-way."""
        inside = self._place not in (_Place.OUTSIDE, _Place.OUTSIDE_DLE)
        return inside and at - self._heard_at > self._gap_s

    def _take(self, byte: int) -> list[Heard]:
        match self._place:
            case _Place.OUTSIDE:
                return self._outside(byte)
            case _Place.OUTSIDE_DLE:
                self._place = _Place.INSIDE if byte == STX else _Place.OUTSIDE
                return []
            case _Place.INSIDE:
                return self._inside(byte)
            case _Place.INSIDE_DLE:
                return self._behind_dle(byte)
            case _Place.CHECK:
                return self._in_check(byte)

    def _outside(self, byte: int) -> list[Heard]:
        """Between blocks stand signals and noise."""
        if byte == DLE:
            self._place = _Place.OUTSIDE_DLE
        return [Signal(byte)] if byte in (Signal.ACK.value, Signal.NAK.value) else []

    def _inside(self, byte: int) -> list[Heard]:
        if byte == DLE:
            self._place = _Place.INSIDE_DLE
            return []
        return self._add(byte)

    def _behind_dle(self, byte: int) -> list[Heard]:
        """A DLE inside a block is doubled, ends it, or begins another that breaks in."""
        self._place = _Place.INSIDE
        match byte:
            case 0x10:
                return self._add(DLE)
            case 0x03:
                self._place = _Place.CHECK
                return []
            case 0x02:
                self._apdu.clear()
                return [Signal.BROKEN]
            case _:
                self.forget()
                return [Signal.BROKEN]

    def _add(self, byte: int) -> list[Heard]:
        self._apdu.append(byte)
        if len(self._apdu) <= LARGEST_APDU:
            return []
        self.forget()
        return [Signal.BROKEN]

    def _in_check(self, byte: int) -> list[Heard]:
        self._check.append(byte)
        if len(self._check) < 2:
            return []
        apdu, check = bytes(self._apdu), int.from_bytes(self._check, "little")
        self.forget()
        return [apdu if check == crc(apdu + bytes((ETX,))) else Signal.BROKEN]
