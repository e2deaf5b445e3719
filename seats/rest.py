"""How a window rests between frames: it wakes at once for news, soon for a finger and a motion's frame."""

from __future__ import annotations

import threading
from typing import Final

import pygame

from seats.link import monotonic_ms

FRAMES_A_SECOND: Final = 30

IDLE_MS: Final = 250
"""How often a still screen looks at the clock: seconds are counted, nothing moves."""

GLANCE_MS: Final = 20
"""How often a screen that rests looks for fingers.

pygame's own wait looks a thousand times a second, which costs a dozen screens more than all their drawing.
"""


class Bell:
    """Rung by a link's thread when there is news; it ends the rest of the window's thread."""

    def __init__(self) -> None:
        self._rung = threading.Event()

    def ring(self) -> None:
        """Wake whoever rests, now or at his next rest."""
        self._rung.set()

    def rest(self, ms: int) -> bool:
        """Rest for so long at most; return whether the bell was rung, and forget that it was."""
        rung = self._rung.wait(ms / 1_000)
        if rung:
            self._rung.clear()
        return rung


class Pace:
    """How often one window draws: so many frames a second while something moves, else when something happens.

    News and fingers do not wait for the next frame of a motion: what a player sees is as new as what he hears. A motion
    takes half of the time at most: where many screens share few cores, its next frame lets theirs of the news go first.
    """

    def __init__(self, bell: Bell, frames: int = FRAMES_A_SECOND) -> None:
        self._bell = bell
        self._frame_ms = 1_000 // frames
        self._began = monotonic_ms()

    def events(self, *, busy: bool) -> list[pygame.event.Event]:
        """Rest until the next frame; return the events that have come."""
        now = monotonic_ms()
        until = self._began + max(self._frame_ms, 2 * (now - self._began)) if busy else now + IDLE_MS
        while not (events := pygame.event.get()):
            left = until - monotonic_ms()
            if left <= 0 or self._bell.rest(min(left, GLANCE_MS)):
                break
        self._began = monotonic_ms()
        return events
