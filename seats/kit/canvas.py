"""A surface one draws on in millimetres, and the materials every screen is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import pygame

from seats import type as typesetting
from seats.art import pieces, shapes
from seats.metrics import RADIUS_PLATE, RADIUS_SLAB, Box, Profile, Type
from seats.palette import AMBER, PAPER_SHADOW, RULE, SHEET, SHEET_BOTTOM, SLAB_BOTTOM, SLAB_TOP, WELL, Rgb

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.type import Align

Depth = Literal["plate", "slab", "question"]

_SHADOWS: dict[Depth, tuple[float, float, int]] = {
    "plate": (2.6, 1.0, 115),
    "slab": (5.0, 1.6, 150),
    "question": (5.0, 1.6, 191),
}
"""Blur and drop in millimetres, opacity of 255, by how high a thing lies."""


class Canvas:
    """Draws on `surface` in the millimetres of `profile`; `shift_mm` moves everything down, `aside_mm` to the right."""

    def __init__(self, surface: pygame.Surface, profile: Profile, shift_mm: float = 0.0, aside_mm: float = 0.0) -> None:
        self.surface = surface
        self.profile = profile
        self.shift_mm = shift_mm
        self.aside_mm = aside_mm

    def shifted(self, dy_mm: float, aside_mm: float = 0.0) -> Canvas:
        return Canvas(self.surface, self.profile, self.shift_mm + dy_mm, self.aside_mm + aside_mm)

    def px(self, mm: float) -> int:
        return self.profile.px(mm)

    def rect(self, box: Box) -> pygame.Rect:
        return self.profile.rect(box.moved(self.aside_mm, self.shift_mm))

    def at(self, x: float, y: float) -> tuple[int, int]:
        return self.px(x + self.aside_mm), self.px(y + self.shift_mm)

    def picture(self, picture: pygame.Surface, x: float, y: float, align: Align = "left") -> pygame.Rect:
        """Blit a picture whose upper edge is at `y`; `align` says what `x` is."""
        left, top = self.at(x, y)
        if align != "left":
            left -= picture.get_width() // (2 if align == "centre" else 1)
        return self.surface.blit(picture, (left, top))

    def middle(self, picture: pygame.Surface, x: float, y: float) -> pygame.Rect:
        """Blit a picture round the point `x`, `y`."""
        left, top = self.at(x, y)
        return self.surface.blit(picture, (left - picture.get_width() // 2, top - picture.get_height() // 2))

    def text(
        self, text: str, x: float, y: float, use: Type, ink: Rgb, align: Align = "left", room: float | None = None
    ) -> pygame.Rect:
        """One line whose capitals are centred on `y`, shrunk to `room` mm if that is given."""
        size = self.profile.type_px(use)
        if room is not None:
            least = typesetting.shrunk(self.profile.usual_px(use))
            size = typesetting.fit(text, size, use.weight, self.px(room), 1, least).size
        return typesetting.put(self.surface, text, self.at(x, y), size, use.weight, ink, align)

    def text_width(self, text: str, use: Type) -> float:
        """The width of a line in millimetres."""
        return self.profile.mm(typesetting.width(text, self.profile.type_px(use), use.weight))

    def panel(self, box: Box, radius: float, top: Rgb, bottom: Rgb) -> None:
        area = self.rect(box)
        pieces.lay_panel(self.surface, area, radius * self.profile.px_per_mm, top, bottom)

    def bar(self, box: Box, radius: float, top: Rgb, bottom: Rgb) -> None:
        """A panel that has another length each time: it is drawn anew, and not kept."""
        area = self.rect(box)
        self.surface.blit(shapes.draw_panel(area.size, radius * self.profile.px_per_mm, top, bottom), area)

    def fill(self, box: Box, radius: float, ink: Rgb, alpha: int = 255) -> None:
        area = self.rect(box)
        self.surface.blit(shapes.filled(area.size, radius * self.profile.px_per_mm, ink, alpha), area)

    def outline(self, box: Box, radius: float, line: float, ink: Rgb, alpha: int = 255) -> None:
        """A line of `line` mm along the inside of the box's edge."""
        area = self.rect(box)
        density = self.profile.px_per_mm
        ring = shapes.outlined(area.size, radius * density, max(1.0, line * density), ink, alpha)
        pieces.lay_frame(self.surface, ring, area.x, area.y, pieces.inside(radius * density, line * density))

    def shadow(self, box: Box, radius: float, depth: Depth, ink: Rgb = (0, 0, 0), weight: float = 1.0) -> None:
        """The shadow of a thing at `box` that lies as high as `depth` says, and hides what is below it."""
        blur, drop, alpha = _SHADOWS[depth]
        density, grain = self.profile.px_per_mm, self.profile.grain
        area, shade = self.rect(box), round(alpha * weight)
        pieces.cast_round(
            self.surface, area, radius * density, self.px(blur * grain), self.px(drop * grain), shade, ink
        )

    def edge_light(self, box: Box, radius: float) -> None:
        area = self.rect(box)
        density = self.profile.px_per_mm
        line = max(1.0, 0.3 * density * self.profile.grain)
        lit = shapes.edge_light(area.size, radius * density, line)
        pieces.lay_frame(self.surface, lit, area.x, area.y, pieces.inside(radius * density, line))

    def slab(self, box: Box) -> None:
        """A dark slab that lies on the felt and carries controls."""
        self._raised(box, RADIUS_SLAB, "slab")

    def plate(self, box: Box) -> None:
        """A small raised plate, one seat of the ring."""
        self._raised(box, RADIUS_PLATE, "plate")

    def _raised(self, box: Box, radius: float, depth: Depth) -> None:
        radius *= self.profile.grain
        self.shadow(box, radius, depth)
        self.panel(box, radius, SLAB_TOP, SLAB_BOTTOM)
        self.edge_light(box, radius)

    def sunk(self, box: Box, radius: float = RADIUS_PLATE) -> None:
        """A plate pressed into the cloth: dark, without shadow; its radius grows with the grain."""
        self.fill(box, radius * self.profile.grain, (0, 0, 0), 51)

    def well(self, box: Box, radius: float = RADIUS_PLATE) -> None:
        """A hollow in a slab; its radius grows with the grain."""
        self.fill(box, radius * self.profile.grain, WELL, 205)

    def turn_edge(self, box: Box, radius: float, share: float = 1.0, line: float = 0.5) -> None:
        """The amber edge of whoever is to move; `share` lets it run from the middle outward.

        Radius and line grow with the grain, as those of slab and plate do.
        """
        area = self.rect(box)
        if share <= 0:
            return
        density = self.profile.px_per_mm * self.profile.grain
        picture = pieces.turn_ring(area.size, radius * density, max(1.5, line * density), AMBER)
        if share >= 1:
            pieces.lay_frame(self.surface, picture, area.x, area.y, pieces.inside(radius * density, line * density))
            return
        wide = round(area.w * min(1.0, share))
        part = pygame.Rect((area.w - wide) // 2, 0, wide, area.h)
        self.surface.blit(picture, area.move(part.x, 0), part)

    def sheet(self, box: Box, *, question: bool = False) -> None:
        """A paper sheet; a question's sheet lies higher and throws a dark shadow on the felt."""
        if question and self.profile.on_paper:
            self.shadow(box, RADIUS_SLAB, "question", PAPER_SHADOW, 0.5)
        elif question:
            self.shadow(box, RADIUS_SLAB, "question")
        else:
            self.shadow(box, RADIUS_SLAB, "slab", PAPER_SHADOW, 0.45)
        self.panel(box, RADIUS_SLAB, SHEET, SHEET_BOTTOM)
        self.outline(box, RADIUS_SLAB, 0.2, RULE, 110)

    def rule(self, x: float, y: float, length: float, ink: Rgb, alpha: int = 255, *, upright: bool = False) -> None:
        """A hairline to the right of `x`, `y`, or down from it."""
        thick = self.profile.mm(max(1, self.px(0.3 * self.profile.grain)))
        box = Box(x, y, thick, length) if upright else Box(x, y, length, thick)
        line = shapes.clear(self.rect(box).size)
        line.fill((*ink, alpha))
        self.surface.blit(line, self.rect(box))

    def turned(self, box: Box, quarters: int, paint: Callable[[Canvas, Box], None]) -> None:
        """Let `paint` draw upright in a box of its own, and lay the result here, turned.

        `quarters` counts quarter turns anticlockwise; for odd ones the box `paint` gets is as
        wide as this one is high. Materials should be drawn unturned: light comes from above.
        """
        self.surface.blit(self.upright(box, quarters, paint), self.rect(box))

    def upright(self, box: Box, quarters: int, paint: Callable[[Canvas, Box], None]) -> pygame.Surface:
        """What `turned` lays down, for whoever keeps it."""
        area = self.rect(box)
        upright = Box(0, 0, box.w, box.h) if quarters % 2 == 0 else Box(0, 0, box.h, box.w)
        sheet = shapes.clear(area.size if quarters % 2 == 0 else (area.h, area.w))
        paint(Canvas(sheet, self.profile), upright)
        return pygame.transform.rotate(sheet, 90 * quarters) if quarters % 4 else sheet
