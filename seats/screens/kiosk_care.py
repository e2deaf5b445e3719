"""The kiosk's page on which a guest sets his own limits, his reminder, and how long he stays away (R-RG-2, R-RG-3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from cashier.records import RequestId
from controller.vocab.care_records import LimitMyself, ReadOwnCare, RemindMe
from seats.art.marks import badge
from seats.kit.button import GUARD_MS, Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import GAP, Box, Type
from seats.models import kiosk_care, kiosk_local
from seats.models.kiosk import KioskModel
from seats.models.kiosk_care import KINDS, PERIODS, REMINDERS, CarePage, Chip
from seats.models.kiosk_local import KioskLocal
from seats.palette import INK, PAPER_GREY
from seats.screens.inks import put_paragraph
from seats.screens.kiosk_desk import Desk
from seats.screens.kiosk_pages import back_key
from seats.screens.kiosk_seat import PLAN

REMIND = Box(157, 19, 94, 43)
AWAY_SHEET = Box(157, 64, 94, 75)
LIMITS_SHEET = Box(5, 69, 147, 70)
"""Where a player is asked whether he means to stay away: far from the key that he has pressed."""

_INNER: Final = Box(11.4, 19, 134.2, 120)
_BESIDE: Final = Box(162.6, 19, 82.8, 120)
_KEY_HIGH: Final = 12.0
_KINDS_TOP, _PERIODS_TOP, _AMOUNT_TOP, _TOLD_TOP = 41.0, 55.0, 71.0, 91.0
_TOLD_PITCH: Final = 6.6


def row_of(count: int, top: float, within: Box) -> list[Box]:
    """So many keys side by side."""
    wide = (within.w - GAP * (count - 1)) / count
    return [Box(within.x + number * (wide + GAP), top, wide, _KEY_HIGH) for number in range(count)]


def away_places() -> list[Box]:
    """Two keys in a row, and the last over the whole width."""
    pairs = [*row_of(2, 77, _BESIDE), *row_of(2, 91, _BESIDE)]
    return [*pairs, *row_of(1, 105, _BESIDE)]


class ChipButton(Button):
    """One of several keys; the chosen one has an outline and a tick."""

    def show_chip(self, chip: Chip, now_ms: int, guard_ms: int = 0) -> None:
        """Show its words, and whether it is the chosen one."""
        self.show(Face(chip.words), chip.legal, now_ms, guard_ms)
        if self.chosen is not chip.chosen:
            self.chosen = chip.chosen
            self.touch()

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        super().draw(canvas, now_ms)
        if self.chosen:
            canvas.middle(badge("chosen", canvas.px(5)), self.rect_mm.right - 1.4, self.rect_mm.y + 1.4)


class CareScreenPage:
    """Limits at the left; the reminder and the time away at the right."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._read = False
        self._sheet: Picture[CarePage | None] = Picture(PLAN, _paint_limits, desk.model.care_page)
        self._remind: Picture[CarePage | None] = Picture(REMIND, _paint_remind, desk.model.care_page)
        self._away: Picture[CarePage | None] = Picture(AWAY_SHEET, _paint_away, desk.model.care_page)
        top = _AMOUNT_TOP
        self._kinds = self._chips(row_of(len(KINDS), _KINDS_TOP, _INNER), self._choose_kind)
        self._periods = self._chips(row_of(len(PERIODS), _PERIODS_TOP, _INNER), self._choose_period)
        self._minus = Button(
            Box(11.4, top, 13, 13), Face(sign="minus"), lambda: self._step(-1), look=PAPER_KEY, pause_ms=0
        )
        self._plus = Button(
            Box(94.6, top, 13, 13), Face(sign="plus"), lambda: self._step(1), look=PAPER_KEY, pause_ms=0
        )
        self._free = ChipButton(Box(109.6, top, 36, 13), Face(), self._choose_none, look=PAPER_KEY)
        self._set = Button(Box(63, 115, 82.6, 18), Face(), lambda: desk.send(_limit), look=SPRUCE, legal=False)
        self._back = back_key(desk, Box(11.4, 115, 47.6, 18))
        self._reminders = self._chips(row_of(len(REMINDERS), 34, _BESIDE), self._choose_reminder)
        self._aways = self._chips(away_places(), self._choose_away)

    @staticmethod
    def _chips(boxes: Iterable[Box], press: Callable[[int], None]) -> list[ChipButton]:
        def chip(place: int, box: Box) -> ChipButton:
            return ChipButton(box, Face(), lambda: press(place), look=PAPER_KEY)

        return [chip(place, box) for place, box in enumerate(boxes)]

    def _choose_kind(self, place: int) -> None:
        self._desk.change(lambda local: kiosk_care.choose_limit(local, KINDS[place]))

    def _choose_period(self, place: int) -> None:
        self._desk.change(lambda local: kiosk_care.choose_period(local, PERIODS[place]))

    def _choose_none(self) -> None:
        def unlimited(local: KioskLocal) -> KioskLocal:
            return kiosk_care.wish_limit(local, msgspec.structs.replace(local.care, most=None, changed=True))

        self._desk.change(unlimited)

    def _step(self, steps: int) -> None:
        page, view = self._desk.model.care_page, self._desk.view
        if page is not None:
            wish = kiosk_care.stepped(view, page, self._desk.local.care, steps)
            self._desk.change(lambda local: kiosk_care.wish_limit(local, wish))

    def _choose_reminder(self, place: int) -> None:
        def remind(seen: KioskModel, _request: RequestId) -> RemindMe | None:
            return kiosk_care.press_reminder(seen.care_page, place)

        self._desk.send(remind)

    def _choose_away(self, place: int) -> None:
        asking = kiosk_care.press_away(self._desk.model.care_page, place)
        if asking is not None:
            self._desk.change(lambda local: kiosk_local.ask_first(local, asking))

    def widgets(self) -> list[Widget]:
        sheets = [self._sheet, self._remind, self._away]
        amount = [self._minus, self._plus, self._free]
        return [
            *sheets, *self._kinds, *self._periods, *amount, self._back, self._set, *self._reminders, *self._aways
        ]  # fmt: skip

    def show(self, model: KioskModel, now_ms: int) -> None:
        page = model.care_page
        if page is None:
            return
        self._ask_once()
        for sheet in (self._sheet, self._remind, self._away):
            sheet.show(page)
        rows = (
            (self._kinds, page.kinds),
            (self._periods, page.periods),
            (self._reminders, page.reminders),
            (self._aways, page.aways),
            ([self._free], (page.free,)),
        )
        for keys, chips in rows:
            for key, chip in zip(keys, chips, strict=True):
                key.show_chip(chip, now_ms)
        self._minus.show(self._minus.face, page.fewer, now_ms, 0)
        self._plus.show(self._plus.face, page.more, now_ms, 0)
        self._back.show(Face(page.back, title_type=Type.PRESET), legal=True, now_ms=now_ms, guard_ms=0)
        guard = 0 if self._desk.own_touch and self._set.legal else GUARD_MS
        self._set.show(Face(page.key, title_type=Type.CHECK), page.legal, now_ms, guard)

    def _ask_once(self) -> None:
        """What stands is read anew each time the page is opened."""
        if not self._read and self._desk.pending is None and self._desk.local.connected:
            self._read = True
            self._desk.send(_read)


