"""The host's part of a player's PIN: it is hashed here, so that no decision waits for it and no record holds one.

What is kept of it is sealed in the journal: it has to come back with the money that it guards, after a power cut and
from every copy.
"""

from typing import Final

from cashier.refusal import Code, Refusal
from controller import players
from controller.access import PinKeeper
from controller.access.pins import LEAST_COST, SALT_BYTES, is_usable
from controller.app.entropy import Entropy
from controller.players import Players
from controller.vocab.ids import Now
from controller.vocab.pins import PinCost
from controller.vocab.player_card_records import LEAST_PIN, MOST_PIN, ChoosePin, EnterPin

PURPOSE: Final = "player"


class PlayerPins:
    """Makes the digests of players' PINs at one table."""

    def __init__(self, table_key: bytes, entropy: Entropy, cost: PinCost = LEAST_COST) -> None:
        self._keeper = PinKeeper(table_key, PURPOSE)
        self._entropy = entropy
        self._cost = cost

    def digested(self, known: Players, command: ChoosePin | EnterPin, now: Now) -> ChoosePin | EnterPin | Refusal:
        """Return the command with a digest in the place of its PIN. No time is spent on one that cannot count now."""
        chooses = isinstance(command, ChoosePin)
        if refusal := players.pin_refusal(known, now, chooses=chooses):
            return refusal
        pin, kept = command.pin, known.find(known.guest).pin
        if not (pin.isascii() and pin.isdecimal() and LEAST_PIN <= len(pin) <= MOST_PIN):
            return Refusal(Code.PIN_UNUSABLE)
        if kept is not None:
            return EnterPin("", self._keeper.proof(pin, kept))
        if not is_usable(pin, LEAST_PIN):
            return Refusal(Code.PIN_EASY)
        return ChoosePin("", self._keeper.digest(pin, self._entropy.draw(SALT_BYTES), self._cost))
