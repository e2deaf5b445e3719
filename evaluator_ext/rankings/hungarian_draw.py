"""Hungarian five-card draw with 32 cards: suits are ranked throughout, so that no two hands of a deal are equal.

Source: Hungarian casino rules §4 (poker.md §11.5). Spades > hearts > diamonds > clubs. A straight flush and a straight
go by the top card, then its suit; a flush by its suit alone; two pair by the pairs, then the highest suit in the bigger
pair; a pair by its rank, then its highest suit, without a kicker; a high card by that card and its suit. The printed
list has no full house; where it stands is an option (AMB-8), and so is whether A-7-8-9-10 is a straight.
"""

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from evaluator_ext.cards import Card
from evaluator_ext.rankings.batches import ALL_DONE, Layout, rank_rows
from evaluator_ext.rankings.hungarian_holdem import RANKS
from evaluator_ext.rankings.orders import STANDARD, SUIT_COUNT, Kind, Name, Order, check_rank, moved, runs
from evaluator_ext.rankings.table_judge import TableJudge

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_SIZE: Final = 5
_ANY_RANK: Final = 13
_NO_RANK: Final = 14

Below: TypeAlias = Literal["flush", "quads"]

_BELOW: Final[Mapping[Below, Kind]] = {"flush": Kind.STRAIGHT, "quads": Kind.FLUSH}
"""Above which kind a full house stands that is to be directly below another."""

_COMPARED: Final[Mapping[Kind, int]] = {
    Kind.HIGH_CARD: 1,
    Kind.PAIR: 1,
    Kind.TWO_PAIR: 2,
    Kind.TRIPS: 1,
    Kind.FLUSH: 0,
    Kind.FULL_HOUSE: 1,
    Kind.QUADS: 1,
}
"""How many ranks decide before a suit does."""

_ONE_SUIT: Final = frozenset({Kind.HIGH_CARD, Kind.STRAIGHT, Kind.FLUSH, Kind.STRAIGHT_FLUSH})
"""Kinds that the suit of one card decides."""
_TWO_SUITS: Final = frozenset({Kind.PAIR, Kind.TWO_PAIR})
"""Kinds that the higher suit of two cards decides, which is not clubs."""


@dataclass(frozen=True, slots=True)
class HungarianDrawOptions:
    """`low_straight`: A-7-8-9-10 is a straight. `full_house_below`: the kind directly above the full house."""

    low_straight: bool = True
    full_house_below: Below = "flush"


PRINTED: Final = HungarianDrawOptions()
"""The rules as printed, the full house directly below the flush."""


class HungarianDrawJudge:
    """Hungarian draw hands of five cards: ranks 1, high card queen of clubs, to 188 (180 where A-7-8-9-10 is none)."""

    sizes = range(_SIZE, _SIZE + 1)

    def __init__(self, options: HungarianDrawOptions) -> None:
        """Lay out the ranks of suits within the ranks that tables give."""
        ladder = moved(STANDARD, Kind.FLUSH, above=Kind.FULL_HOUSE)
        ladder = moved(ladder, Kind.FULL_HOUSE, above=_BELOW[options.full_house_below])
        straights = runs(RANKS, 5, ace_low=options.low_straight)
        order = Order(ladder=ladder, ranks=RANKS, straights=straights, compared=_COMPARED)
        self._judge = TableJudge(order, self.sizes)
        self._tables = self._judge.table(_SIZE)
        self._names = [self._judge.name(rank) for rank in range(self._judge.best + 1)]
        widths = [_suits_of(name.kind) for name in self._names]
        self._first = [0, *accumulate(widths[1:], initial=1)]
        self._fill_many = self._tables.compiled_fill(*self._suits_in_tables()) or self._fill

    @property
    def best(self) -> int:
        """The rank of the best hand, which is also how many different ranks there are."""
        return self._first[-1] - 1

    def rank(self, cards: Sequence[Card]) -> int:
        """Dense rank of five cards, higher is better. Raises ValueError as `Table.rank` does."""
        return self._with_suit(self._tables.rank(cards), cards)

    def _with_suit(self, rank: int, cards: Sequence[Card]) -> int:
        """The rank of cards whose ranks alone have that of the tables."""
        name = self._names[rank]
        suits = [card % SUIT_COUNT for card in cards if not name.ranks or card // SUIT_COUNT == name.ranks[0]]
        if name.kind in _ONE_SUIT:
            return self._first[rank] + max(suits)
        if name.kind in _TWO_SUITS:
            return self._first[rank] + max(suits) - 1
        return self._first[rank]

    def _suits_in_tables(self) -> tuple["array[int]", "array[int]"]:
        """What `_with_suit` adds to each rank of the tables, as `Table.compiled_fill` takes it."""
        offset, decider = array("H"), array("B")
        for first, name in zip(self._first, self._names, strict=False):
            offset.append(first - (name.kind in _TWO_SUITS))
            one = name.ranks[0] if name.ranks else _ANY_RANK
            decider.append(one if name.kind in _ONE_SUIT | _TWO_SUITS else _NO_RANK)
        return offset, decider

    def rank_many(
        self, hands: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, layout: Layout = "rows",
        threads: int = 1, check: bool = True,
    ) -> Sequence[int]:  # fmt: skip
        """Dense ranks of many hands; see `batches.rank_rows`."""
        return rank_rows(
            hands,
            out,
            self._fill_many,
            sizes=self.sizes,
            deck=self._tables.deck,
            layout=layout,
            threads=threads,
            check=check,
        )

    def _fill(
        self, cards: memoryview, ranks: memoryview, count: int, hand_step: int, card_step: int, first: int, end: int,
        check: bool,
    ) -> int:  # fmt: skip
        """Write the ranks of some hands: those of the tables, then those with suits. See `batches.Fill`."""
        bad = self._tables.fill(cards, ranks, count, hand_step, card_step, first, end, check)
        if bad == ALL_DONE:
            for row in range(first, end):
                start = row * hand_step
                hand = [cards[start + index * card_step] for index in range(count)]
                ranks[row] = self._with_suit(ranks[row], hand)
        return bad

    def name(self, rank: int) -> Name:
        """What a hand of this rank is called; the suit goes unsaid. Raises ValueError for a number that is no rank."""
        check_rank(rank, self.best)
        return self._names[max(place for place, first in enumerate(self._first[:-1]) if first <= rank)]

    def plays(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """All five cards, made part first. Raises ValueError as `rank` does."""
        return self._judge.plays(cards)


def _suits_of(kind: Kind) -> int:
    """Into how many ranks suits part the hands of one kind and of the same ranks."""
    if kind in _ONE_SUIT:
        return SUIT_COUNT
    return SUIT_COUNT - 1 if kind in _TWO_SUITS else 1


@cache
def judge(options: HungarianDrawOptions = PRINTED) -> HungarianDrawJudge:
    """Hungarian draw hands of five cards."""
    return HungarianDrawJudge(options)


def rank(cards: Sequence[Card], options: HungarianDrawOptions = PRINTED) -> int:
    """Dense rank of five cards, higher is better. Raises ValueError as `Table.rank` does."""
    return judge(options).rank(cards)
