"""What a screen has read over its line: rule books, told in its language, and the proofs of the last hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.language.rule_text import ToldRules, tell
from seats.models.past import NOT_TOLD, Receipt

if TYPE_CHECKING:
    from collections.abc import Collection

    from cashier.money import Currency
    from controller.language import Language
    from controller.vocab.ids import HandId
    from controller.vocab.profile import GameId
    from controller.vocab.rule_book import RuleBook


class Library:
    """Books by game. Each is asked for once, and told once; a lost line lets it be asked for again."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._books: dict[GameId, RuleBook] = {}
        self._told: dict[tuple[GameId, str], ToldRules] = {}
        self._receipts: dict[HandId, Receipt] = {}
        self._asked: set[GameId | HandId] = set()

    def ask(self, wanted: GameId | HandId) -> bool:
        """Whether a game's book or a hand's proof is still to be asked for; from now on it is not."""
        if wanted in self._asked:
            return False
        self._asked.add(wanted)
        return True

    def forget_asked(self) -> None:
        """What was asked for may not have been heard."""
        self._asked.clear()

    def keep(self, game: GameId, book: RuleBook | None) -> None:
        """Take a book that was read; None for a game that the table does not know."""
        if book is not None:
            self._books[game] = book

    def keep_receipt(self, hand: HandId, receipt: Receipt) -> None:
        """Take what was told of a hand's receipt."""
        self._receipts[hand] = receipt

    def receipt(self, hand: HandId) -> Receipt:
        """What was told of a hand's receipt."""
        return self._receipts.get(hand, NOT_TOLD)

    def drop_receipts(self, remembered: Collection[HandId]) -> None:
        """Forget the receipts of all other hands: the player may have gone."""
        for hand in [hand for hand in self._receipts if hand not in remembered]:
            del self._receipts[hand]
            self._asked.discard(hand)

    def told(self, game: GameId, currency: Currency) -> ToldRules | None:
        """A game's rules in this language, or None until they were read."""
        book, key = self._books.get(game), (game, currency.code)
        if book is not None and key not in self._told:
            self._told[key] = tell(book, self._language, currency)
        return self._told.get(key)
