"""Flat half figures of king, queen and jack, mirrored at a golden belt.

Everything is drawn in card widths (x from 0 to 1, y from 0 to 1.4) on a surface larger than
the card; the lower half is the upper one turned round.
"""

from __future__ import annotations

import math
from typing import Final

import pygame

from seats.art.shapes import OVER, Plate, Point, curve, stroke
from seats.art.suits import draw_suit
from seats.palette import CARD_TOP, GOLD, SKIN, Rgb, Suit, darker, mix

PANEL: Final = (0.245, 0.107, 0.51, 1.186)
"""Left, top, width and height of the tinted panel in card widths."""

_BELT = (0.648, 0.752)
_TINT = 0.075


class _Figure:
    """A pen for one half figure in one suit's colour."""

    def __init__(self, target: pygame.Surface, side: float, suit: Suit, ink: Rgb) -> None:
        self.target = target
        self.side = side
        self.suit: Suit = suit
        self.ink = ink
        self.hair = darker(ink, 0.32)

    def fill(self, ink: Rgb, *points: Point) -> None:
        pygame.draw.polygon(self.target, ink, [(x * self.side, y * self.side) for x, y in points])

    def both(self, ink: Rgb, *right: Point) -> None:
        """A symmetrical shape from its right half, top to bottom."""
        self.fill(ink, *right, *[(1 - x, y) for x, y in reversed(right)])

    def dot(self, ink: Rgb, x: float, y: float, radius: float) -> None:
        pygame.draw.circle(self.target, ink, (x * self.side, y * self.side), radius * self.side)

    def oval(self, ink: Rgb, x: float, y: float, w: float, h: float) -> None:
        side = self.side
        area = pygame.Rect(round((x - w / 2) * side), round((y - h / 2) * side), round(w * side), round(h * side))
        pygame.draw.ellipse(self.target, ink, area)

    def line(self, ink: Rgb, weight: float, *points: Point) -> None:
        dots = [(x * self.side, y * self.side) for x, y in points]
        stroke(self.target, dots, weight * self.side, (*ink, 255))

    def rhombus(self, ink: Rgb, x: float, y: float, w: float, h: float) -> None:
        self.fill(ink, (x, y - h / 2), (x + w / 2, y), (x, y + h / 2), (x - w / 2, y))

    def eyes(self, y: float, apart: float = 0.028) -> None:
        for side in (-1, 1):
            self.dot(darker(self.hair, 0.3), 0.5 + side * apart, y, 0.0095)

    def shoulders(self, ink: Rgb, neck: float, top: float) -> None:
        self.both(
            ink,
            (neck, top),
            *curve((neck, top), (0.7, top + 0.02), (0.755, 0.55), (0.755, 0.66)),
            (0.755, 0.72),
        )


def _king(pen: _Figure) -> None:
    pen.shoulders(pen.ink, 0.6, 0.466)
    pen.both(
        CARD_TOP,
        (0.56, 0.44),
        (0.652, 0.466),
        *curve((0.652, 0.466), (0.62, 0.55), (0.57, 0.61), (0.5, 0.642)),
    )
    for x, y in ((0.398, 0.516), (0.449, 0.576), (0.551, 0.576), (0.602, 0.516)):
        pen.rhombus(pen.ink, x, y, 0.022, 0.034)
    pen.both(
        pen.hair,
        (0.59, 0.27),
        *curve((0.59, 0.27), (0.61, 0.36), (0.605, 0.4), (0.57, 0.44)),
        *curve((0.57, 0.44), (0.575, 0.5), (0.53, 0.52), (0.5, 0.54)),
    )
    pen.both(
        SKIN,
        (0.57, 0.26),
        (0.575, 0.36),
        *curve((0.575, 0.36), (0.55, 0.4), (0.53, 0.375), (0.5, 0.385)),
    )
    pen.oval(mix(SKIN, (255, 255, 255), 0.1), 0.5, 0.409, 0.042, 0.02)
    pen.eyes(0.33)
    spikes = ((0.612, 0.17), (0.55, 0.215), (0.5, 0.14))
    pen.both(GOLD, *reversed([(0.598, 0.26), *spikes]))
    pen.both(darker(GOLD, 0.25), (0.598, 0.252), (0.598, 0.283))
    for x in (0.455, 0.5, 0.545):
        pen.dot(CARD_TOP, x, 0.267, 0.0095)
    for x, y in ((0.386, 0.163), (0.614, 0.163), (0.5, 0.13)):
        pen.dot(GOLD, x, y, 0.0165)


