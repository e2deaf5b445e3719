"""The data of ZVT's messages: BCD numbers, the table of bitmap fields (BMPs), and TLV containers.

Source: ZVT protocol, PA00P015, chapters "Data elements", "Summary of utilised BMPs" and "TLV-container". A field is one
byte that names it and then data whose length the name implies: a fixed number of bytes, or as many as two (LLVAR) or
three (LLLVAR) leading bytes F0 to F9 count in decimal, or as many as a TLV length counts.
"""

from collections.abc import Iterator, Mapping
from enum import Enum, IntEnum
from typing import Final

import msgspec


class Malformed(Exception):  # noqa: N818 - what came, not an error of ours
    """A message that does not say what its form promises."""


class Bmp(IntEnum):
    """The fields that are read or written here, by their names in the specification."""

    TIMEOUT = 0x01
    SERVICE = 0x03
    AMOUNT = 0x04
    TLV = 0x06
    TRACE = 0x0B
    STATUS_BYTE = 0x19
    CARD_NUMBER = 0x22
    RESULT = 0x27
    TERMINAL = 0x29
    ORIGINAL_TRACE = 0x37
    TEXT = 0x3C
    CURRENCY = 0x49
    TOTALS = 0x60
    RECEIPT = 0x87
    CARD_NAME = 0x8B


class Var(Enum):
    """Lengths that stand before the data."""

    LL = 2
    LLL = 3
    TLV = 0


_ONE: Final = (
    0x01, 0x02, 0x03, 0x05, 0x19, 0x27, 0x72, 0x73, 0x74, 0x75, 0x8A, 0x8C, 0xA0, 0xD0, 0xD2, 0xD3, 0xE0, 0xE9, 0xEA,
    0xF0, 0xF9, 0xFA, 0xFB, 0xFC, 0xFD,
)  # fmt: skip
_TWO: Final = (0x0D, 0x0E, 0x17, 0x3A, 0x49, 0x87)
_THREE: Final = (0x0B, 0x0C, 0x37, 0x3D, 0x88, 0xAA)
_LL: Final = (0x22, 0x23, 0x2D, 0x8B, 0xA7, 0xD1, *range(0xE1, 0xE9), *range(0xF1, 0xF9))
_LLL: Final = (0x24, 0x2E, 0x3C, 0x60, 0x92, 0x9A, 0xAF)

SHAPES: Final[Mapping[int, int | Var]] = {
    **dict.fromkeys(_ONE, 1),
    **dict.fromkeys(_TWO, 2),
    **dict.fromkeys(_THREE, 3),
    **dict.fromkeys((0x29, 0x70, 0x71), 4),
    0xBA: 5,
    0x04: 6,
    **dict.fromkeys((0x3B, 0xEB), 8),
    0x2A: 15,
    **dict.fromkeys(_LL, Var.LL),
    **dict.fromkeys(_LLL, Var.LLL),
    0x06: Var.TLV,
}
"""How long every field is: so many bytes, or as its own beginning says."""


# -- numbers ------------------------------------------------------------------------------------------------------


def to_bcd(number: int, length: int) -> bytes:
    """A number in `length` bytes of two decimal digits each. Raises `ValueError` if it does not fit."""
    digits = str(number).zfill(2 * length)
    if number < 0 or len(digits) != 2 * length:
        raise ValueError(f"{number} does not fit into {length} bytes of BCD")
    return bytes.fromhex(digits)


def from_bcd(data: bytes) -> int:
    """The number that two digits a byte write. Raises `Malformed` for a digit above nine."""
    digits = data.hex()
    if not digits.isdecimal():
        raise Malformed(f"{digits!r} is no BCD number")
    return int(digits)


def last_digits(card_number: bytes) -> str:
    """The last four digits of a card's number; the terminal hides the others as E and fills an odd one up with F."""
    digits = card_number.hex().rstrip("f")[-4:]
    return digits if digits.isdecimal() else ""


# -- fields -------------------------------------------------------------------------------------------------------


class Fields(msgspec.Struct, frozen=True):
    """The fields of one message, each named once.

    `unread` begins with a name that is not in the table: where that field ends, and what follows, nobody can tell.
    """

    by_name: dict[int, bytes]
    unread: bytes = b""

    def data(self, name: Bmp) -> bytes | None:
        """The data of one field, None where it is missing."""
        return self.by_name.get(name)

    def number(self, name: Bmp) -> int | None:
        """A field of BCD digits as a number. Raises `Malformed` if it holds other digits."""
        data = self.by_name.get(name)
        return None if data is None else from_bcd(data)

    def byte(self, name: Bmp) -> int | None:
        """A field of one byte."""
        data = self.by_name.get(name)
        return None if data is None else data[0]


