"""Choosing entries of the event log: by what they are about, how grave they are, where and when."""

import msgspec

from controller.service.event_log import LogEntry
from controller.service.log_rows import AREAS, Area, Severity
from controller.vocab.ids import Seat


class LogFilter(msgspec.Struct, frozen=True):
    """Which entries are wanted; what is left empty, 0 or None does not matter. Instants are wall times in ms."""

    area: Area | None = None
    severities: frozenset[Severity] = frozenset()
    device: str = ""
    seat: Seat = 0
    since: int = 0
    until: int | None = None
    """The first instant that is too late."""

    def fits(self, entry: LogEntry) -> bool:
        """Whether an entry is wanted."""
        return (
            (self.area is None or entry.code // 100 == AREAS[self.area])
            and (not self.severities or entry.severity in self.severities)
            and self.device in ("", entry.device)
            and self.seat in (0, entry.seat)
            and self.since <= entry.wall
            and (self.until is None or entry.wall < self.until)
        )
