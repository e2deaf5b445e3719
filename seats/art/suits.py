"""The four suits as outlines of our own, drawn in a unit square round (0, 0)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from seats.art.shapes import OVER, clear, curve, reduce
from seats.kept import kept

if TYPE_CHECKING:
    from seats.art.shapes import Point
    from seats.palette import Rgb, Suit


def _both_halves(right: list[Point]) -> list[Point]:
    """A symmetrical outline from its right half, listed from top to bottom."""
    return right + [(-x, y) for x, y in reversed(right)]


_FOOT = [(0.025, 0.2), *curve((0.025, 0.2), (0.035, 0.38), (0.09, 0.46), (0.2, 0.5), 12), (0.0, 0.5)]

_HEART = _both_halves(
    curve((0, -0.25), (0.06, -0.4), (0.17, -0.48), (0.26, -0.48))
    + curve((0.26, -0.48), (0.4, -0.48), (0.5, -0.36), (0.5, -0.21))
    + curve((0.5, -0.21), (0.5, 0.08), (0.19, 0.23), (0, 0.5))
)
_SPADE = _both_halves(
    curve((0, -0.5), (0.14, -0.26), (0.49, -0.12), (0.49, 0.13))
    + curve((0.49, 0.13), (0.49, 0.29), (0.38, 0.36), (0.27, 0.36))
    + curve((0.27, 0.36), (0.16, 0.36), (0.07, 0.31), (0.025, 0.22))
)
_DIAMOND = _both_halves(
    curve((0, -0.5), (0.1, -0.3), (0.24, -0.12), (0.39, 0)) + curve((0.39, 0), (0.24, 0.12), (0.1, 0.3), (0, 0.5))
)
_CLUB_HEART = _both_halves([(0.0, -0.2), (0.12, -0.02), (0.22, 0.06), (0.03, 0.2)])
_LOBES = ((0.0, -0.265), (-0.262, 0.1), (0.262, 0.1))
_LOBE = 0.235


def draw_suit(
    target: pygame.Surface, suit: Suit, middle: Point, size: float, ink: Rgb, *, upside_down: bool = False
) -> None:
    """The suit, `size` pixels high, round `middle` of a surface drawn at `OVER` times its size."""
    scale = -size if upside_down else size

    def fill(outline: list[Point]) -> None:
        pygame.draw.polygon(target, ink, [(middle[0] + x * scale, middle[1] + y * scale) for x, y in outline])

    if suit == "h":
        fill(_HEART)
    elif suit == "d":
        fill(_DIAMOND)
    elif suit == "s":
        fill(_SPADE)
        fill(_both_halves(_FOOT))
    else:
        fill(_CLUB_HEART)
        fill(_both_halves(_FOOT))
        for x, y in _LOBES:
            centre = (middle[0] + x * scale, middle[1] + y * scale)
            pygame.draw.circle(target, ink, centre, _LOBE * size)


@kept
def suit_sign(suit: Suit, size: int, ink: Rgb) -> pygame.Surface:
    """The suit alone, `size` pixels square, for a line of text."""
    large = clear((size * OVER, size * OVER))
    large.fill((*ink, 0))
    draw_suit(large, suit, (size * OVER / 2, size * OVER / 2), size * OVER, ink)
    return reduce(large, (size, size))
