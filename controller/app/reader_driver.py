"""The reader of player cards as a driver of the core: below this module nobody learns a card's number."""

from collections.abc import Collection
from typing import assert_never

from cashier.devices import card_reader as readers
from cashier.devices.card_reader import CardReader
from cashier.records import Command, DeviceId, DeviceReported, Want
from controller.app.core import Identify
from controller.vocab.card_reader_records import PlayerCardProved, PlayerCardRefused, PlayerCardWithdrawn

ENDING_DIGITS = 4
"""So many of a card's last digits are shown to its player."""


class ReaderDriver:
    """Has a reader's cards become players. `identify` makes a card's number a pseudonym."""

    def __init__(self, reader: CardReader, identify: Identify) -> None:
        self.device: DeviceId = reader.device
        self._reader = reader
        self._identify = identify

    def step(self, _wants: Collection[Want]) -> list[Command]:
        """Look at the reader once."""
        return [self._said(word) for word in self._reader.step()]

    def close(self) -> None:
        """Give the reader back to the system."""
        self._reader.close()

    def _said(self, word: readers.ReaderWord) -> Command:
        match word:
            case readers.CardProved():
                player = self._identify("card", word.number)
                return PlayerCardProved(self.device, word.card, player, word.number[-ENDING_DIGITS:])
            case readers.CardRefused():
                return PlayerCardRefused(self.device, word.card, word.flaw)
            case readers.CardWithdrawn():
                return PlayerCardWithdrawn(self.device, word.card)
            case readers.ReaderReported():
                return DeviceReported(self.device, word.condition)
            case _:
                assert_never(word)
