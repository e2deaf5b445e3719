"""What a table does for its own safety while it runs: checks its journal, tends its mirrors, watches its disks.

Once a second of wall time, between two commands. One round through the whole journal takes at most half an hour and
begins anew every hour (REL-4, R-MEM-3); mirrors that failed are tried every minute. What is found becomes faults and
incidents of the machine, one command each.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, get_args

import msgspec

from controller.app.disk import RESERVE_PERMILLE, free_permille
from controller.faults import Faults
from controller.journal.journal import Journal
from controller.journal.rows import Fault, Incident
from controller.vocab.fault_records import ClearFault, FaultKind, IncidentKind, ReportFault, ReportIncident
from controller.vocab.ids import Now
from controller.vocab.records import FaultCommand

SECOND_MS: Final = 1_000
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
_LEAST_SLICE: Final = 32
_SLICES_A_ROUND: Final = 1_800

TOLD: Final = frozenset(get_args(IncidentKind))
"""Incidents of the journal that become events. `copy-failed` is a fault instead, and lasts until the copy is back."""


class Disk(msgspec.Struct, frozen=True):
    """A disk to be watched: what it is called, and a folder that lies on it."""

    name: str
    folder: Path


class Upkeep:
    """Looks after one table's journal and disks."""

    def __init__(self, journal: Journal, disks: Sequence[Disk], measure: Callable[[Path], int] = free_permille) -> None:
        """`measure` tells how much of a folder's disk is free, in thousandths."""
        self._journal = journal
        self._disks = disks
        self._measure = measure
        self._looked_ms = self._tended_ms = 0
        self._round_ms: int | None = None
        self._low: frozenset[str] | None = None
        self._heard = -1
        self._incidents: tuple[Incident, ...] = ()

    @property
    def full(self) -> bool:
        """Whether a disk has less free than its reserve, as far as was looked."""
        return bool(self._low)

    def look(self, now: Now) -> Fault | None:
        """Do what is due at `now`; return what is wrong with the journal. Raises JournalError when its disk fails."""
        if now.wall - self._looked_ms < SECOND_MS:
            return None
        self._looked_ms = now.wall
        if now.wall - self._tended_ms >= MINUTE_MS:
            self._tended_ms = now.wall
            self._journal.tend_mirrors(now)
        self._low = frozenset(disk.name for disk in self._disks if self._is_low(disk))
        return self._patrol(now)

    def news(self, faults: Faults) -> FaultCommand | None:
        """Return what the machine should be told next of copies, disks and journal. Raises ReadFailedError."""
        failed = {str(path): "the copy cannot be written" for path in self._journal.failed_mirrors}
        news = difference(faults, "copy-failed", failed)
        if news is None and self._low is not None:
            low = dict.fromkeys(self._low, f"less than {RESERVE_PERMILLE // 10} % is free")
            news = difference(faults, "disk-low", low)
        return news or self._next_incident(faults)

    def _next_incident(self, faults: Faults) -> FaultCommand | None:
        """What the journal remembers of itself and the machine was not told, also from before this start."""
        if self._heard != len(self._journal.noted):
            self._heard, self._incidents = len(self._journal.noted), self._journal.incidents
        for incident in self._incidents:
            if incident.number > faults.told and incident.kind in TOLD:
                return ReportIncident(
                    incident=incident.kind,  # type: ignore[arg-type]
                    detail=incident.sentence,
                    since=incident.wall_ms,
                    serial=incident.number,
                )
        return None

    def _patrol(self, now: Now) -> Fault | None:
        if not self._journal.patrolling:
            if self._round_ms is not None and now.wall - self._round_ms < HOUR_MS:
                return None
            self._round_ms = now.wall
        return self._journal.patrol(max(_LEAST_SLICE, self._journal.record // _SLICES_A_ROUND))

    def _is_low(self, disk: Disk) -> bool:
        try:
            return self._measure(disk.folder) < RESERVE_PERMILLE
        except OSError:
            # A disk that is away holds a mirror, and that failure is told by the mirror itself.
            return False


def difference(faults: Faults, kind: FaultKind, found: dict[str, str]) -> FaultCommand | None:
    """Return the first fault of a kind that began or is over: `found` has the places where it is now."""
    known = faults.places(kind)
    for place in sorted(found.keys() - known):
        return ReportFault(fault=kind, place=place, detail=found[place])
    for place in sorted(known - found.keys()):
        return ClearFault(fault=kind, place=place)
    return None
