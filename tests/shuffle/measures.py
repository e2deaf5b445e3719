"""What is counted in shuffled decks, against what even shuffles must give (RNG-3, R-RNG-7).

Each measure counts into classes whose exact chances are known, so every one comes to a chi-square; the cube root of
Wilson and Hilferty makes that a number of standard deviations, whatever its degrees of freedom.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations
from math import comb, factorial
from statistics import NormalDist
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

CARDS: Final = 52

Decks = npt.NDArray[np.int64]
"""A row for each deck: the cards 0 to 51 in dealing order."""

Counts = npt.NDArray[np.int64]

SEATS: Final = 6
"""Players between the two cards of one hand, which come one at a time."""

RARE: Final = 5
"""Classes of which fewer are expected are counted together."""


class Tally(msgspec.Struct, frozen=True):
    """How often each class was counted, and its chance; `lost` degrees of freedom are fixed by the way of counting."""

    counts: Counts
    chances: npt.NDArray[np.float64]
    lost: int = 1


def deviations(tally: Tally) -> float:
    """Return how many standard deviations the tally lies from evenness: above 0 too uneven, below 0 too even."""
    counts, expected = _gathered(tally.counts, tally.chances * tally.counts.sum())
    return standard(float(((counts - expected) ** 2 / expected).sum()), counts.size - tally.lost)


def standard(chi_square: float, freedom: int) -> float:
    """Return a chi-square as a number of standard deviations of the normal distribution."""
    width = 2 / (9 * freedom)
    return float(((chi_square / freedom) ** (1 / 3) - (1 - width)) / width**0.5)


def limit(tests: int, alpha: float = 0.001) -> float:
    """Return the deviation, either way, that one of so many tests of true randomness exceeds with chance `alpha`."""
    return NormalDist().inv_cdf(1 - alpha / (2 * tests))


def _gathered(
    counts: Counts, expected: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Put classes too rare for a chi-square into one."""
    rare = expected < RARE
    if not rare.any():
        return counts.astype(np.float64), expected
    kept, seen = expected[~rare], counts[~rare].astype(np.float64)
    more, found = expected[rare].sum(), counts[rare].sum()
    if more < RARE:
        kept[-1] += more
        seen[-1] += found
        return seen, kept
    return np.append(seen, found), np.append(kept, more)


def _even(counts: Counts, lost: int = 1) -> Tally:
    return Tally(counts, np.full(counts.size, 1 / counts.size), lost)


def _pairs(first: npt.NDArray[np.int64], second: npt.NDArray[np.int64]) -> Counts:
    """Count the unordered pairs of two columns."""
    low, high = np.minimum(first, second), np.maximum(first, second)
    table = np.bincount(low * CARDS + high, minlength=CARDS * CARDS).reshape(CARDS, CARDS)
    return table[np.triu_indices(CARDS, 1)]


def card_by_place(decks: Decks) -> Tally:
    """Every card at every place; rows and columns each add up, which takes 2 × 52 - 1 degrees."""
    cells = decks * CARDS + np.arange(CARDS)
    return _even(np.bincount(cells.ravel(), minlength=CARDS * CARDS), lost=2 * CARDS - 1)


def neighbours(decks: Decks) -> Tally:
    """Every card after every other."""
    cells = decks[:, :-1] * CARDS + decks[:, 1:]
    table = np.bincount(cells.ravel(), minlength=CARDS * CARDS).reshape(CARDS, CARDS)
    return _even(table[~np.eye(CARDS, dtype=bool)])


def hole_pairs(decks: Decks) -> Tally:
    """The 1,326 hands of two cards, as a player at a table of six is dealt them."""
    return _even(_pairs(decks[:, 0], decks[:, SEATS]))


def _flop_class(cards: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return 0 to 8: unpaired, paired or trips by one, two or three suits, for rows of three cards."""
    ranks, suits = np.sort(cards // 4, axis=1), np.sort(cards % 4, axis=1)
    alike = (ranks[:, :-1] == ranks[:, 1:]).sum(axis=1)
    changes = (suits[:, :-1] != suits[:, 1:]).sum(axis=1)
    classes: npt.NDArray[np.int64] = alike * 3 + changes
    return classes


def flops(decks: Decks) -> Tally:
    """Flops by pairs and suits, after the hole cards of six and a burnt card."""
    flop = decks[:, 2 * SEATS + 1 : 2 * SEATS + 4]
    every = np.array(list(combinations(range(CARDS), 3)), dtype=np.int64)
    known = np.bincount(_flop_class(every), minlength=9)
    possible = known > 0
    found = np.bincount(_flop_class(flop), minlength=9)
    return Tally(found[possible], known[possible] / known.sum())


def ascending_runs(decks: Decks) -> Tally:
    """Ascending runs of a deck, which Eulerian numbers count."""
    falls = (decks[:, :-1] > decks[:, 1:]).sum(axis=1)
    row = [1]
    for size in range(2, CARDS + 1):
        row = [
            (at + 1) * (row[at] if at < size - 1 else 0) + (size - at) * (row[at - 1] if at else 0)
            for at in range(size)
        ]
    chances = [float(Fraction(ways, factorial(CARDS))) for ways in row]
    return Tally(np.bincount(falls, minlength=CARDS), np.array(chances))


def cycles(decks: Decks) -> Tally:
    """Cycles of a deck as a permutation, which Stirling numbers of the first kind count."""
    found = np.zeros(len(decks), dtype=np.int64)
    seen = np.zeros_like(decks, dtype=bool)
    rows = np.arange(len(decks))
    for start in range(CARDS):
        fresh = ~seen[:, start]
        found += fresh
        here = np.full(len(decks), start)
        while fresh.any():
            seen[rows[fresh], here[fresh]] = True
            here = decks[rows, here]
            fresh &= ~seen[rows, here]
    row = [1]
    for size in range(CARDS):
        row = [(row[at - 1] if at else 0) + size * (row[at] if at < len(row) else 0) for at in range(len(row) + 1)]
    chances = [float(Fraction(ways, factorial(CARDS))) for ways in row]
    return Tally(np.bincount(found, minlength=CARDS + 1), np.array(chances))


def suits_at_the_bottom(decks: Decks) -> Tally:
    """How many of the last thirteen cards are spades: the cards that a shuffle reaches first."""
    spades = (decks[:, -13:] % 4 == 3).sum(axis=1)
    chances = [comb(13, count) * comb(39, 13 - count) / comb(52, 13) for count in range(14)]
    return Tally(np.bincount(spades, minlength=14), np.array(chances))


MEASURES: Final[dict[str, Callable[[Decks], Tally]]] = {
    "card by place": card_by_place,
    "neighbours": neighbours,
    "hole cards": hole_pairs,
    "flops": flops,
    "ascending runs": ascending_runs,
    "cycles": cycles,
    "suits at the bottom": suits_at_the_bottom,
}
