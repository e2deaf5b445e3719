"""Omaha hands: exactly two of four, five or six hole cards and exactly three of the board (poker.md §12.3, §12.4).

These functions say what the rules say, choice by choice; those of `batch` find the same in tables, and are what the
rest of the program calls for ranks and values. A board may also be the flop or the turn, so that a seat can be told its
hand while the deal goes on. The same source runs twice: compiled with the C types of `omaha.pxd`, and interpreted.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from evaluator_ext.cards import Card
from evaluator_ext.eight_or_better import (
    NO_LOW,
    MaxRank,
    card_set,
    check_max_rank,
    low,
    low_five,
    low_of,
    ranks_held,
)
from evaluator_ext.high import best_pairing, rank

_FROM_HOLE: Final = 2
_FROM_BOARD: Final = 3


def _check_deal(hole: Sequence[Card], board: Sequence[Card]) -> None:
    """Raises ValueError as `choices` does."""
    if not 4 <= len(hole) <= 6:
        raise ValueError(f"an Omaha hole has 4, 5 or 6 cards, not {len(hole)}")
    if not 3 <= len(board) <= 5:
        raise ValueError(f"an Omaha board has 3, 4 or 5 cards, not {len(board)}")
    card_set((*hole, *board))


def choices(hole: Sequence[Card], board: Sequence[Card]) -> Iterator[tuple[Card, ...]]:
    """Every two of the hole with every three of the board, hole cards first.

    Raises ValueError for other numbers of cards than 4 to 6 and 3 to 5, a repeated card or a number outside 0-51.
    """
    _check_deal(hole, board)
    threes = list(combinations(board, _FROM_BOARD))
    return ((*two, *three) for two in combinations(hole, _FROM_HOLE) for three in threes)


def omaha(hole: Sequence[Card], board: Sequence[Card]) -> int:
    """Dense high rank, 1 to 7462, of the best choice. Raises ValueError as `choices` does."""
    return max(rank(five) for five in choices(hole, board))


def omaha_five(hole: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards of the best high choice, in the order of `best_five`. Raises ValueError as `choices` does."""
    _check_deal(hole, board)
    return best_pairing(sorted(hole, reverse=True), sorted(board, reverse=True))


def omaha_low(
    hole: Sequence[Card], board: Sequence[Card], max_rank: MaxRank = 8, board_max_rank: MaxRank | None = None
) -> int:
    """Value of the best low choice, 56 the wheel down to 1, or 0 when there is none.

    No rank of the hand is above `max_rank`, and the board must hold three different ranks up to `board_max_rank`, which
    is `max_rank` unless given: 8 with a board test of 7 is the literal Hungarian rule (poker.md §12.4). Raises
    ValueError as `choices` does, and for another qualifier.
    """
    five = _low_choice(hole, board, max_rank, board_max_rank)
    return low(five, max_rank) if five else NO_LOW


def omaha_low_five(
    hole: Sequence[Card], board: Sequence[Card], max_rank: MaxRank = 8, board_max_rank: MaxRank | None = None
) -> tuple[Card, ...]:
    """The five cards of the best low choice, highest first, or none. Takes and raises what `omaha_low` does."""
    five = _low_choice(hole, board, max_rank, board_max_rank)
    return low_five(five, max_rank) if five else ()


def _low_choice(
    hole: Sequence[Card], board: Sequence[Card], max_rank: MaxRank, board_max_rank: MaxRank | None
) -> tuple[Card, ...]:
    board_max = max_rank if board_max_rank is None else board_max_rank
    check_max_rank(max_rank)
    check_max_rank(board_max)
    _check_deal(hole, board)
    if ranks_held(board, board_max).bit_count() < _FROM_BOARD:
        return ()
    best, five = NO_LOW, tuple[Card, ...]()
    threes = _low_parts(board, _FROM_BOARD, max_rank)
    for two_ranks, two in _low_parts(hole, _FROM_HOLE, max_rank):
        for three_ranks, three in threes:
            value = low_of(two_ranks | three_ranks)
            if value > best:
                best, five = value, (*two, *three)
    return five


def _low_parts(cards: Sequence[Card], count: int, max_rank: MaxRank) -> list[tuple[int, tuple[Card, ...]]]:
    """Every choice of so many cards of which each has a low rank of its own, with the set of those ranks."""
    parts = []
    for part in combinations(sorted(cards, reverse=True), count):
        ranks = ranks_held(part, max_rank)
        if ranks.bit_count() == count:
            parts.append((ranks, part))
    return parts
