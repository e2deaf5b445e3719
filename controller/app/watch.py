"""What the host sees and the machine cannot: screens, clocks. A watch holds the world against what the machine knows.

A watch never acts. It names the command that would tell the machine what it does not know yet, so that whatever
happened while nothing could be written down is told as soon as it can be.
"""

from collections.abc import Callable, Iterable
from typing import Final, Protocol

from controller.app.entropy import Entropy
from controller.app.upkeep import HOUR_MS, difference
from controller.faults import Faults
from controller.shuffle.health import SAMPLE, ailment
from controller.vocab.fault_records import ReportDisplay, ReportFault, ReportIncident
from controller.vocab.records import FaultCommand
from controller.wire.viewers import viewer_of

CLOCK_STEP_MS: Final = 2_000
"""A clock that moves by less against the steady one is being kept right, and nobody has to know."""


RANDOM_NUMBERS: Final = "random-numbers"
"""What people call the source of decks at the desk."""


MEMORY: Final = "memory"
"""What people call the memory of the table's program at the desk."""


class Watch(Protocol):
    """Something that is looked at between two commands."""

    def news(self, faults: Faults) -> FaultCommand | None:
        """Return what the machine should be told next, or None when it knows everything."""


class ScreenWatch:
    """Which screens are connected."""

    def __init__(self, connected: Callable[[], Iterable[str]]) -> None:
        self._connected = connected

    def news(self, faults: Faults) -> FaultCommand | None:
        """Return that one more screen has connected or is lost."""
        now, known = set(self._connected()), set(faults.connected)
        for screen in sorted(now ^ known):
            viewer = viewer_of(screen)
            seat = viewer.seat if viewer is not None else None
            return ReportDisplay(screen=screen, connected=screen in now, seat=seat or 0)
        return None


class ClockWatch:
    """Whether somebody sets the system's clock: wall time against one that only counts, both in milliseconds."""

    def __init__(self, wall: Callable[[], int], steady: Callable[[], int]) -> None:
        self._wall = wall
        self._steady = steady
        self._apart = wall() - steady()

    def news(self, _faults: Faults) -> FaultCommand | None:
        """Return by how much the clock was set since this was asked last."""
        apart = self._wall() - self._steady()
        moved, self._apart = apart - self._apart, apart
        return clock_moved(moved)


class MemoryWatch:
    """Whether the cards in this process's memory may come to lie on a disk, found out once at the start."""

    def __init__(self, why: str) -> None:
        """`why` the memory is not locked; empty where it is."""
        self._found = {MEMORY: why} if why else {}

    def news(self, faults: Faults) -> FaultCommand | None:
        """Return that memory is not locked, where it was at the last start, or that it is again (SEC-1)."""
        return difference(faults, "memory-open", self._found)


class RandomWatch:
    """Whether the source of decks is alive: looked at before the first hand, every hour, and after each release."""

    def __init__(self, entropy: Entropy, steady: Callable[[], int]) -> None:
        """`steady` counts milliseconds."""
        self._entropy = entropy
        self._steady = steady
        self._next_ms = steady()

    def news(self, faults: Faults) -> ReportFault | None:
        """Return the fault of a source that fails its tests (RNG-4); only people end it, and then it is tried anew."""
        now = self._steady()
        if faults.places("randomness") or now < self._next_ms:
            return None
        found = ailment(self._entropy.draw(SAMPLE))
        if found:
            return ReportFault(fault="randomness", place=RANDOM_NUMBERS, detail=found)
        self._next_ms = now + HOUR_MS
        return None


def clock_moved(milliseconds: int) -> ReportIncident | None:
    """Return what to tell of a clock that was set forward or, below zero, back by so much; None for next to nothing."""
    if abs(milliseconds) < CLOCK_STEP_MS:
        return None
    seconds = abs(milliseconds) // 1_000
    return ReportIncident(incident="clock-back" if milliseconds < 0 else "clock-forward", seconds=seconds)
