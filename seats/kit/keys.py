"""The body of every key: looks, states, and the picture of each, kept by size.

A key's words are drawn on top by `seats.kit.faces`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from seats.art import shapes
from seats.kept import kept
from seats.metrics import Box
from seats.palette import (
    AMBER,
    AMBER_DEEP,
    AMBER_INK,
    AMBER_LIGHT,
    DANGER_BOTTOM,
    DANGER_TOP,
    GLASS_BOTTOM,
    GLASS_TOP,
    ICE,
    INK,
    MIST,
    NOT_LEGAL_LINE,
    NOT_LEGAL_TEXT,
    PAPER_GREY,
    PAPER_SHADOW,
    RULE,
    SHEET,
    SLAB_BOTTOM,
    SNOW,
    SNOW_KEY_BOTTOM,
    SNOW_KEY_TOP,
    SPRUCE_BOTTOM,
    SPRUCE_TOP,
    STEEL_GREY,
    STEEL_LINE,
    WHITE_KEY_BOTTOM,
    WHITE_KEY_TOP,
    Rgb,
    darker,
    mix,
)

if TYPE_CHECKING:
    import pygame

    from seats.kit.canvas import Canvas

READY: Final = 8
"""The steps in which a key brightens while its guard runs out; at `READY` it is at rest."""

SUNK: Final = 2
"""The steps in which a key sinks; at `SUNK` it is pressed."""

_LIP_MM = 0.4
_SINK_MM = 0.4


class KeyLook(msgspec.Struct, frozen=True):
    """A key's colours. `ground` is what it fades in from, `flat` keys lie level with their ground."""

    top: Rgb
    bottom: Rgb
    ink: Rgb
    caption: Rgb
    ground: Rgb = SLAB_BOTTOM
    ring: Rgb = ICE
    idle_text: Rgb = NOT_LEGAL_TEXT
    idle_line: Rgb = NOT_LEGAL_LINE
    shadow: Rgb = (0, 0, 0)
    shadow_weight: float = 1.0
    edge: bool = True
    flat: bool = False


def _on_paper(top: Rgb, bottom: Rgb, ink: Rgb, caption: Rgb, *, flat: bool = False, edge: bool = False) -> KeyLook:
    return KeyLook(
        top,
        bottom,
        ink,
        caption,
        ground=SHEET,
        ring=SPRUCE_BOTTOM,
        idle_text=PAPER_GREY,
        idle_line=RULE,
        shadow=PAPER_SHADOW,
        shadow_weight=0.6,
        edge=edge,
        flat=flat,
    )


GLASS: Final = KeyLook(GLASS_TOP, GLASS_BOTTOM, SNOW, MIST)
SNOW_KEY: Final = KeyLook(SNOW_KEY_TOP, SNOW_KEY_BOTTOM, INK, INK)
AMBER_KEY: Final = KeyLook(AMBER_LIGHT, AMBER_DEEP, AMBER_INK, AMBER_INK)
DANGER: Final = KeyLook(DANGER_TOP, DANGER_BOTTOM, (255, 255, 255), (255, 255, 255))
PAPER_KEY: Final = _on_paper(WHITE_KEY_TOP, WHITE_KEY_BOTTOM, INK, PAPER_GREY)
SPRUCE: Final = _on_paper(SPRUCE_TOP, SPRUCE_BOTTOM, SNOW, SNOW, edge=True)
PAPER_FRAME: Final = _on_paper((250, 248, 243), (246, 243, 236), PAPER_GREY, PAPER_GREY, flat=True)
PAPER_TILE: Final = _on_paper((247, 243, 236), (244, 240, 231), INK, PAPER_GREY, flat=True)
STEEL_KEY: Final = KeyLook(
    (255, 255, 255),
    (246, 248, 247),
    INK,
    STEEL_GREY,
    ground=(238, 241, 240),
    ring=SPRUCE_BOTTOM,
    idle_text=STEEL_GREY,
    idle_line=STEEL_LINE,
    shadow=(20, 30, 28),
    shadow_weight=0.45,
    edge=False,
)


class KeyState(msgspec.Struct, frozen=True):
    """How a key looks now: `depth` 0 to `SUNK`, `light` 0 to `READY` while its guard runs."""

    depth: int = 0
    light: int = READY
    legal: bool = True
    chosen: bool = False
    focus: bool = False


def paint_key(canvas: Canvas, box: Box, radius: float, look: KeyLook, state: KeyState) -> Box:
    """Draw the key's body; returns the box its words belong in, which sinks with the key."""
    sink = _SINK_MM * state.depth / SUNK
    if not state.legal:
        canvas.outline(box, radius, 0.3, look.idle_line)
    else:
        at_rest = state.light == READY and not look.flat
        if at_rest and state.depth < SUNK:
            canvas.shadow(box, radius, "plate", look.shadow, look.shadow_weight * (1 - state.depth / SUNK))
        area = canvas.rect(Box(box.x, box.y + sink, box.w, box.h - sink))
        density = canvas.profile.px_per_mm
        lip = max(1, canvas.px(_LIP_MM))
        # What shows for a moment while the guard runs out is not kept: it would push out what shows for long.
        draw = _body if state.light == READY else _draw_body
        canvas.surface.blit(draw(area.size, radius * density, lip, look, state.depth, state.light), area)
    if state.chosen:
        canvas.outline(box, radius, 0.6, AMBER if state.legal else mix(AMBER, look.ground, 0.5))
    if state.focus:
        canvas.outline(box.inset(-1.8), radius + 1.8, 0.6, look.ring)
    return box.moved(0, sink)


def _draw_body(size: tuple[int, int], radius: float, lip: int, look: KeyLook, depth: int, light: int) -> pygame.Surface:
    top, bottom = look.top, look.bottom
    if depth:
        turn, dim = depth / SUNK, 0.06 * depth
        top, bottom = darker(mix(top, bottom, turn), 1.3 * dim), darker(mix(bottom, top, turn), dim)
    fade = 0.3 * (1 - light / READY)
    top, bottom = mix(top, look.ground, fade), mix(bottom, look.ground, fade)
    if look.flat:
        body = shapes.draw_panel(size, radius, top, bottom)
        body.blit(shapes.coloured(shapes.ring_mask(size, radius, max(1.0, lip * 0.6)), RULE), (0, 0))
        return body
    if depth == SUNK:
        body = shapes.draw_panel(size, radius, top, bottom)
        body.blit(_inner_shadow(size, radius, lip), (0, 0))
        return body
    if light < READY:
        return shapes.draw_panel(size, radius, top, bottom)
    body = shapes.draw_panel(size, radius, darker(bottom, 0.3), darker(bottom, 0.3))
    upper = (size[0], max(1, size[1] - lip))
    body.blit(shapes.draw_panel(upper, radius, top, bottom), (0, 0))
    light_line = max(1.0, lip * 0.75)
    body.blit(shapes.edge_light(upper, radius, light_line), (0, 0))
    return body


_body: Final = kept(_draw_body)
"""The body of a key at rest or under a finger, which is shown again and again."""


def _inner_shadow(size: tuple[int, int], radius: float, lip: int) -> pygame.Surface:
    """A dark line under the upper edge of a key that has sunk."""
    ring = shapes.ring_mask(size, radius, max(1.5, lip * 1.2))
    return shapes.masked(shapes.gradient(size, (0, 0, 0, 82), (0, 0, 0, 6)), ring)
