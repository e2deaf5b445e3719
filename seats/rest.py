"""How a window rests between frames: it sleeps while nothing moves, wakes at once for news, soon for a finger."""

from __future__ import annotations

import threading
from typing import Final

import pygame

from seats.link import monotonic_ms

FRAMES_A_SECOND: Final = 30

IDLE_MS: Final = 200
"""How often a still screen looks at the clock: seconds are counted, nothing moves."""

GLANCE_MS: Final = 16
"""How often a still screen looks for fingers.

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


def next_events(
    clock: pygame.time.Clock, bell: Bell, *, busy: bool, frames: int = FRAMES_A_SECOND
) -> list[pygame.event.Event]:
    """The events until the next frame, which comes soon while something moves, else when something happens."""
    if busy:
        clock.tick(frames)
        return pygame.event.get()
    until = monotonic_ms() + IDLE_MS
    while not (events := pygame.event.get()):
        if bell.rest(GLANCE_MS) or monotonic_ms() >= until:
            break
    return events
