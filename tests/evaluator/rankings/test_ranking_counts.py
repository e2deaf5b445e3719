"""How many hands of each kind there are, and how many of them differ, over all hands of every ranking."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain, combinations, islice, product
from math import comb
from typing import Any

import pytest

from evaluator_ext.rankings import (
    RANKINGS,
    EightLowOptions,
    HungarianDrawOptions,
    HungarianHoldemOptions,
    Judge,
    Kind,
    RankingId,
    ShortDeckOptions,
    SokoOptions,
    ThreeCardOptions,
    UpCardOptions,
)

HANDS_AT_ONCE = 1 << 18

Counts = Mapping[Kind, tuple[int, int]]
"""For each kind, how many hands, and how many that differ in rank."""

FULL_HOUSE_AND_BELOW_52 = {Kind.FULL_HOUSE: (3_744, 156), Kind.TRIPS: (54_912, 858), Kind.TWO_PAIR: (123_552, 858)}
HIGH: Counts = {
    **FULL_HOUSE_AND_BELOW_52,
    Kind.HIGH_CARD: (1_302_540, 1_277),
    Kind.PAIR: (1_098_240, 2_860),
    Kind.STRAIGHT: (10_200, 10),
    Kind.FLUSH: (5_108, 1_277),
    Kind.QUADS: (624, 156),
    Kind.STRAIGHT_FLUSH: (40, 10),
}
SOKO: Counts = {
    **HIGH,
    Kind.HIGH_CARD: (1_150_080, 1_198),
    Kind.PAIR: (1_047_552, 2_816),
    Kind.FOUR_STRAIGHT: (92_208, 123),
    Kind.FOUR_FLUSH: (110_940, 9_245),
}
SOKO_WITHOUT_LOW: Counts = {
    **SOKO,
    Kind.HIGH_CARD: (1_157_760, 1_206),
    Kind.PAIR: (1_049_040, 2_820),
    Kind.FOUR_STRAIGHT: (83_040, 111),
}
WITH_32_CARDS: Counts = {
    Kind.HIGH_CARD: (52_020, 51),
    Kind.PAIR: (107_520, 280),
    Kind.TWO_PAIR: (24_192, 168),
    Kind.TRIPS: (10_752, 168),
    Kind.STRAIGHT: (5_100, 5),
    Kind.FULL_HOUSE: (1_344, 56),
    Kind.FLUSH: (204, 51),
    Kind.QUADS: (224, 56),
    Kind.STRAIGHT_FLUSH: (20, 5),
}
WITH_32_CARDS_WITHOUT_LOW: Counts = {
    **WITH_32_CARDS,
    Kind.HIGH_CARD: (53_040, 52),
    Kind.STRAIGHT: (4_080, 4),
    Kind.FLUSH: (208, 52),
    Kind.STRAIGHT_FLUSH: (16, 4),
}
# A straight, a flush and a high card differ by four suits, a pair by the three suits that can be its higher.
DRAW: Counts = {
    Kind.HIGH_CARD: (52_020, 3 * 4),
    Kind.PAIR: (107_520, 8 * 3),
    Kind.TWO_PAIR: (24_192, 28 * 3),
    Kind.TRIPS: (10_752, 8),
    Kind.STRAIGHT: (5_100, 5 * 4),
    Kind.FULL_HOUSE: (1_344, 8),
    Kind.FLUSH: (204, 4),
    Kind.QUADS: (224, 8),
    Kind.STRAIGHT_FLUSH: (20, 5 * 4),
}
DRAW_WITHOUT_LOW: Counts = {
    **DRAW,
    Kind.HIGH_CARD: (53_040, 3 * 4),
    Kind.STRAIGHT: (4_080, 4 * 4),
    Kind.FLUSH: (208, 4),
    Kind.STRAIGHT_FLUSH: (16, 4 * 4),
}
SHORT_DECK: Counts = {
    Kind.HIGH_CARD: (122_400, 120),
    Kind.PAIR: (193_536, 504),
    Kind.TWO_PAIR: (36_288, 252),
    Kind.TRIPS: (16_128, 252),
    Kind.STRAIGHT: (6_120, 6),
    Kind.FULL_HOUSE: (1_728, 72),
    Kind.FLUSH: (480, 120),
    Kind.QUADS: (288, 72),
    Kind.STRAIGHT_FLUSH: (24, 6),
}
ACE_TO_FIVE: Counts = {
    **FULL_HOUSE_AND_BELOW_52,
    Kind.HIGH_CARD: (1_317_888, 1_287),
    Kind.PAIR: (1_098_240, 2_860),
    Kind.QUADS: (624, 156),
}
# The ace is high only: nine straights, and one more set of ranks among the flushes and the high cards.
DEUCE_TO_SEVEN: Counts = {
    **HIGH,
    Kind.HIGH_CARD: (1_303_560, 1_278),
    Kind.STRAIGHT: (9_180, 9),
    Kind.FLUSH: (5_112, 1_278),
    Kind.STRAIGHT_FLUSH: (36, 9),
}
BADUGI: Counts = {
    Kind.BADUGI: (17_160, 715),
    Kind.THREE_CARDS: (154_440, 286),
    Kind.TWO_CARDS: (96_252, 78),
    Kind.ONE_CARD: (2_873, 13),
}
THREE_CARDS: Counts = {
    Kind.HIGH_CARD: (16_440, 274),
    Kind.PAIR: (3_744, 156),
    Kind.FLUSH: (1_096, 274),
    Kind.STRAIGHT: (720, 12),
    Kind.TRIPS: (52, 13),
    Kind.STRAIGHT_FLUSH: (48, 12),
}
THREE_CARDS_WITHOUT_LOW: Counts = {
    **THREE_CARDS,
    Kind.HIGH_CARD: (16_500, 275),
    Kind.FLUSH: (1_100, 275),
    Kind.STRAIGHT: (660, 11),
    Kind.STRAIGHT_FLUSH: (44, 11),
}
FRONT: Counts = {Kind.HIGH_CARD: (18_304, 286), Kind.PAIR: (3_744, 156), Kind.TRIPS: (52, 13)}
FOUR_UP: Counts = {
    Kind.HIGH_CARD: (183_040, 715),
    Kind.PAIR: (82_368, 858),
    Kind.TWO_PAIR: (2_808, 78),
    Kind.TRIPS: (2_496, 156),
    Kind.QUADS: (13, 13),
}
FOUR_UP_SOKO: Counts = {
    **FOUR_UP,
    Kind.HIGH_CARD: (177_408, 704),
    Kind.FOUR_STRAIGHT: (2_772, 11),
    Kind.FOUR_FLUSH: (2_860, 715),
}

ALL_HANDS = [
    ("high", None, 5, HIGH),
    ("soko", SokoOptions(), 5, SOKO),
    ("soko", SokoOptions(low_four_straight=False), 5, SOKO_WITHOUT_LOW),
    ("hungarian-holdem", HungarianHoldemOptions(), 5, WITH_32_CARDS),
    ("hungarian-holdem", HungarianHoldemOptions(low_straight=False), 5, WITH_32_CARDS_WITHOUT_LOW),
    ("hungarian-draw", HungarianDrawOptions(), 5, DRAW),
    ("hungarian-draw", HungarianDrawOptions(full_house_below="quads"), 5, DRAW),
    ("hungarian-draw", HungarianDrawOptions(low_straight=False), 5, DRAW_WITHOUT_LOW),
    ("short-deck", ShortDeckOptions(), 5, SHORT_DECK),
    ("short-deck", ShortDeckOptions(trips_beat_straight=True), 5, SHORT_DECK),
    ("ace-to-five", None, 5, ACE_TO_FIVE),
    ("deuce-to-seven", None, 5, DEUCE_TO_SEVEN),
    ("eight-low", EightLowOptions(), 5, {Kind.NOTHING: (2_541_616, 1), Kind.HIGH_CARD: (57_344, 56)}),
    ("eight-low", EightLowOptions(lo_max_rank=7), 5, {Kind.NOTHING: (2_577_456, 1), Kind.HIGH_CARD: (21_504, 21)}),
    ("badugi", None, 4, BADUGI),
    ("three-cards", ThreeCardOptions(), 3, THREE_CARDS),
    ("three-cards", ThreeCardOptions(low_straight="second"), 3, THREE_CARDS),
    ("three-cards", ThreeCardOptions(low_straight="none"), 3, THREE_CARDS_WITHOUT_LOW),
]

SEVERAL_SIZES = [
    ("chinese-rows", None, {3: FRONT, 5: HIGH}),
    (
        "up-cards",
        UpCardOptions(),
        {
            1: {Kind.HIGH_CARD: (52, 13)},
            2: {Kind.HIGH_CARD: (1_248, 78), Kind.PAIR: (78, 13)},
            3: FRONT,
            4: FOUR_UP,
        },
    ),
    ("up-cards", UpCardOptions(soko=True), {4: FOUR_UP_SOKO}),
    (
        "up-cards",
        UpCardOptions(soko=True, low_four_straight=False),
        {4: {**FOUR_UP_SOKO, Kind.HIGH_CARD: (177_660, 705), Kind.FOUR_STRAIGHT: (2_520, 10)}},
    ),
]

SHORT_DECK_SEVEN = {
    Kind.HIGH_CARD: 233_100,
    Kind.PAIR: 2_316_600,
    Kind.TWO_PAIR: 3_157_056,
    Kind.TRIPS: 607_200,
    Kind.STRAIGHT: 1_169_940,
    Kind.FULL_HOUSE: 633_024,
    Kind.FLUSH: 175_560,
    Kind.QUADS: 44_640,
    Kind.STRAIGHT_FLUSH: 10_560,
}
EIGHT_LOW_SEVEN = {8: 13_171_200, 7: 7_426_560, 6: 3_151_360, 5: 781_824}
EIGHT_LOW_FIVE = {8: 35_840, 7: 15_360, 6: 5_120, 5: 1_024}


def judge_of(ranking: RankingId, options: object) -> Judge:
    """The judge of a ranking under these options, or the usual ones."""
    row = RANKINGS[ranking]
    return row.judge(row.options if options is None else options)


def parts(cards: Sequence[int], size: int) -> Iterator[memoryview]:
    """All hands of `size` of these cards as rows, in parts."""
    hands = combinations(cards, size)
    while part := bytes(chain.from_iterable(islice(hands, HANDS_AT_ONCE))):
        yield memoryview(part).cast("B", (len(part) // size, size))


def count_ranks(judge: Judge, cards: Sequence[int], size: int) -> Counter[int]:
    """How many of all hands have each rank."""
    counts: Counter[int] = Counter()
    for hands in parts(cards, size):
        counts.update(judge.rank_many(hands))
    assert counts.total() == comb(len(cards), size)
    return counts


def by_name(counts: Counter[int], told: Callable[[int], Any]) -> dict[Any, tuple[int, int]]:
    """Hands and different ranks of all that are told alike."""
    hands: Counter[Any] = Counter()
    for rank, number in counts.items():
        hands[told(rank)] += number
    classes = Counter(map(told, counts))
    return {key: (hands[key], classes[key]) for key in hands}


def identity(value: object) -> str:
    """A short name of a parameter for a test's id."""
    return "" if value is None or isinstance(value, Mapping) else str(value)


