"""The kiosk's devices as a player sees them: the printer with its ticket, and what pays in cash."""

from __future__ import annotations

import math
from typing import Final, Literal

import pygame

from seats.art import shapes
from seats.art.signs import SignName, sign
from seats.art.star import star
from seats.kept import kept
from seats.palette import (
    BIRCH_DEEP,
    INK,
    LINGONBERRY,
    PAPER_GREY,
    PAPER_SHADOW,
    SHEET,
    SPRUCE_BOTTOM,
    SPRUCE_TOP,
    darker,
    mix,
)

Scene = Literal["printing", "torn", "waiting", "done"]
Payer = Literal["coins", "notes", "hand"]

_PAYER_SIGNS: Final[dict[Payer, SignName]] = {"coins": "coin", "notes": "note", "hand": "person"}


@kept
def printer_picture(scene: Scene, wide: int) -> pygame.Surface:
    """The ticket printer as a player sees it, with whatever comes out of it."""
    unit = wide / 50
    picture = shapes.clear((wide, round(46 * unit)))

    def px(mm: float) -> int:
        return round(mm * unit)

    def area(x: float, y: float, w: float, h: float) -> pygame.Rect:
        return pygame.Rect(px(x), px(y), px(w), px(h))

    _body(picture, area(1, 1, 48, 35), unit)
    window = area(5, 5, 19, 14)
    picture.blit(shapes.panel(window.size, px(2), (39, 50, 47), (28, 37, 34)), window)
    _ring(picture, window.center, px(5), (95, 110, 106), max(1.0, unit * 0.4))
    _ring(picture, window.center, px(1.6), (217, 196, 156), unit)
    _lamp(picture, (px(40), px(9.4)), unit, fault=scene in ("torn", "waiting"))
    slot = area(5, 23.4, 40, 3)
    picture.blit(
        shapes.panel(area(30, 16, 15, 1.8).size, px(0.9), (156, 167, 165), (156, 167, 165)), area(30, 16, 15, 1.8)
    )
    picture.blit(shapes.panel(slot.size, px(1.5), (24, 31, 29), (36, 45, 42)), slot)
    if scene != "waiting":
        _ticket(picture, area(12.5, 25, 25, 17 if scene in ("torn", "printing") else 20), unit, torn=scene == "torn")
    return picture


@kept
def payer_picture(payer: Payer, wide: int, *, fault: bool) -> pygame.Surface:
    """The slot or tray from which coins or notes come, or whoever pays by hand."""
    unit = wide / 50
    picture = shapes.clear((wide, round(46 * unit)))

    def area(x: float, y: float, w: float, h: float) -> pygame.Rect:
        return pygame.Rect(round(x * unit), round(y * unit), round(w * unit), round(h * unit))

    if payer == "hand":
        round_sheet = shapes.disc(round(36 * unit), mix(SHEET, SPRUCE_TOP, 0.12))
        person = sign("person", round(22 * unit), SPRUCE_BOTTOM)
        for shown in (round_sheet, person):
            picture.blit(shown, shown.get_rect(center=area(25, 20, 0, 0).topleft))
        return picture
    _body(picture, area(1, 1, 48, 35), unit)
    _lamp(picture, area(40, 9.4, 0, 0).topleft, unit, fault=fault)
    shown = sign(_PAYER_SIGNS[payer], round(16 * unit), SPRUCE_BOTTOM)
    picture.blit(shown, shown.get_rect(center=area(19, 14.4, 0, 0).topleft))
    tray = area(8, 27, 34, 5)
    picture.blit(shapes.panel(tray.size, round(2 * unit), (24, 31, 29), (36, 45, 42)), tray)
    return picture


def _body(target: pygame.Surface, body: pygame.Rect, unit: float) -> None:
    radius = round(4 * unit)
    shapes.cast(target, body, radius, round(3 * unit), round(unit), 70, PAPER_SHADOW)
    target.blit(shapes.panel(body.size, radius, (217, 224, 222), (188, 198, 196)), body)
    target.blit(shapes.coloured(shapes.ring_mask(body.size, radius, max(1.0, unit * 0.4)), (152, 164, 162)), body)


def _lamp(target: pygame.Surface, spot: tuple[int, int], unit: float, *, fault: bool) -> None:
    lamp = LINGONBERRY if fault else SPRUCE_TOP
    _ring(target, spot, round(4 * unit), mix(lamp, (217, 224, 222), 0.4), max(1.0, unit * 0.4))
    disc = shapes.disc(round(5.6 * unit), lamp)
    target.blit(disc, disc.get_rect(center=spot))


def _ring(target: pygame.Surface, middle: tuple[int, int], radius: int, ink: tuple[int, int, int], line: float) -> None:
    size = 2 * max(2, radius)
    ring = shapes.coloured(shapes.ring_mask((size, size), size / 2, line), ink)
    target.blit(ring, ring.get_rect(center=middle))


def _ticket(target: pygame.Surface, area: pygame.Rect, unit: float, *, torn: bool) -> None:
    shapes.cast(target, area, 2, round(1.6 * unit), round(0.6 * unit), 80, PAPER_SHADOW)
    target.blit(shapes.gradient(area.size, (*darker(SHEET, 0.1), 255), (*SHEET, 255)), area)
    emblem = star(round(4.4 * unit), mix(BIRCH_DEEP, PAPER_GREY, 0.5), darker(BIRCH_DEEP, 0.4))
    target.blit(emblem, emblem.get_rect(center=(area.centerx, area.y + round(4.4 * unit))))
    bars = pygame.Rect(area.x + round(3 * unit), area.y + round(8 * unit), area.w - round(6 * unit), round(3.6 * unit))
    x = bars.x
    for number in range(60):
        wide = max(1, round(unit * (0.2 + 0.22 * ((number * 7) % 3))))
        if x + wide > bars.right:
            break
        if number % 2 == 0:
            target.fill(INK, (x, bars.y, wide, bars.h))
        x += wide
    if torn:
        cross = shapes.clear((area.w * shapes.OVER, area.h * shapes.OVER))
        cross.fill((*LINGONBERRY, 0))
        side, low, high = cross.get_width(), cross.get_height() * 0.32, cross.get_height() * 0.92
        for ends in (((0.2, low), (0.8, high)), ((0.2, high), (0.8, low))):
            dots = [(share * side, y) for share, y in ends]
            shapes.stroke(cross, dots, math.ceil(0.8 * unit * shapes.OVER), (*LINGONBERRY, 255))
        target.blit(shapes.reduce(cross, area.size), area)
