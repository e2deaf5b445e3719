"""A sign of life on long runs: a line on standard error now and then, and none on short ones."""

import sys
import time
from typing import Final, TextIO

EVERY_SECONDS: Final = 3.0


class Progress:
    """Counts one thing, in the plural as `what`, and says how far it is every three seconds."""

    def __init__(self, what: str, total: int | None = None, out: TextIO | None = None) -> None:
        self._what = what
        self._total = total
        self._out = sys.stderr if out is None else out
        self._next = time.monotonic() + EVERY_SECONDS

    def at(self, done: int) -> None:
        """Say that `done` are done, if it is time to."""
        now = time.monotonic()
        if now >= self._next:
            self._next = now + EVERY_SECONDS
            of = "" if self._total is None else f" of {self._total}"
            self._out.write(f"{done}{of} {self._what}\n")
            self._out.flush()