def _queen(pen: _Figure) -> None:
    pen.both(
        pen.hair,
        (0.5, 0.23),
        *curve((0.5, 0.23), (0.61, 0.225), (0.632, 0.3), (0.634, 0.42)),
        (0.634, 0.5),
    )
    pen.shoulders(pen.ink, 0.57, 0.478)
    pen.both(
        SKIN,
        (0.546, 0.4),
        (0.546, 0.46),
        (0.585, 0.478),
        *curve((0.585, 0.478), (0.57, 0.53), (0.53, 0.54), (0.5, 0.54)),
    )
    pen.both(
        SKIN,
        (0.5, 0.25),
        *curve((0.5, 0.25), (0.53, 0.295), (0.576, 0.3), (0.576, 0.35)),
        *curve((0.576, 0.35), (0.57, 0.41), (0.53, 0.43), (0.5, 0.438)),
    )
    collar = curve((0.587, 0.476), (0.58, 0.555), (0.42, 0.555), (0.413, 0.476))
    pen.line(CARD_TOP, 0.03, *collar)
    for bead in range(8):
        x, y = collar[1 + round(bead * 22 / 7)]
        pen.dot(GOLD, x, y + 0.008, 0.01)
    pen.eyes(0.338)
    pen.oval((190, 76, 76), 0.5, 0.392, 0.034, 0.019)
    pen.both(
        GOLD,
        (0.5, 0.165),
        (0.525, 0.21),
        (0.55, 0.195),
        (0.565, 0.21),
        (0.598, 0.185),
        (0.585, 0.25),
        (0.5, 0.237),
    )
    for x, y, size in (
        (0.402, 0.178, 0.0155),
        (0.45, 0.193, 0.012),
        (0.5, 0.151, 0.0155),
        (0.55, 0.193, 0.012),
        (0.598, 0.178, 0.0155),
    ):
        pen.dot(GOLD, x, y, size)
    pen.rhombus(CARD_TOP, 0.5, 0.209, 0.025, 0.04)


def _jack(pen: _Figure) -> None:
    pen.shoulders(pen.ink, 0.567, 0.47)
    sash = mix(pen.ink, (255, 255, 255), 0.55)
    pen.fill(sash, (0.269, 0.548), (0.312, 0.5), (0.57, 0.67), (0.46, 0.67))
    pen.line(CARD_TOP, 0.012, (0.322, 0.497), (0.58, 0.665))
    pen.both(CARD_TOP, (0.54, 0.45), (0.566, 0.464), (0.5, 0.584))
    pen.both(SKIN, (0.545, 0.4), (0.545, 0.46), (0.5, 0.54))
    pen.both(
        pen.hair,
        (0.5, 0.28),
        *curve((0.59, 0.28), (0.604, 0.34), (0.61, 0.4), (0.594, 0.456)),
        (0.555, 0.456),
        (0.555, 0.38),
    )
    pen.both(
        SKIN,
        (0.5, 0.29),
        *curve((0.574, 0.29), (0.574, 0.36), (0.56, 0.42), (0.5, 0.438)),
    )
    pen.eyes(0.344)
    pen.oval((190, 96, 88), 0.5, 0.392, 0.03, 0.014)
    pen.fill(pen.ink, *curve((0.398, 0.29), (0.36, 0.14), (0.64, 0.14), (0.608, 0.285)))
    pen.line(GOLD, 0.018, *curve((0.4, 0.297), (0.45, 0.285), (0.55, 0.283), (0.6, 0.297)))
    feather = curve((0.565, 0.285), (0.66, 0.29), (0.71, 0.2), (0.703, 0.122))
    back = curve((0.703, 0.122), (0.672, 0.19), (0.64, 0.2), (0.565, 0.285))
    pen.fill(GOLD, *feather, *back)
    pen.line(darker(GOLD, 0.25), 0.006, *curve((0.57, 0.285), (0.63, 0.27), (0.68, 0.21), (0.695, 0.16)))


_FIGURES: Final = {"K": _king, "Q": _queen, "J": _jack}


def _belt(pen: _Figure) -> None:
    left, right = PANEL[0], PANEL[0] + PANEL[2]
    top, bottom = _BELT
    rim = darker(pen.ink, 0.45)
    pen.fill(rim, (left, top), (right, top), (right, bottom), (left, bottom))
    pen.fill(GOLD, (left, top + 0.006), (right, top + 0.006), (right, bottom - 0.006), (left, bottom - 0.006))
    pitch = PANEL[2] / 7
    for number in range(7):
        x = left + (number + 0.5) * pitch
        pen.rhombus(darker(pen.ink, 0.15), x, 0.7, pitch * 0.88, 0.068)
        pen.rhombus(GOLD, x, 0.7, pitch * 0.4, 0.03)


def _half(rank: str, suit: Suit, ink: Rgb, side: int) -> pygame.Surface:
    """The upper half, down to the belt's middle, on a transparent ground."""
    half = pygame.Surface((side, math.ceil(side * 0.7)), pygame.SRCALPHA, 32)
    pen = _Figure(half, side, suit, ink)
    _FIGURES[rank](pen)
    corner = (side * 0.325, side * (0.2 if rank == "Q" else 0.196))
    draw_suit(half, suit, corner, side * 0.13, ink)
    return half


def draw_court(plate: Plate, rank: str, suit: Suit, ink: Rgb) -> None:
    """Panel and both half figures of `rank` (K, Q or J) on the board of one card."""
    side = plate.ink.get_width()
    left, top, width, height = (round(part * side) for part in PANEL)
    area = pygame.Rect(left, top, width, height)
    line = max(OVER // 2, round(0.009 * side))
    corner = round(0.022 * side)
    pygame.draw.rect(plate.ink, mix(CARD_TOP, ink, _TINT), area, border_radius=corner)
    half = _half(rank, suit, ink, side)
    whole = pygame.Surface((side, round(1.4 * side)), pygame.SRCALPHA, 32)
    whole.blit(half, (0, 0))
    whole.blit(pygame.transform.rotate(half, 180), (0, whole.get_height() - half.get_height()))
    _belt(_Figure(whole, side, suit, ink))
    plate.ink.blit(whole, area, area)
    pygame.draw.rect(plate.ink, mix(ink, CARD_TOP, 0.38), area, line, border_radius=corner)
