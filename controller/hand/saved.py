"""What a snapshot keeps of a hand: the fields of `Hand` and `Player` by name, under which their classes explain them.

The working state is made for speed and its classes may be compiled; these records are what is written and read again.
A field that is added here needs a default, or no older snapshot is read any more.
"""

import msgspec

from controller.games import Game, Rulings
from controller.vocab import hand_records as hr
from controller.vocab.ids import Chips, DecisionId, Seat
from evaluator_ext import Card


class SavedPlayer(msgspec.Struct, kw_only=True):
    """One player as a snapshot keeps him."""

    seat: Seat
    stack: Chips
    bet: Chips
    paid: Chips
    dead: Chips
    level: Chips
    cards: tuple[Card, ...]
    up: tuple[Card, ...]
    shown: bool
    mucked: bool
    showed: tuple[Card, ...] = ()
    arranged: tuple[Card, ...] = ()


class SavedHand(msgspec.Struct, kw_only=True):
    """One hand as a snapshot keeps it."""

    started: hr.HandStarted
    game: Game
    rulings: Rulings
    players: dict[Seat, SavedPlayer]
    chips: Chips
    live: int
    able: int
    price: Chips
    last_raise: Chips
    next_decision: DecisionId
    full_level: Chips
    bets: int
    uncapped: bool
    betting: bool
    to_act: int
    may_raise: int
    to_discard: int
    turn_after: Seat
    aggressor: Seat
    round_aggressor: Seat
    street: int
    deck: tuple[Card, ...]
    dealt: int
    round_from: int
    boards: tuple[tuple[Card, ...], ...]
    wanted_runs: int = 0
    willing: int = 0
    runs: int = 1
    chosen: int = 0
    turned_up: int = 0
    to_arrange: int = 0
    surrendered: int = 0
    burnt: tuple[Card, ...]
    discards: tuple[Card, ...]
    fresh_discards: tuple[Card, ...]
    pot: Chips
    rake: Chips
    dropped: Chips = 0
    pots: tuple[hr.Pot, ...]
    decision: hr.DecisionOffered | None
    over: bool
