"""The diary of a day: what people will do, in the order of its instants, and as written where two are the same."""

import heapq
from collections.abc import Callable

Deed = Callable[[], None]


class Diary:
    """Written by people, and read from the front."""

    def __init__(self) -> None:
        self._rows: list[tuple[int, int, Deed]] = []
        self._written = 0

    def write(self, at: int, deed: Deed) -> None:
        """Write down what is to be done at table time `at` (ms)."""
        self._written += 1
        heapq.heappush(self._rows, (at, self._written, deed))

    @property
    def next_at(self) -> int | None:
        """The instant of the first entry, or None where nothing is left."""
        return self._rows[0][0] if self._rows else None

    def take(self) -> Deed:
        """Strike the first entry out and return what it says. Raises `IndexError` where nothing is left."""
        return heapq.heappop(self._rows)[2]
