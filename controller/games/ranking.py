"""How hands compare, which cards play, and what the hand is called: one row for each ranking."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import Final

from controller.games.model import RankingId, Share
from controller.games.rulings import Rulings
from controller.vocab.hand_records import HandCategory, HandName
from evaluator_ext import (
    Card,
    Category,
    best_five,
    category,
    low,
    low_five,
    omaha_five,
    omaha_low_five,
    omaha_low_many,
    omaha_many,
    rank,
)
from evaluator_ext.rankings import (
    RANKINGS as EVERY_RANKING,
)
from evaluator_ext.rankings import (
    HungarianDrawOptions,
    HungarianHoldemOptions,
    Judge,
    Kind,
    SokoOptions,
)
from evaluator_ext.rankings import RankingId as JudgeId

Cards = Sequence[Card]

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
_ACE_NAMED: Final = 14

_KINDS: Final[Mapping[Kind, HandCategory]] = {
    Kind.HIGH_CARD: "high-card",
    Kind.PAIR: "pair",
    Kind.FOUR_STRAIGHT: "four-straight",
    Kind.FOUR_FLUSH: "four-flush",
    Kind.TWO_PAIR: "two-pair",
    Kind.TRIPS: "trips",
    Kind.STRAIGHT: "straight",
    Kind.FLUSH: "flush",
    Kind.FULL_HOUSE: "full-house",
    Kind.QUADS: "quads",
    Kind.STRAIGHT_FLUSH: "straight-flush",
}
"""The word of every kind of five-card hand that a share can be won with."""

_BADUGIS: Final[tuple[HandCategory, ...]] = ("one-card", "two-cards", "three-cards", "badugi")
"""The words of badugi hands by how many cards play, from one on."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to compare hands of a player's own cards and a board.

    `rank` is higher for the better hand, equal for a tie and 0 for no hand; `plays` are the cards that count, made part
    first, none for no hand; `name` takes those. `fewest` is how many cards, board and own, make a hand.
    """

    rank: Callable[[Cards, Cards], int]
    plays: Callable[[Cards, Cards], tuple[Card, ...]]
    name: Callable[[Cards], HandName]
    fewest: int = 5


def high_name(plays: Cards) -> HandName:
    """Name a high hand from the five cards that play, made part first (poker.md §11.1).

    The ranks are those a person says: the pair, the upper and the lower pair, the trips and the pair of a full house,
    otherwise the top card.
    """
    word, named = _CATEGORIES[category(rank(plays))]
    return HandName(category=word, ranks=tuple((plays[place] >> 2) + _LOWEST_NAMED for place in named))


def low_name(plays: Cards) -> HandName:
    """Name a qualifying low by its ranks, the highest first."""
    return HandName(category="low", ranks=tuple((card >> 2) + _LOWEST_NAMED for card in plays))


def badugi_name(plays: Cards) -> HandName:
    """Name a badugi hand by the cards that play, the highest first; the ace is the lowest."""
    ranks = sorted(((card >> 2) + _LOWEST_NAMED for card in plays), key=lambda rank: rank % _ACE_NAMED, reverse=True)
    return HandName(category=_BADUGIS[len(plays) - 1], ranks=tuple(ranks))


def _judged(judge: Judge, lowball: bool, cards: Cards) -> HandName:
    kind, ranks = judge.name(judge.rank(cards))
    word = "low" if lowball and kind is Kind.HIGH_CARD else _KINDS[kind]
    return HandName(category=word, ranks=tuple(rank + _LOWEST_NAMED for rank in ranks))


def _by_judge(judge: Judge, *, lowball: bool = False) -> Ranking:
    return Ranking(
        rank=lambda own, board: judge.rank((*own, *board)),
        plays=lambda own, board: judge.plays((*own, *board)),
        name=partial(_judged, judge, lowball),
    )


_HIGH: Final = Ranking(
    rank=lambda own, board: rank((*own, *board)),
    plays=lambda own, board: best_five((*own, *board)),
    name=high_name,
)


def _eight_low(rulings: Rulings) -> Ranking:
    most = rulings.lo_max_rank
    return Ranking(
        rank=lambda own, board: low((*own, *board), most),
        plays=lambda own, board: low_five((*own, *board), most),
        name=low_name,
    )


def _plain(judge_id: JudgeId, lowball: bool = False) -> Callable[[Rulings], Ranking]:
    row = EVERY_RANKING[judge_id]
    return lambda _rulings: _by_judge(row.judge(row.options), lowball=lowball)


def _badugi(_rulings: Rulings) -> Ranking:
    row = EVERY_RANKING["badugi"]
    return replace(_by_judge(row.judge(row.options)), name=badugi_name, fewest=4)


def _chinese_rows(_rulings: Rulings) -> Ranking:
    row = EVERY_RANKING["chinese-rows"]
    return replace(_by_judge(row.judge(row.options)), fewest=3)


def _soko(rulings: Rulings) -> Ranking:
    return _by_judge(EVERY_RANKING["soko"].judge(SokoOptions(low_four_straight=rulings.soko_low_straight)))


def _hungarian_holdem(rulings: Rulings) -> Ranking:
    options = HungarianHoldemOptions(low_straight=rulings.low_straight_32)
    return _by_judge(EVERY_RANKING["hungarian-holdem"].judge(options))


def _hungarian_draw(rulings: Rulings) -> Ranking:
    options = HungarianDrawOptions(low_straight=rulings.low_straight_32)
    return _by_judge(EVERY_RANKING["hungarian-draw"].judge(options))


def _row(cards: Cards) -> memoryview:
    """One row of cards as the batch functions take them."""
    return memoryview(bytes(cards)).cast("B", (1, len(cards)))


_OMAHA: Final = Ranking(
    rank=lambda own, board: omaha_many(_row(own), _row(board), check=False)[0], plays=omaha_five, name=high_name
)


def _omaha_low(rulings: Rulings) -> Ranking:
    most, board_most = rulings.lo_max_rank, rulings.lo_board_max_rank
    return Ranking(
        rank=lambda own, board: omaha_low_many(
            _row(own), _row(board), max_rank=most, board_max_rank=board_most, check=False
        )[0],
        plays=lambda own, board: omaha_low_five(own, board, most, board_most),
        name=low_name,
    )


RANKINGS: Final[Mapping[RankingId, Ranking | Callable[[Rulings], Ranking]]] = {
    "high": _HIGH,
    "eight-low": _eight_low,
    "soko": _soko,
    "hungarian-holdem": _hungarian_holdem,
    "hungarian-draw": _hungarian_draw,
    "short-deck": _plain("short-deck"),
    "ace-to-five": _plain("ace-to-five", lowball=True),
    "deuce-to-seven": _plain("deuce-to-seven", lowball=True),
    "badugi": _badugi,
    "chinese-rows": _chinese_rows,
}
"""How each ranking reads hands of which any cards count; where rule books differ, under the rulings."""

OMAHA_RANKINGS: Final[Mapping[RankingId, Ranking | Callable[[Rulings], Ranking]]] = {
    "high": _OMAHA,
    "eight-low": _omaha_low,
}
"""How those read hands of exactly two own cards and three of the board."""


def ranking_of(share: Share, rulings: Rulings) -> Ranking:
    """The ranking that decides a share."""
    rows = OMAHA_RANKINGS if share.use == "two-of-hand" else RANKINGS
    row = rows[share.ranking]
    return row if isinstance(row, Ranking) else _under(row, rulings)


@cache
def _under(row: Callable[[Rulings], Ranking], rulings: Rulings) -> Ranking:
    return row(rulings)
