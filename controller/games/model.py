"""What a game is: a deck, a table of streets, a ranking and a betting structure. All of it data."""

from typing import Literal

import msgspec

from controller.vocab.profile import GameId
from evaluator_ext.cards import Card

Structure = Literal["no-limit"]
"""How large a bet or raise may be (poker.md §4.2)."""

RankingId = Literal["high"]
"""A way to compare hands: a row of `ranking.RANKINGS`."""

Opener = Literal["left-of-blinds", "left-of-button"]
"""Who is first to act on a street (poker.md §5.3, §5.6)."""

Tier = Literal["small", "big"]
"""The street's unit in fixed limit (poker.md §4.3); the other structures ignore it."""


class Street(msgspec.Struct, frozen=True):
    """One deal and the betting round after it.

    `hole` cards go to each player and `board` cards to the middle, where the rule set burns cards after one burnt
    card if `burn` is set (poker.md §3.2).
    """

    opener: Opener
    tier: Tier
    hole: int = 0
    board: int = 0
    burn: bool = False


class Game(msgspec.Struct, frozen=True):
    """One row of the catalogue. `fewest` and `most` are the seats that can be dealt in."""

    id: GameId
    deck: tuple[Card, ...]
    streets: tuple[Street, ...]
    ranking: RankingId
    structure: Structure
    fewest: int
    most: int
