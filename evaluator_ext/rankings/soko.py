"""Sökö: five-card hands with a straight of four and a flush of four between the pair and the two pair.

Source: RAY 2011 §1.4.1.1.1 and §1.4.1.1.5 (poker.md §11.2). A hand takes its highest category, so a pair that also has
four to a straight is a straight of four, and one that has both is a flush of four. A straight of four compares its top
card, then the fifth card; a flush of four its four suited cards from the top, then the fifth card. Suits break no ties.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from evaluator_ext.cards import Card
from evaluator_ext.rankings.orders import ACE_HIGH, STANDARD, Kind, Order, runs
from evaluator_ext.rankings.table_judge import TableJudge

LADDER: Final = (*STANDARD[:2], Kind.FOUR_STRAIGHT, Kind.FOUR_FLUSH, *STANDARD[2:])
"""The kinds of a Sökö hand, worst to best."""


@dataclass(frozen=True, slots=True)
class SokoOptions:
    """`low_four_straight`: A-2-3-4 is the lowest straight of four, as by RAY 2011, where the ace is 1 or 14."""

    low_four_straight: bool = True


RAY: Final = SokoOptions()
"""Sökö as RAY 2011 plays it."""


@cache
def judge(options: SokoOptions = RAY) -> TableJudge:
    """Sökö hands of five cards: ranks 1 to 16,707, of either option."""
    order = Order(
        ladder=LADDER,
        straights=runs(ACE_HIGH, 5, ace_low=True),
        four_straights=runs(ACE_HIGH, 4, ace_low=options.low_four_straight),
    )
    return TableJudge(order, (5,))


def rank(cards: Sequence[Card], options: SokoOptions = RAY) -> int:
    """Dense rank of five cards, higher is better. Raises ValueError as `Table.rank` does."""
    return judge(options).rank(cards)
