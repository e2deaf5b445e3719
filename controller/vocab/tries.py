"""Wrong PINs in a row: each makes the next try wait longer, and the fifth locks (SEC-7)."""

from typing import Final

import msgspec

MOST_TRIES: Final = 5
"""How many wrong PINs in a row lock whoever they are tried for."""

SECOND_MS: Final = 1_000
LOCKED_MS: Final = 24 * 3_600 * SECOND_MS
"""How long a lock lasts unless it is taken away. It ends by itself, so that wrong PINs can lock nobody out for ever;
the next wrong PIN locks anew at once."""

WAITS_MS: Final = (2 * SECOND_MS, 10 * SECOND_MS, 60 * SECOND_MS, 300 * SECOND_MS, LOCKED_MS)
"""The wait after the first wrong PIN in a row, after the second, and so on; it is wall time, so a restart ends none."""


class Tries(msgspec.Struct, frozen=True):
    """How many wrong PINs there were in a row, and until which wall time (ms) none is looked at."""

    failed: int = 0
    until: int = 0

    def wait(self, wall: int) -> int:
        """The wall time (ms) at which the next try counts, or 0 if one does at wall time `wall`."""
        return self.until if wall < self.until else 0

    def after_failure(self, wall: int) -> "Tries":
        """These tries after one more wrong PIN at wall time `wall` (ms)."""
        failed = min(self.failed + 1, MOST_TRIES)
        return Tries(failed, wall + WAITS_MS[failed - 1])

    @property
    def locked(self) -> bool:
        """Whether the last wait is a lock, not a delay."""
        return self.failed >= MOST_TRIES
