"""All boards that can still come, counted by what they mean to hands whose hole cards are known.

Suits tell only when three or more board cards share one. So boards fall into classes: those without such a suit, of
which only the ranks matter, at most 6,175; and for each suit in which a player can make a flush, those with certain
ranks in it and certain ranks outside. The million boards of two hands before the flop are some sixty thousand classes.

The same source runs twice: compiled with the C types of `boards.pxd` for use, interpreted as the oracle.
"""

from array import array
from collections.abc import Sequence
from itertools import combinations
from math import comb

from evaluator_ext.cards import Card
from evaluator_ext.equity.tally import Tally
from evaluator_ext.rankings.keys import COLUMN_BITS, COLUMNS, WEIGHTS, key_of, layout
from evaluator_ext.rankings.tables import Table

BOARD = 5
_BOARD = BOARD
_RANKS = 13
_RANK_SETS = 1 << _RANKS
_SUITS = 4
_SUITED_BOARD = 3
_COLUMN_BITS = COLUMN_BITS
_COLUMN = COLUMNS - 1

_LAYOUT = layout(BOARD)
_PLACES = _LAYOUT.length
_ROWS = max(WEIGHTS) * BOARD // COLUMNS + 1
_SHIFT = [*_LAYOUT.shifts, *[0] * (_ROWS - len(_LAYOUT.shifts))]
_WEIGHT = [*WEIGHTS]
_COUNT = [ranks.bit_count() for ranks in range(_RANK_SETS)]
_KEY_OF_SET = [sum(WEIGHTS[rank] for rank in range(_RANKS) if ranks >> rank & 1) for ranks in range(_RANK_SETS)]
_CHOICES = [comb(free, drawn) for free in range(_SUITS + 1) for drawn in range(_SUITS + 1)]


def _place(key: int) -> int:
    """The entry of five ranks with this key."""
    return _SHIFT[key >> _COLUMN_BITS] + (key & _COLUMN)


