"""A number for each multiset of ranks, and a small table in which all those numbers find a place of their own.

Each rank has a weight such that the sums of any two different multisets of up to five ranks, at most four alike,
differ. A hand's key is then a sum, to which a card is added or from which it is taken in one step. The keys are sparse:
5 cards have 6,175 of them up to 360,918. They are cut into rows of `COLUMNS`, and every row is shifted until it fits
between those laid down before it, so that two short look-ups, the row's shift and then the value, find the entry.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from typing import Final

WEIGHTS: Final = (0, 1, 5, 22, 94, 312, 992, 2422, 5624, 12522, 19998, 43258, 79415)
"""The weight of each rank, deuce first: each the least that keeps all sums of five apart."""

COPIES: Final = 4
"""A deck holds a rank so many times."""

COLUMN_BITS: Final = 7
COLUMNS: Final = 1 << COLUMN_BITS


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the keys of one hand size lie: key `k` at `shifts[k >> COLUMN_BITS] + k % COLUMNS`, below `length`."""

    shifts: tuple[int, ...]
    length: int

    def place(self, key: int) -> int:
        """The entry of a key."""
        return self.shifts[key >> COLUMN_BITS] + key % COLUMNS


def rank_multisets(size: int, ranks: tuple[int, ...] = tuple(range(13))) -> Iterator[tuple[int, ...]]:
    """Every choice of `size` ranks that a deck with these ranks can deal, each in the order of `ranks`."""
    for held in combinations_with_replacement(ranks, size):
        if size <= COPIES or max(Counter(held).values()) <= COPIES:
            yield held


def key_of(ranks: tuple[int, ...]) -> int:
    """The sum of the weights of these ranks."""
    return sum(WEIGHTS[rank] for rank in ranks)


@cache
def layout(size: int) -> Layout:
    """The table layout for hands of `size` cards, 1 to 5."""
    rows = defaultdict[int, tuple[int, ...]](tuple)
    for ranks in rank_multisets(size):
        key = key_of(ranks)
        rows[key >> COLUMN_BITS] += (key % COLUMNS,)
    shifts = _fit(rows)
    length = max(shifts.values()) + COLUMNS
    return Layout(shifts=tuple(shifts.get(row, 0) for row in range(max(rows) + 1)), length=length)


def _fit(rows: Mapping[int, tuple[int, ...]]) -> dict[int, int]:
    """For each row, the columns it uses, the least shift at which it meets none laid down before; full rows first."""
    taken = 0
    shifts = {}
    for row, columns in sorted(rows.items(), key=lambda item: len(item[1]), reverse=True):
        blocked = 0
        for column in columns:
            blocked |= taken >> column
        shift = (~blocked & blocked + 1).bit_length() - 1
        for column in columns:
            taken |= 1 << shift + column
        shifts[row] = shift
    return shifts
