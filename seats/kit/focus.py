"""A ring that four keys move from target to target, for whoever cannot use the panel itself (ui.md §2.12).

Up and down lead through everything that a finger could use now, in the order in which a page lists its keys; enter
presses the one in the ring, back leaves. A slider is left out: minus and plus beside it do the same in steps.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, Literal

import pygame

from seats.kit.button import Button

if TYPE_CHECKING:
    from seats.kit.stage import Stage

ServiceKey = Literal["up", "down", "enter", "back"]

KEYS: Final[Mapping[int, ServiceKey]] = {
    pygame.K_UP: "up",
    pygame.K_DOWN: "down",
    pygame.K_RETURN: "enter",
    pygame.K_KP_ENTER: "enter",
    pygame.K_ESCAPE: "back",
}
"""What the four keys at the housing send, and a keyboard's keys in their place."""


def service_key_of(event: pygame.event.Event) -> ServiceKey | None:
    """The service key that an event says was pressed, or None if it is about something else."""
    return KEYS.get(event.key) if event.type == pygame.KEYDOWN else None


class Focus:
    """The ring on one stage. It is seen from the first key on until a finger comes down."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self._key: Button | None = None
        self._place = 0

    @property
    def key(self) -> Button | None:
        """The key in the ring."""
        return self._key

    @property
    def place(self) -> int:
        """Where the ring is among `places`, counted from 0."""
        return self._place

    def places(self) -> list[Button]:
        """Every key that the ring can lie around now, in its order."""
        return [target for target in self._stage.targets() if isinstance(target, Button)]

    def move(self, by: int) -> None:
        """Move the ring on (1) or back (-1), around the ends; the first time it appears at the end it comes from."""
        places = self.places()
        if not places:
            self.hide()
        elif self._key is None:
            self._lay(places, 0 if by > 0 else len(places) - 1)
        else:
            self._lay(places, (self._place + by) % len(places))

    def enter(self, now_ms: int) -> None:
        """Press the key in the ring; before there is a ring, show it."""
        if self._key is None:
            self.move(1)
        else:
            self._key.activate(now_ms)

    def hide(self) -> None:
        """Take the ring away."""
        if self._key is not None:
            self._key.focus = False
            self._key = None

    def follow(self) -> None:
        """Keep the ring where it was after the page has changed, or lay it around the key that is there instead."""
        if self._key is None:
            return
        places = self.places()
        if self._key in places:
            self._place = places.index(self._key)
        elif places:
            self._lay(places, min(self._place, len(places) - 1))
        else:
            self.hide()

    def begin_anew(self) -> None:
        """Another page lies open: the ring begins at its first key."""
        if self._key is not None:
            self.hide()
            self.move(1)

    def _lay(self, places: list[Button], place: int) -> None:
        self.hide()
        self._key, self._place = places[place], place
        self._key.focus = True
