"""Three cards in the order of Fast Poker: high card, pair, flush, straight, three of a kind, straight flush.

Source: RAY 2011 §1.4.1.2.1 (banked.md §4). Ties go to the next card, suits are equal. The ace is 14, or 1 in A-2-3,
which makes that the lowest straight; as other houses place it second or do not count it, its place is an option.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

from evaluator_ext.cards import Card
from evaluator_ext.rankings.orders import ACE_HIGH, Kind, Order, Ranks, runs
from evaluator_ext.rankings.table_judge import TableJudge

LADDER: Final = (Kind.HIGH_CARD, Kind.PAIR, Kind.FLUSH, Kind.STRAIGHT, Kind.TRIPS, Kind.STRAIGHT_FLUSH)
"""The kinds of a hand of three, worst to best."""

LowStraight: TypeAlias = Literal["lowest", "second", "none"]

_HIGH_STRAIGHTS: Final = runs(ACE_HIGH, 3, ace_low=False)
_LOW_STRAIGHT: Final[Ranks] = (12, 0, 1)
_STRAIGHTS: Final[Mapping[LowStraight, tuple[Ranks, ...]]] = {
    "lowest": (_LOW_STRAIGHT, *_HIGH_STRAIGHTS),
    "second": (*_HIGH_STRAIGHTS[:-1], _LOW_STRAIGHT, _HIGH_STRAIGHTS[-1]),
    "none": _HIGH_STRAIGHTS,
}


@dataclass(frozen=True, slots=True)
class ThreeCardOptions:
    """`low_straight`: A-2-3 is the lowest straight, the second behind A-K-Q, or none."""

    low_straight: LowStraight = "lowest"


RAY: Final = ThreeCardOptions()


@cache
def judge(options: ThreeCardOptions = RAY) -> TableJudge:
    """Hands of three cards: ranks 1, 5-3-2, to 741, A-K-Q of one suit."""
    return TableJudge(Order(ladder=LADDER, straights=_STRAIGHTS[options.low_straight], flush=3), (3,))


def rank(cards: Sequence[Card], options: ThreeCardOptions = RAY) -> int:
    """Dense rank of three cards, higher is better. Raises ValueError as `Table.rank` does."""
    return judge(options).rank(cards)
