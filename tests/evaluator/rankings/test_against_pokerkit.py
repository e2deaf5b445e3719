"""Rankings that pokerkit knows too, compared hand against hand.

It knows no Sökö, no deck of 32 cards, no open cards by themselves and no rows of Chinese poker.
"""

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pokerkit
import pytest

from evaluator_ext import print_cards
from evaluator_ext.rankings import RANKINGS, RankingId

SEED = 7
FEW = 500
MANY = 10_000

KNOWN: list[tuple[RankingId, int, Callable[[str], Any]]] = [
    ("short-deck", 5, pokerkit.ShortDeckHoldemHand),
    ("short-deck", 7, pokerkit.ShortDeckHoldemHand.from_game),
    ("ace-to-five", 5, pokerkit.RegularLowHand),
    ("ace-to-five", 7, pokerkit.RegularLowHand.from_game),
    ("deuce-to-seven", 5, pokerkit.StandardLowHand),
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
    ranked = [(row.rank(hand), judge(print_cards(hand).replace(" ", "")), print_cards(hand)) for hand in hands]
    both = [each for each in ranked if each[1] is not None]
    assert all((rank == 0) == (other is None) for rank, other, _ in ranked)
    for (rank, other, said), (next_rank, next_other, next_said) in pairwise(sorted(both, key=lambda each: each[0])):
        assert (rank < next_rank) == (other < next_other), f"{said} against {next_said}"
        assert (rank == next_rank) == (other == next_other), f"{said} against {next_said}"
    return len(both)


@known
def test_rankings_agree_with_pokerkit(ranking: RankingId, size: int, judge: Callable[[str], Any]) -> None:
    assert compare(ranking, size, judge, FEW) > FEW // 10


@pytest.mark.ci
@known
def test_rankings_agree_with_pokerkit_on_many_hands(ranking: RankingId, size: int, judge: Callable[[str], Any]) -> None:
    assert compare(ranking, size, judge, MANY) > MANY // 10
