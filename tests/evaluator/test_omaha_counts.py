"""All 463,563,500,400 deals of a hole of four and a board of five: how many fall in each category, and have a low.

Boards that differ in the names of their suits alone have the same hands, so one of each kind is gone through, for as
many as there are.
"""

from itertools import chain, combinations
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluator_ext import BEST_LOW, Category, category, omaha_hilo_many
from tests.evaluator.dealt import Bytes

pytestmark = pytest.mark.hours

BOARD_KINDS = 134_459
DEALS = 463_563_500_400
CATEGORIES = {
    Category.HIGH_CARD: (13_851_662_832, 379),
    Category.PAIR: (122_655_542_152, 2_336),
    Category.TWO_PAIR: (170_775_844_104, 856),
    Category.TRIPS: (40_712_657_408, 845),
    Category.STRAIGHT: (52_289_648_688, 10),
    Category.FLUSH: (31_216_782_384, 1_277),
    Category.FULL_HOUSE: (29_424_798_576, 156),
    Category.QUADS: (2_225_270_496, 156),
    Category.STRAIGHT_FLUSH: (411_293_760, 10),
}
LOWS = 161_374_983_168
WHEELS = 7_439_717_760


def combinations_of(cards: int, size: int) -> Bytes:
    """All choices of `size` of so many cards, one in each row."""
    count = comb(cards, size)
    return np.fromiter(chain.from_iterable(combinations(range(cards), size)), np.uint8, count * size).reshape(-1, size)


def boards_by_kind() -> tuple[Bytes, NDArray[np.int64]]:
    """A board of each kind, and how many there are of it."""
    boards = combinations_of(52, 5)
    suits = [((1 << (boards >> 2).astype(np.uint64)) * (boards & 3 == suit)).sum(axis=1) for suit in range(4)]
    ordered = np.sort(np.array(suits, np.uint64), axis=0)
    keys = ordered[0] << 39 | ordered[1] << 26 | ordered[2] << 13 | ordered[3]
    _, first, counts = np.unique(keys, return_index=True, return_counts=True)
    return boards[first], counts


def test_all_deals_of_omaha_fall_in_the_known_categories() -> None:
    """Takes nine minutes of processor time."""
    boards, weights = boards_by_kind()
    assert len(boards) == BOARD_KINDS
    holes = combinations_of(47, 4)
    ranks, lows = np.zeros(len(holes), np.uint16), np.zeros(len(holes), np.uint8)
    rank_counts, low_counts = np.zeros(7_463, np.int64), np.zeros(BEST_LOW + 1, np.int64)
    for board, weight in zip(boards, weights, strict=True):
        left = np.setdiff1d(np.arange(52, dtype=np.uint8), board, assume_unique=True)
        omaha_hilo_many(left[holes], board[None], ranks, lows, check=False)
        rank_counts += weight * np.bincount(ranks, minlength=len(rank_counts))
        low_counts += weight * np.bincount(lows, minlength=len(low_counts))
    assert rank_counts.sum() == low_counts.sum() == DEALS
    found = np.flatnonzero(rank_counts)
    by_category = {each: [rank for rank in found.tolist() if category(rank) is each] for each in Category}
    assert {each: (rank_counts[ranks].sum(), len(ranks)) for each, ranks in by_category.items()} == CATEGORIES
    assert len(found) == 6_025
    assert low_counts[1:].sum() == LOWS
    assert low_counts[BEST_LOW] == WHEELS
