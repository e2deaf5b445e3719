"""The kiosk's page on which a player shows a card or a ticket, before he buys chips where the table asks for one.

A number is typed, or the card lies in the reader: then its PIN is, and the page tells what waits for its player.
"""

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
from seats.models.guest import has_reader
from seats.models.identity import way_of
from seats.models.kiosk import Balance, KioskModel
from seats.models.kiosk_local import KioskLocal
from seats.palette import INK, PAPER_GREY, SHEET, SPRUCE_BOTTOM
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_pad import DIGIT_PAD, digit_place
from seats.screens.kiosk_pages import back_key
from seats.screens.kiosk_seat import PLAN

BESIDE, OPENS = Box(157, 19, 94, 30), Box(157, 53, 94, 86)
"""The balance, and what a card opens, while no digits are typed."""

_OPENS: Final[tuple[SignName, ...]] = ("coin", "padlock", "person")


class Shown(msgspec.Struct, frozen=True):
    """The words of the page, and what was typed."""

    headline: str
    note: str
    prompt: str
    digits: str
    lines: tuple[str, ...] = ()
    pad: bool = True


class Opens(msgspec.Struct, frozen=True):
    """What a card opens, the headline first."""

    lines: tuple[str, ...] = ()


class IdentityScreenPage:
    """What was typed or waits at the left, ten digits at the right where something is to be typed."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheet = Picture(PLAN, _paint, Shown("", "", "", ""))
        self._pad = Picture(DIGIT_PAD, lambda canvas, box, _state: canvas.sheet(box), 0)
        self._balance = Picture(BESIDE, _paint_balance, desk.model.balance)
        self._opens = Picture(OPENS, _paint_opens, Opens())
        self._digits = [self._digit(place, (place + 1) % 10) for place in range(9)] + [self._digit(10, 0)]
        self._erase = Button(digit_place(9), Face(), lambda: desk.change(self._erased), look=PAPER_KEY, pause_ms=0)
        self._done = Button(
            Box(63, 115, 82.6, 18),
            Face(),
            self._press,
            look=SPRUCE,
            legal=False,
        )
        self._back = back_key(desk, Box(11.4, 115, 47.6, 18))

    def _digit(self, number: int, value: int) -> Button:
        desk = self._desk
        return Button(
            digit_place(number),
            Face(str(value), title_type=Type.ACTION),
            lambda: desk.change(lambda local: self._typed(local, value)),
            look=PAPER_KEY,
            pause_ms=0,
        )

    def _typed(self, local: KioskLocal, value: int) -> KioskLocal:
        if has_reader(self._desk.view):
            return kiosk_local.type_pin_digit(local, value)
        return kiosk_local.type_token_digit(local, value, way_of(self._desk.view))

    def _erased(self, local: KioskLocal) -> KioskLocal:
        has_pin = has_reader(self._desk.view)
        return kiosk_local.erase_pin_digit(local) if has_pin else kiosk_local.erase_token_digit(local)

    def _press(self) -> None:
        """Go on: type a new PIN once more, send it, collect, or buy chips."""
        page, desk = self._desk.model.identity_page, self._desk
        if page is None:
            return
        if page.does == "first":
            desk.change(kiosk_local.keep_pin)
        elif page.does == "again" and page.pin != desk.local.pin.first:
            desk.change(kiosk_local.forget_pin)
        elif page.does == "done":
            desk.change(lambda local: kiosk_local.turn_to(local, "seat"))
        else:
            desk.send(kiosk_touches.press_identity)

    def widgets(self) -> list[Widget]:
        beside: list[Widget] = [self._pad, self._balance, self._opens]
        return [self._sheet, *beside, *self._digits, self._erase, self._back, self._done]

    def show(self, model: KioskModel, now_ms: int) -> None:
        page = model.identity_page
        if page is None:
            return
        self._sheet.show(Shown(page.headline, page.note, page.prompt, page.shown, page.lines, page.pad))
        self._balance.show(model.balance)
        self._opens.show(Opens(page.opens))
        self._balance.visible = self._opens.visible = not page.pad
        self._pad.visible = page.pad
        for key in (*self._digits, self._erase):
            key.visible = page.pad
        self._done.visible = page.legal or page.pad
        self._erase.show(Face(page.erase, title_type=Type.BODY), legal=True, now_ms=now_ms, guard_ms=0)
        self._back.show(Face(page.back, title_type=Type.PRESET), legal=True, now_ms=now_ms, guard_ms=0)
        self._done.show(Face(page.key, title_type=Type.CHECK if page.pad else Type.TURN), page.legal, now_ms)


def _paint_balance(canvas: Canvas, box: Box, balance: Balance) -> None:
    canvas.sheet(box)
    left, room = box.x + 5.6, box.w - 11.2
    canvas.text(balance.words, left, box.y + 6.6, Type.BODY, PAPER_GREY, room=room)
    canvas.text(balance.amount, left, box.y + 16.6, Type.BALANCE, INK, room=room)


def _paint_opens(canvas: Canvas, box: Box, state: Opens) -> None:
    canvas.sheet(box)
    if not state.lines:
        return
    headline, *lines = state.lines
    canvas.text(headline, box.x + 5.6, box.y + 9.0, Type.PRESET, INK, room=box.w - 11.2)
    for place, (line, shown) in enumerate(zip(lines, _OPENS, strict=True)):
        y = box.y + 25 + place * 15
        canvas.middle(sign(shown, canvas.px(8), SPRUCE_BOTTOM), box.x + 11.6, y)
        canvas.text(line, box.x + 20, y, Type.BODY, INK, room=box.w - 25.6)


def _paint(canvas: Canvas, box: Box, state: Shown) -> None:
    canvas.sheet(box)
    left, room = box.x + 6.4, box.w - 12.8
    canvas.text(state.headline, left, box.y + 8.2, Type.TURN, INK, room=room)
    canvas.text(state.note, left, box.y + 16.6, Type.BODY, PAPER_GREY, room=room)
    canvas.middle(sign("card", canvas.px(22), SPRUCE_BOTTOM), box.centre[0], 55)
    canvas.text(state.prompt, box.centre[0], 75, Type.PRESET, INK, "centre", room)
    if not state.pad:
        for place, line in enumerate(state.lines):
            canvas.text(line, box.centre[0], 86 + place * 8, Type.TEXT, INK, "centre", room)
        return
    field = Box(box.x + 6.4, 82, box.w - 12.8, 18)
    canvas.fill(field, 3.0, SHEET)
    canvas.outline(field, 3.0, 0.5, SPRUCE_BOTTOM)
    canvas.text(state.digits, *field.centre, Type.ACTION, INK, "centre", field.w - 10)
