"""What a parser of outside bytes is, and what must hold whatever the bytes are (reliability TST-6)."""

import time
from collections.abc import Callable, Sequence
from typing import Final, Literal

import msgspec

Source = Literal["socket", "usb", "file", "card", "planted"]
"""Where the bytes come from: a screen's line, a device's cable, a file that somebody gives us, a card or ticket; or
nowhere, for the parser that is weak on purpose."""

HANG_MS: Final = 50
"""The most processor time that any bytes may cost."""

TRIES: Final = 3
"""Bytes that took too long are read so often before it is said: the machine may have been at something else."""

LONGEST: Final = 4096
"""Bytes of one input."""


class Parser(msgspec.Struct, frozen=True):
    """One parser: its name, what reads the bytes, the errors it says it raises, and inputs that it takes."""

    name: str
    read: Callable[[bytes], object]
    declared: tuple[type[Exception], ...]
    seeds: tuple[bytes, ...]


class Undeclared(Exception):  # noqa: N818 - a finding of the fuzzer
    """A parser raised what it does not say it raises."""


class TooSlow(Exception):  # noqa: N818
    """A parser needed more than `HANG_MS` of the processor for one input."""


def chosen(parsers: Sequence[Parser], data: bytes) -> tuple[Parser, bytes]:
    """The parser that an input's first byte chooses, and the rest, which is for it."""
    return parsers[(data[0] if data else 0) % len(parsers)], data[1:]


def examine(parser: Parser, data: bytes) -> bool:
    """Have some bytes read: True where they were taken, False where they were refused as declared.

    Raises Undeclared or TooSlow.
    """
    taken, spent = _read(parser, data)
    tries = 1
    while spent > HANG_MS and tries < TRIES:
        spent = min(spent, _read(parser, data)[1])
        tries += 1
    if spent > HANG_MS:
        raise TooSlow(f"{parser.name}: {len(data)} bytes took {spent:.0f} ms: {data[:80].hex()}")
    return taken


def _read(parser: Parser, data: bytes) -> tuple[bool, float]:
    begun = time.thread_time()
    try:
        parser.read(data)
    except parser.declared:
        taken = False
    except Exception as error:
        what = f"{parser.name}: {type(error).__name__} ({error}) at {data[:80].hex()}"
        raise Undeclared(what) from error
    else:
        taken = True
    return taken, (time.thread_time() - begun) * 1000
