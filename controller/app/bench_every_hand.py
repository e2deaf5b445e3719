"""Every seven-card hand there is, ranked part by part, with a clock that runs while hands are ranked and no longer.

A part holds the hands that share their two lowest cards, as columns: the two columns that do not change, and five that
are cut out of all hands of five cards.
"""

import time
from array import array
from collections.abc import Iterator
from itertools import chain, combinations
from math import comb
from typing import Final

from controller.app.bench_peers import Timed
from evaluator_ext import full_deck, rank_many

HANDS: Final = comb(52, 7)
PART: Final = 1 << 16
"""So many hands at most are ranked in one call: few enough for the processor's cache."""


def columns(limit: int = HANDS) -> Iterator[memoryview]:
    """The first hands of all, at most `limit`, each once: parts of shape (7, n), cards in rising order."""
    deck = full_deck()
    flat = bytes(chain.from_iterable(combinations(deck, 5)))
    fives = [flat[place::5] for place in range(5)]
    count = len(fives[0])
    for low, second in combinations(deck, 2):
        above = count - comb(len(deck) - 1 - second, 5)
        for start in range(above, count, PART):
            size = min(PART, count - start, limit)
            if not size:
                return
            limit -= size
            same = bytes([low]) * size + bytes([second]) * size
            part = same + b"".join(column[start : start + size] for column in fives)
            yield memoryview(part).cast("B", (7, size))


def every_hand(limit: int = HANDS) -> Timed:
    """Rank them all on one thread; what it takes to lay the hands out is not timed."""
    out = array("H", bytes(2 * PART))
    ranked = 0.0

    def do() -> None:
        nonlocal ranked
        for part in columns(limit):
            began = time.thread_time()
            rank_many(part, out, layout="columns", check=False)
            ranked += time.thread_time() - began

    return Timed(do, limit, lambda: ranked)
