"""High hands of five, six and seven cards: their dense rank, and the five cards that play.

The same source runs twice: compiled with the C types of `high.pxd` for use, interpreted as the oracle. A hand is a set
of cards in one 64-bit number, sixteen bits for each suit and a bit for each rank (deuce lowest), so that `and` and `or`
of the four suit planes tell which ranks occur once, twice, thrice and four times. Within a category, sets of ranks are
compared from the highest card down; that is the order of their bit masks as numbers, so the place of a mask among the
masks of its size is its strength.
"""

from array import array
from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

from evaluator_ext.cards import DECK_SIZE, Card, print_card, print_cards
from evaluator_ext.categories import BEST_RANK, LOWEST, Category, high_ranks

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_CARDS = DECK_SIZE
_RANK_SETS = 1 << 13
_PLANE = _RANK_SETS - 1
_PLANE_BITS = 16
_CARD = 63
_RANK = 15

_HIGH_CARD = LOWEST[Category.HIGH_CARD]
_PAIR = LOWEST[Category.PAIR]
_TWO_PAIR = LOWEST[Category.TWO_PAIR]
_TRIPS = LOWEST[Category.TRIPS]
_STRAIGHT = LOWEST[Category.STRAIGHT]
_FLUSH = LOWEST[Category.FLUSH]
_FULL_HOUSE = LOWEST[Category.FULL_HOUSE]
_QUADS = LOWEST[Category.QUADS]
_STRAIGHT_FLUSH = LOWEST[Category.STRAIGHT_FLUSH]

# How many choices of other ranks go with each pair, two pair and so on.
_PAIR_KICKERS = comb(12, 3)
_TWO_PAIR_KICKERS = comb(11, 1)
_TRIPS_KICKERS = comb(12, 2)
_FULL_HOUSE_PAIRS = comb(12, 1)
_QUAD_KICKERS = comb(12, 1)


def _runs(ranks: int) -> int:
    """Strength of the best straight in a set of ranks: 0 for none, 1 for five high up to 10 for ace high."""
    ladder = ranks << 1 | ranks >> 12
    return (ladder & ladder >> 1 & ladder >> 2 & ladder >> 3 & ladder >> 4).bit_length()


def _places_within_size() -> list[int]:
    """For each set of ranks, how many sets of as many ranks are weaker."""
    seen = [0] * 14
    places = []
    for ranks in range(_RANK_SETS):
        places.append(seen[ranks.bit_count()])
        seen[ranks.bit_count()] += 1
    return places


def _places_unpaired() -> list[int]:
    """For each set of five ranks that is no straight, how many such sets are weaker; 0 for all other sets."""
    places = [0] * _RANK_SETS
    weaker = 0
    for ranks in range(_RANK_SETS):
        if ranks.bit_count() == 5 and not _runs(ranks):
            places[ranks] = weaker
            weaker += 1
    return places


def _packed_fives() -> list[int]:
    """For each dense rank the ranks of its five cards, four bits for each, the first lowest; 0 for no hand."""
    packed = [0] * (BEST_RANK + 1)
    for rank in range(1, BEST_RANK + 1):
        for place, held in enumerate(high_ranks(rank)):
            packed[rank] |= held << 4 * place
    return packed


_BIT = [1 << (card & 3) * _PLANE_BITS + (card >> 2) for card in range(_CARDS)]
_COUNT = [ranks.bit_count() for ranks in range(_RANK_SETS)]
_TOP = [1 << ranks.bit_length() >> 1 for ranks in range(_RANK_SETS)]
_RUN = [_runs(ranks) for ranks in range(_RANK_SETS)]
_PLACE = _places_within_size()
_UNPAIRED = _places_unpaired()
_FIVE = _packed_fives()


def _best(ranks: int, count: int) -> int:
    """The `count` highest of a set of ranks."""
    while _COUNT[ranks] > count:
        ranks &= ranks - 1
    return ranks


def _kickers(ranks: int, made: int, count: int) -> int:
    """How many choices of `count` ranks outside `made` are weaker than the best choice from `ranks`."""
    side = _best(ranks & ~made, count)
    while made:
        below = _TOP[made] - 1
        side = (side & below) | (side >> 1 & ~below)
        made &= below
    return _PLACE[side]


def _rank_flush(ranks: int) -> int:
    """Dense rank of a hand with five or more cards of one suit, from the ranks of that suit."""
    if _RUN[ranks]:
        return _STRAIGHT_FLUSH + _RUN[ranks] - 1
    return _FLUSH + _UNPAIRED[_best(ranks, 5)]


def _rank_paired(ranks: int, pairs: int, trips: int) -> int:
    """Dense rank of a hand with a pair, two pair, trips or a full house and nothing better.

    `pairs` and `trips` are the ranks held at least twice and at least three times.
    """
    if trips:
        made = _TOP[trips]
        if pairs != made:
            return _FULL_HOUSE + _PLACE[made] * _FULL_HOUSE_PAIRS + _kickers(pairs, made, 1)
        return _TRIPS + _PLACE[made] * _TRIPS_KICKERS + _kickers(ranks, made, 2)
    made = _best(pairs, 2)
    if made != _TOP[pairs]:
        return _TWO_PAIR + _PLACE[made] * _TWO_PAIR_KICKERS + _kickers(ranks, made, 1)
    return _PAIR + _PLACE[made] * _PAIR_KICKERS + _kickers(ranks, made, 3)


