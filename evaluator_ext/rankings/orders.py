"""How a ranking compares hands, written down as data, and the numbers that follow from it.

An order says which ranks there are and how they follow each other, which sets of ranks are straights, and which kind of
hand beats which. From it every different strength is made once and numbered from the worst, 1, to the best.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import combinations, product
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol, TypeAlias

from evaluator_ext.cards import Card
from evaluator_ext.rankings.batches import Layout
from evaluator_ext.rankings.keys import key_of, rank_multisets
from evaluator_ext.rankings.tables import Table

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

ACE: Final = 12
SUIT_COUNT: Final = 4

Ranks: TypeAlias = tuple[int, ...]
"""Ranks of cards, the deuce 0 and the ace 12."""


class Kind(StrEnum):
    """What a hand is called; the value is the word of its language key."""

    NOTHING = "nothing"
    HIGH_CARD = "high-card"
    PAIR = "pair"
    FOUR_STRAIGHT = "four-straight"
    FOUR_FLUSH = "four-flush"
    TWO_PAIR = "two-pair"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full-house"
    QUADS = "quads"
    STRAIGHT_FLUSH = "straight-flush"
    ONE_CARD = "one-card"
    TWO_CARDS = "two-cards"
    THREE_CARDS = "three-cards"
    BADUGI = "badugi"


class Name(NamedTuple):
    """What a hand is and the ranks that tell it from others of its kind, the weightiest first.

    A pair names the pair and its kickers, a straight its top card, a four-flush its suited ranks and the side card. A
    catalogue of texts uses as many of the ranks as its sentence has room for.
    """

    kind: Kind
    ranks: Ranks


NOTHING: Final = Name(Kind.NOTHING, ())
"""The name of rank 0: no hand by this ranking."""

Strength: TypeAlias = tuple[int, ...]
"""The place of the kind and the ranks by their places: compared as it stands, the larger is the higher hand."""

_BY_COUNTS: Final[Mapping[tuple[int, ...], Kind]] = {
    (): Kind.HIGH_CARD,
    (2,): Kind.PAIR,
    (2, 2): Kind.TWO_PAIR,
    (3,): Kind.TRIPS,
    (3, 2): Kind.FULL_HOUSE,
    (4,): Kind.QUADS,
}
"""The kind of hand by how often its repeated ranks occur; single cards beside them change nothing."""

STANDARD: Final = (
    Kind.HIGH_CARD,
    Kind.PAIR,
    Kind.TWO_PAIR,
    Kind.TRIPS,
    Kind.STRAIGHT,
    Kind.FLUSH,
    Kind.FULL_HOUSE,
    Kind.QUADS,
    Kind.STRAIGHT_FLUSH,
)
"""The kinds of a high hand, worst to best (poker.md §11.1)."""

ACE_HIGH: Final[Ranks] = tuple(range(13))
ACE_LOW: Final[Ranks] = (ACE, *range(ACE))


def runs(ranks: Ranks, length: int, *, ace_low: bool) -> tuple[Ranks, ...]:
    """The straights of `length` among ranks that follow each other, lowest first; each runs up to its top card.

    `ace_low` adds the one in which the highest rank stands below the lowest.
    """
    ladder = (ranks[-1], *ranks) if ace_low else ranks
    return tuple(ladder[start : start + length] for start in range(len(ladder) - length + 1))


def moved(ladder: tuple[Kind, ...], kind: Kind, *, above: Kind) -> tuple[Kind, ...]:
    """The ladder with one kind moved to stand next above another."""
    others = [other for other in ladder if other is not kind]
    others.insert(others.index(above) + 1, kind)
    return tuple(others)


@dataclass(frozen=True, slots=True)
class Order:
    """A way to compare hands by ranks and by how many cards share a suit.

    `ladder` has the kinds that count, worst to best; a hand is the highest of those it is, and one of no such kind is
    no hand. `ranks` are those that count, from the lowest up. `straights` and `four_straights` have the runs, lowest
    first; `flush` cards of one suit are a flush. `compared` says how many of the ranks decide between two hands of a
    kind, where not all do. With `low` the whole order is turned round: the hand that would be lowest ranks best.
    """

    ladder: tuple[Kind, ...]
    ranks: Ranks = ACE_HIGH
    straights: tuple[Ranks, ...] = ()
    four_straights: tuple[Ranks, ...] = ()
    flush: int = 5
    compared: Mapping[Kind, int] = field(default_factory=dict)
    low: bool = False


def deck_of(ranks: Ranks) -> tuple[Card, ...]:
    """All cards of these ranks, lowest first."""
    return tuple(sorted(rank * SUIT_COUNT + suit for rank in ranks for suit in range(SUIT_COUNT)))


def bits(ranks: Iterable[int]) -> int:
    """Different ranks as a bit set."""
    return sum(1 << rank for rank in ranks)


@dataclass(frozen=True, slots=True)
class Hands:
    """The strengths of all hands of one size, by what tells them apart: keys and sets of ranks."""

    size: int
    mixed: Mapping[int, Strength]
    suited: Mapping[int, Strength]
    four_suited: Mapping[tuple[int, int], Strength]

    def strengths(self) -> set[Strength]:
        """All that occur."""
        return {*self.mixed.values(), *self.suited.values(), *self.four_suited.values()}

    def lay_out(self, number: Mapping[Strength, int], most: int, deck: Iterable[Card]) -> Table:
        """The look-up tables in which each hand has the number of its strength."""
        return Table(
            self.size,
            most,
            {key: number[strength] for key, strength in self.mixed.items()},
            {held: number[strength] for held, strength in self.suited.items()},
            {held: number[strength] for held, strength in self.four_suited.items()},
            deck,
        )


class Describer:
    """Finds the kinds of a hand that count and the ranks that decide, under one order."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._place = {rank: place for place, rank in enumerate(order.ranks)}
        self._climb = {kind: place for place, kind in enumerate(order.ladder)}
        self._straights = {frozenset(run): place for place, run in enumerate(order.straights)}
        self.names: dict[Strength, Name] = {}

    def hands(self, size: int) -> Hands:
        """All hands of `size` cards that are a hand."""
        ranks = self._order.ranks
        mixed = {key_of(held): self._mixed(held) for held in rank_multisets(size, ranks)}
        suited: dict[int, Strength] = {}
        four_suited: dict[tuple[int, int], Strength] = {}
        if Kind.FLUSH in self._climb and size == self._order.flush:
            suited = {bits(held): self._flush(held) for held in combinations(ranks, size)}
        if Kind.FOUR_FLUSH in self._climb and size == 4:
            suited = {bits(held): self._strength(Kind.FOUR_FLUSH, held[::-1]) for held in combinations(ranks, 4)}
        counted = {key: max(found) for key, found in mixed.items() if found}
        if Kind.FOUR_FLUSH in self._climb and size == 5:
            for four, side in product(combinations(ranks, 4), ranks):
                strength = self._strength(Kind.FOUR_FLUSH, (*four[::-1], side))
                if strength > counted[key_of((*four, side))]:
                    four_suited[bits(four), side] = strength
        return Hands(size=size, mixed=counted, suited=suited, four_suited=four_suited)

    def _flush(self, held: Ranks) -> Strength:
        run = self._straights.get(frozenset(held))
        if run is None:
            return self._strength(Kind.FLUSH, held[::-1])
        return self._run_strength(Kind.STRAIGHT_FLUSH, self._order.straights, run)

    def _mixed(self, held: Ranks) -> list[Strength]:
        """Whatever hands these ranks are without regard to suits."""
        counts = Counter(held)
        groups = tuple(sorted(counts, key=lambda rank: (counts[rank], self._place[rank]), reverse=True))
        shape = tuple(counts[rank] for rank in groups if counts[rank] > 1)
        found = [self._strength(_BY_COUNTS[shape], groups)] if _BY_COUNTS[shape] in self._climb else []
        if not shape and frozenset(held) in self._straights:
            found.append(self._run_strength(Kind.STRAIGHT, self._order.straights, self._straights[frozenset(held)]))
        for place, run in enumerate(self._order.four_straights):
            if counts.keys() >= set(run):
                side = tuple((counts - Counter(run)).elements())
                found.append(self._run_strength(Kind.FOUR_STRAIGHT, self._order.four_straights, place, side))
        return found

    def _strength(self, kind: Kind, ranks: Ranks) -> Strength:
        """The strength of a kind with these ranks; its name is kept."""
        deciding = ranks[: self._order.compared.get(kind, len(ranks))]
        strength = (self._climb[kind], *(self._place[rank] for rank in deciding))
        self.names[strength] = Name(kind, deciding)
        return strength

    def _run_strength(self, kind: Kind, order_of_runs: tuple[Ranks, ...], run: int, side: Ranks = ()) -> Strength:
        """The strength of one of the runs, which go by their order and not by their top card; its name is kept."""
        strength = (self._climb[kind], run, *(self._place[rank] for rank in side))
        self.names[strength] = Name(kind, (order_of_runs[run][-1], *side))
        return strength


@dataclass(frozen=True, slots=True)
class NoOptions:
    """The options of a ranking about which no two rule books differ."""


NO_OPTIONS: Final = NoOptions()


def check_rank(rank: int, best: int) -> None:
    """Raise ValueError for a number that is not the rank of a hand."""
    if not 0 <= rank <= best:
        raise ValueError(f"{rank!r} is not the rank of a hand: ranks run from 0, no hand, to {best}")


class Judge(Protocol):
    """Hands of one ranking under certain options: their dense ranks, their names, and the cards that play."""

    @property
    def best(self) -> int:
        """The rank of the best hand; 1 is the worst hand and 0 none."""

    def rank(self, cards: Sequence[Card]) -> int:
        """Dense rank of a hand, higher is better. Raises ValueError with the value and its index for bad cards."""

    def rank_many(
        self, hands: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, layout: Layout = "rows",
        threads: int = 1, check: bool = True,
    ) -> Sequence[int]:  # fmt: skip
        """Dense ranks of many hands of one size; see `batches.rank_rows`."""

    def name(self, rank: int) -> Name:
        """What a hand of this rank is called. Raises ValueError for a number that is not the rank of a hand."""

    def plays(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that count, made part first; none for no hand. Raises ValueError as `rank` does."""
