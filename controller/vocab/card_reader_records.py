"""What the reader of player cards tells the machine: a card proved itself, was refused, or was taken out.

A card's number reaches no record: the host makes the player's pseudonym of it first, the same as of a number that is
typed. A reader has no counter of its own, so its driver counts the cards that it has met since the program started:
a word said twice, or one about a card that is long out, changes nothing.
"""

from cashier.player_cards import PlayerCardFlaw
from cashier.records import Command, DeviceId
from controller.vocab.player_records import Pseudonym


class PlayerCardProved(Command, frozen=True):
    """The card lies in the reader and has shown that it holds its key. `ending` is its last four digits, to be shown.

    `card` counts the cards that the reader has met, from 1; it names this one until it is taken out.
    """

    device: DeviceId
    card: int
    player: Pseudonym
    ending: str


class PlayerCardRefused(Command, frozen=True):
    """A card was shown that is none of ours, and nothing follows from it."""

    device: DeviceId
    card: int
    flaw: PlayerCardFlaw


class PlayerCardWithdrawn(Command, frozen=True):
    """The card that was counted as `card` is out of the reader, or the reader itself does not answer any more."""

    device: DeviceId
    card: int
