"""The low half of high/low games: five different ranks, none above an eight, ace lowest (poker.md §11.3).

The same source runs twice: compiled with the C types of `eight_or_better.pxd` for use, interpreted as the oracle.

A low has a value, higher for the better hand: 56 for 5-4-3-2-A down to 1 for 8-7-6-5-4, and 0 for no low at all, which
is a value like any other. Straights and flushes do not count. A qualifier of 7 keeps the values and refuses those hands
that hold an eight, so values from both qualifiers compare.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import Final, Literal, TypeAlias

from evaluator_ext.cards import DECK_SIZE, NUMBERS, Card, print_card

MaxRank: TypeAlias = Literal[7, 8]

NO_LOW: Final = 0
LOWS: Final[tuple[tuple[int, ...], ...]] = tuple(
    sorted((five[::-1] for five in combinations(range(1, 9), 5)), reverse=True)
)
"""The ranks of every low, worst first, each from its highest rank down; the ace is 1."""

BEST_LOW: Final = len(LOWS)
_VALUES: Final = {ranks: value for value, ranks in enumerate(LOWS, start=1)}
_ACE: Final = 12


def _best_of(held: int) -> int:
    ranks = [rank for rank in range(1, 9) if held >> rank - 1 & 1][:5]
    return _VALUES.get(tuple(reversed(ranks)), NO_LOW)


_BEST_OF = [_best_of(held) for held in range(1 << 8)]
"""The value of the best low for each set of low ranks."""


def low_rank(card: Card) -> int:
    """The rank of a card in a low: 1 for an ace, 2 for a deuce up to 13 for a king."""
    return 1 if card >> 2 == _ACE else (card >> 2) + 2


_CARDS = DECK_SIZE
_CARD_NUMBERS = NUMBERS
_BIT = [1 << card for card in range(_CARDS)]
_HIGHEST = [0, *[max(card for card in range(_CARDS) if low_rank(card) == rank) for rank in range(1, 14)]]
_RANK_BIT = [1 << low_rank(card) - 1 if low_rank(card) <= 8 else 0 for card in range(_CARDS)]


def card_set(cards: Sequence[Card]) -> int:
    """Cards as a bit set. Raises ValueError for a number outside 0-51 or a card that comes twice."""
    held = 0
    for card in cards:
        if card not in _CARD_NUMBERS:
            raise ValueError(f"{card!r} is not a card: cards are the numbers 0 to 51")
        bit = _BIT[card]
        if held & bit:
            raise ValueError(f"the card {print_card(card)} is there twice")
        held |= bit
    return held


def check_max_rank(max_rank: int) -> None:
    """Raise ValueError unless the qualifier is 8 or 7."""
    if max_rank not in (7, 8):
        raise ValueError(f"a low is qualified up to rank 8 or 7, not {max_rank!r}")


def low(cards: Sequence[Card], max_rank: MaxRank = 8) -> int:
    """Value of the best low of five to seven different cards: 56 the wheel, 1 the worst, 0 no low.

    Raises ValueError for another number of cards, a repeated card, a number outside 0-51 or another qualifier.
    """
    if not 5 <= len(cards) <= 7:
        raise ValueError(f"a low hand is chosen from 5, 6 or 7 cards, not {len(cards)}")
    card_set(cards)
    check_max_rank(max_rank)
    return low_of(ranks_held(cards, max_rank))


def ranks_held(cards: Sequence[Card], max_rank: int = 8) -> int:
    """The set of low ranks up to `max_rank` among these cards: bit 0 for the ace up to bit 7 for the eight."""
    ranks = 0
    for card in cards:
        ranks |= _RANK_BIT[card]
    return ranks & (1 << max_rank) - 1


def low_of(ranks: int) -> int:
    """Value of the best low among a set of low ranks."""
    return _BEST_OF[ranks]


def low_ranks(value: int) -> tuple[int, ...]:
    """The five ranks that name a low, highest first, ace as 1: (8, 6, 4, 2, 1). Raises ValueError for 0, no low."""
    if not 1 <= value <= BEST_LOW:
        raise ValueError(f"{value!r} is not the value of a low: they run from 1 to {BEST_LOW}")
    return LOWS[value - 1]


def low_five(cards: Sequence[Card], max_rank: MaxRank = 8) -> tuple[Card, ...]:
    """The five cards of the best low, highest first; none when there is no low.

    Of several suits the highest in Bridge Rank Order plays. Raises ValueError as `low` does.
    """
    value = low(cards, max_rank)
    if value == NO_LOW:
        return ()
    held = card_set(cards)
    five = []
    for rank in low_ranks(value):
        card = _HIGHEST[rank]
        while not held & _BIT[card]:
            card -= 1
        five.append(card)
    return tuple(five)
