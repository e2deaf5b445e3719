"""All screens of a running table in one window, each over its own line; a finger works the screen under it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec
import pygame

from controller.language import Language, load_languages
from controller.vocab.ids import Seat
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import CENTRE, KIOSK
from seats.app import Placement, open_window, quiet_surroundings
from seats.arrangement import HIGH, WIDE, arrange
from seats.command import OK
from seats.kit.focus import service_key_of
from seats.kit.pointer import Pointer, pointer_of
from seats.link import Link, monotonic_ms
from seats.metrics import Profile
from seats.rest import Bell, Pace
from seats.running import Running
from seats.sound.speaker import open_speaker
from seats.wall import Title, Wall, taken, title_of

CAPTION: Final = "jakaja mosaic"
LEAST: Final = (640, 360)

FRAMES_A_SECOND: Final = 20
"""Fewer than on a panel: a dozen screens are reduced to their places for every frame."""


class Panel:
    """One screen of the mosaic: what runs it, and its picture at full size."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.surface = pygame.Surface(running.profile.size_px, 0, 32)


class Layout(msgspec.Struct, frozen=True):
    """What the wall is built from; another layout means another wall."""

    size: tuple[int, int]
    shown: tuple[Seat, ...]
    seats: int
    title: Title


class LiveMosaic:
    """Centre, kiosk, and the screens of the seats named or else of every seat that is taken."""

    def __init__(self, folder: Path, seats: tuple[Seat, ...] | None) -> None:
        """Raises `Complaint` if a screen's key cannot be read. Call it once pygame's display is there."""
        self._folder = folder
        self._named = seats
        self._languages = load_languages()
        self.bell = Bell()
        self._panels: dict[Viewer, Panel] = {}
        self._fingers: dict[int, Viewer] = {}
        self._layout: Layout | None = None
        self._wall: Wall | None = None
        self._speaker = open_speaker()
        for viewer in (CENTRE, KIOSK, *(Viewer("seat", seat) for seat in seats or ())):
            self._open(viewer)

    def close(self) -> None:
        """Hang up every line."""
        for panel in self._panels.values():
            panel.running.link.close()

    @property
    def shown(self) -> tuple[Viewer, ...]:
        """The screens in the mosaic."""
        return tuple(self._panels)

    def area(self, viewer: Viewer) -> pygame.Rect:
        """Where a screen lies in the window, as drawn last."""
        return self._wall.areas[viewer] if self._wall is not None else pygame.Rect(0, 0, 0, 0)

    def step(self, now_ms: int) -> None:
        """Let every screen take its news; open and close seats' screens as players come and go.

        One seat's screen is heard, or else each sound would come as often as there are seats.
        """
        first = min((viewer.seat for viewer in self._panels if viewer.seat is not None), default=None)
        for viewer, panel in self._panels.items():
            panel.running.step(now_ms)
            panel.running.sound(self._speaker if viewer.seat == first else None)
        if self._named is None:
            self._follow_players()

    def draw(self, window: pygame.Surface) -> list[pygame.Rect]:
        """Bring the window up to date; returns what changed."""
        layout = self._wanted(window.get_size())
        whole = layout != self._layout or self._wall is None
        if self._wall is None or layout != self._layout:
            self._layout = layout
            self._wall = Wall(layout.size, arrange(layout.shown, layout.seats))
            window.blit(self._wall.ground(layout.title), (0, 0))
        changed = []
        for viewer, panel in self._panels.items():
            if panel.running.draw(panel.surface) or whole:
                changed.append(self._wall.lay(window, viewer, panel.surface))
        return [window.get_rect()] if whole else changed

    def point(self, event: pygame.event.Event, size: tuple[int, int], now_ms: int) -> None:
        """Hand a finger to the screen on which it came down, and a service key to the kiosk, which has them."""
        window = Profile("mosaic", float(size[0]), float(size[1]), 1.0, size)
        pointer, key = pointer_of(event, window, now_ms), service_key_of(event)
        if key is not None and KIOSK in self._panels:
            self._panels[KIOSK].running.key(key, now_ms)
        if pointer is None or self._wall is None:
            return
        if pointer.phase == "down":
            under = self._wall.at((pointer.x, pointer.y))
            if under is None:
                return
            self._fingers[pointer.id] = under
        viewer = self._fingers.get(pointer.id)
        if viewer in self._panels and viewer is not None:
            self._panels[viewer].running.point(self._on_panel(pointer, viewer, self._wall.areas[viewer]))
        if pointer.phase in ("up", "cancel"):
            self._fingers.pop(pointer.id, None)

    def busy(self) -> bool:
        """Whether something moves on any screen."""
        return any(panel.running.busy() for panel in self._panels.values())

    def _on_panel(self, pointer: Pointer, viewer: Viewer, area: pygame.Rect) -> Pointer:
        profile = self._panels[viewer].running.profile
        x = (pointer.x - area.x) / area.w * profile.width_mm
        y = (pointer.y - area.y) / area.h * profile.height_mm
        return msgspec.structs.replace(pointer, x=x, y=y)

    def _open(self, viewer: Viewer) -> None:
        link = Link(self._folder, viewer, self.bell.ring)
        self._panels[viewer] = Panel(Running(link, self._languages))
        link.start()

    def _view(self) -> View:
        shown = self._panels[CENTRE].running.shown
        return shown.view if shown is not None else View()

    def _follow_players(self) -> None:
        present = {Viewer("seat", seat) for seat in taken(self._view())}
        for viewer in present - self._panels.keys():
            self._open(viewer)
        for viewer in [viewer for viewer in self._panels if viewer.kind == "seat" and viewer not in present]:
            self._panels.pop(viewer).running.link.close()
            self._fingers = {finger: there for finger, there in self._fingers.items() if there != viewer}

    def _wanted(self, size: tuple[int, int]) -> Layout:
        view = self._view()
        seats = sorted(viewer.seat for viewer in self._panels if viewer.seat is not None)
        number = view.profile.seats if view.profile is not None else len(seats)
        return Layout(size, tuple(seats), number, title_of(view, self._language(view)))

    def _language(self, view: View) -> Language:
        first = next(iter(self._languages.values()))
        return first if view.profile is None else self._languages.get(view.profile.language, first)


def run_live(folder: Path, seats: tuple[Seat, ...] | None) -> int:
    """Show the table in a window until that is closed."""
    quiet_surroundings("mosaic", Placement(framed=True))
    window = open_window(CAPTION, (WIDE, HIGH), pygame.RESIZABLE)
    try:
        mosaic = LiveMosaic(folder, seats)
        try:
            _loop(mosaic, window)
        finally:
            mosaic.close()
    finally:
        pygame.quit()
    return OK


def _loop(mosaic: LiveMosaic, window: pygame.Surface) -> None:
    pace = Pace(mosaic.bell, FRAMES_A_SECOND)
    while True:
        mosaic.step(monotonic_ms())
        changed = mosaic.draw(window)
        if changed:
            pygame.display.update(changed)
        for event in pace.events(busy=mosaic.busy()):
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.VIDEORESIZE:
                window = pygame.display.set_mode((max(event.w, LEAST[0]), max(event.h, LEAST[1])), pygame.RESIZABLE)
            elif event.type == pygame.VIDEOEXPOSE:
                pygame.display.update()
            else:
                mosaic.point(event, window.get_size(), monotonic_ms())
