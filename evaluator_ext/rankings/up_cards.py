"""Open cards in stud, one to four a player: which of them are best, and so who opens the betting.

Source: poker.md §12.5 and §12.7 with AMB-23 and AMB-61. In stud the lowest single up card opens and later the best
showing hand; in Sökö the best showing hand opens from the first, and the straight and the flush of four count once four
cards show. Ties go by Bridge Rank Order of the highest open card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from evaluator_ext.cards import Card
from evaluator_ext.rankings.orders import ACE_HIGH, Kind, Order, runs
from evaluator_ext.rankings.soko import LADDER as SOKO
from evaluator_ext.rankings.table_judge import TableJudge

MOST: Final = 4
"""So many open cards has a player at most before the last street."""

STUD: Final = (Kind.HIGH_CARD, Kind.PAIR, Kind.TWO_PAIR, Kind.TRIPS, Kind.QUADS)


@dataclass(frozen=True, slots=True)
class UpCardOptions:
    """`soko`: four cards may be a straight or a flush of four; `low_four_straight`: A-2-3-4 is such a straight."""

    soko: bool = False
    low_four_straight: bool = True


SEVEN_CARD_STUD: Final = UpCardOptions()


@cache
def judge(options: UpCardOptions = SEVEN_CARD_STUD) -> TableJudge:
    """Hands of one to four open cards: ranks 1, a deuce, to 2379 (stud) or 3094 (Sökö)."""
    if not options.soko:
        return TableJudge(Order(ladder=STUD), range(1, MOST + 1))
    ladder = tuple(kind for kind in SOKO if kind in STUD or kind in {Kind.FOUR_STRAIGHT, Kind.FOUR_FLUSH})
    straights = runs(ACE_HIGH, 4, ace_low=options.low_four_straight)
    return TableJudge(Order(ladder=ladder, four_straights=straights), range(1, MOST + 1))


def rank(cards: Sequence[Card], options: UpCardOptions = SEVEN_CARD_STUD) -> int:
    """Dense rank of one to four open cards, higher is better; suits do not tell. Raises ValueError as `Table.rank`."""
    return judge(options).rank(cards)


def best_showing(shown: Sequence[Sequence[Card]], options: UpCardOptions = SEVEN_CARD_STUD) -> int:
    """The index of the best of several showing hands, ties by Bridge Rank Order of the highest card.

    Raises ValueError when there is none, or as `rank` does.
    """
    return _chosen(shown, options, best=True)


def lowest_showing(shown: Sequence[Sequence[Card]], options: UpCardOptions = SEVEN_CARD_STUD) -> int:
    """The index of the lowest of several showing hands, ties by Bridge Rank Order of the highest card.

    Raises ValueError when there is none, or as `rank` does.
    """
    return _chosen(shown, options, best=False)


def _chosen(shown: Sequence[Sequence[Card]], options: UpCardOptions, *, best: bool) -> int:
    if not shown:
        raise ValueError("there are no open cards to compare")
    standing = [(rank(cards, options), max(cards)) for cards in shown]
    return standing.index(max(standing) if best else min(standing))
