"""Low hands: ace-to-five, deuce-to-seven, and eight-or-better. A higher rank is the better, that is the lower hand.

Ace-to-five: the ace is lowest, straights and flushes do not count, a hand without a pair beats any with one.
Deuce-to-seven: the worst high hand wins; the ace is always high, so A-2-3-4-5 is no straight. Both are named by the
sources without text (poker.md §12.9), so this is the customary order.
Eight-or-better: five different ranks not above the eight, ace lowest, straights and flushes ignored; any other hand is
no low hand and has rank 0 (RAY 2011, poker.md §11.3). The Hungarian qualifier of seven is an option (AMB-2).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from evaluator_ext.cards import Card, full_deck
from evaluator_ext.rankings.orders import (
    ACE_HIGH,
    ACE_LOW,
    NO_OPTIONS,
    STANDARD,
    Kind,
    NoOptions,
    Order,
    runs,
)
from evaluator_ext.rankings.table_judge import TableJudge

WITHOUT_SUITS: Final = tuple(kind for kind in STANDARD if "straight" not in kind and kind is not Kind.FLUSH)
"""The kinds that ranks make by themselves, highest hand last."""


@dataclass(frozen=True, slots=True)
class EightLowOptions:
    """`lo_max_rank`: the highest card a low hand may have, as people say it."""

    lo_max_rank: Literal[7, 8] = 8


RAY: Final = EightLowOptions()


@cache
def ace_to_five_judge(options: NoOptions = NO_OPTIONS) -> TableJudge:
    """Ace-to-five hands of five to seven cards: ranks 1, four kings and a queen, to 6175, the wheel."""
    return TableJudge(Order(ladder=WITHOUT_SUITS, ranks=ACE_LOW, low=True), (5,), more=2)


@cache
def deuce_to_seven_judge(options: NoOptions = NO_OPTIONS) -> TableJudge:
    """Deuce-to-seven hands of five to seven cards: ranks 1, a royal flush, to 7462, 7-5-4-3-2."""
    order = Order(ladder=STANDARD, straights=runs(ACE_HIGH, 5, ace_low=False), low=True)
    return TableJudge(order, (5,), more=2)


@cache
def eight_low_judge(options: EightLowOptions = RAY) -> TableJudge:
    """Eight-or-better hands of five to seven cards: rank 0 for none, otherwise 1, 8-7-6-5-4, to 56, the wheel."""
    # The ace stands first, so as many ranks count as the highest of them says.
    order = Order(ladder=(Kind.HIGH_CARD,), ranks=ACE_LOW[: options.lo_max_rank], low=True)
    return TableJudge(order, (5,), more=2, deck=full_deck())


def ace_to_five(cards: Sequence[Card]) -> int:
    """Dense ace-to-five rank of the best five of five to seven cards. Raises ValueError as `Table.rank` does."""
    return ace_to_five_judge().rank(cards)


def deuce_to_seven(cards: Sequence[Card]) -> int:
    """Dense deuce-to-seven rank of the best five of five to seven cards. Raises ValueError as `Table.rank` does."""
    return deuce_to_seven_judge().rank(cards)


def eight_low(cards: Sequence[Card], options: EightLowOptions = RAY) -> int:
    """Dense low rank of the best five of five to seven cards, 0 for no low. Raises ValueError as `Table.rank` does."""
    return eight_low_judge(options).rank(cards)
