"""All screens of a table in one picture: each in its own frame, on the cloth they belong to."""

from __future__ import annotations

from collections.abc import Iterable

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
from seats.palette import BIRCH_DEEP, BIRCH_LIGHT, FELT_EDGE, MIST, SNOW, darker

_BEZEL = 5
_RADIUS = 10
_LINE = (255, 255, 255)


class Title(msgspec.Struct, frozen=True):
    """What the card between the screens says: the game, its limits, the running hand."""

    game: str
    limits: str
    hand: str


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

    def ground(self, title: Title, free: Iterable[Viewer] = (), free_word: str = "") -> pygame.Surface:
        """The cloth with empty frames, the title card and a word on every free seat."""
        profile = Profile("mosaic", float(self.size[0]), float(self.size[1]), 1.0, self.size)
        wide, high = self.size
        picture = felt(profile, (Pool(wide / 2, high / 2, wide * 0.62, high * 0.72, 0.8),)).copy()
        empty = set(free)
        for viewer, area in self.areas.items():
            if viewer in empty:
                self._free(picture, area, viewer, free_word)
            else:
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

    def _free(self, target: pygame.Surface, area: pygame.Rect, viewer: Viewer, word: str) -> None:
        target.blit(shapes.coloured(shapes.round_mask(area.size, self._corner), (0, 0, 0), 46), area)
        line = max(1.0, self._share)
        target.blit(shapes.coloured(shapes.ring_mask(area.size, self._corner, line), _LINE, 22), area)
        self._put(target, str(viewer.seat), (area.centerx, area.centery - round(18 * self._share)), 44, MIST)
        self._put(target, word, (area.centerx, area.centery + round(24 * self._share)), 22, MIST)

    def _card(self, target: pygame.Surface, area: pygame.Rect, title: Title) -> None:
        side = round(area.h * 0.56)
        emblem = star(side, BIRCH_LIGHT, darker(BIRCH_DEEP, 0.2))
        target.blit(emblem, (area.x, area.centery - side // 2))
        left = area.x + side + round(26 * self._share)
        lines = (("Jakaja", 46, SNOW), (title.game, 26, BIRCH_LIGHT), (title.limits, 22, MIST), (title.hand, 22, MIST))
        steps = (-54, -4, 30, 62)
        for (text, size, ink), step in zip(lines, steps, strict=True):
            weight: Weight = "bold" if size > 22 else "book"
            at = (left, area.centery + round(step * self._share))
            typesetting.put(target, text, at, round(size * self._share), weight, ink)

    def _put(
        self, target: pygame.Surface, text: str, at: tuple[int, int], size: int, ink: tuple[int, int, int]
    ) -> None:
        typesetting.put(target, text, at, round(size * self._share), "book", ink, "centre")


EDGE = FELT_EDGE
"""What stands beside the mosaic in a window of another form."""
