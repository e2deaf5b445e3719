"""The one mover of chips inside a hand: between a stack, the middle, the house's rake and the jackpots.

Every chip that changes its place in a hand goes through one of these functions; what the hand keeps beside them (a
street's bets, who paid what) is a record of the movements, not a second purse.
"""

from cashier.invariant import invariant
from controller.vocab.ids import Chips


class HasStack:
    """A player with chips behind."""

    def __init__(self, stack: Chips) -> None:
        self.stack = stack


class HasPot:
    """The middle of the table: everything bet and not yet awarded, and what house and jackpots have taken of it."""

    def __init__(self) -> None:
        self.pot: Chips = 0
        self.rake: Chips = 0
        self.dropped: Chips = 0


def stack_to_pot(player: HasStack, middle: HasPot, amount: Chips) -> None:
    """Put `amount` of a player's stack into the middle. Breaks `stack-covers` when he has not got it."""
    if not 0 <= amount <= player.stack:
        invariant(False, "stack-covers", f"{amount} asked of a stack of {player.stack}")
    player.stack -= amount
    middle.pot += amount


def pot_to_stack(middle: HasPot, player: HasStack, amount: Chips) -> None:
    """Give `amount` of the middle to a player. Breaks `pot-covers` when it is not there."""
    if not 0 <= amount <= middle.pot:
        invariant(False, "pot-covers", f"{amount} asked of a pot of {middle.pot}")
    middle.pot -= amount
    player.stack += amount


def pot_to_rake(middle: HasPot, amount: Chips) -> None:
    """Take `amount` of the middle as the house fee. Breaks `pot-covers` when it is not there."""
    if not 0 <= amount <= middle.pot:
        invariant(False, "pot-covers", f"{amount} of rake asked of a pot of {middle.pot}")
    middle.pot -= amount
    middle.rake += amount


def pot_to_pool(middle: HasPot, amount: Chips) -> None:
    """Take `amount` of the middle for a jackpot. Breaks `pot-covers` when it is not there."""
    if not 0 <= amount <= middle.pot:
        invariant(False, "pot-covers", f"{amount} for a jackpot asked of a pot of {middle.pot}")
    middle.pot -= amount
    middle.dropped += amount
