"""The page of money on its way: how far it has come, and what to do when it does not come (visual.md §9)."""

from __future__ import annotations

from typing import Final

import pygame

from seats.art import shapes
from seats.art.kiosk_devices import payer_picture, printer_picture
from seats.art.marks import badge
from seats.art.signs import SignName, sign
from seats.kept import kept
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import Box, Type
from seats.models import kiosk_local
from seats.models.kiosk import KioskModel
from seats.models.ticket import StepState, TicketPage, TicketStep, Trouble
from seats.palette import INK, LINGONBERRY, PAPER_GREY, RULE, SHEET, SPRUCE_BOTTOM, Rgb, mix
from seats.screens.inks import put_paragraph
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_seat import call_of, called

LEFT = Box(5, 19, 78.4, 120)
RIGHT = Box(88.4, 19, 162.6, 120)
PRINTER = Box(195, 27, 50, 46)

_STEP_Y = 65.0
_STEPS_ROOM = 64.0
_STEP_PITCH = 20.0
_MOST_APART = 4
_STEP_MM = 7.8
_SAFE_GROUND = (226, 236, 227)
_HEADS: Final[dict[bool, tuple[SignName, Rgb]]] = {
    False: ("triangle", LINGONBERRY),
    True: ("person", SPRUCE_BOTTOM),
}
"""Before the headline: something has failed, or somebody has to come all the same."""

_LATER_SIGNS: Final[tuple[SignName, ...]] = ("ticket", "coin", "card")


class TicketScreenPage:
    """Amount and steps at the left; at the right the printer, and words."""

    def __init__(self, desk: Desk) -> None:
        page = desk.model.ticket_page
        self._left: Picture[TicketPage | None] = Picture(LEFT, _paint_left, page)
        self._right: Picture[TicketPage | None] = Picture(RIGHT, _paint_right, page)
        self._close = Button(
            Box(170.6, 118, 74, 15),
            Face(),
            lambda: desk.change(lambda local: kiosk_local.turn_to(local, "seat")),
            look=SPRUCE,
        )
        self._desk = desk
        self._call = Button(Box(171.6, 88, 73, 19.6), Face(), lambda: desk.send(call_of(desk)), look=SPRUCE)
        self._back = Button(
            Box(95.4, 88, 73, 19.6),
            Face(),
            lambda: desk.change(lambda local: kiosk_local.turn_to(local, "seat")),
            look=PAPER_KEY,
        )

    def widgets(self) -> list[Widget]:
        return [self._left, self._right, self._back, self._call, self._close]

    def show(self, model: KioskModel, now_ms: int) -> None:
        page = model.ticket_page
        self._left.show(page)
        self._right.show(page)
        trouble = page.trouble if page is not None else None
        self._close.visible = page is not None and page.done
        self._back.visible = self._call.visible = trouble is not None
        if page is not None and page.done:
            self._close.show(Face(page.close, title_type=Type.CHECK), legal=True, now_ms=now_ms)
        if trouble is not None:
            face = Face(
                trouble.back,
                caption=trouble.back_note,
                sign="person",
                form="lines",
                title_type=Type.STACK,
                sign_mm=7.0,
                sign_ink=SPRUCE_BOTTOM,
            )
            self._back.show(face, legal=True, now_ms=now_ms)
            is_called = called(self._desk)
            words = self._desk.say("call.back" if is_called else "call.attendant")
            call = Face(words, sign="bell", title_type=Type.STACK, sign_mm=7.0)
            self._call.show(call, True, now_ms, look=PAPER_KEY if is_called else SPRUCE)


def _paint_left(canvas: Canvas, box: Box, page: TicketPage | None) -> None:
    canvas.sheet(box)
    if page is None:
        return
    left, room = box.x + 6.4, box.w - 12.8
    canvas.text(page.yours, left, 27.0, Type.BODY, PAPER_GREY, room=room)
    canvas.text(page.amount, left, 37.0, Type.PAY_OUT, INK, room=room)
    pill = Box(left, 45.6, room, 8.8)
    canvas.fill(pill, 4.4, _SAFE_GROUND)
    canvas.middle(sign("padlock", canvas.px(4.6), SPRUCE_BOTTOM), pill.x + 5, pill.centre[1])
    canvas.text(page.safe, pill.x + 9.4, pill.centre[1], Type.BODY_STRONG, SPRUCE_BOTTOM, room=room - 14)
    pitch = _STEP_PITCH if len(page.steps) <= _MOST_APART else _STEPS_ROOM / (len(page.steps) - 1)
    for number, step in enumerate(page.steps):
        y = _STEP_Y + number * pitch
        if number + 1 < len(page.steps):
            done = step.state == "done"
            line = Box(left + _STEP_MM / 2 - 0.3, y + _STEP_MM / 2, 0.6, pitch - _STEP_MM)
            canvas.fill(line, 0.3, SPRUCE_BOTTOM if done else RULE)
        _paint_step(canvas, left, y, room, step)


