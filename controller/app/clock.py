"""The two clocks of a table: table time, which can stand still, and wall time."""

import time
from typing import Protocol

from controller.vocab.ids import Now

MS = 1_000_000
"""Nanoseconds in a millisecond."""


def wall_ms() -> int:
    """The system's wall clock in milliseconds; anybody may set it."""
    return time.time_ns() // MS


def steady_ms() -> int:
    """Milliseconds that nobody can set, counted from no particular instant."""
    return time.monotonic_ns() // MS


class Clock(Protocol):
    """What the host reads instants from."""

    def now(self) -> Now:
        """Return this instant on both clocks, in milliseconds."""

    def hold(self) -> None:
        """Stop table time."""

    def run(self) -> None:
        """Let table time go on from where it stopped."""


class SystemClock:
    """The machine's clocks. Table time goes on from `table_ms`, where the journal left it."""

    def __init__(self, table_ms: int = 0) -> None:
        self._held_at = table_ms
        self._since: int | None = time.monotonic_ns()

    def now(self) -> Now:
        """Return this instant on both clocks."""
        passed = 0 if self._since is None else (time.monotonic_ns() - self._since) // MS
        return Now(table=self._held_at + passed, wall=wall_ms())

    def hold(self) -> None:
        """Stop table time."""
        self._held_at = self.now().table
        self._since = None

    def run(self) -> None:
        """Let table time go on."""
        if self._since is None:
            self._since = time.monotonic_ns()


class VirtualClock:
    """A clock that moves only when told: for demonstrations without a display, and for tests."""

    def __init__(self, table_ms: int = 0, wall_ms: int = 0) -> None:
        self._table = table_ms
        self._offset = wall_ms - table_ms
        self._held = False

    def now(self) -> Now:
        """Return the instant it was last moved to."""
        return Now(table=self._table, wall=self._table + self._offset)

    def hold(self) -> None:
        """Stop table time: wall time alone moves on."""
        self._held = True

    def run(self) -> None:
        """Let table time go on."""
        self._held = False

    def advance(self, milliseconds: int) -> None:
        """Move both clocks on, or wall time alone while held."""
        if self._held:
            self._offset += milliseconds
        else:
            self._table += milliseconds

    def advance_to(self, table_ms: int) -> None:
        """Move on to a table time; never back."""
        self.advance(max(table_ms - self._table, 0))
