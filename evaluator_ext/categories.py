"""The nine categories of a high hand and the span of ranks that each one holds.

A rank is dense: 7,462 different strengths of five cards, 1 the worst (7-5-4-3-2 of mixed suits), 7462 the best (a
royal flush), and higher is better. Source of the order: RAY 2011 and Hungarian rules, section 1 (poker.md §11.1).
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import accumulate, chain, combinations
from typing import Final, TypeAlias

Ranks: TypeAlias = tuple[int, ...]
"""Ranks of cards, the deuce 0 and the ace 12."""


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
_ACE: Final = 12


def _choices(ranks: Sequence[int], count: int) -> list[Ranks]:
    """Every choice of so many of these ranks, each from its highest down, the weakest first."""
    return sorted(combinations(sorted(ranks, reverse=True), count))


def _repeated(made: int, copies: int, beside: int, each: int = 1) -> Iterator[Ranks]:
    """Hands of `made` ranks that are held `copies` times, then `beside` others held `each` times, the weakest first."""
    every = range(_ACE + 1)
    for ranks in _choices(every, made):
        for others in _choices([rank for rank in every if rank not in ranks], beside):
            yield tuple(sorted(ranks * copies, reverse=True)) + others * each


_STRAIGHTS: Final = ((3, 2, 1, 0, _ACE), *[tuple(range(top, top - 5, -1)) for top in range(4, _ACE + 1)])
_UNPAIRED: Final = tuple(
    five for five in _choices(range(_ACE + 1), 5) if set(five) not in [set(run) for run in _STRAIGHTS]
)

_FIVES: Final = tuple(
    chain(
        _UNPAIRED,
        _repeated(1, 2, 3),
        _repeated(2, 2, 1),
        _repeated(1, 3, 2),
        _STRAIGHTS,
        _UNPAIRED,
        _repeated(1, 3, 1, each=2),
        _repeated(1, 4, 1),
        _STRAIGHTS,
    )
)
"""The ranks of the five cards of every strength, category by category."""


def _check(rank: int) -> None:
    if not 1 <= rank <= BEST_RANK:
        raise ValueError(f"{rank!r} is not the rank of a hand: ranks run from 1 to {BEST_RANK}")


def category(rank: int) -> Category:
    """The category of a dense rank 1-7462. Raises ValueError for any other number."""
    _check(rank)
    return _ASCENDING[bisect_right(_LOWEST, rank) - 1]


def high_ranks(rank: int) -> Ranks:
    """The ranks of the five cards of every hand of this dense rank, the deuce 0 and the ace 12, made part first.

    A straight stands from its top card, so the ace of a five-high straight comes last. Raises ValueError for a number
    that is not a dense rank, 1-7462.
    """
    _check(rank)
    return _FIVES[rank - 1]
