"""How long a screen takes to draw: `python -m seats.bench` reads a seat's view (MessagePack) and prints times as JSON.

What `jakaja bench screens` starts. Each figure is the median of many frames on the dummy driver: processor time of this
thread, from the news or the finger to the finished picture.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import Final

import msgspec
import pygame

from controller.language import load_language
from controller.wire.view import View
from seats.command import OK, OneLineParser, run_program
from seats.kit.pointer import Pointer
from seats.screens import seat_layout
from seats.screens.centre import CentreScreen
from seats.screens.seat import SeatScreen

FRAMES: Final = 200
TABLE_MS: Final = 100_000
_SETTLE_MS: Final = 2_000
_SECOND_MS: Final = 1_000


class Figure(msgspec.Struct, frozen=True):
    """One measured thing of one kind of screen, in ms."""

    work: str
    screen: str
    value: float


class _Drawn:
    """A screen that shows a view, a surface for it, and a clock moved by hand."""

    def __init__(self, screen: SeatScreen | CentreScreen, view: View) -> None:
        self.screen = screen
        self.surface = pygame.Surface(screen.size_px, 0, 32)
        self.view = view
        self.now = self.table_ms = TABLE_MS
        for _ in range(3):
            self.pass_time(_SETTLE_MS, table=False)

    def pass_time(self, ms: int, *, table: bool = True) -> None:
        self.now += ms
        self.table_ms += ms if table else 0
        self.screen.update(self.view, self.table_ms)
        self.screen.tick(self.now)
        self.screen.draw(self.surface)

    def second(self) -> None:
        """The clock of the turn moves on by a little."""
        self.pass_time(_SECOND_MS // 20)

    def whole(self) -> None:
        """Every widget is drawn anew on the ground as it is."""
        self.screen.stage.set_ground(lambda _canvas: None)
        self.screen.draw(self.surface)

    def touch(self) -> None:
        """A finger comes down on the middle key, and the pressed key is drawn; then it slides off."""
        x, y = seat_layout.CALL.centre
        self.screen.pointer(Pointer(1, "down", x, y, self.now), self.now)
        self.screen.draw(self.surface)

    def let_go(self) -> None:
        """The finger slides off the key and up, so that nothing is asked."""
        self.screen.pointer(Pointer(1, "move", 1.0, 1.0, self.now), self.now)
        self.screen.pointer(Pointer(1, "up", 1.0, 1.0, self.now), self.now)
        self.pass_time(_SETTLE_MS, table=False)


def _nothing() -> None:
    """Between frames that need no preparation."""


def _median_ms(frame: Callable[[], None], frames: int, after: Callable[[], None] = _nothing) -> float:
    spent = []
    for _ in range(frames):
        began = time.thread_time_ns()
        frame()
        spent.append((time.thread_time_ns() - began) / 1e6)
        after()
    return round(median(spent), 3)


def measure(view: View, frames: int) -> tuple[Figure, ...]:
    """Draw the seat of `view` and the centre that shows the same hand."""
    language = load_language("en")
    seat = _Drawn(SeatScreen(view.own or 1, language), view)
    centre = _Drawn(CentreScreen(language), msgspec.structs.replace(view, own=None, own_name=None))
    return (
        Figure("update of what changed", "seat", _median_ms(seat.second, frames)),
        Figure("whole picture", "seat", _median_ms(seat.whole, frames)),
        Figure("touch to feedback", "seat", _median_ms(seat.touch, frames, seat.let_go)),
        Figure("update of what changed", "centre", _median_ms(centre.second, frames)),
        Figure("whole picture", "centre", _median_ms(centre.whole, frames)),
    )


def _work(arguments: Sequence[str]) -> int:
    parser = OneLineParser(prog="seats.bench", description="How long a screen takes to draw.")
    parser.add_argument("--frames", type=int, default=FRAMES, help=f"frames for each figure ({FRAMES})")
    told = parser.parse_args(arguments)
    view = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=View)
    sys.stdout.buffer.write(msgspec.json.encode(measure(view, told.frames)))
    return OK


if __name__ == "__main__":
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    sys.exit(run_program("seats.bench", _work, sys.argv[1:]))
