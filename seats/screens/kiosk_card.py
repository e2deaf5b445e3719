"""The kiosk's page for a payment by card: the amounts, what to do at the terminal, and how it ended."""

from __future__ import annotations

from typing import Final

import msgspec

from seats.art.signs import SignName, sign
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import Box, Type
from seats.models import kiosk_local, kiosk_touches
from seats.models.card_payment import MOST_KEYS, CardPage, CardScene
from seats.models.kiosk import KioskModel
from seats.palette import INK, LINGONBERRY, OCHRE, PAPER_GREY, SPRUCE_BOTTOM, Rgb
from seats.screens.inks import put_paragraph
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_seat import PLAN, BalancePart

_KEY: Final = (42.6, 20.0)
_GAP: Final = 3.2
_LEFT: Final = 11.4
_TOP: Final = 48.0
_COLUMNS: Final = 3

_SIGNS: Final[dict[CardScene, tuple[SignName, Rgb]]] = {
    "choose": ("card", SPRUCE_BOTTOM),
    "at-work": ("card", SPRUCE_BOTTOM),
    "doubt": ("padlock", OCHRE),
    "done": ("coin", SPRUCE_BOTTOM),
    "nothing": ("triangle", LINGONBERRY),
}


class CardState(msgspec.Struct, frozen=True):
    """What the sheet says."""

    scene: CardScene
    headline: str
    amount: str
    words: str
    note: str


class CardScreenPage:
    """Amounts, or the payment and its words, in the plan's place; the balance stays in sight."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheet = Picture(PLAN, _paint, CardState("choose", "", "", "", ""))
        self._keys = [self._key(place) for place in range(MOST_KEYS)]
        self._stop = Button(
            Box(63, 115, 82.6, 18), Face(), lambda: desk.send(kiosk_touches.press_stop_card), look=PAPER_KEY
        )
        self._back = Button(
            Box(_LEFT, 115, 47.6, 18),
            Face(),
            lambda: desk.change(lambda local: kiosk_local.turn_to(local, "seat")),
            look=PAPER_KEY,
        )
        self._balance = BalancePart(desk)

    def _key(self, place: int) -> Button:
        wide, high = _KEY
        row, column = divmod(place, _COLUMNS)
        box = Box(_LEFT + column * (wide + _GAP), _TOP + row * (high + _GAP), wide, high)
        return Button(box, Face(), lambda: self._press(place), look=SPRUCE, legal=False)

    def _press(self, place: int) -> None:
        self._desk.send(lambda seen, request: kiosk_touches.press_card_amount(seen, request, place))

    def widgets(self) -> list[Widget]:
        return [self._sheet, *self._keys, self._stop, self._back, self._balance.widgets()[0]]

    def show(self, model: KioskModel, now_ms: int) -> None:
        self._balance.show(model, now_ms)
        page = model.card_page
        if page is None:
            return
        self._sheet.show(CardState(page.scene, page.headline, page.amount, page.words, page.note))
        self._show_keys(page, now_ms)
        self._stop.visible, self._back.visible = bool(page.stop), bool(page.back)
        self._stop.show(Face(page.stop, title_type=Type.CHECK), page.stop_legal, now_ms)
        self._back.show(Face(page.back, title_type=Type.PRESET), legal=True, now_ms=now_ms, guard_ms=0)

    def _show_keys(self, page: CardPage, now_ms: int) -> None:
        for place, key in enumerate(self._keys):
            key.visible = place < len(page.keys)
            if key.visible:
                key.show(Face(page.keys[place].text, title_type=Type.CHECK), page.keys[place].legal, now_ms)


def _paint(canvas: Canvas, box: Box, state: CardState) -> None:
    canvas.sheet(box)
    left, room = box.x + 6.4, box.w - 12.8
    canvas.text(state.headline, left, box.y + 8.2, Type.TURN, INK, room=room)
    if state.scene == "choose":
        y = put_paragraph(canvas, state.words, left, 34.0, Type.BODY_STRONG, OCHRE, room)
        put_paragraph(canvas, state.note, left, max(y, 102.0), Type.BODY, PAPER_GREY, room)
        return
    name, ink = _SIGNS[state.scene]
    canvas.middle(sign(name, canvas.px(16), ink), box.centre[0], 48.0)
    canvas.text(state.amount, box.centre[0], 66.0, Type.PAY_OUT, INK, "centre", room)
    y = put_paragraph(canvas, state.words, box.centre[0], 80.0, Type.CHECK, INK, room, "centre")
    put_paragraph(canvas, state.note, box.centre[0], y + 4.0, Type.TEXT, PAPER_GREY, room, "centre")
