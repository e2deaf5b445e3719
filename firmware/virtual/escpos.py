"""ESC/POS as a stream of tokens: which bytes form one command, and which are text.

The reader knows how long every command is, so that an unknown one is reported and stepped over whole, and
picture data are never mistaken for commands. Real-time commands (DLE) come out as tokens of their own as
soon as they are complete. Source: Epson's public ESC/POS command reference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

ESC, FS, GS, DLE = 0x1B, 0x1C, 0x1D, 0x10
_MAX_DATA = 1 << 18
"""The longest command that is believed, in bytes; a picture as wide as the paper may be 3600 rows high."""


class Text(msgspec.Struct, frozen=True):
    """Printable bytes in the current code page."""

    raw: bytes


class Command(msgspec.Struct, frozen=True):
    """A command: its name as manuals write it (``GS k``), and every byte after the name.

    ``size`` is the length on the wire. ``known`` is False for a name this reader had to guess the end of.
    """

    name: str
    data: bytes
    size: int
    known: bool = True

    @property
    def value(self) -> int:
        """The first parameter."""
        return self.data[0]


Token: TypeAlias = Text | Command
Measure: TypeAlias = Callable[[bytes], int | None]


def _fixed(count: int) -> Measure:
    return lambda rest: count


def _sized(rest: bytes) -> int | None:
    """``pL pH`` and that many bytes."""
    return 2 + int.from_bytes(rest[:2], "little") if len(rest) >= 2 else None


def _function(rest: bytes) -> int | None:
    """A letter, then ``pL pH`` and that many bytes: ``GS ( k``."""
    return 3 + int.from_bytes(rest[1:3], "little") if len(rest) >= 3 else None


def _cut(rest: bytes) -> int | None:
    """``m``, and ``n`` when the cut feeds first."""
    return (2 if rest[0] >= 65 else 1) if rest else None


def _barcode(rest: bytes) -> int | None:
    """``m`` and data up to NUL (function A), or ``m n`` and ``n`` bytes (function B)."""
    if not rest:
        return None
    if rest[0] < 65:
        end = rest.find(b"\0", 1)
        return end + 1 if end > 0 else None
    return 2 + rest[1] if len(rest) >= 2 else None


def _raster(rest: bytes) -> int | None:
    """``0 m xL xH yL yH`` and the picture, eight dots a byte."""
    if len(rest) < 6:
        return None
    return 6 + int.from_bytes(rest[2:4], "little") * int.from_bytes(rest[4:6], "little")


def _column_picture(rest: bytes) -> int | None:
    """``m nL nH`` and columns of one or three bytes."""
    if len(rest) < 3:
        return None
    return 3 + int.from_bytes(rest[1:3], "little") * (3 if rest[0] >= 32 else 1)


def _tabs(rest: bytes) -> int | None:
    """Columns up to NUL."""
    end = rest.find(b"\0")
    return end + 1 if end >= 0 else None


def _real_time(rest: bytes) -> int | None:
    """DLE DC4: a function and its parameters."""
    if not rest:
        return None
    return {1: 3, 2: 3, 8: 8}.get(rest[0], 1)


_LENGTHS: dict[tuple[int, int], Measure] = {
    (DLE, 0x04): _fixed(1),
    (DLE, 0x05): _fixed(1),
    (DLE, 0x14): _real_time,
    (FS, ord("(")): _function,
    (FS, ord("&")): _fixed(0),
    (FS, ord(".")): _fixed(0),
    (GS, ord("(")): _function,
    (GS, ord("k")): _barcode,
    (GS, ord("V")): _cut,
    (GS, ord("v")): _raster,
    (GS, ord("L")): _fixed(2),
    (GS, ord("W")): _fixed(2),
    (GS, ord("P")): _fixed(2),
    (GS, ord("$")): _fixed(2),
    (ESC, ord("*")): _column_picture,
    (ESC, ord("D")): _tabs,
    (ESC, ord("@")): _fixed(0),
    (ESC, ord("2")): _fixed(0),
    (ESC, ord("$")): _fixed(2),
    (ESC, ord("\\")): _fixed(2),
    (ESC, ord("c")): _fixed(2),
    (ESC, ord("p")): _fixed(3),
    **{(ESC, ord(letter)): _fixed(1) for letter in " !-3=EGJMRTVadrt{"},
    **{(GS, ord(letter)): _fixed(1) for letter in "!BHIabfhrw"},
}
_LEADS = {ESC: "ESC", FS: "FS", GS: "GS", DLE: "DLE"}
_SECONDS = {0x04: "EOT", 0x05: "ENQ", 0x14: "DC4"}
_CONTROLS = {0x09: "HT", 0x0A: "LF", 0x0C: "FF", 0x0D: "CR", 0x18: "CAN"}


class Reader:
    """Cuts a stream into tokens."""

    def __init__(self) -> None:
        self._buffer = bytearray()

    def feed(self, data: bytes) -> Iterator[Token]:
        """Add bytes; yields every token they complete."""
        self._buffer += data
        while self._buffer:
            token = self._next()
            if token is None:
                return
            yield token

    def clear(self) -> None:
        """Forget an unfinished command."""
        self._buffer.clear()

    @property
    def unfinished(self) -> int:
        """Bytes of a command that is not complete yet."""
        return len(self._buffer)

    def _next(self) -> Token | None:
        first = self._buffer[0]
        if first in _LEADS:
            return self._command(first)
        if first < 0x20:
            name = _CONTROLS.get(first, f"{first:02X}")
            return self._take(name, 1, 1, known=first in _CONTROLS)
        end = next((i for i, byte in enumerate(self._buffer) if byte < 0x20), len(self._buffer))
        raw = bytes(self._buffer[:end])
        del self._buffer[:end]
        return Text(raw)

    def _command(self, first: int) -> Command | None:
        if len(self._buffer) < 2:
            return None
        second = self._buffer[1]
        name = _name(first, second)
        measure = _LENGTHS.get((first, second))
        if measure is None:
            return self._take(name, 2, 2, known=False)
        length = measure(bytes(self._buffer[2 : 2 + _MAX_DATA]))
        if (length or len(self._buffer)) > _MAX_DATA:
            return self._take(name, 2, 2, known=False)
        if length is None or len(self._buffer) < 2 + length:
            return None
        if measure is _function:
            return self._take(f"{name} {chr(self._buffer[2])}", 5, 2 + length, known=True)
        return self._take(name, 2, 2 + length, known=True)

    def _take(self, name: str, skip: int, size: int, *, known: bool) -> Command:
        data = bytes(self._buffer[skip:size])
        del self._buffer[:size]
        return Command(name, data, size, known)


def _name(first: int, second: int) -> str:
    known = {0x20: "SP"} | (_SECONDS if first == DLE else {})
    return f"{_LEADS[first]} {known.get(second, chr(second) if 0x20 < second < 0x7F else f'{second:02X}')}"