def _limit(seen: KioskModel, _request: RequestId) -> LimitMyself | None:
    return kiosk_care.press_limit(seen.care_page)


def _read(_seen: KioskModel, _request: RequestId) -> ReadOwnCare:
    return ReadOwnCare()


def _paint_limits(canvas: Canvas, box: Box, page: CarePage | None) -> None:
    canvas.sheet(box)
    if page is None:
        return
    left, room = _INNER.x, _INNER.w
    canvas.text(page.headline, left, box.y + 8.2, Type.TURN, INK, room=room)
    canvas.text(page.session or page.coming, left, box.y + 16.0, Type.BODY, PAPER_GREY, room=room)
    canvas.text(page.amount, 59.5, _AMOUNT_TOP + 6.5, Type.OWN, INK, "centre", 66)
    for place, line in enumerate(page.told):
        canvas.text(line, left, _TOLD_TOP + place * _TOLD_PITCH, Type.TEXT, INK if place else PAPER_GREY, room=room)


def _paint_remind(canvas: Canvas, box: Box, page: CarePage | None) -> None:
    canvas.sheet(box)
    if page is not None:
        canvas.text(page.remind, _BESIDE.x, box.y + 8.2, Type.PRESET, INK, room=_BESIDE.w)
        put_paragraph(canvas, page.remind_note, _BESIDE.x, 51.2, Type.BODY, PAPER_GREY, _BESIDE.w)


def _paint_away(canvas: Canvas, box: Box, page: CarePage | None) -> None:
    canvas.sheet(box)
    if page is not None:
        canvas.text(page.away, _BESIDE.x, box.y + 7.4, Type.PRESET, INK, room=_BESIDE.w)
        put_paragraph(canvas, page.away_note, _BESIDE.x, 122.4, Type.BODY, PAPER_GREY, _BESIDE.w)
