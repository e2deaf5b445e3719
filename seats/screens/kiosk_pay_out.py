"""The kiosk's page on which a pay-out is chosen: how much of the balance, and by which way."""

from __future__ import annotations

from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import PayWay
from seats.art.marks import badge
from seats.art.signs import SignName
from seats.kit.button import GUARD_MS, Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import GAP, Box, Type
from seats.models import kiosk_local, kiosk_touches
from seats.models.kiosk import Balance, KioskModel
from seats.models.kiosk_local import KioskLocal
from seats.models.pay_out import PayOutPage, WayKey
from seats.palette import INK, OCHRE, PAPER_GREY
from seats.screens.inks import put_paragraph
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_pages import back_key
from seats.screens.kiosk_parts import AmountPanel, AmountState
from seats.screens.kiosk_seat import PLAN

BESIDE = Box(157, 19, 94, 30)
"""What is on the balance, and what stays there."""

MOST_WAYS: Final = 4
_WAY: Final = (32.0, 24.0)
_WAYS_TOP: Final = 69.0
_SIGNS: Final[dict[PayWay, SignName]] = {
    "ticket": "ticket",
    "coins": "coin",
    "notes": "note",
    "card": "card",
    "hand": "person",
}


class PayOutState(msgspec.Struct, frozen=True):
    """The words of the page."""

    prompt: str
    rest: str
    hint: str


class BesideState(msgspec.Struct, frozen=True):
    """The balance, and what stays of it."""

    balance: Balance
    stays: str


def way_place(number: int) -> Box:
    """Where the key of a way lies, from the left."""
    wide, high = _WAY
    return Box(11.4 + number * (wide + GAP), _WAYS_TOP, wide, high)


class WayButton(Button):
    """A way out; the chosen one has an outline and a tick."""

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        super().draw(canvas, now_ms)
        if self.chosen:
            canvas.middle(badge("chosen", canvas.px(6)), self.rect_mm.right - 1.4, self.rect_mm.y + 1.6)


class PayOutScreenPage:
    """The amount, everything at once, the ways, and the key that asks before it pays."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._sheet = Picture(PLAN, _paint, PayOutState("", "", ""))
        self._beside = Picture(BESIDE, _paint_beside, BesideState(desk.model.balance, ""))
        self._amount = AmountPanel(desk, Box(19, 37, 119, 26), Type.PAY_OUT, kiosk_touches.step_pay_out, _choose_pay)
        self._everything = Button(
            Box(103.6, 21.6, 42, 11),
            Face(),
            lambda: desk.change(kiosk_touches.press_everything),
            look=PAPER_KEY,
        )
        self._ways = [self._way(number) for number in range(MOST_WAYS)]
        self._pay = Button(Box(63, 115, 82.6, 18), Face(), self._ask, look=SPRUCE, legal=False)
        self._back = back_key(desk, Box(11.4, 115, 47.6, 18))

    def _way(self, number: int) -> WayButton:
        return WayButton(way_place(number), Face(), lambda: self._choose(number), look=PAPER_KEY)

    def _choose(self, number: int) -> None:
        page = self._desk.model.pay_out_page
        if page is not None and number < len(page.ways):
            self._desk.change(lambda local: kiosk_local.choose_way(local, page.ways[number].way))

    def _ask(self) -> None:
        request = self._desk.fresh(kiosk_touches.press_pay_out)
        if request is not None:
            self._desk.change(lambda local: kiosk_local.ask_first(local, request))

    def widgets(self) -> list[Widget]:
        keys = [self._everything, *self._ways, self._back, self._pay]
        return [self._sheet, self._beside, *self._amount.widgets(), *keys]

    def show(self, model: KioskModel, now_ms: int) -> None:
        page = model.pay_out_page
        if page is None:
            return
        self._beside.show(BesideState(model.balance, page.stays))
        shown = page.stepper
        if shown is None:
            self._amount.show(AmountState(0, model.balance.amount, None, fewer=False, more=False), now_ms)
        else:
            state = AmountState(shown.amount, shown.amount_text, shown.scale, shown.fewer, shown.more)
            self._amount.show(state, now_ms)
        self._sheet.show(PayOutState(page.prompt, page.rest, page.hint))
        everything = shown is not None and shown.more
        self._everything.show(Face(page.everything, title_type=Type.PRESET), everything, now_ms, 0)
        self._show_ways(page, now_ms)
        self._back.show(Face(page.back, title_type=Type.PRESET), legal=True, now_ms=now_ms, guard_ms=0)
        guard = 0 if self._desk.own_touch and self._pay.legal else GUARD_MS
        self._pay.show(Face(page.key, title_type=Type.CHECK), page.legal, now_ms, guard)

    def _show_ways(self, page: PayOutPage, now_ms: int) -> None:
        for number, key in enumerate(self._ways):
            key.visible = number < len(page.ways)
            if key.visible:
                way = page.ways[number]
                key.show(_way_face(way), way.legal, now_ms, 0 if self._desk.own_touch else GUARD_MS)
                key.chosen = way.chosen


def _way_face(way: WayKey) -> Face:
    return Face(
        way.title, caption=way.note, sign=_SIGNS[way.way], form="tile", title_type=Type.BODY_STRONG, sign_mm=7.0
    )


def _choose_pay(local: KioskLocal, amount: int) -> KioskLocal:
    return msgspec.structs.replace(local, pay=Money(amount))


def _paint(canvas: Canvas, box: Box, state: PayOutState) -> None:
    canvas.sheet(box)
    left, room = box.x + 6.4, box.w - 12.8
    canvas.text(state.prompt, left, box.y + 8.2, Type.TURN, INK, room=room - 46)
    told, ink = (state.hint, OCHRE) if state.hint else (state.rest, INK)
    y = put_paragraph(canvas, told, left, 99.0, Type.BODY_STRONG, ink, room)
    if state.hint:
        put_paragraph(canvas, state.rest, left, y, Type.BODY, INK, room)


def _paint_beside(canvas: Canvas, box: Box, state: BesideState) -> None:
    canvas.sheet(box)
    left, room = box.x + 5.6, box.w - 11.2
    canvas.text(state.balance.words, left, 25.6, Type.BODY, PAPER_GREY, room=room)
    canvas.text(state.balance.amount, left, 33.8, Type.BALANCE, INK, room=room)
    canvas.text(state.stays, left, 43.0, Type.BODY, INK, room=room)
