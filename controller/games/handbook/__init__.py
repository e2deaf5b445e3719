"""The rules of a game as players read them at the table, made from the same data that the table deals by."""

from controller.games.handbook.book import mix_book, rule_book
from controller.games.handbook.sayings import Terms, terms_of

__all__ = ["Terms", "mix_book", "rule_book", "terms_of"]
