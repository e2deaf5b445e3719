"""The signs: solid shapes on a square, line weight 9 % of its side, round ends."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Literal

import pygame

from seats import type as typesetting
from seats.art.shapes import OVER, Point, clear, curve, reduce, stroke
from seats.kept import kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.palette import Rgb, Rgba

SignName = Literal[
    "fold",
    "tick",
    "raise",
    "plus",
    "minus",
    "keypad",
    "clock",
    "hold",
    "bell",
    "question",
    "lines",
    "log",
    "padlock",
    "note",
    "card",
    "ticket",
    "coin",
    "printer",
    "person",
    "door",
    "gear",
    "triangle",
    "cross",
    "bar",
    "up",
    "down",
    "enter",
]

_LINE: Final = 0.09


class _Pen:
    """Draws in a unit square onto a surface of `side` pixels."""

    def __init__(self, target: pygame.Surface, side: float, ink: Rgb) -> None:
        self.target = target
        self.side = side
        self.ink: Rgba = (*ink, 255)
        self.hole: Rgba = (*ink, 0)

    def at(self, points: list[Point]) -> list[Point]:
        return [(x * self.side, y * self.side) for x, y in points]

    def line(self, *points: Point, weight: float = _LINE) -> None:
        stroke(self.target, self.at(list(points)), weight * self.side, self.ink)

    def cut(self, *points: Point, weight: float = _LINE) -> None:
        stroke(self.target, self.at(list(points)), weight * self.side, self.hole)

    def fill(self, *points: Point) -> None:
        pygame.draw.polygon(self.target, self.ink, self.at(list(points)))

    def dot(self, x: float, y: float, radius: float, *, hole: bool = False) -> None:
        ink = self.hole if hole else self.ink
        pygame.draw.circle(self.target, ink, (x * self.side, y * self.side), radius * self.side)

    def circle(self, x: float, y: float, radius: float, weight: float = _LINE) -> None:
        self.dot(x, y, radius)
        self.dot(x, y, radius - weight, hole=True)

    def box(self, x: float, y: float, w: float, h: float, corner: float = 0.06, *, hole: bool = False) -> None:
        side = self.side
        area = pygame.Rect(round(x * side), round(y * side), round(w * side), round(h * side))
        ink = self.hole if hole else self.ink
        pygame.draw.rect(self.target, ink, area, border_radius=round(corner * side))

    def frame(self, x: float, y: float, w: float, h: float, corner: float = 0.08, weight: float = _LINE) -> None:
        self.box(x, y, w, h, corner)
        inner = max(0.0, corner - weight)
        self.box(x + weight, y + weight, w - 2 * weight, h - 2 * weight, inner, hole=True)

    def letter(self, text: str, x: float, y: float, cap: float) -> None:
        high = round(cap * self.side)
        surface = typesetting.capitals(text, high, "bold", self.ink[:3])
        top = y * self.side - high / 2 - typesetting.overshoot(high)
        self.target.blit(surface, (x * self.side - surface.get_width() / 2, top))


def _arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Points of a circle from `start` to `end` degrees, 0 at twelve o'clock, clockwise."""
    steps = max(6, round(abs(end - start) / 6))
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    return [(x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in angles]


def _fold(pen: _Pen) -> None:
    pen.frame(0.24, 0.1, 0.5, 0.76, 0.08, 0.08)
    pen.cut((0.08, 0.97), (1.0, 0.2), weight=0.07)
    pen.line((0.06, 0.9), (0.96, 0.14))


def _tick(pen: _Pen) -> None:
    pen.line((0.1, 0.54), (0.37, 0.8), (0.9, 0.2), weight=0.115)


def _raise(pen: _Pen) -> None:
    for y in (0.14, 0.46):
        pen.line((0.16, y + 0.34), (0.5, y), (0.84, y + 0.34), weight=0.11)


def _plus(pen: _Pen) -> None:
    pen.line((0.2, 0.5), (0.8, 0.5), weight=0.12)
    pen.line((0.5, 0.2), (0.5, 0.8), weight=0.12)


def _minus(pen: _Pen) -> None:
    pen.line((0.2, 0.5), (0.8, 0.5), weight=0.12)


def _keypad(pen: _Pen) -> None:
    for row in range(3):
        for column in range(3):
            pen.box(0.1 + column * 0.3, 0.1 + row * 0.3, 0.2, 0.2, 0.06)


def _clock(pen: _Pen) -> None:
    pen.circle(0.5, 0.5, 0.46)
    pen.line((0.5, 0.22), (0.5, 0.52), (0.7, 0.63))


def _hold(pen: _Pen) -> None:
    pen.line(*_arc(0.48, 0.3, 0.27, -125, 125), weight=0.075)
    pen.box(0.36, 0.18, 0.23, 0.6, 0.115)
    pen.fill(
        (0.36, 0.6),
        (0.26, 0.54),
        (0.18, 0.58),
        (0.18, 0.66),
        (0.4, 0.98),
        (0.78, 0.98),
        (0.84, 0.8),
        (0.84, 0.56),
    )
    pen.box(0.4, 0.46, 0.44, 0.4, 0.12)
    pen.dot(0.23, 0.62, 0.07)


def _bell(pen: _Pen) -> None:
    right = curve((0.5, 0.1), (0.72, 0.1), (0.78, 0.27), (0.78, 0.48)) + curve(
        (0.78, 0.48), (0.78, 0.64), (0.86, 0.7), (0.93, 0.78)
    )
    pen.fill(*right, *[(1 - x, y) for x, y in reversed(right)])
    pen.line((0.14, 0.79), (0.86, 0.79), weight=0.08)
    pen.dot(0.5, 0.09, 0.07)
    pen.dot(0.5, 0.9, 0.1)
    pen.cut((0.2, 0.87), (0.8, 0.87), weight=0.03)


def _question(pen: _Pen) -> None:
    pen.circle(0.5, 0.5, 0.47)
    pen.letter("?", 0.5, 0.5, 0.46)


def _lines(pen: _Pen) -> None:
    for y in (0.2, 0.5, 0.8):
        pen.line((0.14, y), (0.86, y), weight=0.1)


def _log(pen: _Pen) -> None:
    for y, end in ((0.2, 0.95), (0.5, 0.75), (0.8, 0.85)):
        pen.dot(0.1, y, 0.055)
        pen.line((0.33, y), (end, y))


def _padlock(pen: _Pen) -> None:
    pen.line((0.29, 0.5), *_arc(0.5, 0.29, 0.21, -90, 90), (0.71, 0.5), weight=0.11)
    pen.box(0.16, 0.43, 0.68, 0.52, 0.09)


def _note(pen: _Pen) -> None:
    pen.frame(0.0, 0.2, 1.0, 0.6, 0.07, 0.085)
    pen.circle(0.5, 0.5, 0.19)
    pen.dot(0.19, 0.5, 0.055)
    pen.dot(0.81, 0.5, 0.055)


def _card(pen: _Pen) -> None:
    pen.frame(0.02, 0.18, 0.96, 0.66, 0.1, 0.085)
    pen.box(0.02, 0.33, 0.96, 0.12, 0.0)
    pen.line((0.22, 0.67), (0.42, 0.67), weight=0.08)


def _ticket(pen: _Pen) -> None:
    pen.frame(0.0, 0.16, 1.0, 0.68, 0.07, 0.085)
    for x in (0.0, 1.0):
        pen.dot(x, 0.5, 0.17)
        pen.dot(x, 0.5, 0.09, hole=True)
        pen.cut((x, 0.44), (x, 0.56), weight=0.07)
    for bar in range(5):
        pen.box(0.29 + bar * 0.095, 0.34, 0.045, 0.32, 0.0)


def _coin(pen: _Pen) -> None:
    pen.circle(0.5, 0.5, 0.47)
    pen.letter("€", 0.5, 0.5, 0.44)


def _printer(pen: _Pen) -> None:
    pen.frame(0.24, 0.05, 0.52, 0.4, 0.05, 0.085)
    pen.frame(0.05, 0.36, 0.9, 0.44, 0.1, 0.085)
    pen.box(0.24, 0.58, 0.52, 0.4, 0.04)


def _person(pen: _Pen) -> None:
    pen.dot(0.5, 0.28, 0.21)
    pen.fill(
        (0.07, 0.92),
        *curve((0.07, 0.92), (0.07, 0.64), (0.24, 0.54), (0.5, 0.54)),
        *curve((0.5, 0.54), (0.76, 0.54), (0.93, 0.64), (0.93, 0.92)),
    )


def _door(pen: _Pen) -> None:
    pen.frame(0.18, 0.04, 0.64, 0.92, 0.06)
    pen.dot(0.64, 0.52, 0.07)


def _gear(pen: _Pen) -> None:
    for tooth in range(8):
        angle = tooth * math.pi / 4
        tip = (0.5 + 0.43 * math.sin(angle), 0.5 - 0.43 * math.cos(angle))
        pen.line((0.5, 0.5), tip, weight=0.17)
    pen.dot(0.5, 0.5, 0.34)
    pen.dot(0.5, 0.5, 0.15, hole=True)


def _triangle(pen: _Pen) -> None:
    pen.line((0.5, 0.13), (0.93, 0.86), (0.07, 0.86), (0.5, 0.13), weight=0.12)
    pen.fill((0.5, 0.13), (0.93, 0.86), (0.07, 0.86))
    pen.cut((0.5, 0.4), (0.5, 0.58), weight=0.11)
    pen.dot(0.5, 0.76, 0.065, hole=True)


def _cross(pen: _Pen) -> None:
    pen.line((0.2, 0.2), (0.8, 0.8), weight=0.13)
    pen.line((0.8, 0.2), (0.2, 0.8), weight=0.13)


def _bar(pen: _Pen) -> None:
    pen.line((0.16, 0.5), (0.84, 0.5), weight=0.2)


def _up(pen: _Pen) -> None:
    pen.fill((0.5, 0.2), (0.9, 0.8), (0.1, 0.8))


def _down(pen: _Pen) -> None:
    pen.fill((0.5, 0.8), (0.9, 0.2), (0.1, 0.2))


def _enter(pen: _Pen) -> None:
    pen.line((0.86, 0.2), (0.86, 0.6), (0.22, 0.6), weight=0.12)
    pen.fill((0.04, 0.6), (0.36, 0.36), (0.36, 0.84))


_SIGNS: Final[dict[SignName, Callable[[_Pen], None]]] = {
    "fold": _fold,
    "tick": _tick,
    "raise": _raise,
    "plus": _plus,
    "minus": _minus,
    "keypad": _keypad,
    "clock": _clock,
    "hold": _hold,
    "bell": _bell,
    "question": _question,
    "lines": _lines,
    "log": _log,
    "padlock": _padlock,
    "note": _note,
    "card": _card,
    "ticket": _ticket,
    "coin": _coin,
    "printer": _printer,
    "person": _person,
    "door": _door,
    "gear": _gear,
    "triangle": _triangle,
    "cross": _cross,
    "bar": _bar,
    "up": _up,
    "down": _down,
    "enter": _enter,
}

SIGN_NAMES: Final[tuple[SignName, ...]] = tuple(_SIGNS)


@kept
def sign(name: SignName, size: int, ink: Rgb) -> pygame.Surface:
    """The sign in one colour, `size` pixels square."""
    large = clear((size * OVER, size * OVER))
    large.fill((*ink, 0))
    _SIGNS[name](_Pen(large, size * OVER, ink))
    return reduce(large, (size, size))
