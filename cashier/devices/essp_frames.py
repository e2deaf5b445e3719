"""eSSP packets: bytes to packets and packets to bytes, without a port, a clock or a key.

Source: Innovative Technology's SSP protocol manual (GA138), "transport layer". A packet is 7F, a byte of sequence bit
and address, the number of data bytes, the data, and a CRC of all but the 7F, low byte first. A 7F behind the first byte
is sent twice, so a single one always begins a packet.
"""

from typing import Final

import msgspec

STX: Final = 0x7F
LARGEST_DATA: Final = 255
SEQUENCE: Final = 0x80

_CRC_SEED: Final = 0xFFFF
_CRC_POLYNOMIAL: Final = 0x8005


class Packet(msgspec.Struct, frozen=True):
    """One packet: the device's address, the sequence bit, and what it says."""

    address: int
    sequence: bool
    data: bytes


def _remainder(byte: int) -> int:
    """What one byte, shifted out at the top, leaves in the CRC."""
    value = byte << 8
    for _ in range(8):
        value = (value << 1) ^ _CRC_POLYNOMIAL if value & 0x8000 else value << 1
    return value & 0xFFFF


_REMAINDERS: Final = tuple(map(_remainder, range(256)))


def crc(data: bytes) -> int:
    """The CRC of packets and of their encrypted content: polynomial 8005, start FFFF, most significant bit first."""
    value = _CRC_SEED
    for byte in data:
        value = (value << 8 & 0xFFFF) ^ _REMAINDERS[value >> 8 ^ byte]
    return value


def encode(packet: Packet) -> bytes:
    """The packet's bytes on the wire."""
    head = packet.address | (SEQUENCE if packet.sequence else 0)
    body = bytes((head, len(packet.data))) + packet.data
    body += crc(body).to_bytes(2, "little")
    return bytes((STX,)) + body.replace(b"\x7f", b"\x7f\x7f")


class PacketReader:
    """Finds packets in the bytes that come from the line; noise and broken packets are passed over."""

    def __init__(self) -> None:
        self._body: bytearray | None = None
        self._stuffed = False
        self.skipped = 0
        """Bytes that belonged to no whole packet."""

    def feed(self, data: bytes) -> list[Packet]:
        """Take bytes as they come, in pieces of any size; return the packets that are whole now."""
        packets = [self._take(byte) for byte in data]
        return [packet for packet in packets if packet is not None]

    def forget(self) -> None:
        """Drop a packet that has begun and will not end."""
        self.skipped += len(self._body or b"")
        self._body = None
        self._stuffed = False

    def _take(self, byte: int) -> Packet | None:
        """One byte of the line."""
        if self._stuffed:
            self._stuffed = False
            if byte == STX:
                return self._add(STX)
            self.forget()
            self._body = bytearray()
            return self._add(byte)
        if byte == STX:
            if self._body is None:
                self._body = bytearray()
            elif not self._body:
                self.skipped += 1
            else:
                self._stuffed = True
            return None
        if self._body is None:
            self.skipped += 1
            return None
        return self._add(byte)

    def _add(self, byte: int) -> Packet | None:
        """One byte of a packet, its stuffing removed."""
        if self._body is None:
            return None
        self._body.append(byte)
        if len(self._body) < 2 or len(self._body) < self._body[1] + 4:
            return None
        body, self._body = bytes(self._body), None
        if crc(body[:-2]) != int.from_bytes(body[-2:], "little"):
            self.skipped += len(body)
            return None
        return Packet(body[0] & ~SEQUENCE & 0xFF, bool(body[0] & SEQUENCE), body[2:-2])
