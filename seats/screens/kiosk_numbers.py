"""The kiosk's pages on which a number is typed: a claim's code, or that of a ticket (requirements R-TIC-6)."""

from __future__ import annotations

from typing import Final

from cashier.claims import CODE_DIGITS
from cashier.ticket_number import GROUP_DIGITS
from seats.art.marks import Badge, badge
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import GAP, Box, Type
from seats.models import kiosk_local, kiosk_touches
from seats.models.claim import ClaimPage
from seats.models.kiosk import KioskModel
from seats.models.ticket_in import PadState, TicketInPage
from seats.palette import INK, LINGONBERRY, OCHRE, PAPER_GREY, RULE, SPRUCE_BOTTOM, Rgb
from seats.screens.inks import put_paragraph, wrapped
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_pad import DigitPad
from seats.screens.kiosk_pages import back_key
from seats.screens.kiosk_seat import PLAN

_BACK, _GO_ON = Box(11.4, 115, 47.6, 18), Box(63, 115, 82.6, 18)
_WELL: Final = (246, 241, 233)

_GROUP_TOP, _GROUP_HIGH, _GROUP_PADDING, _DIGIT_WIDE = 56.0, 20.0, 5.6, 5.1
_TOLD_Y: Final = 86.0
_SIGNS: Final[dict[PadState, tuple[Badge, Rgb]]] = {
    "right": ("good", SPRUCE_BOTTOM),
    "wrong": ("fault", LINGONBERRY),
    "locked": ("warning", OCHRE),
}


class ClaimScreenPage:
    """Six places for the code at the left, ten digits at the right."""

    def __init__(self, desk: Desk) -> None:
        self._sheet: Picture[ClaimPage | None] = Picture(PLAN, _paint_claim, desk.model.claim_page)
        self._pad = DigitPad(
            lambda digit: desk.change(lambda local: kiosk_local.type_code_digit(local, digit)),
            lambda: desk.change(kiosk_local.erase_code_digit),
        )
        self._collect = Button(_GO_ON, Face(), lambda: desk.send(kiosk_touches.press_collect), look=SPRUCE, legal=False)
        self._back = back_key(desk, _BACK)

    def widgets(self) -> list[Widget]:
        return [self._sheet, *self._pad.widgets(), self._back, self._collect]

    def show(self, model: KioskModel, now_ms: int) -> None:
        page = model.claim_page
        if page is None:
            return
        self._sheet.show(page)
        self._pad.show(erase=page.erase, types=page.types, now_ms=now_ms)
        self._back.show(Face(page.back, title_type=Type.PRESET), legal=True, now_ms=now_ms, guard_ms=0)
        self._collect.show(Face(page.key, title_type=Type.CHECK), page.legal, now_ms)


def group_places() -> list[Box]:
    """Where the five groups of a ticket's number lie, in the middle of the sheet."""
    wides = [digits * _DIGIT_WIDE + _GROUP_PADDING for digits in GROUP_DIGITS]
    left = PLAN.centre[0] - (sum(wides) + GAP * (len(wides) - 1)) / 2
    places = []
    for wide in wides:
        places.append(Box(left, _GROUP_TOP, wide, _GROUP_HIGH))
        left += wide + GAP
    return places


class TicketInScreenPage:
    """The groups of the number at the left, each a key that shows it; ten digits at the right."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheet: Picture[TicketInPage | None] = Picture(PLAN, _paint_ticket_in, desk.model.ticket_in_page)
        self._groups = [self._group(at, box) for at, box in enumerate(group_places())]
        self._pad = DigitPad(
            lambda digit: desk.change(lambda local: kiosk_local.type_number_digit(local, digit)),
            lambda: desk.change(kiosk_local.erase_number_digit),
            lambda: desk.change(kiosk_local.clear_number),
        )
        self._take = Button(_GO_ON, Face(), self._send, look=SPRUCE, legal=False)
        self._back = back_key(desk, _BACK)

    def _group(self, at: int, box: Box) -> Button:
        desk = self._desk
        return Button(
            box,
            Face(),
            lambda: desk.change(lambda local: kiosk_local.open_number_group(local, at)),
            look=PAPER_KEY,
        )

    def _send(self) -> None:
        typed = self._desk.local.number
        self._desk.send(lambda seen, request: kiosk_touches.press_redeem(seen, request, typed))

    def widgets(self) -> list[Widget]:
        return [self._sheet, *self._groups, *self._pad.widgets(), self._back, self._take]

    def show(self, model: KioskModel, now_ms: int) -> None:
        page = model.ticket_in_page
        if page is None:
            return
        self._sheet.show(page)
        for key, group in zip(self._groups, page.groups, strict=True):
            key.show(Face(group.text, title_type=Type.ACTION), page.types, now_ms, guard_ms=0)
            key.chosen = group.is_open
        self._pad.show(erase=page.erase, types=page.types, now_ms=now_ms, clear=page.clear)
        self._back.show(Face(page.back, title_type=Type.PRESET), legal=True, now_ms=now_ms, guard_ms=0)
        self._take.show(Face(page.key, title_type=Type.CHECK), page.legal, now_ms)


def _paint_claim(canvas: Canvas, box: Box, page: ClaimPage | None) -> None:
    canvas.sheet(box)
    if page is None:
        return
    left, room = box.x + 6.4, box.w - 12.8
    canvas.text(page.note, left, box.y + 8.2, Type.TURN, INK, room=room)
    canvas.text(page.waiting, left, box.y + 16.6, Type.TEXT, SPRUCE_BOTTOM, room=room)
    canvas.text(page.prompt, box.centre[0], 60.0, Type.PRESET, INK, "centre", room)
    wide, high, gap = 16.0, 22.0, 4.0
    start = box.centre[0] - (CODE_DIGITS * (wide + gap) - gap) / 2
    typed = sum(digit != " " for digit in page.digits)
    for number, digit in enumerate(page.digits):
        cell = Box(start + number * (wide + gap), 69, wide, high)
        canvas.fill(cell, 3.0, _WELL)
        here = number == typed
        canvas.outline(cell, 3.0, 0.6 if here else 0.3, SPRUCE_BOTTOM if here else RULE)
        canvas.text(digit.strip(), *cell.centre, Type.OWN, INK, "centre")
    put_paragraph(canvas, page.locked, box.centre[0], 99.0, Type.BODY_STRONG, OCHRE, room, "centre")


def _paint_ticket_in(canvas: Canvas, box: Box, page: TicketInPage | None) -> None:
    canvas.sheet(box)
    if page is None:
        return
    left, room = box.x + 6.4, box.w - 12.8
    canvas.text(page.headline, left, box.y + 8.2, Type.TURN, INK, room=room)
    put_paragraph(canvas, page.note, left, box.y + 17.6, Type.TEXT, PAPER_GREY, room)
    if page.told:
        _paint_told(canvas, box, page)
    else:
        put_paragraph(canvas, page.hint, box.centre[0], _TOLD_Y, Type.BODY, PAPER_GREY, room, "centre")


def _paint_told(canvas: Canvas, box: Box, page: TicketInPage) -> None:
    """What the check digits say, with its sign before the first line."""
    kind, ink = _SIGNS[page.state]
    use, room = Type.BODY_STRONG, box.w - 34
    first = wrapped(page.told, canvas.profile.type_px(use), use, canvas.px(room))[0]
    left = box.centre[0] - canvas.text_width(first, use) / 2
    canvas.middle(badge(kind, canvas.px(6)), left - 6, _TOLD_Y)
    put_paragraph(canvas, page.told, box.centre[0], _TOLD_Y, use, ink, room, "centre")
