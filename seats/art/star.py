"""The knit star: eight rhombi round a point, each split into a light and a dark half."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pygame

from seats.art.shapes import OVER, clear, reduce
from seats.kept import kept

if TYPE_CHECKING:
    from seats.art.shapes import Point
    from seats.palette import Rgb

_WAIST = 0.56
_TILT = math.radians(22.5)


def _at(middle: Point, radius: float, angle: float) -> Point:
    return middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)


def draw_star(target: pygame.Surface, middle: Point, radius: float, light: Rgb, dark: Rgb) -> None:
    """The star on a surface drawn at `OVER` times its size; `radius` reaches the tips."""
    for arm in range(8):
        angle = _TILT + arm * math.pi / 4
        tip = _at(middle, radius, angle)
        for side, ink in ((-1, light), (1, dark)):
            shoulder = _at(middle, radius * _WAIST, angle + side * math.pi / 8)
            pygame.draw.polygon(target, ink, [middle, tip, shoulder])


@kept
def star(size: int, light: Rgb, dark: Rgb) -> pygame.Surface:
    """The star alone, `size` pixels across."""
    large = clear((size * OVER, size * OVER))
    large.fill((*light, 0))
    middle = (size * OVER / 2, size * OVER / 2)
    draw_star(large, middle, size * OVER / 2, light, dark)
    return reduce(large, (size, size))
