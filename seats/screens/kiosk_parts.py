"""Parts that several pages of the kiosk use."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from seats.art.marks import badge
from seats.art.shapes import disc
from seats.art.signs import SignName, sign
from seats.kit.amounts import ON_PAPER, Scale, Slider
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import GAP, Box, Type
from seats.models.kiosk import KioskModel, PlanSeat
from seats.models.kiosk_local import KioskLocal
from seats.models.scale import AmountScale
from seats.palette import (
    AMBER,
    INK,
    PAPER_GREY,
    PAPER_SHADOW,
    SHEET,
    SNOW,
    SPRUCE_BOTTOM,
    SPRUCE_TOP,
    WHITE_KEY_BOTTOM,
    WHITE_KEY_TOP,
    darker,
    mix,
)
from seats.screens.kiosk_desk import Desk

SEAT_MM = 15.6
_TAKEN = (227, 220, 206)


class EvenScale(Scale, frozen=True):
    """A slider on which equal ways add equal amounts, as money is counted in notes."""

    def share(self, amount: int) -> float:
        if self.most <= self.least:
            return 1.0
        return (max(self.least, min(self.most, amount)) - self.least) / (self.most - self.least)

    def amount(self, share: float) -> int:
        return self.snap(self.least + round(max(0.0, min(1.0, share)) * (self.most - self.least)))


Step = Callable[[KioskLocal, KioskModel, int], KioskLocal]
"""Moves the amount by so many steps."""

Choose = Callable[[KioskLocal, int], KioskLocal]
"""Sets the amount."""


class AmountState(msgspec.Struct, frozen=True):
    """An amount and the scale it stands on; without a scale nothing can be chosen."""

    amount: int
    text: str
    scale: AmountScale | None
    fewer: bool
    more: bool


class AmountPanel:
    """A large amount between minus and plus, above a slider."""

    def __init__(self, desk: Desk, box: Box, use: Type, step: Step, choose: Choose) -> None:
        key_w, key_h = 13.0, 12.0
        self._minus = Button(
            Box(box.x, box.y, key_w, key_h),
            Face(sign="minus"),
            lambda: desk.move(step, -1),
            look=PAPER_KEY,
            pause_ms=0,
        )
        self._plus = Button(
            Box(box.right - key_w, box.y, key_w, key_h),
            Face(sign="plus"),
            lambda: desk.move(step, 1),
            look=PAPER_KEY,
            pause_ms=0,
        )
        middle = Box(box.x + key_w + 1, box.y - 1, box.w - 2 * key_w - 2, key_h + 2)
        self._amount = Picture(middle, lambda canvas, area, text: _paint_amount(canvas, area, use, text), "", 1.0)
        slider = Box(box.x, box.y + key_h + GAP, box.w, 10)
        self._slider = Slider(
            slider,
            EvenScale(1, 1),
            1,
            lambda value: desk.change(lambda local: choose(local, value)),
            look=ON_PAPER,
        )

    def widgets(self) -> list[Widget]:
        return [self._amount, self._minus, self._plus, self._slider]

    def show(self, state: AmountState, now_ms: int) -> None:
        self._amount.show(state.text)
        self._minus.show(self._minus.face, state.fewer, now_ms, 0)
        self._plus.show(self._plus.face, state.more, now_ms, 0)
        scale = state.scale
        for widget in (self._minus, self._plus, self._slider):
            widget.visible = scale is not None
        if scale is not None:
            self._slider.show(EvenScale(scale.least, scale.most, scale.step), state.amount)


def _paint_amount(canvas: Canvas, box: Box, use: Type, text: str) -> None:
    canvas.text(text, box.centre[0], box.centre[1], use, INK, "centre", box.w)


class SeatKey(Button):
    """A seat on the plan: free, taken or chosen, told by shape and words as much as by colour."""

    def __init__(self, middle: tuple[float, float], seat: PlanSeat, press: Callable[[], None]) -> None:
        half = SEAT_MM / 2
        box = Box(middle[0] - half, middle[1] - half, SEAT_MM, SEAT_MM)
        super().__init__(box, Face(str(seat.seat), caption=seat.words), press, look=PAPER_KEY, radius=half)
        self.seat = seat

    def show_seat(self, seat: PlanSeat, now_ms: int) -> None:
        """A seat that has just been taken or left ignores presses for the guard time."""
        if seat != self.seat:
            self.seat = seat
            self.touch()
        self.show(Face(str(seat.seat), caption=seat.words), legal=seat.state != "locked", now_ms=now_ms)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        state = self.state(now_ms)
        self._drawn = state
        box = self.rect_mm.moved(0, 0.2 * state.depth)
        if self.seat.chosen:
            self._chosen_disc(canvas, box)
        elif self.seat.state in ("free", "kept"):
            canvas.shadow(box, box.w / 2, "plate", PAPER_SHADOW, 0.5)
            canvas.panel(box, box.w / 2, SPRUCE_TOP, SPRUCE_BOTTOM)
            canvas.panel(box.inset(0.6), box.w / 2 - 0.6, WHITE_KEY_TOP, WHITE_KEY_BOTTOM)
            canvas.text(str(self.seat.seat), box.centre[0], box.y + 5.4, Type.TURN, SPRUCE_BOTTOM, "centre")
            canvas.text(self.seat.words, box.centre[0], box.y + 10.8, Type.BODY, SPRUCE_BOTTOM, "centre", box.w - 3)
        else:
            canvas.middle(disc(canvas.px(box.w), _TAKEN), *box.centre)
            grey = mix(PAPER_GREY, _TAKEN, 0.4)
            shown: SignName = "padlock" if self.seat.state == "locked" else "person"
            canvas.middle(sign(shown, canvas.px(5.8), grey), box.centre[0], box.y + 6.0)
            canvas.text(str(self.seat.seat), box.centre[0], box.y + 11.6, Type.BODY, darker(PAPER_GREY, 0.2), "centre")

        if state.focus:
            beyond = 3.4 if self.seat.chosen else 1.8
            canvas.outline(box.inset(-beyond), box.w / 2 + beyond, 0.6, self.look.ring)

    def _chosen_disc(self, canvas: Canvas, box: Box) -> None:
        canvas.fill(box.inset(-2.0), box.w / 2 + 2.0, AMBER)
        canvas.fill(box.inset(-1.2), box.w / 2 + 1.2, SHEET)
        canvas.panel(box, box.w / 2, SPRUCE_TOP, SPRUCE_BOTTOM)
        canvas.text(str(self.seat.seat), *box.centre, Type.CHECK, SNOW, "centre")
        canvas.middle(badge("chosen", canvas.px(6)), box.right - 1.4, box.y + 1.6)
