"""What made the table stand still, where its journal could not take it: kept beside it until the next start (R-MEM-8).

One line of JSON for each, in the table's folder and on the second disk. The next start makes records of them.
"""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from controller.vocab.fault_records import StoodStill

MOST: Final = 16
"""How many are read at most, the oldest first: what came first is what matters."""


class LastWords:
    """The last words of a table that had to stand still; each of `paths` lies on another disk."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self._paths = tuple(paths)

    def keep(self, words: StoodStill) -> int:
        """Write the words down wherever a disk still takes them; return in how many places it did."""
        line = msgspec.json.encode(words) + b"\n"
        return sum(_append(path, line) for path in self._paths)

    def read(self) -> tuple[StoodStill, ...]:
        """Return all that was kept, the oldest first; a line that the power cut short is left out."""
        found = {words.wall: words for path in self._paths for words in _lines(path)}
        return tuple(found[wall] for wall in sorted(found))[:MOST]

    def forget(self) -> None:
        """Remove them: the journal has them now. Raises OSError."""
        for path in self._paths:
            path.unlink(missing_ok=True)


def _append(path: Path, line: bytes) -> bool:
    """Whether the line is on the disk; the disk that failed may well be this one."""
    try:
        with path.open("ab") as file:
            file.write(line)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        return False
    return True


def _lines(path: Path) -> list[StoodStill]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError:
        # No words were left, or their disk is away; the other place may have them.
        return []
    found = []
    for line in lines:
        try:
            found.append(msgspec.json.decode(line, type=StoodStill))
        except msgspec.DecodeError:
            continue
    return found
