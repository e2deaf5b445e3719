"""Rankings in bulk, in C: the same ranks as the tables' own source finds, for every hand, kernel and shape."""

import sys
from array import array
from collections.abc import Callable
from functools import partial
from itertools import chain, combinations
from math import comb
from threading import Thread
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluator_ext import batch, low_many, omaha_many, rank_many
from evaluator_ext.rankings import RANKINGS, RankingId, SokoOptions, batches
from evaluator_ext.rankings.badugi import fill as fill_badugi
from evaluator_ext.rankings.hungarian_draw import HungarianDrawOptions
from evaluator_ext.rankings.tables import Table
from tests.evaluator.dealt import Bytes, deal, deal_from, masks_of

pytestmark = pytest.mark.skipif(batch.interpreted, reason="the kernels are not built or JAKAJA_PURE=1 leaves them out")

KERNELS = batch.engine.kernels()
FIVES = comb(52, 5)
BY_TABLE = [
    (row.id, size) for row in RANKINGS.values() for size in row.sizes if row.id not in ("badugi", "hungarian-draw")
]

Ranks = NDArray[np.uint16]
Fill = Callable[..., int]


def every_five(deck: tuple[int, ...]) -> Bytes:
    """All hands of five cards of a deck, one in each row."""
    count = comb(len(deck), 5)
    return np.fromiter(chain.from_iterable(combinations(deck, 5)), np.uint8, 5 * count).reshape(count, 5)


def filled(fill: Fill, hands: Bytes, columns: bool = False, check: bool = False) -> Ranks:
    """The ranks that a `Fill` writes for the hands of some rows, which it is given as rows or as columns."""
    count, size = hands.shape
    cards = memoryview(np.ascontiguousarray(hands.T if columns else hands).reshape(-1))
    ranks = array("H", bytes(2 * count))
    steps = (1, count) if columns else (size, 1)
    assert fill(cards, memoryview(ranks), size, *steps, 0, count, check) == batches.ALL_DONE
    return np.asarray(ranks)


def by_kernel(fill: Fill, kernel: str) -> Fill:
    """The same tables, worked by another kernel."""
    assert isinstance(fill, partial)
    return partial(fill.func, kernel, *fill.args[1:])


def table_of(ranking: RankingId, size: int, options: object = None) -> Table:
    row = RANKINGS[ranking]
    judge: Any = row.judge(row.options if options is None else options)
    return judge.table(size)  # type: ignore[no-any-return]


@pytest.mark.parametrize("low_four_straight", [True, False])
def test_every_soko_hand_ranks_as_the_tables_say(low_four_straight: bool) -> None:
    table = table_of("soko", 5, SokoOptions(low_four_straight=low_four_straight))
    hands = every_five(tuple(range(52)))
    assert len(hands) == FIVES
    expected = filled(table.fill, hands)
    assert np.count_nonzero(np.bincount(expected)[1:]) == 16_707
    for kernel in KERNELS:
        for columns in (False, True):
            assert np.array_equal(filled(by_kernel(table.fill_many, kernel), hands, columns), expected)


@pytest.mark.parametrize(("ranking", "size"), BY_TABLE)
def test_random_hands_rank_as_the_tables_say(ranking: RankingId, size: int) -> None:
    table, deck = table_of(ranking, size), list(RANKINGS[ranking].deck)
    few_suits = [card for card in deck if card & 3 < 2]
    for hands in (deal_from(3_000, size, 1, deck), deal_from(3_000, size, 2, few_suits)):
        expected = filled(table.fill, hands)
        for kernel in KERNELS:
            for columns in (False, True):
                fill = by_kernel(table.fill_many, kernel)
                assert np.array_equal(filled(fill, hands, columns, check=True), expected)


@pytest.mark.parametrize("count", [0, 1, 63, 64, 65, 130])
@pytest.mark.parametrize("kernel", KERNELS)
def test_any_number_of_hands_is_ranked_and_no_more_is_written(kernel: str, count: int) -> None:
    table, hands = table_of("soko", 5), deal(150, 5, seed=3)
    expected = filled(table.fill, hands)
    for cards, steps in ((hands, (5, 1)), (np.ascontiguousarray(hands.T), (1, 150))):
        ranks = np.full(150, 9, np.uint16)
        fill = by_kernel(table.fill_many, kernel)
        assert fill(memoryview(cards.reshape(-1)), memoryview(ranks), 5, *steps, 10, 10 + count, True) == -1
        assert np.array_equal(ranks[10 : 10 + count], expected[10 : 10 + count])
        assert (ranks[:10] == 9).all()
        assert (ranks[10 + count :] == 9).all()


@pytest.mark.parametrize("low_straight", [True, False])
@pytest.mark.parametrize("full_house_below", ["flush", "quads"])
def test_every_hungarian_draw_hand_ranks_with_its_suits(low_straight: bool, full_house_below: Any) -> None:
    row = RANKINGS["hungarian-draw"]
    judge = row.judge(HungarianDrawOptions(low_straight=low_straight, full_house_below=full_house_below))
    hands = every_five(row.deck)
    assert list(judge.rank_many(hands)) == filled(judge._fill, hands).tolist()  # type: ignore[attr-defined]


