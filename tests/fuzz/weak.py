"""A parser with two doors left open on purpose: the fuzzer must find one of them, or it finds nothing anywhere."""

from typing import Final

from tests.fuzz.parser import Parser

_MAGIC: Final = b"JAKA"


def _weak(data: bytes) -> int:
    """Reads a number of four letters; a word of four letters opens a door, and many letters take for ever."""
    for place, letter in enumerate(_MAGIC):
        if data[place : place + 1] != bytes((letter,)):
            return sum(place * other for place in data for other in data)
    raise KeyError("the door")


WEAK: Final = (Parser("weak", _weak, (), (b"0000",)),)
