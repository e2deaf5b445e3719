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
    from controller.vocab.player_card_records import Taste
    from seats.models.taste import TasteModel, TasteSwitch


class Taster(Protocol):
    """Who hears what was chosen."""

    def close_menu(self) -> None:
        """Put the sheet away."""

    def change_taste(self, taste: Taste) -> None:
        """Show the screen by this taste from now on."""


class TasteSheet(Paper):
    """A key for each language and each volume, a box for each choice, and a key to put the sheet away."""

    def __init__(self, shown: TasteModel, taster: Taster, now_ms: int) -> None:
        super().__init__(at.TASTE, now_ms)
        self.shown, self._taster = shown, taster
        tongues = at.taste_row(len(shown.languages), at.TASTE_LANGUAGES)
        self.languages = [
            self._key(box, key.label, {"speak": key.code}, chosen=key.chosen)
            for box, key in zip(tongues, shown.languages, strict=True)
        ]
        self.switches = {
            switch.id: self._switch(box, switch) for box, switch in zip(at.TASTE_SWITCHES, shown.switches, strict=True)
        }
        self.volumes = [
            self._key(box, key.words, {"volume": key.volume}, chosen=key.chosen, legal=key.legal)
            for box, key in zip(at.taste_row(len(shown.volumes), at.TASTE_VOLUMES), shown.volumes, strict=True)
        ]
        face = Face(shown.close, title_type=Type.TEXT)
        self.close = Button(at.TASTE_CLOSE, face, taster.close_menu, look=PAPER_KEY)
        self.keys = [*self.languages, *self.switches.values(), *self.volumes, self.close]
        for key in self.keys:
            key.guard.start(now_ms, CONFIRM_GUARD_MS)

    def _key(self, box: Box, words: str, choice: dict[str, str], *, chosen: bool, legal: bool = True) -> Button:
        face = Face(words, title_type=Type.BODY_STRONG)
        look = SPRUCE if chosen and legal else PAPER_KEY
        return Button(box, face, lambda: self._change(**choice), look=look, legal=legal)

    def _switch(self, box: Box, switch: TasteSwitch) -> Toggle:
        return Toggle(
            box,
            switch.words,
            switch.note,
            lambda on: self._change(**{switch.id: on}),
            on=switch.on,
            look=PAPER_KEY,
        )

    def _change(self, **choice: object) -> None:
        self._taster.change_taste(msgspec.structs.replace(self.shown.taste, **choice))
