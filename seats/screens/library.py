"""The rule books that a screen has read, told in its language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.language.rule_text import ToldRules, tell

if TYPE_CHECKING:
    from cashier.money import Currency
    from controller.language import Language
    from controller.vocab.profile import GameId
    from controller.vocab.rule_book import RuleBook


class Library:
    """Books by game. Each is asked for once, and told once; a lost line lets it be asked for again."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._books: dict[GameId, RuleBook] = {}
        self._told: dict[tuple[GameId, str], ToldRules] = {}
        self._asked: set[GameId] = set()

    def ask(self, game: GameId) -> bool:
        """Whether a game's book is still to be asked for; from now on it is not."""
        if game in self._asked:
            return False
        self._asked.add(game)
        return True

    def forget_asked(self) -> None:
        """What was asked for may not have been heard."""
        self._asked.clear()

    def keep(self, game: GameId, book: RuleBook | None) -> None:
        """Take a book that was read; None for a game that the table does not know."""
        if book is not None:
            self._books[game] = book

    def told(self, game: GameId, currency: Currency) -> ToldRules | None:
        """A game's rules in this language, or None until they were read."""
        book, key = self._books.get(game), (game, currency.code)
        if book is not None and key not in self._told:
            self._told[key] = tell(book, self._language, currency)
        return self._told.get(key)
