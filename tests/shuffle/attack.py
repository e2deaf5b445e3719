"""The attack of 1999: source, clock and five cards give the rest of the deck, if the seed can be guessed (RNG-5).

An online card room seeded a generator of 32 bits with the milliseconds of the day. Whoever set his clock by the room's
had some 200,000 seeds to try, and one deck alone of those fitted his two cards and the flop.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import numpy as np
import numpy.typing as npt

from controller.app.entropy import SeededEntropy
from controller.shuffle import prepare
from controller.vocab.digests import SIZE
from controller.vocab.ids import HandId
from tests.shuffle.measures import CARDS, Decks

Known = Mapping[int, int]
"""Cards that the attacker sees, by their places in the deck."""

_FACTOR: Final = np.uint64(134_775_813)
_MASK: Final = np.uint64(0xFFFF_FFFF)


def decks_of_1999(seeds: npt.NDArray[np.uint64]) -> Decks:
    """Shuffle a deck for each seed with a linear congruential generator of 32 bits and a naive swap."""
    state = seeds & _MASK
    decks = np.tile(np.arange(CARDS, dtype=np.int64), (len(seeds), 1))
    rows = np.arange(len(seeds))
    for place in range(CARDS):
        state = (state * _FACTOR + np.uint64(1)) & _MASK
        chosen = ((state * np.uint64(CARDS - 1)) >> np.uint64(32)).astype(np.int64) + 1
        decks[rows, place], decks[rows, chosen] = decks[rows, chosen], decks[rows, place].copy()
    return decks


def fitting(decks: Decks, known: Known) -> Decks:
    """Return those decks that have the known cards where they were seen."""
    places = list(known)
    return decks[(decks[:, places] == [known[place] for place in places]).all(axis=1)]


def guessed_seeds(instants: Iterable[int], earlier: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the seeds of a careless house: made of its clock (ms) in some way, or of what it drew before."""
    for instant in instants:
        yield instant.to_bytes(SIZE, "big")
        yield instant.to_bytes(SIZE, "little")
        yield SeededEntropy(instant).draw(SIZE)
    for seed in earlier:
        yield seed
        for step in (1, -1):
            yield ((int.from_bytes(seed, "big") + step) % (1 << 8 * SIZE)).to_bytes(SIZE, "big")


def decks_of_the_table(table: str, hand: HandId, seeds: Iterable[bytes]) -> Decks:
    """Shuffle a deck for each seed as the table does; the recipe is public (docs/fairness.md)."""
    return np.array([prepare(table, hand, seed, (), range(CARDS)).deck for seed in seeds], dtype=np.int64)
