"""How many hands fall in each category, over all hands there are."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain, combinations, islice
from math import comb

import pytest

from evaluator_ext import Category, category, full_deck, rank_many

ROWS_AT_ONCE = 1 << 18

FIVE_CARDS = {
    Category.HIGH_CARD: 1_302_540,
    Category.PAIR: 1_098_240,
    Category.TWO_PAIR: 123_552,
    Category.TRIPS: 54_912,
    Category.STRAIGHT: 10_200,
    Category.FLUSH: 5_108,
    Category.FULL_HOUSE: 3_744,
    Category.QUADS: 624,
    Category.STRAIGHT_FLUSH: 40,
}
FIVE_CARD_CLASSES = {
    Category.HIGH_CARD: 1_277,
    Category.PAIR: 2_860,
    Category.TWO_PAIR: 858,
    Category.TRIPS: 858,
    Category.STRAIGHT: 10,
    Category.FLUSH: 1_277,
    Category.FULL_HOUSE: 156,
    Category.QUADS: 156,
    Category.STRAIGHT_FLUSH: 10,
}
SEVEN_CARDS = {
    Category.HIGH_CARD: 23_294_460,
    Category.PAIR: 58_627_800,
    Category.TWO_PAIR: 31_433_400,
    Category.TRIPS: 6_461_620,
    Category.STRAIGHT: 6_180_020,
    Category.FLUSH: 4_047_644,
    Category.FULL_HOUSE: 3_473_184,
    Category.QUADS: 224_848,
    Category.STRAIGHT_FLUSH: 41_584,
}
SEVEN_CARD_CLASSES = {
    Category.HIGH_CARD: 407,
    Category.PAIR: 1_470,
    Category.TWO_PAIR: 763,
    Category.TRIPS: 575,
    Category.STRAIGHT: 10,
    Category.FLUSH: 1_277,
    Category.FULL_HOUSE: 156,
    Category.QUADS: 156,
    Category.STRAIGHT_FLUSH: 10,
}
SUM_OF_SEVEN_CARD_RANKS = 450_468_187_308


def ranks_of_all_hands(size: int) -> Iterator[Iterable[int]]:
    """Ranks of every hand of `size` cards from a full deck, in parts."""
    hands = combinations(full_deck(), size)
    while part := bytes(chain.from_iterable(islice(hands, ROWS_AT_ONCE))):
        yield rank_many(memoryview(part).cast("B", (len(part) // size, size)))


def count_ranks(size: int) -> Counter[int]:
    """How many hands of `size` cards have each rank."""
    counts: Counter[int] = Counter()
    for ranks in ranks_of_all_hands(size):
        counts.update(ranks)
    assert counts.total() == comb(52, size)
    return counts


def by_category(counts: Counter[int]) -> tuple[Counter[Category], Counter[Category]]:
    """Hands and different ranks in each category."""
    hands: Counter[Category] = Counter()
    for rank, number in counts.items():
        hands[category(rank)] += number
    return hands, Counter(map(category, counts))


def test_all_five_card_hands_fall_in_the_known_categories() -> None:
    hands, classes = by_category(count_ranks(5))
    assert hands == FIVE_CARDS
    assert classes == FIVE_CARD_CLASSES
    assert classes.total() == 7_462


@pytest.mark.hours
def test_all_seven_card_hands_fall_in_the_known_categories() -> None:
    counts = count_ranks(7)
    hands, classes = by_category(counts)
    assert hands == SEVEN_CARDS
    assert classes == SEVEN_CARD_CLASSES
    assert classes.total() == 4_824
    assert sum(rank * number for rank, number in counts.items()) == SUM_OF_SEVEN_CARD_RANKS