def read_fields(data: bytes) -> Fields:
    """Take a message's data apart. Raises `Malformed` for a field cut off or named twice."""
    found: dict[int, bytes] = {}
    place = 0
    while place < len(data):
        name = data[place]
        shape = SHAPES.get(name)
        if shape is None:
            return Fields(found, data[place:])
        start, length = _extent(shape, data, place + 1)
        if name in found:
            raise Malformed(f"field {name:02x} stands there twice")
        place = start + length
        if place > len(data):
            raise Malformed(f"field {name:02x} of {length} bytes is cut off")
        found[name] = data[start:place]
    return Fields(found)


def write_field(name: Bmp, data: bytes) -> bytes:
    """One field with its name and, where it has one, its length. Raises `ValueError` if the data does not fit."""
    match SHAPES[name]:
        case Var.TLV:
            length = _tlv_length(len(data))
        case Var() as var if len(data) < 10**var.value:
            length = bytes(0xF0 | int(digit) for digit in str(len(data)).zfill(var.value))
        case int() as fixed if len(data) == fixed:
            length = b""
        case shape:
            raise ValueError(f"{len(data)} bytes do not fit into field {name.name}, which has {shape}")
    return bytes((name,)) + length + data


def _extent(shape: int | Var, data: bytes, place: int) -> tuple[int, int]:
    """Where a field's data begins and how long it is."""
    if isinstance(shape, int):
        return place, shape
    if shape is Var.TLV:
        return _read_tlv_length(data, place)
    counts = data[place : place + shape.value]
    if len(counts) < shape.value or any(not 0xF0 <= count <= 0xF9 for count in counts):
        raise Malformed(f"{counts.hex()!r} is no length of {shape.value} digits")
    return place + shape.value, int("".join(str(count & 0x0F) for count in counts))


# -- TLV ----------------------------------------------------------------------------------------------------------

_DEEPEST: Final = 8


class Tlv(msgspec.Struct, frozen=True):
    """One data object of a TLV container: its tag (one to three bytes, as a number) and its data."""

    tag: int
    data: bytes

    @property
    def holds_others(self) -> bool:
        """Whether its data is itself a row of objects."""
        first = self.tag.to_bytes(3, "big").lstrip(b"\0")[:1] or b"\0"
        return bool(first[0] & 0x20)


def read_tlv(data: bytes, depth: int = 0) -> Iterator[Tlv]:
    """Yield the objects of a container, those inside others behind them. Raises `Malformed` for one cut off.

    `depth` is how many others this container lies in already.
    """
    if depth > _DEEPEST:
        raise Malformed(f"data objects lie more than {_DEEPEST} deep in each other")
    place = 0
    while place < len(data):
        tag, place = _read_tag(data, place)
        start, length = _read_tlv_length(data, place)
        place = start + length
        if place > len(data):
            raise Malformed(f"the object of tag {tag:x} is cut off")
        found = Tlv(tag, data[start:place])
        yield found
        if found.holds_others:
            yield from read_tlv(found.data, depth + 1)


def write_tlv(tag: int, data: bytes) -> bytes:
    """One data object."""
    name = tag.to_bytes(max(1, (tag.bit_length() + 7) // 8), "big")
    return name + _tlv_length(len(data)) + data


def _read_tag(data: bytes, place: int) -> tuple[int, int]:
    """A tag goes on behind a first byte of five ones, as long as the top bit is set."""
    end = place + 1
    if data[place] & 0x1F == 0x1F:
        while end < len(data) and data[end] & 0x80:
            end += 1
        end += 1
    if end > len(data) or end - place > 3:
        raise Malformed(f"{data[place:end].hex()!r} is no tag")
    return int.from_bytes(data[place:end], "big"), end


def _read_tlv_length(data: bytes, place: int) -> tuple[int, int]:
    """Up to 127 in one byte; 81 and 82 say that one or two more follow."""
    first = data[place : place + 1]
    if not first:
        raise Malformed("a length is missing")
    if first[0] < 0x80:
        return place + 1, first[0]
    more = first[0] - 0x80
    digits = data[place + 1 : place + 1 + more]
    if more not in (1, 2) or len(digits) < more:
        raise Malformed(f"{first.hex()!r} begins no length")
    return place + 1 + more, int.from_bytes(digits, "big")


def _tlv_length(length: int) -> bytes:
    if length < 0x80:
        return bytes((length,))
    return bytes((0x81, length)) if length < 0x100 else b"\x82" + length.to_bytes(2, "big")