def _rank_hand(hand: int) -> int:
    """Dense rank of five to seven cards, given as suit planes.

    Flushes and straights are looked for first: five suited or five different ranks among seven cards leave no room for
    quads or a full house.
    """
    for plane in range(4):
        suit = hand >> plane * _PLANE_BITS & _PLANE
        if _COUNT[suit] >= 5:
            return _rank_flush(suit)
    clubs = hand & _PLANE
    diamonds = hand >> _PLANE_BITS & _PLANE
    hearts = hand >> 2 * _PLANE_BITS & _PLANE
    spades = hand >> 3 * _PLANE_BITS & _PLANE
    ranks = clubs | diamonds | hearts | spades
    if _RUN[ranks]:
        return _STRAIGHT + _RUN[ranks] - 1
    pairs = clubs & diamonds | hearts & spades | (clubs | diamonds) & (hearts | spades)
    trips = clubs & diamonds & (hearts | spades) | hearts & spades & (clubs | diamonds)
    quads = clubs & diamonds & hearts & spades
    if quads:
        return _QUADS + _PLACE[quads] * _QUAD_KICKERS + _kickers(ranks, quads, 1)
    if pairs:
        return _rank_paired(ranks, pairs, trips)
    return _HIGH_CARD + _UNPAIRED[_best(ranks, 5)]


def _check_size(size: int) -> None:
    if not 5 <= size <= 7:
        raise ValueError(f"a high hand has 5, 6 or 7 cards, not {size}")


def rank(cards: Sequence[Card]) -> int:
    """Dense rank of the best five of five, six or seven different cards: 1 the worst, 7462 a royal flush.

    Equal ranks are equal hands; the rank does not depend on the order of the cards. Raises ValueError for another
    number of cards, a repeated card or a number outside 0-51.
    """
    hand = 0
    size = 0
    for card in cards:
        if not 0 <= card < _CARDS:
            raise ValueError(f"{card!r} is not a card: cards are the numbers 0 to 51")
        bit = _BIT[card]
        if hand & bit:
            raise ValueError(f"the card {print_card(card)} is there twice in {print_cards(cards)!r}")
        hand |= bit
        size += 1
    _check_size(size)
    return _rank_hand(hand)


def rank_many(hands: "ReadableBuffer") -> "array[int]":
    """Dense ranks of many hands, in the order given, as an array of unsigned 16-bit numbers.

    `hands` is any C-contiguous buffer of unsigned bytes with the shape (n, k), one hand of k = 5, 6 or 7 cards in each
    row: a numpy array of uint8, or `memoryview(data).cast("B", (n, k))` over bytes. Raises ValueError for another
    shape or kind of buffer, and for a repeated card or a number outside 0-51; the message names the row.
    """
    view = memoryview(hands)
    shape = view.shape
    if shape is None or len(shape) != 2 or view.format != "B" or not view.c_contiguous:
        raise ValueError("hands come as one C-contiguous buffer of unsigned bytes with the shape (hands, cards)")
    count, size = shape
    _check_size(size)
    ranks = array("H", bytes(2 * count))
    if count:
        row = _fill_ranks(view, size, ranks)
        if row >= 0:
            hand = list(view.cast("B")[row * size : (row + 1) * size])
            raise ValueError(f"row {row} of the hands, {hand}, has a card twice or a number outside 0-51")
    return ranks


def _fill_ranks(hands: memoryview, size: int, ranks: "array[int]") -> int:
    """Write the rank of each row of `hands`; the first row that is no hand ends it and is returned, otherwise -1."""
    for row in range(len(ranks)):
        hand = 0
        for column in range(size):
            card = hands[row, column]
            if card >= _CARDS or hand & _BIT[card]:
                return row
            hand |= _BIT[card]
        ranks[row] = _rank_hand(hand)
    return -1


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that play, made part first and then the kickers, each from the highest down.

    A straight is listed from its top card, so the ace of a five-high straight comes last. When several suits would do,
    the highest cards in Bridge Rank Order play. Raises ValueError as `rank` does.
    """
    best = rank(cards)
    return _made_first(_held(tuple(cards)), best)


def best_pairing(hole: Sequence[Card], board: Sequence[Card]) -> tuple[Card, ...]:
    """The best hand of two hole cards and three of the board, in the order of `best_five`.

    Of equal choices the first plays, in the order in which the cards are given; they must all be different, and those
    of the board at most five.
    """
    count = best = found = 0
    threes = [0] * 10
    for three in combinations(board, 3):
        threes[count] = _held(three)
        count += 1
    for pair in combinations(hole, 2):
        two = _held(pair)
        for place in range(count):
            value = _rank_hand(two | threes[place])
            if value > best:
                best, found = value, two | threes[place]
    return _made_first(found, best)


def _held(cards: tuple[Card, ...]) -> int:
    """The set of some different cards as `_rank_hand` takes it."""
    hand = 0
    for card in cards:
        hand |= _BIT[card]
    return hand


def _made_first(hand: int, best: int) -> tuple[Card, ...]:
    """The five of a hand's cards that have the hand's own dense rank, in the order of `best_five`."""
    if _FLUSH <= best < _FULL_HOUSE or best >= _STRAIGHT_FLUSH:
        hand = _longest_suit(hand)
    five = 0
    for place in range(5):
        card = (_FIVE[best] >> 4 * place & _RANK) << 2 | 3
        while not hand & _BIT[card]:
            card -= 1
        hand ^= _BIT[card]
        five = five << 8 | card
    return (five >> 32 & _CARD, five >> 24 & _CARD, five >> 16 & _CARD, five >> 8 & _CARD, five & _CARD)


def _longest_suit(hand: int) -> int:
    """The cards of the suit of a flush."""
    for plane in range(4):
        if _COUNT[hand >> plane * _PLANE_BITS & _PLANE] >= 5:
            return hand & _PLANE << plane * _PLANE_BITS
    return hand
