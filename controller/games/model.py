"""What a game is: a deck, a table of streets, the shares of its pots and a betting structure. All of it data."""

from typing import Literal

import msgspec

from controller.vocab.profile import GameId
from evaluator_ext import Card

Structure = Literal["no-limit", "pot-limit", "fixed-limit", "points"]
"""How large a bet or raise may be (poker.md §4.2), or that there are none and the hands are paid by points."""

RankingId = Literal[
    "high",
    "eight-low",
    "soko",
    "hungarian-holdem",
    "hungarian-draw",
    "short-deck",
    "ace-to-five",
    "deuce-to-seven",
    "badugi",
    "chinese-rows",
]
"""A way to compare hands: a row of `ranking.RANKINGS`."""

Use = Literal["any", "two-of-hand"]
"""Which cards make a hand: the best of all, or exactly two of the hand and three of the board (poker.md §12.3)."""

Opener = Literal[
    "left-of-blinds",
    "left-of-button",
    "left-of-aggressor",
    "low-card",
    "high-card",
    "high-card-ace-low",
    "best-showing",
    "lowest-showing",
]
"""Who is first to act on a street (poker.md §5.3, §5.6, §12.5, §12.7, §12.8)."""

Tier = Literal["small", "big"]
"""The street's unit in fixed limit (poker.md §4.3); the other structures ignore it."""

Moment = Literal["before-betting", "after-betting"]

LeastBet = Literal["stake", "chip"]
"""The least bet: that of the stakes, or one chip unit (poker.md §12.8)."""

Recycle = Literal["nothing", "burns", "burns-and-discards"]
"""What is shuffled into the deck when it runs short (poker.md §12.5, §12.8)."""

OddChipOrder = Literal["position", "high-card", "low-card"]
"""Whom an odd chip goes to first: left of the button, or by the highest or lowest own card (poker.md §10.3)."""


class Share(msgspec.Struct, frozen=True):
    """One part of every pot and how it is won; several shares are equal parts, an odd chip goes to the first.

    `board` is the number of the board that counts. A share that nobody's hand qualifies for goes to the others.
    """

    ranking: RankingId
    use: Use = "any"
    board: int = 0
    odd_chips: OddChipOrder = "position"


class Discard(msgspec.Struct, frozen=True):
    """So many cards everyone must throw away on a street, and when."""

    count: int
    moment: Moment


class Street(msgspec.Struct, frozen=True):
    """One deal and the betting round after it.

    `hole` cards go face down and `up` cards face up to each player, and `board` cards to each board; where the rule set
    burns cards, one is burnt first if `burn` is set (poker.md §3.2) – on the first street after the players' cards –
    and one before each player's exchange if `burn_each` is. Before the betting each player may exchange up to `draw`
    cards. The opener of a street with `bring_in` must put that in or complete it, where the stakes have one.
    `open_pair` marks the street on which an open pair allows the double bet (hand-engine case 16).
    """

    opener: Opener
    tier: Tier
    hole: int = 0
    up: int = 0
    board: int = 0
    burn: bool = False
    burn_each: bool = False
    draw: int = 0
    discard: Discard | None = None
    bring_in: bool = False
    open_pair: bool = False
    least_bet: LeastBet = "stake"


class RowPoints(msgspec.Struct, frozen=True):
    """How rows are scored between two players: a point for each row won, and for whoever is ahead so many more.

    `majority` are for more rows won than lost, `scoop` for all of them.
    """

    majority: int = 0
    scoop: int = 0


class Game(msgspec.Struct, frozen=True, cache_hash=True):
    """One row of the catalogue. `fewest` and `most` are the seats that can be dealt in.

    `blinds` says whether blinds are posted; without them everyone antes. `boards` is how many boards are dealt. A game
    with `rows` has neither antes nor betting: everyone sets his cards in rows, which are scored against each other.
    """

    id: GameId
    deck: tuple[Card, ...]
    streets: tuple[Street, ...]
    shares: tuple[Share, ...]
    structure: Structure
    fewest: int
    most: int
    blinds: bool = True
    boards: int = 1
    recycle: Recycle = "nothing"
    sit_out: int = 0
    """How many more may sit at the table than are dealt in, each of whom sits out in turn (poker.md §12.8)."""
    rows: RowPoints | None = None

    def seats_that_fit(self, burns: bool) -> int:
        """The most players the deck serves: a shared card on shortage serves any number (poker.md §3.5)."""
        if not burns or self.recycle != "nothing":
            return self.most
        middle = sum(self.boards * street.board + street.burn for street in self.streets)
        own = sum(street.hole + street.up for street in self.streets)
        return min(self.most, (len(self.deck) - middle) // own)
