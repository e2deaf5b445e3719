"""Large pictures laid piece by piece, pixel for pixel what laying them whole gives.

Blending is what a redraw costs. Of a frame only the four sides are blended, for its middle is clear or will be covered;
and the middle of a filled shape, which lets nothing through, is copied.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pygame

from seats.art import shapes
from seats.kept import kept

if TYPE_CHECKING:
    from seats.palette import Rgb

_SMALL: Final = 16_000
"""Pixels up to which five pieces cost more than the whole."""

_CORNER: Final = 0.3
"""How far the sides of a rectangle must move in, of the radius, to lie inside a rounded one: 1 - 1/√2."""


def inside(radius: float, line: float = 0.0) -> int:
    """How far in, in pixels, the middle of a rounded rectangle begins whose edge is `line` wide."""
    return math.ceil(line + _CORNER * max(0.0, radius - line)) + 1


def lay_frame(target: pygame.Surface, picture: pygame.Surface, left: int, top: int, border: int) -> None:
    """Blend the sides of a picture, `border` pixels wide each, and leave its middle out."""
    wide, high = picture.get_size()
    if wide * high <= _SMALL or 2 * border >= min(wide, high):
        target.blit(picture, (left, top))
        return
    lower, along = high - border, high - 2 * border
    target.blit(picture, (left, top), (0, 0, wide, border))
    target.blit(picture, (left, top + lower), (0, lower, wide, border))
    target.blit(picture, (left, top + border), (0, border, border, along))
    target.blit(picture, (left + wide - border, top + border), (wide - border, border, border, along))


def lay_panel(target: pygame.Surface, area: pygame.Rect, radius: float, top: Rgb, bottom: Rgb) -> None:
    """Lay a rounded rectangle filled with a gradient."""
    whole, border = shapes.panel(area.size, radius, top, bottom), inside(radius)
    lay_frame(target, whole, area.x, area.y, border)
    if area.w * area.h > _SMALL and 2 * border < min(area.size):
        target.blit(_core(area.size, radius, top, bottom, border), (area.x + border, area.y + border))


@kept
def _core(size: tuple[int, int], radius: float, top: Rgb, bottom: Rgb, border: int) -> pygame.Surface:
    """The middle of a panel, without transparency."""
    core = pygame.Surface((size[0] - 2 * border, size[1] - 2 * border), 0, 32)
    core.blit(shapes.panel(size, radius, top, bottom), (-border, -border))
    return core


def cast_round(
    target: pygame.Surface, area: pygame.Rect, radius: float, blur: int, drop: int, alpha: int, ink: Rgb
) -> None:
    """Draw the shadow round something that lets nothing through, which will be laid on `area` next."""
    picture = shapes.shadow(area.size, radius, blur, ink, alpha)
    reach = shapes.spread(blur)
    border = reach + drop + inside(radius)
    lay_frame(target, picture, area.x - reach, area.y - reach + drop, border)


@kept
def turn_ring(size: tuple[int, int], radius: float, line: float, ink: Rgb) -> pygame.Surface:
    """The edge of whoever is to move, fading downwards."""
    fading = shapes.gradient(size, (*ink, 255), (*ink, 70))
    return shapes.masked(fading, shapes.ring_mask(size, radius, line))
