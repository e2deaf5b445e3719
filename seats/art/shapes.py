"""Shapes with clean edges: drawn four times too large and reduced once.

`Plate` is the drawing board for everything with a silhouette: an opaque picture at four
times the size and a mask of the same size. Both are reduced on their own and joined, so no
edge picks up a fringe of the transparent ground's colour.

What is blitted again and again is kept, and shared: do not draw on it. What only goes into something that is kept, such
as masks and gradients, is not: it would lie beside it for ever, and large ones take megabytes.
"""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING

import pygame

from seats.kept import kept
from seats.palette import Rgb, Rgba

if TYPE_CHECKING:
    from collections.abc import Sequence

OVER = 4
Point = tuple[float, float]


def clear(size: tuple[int, int]) -> pygame.Surface:
    """A transparent surface; it needs no display."""
    return pygame.Surface((max(1, size[0]), max(1, size[1])), pygame.SRCALPHA, 32)


def reduce(large: pygame.Surface, size: tuple[int, int]) -> pygame.Surface:
    """A picture drawn too large, brought to its size once and smoothly."""
    return pygame.transform.smoothscale(large, (max(1, size[0]), max(1, size[1])))


class Plate:
    """A drawing board `size` pixels large whose `ink` and `mask` are `over` times larger.

    Draw colours on `ink` (they may spill over) and the silhouette in white on `mask`. What will be reduced later, once
    it has been turned, is drawn with `over` 1.
    """

    def __init__(self, size: tuple[int, int], ground: Rgb, over: int = OVER) -> None:
        self.size = (max(1, size[0]), max(1, size[1]))
        large = (self.size[0] * over, self.size[1] * over)
        self.ink = pygame.Surface(large, pygame.SRCALPHA, 32)
        self.ink.fill((*ground, 255))
        self.mask = pygame.Surface(large, pygame.SRCALPHA, 32)
        self.mask.fill((255, 255, 255, 0))

    def finish(self) -> pygame.Surface:
        picture = reduce(self.ink, self.size)
        picture.blit(reduce(self.mask, self.size), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return picture


def coloured(mask: pygame.Surface, ink: Rgb, alpha: int = 255) -> pygame.Surface:
    """A copy of a white mask in `ink`, its opacity scaled by `alpha` / 255."""
    picture = mask.copy()
    picture.fill((*ink, alpha), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


def round_mask(size: tuple[int, int], radius: float) -> pygame.Surface:
    """A white rounded rectangle that fills `size`."""
    border = _border(radius, 0.0)
    if not _stretches(size, border):
        return draw_round(size, radius)
    return _stretch(_small_round(radius), size, border)


def ring_mask(size: tuple[int, int], radius: float, line: float) -> pygame.Surface:
    """The outline, `line` pixels wide, of a rounded rectangle that fills `size`."""
    border = _border(radius, line)
    if not _stretches(size, border):
        return draw_ring(size, radius, line)
    return _stretch(_small_ring(radius, line), size, border)


def draw_round(size: tuple[int, int], radius: float) -> pygame.Surface:
    """Draw a rounded rectangle whole: `round_mask` at ten times the cost."""
    large = clear((size[0] * OVER, size[1] * OVER))
    large.fill((255, 255, 255, 0))
    pygame.draw.rect(large, (255, 255, 255, 255), large.get_rect(), border_radius=round(radius * OVER))
    return reduce(large, size)


def draw_ring(size: tuple[int, int], radius: float, line: float) -> pygame.Surface:
    """Draw an outline whole: `ring_mask` at ten times the cost."""
    large = clear((size[0] * OVER, size[1] * OVER))
    large.fill((255, 255, 255, 0))
    pygame.draw.rect(large, (255, 255, 255, 255), large.get_rect(), border_radius=round(radius * OVER))
    inner = large.get_rect().inflate(-2 * round(line * OVER), -2 * round(line * OVER))
    if inner.w > 0 and inner.h > 0:
        hole = max(0, round((radius - line) * OVER))
        pygame.draw.rect(large, (255, 255, 255, 0), inner, border_radius=hole)
    return reduce(large, size)


@kept
def _small_round(radius: float) -> pygame.Surface:
    """The least rounded rectangle that has all four corners, and one row and column between them."""
    side = 2 * _border(radius, 0.0) + 1
    return draw_round((side, side), radius)


@kept
def _small_ring(radius: float, line: float) -> pygame.Surface:
    side = 2 * _border(radius, line) + 1
    return draw_ring((side, side), radius, line)


def _border(radius: float, line: float) -> int:
    """How many pixels in from each side a rounded rectangle's rows and columns become all alike."""
    return math.ceil(max(radius, line)) + 1


def _stretches(size: tuple[int, int], border: int) -> bool:
    return min(size) > 2 * border + 1


def _stretch(small: pygame.Surface, size: tuple[int, int], border: int) -> pygame.Surface:
    """The same shape at another size: its corners as they are, the row and column between them repeated.

    It is, pixel for pixel, the picture that drawing it whole gives.
    """
    whole = pygame.Surface(size, pygame.SRCALPHA, 32)
    whole.fill((255, 255, 255, 0))
    wide, high = size[0] - 2 * border, size[1] - 2 * border
    columns = ((0, 0, border, border), (border, border, 1, wide), (border + 1, size[0] - border, border, border))
    rows = ((0, 0, border, border), (border, border, 1, high), (border + 1, size[1] - border, border, border))
    for left, x, width, drawn_wide in columns:
        for top, y, height, drawn_high in rows:
            piece = small.subsurface((left, top, width, height))
            if (width, height) != (drawn_wide, drawn_high):
                piece = pygame.transform.scale(piece, (drawn_wide, drawn_high))
            whole.blit(piece, (x, y))
    return whole


@kept
def filled(size: tuple[int, int], radius: float, ink: Rgb, alpha: int) -> pygame.Surface:
    """A rounded rectangle of one colour."""
    return coloured(round_mask(size, radius), ink, alpha)


@kept
def outlined(size: tuple[int, int], radius: float, line: float, ink: Rgb, alpha: int) -> pygame.Surface:
    """The outline of a rounded rectangle in one colour."""
    return coloured(ring_mask(size, radius, line), ink, alpha)


def gradient(size: tuple[int, int], top: Rgba, bottom: Rgba) -> pygame.Surface:
    """A straight gradient from the upper to the lower edge."""
    picture = clear(size)
    fill_gradient(picture, top, bottom)
    return picture


def fill_gradient(target: pygame.Surface, top: Rgba, bottom: Rgba) -> None:
    """Fill a whole surface with a straight gradient: a column of it, drawn out."""
    rows = target.get_height()
    red, green, blue, alpha = (_ramp(upper, lower, rows) for upper, lower in zip(top, bottom, strict=True))
    dots = bytes(itertools.chain.from_iterable(zip(blue, green, red, alpha, strict=True)))
    pygame.transform.scale(pygame.image.frombuffer(dots, (1, rows), "BGRA"), target.get_size(), target)


def _ramp(first: int, last: int, rows: int) -> bytes:
    """One channel of a gradient, row by row."""
    if first == last:
        return bytes((first,)) * rows
    whole = max(1, rows - 1)
    return bytes([round(first + (last - first) * (row / whole)) for row in range(rows)])


def masked(picture: pygame.Surface, mask: pygame.Surface) -> pygame.Surface:
    """A copy of `picture` with the opacity of `mask`."""
    result = picture.copy()
    result.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return result


@kept
def panel(size: tuple[int, int], radius: float, top: Rgb, bottom: Rgb) -> pygame.Surface:
    """A rounded rectangle filled with a straight gradient."""
    return draw_panel(size, radius, top, bottom)


def draw_panel(size: tuple[int, int], radius: float, top: Rgb, bottom: Rgb) -> pygame.Surface:
    """Draw a panel: one that goes into another picture need not be kept beside it."""
    picture = gradient(size, (*top, 255), (*bottom, 255))
    picture.blit(round_mask(size, radius), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return picture


@kept
def edge_light(size: tuple[int, int], radius: float, line: float) -> pygame.Surface:
    """The thin line of light round a raised thing: white 17 % above, fading to 3 % below."""
    return masked(gradient(size, (255, 255, 255, 43), (255, 255, 255, 8)), ring_mask(size, radius, line))


@kept
def shadow(size: tuple[int, int], radius: float, blur: int, ink: Rgb, alpha: int) -> pygame.Surface:
    """A soft shadow of a rounded rectangle; it is `2 * spread(blur)` larger than `size`.

    Built of rounded rectangles from the widest to the narrowest, each a little denser, along
    a smooth step over 1.5 times the blur.
    """
    reach = spread(blur)
    whole = clear((size[0] + 2 * reach, size[1] + 2 * reach))
    whole.fill((*ink, 0))
    depth = 2 * reach
    for step in range(depth):
        share = (step + 1) / depth
        density = round(alpha * share * share * (3 - 2 * share))
        area = whole.get_rect().inflate(-2 * step, -2 * step)
        if area.w <= 0 or area.h <= 0:
            break
        corner = max(1, round(radius + reach - step))
        pygame.draw.rect(whole, (*ink, density), area, border_radius=max(corner, reach // 2))
    return whole


def spread(blur: int) -> int:
    """How far a shadow of this blur reaches beyond its outline."""
    return max(1, round(blur * 0.75))


def cast(target: pygame.Surface, area: pygame.Rect, radius: float, blur: int, drop: int, alpha: int, ink: Rgb) -> None:
    """Draw the shadow that a rounded rectangle at `area` throws on `target`."""
    picture = shadow(area.size, radius, blur, ink, alpha)
    reach = spread(blur)
    target.blit(picture, (area.x - reach, area.y - reach + drop))


@kept
def disc(size: int, ink: Rgb, alpha: int = 255) -> pygame.Surface:
    """A filled circle of `size` pixels across."""
    return coloured(round_mask((size, size), size / 2), ink, alpha)


@kept
def arc(size: int, line: float, share: float, ink: Rgb) -> pygame.Surface:
    """The rest of a time ring: `share` of a turn, clockwise from twelve o'clock, round ends."""
    large = clear((size * OVER, size * OVER))
    large.fill((*ink, 0))
    middle = size * OVER / 2
    thick = line * OVER
    radius = middle - thick / 2
    steps = max(2, round(share * 180))
    dots = [
        (
            middle + radius * math.sin(2 * math.pi * share * step / steps),
            middle - radius * math.cos(2 * math.pi * share * step / steps),
        )
        for step in range(steps + 1)
    ]
    stroke(large, dots, thick, (*ink, 255))
    return reduce(large, (size, size))


def stroke(target: pygame.Surface, dots: Sequence[Point], thick: float, ink: Rgba) -> None:
    """A line of even thickness with round ends and joints through `dots`."""
    for dot in dots:
        pygame.draw.circle(target, ink, dot, thick / 2)
    for start, end in itertools.pairwise(dots):
        _segment(target, start, end, thick, ink)


def _segment(target: pygame.Surface, start: Point, end: Point, thick: float, ink: Rgba) -> None:
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = math.hypot(dx, dy)
    if length == 0:
        return
    ox, oy = -dy / length * thick / 2, dx / length * thick / 2
    corners = [
        (start[0] + ox, start[1] + oy),
        (end[0] + ox, end[1] + oy),
        (end[0] - ox, end[1] - oy),
        (start[0] - ox, start[1] - oy),
    ]
    pygame.draw.polygon(target, ink, corners)


def curve(start: Point, first: Point, second: Point, end: Point, steps: int = 24) -> list[Point]:
    """Points along a cubic Bézier curve, both ends included."""
    points: list[Point] = []
    for step in range(steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append(
            (
                a * start[0] + b * first[0] + c * second[0] + d * end[0],
                a * start[1] + b * first[1] + c * second[1] + d * end[1],
            )
        )
    return points


def turned(picture: pygame.Surface, degrees: float, over: int) -> pygame.Surface:
    """A picture drawn `over` times too large, turned anticlockwise and reduced."""
    whole = pygame.transform.rotate(picture, degrees)
    return reduce(whole, (round(whole.get_width() / over), round(whole.get_height() / over)))
