"""What surrounds every page of the kiosk: the head with its language keys, and the line at the foot."""

from __future__ import annotations

from typing import get_args

import msgspec

from controller.vocab.profile import Language as LanguageCode
from seats.art.marks import badge
from seats.art.paper import paper
from seats.art.star import star
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_FRAME, PAPER_KEY, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import KIOSK, Box, Type
from seats.models import kiosk_local
from seats.models.kiosk import KioskModel
from seats.models.kiosk_local import BookName
from seats.palette import (
    BIRCH,
    BIRCH_LIGHT,
    INK,
    OCHRE,
    OCHRE_GROUND,
    PAPER_GREY,
    SPRUCE_BOTTOM,
    SPRUCE_TOP,
    darker,
)
from seats.screens.kiosk_desk import Desk

HEAD = Box(5, 3, 180, 14)
CLOCK = Box(166, 5, 26, 10)
STRIP = Box(5, 143, 176, 10)
TICKET_KEY = Box(185, 142, 66, 11)
LIST_KEY, CARE_KEY = Box(185, 142, 32, 11), Box(219, 142, 32, 11)
"""On the first page, while no money is on its way."""

_KEY_X = 197.0
_KEY_STEP = 14.0


def paint_ground(canvas: Canvas) -> None:
    """Warm paper, and the knit star in its tile."""
    canvas.surface.blit(paper(KIOSK), (0, 0))
    tile = Box(5, 4.2, 11, 11)
    canvas.panel(tile, 2.6, SPRUCE_TOP, SPRUCE_BOTTOM)
    canvas.middle(star(canvas.px(7.6), BIRCH_LIGHT, darker(BIRCH, 0.25)), *tile.centre)


class Head(msgspec.Struct, frozen=True):
    """The words at the upper edge."""

    title: str
    subtitle: str


class Line(msgspec.Struct, frozen=True):
    """One line at the foot: a warning, or a remark."""

    headline: str
    note: str
    warning: bool


class Frame:
    """Head and foot."""

    def __init__(self, desk: Desk) -> None:
        model = desk.model
        self._head = Picture(HEAD, _paint_head, _head_of(model))
        self._clock = Picture(CLOCK, _paint_clock, model.clock)
        self._strip = Picture(STRIP, _paint_line, _line_of(model))
        self._keys = [self._language_key(desk, number, code) for number, code in enumerate(get_args(LanguageCode))]
        self._ticket = Button(
            TICKET_KEY,
            Face(sign="ticket"),
            self._turn,
            look=PAPER_KEY,
        )
        self._list = self._book_key(desk, LIST_KEY, "list")
        self._care = Button(CARE_KEY, Face(), self._play_with_care, look=PAPER_KEY)
        self._desk = desk

    @staticmethod
    def _book_key(desk: Desk, box: Box, book: BookName) -> Button:
        return Button(
            box, Face(), lambda: desk.change(lambda local: kiosk_local.open_book(local, book)), look=PAPER_KEY
        )

    def _play_with_care(self) -> None:
        """Turn to the guest's own bounds, or open the book where there are none or they lie open."""
        if self._desk.model.care_key.book:
            self._desk.change(lambda local: kiosk_local.open_book(local, "care"))
        else:
            self._desk.change(lambda local: kiosk_local.turn_to(local, "care"))

    def _turn(self) -> None:
        """Turn to the money that is on its way."""
        waits = self._desk.model.waits
        if waits is not None:
            self._desk.change(lambda local: kiosk_local.turn_to(local, waits.page))

    @staticmethod
    def _language_key(desk: Desk, number: int, code: LanguageCode) -> Button:
        known = desk.languages.get(code)
        face = Face(known.locale.label if known else code.upper(), title_type=Type.BODY_STRONG)
        return Button(
            Box(_KEY_X + number * _KEY_STEP, 5, 12, 10),
            face,
            lambda: desk.change(lambda local: kiosk_local.choose_language(local, code)),
            look=PAPER_FRAME,
            legal=known is not None,
        )

    def widgets(self) -> list[Widget]:
        return [self._head, self._clock, *self._keys, self._strip, self._ticket, self._list, self._care]

    def show(self, model: KioskModel, now_ms: int) -> None:
        self._head.show(_head_of(model))
        self._clock.show(model.clock)
        self._strip.show(_line_of(model))
        chosen = {key.label for key in model.languages if key.chosen}
        for key in self._keys:
            key.show(key.face, key.legal, now_ms, 0, look=SPRUCE if key.face.title in chosen else PAPER_FRAME)
        self._ticket.visible = model.waits is not None
        self._list.visible = model.waits is None and model.page == "seat"
        self._list.show(Face(self._desk.say("list.title")), legal=True, now_ms=now_ms)
        self._care.visible = model.waits is None and bool(model.care_key.words)
        self._care.show(Face(model.care_key.words), legal=True, now_ms=now_ms)
        if model.waits is not None:
            self._ticket.show(Face(model.waits.key, sign="ticket"), legal=True, now_ms=now_ms)


def _head_of(model: KioskModel) -> Head:
    return Head(model.title, model.subtitle)


def _line_of(model: KioskModel) -> Line | None:
    """What matters most, in one line."""
    if model.banner is not None and model.banner.kind not in ("disconnected", "frozen", "door"):
        return Line(model.banner.headline, model.banner.note, warning=True)
    waits = model.waits.words if model.waits is not None else ""
    for words in (model.refusal, waits, *model.devices):
        if words:
            return Line(words, "", warning=True)
    return Line(model.header.demonstration, "", warning=False) if model.header.demonstration else None


def _paint_head(canvas: Canvas, box: Box, head: Head) -> None:
    canvas.text(head.title, box.x + 14.6, box.y + 4.6, Type.TURN, INK, room=box.w - 40)
    canvas.text(head.subtitle, box.x + 14.6, box.y + 10.4, Type.BODY, PAPER_GREY, room=box.w - 40)


def _paint_clock(canvas: Canvas, box: Box, clock: str) -> None:
    canvas.text(clock, box.right, box.centre[1] - 0.2, Type.TEXT, PAPER_GREY, "right")


def _paint_line(canvas: Canvas, box: Box, line: Line | None) -> None:
    if line is None:
        return
    if not line.warning:
        canvas.text(line.headline, box.x, box.centre[1], Type.BODY, PAPER_GREY, room=box.w)
        return
    canvas.fill(box, 3.0, OCHRE_GROUND)
    canvas.outline(box, 3.0, 0.3, OCHRE, 90)
    canvas.middle(badge("warning", canvas.px(5.2)), box.x + 6, box.centre[1])
    room = box.w - 16
    left = box.x + 11
    if not line.note:
        canvas.text(line.headline, left, box.centre[1], Type.BODY_STRONG, OCHRE, room=room)
        return
    wide = min(canvas.text_width(line.headline, Type.BODY_STRONG), room * 0.6)
    canvas.text(line.headline, left, box.centre[1], Type.BODY_STRONG, OCHRE, room=wide)
    canvas.text(line.note, left + wide + 3, box.centre[1], Type.BODY, OCHRE, room=room - wide - 3)
