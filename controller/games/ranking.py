"""How hands compare, which cards play, and what the hand is called: one row for each ranking."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Final, Literal

from controller.games.model import RankingId, Share
from controller.games.rulings import Rulings
from controller.vocab.hand_records import HandCategory, HandName
from evaluator_ext import (
    BEST_LOW,
    BEST_RANK,
    Card,
    Category,
    best_five,
    category,
    high_ranks,
    low,
    low_five,
    low_ranks,
    omaha,
    omaha_five,
    omaha_low,
    omaha_low_five,
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
LowLimit = Literal[7, 8]

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
_LOW_ACE: Final = 1
"""The ace of a low."""

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
    Kind.ONE_CARD: "one-card",
    Kind.TWO_CARDS: "two-cards",
    Kind.THREE_CARDS: "three-cards",
    Kind.BADUGI: "badugi",
}
"""The word of every kind of hand that a share can be won with."""


class Ranking:
    """A way to compare hands of a player's own cards and a board; a class of C types when compiled.

    Of all cards the best count; `fewest` is how many, board and own, make a hand. A hand's rank is higher for the
    better hand, equal for a tie and 0 for no hand.
    """

    def __init__(
        self,
        rank_cards: Callable[..., int],
        cards_that_play: Callable[..., tuple[Card, ...]],
        names: tuple[HandName, ...],
        fewest: int = 5,
    ) -> None:
        """Take what ranks cards, what tells which of them play, and the name of every rank from 1 on."""
        self._rank_cards = rank_cards
        self._cards_that_play = cards_that_play
        self._names = names
        self.fewest = fewest

    def rank(self, own: Cards, board: Cards) -> int:
        """What these cards are worth, 0 for no hand. Raises ValueError for cards that this ranking does not rank."""
        return self._rank_cards((*own, *board) if board else own)

    def plays(self, own: Cards, board: Cards) -> tuple[Card, ...]:
        """The cards that count, made part first, none for no hand. Raises ValueError as `rank` does."""
        return self._cards_that_play((*own, *board) if board else own)

    def name(self, rank: int) -> HandName:
        """What a hand of this rank is called. Raises ValueError for 0, which is no hand."""
        if rank < 1:
            raise ValueError(f"{rank} is not the rank of a hand")
        return self._names[rank - 1]


class OmahaRanking(Ranking):
    """A way to compare hands of exactly two own cards and three of the board (poker.md §12.3)."""

    def rank(self, own: Cards, board: Cards) -> int:
        """What these cards are worth, 0 for no hand. Raises ValueError for cards that this ranking does not rank."""
        return self._rank_cards(own, board)

    def plays(self, own: Cards, board: Cards) -> tuple[Card, ...]:
        """The cards that count, made part first, none for no hand. Raises ValueError as `rank` does."""
        return self._cards_that_play(own, board)


def _every_name(best: int, name: Callable[[int], HandName]) -> tuple[HandName, ...]:
    """The names of all ranks from 1 to `best`; ranks that are called the same share one."""
    seen: dict[HandName, HandName] = {}
    return tuple([seen.setdefault(made, made) for made in map(name, range(1, best + 1))])


def _high_name(rank: int) -> HandName:
    """Name a high hand by the ranks a person says (poker.md §11.1).

    These are the pair, the upper and the lower pair, the trips and the pair of a full house, otherwise the top card.
    """
    word, named = _CATEGORIES[category(rank)]
    ranks = high_ranks(rank)
    return HandName(category=word, ranks=tuple([ranks[place] + _LOWEST_NAMED for place in named]))


def _low_name(value: int) -> HandName:
    """Name a qualifying low by its ranks, the highest first."""
    ranks = [_ACE_NAMED if rank == _LOW_ACE else rank for rank in low_ranks(value)]
    return HandName(category="low", ranks=tuple(ranks))


def _judged_name(judge: Judge, lowball: bool, rank: int) -> HandName:
    """Name a hand as its judge does: by all the ranks that tell it from others."""
    kind, ranks = judge.name(rank)
    word = "low" if lowball and kind is Kind.HIGH_CARD else _KINDS[kind]
    return HandName(category=word, ranks=tuple([rank + _LOWEST_NAMED for rank in ranks]))


@cache
def _high_names() -> tuple[HandName, ...]:
    return _every_name(BEST_RANK, _high_name)


@cache
def _low_names() -> tuple[HandName, ...]:
    return _every_name(BEST_LOW, _low_name)


@cache
def _high() -> Ranking:
    return Ranking(rank, best_five, _high_names())


@cache
def _eight_low(most: LowLimit) -> Ranking:
    return Ranking(lambda cards: low(cards, most), lambda cards: low_five(cards, most), _low_names())


def _by_judge(judge: Judge, *, lowball: bool = False, fewest: int = 5) -> Ranking:
    names = _every_name(judge.best, partial(_judged_name, judge, lowball))
    return Ranking(judge.rank, judge.plays, names, fewest)


@cache
def _plain(judge_id: JudgeId, lowball: bool = False, fewest: int = 5) -> Ranking:
    row = EVERY_RANKING[judge_id]
    return _by_judge(row.judge(row.options), lowball=lowball, fewest=fewest)


@cache
def _soko(low_straight: bool) -> Ranking:
    return _by_judge(EVERY_RANKING["soko"].judge(SokoOptions(low_four_straight=low_straight)))


@cache
def _hungarian_holdem(low_straight: bool) -> Ranking:
    return _by_judge(EVERY_RANKING["hungarian-holdem"].judge(HungarianHoldemOptions(low_straight=low_straight)))


@cache
def _hungarian_draw(low_straight: bool) -> Ranking:
    return _by_judge(EVERY_RANKING["hungarian-draw"].judge(HungarianDrawOptions(low_straight=low_straight)))


@cache
def _omaha_high() -> Ranking:
    return OmahaRanking(omaha, omaha_five, _high_names())


@cache
def _omaha_low(most: LowLimit, board_most: LowLimit) -> Ranking:
    return OmahaRanking(
        lambda hole, board: omaha_low(hole, board, most, board_most),
        lambda hole, board: omaha_low_five(hole, board, most, board_most),
        _low_names(),
    )


RANKINGS: Final[Mapping[RankingId, Callable[[Rulings], Ranking]]] = {
    "high": lambda _rulings: _high(),
    "eight-low": lambda rulings: _eight_low(rulings.lo_max_rank),
    "soko": lambda rulings: _soko(rulings.soko_low_straight),
    "hungarian-holdem": lambda rulings: _hungarian_holdem(rulings.low_straight_32),
    "hungarian-draw": lambda rulings: _hungarian_draw(rulings.low_straight_32),
    "short-deck": lambda _rulings: _plain("short-deck"),
    "ace-to-five": lambda _rulings: _plain("ace-to-five", True),
    "deuce-to-seven": lambda _rulings: _plain("deuce-to-seven", True),
    "badugi": lambda _rulings: _plain("badugi", False, 4),
    "chinese-rows": lambda _rulings: _plain("chinese-rows", False, 3),
}
"""How each ranking reads hands of which any cards count; where rule books differ, under the rulings."""

OMAHA_RANKINGS: Final[Mapping[RankingId, Callable[[Rulings], Ranking]]] = {
    "high": lambda _rulings: _omaha_high(),
    "eight-low": lambda rulings: _omaha_low(rulings.lo_max_rank, rulings.lo_board_max_rank),
}
"""How those read hands of exactly two own cards and three of the board."""


def ranking_of(share: Share, rulings: Rulings) -> Ranking:
    """The ranking that decides a share; one for all hands, as its tables of names are large."""
    rows = OMAHA_RANKINGS if share.use == "two-of-hand" else RANKINGS
    return rows[share.ranking](rulings)
