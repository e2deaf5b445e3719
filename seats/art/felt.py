"""The cloth: one ramp of 24 colours, pools of lamplight, and a diagonal twill between the steps."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import msgspec
import pygame

from seats.art.shapes import coloured, gradient, ring_mask
from seats.kept import kept
from seats.palette import BIRCH, FELT_BODY, FELT_EDGE, FELT_LIGHT, Rgb, mix

if TYPE_CHECKING:
    from seats.metrics import Box, Profile

_STEPS = 24
_BODY_AT = 0.6
_COARSE = 8


class Pool(msgspec.Struct, frozen=True):
    """A soft oval of lamplight: middle, half-axes (all in mm) and strength (1 is full)."""

    x: float
    y: float
    across: float
    along: float
    strength: float = 1.0


def _ramp() -> list[Rgb]:
    def colour(share: float) -> Rgb:
        if share < _BODY_AT:
            return mix(FELT_EDGE, FELT_BODY, share / _BODY_AT)
        return mix(FELT_BODY, FELT_LIGHT, (share - _BODY_AT) / (1 - _BODY_AT))

    return [colour(step / (_STEPS - 1)) for step in range(_STEPS)]


def _brightness(profile: Profile, pools: tuple[Pool, ...]) -> bytes:
    """One byte of light per pixel, worked out on a coarse grid and smoothed."""
    width, height = profile.size_px
    columns, rows = width // _COARSE + 1, height // _COARSE + 1
    grid = pygame.Surface((columns, rows), 0, 24)
    for row in range(rows):
        y = (row + 0.5) * height / rows / profile.px_per_mm
        for column in range(columns):
            x = (column + 0.5) * width / columns / profile.px_per_mm
            light = min(1.0, sum(_light(pool, x, y) for pool in pools))
            level = round(light * 255)
            grid.set_at((column, row), (level, level, level))
    smooth = pygame.transform.smoothscale(grid, (width, height))
    return pygame.image.tobytes(smooth, "RGB")[0::3]


def _light(pool: Pool, x: float, y: float) -> float:
    distance = ((x - pool.x) / pool.across) ** 2 + ((y - pool.y) / pool.along) ** 2
    near = max(0.0, 1 - math.sqrt(distance))
    return pool.strength * near * near * (3 - 2 * near)


@kept
def felt(profile: Profile, pools: tuple[Pool, ...]) -> pygame.Surface:
    """The whole ground of a felt screen, to be blitted: one byte a pixel, for it is kept and has few colours.

    Steps between ramp colours are broken by the twill.
    """
    width, height = profile.size_px
    light = _brightness(profile, pools)
    tables = [
        bytes(min(_STEPS - 1, int(level * (_STEPS - 1) / 255 + (3 - quarter) / 4)) for level in range(256))
        for quarter in range(4)
    ]
    cloth = bytearray(width * height)
    for row in range(height):
        start = row * width
        for phase in range(4):
            part = slice(start + phase, start + width, 4)
            cloth[part] = light[part].translate(tables[(phase + row) % 4])
    picture = pygame.image.frombuffer(cloth, (width, height), "P")
    picture.set_palette(_ramp())
    return picture


def bet_line(target: pygame.Surface, profile: Profile, box: Box, radius: float) -> None:
    """The birch inlay round the middle, with a hairline inside it; lines grow with the grain."""
    density, grain = profile.px_per_mm, profile.grain
    area = profile.rect(box)
    rim = ring_mask(area.size, radius * density, max(1.5, 0.5 * grain * density))
    inlay = coloured(rim, BIRCH, 120)
    fading = gradient(area.size, (255, 255, 255, 255), (255, 255, 255, 195))
    inlay.blit(fading, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    target.blit(inlay, area)
    inside = 1.6 * grain
    hair = profile.rect(box.inset(inside))
    hair_mask = ring_mask(hair.size, (radius - inside) * density, max(1.0, 0.2 * grain * density))
    target.blit(coloured(hair_mask, BIRCH, 51), hair)
