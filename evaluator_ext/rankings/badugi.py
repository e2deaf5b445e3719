"""Badugi: the most cards of four that differ in rank and suit, then the lowest of them, ace lowest.

The sources do not name it; the order is the customary one. A hand of four such cards beats any of three, and so on;
among as many the highest card decides, then the next, lower being better. The same source runs twice: compiled with the
C types of `badugi.pxd` for use, interpreted as the oracle; many hands at once are ranked in C, which is checked against
`fill`.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from evaluator_ext.batch import engine, interpreted
from evaluator_ext.cards import DECK_SIZE, Card
from evaluator_ext.rankings.batches import FULL_DECK, Layout, rank_rows, refusal
from evaluator_ext.rankings.orders import ACE_LOW, NO_OPTIONS, NOTHING, Kind, Name, NoOptions, check_rank

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_CARDS = DECK_SIZE
_SIZE = 4
_CARD = 63
_RANK_SETS = 1 << 13
_KINDS = (Kind.ONE_CARD, Kind.TWO_CARDS, Kind.THREE_CARDS, Kind.BADUGI)


def _sets_worst_first() -> list[int]:
    """Every set of one to four ranks, a bit for each with the ace lowest, from the worst hand to the best."""
    sets = [ranks for ranks in range(1, _RANK_SETS) if ranks.bit_count() <= _SIZE]
    return sorted(sets, key=lambda ranks: (ranks.bit_count(), -ranks))


def _values() -> list[int]:
    values = [0] * _RANK_SETS
    for value, ranks in enumerate(_SETS, start=1):
        values[ranks] = value
    return values


_SETS = _sets_worst_first()
_VALUE = _values()
_BIT = [1 << card for card in range(_CARD + 1)]
_RANK_BIT = [1 << (card // 4 + 1) % 13 for card in range(_CARD + 1)]


def _best(hand: int) -> int:
    """Dense rank of four cards, a byte of `hand` for each: the best of all choices that differ in rank and suit."""
    best = 0
    for choice in range(1, 1 << _SIZE):
        ranks = suits = 0
        fits = 1
        for index in range(_SIZE):
            if choice >> index & 1:
                card = hand >> 8 * index & _CARD
                if ranks & _RANK_BIT[card] or suits >> (card & 3) & 1:
                    fits = 0
                ranks |= _RANK_BIT[card]
                suits |= 1 << (card & 3)
        if fits and _VALUE[ranks] > best:
            best = _VALUE[ranks]
    return best


def fill(
    cards: memoryview, ranks: memoryview, count: int, hand_step: int, card_step: int, first: int, end: int, check: bool
) -> int:
    """Write the ranks of some hands; the first that is none ends it and is returned, or -1. See `batches.Fill`."""
    for row in range(first, end):
        hand = seen = strange = 0
        for column in range(count):
            card = cards[row * hand_step + column * card_step]
            bit = _BIT[card & _CARD]
            strange |= card // _CARDS | seen & bit
            seen |= bit
            hand |= (card & _CARD) << 8 * column
        if check and strange:
            return row
        ranks[row] = _best(hand)
    return -1


class BadugiJudge:
    """Badugi hands of four cards: ranks 1, a lone king, to 1092, 4-3-2-A of four suits."""

    sizes = range(_SIZE, _SIZE + 1)

    @property
    def best(self) -> int:
        """The rank of the best hand, which is also how many different ranks there are."""
        return len(_SETS)

    def rank(self, cards: Sequence[Card]) -> int:
        """Dense rank of four cards, higher is better. Raises ValueError with the value and its index for bad cards."""
        hand = seen = count = 0
        for card in cards:
            if not 0 <= card < _CARDS or count == _SIZE or seen & _BIT[card]:
                break
            hand |= card << 8 * count
            seen |= _BIT[card]
            count += 1
        if count != len(cards) or count != _SIZE:
            raise ValueError(refusal(cards, self.sizes))
        return _best(hand)

    def rank_many(
        self, hands: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, layout: Layout = "rows",
        threads: int = 1, check: bool = True,
    ) -> Sequence[int]:  # fmt: skip
        """Dense ranks of many hands; see `batches.rank_rows`."""
        return rank_rows(
            hands,
            out,
            fill if interpreted else engine.fill_badugi,
            sizes=self.sizes,
            deck=FULL_DECK,
            layout=layout,
            threads=threads,
            check=check,
        )

    def name(self, rank: int) -> Name:
        """How many cards play, and their ranks from the highest, which decides, to the lowest."""
        check_rank(rank, self.best)
        if not rank:
            return NOTHING
        played = _SETS[rank - 1]
        ranks = tuple(held for place, held in reversed([*enumerate(ACE_LOW)]) if played >> place & 1)
        return Name(_KINDS[len(ranks) - 1], ranks)

    def plays(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards that play, highest first. Raises ValueError as `rank` does."""
        ranks = self.name(self.rank(cards)).ranks
        ordered = sorted(cards, reverse=True)
        for chosen in combinations(ordered, len(ranks)):
            by_rank = {card >> 2: card for card in chosen}
            if by_rank.keys() == set(ranks) and len({card & 3 for card in chosen}) == len(ranks):
                return tuple(by_rank[held] for held in ranks)
        return ()


@cache
def judge(options: NoOptions = NO_OPTIONS) -> BadugiJudge:
    """The judge of badugi hands."""
    return BadugiJudge()


def rank(cards: Sequence[Card]) -> int:
    """Dense rank of four cards, higher is better. Raises ValueError with the value and its index for bad cards."""
    return judge().rank(cards)
