"""Hungarian hold'em with 32 cards, seven to ace: all as with 52 cards, but the flush beats the full house.

Source: Hungarian casino rules §2 (poker.md §11.4). That A-7-8-9-10 is a straight is printed for the draw game only
(AMB-8), hence the option.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from evaluator_ext.cards import Card
from evaluator_ext.rankings.orders import ACE_HIGH, STANDARD, Kind, Order, moved, runs
from evaluator_ext.rankings.table_judge import TableJudge

RANKS: Final = ACE_HIGH[5:]


@dataclass(frozen=True, slots=True)
class HungarianHoldemOptions:
    """`low_straight`: A-7-8-9-10 is a straight, the lowest."""

    low_straight: bool = True


CUSTOMARY: Final = HungarianHoldemOptions()


@cache
def judge(options: HungarianHoldemOptions = CUSTOMARY) -> TableJudge:
    """Hungarian hold'em hands of five to seven cards: ranks 1 to 840."""
    ladder = moved(STANDARD, Kind.FLUSH, above=Kind.FULL_HOUSE)
    straights = runs(RANKS, 5, ace_low=options.low_straight)
    return TableJudge(Order(ladder=ladder, ranks=RANKS, straights=straights), (5,), more=2)


def rank(cards: Sequence[Card], options: HungarianHoldemOptions = CUSTOMARY) -> int:
    """Dense rank of the best five of five to seven cards, higher is better. Raises ValueError as `Table.rank` does."""
    return judge(options).rank(cards)
