"""Rankings that pokerkit knows too, compared hand against hand.

It knows no Sökö, no deck of 32 cards, no open cards by themselves and no rows of Chinese poker. In what both know, the
list of hands in which it is wrong is empty: release 0.7.7 agrees on all of these.
"""

import random
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

import pokerkit
import pytest

from evaluator_ext import omaha, omaha_low, print_cards
from evaluator_ext.rankings import RANKINGS, RankingId

SEED = 7
FEW = 500
MANY = 10_000

KNOWN: list[tuple[RankingId, int, Callable[[str], Any]]] = [
    ("high", 5, pokerkit.StandardHighHand),
    ("high", 7, pokerkit.StandardHighHand.from_game),
    ("short-deck", 5, pokerkit.ShortDeckHoldemHand),
    ("short-deck", 7, pokerkit.ShortDeckHoldemHand.from_game),
    ("ace-to-five", 5, pokerkit.RegularLowHand),
    ("ace-to-five", 7, pokerkit.RegularLowHand.from_game),
    ("deuce-to-seven", 5, pokerkit.StandardLowHand),
    ("deuce-to-seven", 7, pokerkit.StandardLowHand.from_game),
    ("badugi", 4, pokerkit.BadugiHand.from_game),
    ("three-cards", 3, pokerkit.RhodeIslandHoldemHand),
    ("eight-low", 7, pokerkit.EightOrBetterLowHand.from_game_or_none),
]


known = pytest.mark.parametrize(
    ("ranking", "size", "judge"), KNOWN, ids=lambda value: "" if callable(value) else str(value)
)


def compare(ranking: RankingId, size: int, judge: Callable[[str], Any], count: int) -> int:
    """Compare neighbours among hands by chance as both sides do; how many hands were compared."""
    row = RANKINGS[ranking]
    choice = random.Random(f"{SEED} {ranking} {size}")
    hands = [choice.sample(row.deck, size) for _ in range(count)]
    return agree([(row.rank(hand), judge(words(hand)), words(hand)) for hand in hands])


def words(cards: Sequence[int]) -> str:
    return print_cards(cards).replace(" ", "")


def agree(ranked: list[tuple[int, Any, str]]) -> int:
    """Compare neighbours by both sides' ranks of hands in words, of which some may be none; how many there are."""
    both = [each for each in ranked if each[1] is not None]
    assert all((rank == 0) == (other is None) for rank, other, _ in ranked)
    for (rank, other, said), (next_rank, next_other, next_said) in pairwise(sorted(both, key=lambda each: each[0])):
        assert (rank < next_rank) == (other < next_other), f"{said} against {next_said}"
        assert (rank == next_rank) == (other == next_other), f"{said} against {next_said}"
    return len(both)


def compare_omaha(in_hole: int, on_board: int, count: int) -> tuple[int, int]:
    """The same for deals of Omaha, high and low."""
    choice = random.Random(f"{SEED} {in_hole} {on_board}")
    deals = [choice.sample(range(52), in_hole + on_board) for _ in range(count)]
    high, low = [], []
    for dealt in deals:
        hole, board = dealt[:in_hole], dealt[in_hole:]
        theirs = words(hole), words(board)
        high.append((omaha(hole, board), pokerkit.OmahaHoldemHand.from_game(*theirs), words(dealt)))
        lower = pokerkit.OmahaEightOrBetterLowHand.from_game_or_none(*theirs)
        low.append((omaha_low(hole, board), lower, words(dealt)))
    return agree(high), agree(low)


@known
def test_rankings_agree_with_pokerkit(ranking: RankingId, size: int, judge: Callable[[str], Any]) -> None:
    assert compare(ranking, size, judge, FEW) > FEW // 10


@pytest.mark.ci
@known
def test_rankings_agree_with_pokerkit_on_many_hands(ranking: RankingId, size: int, judge: Callable[[str], Any]) -> None:
    assert compare(ranking, size, judge, MANY) > MANY // 10


@pytest.mark.parametrize(("in_hole", "on_board"), [(4, 5), (4, 3), (5, 5), (6, 4)])
def test_omaha_agrees_with_pokerkit(in_hole: int, on_board: int) -> None:
    assert min(compare_omaha(in_hole, on_board, FEW // 2)) > 10


@pytest.mark.ci
@pytest.mark.parametrize(("in_hole", "on_board"), [(4, 5), (5, 5)])
def test_omaha_agrees_with_pokerkit_on_many_deals(in_hole: int, on_board: int) -> None:
    assert min(compare_omaha(in_hole, on_board, MANY)) > MANY // 10
