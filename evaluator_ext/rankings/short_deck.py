"""Hands of a 36-card deck, six to ace: the flush beats the full house, and A-6-7-8-9 is the lowest straight.

No rule of the houses names this game; the order is the customary one, in which a straight beats trips. Some rooms rank
trips above the straight, which is rarer to the eye but not by count: an option.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from evaluator_ext.cards import Card
from evaluator_ext.rankings.orders import ACE_HIGH, STANDARD, Kind, Order, moved, runs
from evaluator_ext.rankings.table_judge import TableJudge

RANKS: Final = ACE_HIGH[4:]


@dataclass(frozen=True, slots=True)
class ShortDeckOptions:
    """`trips_beat_straight`: trips stand above the straight."""

    trips_beat_straight: bool = False


CUSTOMARY: Final = ShortDeckOptions()


@cache
def judge(options: ShortDeckOptions = CUSTOMARY) -> TableJudge:
    """Short-deck hands of five to seven cards: ranks 1 to 1404."""
    ladder = moved(STANDARD, Kind.FLUSH, above=Kind.FULL_HOUSE)
    if options.trips_beat_straight:
        ladder = moved(ladder, Kind.TRIPS, above=Kind.STRAIGHT)
    return TableJudge(Order(ladder=ladder, ranks=RANKS, straights=runs(RANKS, 5, ace_low=True)), (5,), more=2)


def rank(cards: Sequence[Card], options: ShortDeckOptions = CUSTOMARY) -> int:
    """Dense rank of the best five of five to seven cards, higher is better. Raises ValueError as `Table.rank` does."""
    return judge(options).rank(cards)
