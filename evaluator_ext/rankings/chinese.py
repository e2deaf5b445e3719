"""The rows of Chinese poker: three cards in front, five in the middle, five at the back, none better than the next.

The sources name the game without text (poker.md §12.9), so this is the customary order: the front has no straights and
flushes, the rows of five are high hands. All rows are ranked by one scale, on which a front of three is below every
five that begins with the same ranks (K-K-2 below K-K-2-x-y), so that any two rows compare.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from evaluator_ext.cards import Card, print_card
from evaluator_ext.rankings.high_cards import HIGH
from evaluator_ext.rankings.orders import NO_OPTIONS, NoOptions
from evaluator_ext.rankings.table_judge import TableJudge

FRONT: Final = 3
ROW: Final = 5


@cache
def judge(options: NoOptions = NO_OPTIONS) -> TableJudge:
    """Rows of three and of five cards: ranks 1, 4-3-2 in front, to 7917, a royal flush."""
    return TableJudge(HIGH, (FRONT, ROW))


def rank(cards: Sequence[Card]) -> int:
    """Dense rank of a row of three or five cards, higher is better. Raises ValueError as `Table.rank` does."""
    return judge().rank(cards)


def mis_set(front: Sequence[Card], middle: Sequence[Card], back: Sequence[Card]) -> bool:
    """Whether the rows are out of order, so that the whole set is lost: the front beats the middle, or that the back.

    Raises ValueError when a row has another number of cards or a card is there twice.
    """
    for name, row, size in (("front", front, FRONT), ("middle", middle, ROW), ("back", back, ROW)):
        if len(row) != size:
            raise ValueError(f"the {name} has {size} cards, not {len(row)}")
    ranks = [rank(row) for row in (front, middle, back)]
    cards = [*front, *middle, *back]
    for index, card in enumerate(cards):
        if card in cards[:index]:
            before = cards.index(card)
            raise ValueError(f"card {index} of the set, {print_card(card)} ({card}), is there before as card {before}")
    return ranks != sorted(ranks)
