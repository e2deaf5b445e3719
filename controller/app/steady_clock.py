"""Wall time that never goes back.

Records are stamped with wall time, tickets expire by it, and a technician may set the system's clock while the table
runs. Stamps then stand still until the clock has caught up with them. Table time, by which every decision is timed, is
monotonic and knows nothing of all this.
"""

from typing import Final

from controller.app.clock import Clock
from controller.app.problem import Problem
from controller.vocab.ids import Now

TOLERANCE_MS: Final = 5 * 60_000
"""How far the clock may lie behind the last record at a start: what a clock is corrected by in daily life."""


class SteadyClock:
    """A clock whose wall time is never before `latest_ms`, nor before what it said already."""

    def __init__(self, clock: Clock, latest_ms: int = 0) -> None:
        self._clock = clock
        self._latest = latest_ms

    def now(self) -> Now:
        """Return this instant on both clocks."""
        now = self._clock.now()
        self._latest = max(self._latest, now.wall)
        return Now(table=now.table, wall=self._latest)

    def hold(self) -> None:
        """Stop table time."""
        self._clock.hold()

    def run(self) -> None:
        """Let table time go on."""
        self._clock.run()


def check_clock(wall_ms: int, last_ms: int | None) -> None:
    """Raise `Problem` when the system's clock lies so far behind the last record that it must have been set back."""
    if last_ms is not None and wall_ms < last_ms - TOLERANCE_MS:
        minutes = (last_ms - wall_ms) // 60_000
        raise Problem(
            "clock-behind",
            f"the system's clock is {minutes} minutes behind the journal's last record",
            "set the clock; if it is right and was wrong before, start once with --accept-clock",
        )
