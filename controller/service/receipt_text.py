"""A player's receipt of a hand on paper: what it proves in words, over and under its QR code."""

import textwrap
from collections.abc import Iterator

from controller.language import Language
from controller.service.recall_text import COLUMNS, across, rule
from controller.shuffle import BOARD, Receipt
from evaluator_ext import print_cards

_HALF_ROOT = 32


def above_code(receipt: Receipt, language: Language) -> Iterator[str]:
    """Yield table, hand and root, and the cards of each holder: no line is longer than `COLUMNS`."""
    yield rule(language.text("proof.paste"))
    yield across(receipt.table, language.text("table.hand", number=language.number(receipt.hand)))
    for holder in sorted({proved.holder for proved in receipt.cards}):
        cards = print_cards(proved.card for proved in receipt.cards if proved.holder == holder)
        who = language.text("proof.board") if holder == BOARD else language.text("proof.seat", seat=holder)
        yield from textwrap.wrap(f"{who}: {cards}", COLUMNS)
    yield f"{language.text('past.root')}:"
    yield receipt.root.hex()[:_HALF_ROOT]
    yield receipt.root.hex()[_HALF_ROOT:]


def below_code(language: Language) -> Iterator[str]:
    """Yield how the code is checked, what that shows and what it does not."""
    for key in ("how", "shows", "not"):
        yield from textwrap.wrap(language.text(f"proof.{key}"), COLUMNS)
    yield rule("")