def test_every_badugi_hand_ranks_as_the_rules_say() -> None:
    hands = np.array(list(combinations(range(52), 4)), np.uint8)
    expected = filled(fill_badugi, hands)
    for columns in (False, True):
        assert np.array_equal(filled(batch.engine.fill_badugi, hands, columns, check=True), expected)


def test_masks_are_unpacked_card_by_card() -> None:
    for size in (1, 4, 7):
        masks = masks_of(deal(500, size, seed=size))
        cards, expected = np.zeros(500 * size, np.uint8), np.zeros(500 * size, np.uint8)
        assert batch.engine.unpack(masks, cards, size) == batches.ALL_DONE
        assert batches.unpack_masks(memoryview(masks), memoryview(expected), size) == batches.ALL_DONE
        assert np.array_equal(cards, expected)
        for wrong in (0, 1 << 15, (1 << 64) - 1):
            masks[300] = wrong
            assert batch.engine.unpack(masks, cards, size) == 300
            assert batches.unpack_masks(memoryview(masks), memoryview(expected), size) == 300


@pytest.mark.parametrize(("place", "card"), [((40, 2), 52), ((40, 2), 64), ((40, 2), 255), ((0, 0), 63)], ids=str)
@pytest.mark.parametrize("ranking", ["soko", "badugi", "three-cards", "hungarian-draw"])
def test_first_wrong_hand_is_found(ranking: RankingId, place: tuple[int, int], card: int) -> None:
    row = RANKINGS[ranking]
    hands = deal_from(80, row.sizes[0], 5, list(row.deck)).copy()
    hands[place] = card
    hands[60, 0] = hands[60, 1]
    judge = row.judge(row.options)
    for buffer, layout in ((hands, "rows"), (np.ascontiguousarray(hands.T), "columns")):
        with pytest.raises(ValueError, match=rf"row {place[0]}: card {place[1]} of the hand is {card}: cards are"):
            judge.rank_many(buffer, layout=layout)  # type: ignore[arg-type]
        assert len(judge.rank_many(buffer, layout=layout, check=False)) == 80  # type: ignore[arg-type]


@pytest.mark.parametrize("row", RANKINGS.values(), ids=lambda row: row.id)
def test_unchecked_nonsense_does_no_harm(row: Any) -> None:
    for size in row.sizes:
        nonsense = np.random.default_rng(size).integers(0, 256, (20_000, size), dtype=np.uint8)
        nonsense[:5_000] = nonsense[:5_000, :1]
        assert len(row.judge(row.options).rank_many(nonsense, check=False)) == 20_000


def test_tables_that_do_not_belong_together_are_refused() -> None:
    none, suited = array("H"), array("H", bytes(2 * 8192))
    weights, fours = array("I", range(1, 14)), array("H", bytes(2 * 715 * 13))
    lay_out = batch.engine.lay_out
    assert lay_out(5, 5, 1, weights, array("H", [0]), array("H", bytes(256)), suited, fours, none, array("B"))
    for shifts, mixed, offset, decider in (
        (array("H", [1]), array("H", bytes(256)), none, array("B")),
        (none, array("H", bytes(256)), none, array("B")),
        (array("H", [0]), array("H", [7] * 128), array("H", [0] * 8), array("B", [0] * 7)),
    ):
        with pytest.raises(ValueError, match=r"belong together|are needed"):
            lay_out(5, 5, 1, weights, shifts, mixed, suited, fours, offset, decider)
    with pytest.raises(ValueError, match="1 to 5 cards play"):
        lay_out(6, 0, 1, weights, array("H", [0]), array("H", bytes(256)), suited, fours, none, array("B"))


SEVENS = deal(400_000, 7, seed=8)
IN_BULK: dict[str, Callable[[], object]] = {
    "high": lambda: rank_many(SEVENS, check=False),
    "low": lambda: low_many(SEVENS, check=False),
    "omaha": lambda: omaha_many(SEVENS[:, :4].copy(), SEVENS[:, 4:].copy(), check=False),
    "deuce-to-seven": lambda: RANKINGS["deuce-to-seven"].judge(RANKINGS["deuce-to-seven"].options).rank_many(SEVENS),
    "badugi": lambda: RANKINGS["badugi"].judge(RANKINGS["badugi"].options).rank_many(SEVENS[:, :4].copy()),
    "soko": lambda: RANKINGS["soko"].judge(RANKINGS["soko"].options).rank_many(SEVENS[:, :5].copy()),
}


@pytest.mark.parametrize("work", IN_BULK.values(), ids=IN_BULK)
def test_other_threads_go_on_while_hands_are_ranked(work: Callable[[], object]) -> None:
    """With turns that never end by themselves, another thread runs only while the one that ranks has let go."""
    usual = sys.getswitchinterval()
    work()
    try:
        sys.setswitchinterval(1_000)
        assert any(runs_beside(work) for _ in range(200))
    finally:
        sys.setswitchinterval(usual)


def runs_beside(work: Callable[[], object]) -> bool:
    """Whether this thread did something between the beginning and the end of the work of another."""
    happened: list[str] = []

    def rank() -> None:
        happened.append("began")
        work()
        happened.append("ended")

    other = Thread(target=rank)
    other.start()
    happened.append("meanwhile")
    other.join()
    return happened == ["began", "meanwhile", "ended"]
