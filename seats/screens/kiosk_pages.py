"""The kiosk's page on which a name is typed, and the key that leads back from any page."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import GAP, Box, Type
from seats.models import kiosk_local
from seats.models.kiosk import LETTERS, KioskModel
from seats.palette import INK, PAPER_GREY, SHEET, SPRUCE_BOTTOM
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_seat import PLAN, BalancePart, PurchasePart

_LETTER = (10.4, 12.0)
_LETTER_TOP = 58.0


class Typed(msgspec.Struct, frozen=True):
    """A headline and what has been typed below it; `ghost` stands where nothing has."""

    headline: str
    typed: str
    ghost: str


class NamePage:
    """A keyboard in the plan's place; balance and purchase stay in sight."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheet = Picture(PLAN, _paint_name, Typed("", "", ""))
        self._letters = [
            key
            for row, letters in enumerate(LETTERS)
            for key in (self._letter(row, place, len(letters), letter) for place, letter in enumerate(letters))
        ]
        low = _LETTER_TOP + 4 * (_LETTER[1] + GAP)
        self._space = self._key(Box(45, low, 66, 12), Face("", sign="bar"), lambda: self._type(" "))
        self._erase = self._key(Box(11.4, low, 30, 12), Face(), lambda: desk.change(kiosk_local.erase_letter))
        self._done = Button(
            Box(115, low, 30.6, 12),
            Face(),
            lambda: desk.change(lambda local: kiosk_local.turn_to(local, "seat")),
            look=SPRUCE,
        )
        self._sides = (BalancePart(desk), PurchasePart(desk))

    def _letter(self, row: int, place: int, count: int, letter: str) -> Button:
        wide, high = _LETTER
        left = PLAN.centre[0] - (count * (wide + GAP) - GAP) / 2
        box = Box(left + place * (wide + GAP), _LETTER_TOP + row * (high + GAP), wide, high)
        return self._key(box, Face(letter, title_type=Type.PRESET), lambda: self._type(letter))

    @staticmethod
    def _key(box: Box, face: Face, action: Callable[[], None]) -> Button:
        return Button(box, face, action, look=PAPER_KEY, pause_ms=0)

    def _type(self, letter: str) -> None:
        self._desk.change(lambda local: kiosk_local.type_letter(local, letter))

    def widgets(self) -> list[Widget]:
        sides = [widget for part in self._sides for widget in part.widgets()]
        return [self._sheet, *self._letters, self._erase, self._space, self._done, *sides]

    def show(self, model: KioskModel, now_ms: int) -> None:
        for part in self._sides:
            part.show(model, now_ms)
        page = model.name_page
        if page is not None:
            self._sheet.show(Typed(page.headline, page.typed, page.proposal))
            self._erase.show(Face(page.erase), legal=bool(page.typed), now_ms=now_ms, guard_ms=0)
            self._done.show(Face(page.done, title_type=Type.BODY_STRONG), legal=True, now_ms=now_ms, guard_ms=0)


def back_key(desk: Desk, box: Box) -> Button:
    """The key that leads to the first page."""
    return Button(box, Face(), lambda: desk.change(lambda local: kiosk_local.turn_to(local, "seat")), look=PAPER_KEY)


def _paint_name(canvas: Canvas, box: Box, state: Typed) -> None:
    canvas.sheet(box)
    canvas.text(state.headline, box.x + 6.4, box.y + 8.2, Type.TURN, INK, room=box.w - 13)
    field = Box(box.x + 6.4, 36, box.w - 12.8, 15)
    canvas.fill(field, 3.0, SHEET)
    canvas.outline(field, 3.0, 0.4, SPRUCE_BOTTOM)
    words, ink = (state.typed, INK) if state.typed else (state.ghost, PAPER_GREY)
    area = canvas.text(words, field.x + 5, field.centre[1], Type.CHECK, ink, room=field.w - 12)
    if state.typed:
        cursor = canvas.profile.mm(area.right) + 1.0
        canvas.fill(Box(cursor, field.y + 3.5, 0.5, 8), 0.2, SPRUCE_BOTTOM)
