"""All screens of a table in one picture: of instants that come down a pipe, or live in one window.

`python -m seats.mosaic --frames --out FOLDER` draws every frame from standard input into FOLDER/<name>.png.
`python -m seats.mosaic --folder FOLDER [--seats 3,8]` shows the table that lives in FOLDER.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

import pygame

from controller.language import load_languages
from controller.vocab.ids import MAX_SEATS, Seat
from controller.wire.frames import Frame, FrameError, read_frames
from controller.wire.view import View
from controller.wire.viewers import CENTRE, viewer_name
from seats.arrangement import arrange
from seats.command import OK, Complaint, OneLineParser, run_program
from seats.live import run_live
from seats.screens.making import Languages, make_screen
from seats.wall import Wall, taken, title_of

PICTURE = (2400, 1350)
"""Pixels of a drawn frame: large enough that the seats' texts can be read."""

SETTLED_MS = 60_000
"""A time by which every movement has come to rest."""


def draw_frame(frame: Frame, languages: Languages, size: tuple[int, int] = PICTURE) -> pygame.Surface:
    """One picture of everything the screens showed at that instant, all movements at rest."""
    centre = frame.views.get(viewer_name(CENTRE), View())
    if centre.profile is None:
        raise FrameError(f"frame {frame.name} shows no table: send frames once a profile is adopted")
    code = centre.profile.language
    language = languages[code] if code in languages else next(iter(languages.values()))
    wall = Wall(size, arrange(taken(centre), centre.profile.seats))
    picture = wall.ground(title_of(centre, language))
    for viewer in wall.areas:
        screen = make_screen(viewer, languages, language.code)
        screen.update(frame.views.get(viewer_name(viewer), View(own=viewer.seat)), frame.table_time)
        screen.tick(0)
        screen.tick(SETTLED_MS)
        panel = pygame.Surface(screen.size_px, 0, 32)
        screen.draw(panel)
        wall.lay(picture, viewer, panel)
    return picture


def draw_frames(stream: BinaryIO, folder: Path) -> int:
    """Draw every frame of the stream into `folder`; returns how many there were."""
    languages = load_languages()
    count = 0
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for frame in read_frames(stream):
            if not frame.name.replace("-", "").replace("_", "").isalnum():
                raise FrameError(f"a frame is named {frame.name!r}: use letters, digits and hyphens")
            pygame.image.save(draw_frame(frame, languages), folder / f"{frame.name}.png")
            count += 1
    except FrameError as error:
        raise Complaint(str(error)) from error
    except OSError as error:
        raise Complaint(f"{folder}: cannot be written ({error.strerror}): name a folder of yours") from error
    return count


def _parser() -> OneLineParser:
    parser = OneLineParser(prog="seats.mosaic", description="All screens of a table in one picture.")
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("--frames", action="store_true", help="draw the frames on standard input")
    source.add_argument("--folder", type=Path, help="show the table of this folder in a window")
    parser.add_argument("--out", type=Path, help="with --frames: the folder of the pictures")
    parser.add_argument("--seats", metavar="N,N", help="with --folder: these seats, instead of all that are taken")
    return parser


def _seats(text: str | None) -> tuple[Seat, ...] | None:
    if text is None:
        return None
    numbers = text.split(",")
    if not all(number.isdecimal() and 1 <= int(number) <= MAX_SEATS for number in numbers):
        raise Complaint(f"--seats {text}: are no seats: write numbers from 1 to {MAX_SEATS}, as in --seats 3,8")
    return tuple(sorted({int(number) for number in numbers}))


def work(arguments: Sequence[str]) -> int:
    """Draw or show, as the arguments say."""
    options = _parser().parse_args(list(arguments))
    seats = _seats(options.seats)
    if not options.frames:
        return run_live(options.folder, seats)
    if options.out is None:
        raise Complaint("--frames needs a folder for the pictures: add --out FOLDER")
    os.environ["SDL_VIDEODRIVER"] = "dummy"
    draw_frames(sys.stdin.buffer, options.out)
    return OK


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; 0 on success, 2 when what it was given cannot be used."""
    return run_program("seats.mosaic", work, arguments)


if __name__ == "__main__":
    sys.exit(main())
