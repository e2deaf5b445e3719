"""The grounds that are not cloth: paper for money, steel for service, and the table plan on paper."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import pygame

from seats.art.shapes import OVER, Plate, cast, gradient, panel, reduce
from seats.kept import kept
from seats.palette import (
    BIRCH,
    PAPER_BOTTOM,
    PAPER_SHADOW,
    PAPER_TOP,
    PLAN_FELT_BOTTOM,
    PLAN_FELT_TOP,
    RIM_BOTTOM,
    RIM_TOP,
    STEEL_BOTTOM,
    STEEL_TOP,
    Rgb,
    darker,
    mix,
)

if TYPE_CHECKING:
    from seats.metrics import Profile

RIM_MM: Final = 5.0
_GRAIN_LINES: Final = 5


@kept
def _ground(size: tuple[int, int], top: Rgb, bottom: Rgb) -> pygame.Surface:
    opaque = pygame.Surface(size, 0, 32)
    opaque.blit(gradient(size, (*top, 255), (*bottom, 255)), (0, 0))
    return opaque


def paper(profile: Profile) -> pygame.Surface:
    """The kiosk's ground."""
    return _ground(profile.size_px, PAPER_TOP, PAPER_BOTTOM)


def steel(profile: Profile) -> pygame.Surface:
    """The ground of the service screens."""
    return _ground(profile.size_px, STEEL_TOP, STEEL_BOTTOM)


@kept
def _plan(size: tuple[int, int], rim: float) -> pygame.Surface:
    plate = Plate(size, RIM_BOTTOM)
    large = plate.ink.get_rect()
    plate.ink.blit(gradient(large.size, (*RIM_TOP, 255), (*RIM_BOTTOM, 255)), (0, 0))
    pygame.draw.rect(plate.mask, (255, 255, 255, 255), large, border_radius=large.h // 2)
    for line in range(1, _GRAIN_LINES + 1):
        depth = round(rim * OVER * line / (_GRAIN_LINES + 1))
        area = large.inflate(-2 * depth, -2 * depth)
        tint = mix(BIRCH, RIM_BOTTOM, 0.5)
        pygame.draw.rect(plate.ink, tint, area, max(1, OVER // 3), border_radius=area.h // 2)
    return plate.finish()


def table_plan(target: pygame.Surface, area: pygame.Rect, px_per_mm: float) -> pygame.Rect:
    """The table seen from above: birch rim with faint grain, felt inside; returns the felt's area."""
    cast(target, area, area.h / 2, round(4 * px_per_mm), round(1.6 * px_per_mm), 76, PAPER_SHADOW)
    rim = RIM_MM * px_per_mm
    target.blit(_plan(area.size, rim), area)
    inner = area.inflate(-2 * math.ceil(rim), -2 * math.ceil(rim))
    dark = inner.inflate(2, 2)
    target.blit(panel(dark.size, dark.h / 2, darker(PLAN_FELT_BOTTOM, 0.55), darker(PLAN_FELT_BOTTOM, 0.2)), dark)
    target.blit(panel(inner.size, inner.h / 2, PLAN_FELT_TOP, PLAN_FELT_BOTTOM), inner)
    line = inner.inflate(-round(6 * px_per_mm), -round(6 * px_per_mm))
    hair = pygame.Surface((line.w * OVER, line.h * OVER), pygame.SRCALPHA, 32)
    hair.fill((*BIRCH, 0))
    weight = max(2, round(0.3 * px_per_mm * OVER))
    pygame.draw.rect(hair, (*BIRCH, 130), hair.get_rect(), weight, border_radius=hair.get_height() // 2)
    target.blit(reduce(hair, line.size), line)
    return inner
