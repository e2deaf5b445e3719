"""The shuffle is even, and the same test catches shuffles that are not (RNG-3).

Seeds are fixed, so a run either always passes or always fails.
"""

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import islice

import numpy as np
import numpy.typing as npt
import pytest

from controller.shuffle import Stream, shuffle

CARDS = 52
LIMIT = 4.0
"""A true shuffle exceeds this many standard deviations about once in 15,000 seeds."""

Shuffle = Callable[[Stream], tuple[int, ...]]
Decks = npt.NDArray[np.int64]


def even(stream: Stream) -> tuple[int, ...]:
    return shuffle(range(CARDS), stream)


def modulo_256(stream: Stream) -> tuple[int, ...]:
    """Planted: every byte counts, so small numbers come too often."""
    deck = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        chosen = stream.byte() % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def sattolo(stream: Stream) -> tuple[int, ...]:
    """Planted: no card may stay, by one too few choices at each step."""
    deck = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        chosen = stream.below(last)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def naive_swap(stream: Stream) -> tuple[int, ...]:
    """Planted: every card changes with any card, 52 to the 52nd ways for 52! orders."""
    deck = list(range(CARDS))
    for place in range(CARDS):
        chosen = stream.below(CARDS)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return tuple(deck)


def sorted_by_coin(stream: Stream) -> tuple[int, ...]:
    """Planted: sorted by a comparison that is a toss of a coin."""
    return tuple(sorted(range(CARDS), key=cmp_to_key(lambda _one, _other: 2 * stream.below(2) - 1)))


def dealt(shuffled: Shuffle, count: int) -> Decks:
    def decks() -> Iterator[tuple[int, ...]]:
        stream = Stream(b"a fixed key for an exact result.")
        while True:
            yield shuffled(stream)

    return np.array(list(islice(decks(), count)), dtype=np.int64)


def deviations(counts: npt.NDArray[np.int64], freedom: int) -> float:
    """How many standard deviations the chi-square of `counts` against evenness lies from its mean."""
    expected = counts.sum() / counts.size
    chi_square = float(((counts - expected) ** 2 / expected).sum())
    return (chi_square - freedom) / (2 * freedom) ** 0.5


def card_by_place(decks: Decks) -> float:
    cells = decks * CARDS + np.arange(CARDS)
    return deviations(np.bincount(cells.ravel(), minlength=CARDS * CARDS), (CARDS - 1) ** 2)


def neighbours(decks: Decks) -> float:
    cells = decks[:, :-1] * CARDS + decks[:, 1:]
    counts = np.bincount(cells.ravel(), minlength=CARDS * CARDS).reshape(CARDS, CARDS)
    off_diagonal = counts[~np.eye(CARDS, dtype=bool)]
    return deviations(off_diagonal, CARDS * (CARDS - 1) - 1)


def hole_pairs(decks: Decks) -> float:
    low, high = decks[:, :2].min(axis=1), decks[:, :2].max(axis=1)
    counts = np.bincount(low * CARDS + high, minlength=CARDS * CARDS).reshape(CARDS, CARDS)
    return deviations(counts[np.triu_indices(CARDS, 1)], CARDS * (CARDS - 1) // 2 - 1)


def test_cards_fall_evenly_on_places() -> None:
    assert abs(card_by_place(dealt(even, 10_000))) < LIMIT


@pytest.mark.parametrize("planted", [modulo_256, sattolo, naive_swap, sorted_by_coin])
def test_bug_29_a_planted_bias_is_caught_by_the_same_test(planted: Shuffle) -> None:
    assert card_by_place(dealt(planted, 10_000)) > LIMIT


@pytest.mark.ci
@pytest.mark.parametrize("measure", [card_by_place, neighbours, hole_pairs])
def test_a_hundred_thousand_decks_are_even(measure: Callable[[Decks], float]) -> None:
    assert abs(measure(dealt(even, 100_000))) < LIMIT
