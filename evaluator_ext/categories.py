"""The nine categories of a high hand and the span of ranks that each one holds.

A rank is dense: 7,462 different strengths of five cards, 1 the worst (7-5-4-3-2 of mixed suits), 7462 the best (a
royal flush), and higher is better. Source of the order: RAY 2011 and Hungarian rules, section 1 (poker.md §11.1).
"""

from bisect import bisect_right
from collections.abc import Mapping
from enum import IntEnum
from itertools import accumulate
from typing import Final


class Category(IntEnum):
    """Categories of a high hand, worst to best."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    TRIPS = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    QUADS = 7
    STRAIGHT_FLUSH = 8


CLASSES: Final[Mapping[Category, int]] = {
    Category.HIGH_CARD: 1277,
    Category.PAIR: 2860,
    Category.TWO_PAIR: 858,
    Category.TRIPS: 858,
    Category.STRAIGHT: 10,
    Category.FLUSH: 1277,
    Category.FULL_HOUSE: 156,
    Category.QUADS: 156,
    Category.STRAIGHT_FLUSH: 10,
}
"""How many different strengths a category holds: ties count once, suits do not matter."""

LOWEST: Final[Mapping[Category, int]] = dict(zip(CLASSES, accumulate(CLASSES.values(), initial=1), strict=False))
"""The rank of the worst hand of each category."""

BEST_RANK: Final = sum(CLASSES.values())

_ASCENDING: Final = tuple(LOWEST)
_LOWEST: Final = tuple(LOWEST.values())


def category(rank: int) -> Category:
    """The category of a dense rank 1-7462. Raises ValueError for any other number."""
    if not 1 <= rank <= BEST_RANK:
        raise ValueError(f"{rank!r} is not the rank of a hand: ranks run from 1 to {BEST_RANK}")
    return _ASCENDING[bisect_right(_LOWEST, rank) - 1]
