"""What a screen shows while its table knows it by no key: what to do next, the code, and the keys to answer with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, get_args

import msgspec

from controller.language import Language
from controller.vocab.profile import Language as LanguageCode
from controller.wire.redact import Viewer
from controller.wire.view import View
from seats.art.marks import Badge, badge
from seats.art.paper import steel
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.focus import Focus, ServiceKey
from seats.kit.keys import SPRUCE, STEEL_KEY
from seats.kit.pointer import Pointer
from seats.kit.words import Picture
from seats.metrics import Box, Profile, Type
from seats.palette import INK, SHEET, SPRUCE_BOTTOM, STEEL_GREY
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
    "bad-key": "pair.bad-key",
}
_WITH_CODE: Final[frozenset[PairingStep]] = frozenset({"code", "waiting"})
_WITH_COMMAND: Final[frozenset[PairingStep]] = frozenset({"not-open", "over"})
_BY_HAND: Final[frozenset[PairingStep]] = frozenset({"differs", "over", "broken", "bad-key"})
"""Steps after which a finger has to ask for another try."""

_BLOCK: Final = 5.6
"""How high words, code and note are together, of the sixteenths of the panel's height that all is laid out in."""

_SIGNS: Final[Mapping[PairingStep, Badge]] = {
    "unreachable": "absent",
    "busy": "warning",
    "differs": "fault",
    "broken": "warning",
    "bad-key": "fault",
    "done": "good",
}
"""What stands over the words of a step that has neither code nor command."""


class _Words(msgspec.Struct, frozen=True):
    """All that stands on the screen."""

    title: str
    said: str
    large: str
    note: str
    sign: Badge | None
    keys: bool


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
        self._edge = self._unit * 0.6
        super().__init__(profile, _paint_ground)
        self._words = Picture(profile.box, self._paint, self._wording())
        left, right = self._key_box(0), self._key_box(1)
        self._other = Button(left, Face(), lambda: self._compare(same=False), look=STEEL_KEY)
        self._same = Button(right, Face(), lambda: self._compare(same=True), look=SPRUCE)
        self._again = Button(right, Face(), self._try_again, look=SPRUCE)
        known = [code for code in get_args(LanguageCode) if code in languages]
        self._codes = {code: self._language_key(len(known) - number, code) for number, code in enumerate(known)}
        self.stage.show([self._words, self._other, self._same, self._again, *self._codes.values()])
        self.focus = Focus(self.stage)
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
        self.focus.hide()
        self.stage.point(event)

    def key(self, key: ServiceKey, now_ms: int) -> None:
        """Take a service key; there is nothing to go back to."""
        self.now_ms = now_ms
        match key:
            case "up":
                self.focus.move(-1)
            case "down":
                self.focus.move(1)
            case "enter":
                self.focus.enter(now_ms)
            case "back":
                pass

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        self.now_ms = now_ms

    def asked(self) -> list[Wish]:
        """Return what was answered since the last call."""
        wishes, self._wishes = self._wishes, []
        return wishes

    # -- what stands where ----------------------------------------------------------------------------------------

    def _key_box(self, place: int) -> Box:
        """The left key (0) or the right one, below the sheet."""
        wide = (self.stage.profile.width_mm - self._edge * 2 - self._unit * 0.4) / 2
        return Box(self._edge + place * (wide + self._unit * 0.4), self._unit * 12.8, wide, self._unit * 2.4)

    def _language_key(self, from_right: int, code: LanguageCode) -> Button:
        wide, gap = self._unit * 1.4, self._unit * 0.2
        left = self.stage.profile.width_mm - self._edge - from_right * wide - (from_right - 1) * gap
        face = Face(code.upper(), title_type=self._type(Type.BODY_STRONG, Type.CENTRE_STRONG))
        return Button(Box(left, self._unit * 0.5, wide, self._unit * 1.1), face, lambda: self._speak(code))

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
        for code, key in self._codes.items():
            key.show(key.face, legal=True, now_ms=self.now_ms, look=SPRUCE if code == language.code else STEEL_KEY)
        self.focus.follow()

    def _wording(self) -> _Words:
        step, language = self._told.step, self._language
        code = self._told.code
        if step in _WITH_CODE:
            large = f"{code[:3]} {code[3:]}"
        else:
            seat = self._viewer.kind if self._viewer.seat is None else self._viewer.seat
            large = f"jakaja attend pair {seat}" if step in _WITH_COMMAND else ""
        note = language.text("pair.ask") if step == "code" else self._told.complaint
        keys = step == "code" or step in _BY_HAND
        return _Words(self._title(), language.text(_SAID[step]), large, note, _SIGNS.get(step), keys)

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

    def _paint(self, canvas: Canvas, box: Box, words: _Words) -> None:
        unit, edge = self._unit, self._edge
        title, body = self._type(Type.OWN, Type.CENTRE_ACTOR), self._type(Type.VERB, Type.CENTRE_BODY)
        canvas.text(words.title, edge + unit, unit * 1.05, title, INK, "left", box.w * 0.5)
        sheet = Box(edge, unit * 2.2, box.w - 2 * edge, unit * (10.2 if words.keys else 13.0))
        canvas.sheet(sheet)
        inner = sheet.inset(unit)
        if not words.large:
            self._paint_state(canvas, inner, words, body)
            return
        top = inner.y + (inner.h - unit * _BLOCK) / 2 + unit * 0.4
        below = put_paragraph(canvas, words.said, inner.x, top, body, INK, inner.w)
        field = Box(inner.x, below, inner.w, unit * 3.0)
        canvas.fill(field, unit * 0.3, SHEET)
        canvas.outline(field, unit * 0.3, unit * 0.05, SPRUCE_BOTTOM)
        large = self._type(Type.PAY_OUT, Type.CENTRE_POT) if self._told.code else self._type(Type.OWN, Type.CENTRE_BET)
        canvas.text(words.large, *field.centre, large, INK, "centre", field.w - unit)
        put_paragraph(canvas, words.note, inner.x, field.bottom + unit * 1.1, body, STEEL_GREY, inner.w)

    def _paint_state(self, canvas: Canvas, inner: Box, words: _Words, body: Type) -> None:
        """One thing to know, in the middle of the sheet, under its sign."""
        x, y = inner.centre
        if words.sign is not None:
            canvas.middle(badge(words.sign, canvas.px(self._unit * 1.8)), x, y - self._unit * 1.4)
        below = put_paragraph(canvas, words.said, x, y + self._unit * 0.8, body, INK, inner.w * 0.8, "centre")
        put_paragraph(canvas, words.note, x, below + self._unit * 0.3, body, STEEL_GREY, inner.w * 0.8, "centre")


def _paint_ground(canvas: Canvas) -> None:
    canvas.picture(steel(canvas.profile), 0, 0)
