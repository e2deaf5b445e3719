"""Chips: flat, tilted in columns, and piles that picture an amount.

Marks on the edge tell the value without colour. A pile is a picture only: the amount always
stands beside it in digits.
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import msgspec
import pygame

from seats import type as typesetting
from seats.art.shapes import OVER, Plate, Point, clear, shadow, spread
from seats.kept import kept
from seats.palette import Rgb, darker, mix, rgb

if TYPE_CHECKING:
    from collections.abc import Iterator


class Chip(msgspec.Struct, frozen=True):
    """One value: its colours, and edge marks as `groups` of `each` marks `wide` degrees wide."""

    value: int
    body: Rgb
    mark: Rgb
    groups: int
    each: int
    wide: float


CHIPS: Final[tuple[Chip, ...]] = (
    Chip(1000, rgb("E0A23C"), rgb("33240C"), 4, 3, 7),
    Chip(500, rgb("6C4E8C"), rgb("F4E9D6"), 6, 2, 9),
    Chip(100, rgb("1D2327"), rgb("DDC49C"), 4, 2, 9.5),
    Chip(25, rgb("2E8A63"), rgb("F4E9D6"), 8, 1, 18),
    Chip(5, rgb("B5352D"), rgb("F4E9D6"), 6, 1, 25),
    Chip(1, rgb("EADFC8"), rgb("3B4A55"), 4, 1, 29),
)
"""Every chip, highest value first."""

_BODY = 0.97
_MARK_FROM = 0.735
_INLAY = 0.57
_TILT = 0.46
_THICK = 0.235
_JITTER = 0.024
_TURN = 41.0
_MOST_COLUMNS = 3
_MOST_CHIPS = 7
_WHITE = rgb("FDFCFA")
_NUMERAL = rgb("16231F")


def _marks(chip: Chip, turn: float) -> Iterator[tuple[float, float]]:
    """The start and end angle of each mark in degrees, clockwise from twelve o'clock."""
    between = chip.wide * 1.42
    for group in range(chip.groups):
        middle = turn + group * 360 / chip.groups
        for number in range(chip.each):
            start = middle + (number - (chip.each - 1) / 2) * between - chip.wide / 2
            yield start, start + chip.wide


