"""All screens of a table in one picture: each in its own frame, on the cloth they belong to."""

from __future__ import annotations

import msgspec
import pygame

from controller.language import Language
from controller.vocab.ids import Seat
from controller.wire.redact import Viewer
from controller.wire.view import View
from seats import type as typesetting
from seats.arrangement import HIGH, WIDE, Mosaic, fitted
from seats.art import shapes
from seats.art.felt import Pool, felt
from seats.art.star import star
from seats.metrics import Profile, Weight
from seats.models.words import header, holders, words_for
from seats.palette import BIRCH_DEEP, BIRCH_LIGHT, MIST, SNOW, Rgb, darker

_BEZEL = 5
_RADIUS = 10


class Title(msgspec.Struct, frozen=True):
    """What the card between the screens says: the game, its limits, the running hand."""

    game: str
    limits: str
    hand: str


class Line(msgspec.Struct, frozen=True):
    """One line of the card; its size is that of a picture 1920 pixels wide."""

    text: str
    size: int
    weight: Weight
    ink: Rgb


def title_of(view: View, language: Language) -> Title:
    """Return the title of what `view` shows."""
    shown = header(view, words_for(language, view))
    hand = language.text("table.hand", number=language.number(view.hand)) if view.hand is not None else ""
    return Title(shown.title, shown.limits, hand)


def taken(view: View) -> tuple[Seat, ...]:
    """Return the seats that somebody has."""
    if view.profile is None:
        return ()
    return tuple(seat for seat in holders(view.profile) if view.at(seat).status != "empty")


class Wall:
    """A picture of `size` pixels with the screens of `mosaic` on it."""

    def __init__(self, size: tuple[int, int], mosaic: Mosaic) -> None:
        self.size = size
        self.areas = {viewer: fitted(area, size) for viewer, area in mosaic.areas.items()}
        self._title = fitted(mosaic.title, size) if mosaic.title is not None else None
        self._share = min(size[0] / WIDE, size[1] / HIGH)
        self._corner = max(3, round(_RADIUS * self._share))
        self._frames: dict[tuple[int, int], pygame.Surface] = {}

    def ground(self, title: Title) -> pygame.Surface:
        """The cloth with empty frames and the title card."""
        profile = Profile("mosaic", float(self.size[0]), float(self.size[1]), 1.0, self.size)
        wide, high = self.size
        picture = pygame.Surface(self.size, 0, 32)
        picture.blit(felt(profile, (Pool(wide / 2, high / 2, wide * 0.62, high * 0.72, 0.8),)), (0, 0))
        for area in self.areas.values():
            self._bezel(picture, area)
        if self._title is not None:
            self._card(picture, self._title, title)
        return picture

    def lay(self, target: pygame.Surface, viewer: Viewer, screen: pygame.Surface) -> pygame.Rect:
        """Put the picture of one screen into its frame; returns what changed."""
        area = self.areas[viewer]
        target.blit(pygame.transform.smoothscale(screen, area.size), area)
        target.blit(self._frame(area.size), area)
        return area

    def at(self, point: tuple[float, float]) -> Viewer | None:
        """The screen under a point of the picture."""
        return next((viewer for viewer, area in self.areas.items() if area.collidepoint(point)), None)

    def _bezel(self, target: pygame.Surface, area: pygame.Rect) -> None:
        edge = max(2, round(_BEZEL * self._share))
        outer = area.inflate(2 * edge, 2 * edge)
        corner = self._corner + edge
        shapes.cast(target, outer, corner, round(20 * self._share), round(7 * self._share), 150, (0, 0, 0))
        target.blit(shapes.panel(outer.size, corner, (26, 32, 33), (14, 18, 19)), outer)
        target.blit(shapes.edge_light(outer.size, corner, max(1.0, self._share)), outer)

    def _frame(self, size: tuple[int, int]) -> pygame.Surface:
        """What is laid over a screen: the bezel's colour outside rounded corners, nothing inside."""
        if size not in self._frames:
            frame = shapes.clear(size)
            frame.fill((20, 25, 26, 255))
            hole = shapes.round_mask(size, self._corner)
            frame.blit(hole, (0, 0), special_flags=pygame.BLEND_RGBA_SUB)
            frame.fill((20, 25, 26, 0), special_flags=pygame.BLEND_RGBA_MAX)
            self._frames[size] = frame
        return self._frames[size]

    def _card(self, target: pygame.Surface, area: pygame.Rect, title: Title) -> None:
        """The star, the name, and the game: beside each other in a flat area, below each other in a tall one."""
        flat = area.w > 3 * area.h
        side = round(min(area.h * 0.8, area.w * 0.5, 150 * self._share))
        emblem = star(side, BIRCH_LIGHT, darker(BIRCH_DEEP, 0.2))
        game = Line("  ".join(part for part in (title.game, title.limits) if part), 24, "book", MIST)
        name, hand = Line("Jakaja", 46, "bold", SNOW), Line(title.hand, 24, "book", MIST)
        if flat:
            target.blit(emblem, (area.x, area.centery - side // 2))
            self._put(target, name, (area.x + side + self._px(22), area.centery), "left")
            self._put(target, game, (area.right, area.centery - self._px(18)), "right")
            self._put(target, hand, (area.right, area.centery + self._px(18)), "right")
            return
        target.blit(emblem, emblem.get_rect(center=(area.centerx, area.centery - self._px(70))))
        for line, step in ((name, 50), (game, 104), (hand, 140)):
            self._put(target, line, (area.centerx, area.centery + self._px(step)), "centre")

    def _put(self, target: pygame.Surface, line: Line, at: tuple[int, int], align: typesetting.Align) -> None:
        typesetting.put(target, line.text, at, self._px(line.size), line.weight, line.ink, align)

    def _px(self, size: float) -> int:
        return round(size * self._share)
