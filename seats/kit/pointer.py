"""Fingers and the mouse as one kind of pointer.

Set `SDL_TOUCH_MOUSE_EVENTS=0` before pygame starts (`quiet_touch_mouse`), or each touch
would arrive twice.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final, Literal

import msgspec
import pygame

if TYPE_CHECKING:
    from seats.metrics import Profile

Phase = Literal["down", "move", "up", "cancel"]

MOUSE: Final = -1

_FINGERS: Final[dict[int, Phase]] = {
    pygame.FINGERDOWN: "down",
    pygame.FINGERMOTION: "move",
    pygame.FINGERUP: "up",
}
_LEFT_BUTTON = 1


class Pointer(msgspec.Struct, frozen=True):
    """One finger (or the mouse, id `MOUSE`) at `x`, `y` in millimetres at `t` milliseconds."""

    id: int
    phase: Phase
    x: float
    y: float
    t: int


def quiet_touch_mouse() -> None:
    """Stop SDL from repeating touches as mouse events; call it before `pygame.init`."""
    os.environ["SDL_TOUCH_MOUSE_EVENTS"] = "0"


def pointer_of(event: pygame.event.Event, profile: Profile, now_ms: int) -> Pointer | None:
    """The pointer behind a pygame event, or None if the event is about something else.

    Mouse positions are pixels, finger positions are shares of the panel. A mouse that moves
    with no button down is nobody's finger.
    """
    phase = _FINGERS.get(event.type)
    if phase is not None:
        x, y = event.x * profile.width_mm, event.y * profile.height_mm
        return Pointer(int(event.finger_id), phase, x, y, now_ms)
    if event.type == pygame.MOUSEMOTION and not event.buttons[0]:
        return None
    if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP) and event.button != _LEFT_BUTTON:
        return None
    mouse: dict[int, Phase] = {
        pygame.MOUSEBUTTONDOWN: "down",
        pygame.MOUSEMOTION: "move",
        pygame.MOUSEBUTTONUP: "up",
    }
    phase = mouse.get(event.type)
    if phase is None or getattr(event, "touch", False):
        return None
    return Pointer(MOUSE, phase, profile.mm(event.pos[0]), profile.mm(event.pos[1]), now_ms)