@pytest.mark.parametrize(("ranking", "options", "size", "expected"), ALL_HANDS, ids=identity)
def test_all_hands_fall_in_the_known_kinds(ranking: RankingId, options: object, size: int, expected: Counts) -> None:
    judge = judge_of(ranking, options)
    counts = count_ranks(judge, RANKINGS[ranking].deck, size)
    assert by_name(counts, lambda rank: judge.name(rank).kind) == expected
    assert sorted(counts.keys() - {0}) == list(range(1, judge.best + 1)), "ranks are dense"


@pytest.mark.parametrize(("ranking", "options", "sizes"), SEVERAL_SIZES, ids=identity)
def test_hands_of_each_size_fall_in_the_known_kinds(
    ranking: RankingId, options: object, sizes: Mapping[int, Counts]
) -> None:
    judge = judge_of(ranking, options)
    for size, expected in sizes.items():
        counts = count_ranks(judge, RANKINGS[ranking].deck, size)
        assert by_name(counts, lambda rank: judge.name(rank).kind) == expected


@pytest.mark.parametrize(("ranking", "classes"), [
    ("high", 7_462), ("soko", 16_707), ("ace-to-five", 6_175), ("deuce-to-seven", 7_462), ("eight-low", 56),
    ("badugi", 1_092), ("three-cards", 741), ("short-deck", 1_404), ("hungarian-holdem", 840),
    ("hungarian-draw", 188), ("chinese-rows", 7_462 + 455), ("up-cards", 13 + 91 + 455 + 1_820),
])  # fmt: skip
def test_best_hand_has_the_number_of_classes_as_its_rank(ranking: RankingId, classes: int) -> None:
    assert judge_of(ranking, None).best == classes


