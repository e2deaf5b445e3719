"""Small round and pill-shaped marks: position discs, tags, state badges."""

from __future__ import annotations

from typing import Literal

import msgspec
import pygame

from seats import type as typesetting
from seats.art.shapes import cast, clear, coloured, disc, panel, ring_mask, spread
from seats.art.signs import SignName, sign
from seats.kept import kept
from seats.palette import (
    AMBER,
    AMBER_INK,
    BIRCH,
    BIRCH_LIGHT,
    ICE,
    LINGONBERRY,
    OCHRE,
    PAPER_GREY,
    SLAB_TOP,
    SPRUCE_BOTTOM,
    Rgb,
    darker,
)

Badge = Literal["fault", "warning", "good", "absent", "chosen"]


class MarkLook(msgspec.Struct, frozen=True):
    """A disc's colours from the upper to the lower edge, its rim, and its letters' ink."""

    top: Rgb
    bottom: Rgb
    rim: Rgb
    ink: Rgb


BUTTON_MARK = MarkLook(BIRCH_LIGHT, BIRCH, darker(BIRCH, 0.25), AMBER_INK)
POSITION_MARK = MarkLook(SLAB_TOP, darker(SLAB_TOP, 0.25), ICE, ICE)


@kept
def mark(text: str, size: int, look: MarkLook) -> pygame.Surface:
    """A disc with one or two letters, `size` pixels across, on its own soft shadow.

    The surface is `mark_margin(size)` larger on every side.
    """
    blur = max(2, round(size * 0.22))
    margin = mark_margin(size)
    whole = clear((size + 2 * margin, size + 2 * margin))
    area = pygame.Rect(margin, margin, size, size)
    cast(whole, area, size / 2, blur, max(1, round(size * 0.07)), 115, (0, 0, 0))
    whole.blit(panel((size, size), size / 2, look.top, look.bottom), area)
    whole.blit(coloured(ring_mask((size, size), size / 2, max(1.0, size * 0.045)), look.rim), area)
    letters = round(size * (0.56 if len(text) == 1 else 0.44))
    typesetting.put(whole, text, area.center, letters, "bold", look.ink, "centre")
    return whole


def mark_margin(size: int) -> int:
    """The room round a mark that its shadow needs."""
    return spread(max(2, round(size * 0.22))) + max(1, round(size * 0.07))


_BADGES: dict[Badge, tuple[SignName, Rgb, Rgb]] = {
    "fault": ("cross", LINGONBERRY, (255, 255, 255)),
    "good": ("tick", SPRUCE_BOTTOM, (255, 255, 255)),
    "chosen": ("tick", AMBER, AMBER_INK),
}


@kept
def badge(kind: Badge, size: int) -> pygame.Surface:
    """A state as a shape: cross in a square, triangle, tick in a circle, bar."""
    if kind == "warning":
        return sign("triangle", size, OCHRE)
    if kind == "absent":
        return sign("bar", size, PAPER_GREY)
    name, ground, ink = _BADGES[kind]
    whole = clear((size, size))
    if kind == "fault":
        whole.blit(panel((size, size), size * 0.2, ground, ground), (0, 0))
    else:
        whole.blit(disc(size, ground), (0, 0))
    inner = round(size * 0.64)
    whole.blit(sign(name, inner, ink), ((size - inner) // 2, (size - inner) // 2))
    return whole
