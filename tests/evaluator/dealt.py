"""Deals for the tests of the evaluator: random ones by the thousand, and every seven-card hand there is."""

from collections.abc import Iterator
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from evaluator_ext.cards import DECK_SIZE

Bytes = NDArray[np.uint8]


def deal(count: int, cards: int, seed: int) -> Bytes:
    """Different cards in each of `count` rows, by the shuffle of Fisher and Yates that stops after `cards` places."""
    chance = np.random.default_rng(seed)
    decks = np.tile(np.arange(DECK_SIZE, dtype=np.uint8), (count, 1))
    rows = np.arange(count)
    for place in range(cards):
        chosen = chance.integers(place, DECK_SIZE, count)
        decks[rows, place], decks[rows, chosen] = decks[rows, chosen], decks[rows, place]
    return np.ascontiguousarray(decks[:, :cards])


def deal_few_suits(count: int, cards: int, seed: int) -> Bytes:
    """As `deal`, from the twenty-six cards of two suits, so that flushes and straight flushes are everywhere."""
    ranks_and_suits = deal_from(count, cards, seed, [card for card in range(DECK_SIZE) if card & 3 < 2])
    return np.ascontiguousarray(ranks_and_suits)


def deal_from(count: int, cards: int, seed: int, deck: list[int]) -> Bytes:
    """Different cards of a smaller deck in each of `count` rows."""
    chance = np.random.default_rng(seed)
    order = chance.permuted(np.tile(np.array(deck, dtype=np.uint8), (count, 1)), axis=1)
    return order[:, :cards]


def masks_of(hands: Bytes) -> NDArray[np.uint64]:
    """The hands of some rows as hand masks."""
    cards = hands.astype(np.uint64)
    masks: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << ((cards & 3) * 16 + (cards >> 2)), axis=1)
    return masks


def all_seven_card_hands() -> Iterator[Bytes]:
    """All 133,784,560 hands as columns of shape (7, n), in parts."""
    fours = np.array(list(combinations(range(DECK_SIZE), 4)), dtype=np.uint8).T
    lowest = fours[0]
    part: list[Bytes] = []
    size = 0
    for three in combinations(range(DECK_SIZE - 4), 3):
        rest = fours[:, np.searchsorted(lowest, three[2], side="right") :]
        part.append(np.vstack([np.repeat(np.array([three], dtype=np.uint8).T, rest.shape[1], axis=1), rest]))
        size += rest.shape[1]
        if size > 1 << 21:
            yield np.ascontiguousarray(np.hstack(part))
            part, size = [], 0
    yield np.ascontiguousarray(np.hstack(part))
