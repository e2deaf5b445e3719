"""The reader's half of CCID: its messages and its descriptor.

Source: USB device class specification for integrated circuit card interface devices 1.1, §5.1 (descriptor), §6.1 and
§6.2 (bulk messages), §6.3 (interrupt messages). Numbers are little-endian.
"""

from __future__ import annotations

import enum
import struct
from typing import Literal, TypeAlias

import msgspec

HEADER_BYTES = 10
NO_SLOT = 0x05
"""The error that names the slot's place in the message: no such slot."""

Level: TypeAlias = Literal["character", "tpdu", "short", "extended"]
"""In what the host hands commands over: characters, blocks of the card's own protocol, short APDUs, or all of them."""


class Command(enum.IntEnum):
    """What the host may say on the bulk endpoint (§6.1)."""

    SET_PARAMETERS = 0x61
    POWER_ON = 0x62
    POWER_OFF = 0x63
    GET_SLOT_STATUS = 0x65
    ESCAPE = 0x6B
    GET_PARAMETERS = 0x6C
    RESET_PARAMETERS = 0x6D
    TRANSFER = 0x6F
    ABORT = 0x72


class Answer(enum.IntEnum):
    """What the reader may say there (§6.2)."""

    DATA_BLOCK = 0x80
    SLOT_STATUS = 0x81
    PARAMETERS = 0x82
    ESCAPE = 0x83


class Error(enum.IntEnum):
    """Why a command failed (§6.2.6); values below 0x80 are the place of the byte that was wrong."""

    NOT_SUPPORTED = 0x00
    BAD_LENGTH = 0x01
    HARDWARE = 0xFB
    MUTE = 0xFE


class Card(enum.IntEnum):
    """The card of a slot, in the low bits of each answer's status."""

    ACTIVE = 0
    INACTIVE = 1
    ABSENT = 2


_FAILED, _MORE_TIME = 0x40, 0x80


class Request(msgspec.Struct, frozen=True):
    """One whole message of the host."""

    kind: int
    slot: int
    number: int
    special: bytes
    data: bytes


def take_request(buffer: bytearray) -> Request | None:
    """Take the next whole message out of the buffer, or None while it is not there yet."""
    if len(buffer) < HEADER_BYTES:
        return None
    kind, length, slot, number = struct.unpack_from("<BIBB", buffer)
    if len(buffer) < HEADER_BYTES + length:
        return None
    request = Request(kind, slot, number, bytes(buffer[7:10]), bytes(buffer[10 : 10 + length]))
    del buffer[: HEADER_BYTES + length]
    return request


def answer(request: Request, kind: Answer, card: Card, data: bytes = b"", special: int = 0) -> bytes:
    """What was asked for."""
    return _message(request, kind, card, 0, special, data)


def failure(request: Request, kind: Answer, card: Card, error: int) -> bytes:
    """Why it cannot be had."""
    return _message(request, kind, card | _FAILED, error, 0, b"")


def more_time(request: Request, card: Card, times: int) -> bytes:
    """The card needs so many of its waiting times more; the answer follows."""
    return _message(request, Answer.DATA_BLOCK, card | _MORE_TIME, times, 0, b"")


def slot_change(states: list[tuple[bool, bool]]) -> bytes:
    """The interrupt that tells of each slot whether a card is in it and whether that has changed (§6.3.1)."""
    bits = sum((has_card | changed << 1) << 2 * slot for slot, (has_card, changed) in enumerate(states))
    return b"\x50" + bits.to_bytes((len(states) + 3) // 4, "little")


def _message(request: Request, kind: Answer, status: int, error: int, special: int, data: bytes) -> bytes:
    head = struct.pack("<BIBBBBB", kind, len(data), request.slot, request.number, status, error, special)
    return head + data


_FEATURES = {"character": 0x000004BA, "tpdu": 0x000104BA, "short": 0x000204BA, "extended": 0x000404BA}
"""Everything about clock, rate, voltage and protocol is the reader's business; only the level differs."""


def class_descriptor(slots: int, level: Level, longest: int) -> bytes:
    """The 54 bytes that a host reads before it speaks: T=0 and T=1, three voltages, 4 MHz, 9,677 bits a second."""
    return struct.pack(
        "<BBHBBIIIBIIBIIIIIBBHBB",
        *(54, 0x21, 0x0110, slots - 1, 0x07, 3, 4000, 4000, 0, 9677, 9677, 0, 254, 0, 0),
        *(_FEATURES[level], longest, 0, 0, 0, 0, slots),
    )
