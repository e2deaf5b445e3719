"""What a demonstration leaves to look at: hand histories as the public saw them, and pictures of the screens."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

import msgspec

from controller.app.core import Committed, Core, Seen
from controller.app.phh_writing import write_hand
from controller.app.problem import Problem
from controller.vocab.hand_records import BoardDealt, DecisionOffered, HandEnded, HandShown, HandStarted
from controller.vocab.records import AnyEvent
from controller.vocab.table_records import SatIn, SeatLeft
from controller.wire.frames import Frame, encode_frame
from controller.wire.viewers import CENTRE

DRAWER: Final = "seats.mosaic"
"""The program that draws frames; a process of its own, since screens are never part of the controller."""


class Histories:
    """Writes every hand that ends into one .phhs file, from what the centre screen was told."""

    def __init__(self, core: Core, file: TextIO) -> None:
        self._file = file
        self._hand: list[AnyEvent] = []
        core.listen(self._told)

    def _told(self, _committed: Committed, seen: Seen) -> None:
        for event in seen[CENTRE]:
            if isinstance(event, HandStarted):
                self._hand = []
            self._hand.append(event)
            if isinstance(event, HandEnded):
                self._file.write(write_hand(self._hand, int(event.hand)) + "\n")


class Moment(msgspec.Struct, frozen=True):
    """An instant worth a picture: its file name, and how to recognise it in a commit's events."""

    name: str
    found: Callable[[tuple[AnyEvent, ...]], bool]


def _has(*kinds: type) -> Callable[[tuple[AnyEvent, ...]], bool]:
    return lambda events: all(any(isinstance(event, kind) for event in events) for kind in kinds)


MOMENTS: Final[tuple[Moment, ...]] = (
    Moment("1-sitting-down", _has(SatIn)),
    Moment("2-first-decision", _has(HandStarted, DecisionOffered)),
    Moment("3-after-the-flop", _has(BoardDealt, DecisionOffered)),
    Moment("4-showdown", _has(HandShown, HandEnded)),
    Moment("5-going-home", _has(SeatLeft)),
)
"""Each is drawn the first time it comes."""


class Album:
    """Sends the first of each moment to the drawing program, through a pipe and never over the disk."""

    def __init__(self, core: Core, folder: Path) -> None:
        self._core = core
        self._folder = folder
        self._open = list(MOMENTS)
        folder.mkdir(exist_ok=True)
        self._drawer = subprocess.Popen(
            [sys.executable, "-m", DRAWER, "--frames", "--out", str(folder)],
            stdin=subprocess.PIPE,
            env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"},
        )
        core.listen(self._told)

    def close(self) -> None:
        """Wait until everything is drawn; raises `Problem` if it could not be."""
        if self._drawer.stdin is not None:
            self._drawer.stdin.close()
        if self._drawer.wait():
            raise Problem(str(self._folder), "the screens could not be drawn", "look at the lines above")

    def _told(self, committed: Committed, _seen: Seen) -> None:
        for moment in self._open:
            if moment.found(committed.events):
                self._open.remove(moment)
                self._send(Frame(moment.name, committed.now.table, self._core.views.saved()))
                return

    def _send(self, frame: Frame) -> None:
        if self._drawer.stdin is not None and self._drawer.poll() is None:
            self._drawer.stdin.write(encode_frame(frame))
            self._drawer.stdin.flush()
