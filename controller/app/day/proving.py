"""Proving decks of a simulated day, as `jakaja verify` does it from a journal."""

from typing import Final

from controller import shuffle
from controller.app.hand_trail import HandTrail, follow, shuffle_of
from controller.vocab import entropy_records as er
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.records import AnyEvent

ONE_IN: Final = 10
"""Of so many decks one is proven: making a deck once more takes a good part of the time that the hand takes."""


class Proving:
    """Counts all numbers and cuts, and of the decks it looks at those that follow from them and the seed."""

    def __init__(self, table: str) -> None:
        """`table` is the name that commitments are made for."""
        self.looked_at = 0
        self.proven = 0
        self.numbers = 0
        self.cuts = 0
        self._table = table
        self._trail: HandTrail | None = None

    def follow(self, event: AnyEvent) -> None:
        """Take an event in; a hand that is looked at is judged when it is over."""
        match event:
            case tr.ShuffleOpened() if event.hand % ONE_IN == 0:
                self._trail = HandTrail()
            case er.EntropyRevealed():
                self.numbers += 1
            case er.DeckCut() if event.place:
                self.cuts += 1
        if self._trail is not None:
            self._trail = follow(self._trail, event)
            if isinstance(event, hr.HandEnded):
                self._judge(self._trail, event)
                self._trail = None

    def _judge(self, trail: HandTrail, ended: hr.HandEnded) -> None:
        shuffled = shuffle_of(trail, self._table, ended.hand, trail.seed, trail.deck)
        self.looked_at += 1
        self.proven += shuffled is not None and not shuffle.audit(shuffled)