class Boards:
    """The boards that complete a known part, for up to ten players with two hole cards, or any number in Omaha.

    With `exactly_two` two hole cards and three of the board play, otherwise any five. `low` is the table of the ranking
    that gets half of the pot, or None.
    """

    def __init__(self, high: Table, low: Table | None, exactly_two: bool, tally: Tally) -> None:
        """Prepare for any hands of one game; what is counted goes to `tally`."""
        self._high = high
        self._low = high if low is None else low
        self._split = low is not None
        self._exactly_two = exactly_two
        self._tally = tally
        self._players = tally.players
        self._holes = array("i")
        self._hole = 0
        self._pairs = array("i")
        self._pair_count = 0
        self._threes = array("i", [0] * comb(_BOARD, 3))
        self._suited_holes = array("i", [0] * (_SUITS * self._players))
        self._board = array("i", [0] * _BOARD)
        self._known = array("i", [0] * _SUITS)
        self._free = array("i", [0] * _RANKS)
        self._free_suited = array("i", [0] * _SUITS)
        self._left = 0
        self._key = 0
        self._weights = array("q", bytes(8 * _PLACES))
        self._high_values = array("H", bytes(2 * (_PLACES * self._players)))
        self._low_values = array("H", bytes(2 * (_PLACES * self._players)))
        self._flushes = array("H", bytes(2 * self._players))
        self._high_ranks = array("H", bytes(2 * self._players))
        self._low_ranks = array("H", bytes(2 * self._players))
        self._best_flush = array("H", bytes(2 * _RANK_SETS))
        self._fill_best_flush()

    def _fill_best_flush(self) -> None:
        """For each set of five or more ranks in one suit, the best rank of five of them."""
        for ranks in range(_RANK_SETS):
            if _COUNT[ranks] == _BOARD:
                self._best_flush[ranks] = self._high.suited[ranks]
            elif _COUNT[ranks] > _BOARD:
                rest = ranks
                while rest:
                    one = rest & -rest
                    rest ^= one
                    self._best_flush[ranks] = max(self._best_flush[ranks], self._best_flush[ranks ^ one])

    def count(self, holes: Sequence[Sequence[Card]], board: Sequence[Card], deck: Sequence[Card]) -> None:
        """Count every board of five that the cards of `deck` make of `board`; no card may be in two places."""
        self._hole = len(holes[0])
        self._holes = array("i", [card >> 2 for hole in holes for card in hole])
        self._pair_count = comb(self._hole, 2)
        self._pairs = array("i", [key_of((one >> 2, two >> 2)) for hole in holes for one, two in combinations(hole, 2)])
        for suit in range(_SUITS):
            self._known[suit] = sum(1 << (card >> 2) for card in board if card & 3 == suit)
            self._free_suited[suit] = sum(1 << (card >> 2) for card in deck if card & 3 == suit)
            for player, hole in enumerate(holes):
                held = sum(1 << (card >> 2) for card in hole if card & 3 == suit)
                self._suited_holes[suit * self._players + player] = held
        for rank in range(_RANKS):
            self._free[rank] = sum(card >> 2 == rank for card in deck)
        for index, card in enumerate(board):
            self._board[index] = card >> 2
        self._left = _BOARD - len(board)
        self._key = sum(WEIGHTS[card >> 2] for card in board)
        self._count_classes()

    def _count_classes(self) -> None:
        """Count what `count` has laid out."""
        for place in range(_PLACES):
            self._weights[place] = 0
        self._walk(0, self._left, self._key, 1)
        for suit in range(_SUITS):
            self._count_suited(suit)
        for place in range(_PLACES):
            if self._weights[place]:
                self._tally.add(self._high_values, self._low_values, place * self._players, self._weights[place])

    def _walk(self, rank: int, left: int, key: int, weight: int) -> None:
        """Go through the ranks of all boards that still need `left` cards of `rank` or higher.

        `weight` is in how many ways the cards drawn so far can be had, `key` that of the board's ranks so far.
        """
        if left == 0:
            self._fill_values(key, weight)
            return
        for held in range(rank, _RANKS):
            most = min(left, self._free[held])
            for drawn in range(1, most + 1):
                self._board[_BOARD - left + drawn - 1] = held
                ways = weight * _CHOICES[self._free[held] * (_SUITS + 1) + drawn]
                self._walk(held + 1, left - drawn, key + drawn * _WEIGHT[held], ways)

    def _fill_values(self, key: int, weight: int) -> None:
        """Note what each player has with the board whose ranks have the key `key`, and in how many ways it comes."""
        place = _place(key)
        self._weights[place] = weight
        threes = 0
        for one in range(_BOARD):
            for other in range(one):
                three = key - _WEIGHT[self._board[one]] - _WEIGHT[self._board[other]]
                # The ranks of a board with pairs come one beside the other.
                if threes == 0 or three != self._threes[threes - 1]:
                    self._threes[threes] = three
                    threes += 1
        for player in range(self._players):
            index = place * self._players + player
            self._high_values[index] = self._value(self._high, player, key, threes)
            if self._split:
                self._low_values[index] = self._value(self._low, player, key, threes)

    def _value(self, table: Table, player: int, key: int, threes: int) -> int:
        """The best of a player's cards and the board, of which there are so many `threes`, without regard to suits."""
        best = 0
        for pair in range(player * self._pair_count, (player + 1) * self._pair_count):
            for three in range(threes):
                best = max(best, table.of_ranks(self._threes[three] + self._pairs[pair]))
        if self._exactly_two:
            return best
        best = max(best, table.of_ranks(key))
        for held in range(player * self._hole, (player + 1) * self._hole):
            for out in range(_BOARD):
                best = max(best, table.of_ranks(key - _WEIGHT[self._board[out]] + _WEIGHT[self._holes[held]]))
        return best

    def _count_suited(self, suit: int) -> None:
        """Count the boards with three or more cards of a suit in which some player has a flush.

        They are taken away from those whose suits do not matter. At most two of their cards are of other suits.
        """
        free = self._free_suited[suit]
        chosen = free
        more = True
        while more:
            ranks = chosen | self._known[suit]
            left = self._left - _COUNT[chosen]
            if left >= 0 and _COUNT[ranks] >= _SUITED_BOARD and self._has_flush(suit, ranks):
                key = self._key + _KEY_OF_SET[chosen]
                if left == 0:
                    self._count_one(key, 1)
                elif left == 1:
                    for one in range(_RANKS):
                        self._count_one(key + _WEIGHT[one], self._free[one] - (free >> one & 1))
                else:
                    self._count_two(key, free)
            more = chosen != 0
            chosen = chosen - 1 & free

    def _count_two(self, key: int, free: int) -> None:
        """Count the boards that lack two cards of other suits than the one of which the ranks `free` are left."""
        for one in range(_RANKS):
            first = self._free[one] - (free >> one & 1)
            self._count_one(key + 2 * _WEIGHT[one], first * (first - 1) // 2)
            for other in range(one):
                second = self._free[other] - (free >> other & 1)
                self._count_one(key + _WEIGHT[one] + _WEIGHT[other], first * second)

    def _count_one(self, key: int, weight: int) -> None:
        """Count a class of boards by the key of its ranks, with the flushes found last."""
        if weight == 0:
            return
        place = _place(key)
        self._weights[place] -= weight
        for player in range(self._players):
            index = place * self._players + player
            self._high_ranks[player] = max(self._flushes[player], self._high_values[index])
            self._low_ranks[player] = self._low_values[index]
        self._tally.add(self._high_ranks, self._low_ranks, 0, weight)

    def _has_flush(self, suit: int, board: int) -> bool:
        """Find each player's best flush with these ranks of the suit on the board; whether there is any."""
        found = False
        for player in range(self._players):
            hole = self._suited_holes[suit * self._players + player]
            flush = self._flush_with_two(hole, board) if self._exactly_two else self._best_flush[hole | board]
            self._flushes[player] = flush
            if flush:
                found = True
        return found

    def _flush_with_two(self, hole: int, board: int) -> int:
        """The best flush of exactly two ranks of the hole and three of the board, 0 for none."""
        best = 0
        while hole:
            one = hole & -hole
            hole ^= one
            rest = hole
            while rest:
                other = rest & -rest
                rest ^= other
                best = max(best, self._flush_with_three(one | other, board))
        return best

    def _flush_with_three(self, pair: int, board: int) -> int:
        """The best flush of a pair of ranks and exactly three of the three to five on the board."""
        count = _COUNT[board]
        if count == _SUITED_BOARD:
            return self._high.suited[pair | board]
        best = 0
        rest = board
        while rest:
            one = rest & -rest
            rest ^= one
            if count == _SUITED_BOARD + 1:
                best = max(best, self._high.suited[pair | board ^ one])
                continue
            others = rest
            while others:
                other = others & -others
                others ^= other
                best = max(best, self._high.suited[pair | board ^ one ^ other])
        return best
