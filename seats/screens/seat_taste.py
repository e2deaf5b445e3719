"""The sheet of a player's own choices, where the menu lay."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from seats.kit.button import Button, Toggle
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.sheets import CONFIRM_GUARD_MS
from seats.metrics import Box, Type
from seats.screens import seat_layout as at
from seats.screens.seat_sheets import Paper

if TYPE_CHECKING:
    from seats.models.taste import Taste, TasteKey, TasteModel


class Taster(Protocol):
    """Who hears what was chosen."""

    def close_menu(self) -> None:
        """Put the sheet away."""

    def change_taste(self, taste: Taste) -> None:
        """Show the screen by this taste from now on."""


class TasteSheet(Paper):
    """A key for each language, a box for each choice, and a key to put the sheet away."""

    def __init__(self, shown: TasteModel, taster: Taster, now_ms: int) -> None:
        super().__init__(at.TASTE, now_ms)
        self.shown, self._taster = shown, taster
        boxes = at.taste_languages(len(shown.languages))
        self.languages = [self._language(key, number, boxes) for number, key in enumerate(shown.languages)]
        taste = shown.taste
        terms, deck, close = at.TASTE_ROWS
        self.terms = Toggle(
            terms,
            shown.terms,
            shown.terms_note,
            lambda on: self._change(terms=on),
            on=taste.terms,
            look=PAPER_KEY,
        )
        self.deck = Toggle(
            deck,
            shown.deck,
            shown.deck_note,
            lambda on: self._change(two_colours=on),
            on=taste.two_colours,
            look=PAPER_KEY,
        )
        self.close = Button(close, Face(shown.close, title_type=Type.TEXT), taster.close_menu, look=PAPER_KEY)
        self.keys = [*self.languages, self.terms, self.deck, self.close]
        for key in self.keys:
            key.guard.start(now_ms, CONFIRM_GUARD_MS)

    def _language(self, key: TasteKey, number: int, boxes: tuple[Box, ...]) -> Button:
        face = Face(key.label, title_type=Type.BODY_STRONG)
        look = SPRUCE if key.chosen else PAPER_KEY
        return Button(boxes[number], face, lambda: self._change(speak=key.code), look=look)

    def _change(self, **choice: object) -> None:
        self._taster.change_taste(msgspec.structs.replace(self.shown.taste, **choice))