def _on_circle(middle: Point, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return middle[0] + radius * math.sin(angle), middle[1] - radius * math.cos(angle)


def _sector(middle: Point, inner: float, outer: float, start: float, end: float) -> list[Point]:
    steps = 6
    angles = [start + (end - start) * step / steps for step in range(steps + 1)]
    return [_on_circle(middle, outer, angle) for angle in angles] + [
        _on_circle(middle, inner, angle) for angle in reversed(angles)
    ]


def _draw_face(target: pygame.Surface, chip: Chip, radius: float, turn: float) -> None:
    """The chip seen from above, filling a square surface of twice `radius`."""
    middle = (radius, radius)
    pygame.draw.circle(target, darker(chip.body, 0.25), middle, radius)
    pygame.draw.circle(target, chip.body, middle, radius * _BODY)
    for start, end in _marks(chip, turn):
        pygame.draw.polygon(target, chip.mark, _sector(middle, radius * _MARK_FROM, radius * _BODY, start, end))
    groove = darker(chip.body, 0.28)
    pygame.draw.circle(target, groove, middle, radius * _MARK_FROM)
    pygame.draw.circle(target, mix(chip.body, (255, 255, 255), 0.06), middle, radius * (_MARK_FROM - 0.022))
    dash = mix(chip.mark, chip.body, 0.4)
    for number in range(24):
        start = turn + number * 15
        outline = _sector(middle, radius * 0.63, radius * 0.66, start, start + 8)
        pygame.draw.polygon(target, dash, outline)
    pygame.draw.circle(target, mix(chip.mark, chip.body, 0.35), middle, radius * (_INLAY + 0.022))
    pygame.draw.circle(target, _WHITE, middle, radius * _INLAY)
    _draw_numeral(target, str(chip.value), radius)


def _draw_numeral(target: pygame.Surface, text: str, radius: float) -> None:
    cap = round(radius * (0.44, 0.44, 0.37, 0.29)[len(text) - 1])
    letters = typesetting.capitals(text, cap, "bold", _NUMERAL, 0.9)
    top = radius - cap / 2 - typesetting.overshoot(cap)
    target.blit(letters, (radius - letters.get_width() / 2, top))


def _chip(value: int) -> Chip:
    return next(chip for chip in CHIPS if chip.value == value)


@kept
def flat(value: int, size: int) -> pygame.Surface:
    """The chip seen from above, `size` pixels across, without a shadow."""
    chip = _chip(value)
    plate = Plate((size, size), darker(chip.body, 0.25))
    radius = size * OVER / 2
    _draw_face(plate.ink, chip, radius, 0.0)
    pygame.draw.circle(plate.mask, (255, 255, 255, 255), (radius, radius), radius)
    return plate.finish()


@kept
def _tilted_face(value: int, radius: int, turn: float) -> pygame.Surface:
    """The upper face of a tilted chip at `OVER` times its size, on a transparent ground."""
    chip = _chip(value)
    plate = Plate((2 * radius, 2 * radius), darker(chip.body, 0.25))
    _draw_face(plate.ink, chip, radius * OVER, turn)
    pygame.draw.circle(plate.mask, (255, 255, 255, 255), (radius * OVER, radius * OVER), radius * OVER)
    plate.ink.blit(plate.mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return pygame.transform.smoothscale(plate.ink, (2 * radius * OVER, round(2 * radius * OVER * _TILT)))


def _draw_side(plate: Plate, chip: Chip, middle: Point, radius: float, turn: float) -> None:
    """The wall of one tilted chip: `middle` is the middle of its upper face."""
    thick = radius * _THICK
    flat_radius = radius * _TILT
    wall = darker(chip.body, 0.32)
    upper = pygame.Rect(0, 0, round(2 * radius), round(2 * flat_radius))
    upper.center = (round(middle[0]), round(middle[1]))
    lower = upper.move(0, round(thick))
    for target, ink in ((plate.ink, darker(wall, 0.45)), (plate.mask, (255, 255, 255))):
        pygame.draw.ellipse(target, (*ink, 255), lower)
        pygame.draw.rect(target, (*ink, 255), (upper.x, upper.centery, upper.w, round(thick)))
        pygame.draw.ellipse(target, (*ink, 255), upper)
    line = max(1, round(radius * 0.02))
    pygame.draw.ellipse(plate.ink, wall, lower.move(0, -line))
    pygame.draw.rect(plate.ink, wall, (upper.x, upper.centery, upper.w, round(thick) - line))
    mark = darker(chip.mark, 0.12)
    for start, end in _marks(chip, turn):
        pieces = [start + (end - start) * step / 4 for step in range(5)]
        front = [angle for angle in pieces if math.cos(math.radians(angle)) < 0]
        if len(front) < 2:
            continue
        edge = [
            (
                middle[0] + radius * math.sin(math.radians(a)),
                middle[1] - flat_radius * math.cos(math.radians(a)),
            )
            for a in front
        ]
        wall_foot = [(x, y + thick - line) for x, y in reversed(edge)]
        pygame.draw.polygon(plate.ink, mark, edge + wall_foot)


def column_size(count: int, width: int) -> tuple[int, int]:
    """The pixels a `column` of `count` chips takes, its shadow left out."""
    radius = width / 2
    slack = math.ceil(radius * _JITTER)
    height = 2 * radius * _TILT + count * radius * _THICK
    return 2 * math.ceil(radius) + 2 * slack, math.ceil(height)


@kept
def column(values: tuple[int, ...], width: int) -> pygame.Surface:
    """Tilted chips on top of each other, the lowest first; a chip is `width` pixels wide."""
    size = column_size(len(values), width)
    radius = width // 2
    plate = Plate(size, darker(_chip(values[-1]).body, 0.5))
    big = radius * OVER
    foot = size[1] * OVER - big * _TILT
    middle_x = size[0] * OVER / 2
    for level, value in enumerate(values):
        chip = _chip(value)
        sway = math.sin(level * 2.4 + len(values)) * _JITTER * big
        middle = (middle_x + sway, foot - (level + 1) * big * _THICK)
        turn = level * _TURN + len(values) * 8
        _draw_side(plate, chip, middle, big, turn)
        if level + 1 == len(values):
            face = _tilted_face(value, radius, turn)
            plate.ink.blit(face, (middle[0] - big, middle[1] - face.get_height() / 2))
        else:
            rim = pygame.Rect(0, 0, round(2 * big), round(2 * big * _TILT))
            rim.center = (round(middle[0]), round(middle[1]))
            pygame.draw.ellipse(plate.ink, darker(chip.body, 0.2), rim)
    return plate.finish()


def columns_of(amount: int) -> tuple[tuple[int, ...], ...]:
    """The columns that picture `amount` whole units, highest value first, each lowest chip first.

    At most three columns of seven; a larger amount looks like a full pile.
    """
    groups: list[tuple[int, ...]] = []
    rest = amount
    for chip in CHIPS:
        count, rest = divmod(rest, chip.value)
        if count:
            groups.append((chip.value,) * count)
    if len(groups) > _MOST_COLUMNS:
        merged = tuple(value for group in groups[_MOST_COLUMNS - 1 :] for value in group)
        groups = [*groups[: _MOST_COLUMNS - 1], merged]
    return tuple(group[-_MOST_CHIPS:] for group in groups)


class Pile(msgspec.Struct, frozen=True):
    """A pile's picture; its lower left foot is where the shadow's margin ends."""

    surface: pygame.Surface
    margin: int


_PLACES: Final[dict[int, tuple[Point, ...]]] = {
    0: (),
    1: ((0.0, 0.0),),
    2: ((0.0, 0.0), (1.08, 0.0)),
    3: ((0.0, 0.0), (1.08, 0.0), (0.54, 0.36)),
}
"""Where the columns stand, in chip widths, the hindmost first."""


@lru_cache(maxsize=256)
def pile(amount: int, width: int) -> Pile:
    """The picture of `amount`; a chip is `width` pixels wide. Zero gives an empty picture."""
    stacks = columns_of(amount)
    places = _PLACES[len(stacks)]
    if not stacks:
        return Pile(clear((1, 1)), 0)
    pictures = [column(stack, width) for stack in stacks]
    margin = max(2, round(width * 0.16))
    foot = max(picture.get_height() - round(y * width) for picture, (_, y) in zip(pictures, places, strict=True))
    lowest = max(round(y * width) for _, y in places)
    across = max(round(x * width) + picture.get_width() for picture, (x, _) in zip(pictures, places, strict=True))
    whole = clear((across + 2 * margin, foot + lowest + 2 * margin))
    for picture, (x, y) in zip(pictures, places, strict=True):
        left = margin + round(x * width)
        base = margin + foot + round(y * width)
        _ground(whole, left, base, picture.get_width(), width)
        whole.blit(picture, (left, base - picture.get_height()))
    return Pile(whole, margin)


def _ground(target: pygame.Surface, left: int, base: int, wide: int, width: int) -> None:
    """The soft shadow under one column."""
    blur = max(2, round(width * 0.16))
    high = round(width * _TILT)
    dark = shadow((wide, high), high / 2, blur, (0, 0, 0), 110)
    reach = spread(blur)
    target.blit(dark, (left - reach, base - high - reach + round(width * 0.06)))
