"""Cards that are still to come for each player: every choice of them, or dealt by chance.

The same source runs twice: compiled with the C types of `dealing.pxd` for use, interpreted as the oracle.
"""

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from evaluator_ext.cards import Card
from evaluator_ext.equity.tally import Tally

_SEED_STEP = 0x9E3779B97F4A7C15
_FIRST_FACTOR = 0xBF58476D1CE4E5B9
_SECOND_FACTOR = 0x94D049BB133111EB
_ALL = (1 << 64) - 1


class Choices(NamedTuple):
    """The cards a player can draw, each choice as a bit set, and the ranks they give him."""

    cards: "array[int]"
    high: "array[int]"
    low: "array[int]"


class Draws:
    """Every way in which players can draw from one deck."""

    def __init__(self, tally: Tally, choices: "Sequence[Choices]") -> None:
        """Take each player's choices; what is counted goes to `tally`."""
        self._tally = tally
        self._players = tally.players
        cards, high, low, ends = array("Q"), array("H"), array("H"), array("q", [0])
        for each in choices:
            cards.extend(each.cards)
            high.extend(each.high)
            low.extend(each.low)
            ends.append(len(cards))
        self._ends = ends
        self._cards = cards
        self._high = high
        self._low = low
        self._high_ranks = array("H", [0] * self._players)
        self._low_ranks = array("H", [0] * self._players)

    def count(self, first: int, end: int) -> None:
        """Count all deals in which the first player has one of his choices from one to before another."""
        for choice in range(first, end):
            self._high_ranks[0] = self._high[choice]
            self._low_ranks[0] = self._low[choice]
            self._meet(1, self._cards[choice])

    def _meet(self, player: int, used: int) -> None:
        """Give a player and those behind him every choice of the cards that are not `used`."""
        if player == self._players:
            self._tally.add(self._high_ranks, self._low_ranks, 0, 1)
            return
        for choice in range(self._ends[player], self._ends[player + 1]):
            if not self._cards[choice] & used:
                self._high_ranks[player] = self._high[choice]
                self._low_ranks[player] = self._low[choice]
                self._meet(player + 1, used | self._cards[choice])


class Dealer:
    """Deals what is missing by chance, the same for the same seed on every machine."""

    def __init__(
        self,
        holes: Sequence[Sequence[Card]],
        hole: int,
        board: Sequence[Card],
        shared: int,
        deck: Sequence[Card],
        seed: int,
    ) -> None:
        """Prepare to complete each player's `hole` cards and the board's `shared` cards from `deck`."""
        self._players = len(holes)
        self._hole = hole
        self._shared = shared
        self._state = seed & _ALL
        self._known = array("i", [len(cards) for cards in holes])
        self._holes = array("i", [card for cards in holes for card in (*cards, *[0] * (hole - len(cards)))])
        self._known_board = len(board)
        self._board = array("i", [*board, *[0] * (shared - len(board))])
        self._deck = array("i", deck)

    def deal(
        self, holes: memoryview, hole_step: int, boards: memoryview, first: int, board_step: int, deals: int
    ) -> None:
        """Write hole cards and board of each player in each deal.

        A player's hole cards are `hole_step` bytes behind those of the one before; the boards begin at `first` and are
        `board_step` apart.
        """
        for deal in range(deals):
            drawn = 0
            for index in range(self._known_board, self._shared):
                self._board[index] = self._draw(drawn)
                drawn += 1
            for player in range(self._players):
                row = deal * self._players + player
                for index in range(self._hole):
                    if index < self._known[player]:
                        holes[row * hole_step + index] = self._holes[player * self._hole + index]
                    else:
                        holes[row * hole_step + index] = self._draw(drawn)
                        drawn += 1
                for index in range(self._shared):
                    boards[first + row * board_step + index] = self._board[index]

    def _draw(self, drawn: int) -> int:
        """One of the cards not drawn yet; the `drawn` first of the deck are."""
        left = len(self._deck) - drawn
        place = drawn + ((self._next() >> 32) * left >> 32)
        card = self._deck[place]
        self._deck[place] = self._deck[drawn]
        self._deck[drawn] = card
        return card

    def _next(self) -> int:
        """Sixty-four bits by chance: a counter whose bits are mixed by two multiplications (SplitMix64)."""
        self._state = self._state + _SEED_STEP & _ALL
        mixed = self._state
        mixed = (mixed ^ mixed >> 30) * _FIRST_FACTOR & _ALL
        mixed = (mixed ^ mixed >> 27) * _SECOND_FACTOR & _ALL
        return mixed ^ mixed >> 31