def _paint_step(canvas: Canvas, left: float, y: float, room: float, step: TicketStep) -> None:
    x = left + _STEP_MM / 2
    canvas.middle(_step_disc(step.state, canvas.px(_STEP_MM)), x, y)
    words_x = left + 11.6
    if step.note:
        canvas.text(step.words, words_x, y - 2.4, Type.BODY_STRONG, INK, room=room - 11.6)
        canvas.text(step.note, words_x, y + 3.4, Type.BODY, PAPER_GREY, room=room - 11.6)
    else:
        use, ink = (Type.TEXT, PAPER_GREY) if step.state == "open" else (Type.BODY_STRONG, INK)
        canvas.text(step.words, words_x, y, use, ink, room=room - 11.6)


@kept
def _step_disc(state: StepState, size: int) -> pygame.Surface:
    picture = shapes.clear((size, size))
    if state in ("open", "now"):
        line = max(2.0, size * 0.08)
        ink = SPRUCE_BOTTOM if state == "now" else mix(RULE, PAPER_GREY, 0.25)
        picture.blit(shapes.disc(size, SHEET), (0, 0))
        picture.blit(shapes.coloured(shapes.ring_mask((size, size), size / 2, line), ink), (0, 0))
        if state == "now":
            inner = round(size * 0.46)
            picture.blit(shapes.disc(inner, SPRUCE_BOTTOM), ((size - inner) // 2, (size - inner) // 2))
        return picture
    if state == "failed":
        picture.blit(shapes.disc(size, LINGONBERRY), (0, 0))
        inner = round(size * 0.56)
        picture.blit(sign("cross", inner, (255, 255, 255)), ((size - inner) // 2, (size - inner) // 2))
        return picture
    return badge("good", size)


def _paint_right(canvas: Canvas, box: Box, page: TicketPage | None) -> None:
    canvas.sheet(box)
    if page is None:
        return
    left, room = box.x + 7.2, PRINTER.x - box.x - 11
    if page.trouble is not None:
        _paint_trouble(canvas, box, page.trouble)
    canvas.picture(_device(page, canvas.px(PRINTER.w)), *_corner())
    if page.trouble is not None:
        return
    if not page.done:
        now = next((step.words for step in page.steps if step.state == "now"), page.title)
        put_paragraph(canvas, now, left, 30.0, Type.CHECK, INK, room)
        put_paragraph(canvas, page.replaces, left, 44.0, Type.TEXT, PAPER_GREY, room)
        return
    y = put_paragraph(canvas, page.headline, left, 30.0, Type.CHECK, INK, room)
    y = put_paragraph(canvas, page.note, left, y + 3.0, Type.TEXT, INK, room)
    put_paragraph(canvas, page.replaces, left, y + 3.0, Type.TEXT, PAPER_GREY, room)


def _device(page: TicketPage, wide: int) -> pygame.Surface:
    """What pays, as a player sees it."""
    trouble = page.trouble
    if page.scene != "printer":
        return payer_picture(page.scene, wide, fault=trouble is not None and not trouble.calm)
    if trouble is not None:
        return printer_picture("torn" if trouble.later else "waiting", wide)
    return printer_picture("done" if page.done else "printing", wide)


def _corner() -> tuple[float, float]:
    return PRINTER.x, PRINTER.y


def _paint_trouble(canvas: Canvas, box: Box, trouble: Trouble) -> None:
    """What happened, that the money is safe, what comes next: in this order."""
    left, room = box.x + 7.2, PRINTER.x - box.x - 11
    name, ink = _HEADS[trouble.calm]
    canvas.middle(sign(name, canvas.px(10), ink), left + 4.8, 29.8)
    canvas.text(trouble.headline, left + 12.6, 30.0, Type.TURN, INK, room=room - 12.6)
    happened = f"{trouble.happened}." if trouble.happened else ""
    text = " ".join(part for part in (happened, trouble.advice) if part)
    y = put_paragraph(canvas, text, left, 41.8, Type.TEXT, INK, room)
    canvas.middle(sign("padlock", canvas.px(4.6), SPRUCE_BOTTOM), left + 2.6, y + 2.6)
    canvas.text(trouble.safe, left + 8, y + 2.8, Type.PRESET, SPRUCE_BOTTOM, room=room - 8)
    canvas.rule(left, 75.6, box.w - 14.4, RULE)
    canvas.text(trouble.next_step, left, 81.8, Type.PRESET, INK, room=box.w - 14.4)
    if not trouble.later:
        return
    canvas.text(trouble.then, left, 115.0, Type.BODY, PAPER_GREY, room=box.w - 14.4)
    x = left
    for words, name in zip(trouble.later, _LATER_SIGNS, strict=False):
        canvas.middle(sign(name, canvas.px(7), SPRUCE_BOTTOM), x + 3.5, 125.0)
        canvas.text(words, x + 9.4, 125.0, Type.TEXT, INK, room=56)
        x += 17.0 + min(56.0, canvas.text_width(words, Type.TEXT))
