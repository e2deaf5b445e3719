"""Hands of one size ranked by look-up, and of up to two cards more by the best choice of that size.

The same source runs twice: compiled with the C types of `tables.pxd` for use, interpreted as the oracle. While a hand
is read, one number collects the key of its ranks (`keys`) in the low half and a counter for each suit in the high half;
taking a card out is one subtraction. The counters start so high that their fourth bit tells when enough cards of a suit
are there to matter; only then are the cards looked at again.

Inside, a hand is one number of a byte for each card. Many hands at once are ranked from the same tables in C, which is
checked against `Table.fill`; where it is not built, `fill` itself does it.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from evaluator_ext.batch import KERNEL, engine, interpreted
from evaluator_ext.cards import DECK_SIZE, NUMBERS, Card
from evaluator_ext.rankings.batches import Fill, Layout, deck_bits, rank_rows, refusal
from evaluator_ext.rankings.keys import COLUMN_BITS, COLUMNS, WEIGHTS, layout

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer, WriteableBuffer

_CARDS = DECK_SIZE
_CARD_NUMBERS = NUMBERS
_NUMBERS = 64
_CARD = _NUMBERS - 1
_RANKS = 13
_RANK_SETS = 1 << _RANKS
_LONGEST = 7
_KEY = (1 << 32) - 1
_COLUMN_BITS = COLUMN_BITS
_COLUMN = COLUMNS - 1
_EACH_SUIT = 0x01010101 << 32
_ENOUGH = 8
_FLAG_OF_DIAMONDS, _FLAG_OF_HEARTS, _FLAG_OF_SPADES = 43, 51, 59
_NONE = -1


def _places_of_four() -> list[int]:
    """For each set of four ranks its number among such sets; 0 for all others."""
    places = [0] * _RANK_SETS
    fours = [ranks for ranks in range(_RANK_SETS) if ranks.bit_count() == 4]
    for place, ranks in enumerate(fours):
        places[ranks] = place
    return places


# Numbers that are no cards have an entry too, so that an unchecked hand cannot read outside.
_BIT = [1 << card for card in range(_NUMBERS)]
_STEP = [WEIGHTS[card >> 2] + (1 << 32 + 8 * (card & 3)) if card < _CARDS else 0 for card in range(_NUMBERS)]
_PLACE_OF_FOUR = _places_of_four()


class Table:
    """Dense ranks of `size` cards in look-up tables: 0 for no hand, otherwise higher is better."""

    def __init__(
        self,
        size: int,
        most: int,
        mixed: Mapping[int, int],
        suited: Mapping[int, int],
        four_suited: Mapping[tuple[int, int], int],
        deck: Iterable[Card],
    ) -> None:
        """Lay the ranks out for hands of `size` to `most` cards, of which `size` play.

        `mixed` gives the rank of each multiset of ranks, by its key; `suited` that of each set of `size` ranks in one
        suit and `four_suited` that of four ranks in one suit with a fifth card's rank, by their bit sets. Where
        `suited` is empty suits do not matter. A hand of four suited ranks counts as that or as its ranks alone, as is
        better; a suited hand is always that.
        """
        places = layout(size)
        self.size = size
        self.most = most
        self.deck = deck_bits(deck)
        self.flags = _ENOUGH * _EACH_SUIT if suited else 0
        self.start = (_ENOUGH - (4 if four_suited else size)) * _EACH_SUIT if suited else 0
        # A key of five aces is larger than any of a hand.
        self.shifts = array("H", places.shifts) + array("H", [0] * ((size * max(WEIGHTS) >> _COLUMN_BITS) + 1))
        self.mixed = array("H", [0] * places.length)
        self.suited = array("H", [0] * _RANK_SETS)
        self.four_suited = array("H", [0] * (_RANK_SETS if four_suited else 1) * _RANKS)
        for key, rank in mixed.items():
            self.mixed[places.place(key)] = rank
        for ranks, rank in suited.items():
            self.suited[ranks] = rank
        for (ranks, side), rank in four_suited.items():
            self.four_suited[_PLACE_OF_FOUR[ranks] * _RANKS + side] = rank
        self.enough = (4 if four_suited else size) if suited else 0
        self.fill_many = self.compiled_fill() or self.fill

    def compiled_fill(self, offset: "array[int] | None" = None, decider: "array[int] | None" = None) -> Fill | None:
        """What writes the ranks of many hands without the interpreter's lock, or None where it is not built.

        Where suits break ties, `decider` has the rank of the cards that do for each rank of the tables, 13 for any and
        14 for none, and `offset` that to which the highest suit among them is added; unsigned bytes and 16-bit numbers.
        """
        if interpreted:
            return None
        found = (self.shifts, self.mixed, self.suited, self.four_suited, offset or array("H"), decider or array("B"))
        tables = engine.lay_out(self.size, self.enough, self.deck, array("I", WEIGHTS), *found)
        return partial(engine.fill, KERNEL, tables)

    def of_ranks(self, key: int) -> int:
        """Dense rank of `size` ranks with this key, without regard to suits."""
        return self.mixed[self.shifts[key >> _COLUMN_BITS] + (key & _COLUMN)]

    def _best(self, total: int, hand: int, count: int) -> int:
        """Dense rank of the best `size` of `count` cards, whose collected number is `total`."""
        if count == self.size:
            return self._value(total, hand, count, _NONE, _NONE)
        best = 0
        for one in range(count):
            less = total - _STEP[hand >> 8 * one & _CARD]
            if count == self.size + 1:
                best = max(best, self._value(less, hand, count, one, _NONE))
                continue
            for other in range(one):
                least = less - _STEP[hand >> 8 * other & _CARD]
                best = max(best, self._value(least, hand, count, one, other))
        return best

    def _value(self, total: int, hand: int, count: int, one: int, other: int) -> int:
        """Dense rank of the cards whose collected number is `total`: all of the hand but those at two places."""
        value = self.of_ranks(total & _KEY)
        if total & self.flags:
            return self._suited_value(total, hand, count, one, other, value)
        return value

    def _suited_value(self, total: int, hand: int, count: int, one: int, other: int, mixed: int) -> int:
        """As `_value`, where enough cards are of one suit; `mixed` is what the ranks alone are worth."""
        # No branches on suits, which are as good as random.
        flags = total & self.flags
        suit = (
            (flags >> _FLAG_OF_DIAMONDS & 1) + 2 * (flags >> _FLAG_OF_HEARTS & 1) + 3 * (flags >> _FLAG_OF_SPADES & 1)
        )
        ranks = held = side = 0
        for index in range(count):
            if index in {one, other}:
                continue
            card = hand >> 8 * index & _CARD
            match = (card & 3) == suit
            ranks |= match << (card >> 2)
            held += match
            side += (1 - match) * (card >> 2)
        if held == self.size:
            return self.suited[ranks]
        return max(mixed, self.four_suited[_PLACE_OF_FOUR[ranks] * _RANKS + side])

    def rank(self, cards: Sequence[Card]) -> int:
        """Dense rank of one hand; the order of its cards does not matter.

        Raises ValueError for another number of cards, a card that the deck does not have and a card that is there
        twice; the message has the value and its index.
        """
        hand = seen = count = 0
        total = self.start
        for card in cards:
            if card not in _CARD_NUMBERS or count == _LONGEST:
                break
            number = card
            bit = _BIT[number]
            if not self.deck & bit or seen & bit:
                break
            hand |= number << 8 * count
            total += _STEP[number]
            seen |= bit
            count += 1
        if count != len(cards) or not self.size <= count <= self.most:
            raise ValueError(refusal(cards, range(self.size, self.most + 1), self.deck))
        return self._best(total, hand, count)

    def first_choice(self, cards: Sequence[Card], rank: int) -> list[Card]:
        """The first `size` of a hand's cards that have the hand's rank; where several cards do, those that stand first.

        `cards` are right, and at least `size` of them are a hand of this rank.
        """
        hand = count = 0
        total = self.start
        for card in cards:
            number = card
            hand |= number << 8 * count
            total += _STEP[number]
            count += 1
        left_out = self._left_out(total, hand, count, rank)
        return [card for place, card in enumerate(cards) if not left_out >> place & 1]

    def _left_out(self, total: int, hand: int, count: int, rank: int) -> int:
        """The places of the cards without which a hand has this rank, a bit for each: the last that do."""
        if count == self.size:
            return 0
        for one in range(count - 1, -1, -1):
            less = total - _STEP[hand >> 8 * one & _CARD]
            if count == self.size + 1:
                if self._value(less, hand, count, one, _NONE) == rank:
                    return 1 << one
                continue
            for other in range(count - 1, one, -1):
                least = less - _STEP[hand >> 8 * other & _CARD]
                if self._value(least, hand, count, one, other) == rank:
                    return 1 << one | 1 << other
        return 0

    def rank_many(
        self, hands: "ReadableBuffer", out: "WriteableBuffer | None" = None, *, layout: Layout = "rows",
        threads: int = 1, check: bool = True,
    ) -> Sequence[int]:  # fmt: skip
        """Dense ranks of many hands in one buffer; see `batches.rank_rows`."""
        return rank_rows(
            hands, out, self.fill_many, sizes=range(self.size, self.most + 1), deck=self.deck, layout=layout,
            threads=threads, check=check,
        )  # fmt: skip

    def fill(
        self, cards: memoryview, ranks: memoryview, count: int, hand_step: int, card_step: int, first: int, end: int,
        check: bool,
    ) -> int:  # fmt: skip
        """Write the ranks of some hands; the first that is none ends it and is returned, or -1. See `batches.Fill`."""
        if check:
            bad = self._first_bad(cards, count, hand_step, card_step, first, end)
            if bad != _NONE:
                return bad
        for row in range(first, end):
            hand = 0
            total = self.start
            for column in range(count):
                card = cards[row * hand_step + column * card_step] & _CARD
                total += _STEP[card]
                hand |= card << 8 * column
            ranks[row] = self._best(total, hand, count)
        return _NONE

    def _first_bad(self, cards: memoryview, count: int, hand_step: int, card_step: int, first: int, end: int) -> int:
        """The first hand that has a card twice or a number that is no card of the deck, or -1."""
        for row in range(first, end):
            seen = strange = 0
            for column in range(count):
                card = cards[row * hand_step + column * card_step]
                bit = _BIT[card & _CARD]
                strange |= card >> 6 | seen & bit
                seen |= bit
            if strange or seen & ~self.deck:
                return row
        return _NONE
