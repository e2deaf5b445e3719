"""How hands compare, which cards play, and what the hand is called: one row for each ranking."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from controller.games.model import RankingId
from controller.vocab.hand_records import HandCategory, HandName
from evaluator_ext import Card, Category, best_five, category, rank

_CATEGORIES: Final[Mapping[Category, tuple[HandCategory, tuple[int, ...]]]] = {
    Category.HIGH_CARD: ("high-card", (0,)),
    Category.PAIR: ("pair", (0,)),
    Category.TWO_PAIR: ("two-pair", (0, 2)),
    Category.TRIPS: ("trips", (0,)),
    Category.STRAIGHT: ("straight", (0,)),
    Category.FLUSH: ("flush", (0,)),
    Category.FULL_HOUSE: ("full-house", (0, 3)),
    Category.QUADS: ("quads", (0,)),
    Category.STRAIGHT_FLUSH: ("straight-flush", (0,)),
}
"""For each category its word, and which of the five cards, made part first, give the ranks that name it."""

_LOWEST_NAMED: Final = 2
"""The deuce is rank 0 of a card and 2 in a name."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to compare hands of a player's own cards and the board, given together.

    `rank` is higher for the better hand and equal for a tie; `plays` are the five cards that count, made part first;
    `name` takes those five.
    """

    rank: Callable[[Sequence[Card]], int]
    plays: Callable[[Sequence[Card]], tuple[Card, ...]]
    name: Callable[[Sequence[Card]], HandName]


def high_name(plays: Sequence[Card]) -> HandName:
    """Name a high hand from the five cards that play, made part first (poker.md §11.1).

    The ranks are those a person says: the pair, the upper and the lower pair, the trips and the pair of a full house,
    otherwise the top card.
    """
    word, named = _CATEGORIES[category(rank(plays))]
    return HandName(category=word, ranks=tuple((plays[place] >> 2) + _LOWEST_NAMED for place in named))


RANKINGS: Final[Mapping[RankingId, Ranking]] = {"high": Ranking(rank=rank, plays=best_five, name=high_name)}
