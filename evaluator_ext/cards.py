"""Cards as integers 0-51, decks, and the printed form `As Td 9h 2c`.

A card is `rank * 4 + suit`: rank 0 is the deuce and 12 the ace; suits are clubs 0, diamonds 1, hearts 2, spades 3.
Plain comparison of two cards is therefore Bridge Rank Order (rank first, then clubs < diamonds < hearts < spades),
the order in which a door card or a card drawn for a seat is compared.
"""

from collections.abc import Iterable
from typing import Final, TypeAlias

Card: TypeAlias = int

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
DECK_SIZE: Final = 52
NUMBERS: Final = frozenset(range(DECK_SIZE))
"""Every number that is a card: the quickest way to tell one from whatever else stands among cards."""

_NAMES: Final = tuple(rank + suit for rank in RANKS for suit in SUITS)
_BY_NAME: Final = {name: card for card, name in enumerate(_NAMES)}


def full_deck() -> tuple[Card, ...]:
    """The 52 cards, deuce of clubs first, ace of spades last."""
    return tuple(range(DECK_SIZE))


def parse_card(text: str) -> Card:
    """The card written as rank and suit, exactly as `print_card` writes it.

    Raises ValueError for anything else; the message quotes the text.
    """
    card = _BY_NAME.get(text)
    if card is None:
        raise ValueError(f"{text!r} is not a card: write a rank of {RANKS} and a suit of {SUITS}, as in 'As'")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of `As Td 9h` or `AsTd9h`, in the order written; a repeated card is left for the caller to judge.

    Raises ValueError when a part is not a card; the message quotes the part and the whole text.
    """
    packed = "".join(text.split())
    names = [packed[start : start + 2] for start in range(0, len(packed), 2)]
    for name in names:
        if name not in _BY_NAME:
            raise ValueError(f"{name!r} in {text!r} is not a card: write cards as in 'As Td 9h'")
    return tuple(_BY_NAME[name] for name in names)


def print_card(card: Card) -> str:
    """Rank and suit of a card, `As`. Raises ValueError for a number that is not a card."""
    if not 0 <= card < DECK_SIZE:
        raise ValueError(f"{card!r} is not a card: cards are the numbers 0 to {DECK_SIZE - 1}")
    return _NAMES[card]


def print_cards(cards: Iterable[Card]) -> str:
    """The cards in the order given, separated by spaces: `As Td 9h`."""
    return " ".join(print_card(card) for card in cards)
