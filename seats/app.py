"""The program of one screen: a window of the panel's size, thirty frames a second while something moves."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeAlias

import msgspec
import pygame

from controller.language import load_languages
from controller.vocab.profile import Language as LanguageCode
from controller.wire.redact import Viewer
from controller.wire.viewers import viewer_name
from seats.command import FAILED, OK, Complaint
from seats.kept import PICTURES, ROOM
from seats.kit.focus import service_key_of
from seats.kit.pointer import pointer_of, quiet_touch_mouse
from seats.link import Link, monotonic_ms
from seats.memory import settle
from seats.rest import Bell, Pace
from seats.running import Running
from seats.sound.speaker import Speaker, open_speaker


class Placement(msgspec.Struct, frozen=True):
    """Where and how the window stands: at a corner of the desktop, bare as on a panel or with a frame."""

    corner: tuple[int, int] | None = None
    framed: bool = False
    cursor: bool = False


def quiet_surroundings(name: str, placement: Placement) -> None:
    """Set SDL up before it starts: no drawing through OpenGL, which costs a hundred times more without a GPU.

    The window's class is `jakaja-NAME`, by which window managers and tools know it in any locale.
    """
    os.environ["SDL_VIDEO_X11_WMCLASS"] = f"jakaja-{name}"
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    quiet_touch_mouse()
    if placement.corner is not None:
        os.environ["SDL_VIDEO_WINDOW_POS"] = f"{placement.corner[0]},{placement.corner[1]}"


def open_window(caption: str, size: tuple[int, int], flags: int) -> pygame.Surface:
    """Open the window; raises `Complaint` where there is no display."""
    try:
        pygame.display.init()
        pygame.display.set_caption(caption)
        surface = pygame.display.set_mode(size, flags)
    except pygame.error as error:
        raise Complaint(f"no window can be opened ({error}): set DISPLAY to a running X server", FAILED) from error
    return surface


def caption_of(viewer: Viewer) -> str:
    """The window's title: `jakaja seat 3`."""
    return f"jakaja {viewer.kind}" + (f" {viewer.seat}" if viewer.seat is not None else "")


def run_screen(
    viewer: Viewer,
    folder: Path,
    speak: LanguageCode | None,
    placement: Placement,
    keys: Path | None = None,
    make: Maker | None = None,
) -> int:
    """Show one screen until its window is closed; its key lies in `keys`, else in the table's `folder`.

    `make` has it shown by something else than `Alone`.
    """
    quiet_surroundings(viewer_name(viewer), placement)
    PICTURES.limit(ROOM[viewer.kind])
    bell = Bell()
    link = Link(folder, viewer, bell.ring, keys)
    running = Running(link, load_languages(), speak)
    flags = 0 if placement.framed else pygame.NOFRAME
    surface = open_window(caption_of(viewer), running.profile.size_px, flags)
    pygame.mouse.set_visible(placement.framed or placement.cursor)
    link.start()
    alone = (make or Alone)(running, open_speaker() if viewer.seat is not None else None)
    try:
        keep_showing(alone, surface, bell)
    finally:
        link.close()
        pygame.quit()
    return OK


class Shown(Protocol):
    """What a window shows until it is closed."""

    def step(self, now_ms: int) -> None:
        """Take the news, and let time pass."""

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring the window up to date; returns what changed."""

    def point(self, event: pygame.event.Event, now_ms: int) -> None:
        """Take an event, if it is a finger's or a service key's."""

    def busy(self) -> bool:
        """Whether the next frame should come soon."""

    def prepare(self) -> None:
        """Draw ahead, while there is nothing else to do."""


class Alone:
    """One screen, which has the window and perhaps a speaker to itself."""

    def __init__(self, running: Running, speaker: Speaker | None) -> None:
        self._running = running
        self._speaker = speaker

    def step(self, now_ms: int) -> None:
        self._running.step(now_ms)
        self._running.sound(self._speaker)

    def point(self, event: pygame.event.Event, now_ms: int) -> None:
        pointer = pointer_of(event, self._running.profile, now_ms)
        key = service_key_of(event)
        if pointer is not None:
            self._running.point(pointer)
        elif key is not None:
            self._running.key(key, now_ms)

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        return self._running.draw(surface)

    def busy(self) -> bool:
        return self._running.busy()

    def prepare(self) -> None:
        self._running.prepare()


Maker: TypeAlias = Callable[[Running, Speaker | None], Alone]


def keep_showing(shown: Shown, window: pygame.Surface, bell: Bell) -> None:
    """Run a window of one size until it is closed; `bell` is rung by its link."""
    pace = Pace(bell)
    settle()
    while True:
        shown.step(monotonic_ms())
        changed = shown.draw(window)
        if changed:
            pygame.display.update(changed)
        busy = shown.busy()
        if not busy:
            shown.prepare()
        for event in pace.events(busy=busy):
            if event.type == pygame.QUIT:
                return
            if event.type == pygame.VIDEOEXPOSE:
                pygame.display.update()
            shown.point(event, monotonic_ms())