def test_soko_categories_absorb_what_the_rules_say() -> None:
    judge, high = judge_of("soko", None), judge_of("high", None)
    pairs: Counter[tuple[Kind, Kind]] = Counter()
    both: Counter[Kind] = Counter()
    for hands in parts(RANKINGS["soko"].deck, 5):
        soko_ranks, high_ranks = judge.rank_many(hands), high.rank_many(hands)
        for row, ranks in enumerate(zip(soko_ranks, high_ranks, strict=True)):
            kinds = judge.name(ranks[0]).kind, high.name(ranks[1]).kind
            if kinds[0] in {Kind.FOUR_FLUSH, Kind.FOUR_STRAIGHT}:
                pairs[kinds] += 1
                if kinds[0] is Kind.FOUR_FLUSH and holds_four_straight(bytes(hands[row, at] for at in range(5))):
                    both[kinds[1]] += 1
    assert pairs[Kind.FOUR_STRAIGHT, Kind.PAIR] == 16_368
    assert pairs[Kind.FOUR_FLUSH, Kind.PAIR] == 34_320
    assert both[Kind.PAIR] == 528
    assert both.total() == 5_268
    assert pairs.keys() == {
        (four, kind) for four in (Kind.FOUR_FLUSH, Kind.FOUR_STRAIGHT) for kind in (Kind.HIGH_CARD, Kind.PAIR)
    }


