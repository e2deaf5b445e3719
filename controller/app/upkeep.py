"""What a table does for its own safety while it runs: checks its journal, tends its mirrors, watches its disks.

Once a second of wall time, between two commands. One round through the whole journal takes at most half an hour and
begins anew every hour (REL-4, R-MEM-3); mirrors that failed are tried every minute.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import msgspec

from controller.app.disk import RESERVE_PERMILLE, free_permille
from controller.journal.journal import Journal
from controller.journal.rows import Fault, Incident
from controller.vocab.ids import Now

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
_LEAST_SLICE: Final = 32
_SLICES_A_ROUND: Final = 1_800


class Found(msgspec.Struct, frozen=True):
    """What upkeep came upon: a fault of the journal, incidents of its copies, or a disk that fills up."""

    fault: Fault | None = None
    incidents: tuple[Incident, ...] = ()
    full: Path | None = None


NOTHING: Final = Found()


class Upkeep:
    """Looks after one table's journal and disks."""

    def __init__(
        self, journal: Journal, folders: Sequence[Path], measure: Callable[[Path], int] = free_permille
    ) -> None:
        """`folders` lie on the disks to be watched; `measure` tells how much of one is free, in thousandths."""
        self._journal = journal
        self._folders = folders
        self._measure = measure
        self._looked_ms = self._tended_ms = 0
        self._round_ms: int | None = None

    def look(self, now: Now) -> Found:
        """Do what is due at `now`. Raises JournalError when the journal's disk fails."""
        if now.wall - self._looked_ms < SECOND_MS:
            return NOTHING
        self._looked_ms = now.wall
        incidents: tuple[Incident, ...] = ()
        if now.wall - self._tended_ms >= MINUTE_MS:
            self._tended_ms = now.wall
            incidents = self._journal.tend_mirrors(now)
        return Found(fault=self._patrol(now), incidents=incidents, full=self._full())

    def _patrol(self, now: Now) -> Fault | None:
        if not self._journal.patrolling:
            if self._round_ms is not None and now.wall - self._round_ms < HOUR_MS:
                return None
            self._round_ms = now.wall
        return self._journal.patrol(max(_LEAST_SLICE, self._journal.record // _SLICES_A_ROUND))

    def _full(self) -> Path | None:
        for folder in self._folders:
            try:
                if self._measure(folder) < RESERVE_PERMILLE:
                    return folder
            except OSError:
                # A disk that is away holds a mirror, and that failure is told by the mirror itself.
                continue
        return None
