"""`python -m seats.practice SEAT --folder FOLDER`: a seat's screen in a window, and the coach in a strip below it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import pygame

from controller.language import LOCALES, load_languages
from controller.vocab.ids import MAX_SEATS
from controller.wire.redact import Viewer
from controller.wire.view import View
from seats.app import Placement, keep_showing, open_window, quiet_surroundings
from seats.command import OK, Complaint, OneLineParser, run_program
from seats.kit.pointer import pointer_of
from seats.link import Link
from seats.metrics import SEAT, Profile
from seats.rest import Bell
from seats.running import Running
from seats.screens.coach import COACH, CoachStrip
from seats.sound.speaker import Speaker, open_speaker

CAPTION: Final = "jakaja practice"
PRACTICE: Final = Profile(
    "practice",
    SEAT.width_mm,
    SEAT.height_mm + COACH.height_mm,
    SEAT.px_per_mm,
    (SEAT.size_px[0], SEAT.size_px[1] + COACH.size_px[1]),
)
"""The window: a seat's panel with the coach's strip below it."""


class Practice:
    """One seat on its line, and the coach, who looks over the player's shoulder."""

    def __init__(self, running: Running, coach: CoachStrip, speaker: Speaker | None = None) -> None:
        """`speaker` plays what the seat would have heard, as loud as its player likes; without one it is silent."""
        self.running = running
        self._speaker = speaker
        self.coach = coach
        self._seat = pygame.Surface(SEAT.size_px, 0, 32)
        self._strip = pygame.Surface(COACH.size_px, 0, 32)

    def step(self, now_ms: int) -> None:
        """Let seat and coach take the news."""
        self.running.step(now_ms)
        self.running.sound(self._speaker)
        shown = self.running.shown
        self.coach.update(shown.view if shown is not None else View())
        self.coach.tick(now_ms)

    def draw(self, window: pygame.Surface) -> list[pygame.Rect]:
        """Bring the window up to date; returns what changed."""
        below = SEAT.size_px[1]
        return [
            *(window.blit(self._seat, area, area) for area in self.running.draw(self._seat)),
            *(window.blit(self._strip, area.move(0, below), area) for area in self.coach.draw(self._strip)),
        ]

    def point(self, event: pygame.event.Event, now_ms: int) -> None:
        """Hand a finger to the seat or to the coach; one that came down on the seat stays the seat's to its end."""
        seat = pointer_of(event, PRACTICE, now_ms)
        if seat is None:
            return
        self.running.point(seat)
        self.coach.pointer(msgspec.structs.replace(seat, y=seat.y - SEAT.height_mm))

    def busy(self) -> bool:
        """Whether something moves."""
        return self.running.busy() or self.coach.busy()

    def prepare(self) -> None:
        """Draw the seat's pictures ahead."""
        self.running.prepare()


def _parser() -> OneLineParser:
    parser = OneLineParser(prog="seats.practice", description="A seat's screen with a coach.")
    parser.add_argument("seat", type=int, metavar="N", help=f"the seat's number, 1 to {MAX_SEATS}")
    parser.add_argument("--folder", type=Path, required=True, help="the table's folder")
    parser.add_argument("--language", choices=tuple(LOCALES), default="en", help="what seat and coach speak (en)")
    parser.add_argument("--silent", action="store_true", help="no sounds; the seat's own menu sets how loud they are")
    return parser


def work(arguments: Sequence[str]) -> int:
    """Show the window until it is closed."""
    options = _parser().parse_args(list(arguments))
    if not 1 <= options.seat <= MAX_SEATS:
        raise Complaint(f"seat {options.seat}: there is none: use 1 to {MAX_SEATS}")
    quiet_surroundings("practice", Placement(framed=True))
    window = open_window(CAPTION, PRACTICE.size_px, 0)
    languages = load_languages()
    bell = Bell()
    link = Link(options.folder, Viewer("seat", options.seat), bell.ring)
    speaker = None if options.silent else open_speaker()
    running = Running(link, languages, options.language)
    practice = Practice(running, CoachStrip(languages[options.language]), speaker)
    link.start()
    try:
        keep_showing(practice, window, bell)
    finally:
        link.close()
        pygame.quit()
    return OK


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; 0 when its window was closed, 1 without a display, 2 when it cannot be used so."""
    return run_program("seats.practice", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
