"""Setting text: DejaVu Sans at four times its size, narrowed to 93 %, reduced once.

That makes the face calmer and a tenth shorter. Sizes are the pixels of the em; a line is
centred by its capitals (0.73 of the size), never by the font's line box. Surfaces that
`line` returns are shared: blit them, do not draw on them.
"""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
import pygame

from seats.kept import kept
from seats.metrics import CAP_HEIGHT, Weight

if TYPE_CHECKING:
    from seats.palette import Rgb

Align = Literal["left", "centre", "right"]

_FONTS = Path(__file__).with_name("fonts")
_FILES: dict[Weight, str] = {"book": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf"}
_OVER = 4
_NARROW = 0.93
_LEAST_SHRINK = 0.7


@lru_cache(maxsize=128)
def _font(size: int, weight: Weight) -> pygame.font.Font:
    pygame.font.init()
    return pygame.font.Font(str(_FONTS / _FILES[weight]), size)


@lru_cache(maxsize=8192)
def width(text: str, size: int, weight: Weight, narrow: float = _NARROW) -> int:
    """The width in pixels that `line` will give `text`."""
    if not text:
        return 0
    return max(1, round(_font(size * _OVER, weight).size(text)[0] * narrow / _OVER))


@kept
def line(text: str, size: int, weight: Weight, ink: Rgb, narrow: float = _NARROW) -> pygame.Surface:
    """One line of text on a transparent surface; its baseline lies at `ascent(size, weight)`."""
    if not text:
        return pygame.Surface((0, 0), pygame.SRCALPHA)
    large = _font(size * _OVER, weight).render(text, True, ink)
    height = max(1, round(large.get_height() / _OVER))
    return pygame.transform.smoothscale(large, (width(text, size, weight, narrow), height))


@lru_cache(maxsize=256)
def ascent(size: int, weight: Weight) -> float:
    """Pixels from the top of a `line` surface to its baseline."""
    return _font(size * _OVER, weight).get_ascent() / _OVER


def cap_height(size: int) -> float:
    """The height of capitals and digits in pixels."""
    return CAP_HEIGHT * size


def capitals(text: str, cap: int, weight: Weight, ink: Rgb, narrow: float = _NARROW) -> pygame.Surface:
    """Big letters that go into a picture, at their own size.

    The capitals are `cap` pixels high; above them stays `overshoot(cap)` for round letters,
    below whatever hangs. The sides are trimmed.
    """
    size = round(cap / CAP_HEIGHT)
    font = _font(size, weight)
    whole = font.render(text, True, ink)
    inked = whole.get_bounding_rect()
    top = max(0, round(font.get_ascent() - cap - overshoot(cap)))
    part = whole.subsurface((inked.x, top, inked.w, max(1, inked.bottom - top)))
    return pygame.transform.smoothscale(part, (max(1, round(inked.w * narrow)), part.get_height()))


def overshoot(cap: int) -> int:
    """The pixels that round letters may rise above capitals `cap` pixels high."""
    return math.ceil(cap * 0.03)


def put(
    target: pygame.Surface,
    text: str,
    at: tuple[float, float],
    size: int,
    weight: Weight,
    ink: Rgb,
    align: Align = "left",
) -> pygame.Rect:
    """Blit one line whose capitals are centred on `at`'s y; `align` says what `at`'s x is.

    Returns the rectangle of the whole line surface.
    """
    surface = line(text, size, weight, ink)
    left = at[0]
    if align != "left":
        left -= surface.get_width() / (2 if align == "centre" else 1)
    top = at[1] + cap_height(size) / 2 - ascent(size, weight)
    return target.blit(surface, (round(left), round(top)))


class Fitted(msgspec.Struct, frozen=True):
    """Text that fits a width: one line or two, at a size no larger than was asked for."""

    lines: tuple[str, ...]
    size: int


def shrunk(size: int) -> int:
    """The smallest size to which a text of `size` may shrink."""
    return max(1, round(size * _LEAST_SHRINK))


@lru_cache(maxsize=2048)
def fit(text: str, size: int, weight: Weight, room: int, most_lines: int = 2, least: int = 0) -> Fitted:
    """Shrink `text` to `room` pixels, to `least` or 70 % at most; then break it into two lines.

    A text that cannot fit even so is returned at the smallest size: the caller's geometry
    test finds it, a player is never shown a cut word.
    """
    least = least or shrunk(size)
    for smaller in range(size, least - 1, -1):
        if width(text, smaller, weight) <= room:
            return Fitted((text,), smaller)
    words = text.split(" ")
    if most_lines < 2 or len(words) < 2:
        return Fitted((text,), least)
    pair = min(_halves(words), key=lambda halves: max(width(half, size, weight) for half in halves))
    for smaller in range(size, least - 1, -1):
        if all(width(half, smaller, weight) <= room for half in pair):
            return Fitted(pair, smaller)
    return Fitted(pair, least)


def _halves(words: list[str]) -> list[tuple[str, str]]:
    return [(" ".join(words[:cut]), " ".join(words[cut:])) for cut in range(1, len(words))]
