"""What a screen shows while its table knows it by no key: what to do next, the code, and the keys to answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from controller.language import Language
from controller.vocab.profile import Language as LanguageCode
from controller.wire.redact import Viewer
from controller.wire.view import View
from seats.art.felt import Pool, felt
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import AMBER_KEY, GLASS
from seats.kit.pointer import Pointer
from seats.kit.words import Picture
from seats.metrics import Box, Profile, Type
from seats.palette import AMBER, HAZE, SNOW
from seats.screens.inks import put_paragraph
from seats.screens.panel import Panel
from seats.screens.screen import CodesCompared, Notice, PairAgain, PairingStep, PairingTold, Wish

_SAID: Final[Mapping[PairingStep, str]] = {
    "unreachable": "pair.unreachable",
    "not-open": "pair.not-open",
    "busy": "pair.busy",
    "code": "pair.code",
    "waiting": "pair.waiting",
    "done": "pair.done",
    "differs": "pair.differs",
    "over": "pair.over",
    "broken": "pair.broken",
}
_WITH_CODE: Final[frozenset[PairingStep]] = frozenset({"code", "waiting"})
_WITH_COMMAND: Final[frozenset[PairingStep]] = frozenset({"not-open", "over"})
_BY_HAND: Final[frozenset[PairingStep]] = frozenset({"differs", "over", "broken"})
"""Steps after which a finger has to ask for another try."""


class _Words(msgspec.Struct, frozen=True):
    """All that stands on the screen."""

    title: str
    said: str
    large: str
    note: str


class PairingScreen(Panel):
    """One screen that is being paired, of any panel. It speaks the language that is touched; a table's comes later."""

    def __init__(self, viewer: Viewer, profile: Profile, languages: Mapping[LanguageCode, Language]) -> None:
        self._viewer = viewer
        self._languages = languages
        self._language = next(iter(languages.values()))
        self._told = PairingTold("unreachable")
        self._wishes: list[Wish] = []
        self._unit = profile.height_mm / 16
        self._centre = profile.name == "centre"
        super().__init__(profile, self._paint_ground)
        wide, high = profile.width_mm, profile.height_mm
        self._words = Picture(Box(0, 0, wide, high * 0.78), self._paint, self._wording())
        left, right = self._key_box(0.08), self._key_box(0.52)
        self._other = Button(left, Face(), lambda: self._compare(same=False), look=GLASS)
        self._same = Button(right, Face(), lambda: self._compare(same=True), look=AMBER_KEY)
        self._again = Button(right, Face(), self._try_again, look=AMBER_KEY)
        codes = [self._language_key(number, code) for number, code in enumerate(languages)]
        self.stage.show([self._words, self._other, self._same, self._again, *codes])
        self._show()

    # -- what the runner calls ------------------------------------------------------------------------------------

    def update(self, view: View, table_ms: int) -> None:
        """Show nothing of the table: there is none yet."""

    def notice(self, notice: Notice) -> None:
        """Take how far the pairing has come."""
        if isinstance(notice, PairingTold) and notice != self._told:
            self._told = notice
            self._show()

    def pointer(self, event: Pointer, now_ms: int) -> None:
        """Take a finger."""
        self.now_ms = now_ms
        self.stage.point(event)

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        self.now_ms = now_ms

    def asked(self) -> list[Wish]:
        """Return what was answered since the last call."""
        wishes, self._wishes = self._wishes, []
        return wishes

    # -- what stands where ----------------------------------------------------------------------------------------

    def _key_box(self, share: float) -> Box:
        profile = self.stage.profile
        return Box(profile.width_mm * share, self._unit * 12.6, profile.width_mm * 0.4, self._unit * 2.4)

    def _language_key(self, number: int, code: LanguageCode) -> Button:
        wide = self._unit * 1.9
        left = (
            self.stage.profile.width_mm - self._unit * 0.6 - (len(self._languages) - number) * (wide + self._unit * 0.3)
        )
        face = Face(code.upper(), title_type=self._type(Type.BODY, Type.CENTRE_BODY))
        return Button(Box(left, self._unit * 0.6, wide, self._unit * 1.2), face, lambda: self._speak(code))

    def _type(self, on_panel: Type, on_centre: Type) -> Type:
        return on_centre if self._centre else on_panel

    def _show(self) -> None:
        """Bring words and keys up to date."""
        step, language = self._told.step, self._language
        self._words.show(self._wording())
        named = ((self._same, "pair.same", {"code"}), (self._other, "pair.other", {"code"}))
        for key, text, steps in (*named, (self._again, "pair.again", _BY_HAND)):
            title = Face(language.text(text), title_type=self._type(Type.TURN, Type.CENTRE_STRONG))
            key.visible = step in steps
            key.show(title, key.visible, self.now_ms)

    def _wording(self) -> _Words:
        step, language = self._told.step, self._language
        code = self._told.code
        if step in _WITH_CODE:
            large = f"{code[:3]} {code[3:]}"
        else:
            seat = self._viewer.kind if self._viewer.seat is None else self._viewer.seat
            large = f"jakaja attend pair {seat}" if step in _WITH_COMMAND else ""
        note = language.text("pair.ask") if step == "code" else ""
        return _Words(self._title(), language.text(_SAID[step]), large, note)

    def _title(self) -> str:
        if self._viewer.seat is not None:
            return self._language.text("pair.seat", seat=self._viewer.seat)
        return self._language.text("pair.kiosk" if self._viewer.kind == "kiosk" else "pair.centre")

    # -- fingers --------------------------------------------------------------------------------------------------

    def _speak(self, code: LanguageCode) -> None:
        self._language = self._languages[code]
        self._show()

    def _compare(self, *, same: bool) -> None:
        self._wishes.append(CodesCompared(same))

    def _try_again(self) -> None:
        self._wishes.append(PairAgain())

    # -- pictures -------------------------------------------------------------------------------------------------

    def _paint_ground(self, canvas: Canvas) -> None:
        profile = canvas.profile
        wide, high = profile.width_mm, profile.height_mm
        canvas.surface.blit(felt(profile, (Pool(wide / 2, high / 2, wide * 0.6, high * 0.65),)), (0, 0))

    def _paint(self, canvas: Canvas, box: Box, words: _Words) -> None:
        left, room = box.w * 0.08, box.w * 0.84
        title, body = self._type(Type.OWN, Type.CENTRE_ACTOR), self._type(Type.TEXT, Type.CENTRE_BODY)
        large = self._type(Type.PAY_OUT, Type.CENTRE_POT) if self._told.code else self._type(Type.OWN, Type.CENTRE_BET)
        canvas.text(words.title, left, self._unit * 1.3, title, SNOW, "left", box.w * 0.5)
        below = put_paragraph(canvas, words.said, left, self._unit * 3.8, body, SNOW, room)
        canvas.text(words.large, left, below + self._unit * 1.2, large, AMBER, "left", room)
        put_paragraph(canvas, words.note, left, below + self._unit * 3.2, body, HAZE, room)
