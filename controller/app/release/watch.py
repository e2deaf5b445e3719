"""The watch over the program's own files: all at the start, then a share at a time, round by round (R-SEC-1)."""

from collections.abc import Callable, Iterator
from typing import Final

from controller.app.release.tree import Flaw, Release, look, read_again
from controller.app.upkeep import HOUR_MS, SECOND_MS, difference
from controller.faults import Faults
from controller.software import MANIFEST
from controller.vocab.fault_records import ReportFault
from controller.vocab.records import FaultCommand

PROGRAM: Final = "program"
"""What people call the program's files at the desk."""

_NO_RELEASE: Final = Flaw("unsigned", PROGRAM, "this table ran a signed release before")


class SoftwareWatch:
    """Whether the program is still what was signed. Only people release what it finds; then it looks at all anew."""

    def __init__(self, release: Release | None, has_value: Callable[[], bool], steady: Callable[[], int]) -> None:
        """`release` is None for a program that nobody signed, `has_value` tells whether its tickets are worth money.

        `steady` counts milliseconds. Looks at every file at once, before anything is played.
        """
        self._release = release
        self._has_value = has_value
        self._steady = steady
        self._flaws = self._all_flaws()
        self._round: Iterator[Flaw | None] | None = None
        self._next_ms = steady() + HOUR_MS
        self._is_told = False

    def news(self, faults: Faults) -> FaultCommand | None:
        """Return that the program is not what was signed, or that nobody signed it though its tickets have value."""
        self._look_on()
        if not faults.places("software-changed"):
            if self._is_told:
                self._flaws, self._is_told = self._all_flaws(), False
            flaws = (_NO_RELEASE,) if self._release is None and faults.signed else self._flaws
            if flaws:
                self._is_told = True
                more = f"; {len(flaws)} flaws in all" if len(flaws) > 1 else ""
                return ReportFault(fault="software-changed", place=flaws[0].path, detail=f"{flaws[0]}{more}")
        unsigned = self._release is None and self._has_value()
        return difference(faults, "software-unsigned", {PROGRAM: "no signed release"} if unsigned else {})

    def _all_flaws(self) -> tuple[Flaw, ...]:
        return () if self._release is None else tuple(step for step in _walk(self._release) if step is not None)

    def _look_on(self) -> None:
        """Read one share a second while a round lasts; the next begins an hour after its end."""
        now = self._steady()
        if self._release is None or now < self._next_ms:
            return
        self._round = self._round or _walk(self._release)
        self._next_ms = now + SECOND_MS
        for step in self._round:
            if step is None:
                return
            if step not in self._flaws:
                self._flaws = (*self._flaws, step)
        self._round, self._next_ms = None, now + HOUR_MS


def _walk(started: Release) -> Iterator[Flaw | None]:
    """Look at a release once more, from its list on, which must be that of the start, even if another is signed too."""
    release = read_again(started)
    if release.digest != started.digest:
        yield Flaw("changed", MANIFEST)
    yield from look(release)