def holds_four_straight(cards: Sequence[int]) -> bool:
    """Whether four of the ranks follow each other, ace low or high."""
    ranks = {card >> 2 for card in cards}
    steps = {*ranks, *(-1 for rank in ranks if rank == 12)}
    return any({step, step + 1, step + 2, step + 3} <= steps for step in steps)


def test_straights_with_four_of_a_suit_stay_straights() -> None:
    judge = judge_of("soko", None)
    tops = (12, *range(13))
    four_suited = 0
    for start in range(10):
        for suits in product(range(4), repeat=5):
            hand = [rank * 4 + suit for rank, suit in zip(tops[start : start + 5], suits, strict=True)]
            if max(Counter(suits).values()) == 4:
                four_suited += 1
                assert judge.name(judge.rank(hand)).kind is Kind.STRAIGHT
    assert four_suited == 600


def test_all_short_deck_hands_of_seven_fall_in_the_known_kinds() -> None:
    judge = judge_of("short-deck", None)
    counts = count_ranks(judge, RANKINGS["short-deck"].deck, 7)
    hands = {kind: number for kind, (number, _) in by_name(counts, lambda rank: judge.name(rank).kind).items()}
    assert hands == SHORT_DECK_SEVEN
    assert len(counts) == 752


def low_card(judge: Judge, rank: int) -> int:
    """The highest card of a low hand as people say it, the ace 1; 0 for no low hand."""
    ranks = judge.name(rank).ranks
    return (ranks[0] + 2) % 14 if ranks else 0


def test_five_card_lows_are_as_many_as_known() -> None:
    judge = judge_of("eight-low", None)
    counts = by_name(count_ranks(judge, range(52), 5), lambda rank: low_card(judge, rank))
    assert {card: counts[card][0] for card in EIGHT_LOW_FIVE} == EIGHT_LOW_FIVE


@pytest.mark.ci
def test_seven_card_lows_are_as_many_as_known() -> None:
    judge = judge_of("eight-low", None)
    counts = by_name(count_ranks(judge, range(52), 7), lambda rank: low_card(judge, rank))
    assert {card: counts[card][0] for card in EIGHT_LOW_SEVEN} == EIGHT_LOW_SEVEN
    assert sum(EIGHT_LOW_SEVEN.values()) == 24_530_944
