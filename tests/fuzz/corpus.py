"""What the fuzzer found worth keeping: a line of text for each input, its parser's name and its bytes in base64."""

import base64
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from tests.fuzz.parser import Source

FOLDER: Final = Path(__file__).parent / "corpus"
LONGEST_KEPT: Final = 300
"""Bytes; whatever a longer input has shown, a shorter one mostly shows too."""


class Input(msgspec.Struct, frozen=True, order=True):
    """Some bytes for one parser."""

    parser: str
    data: bytes


def kept(source: Source) -> list[Input]:
    """The inputs that are kept for the parsers of one source."""
    path = FOLDER / f"{source}.txt"
    lines = path.read_text(encoding="ascii").splitlines() if path.exists() else []
    pairs = (line.split() for line in lines)
    return [Input(name, base64.b64decode(rest[0]) if rest else b"") for name, *rest in pairs]


def keep(source: Source, inputs: Iterable[Input]) -> int:
    """Write the inputs of one source that are short enough, sorted; returns how many they are."""
    chosen = sorted({found for found in inputs if len(found.data) <= LONGEST_KEPT})
    lines = [f"{found.parser} {base64.b64encode(found.data).decode()}".rstrip() + "\n" for found in chosen]
    (FOLDER / f"{source}.txt").write_text("".join(lines), encoding="ascii")
    return len(chosen)
