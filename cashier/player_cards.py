"""A house's player cards: their numbers, and why a card that is shown is none of them."""

import re
from typing import Literal, NewType

CardNumber = NewType("CardNumber", str)
"""16 decimal digits: what stands on the card, and by what its house knows it."""

PlayerCardFlaw = Literal["unreadable", "blank", "foreign", "unproved", "two-cards", "too-soon"]
"""Why a card is none of ours: it does not speak as our cards do, carries nobody yet, belongs to another house, does not
hold the key that it should, lies there with another one, or was taken out before it had been read."""


def is_card_number(text: str) -> bool:
    """Whether this is a number that a card can carry; the number nothing but zeros is the blank card's."""
    return re.fullmatch("[0-9]{16}", text) is not None and text.strip("0") != ""
