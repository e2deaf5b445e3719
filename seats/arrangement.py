"""Where each screen of a table lies in the mosaic: seats round the centre as round the table, the kiosk beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec
import pygame

from controller.vocab.ids import MAX_SEATS, Seat
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK
from seats.screens.places import place_of

WIDE: Final = 1920
HIGH: Final = 1080

_GAP = 16
_SEAT = (440, 275)
_SIDE = (368, 230)
_ROW_SCREENS = 4
_MOST_IN_ROW = 3
_MOST_IN_COLUMNS = 8
_LARGEST_HIGH = 338

Areas = Mapping[Viewer, pygame.Rect]


class Mosaic(msgspec.Struct, frozen=True):
    """The screens' areas in a picture of `WIDE` × `HIGH`, and the area left for a title, if there is one."""

    areas: Areas
    title: pygame.Rect | None


def arrange(shown: tuple[Seat, ...], seats: int) -> Mosaic:
    """Arrange the screens of `shown` at a table of `seats`, all round the centre in the order they sit."""
    if len(shown) <= _MOST_IN_ROW:
        return _row(shown)
    return _columns(shown) if len(shown) <= _MOST_IN_COLUMNS else _round(shown, seats)


def fitted(area: pygame.Rect, picture: tuple[int, int]) -> pygame.Rect:
    """The largest rectangle of the mosaic's form in the middle of a window of `picture` pixels, for `area` in it."""
    share = min(picture[0] / WIDE, picture[1] / HIGH)
    left, top = (picture[0] - WIDE * share) / 2, (picture[1] - HIGH * share) / 2
    x, y = round(left + area.x * share), round(top + area.y * share)
    right, bottom = round(left + area.right * share), round(top + area.bottom * share)
    return pygame.Rect(x, y, right - x, bottom - y)


def _row(shown: tuple[Seat, ...]) -> Mosaic:
    """The centre above, seats and kiosk in a row below it."""
    viewers = [*(Viewer("seat", seat) for seat in shown), KIOSK]
    wide = min(620, (WIDE - (len(viewers) + 1) * _GAP) // len(viewers))
    high = wide * 10 // 16
    centre_high = HIGH - high - 3 * _GAP
    centre = pygame.Rect(0, _GAP, centre_high * 16 // 9, centre_high)
    centre.centerx = WIDE // 2
    left = (WIDE - len(viewers) * (wide + _GAP) + _GAP) // 2
    top = centre.bottom + _GAP
    row = {viewer: pygame.Rect(left + number * (wide + _GAP), top, wide, high) for number, viewer in enumerate(viewers)}
    return Mosaic({CENTRE: centre, **row}, None)


def _columns(shown: tuple[Seat, ...]) -> Mosaic:
    """Half of the seats at either side, centre and kiosk between them."""
    half = (len(shown) + 1) // 2
    start = round(len(shown) / 4)
    right = shown[start : start + half]
    left = tuple(reversed((*shown[start + half :], *shown[:start])))
    high = min(_LARGEST_HIGH, (HIGH - (half + 1) * _GAP) // half)
    wide = high * 16 // 10
    between = WIDE - 2 * wide - 4 * _GAP
    areas: dict[Viewer, pygame.Rect] = {}
    for seats, x in ((left, _GAP), (right, WIDE - _GAP - wide)):
        top = (HIGH - len(seats) * (high + _GAP) + _GAP) // 2
        for number, seat in enumerate(seats):
            areas[Viewer("seat", seat)] = pygame.Rect(x, top + number * (high + _GAP), wide, high)
    x = wide + 2 * _GAP
    centre = pygame.Rect(x, 0, between, between * 9 // 16)
    rest = HIGH - centre.h - 3 * _GAP
    kiosk = pygame.Rect(0, 0, min(between, rest * 16 // 10), 0)
    kiosk.h = kiosk.w * 10 // 16
    kiosk.bottom = HIGH - _GAP
    if kiosk.w == between:
        kiosk.x, centre.bottom = x, kiosk.y - _GAP
        title = pygame.Rect(x, _GAP, between, centre.y - 2 * _GAP)
    else:
        kiosk.right, centre.y = x + between, _GAP
        title = pygame.Rect(x, kiosk.y, between - kiosk.w - _GAP, kiosk.h)
    return Mosaic({CENTRE: centre, KIOSK: kiosk, **areas}, title)


def _round(shown: tuple[Seat, ...], seats: int) -> Mosaic:
    where = _all_places()
    areas = {Viewer("seat", seat): where[place_of(seat, seats)] for seat in shown}
    middle_high = HIGH - 2 * _SEAT[1] - 4 * _GAP
    centre = pygame.Rect(0, 0, middle_high * 16 // 9, middle_high)
    centre.center = (WIDE // 2, HIGH // 2)
    kiosk, title = where[5].copy(), where[10].copy()
    kiosk.bottom, title.top = centre.bottom, centre.top
    return Mosaic({CENTRE: centre, KIOSK: kiosk, **areas}, title)


def _all_places() -> dict[int, pygame.Rect]:
    """Places 1 to 4 above, 6 to 9 below, 5 and 10 at the ends."""
    across = _ROW_SCREENS * (_SEAT[0] + _GAP) - _GAP
    left = (WIDE - across) // 2
    low = HIGH - _GAP - _SEAT[1]
    columns = [left + column * (_SEAT[0] + _GAP) for column in range(_ROW_SCREENS)]
    upper = {number + 1: pygame.Rect(x, _GAP, *_SEAT) for number, x in enumerate(columns)}
    lower = {9 - number: pygame.Rect(x, low, *_SEAT) for number, x in enumerate(columns)}
    top = _SEAT[1] + 2 * _GAP
    right = pygame.Rect(WIDE - left - _SIDE[0], top, *_SIDE)
    end = pygame.Rect(left, low - _GAP - _SIDE[1], *_SIDE)
    places = {**upper, **lower, 5: right, 10: end}
    return {number: places[number] for number in range(1, MAX_SEATS + 1)}
