"""The shuffle of the table, and shuffles that look like it and are loaded (RNG-3, bug report 29)."""

from collections.abc import Callable, Iterator
from functools import cmp_to_key
from itertools import islice
from typing import Final

import numpy as np

from controller.shuffle import Stream, shuffle
from tests.shuffle.measures import CARDS, Decks

Shuffle = Callable[[Stream], tuple[int, ...]]


def even(stream: Stream) -> tuple[int, ...]:
    """Shuffle as the table does."""
    return shuffle(range(CARDS), stream)


def modulo_256(stream: Stream) -> tuple[int, ...]:
    """Count every byte, so that small numbers come too often."""
    deck = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        chosen = stream.byte() % (last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def sattolo(stream: Stream) -> tuple[int, ...]:
    """Let no card stay, by one too few choices at each step."""
    deck = list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        chosen = stream.below(last)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)


def naive_swap(stream: Stream) -> tuple[int, ...]:
    """Change every card with any card: 52 to the 52nd ways for 52! orders."""
    deck = list(range(CARDS))
    for place in range(CARDS):
        chosen = stream.below(CARDS)
        deck[place], deck[chosen] = deck[chosen], deck[place]
    return tuple(deck)


def sorted_by_coin(stream: Stream) -> tuple[int, ...]:
    """Sort by a comparison that is a toss of a coin."""
    return tuple(sorted(range(CARDS), key=cmp_to_key(lambda _one, _other: 2 * stream.below(2) - 1)))


LOADED: Final[tuple[Shuffle, ...]] = (modulo_256, sattolo, naive_swap, sorted_by_coin)


def dealt(shuffled: Shuffle, count: int) -> Decks:
    """Return `count` decks of a shuffle, the same at every call."""

    def decks() -> Iterator[tuple[int, ...]]:
        stream = Stream(b"a fixed key for an exact result.")
        while True:
            yield shuffled(stream)

    return np.array(list(islice(decks(), count)), dtype=np.int64)
