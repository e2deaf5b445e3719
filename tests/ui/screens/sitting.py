"""A seat screen under a finger, with a clock moved by hand."""

from datetime import UTC, datetime

import pygame

from controller.language import Language, load_languages
from controller.wire.client import copy_view
from controller.wire.view import View
from seats.kit.pointer import Phase, Pointer
from seats.kit.widget import Widget
from seats.metrics import Box
from seats.models.own import ChoiceId
from seats.screens import seat_layout as at
from seats.screens.screen import Command, Notice
from seats.screens.seat import SeatScreen

TABLE_MS = 100_000
"""The table time of the scenes: 18 of 30 seconds are left in `turn_view`."""


class Sitting:
    """A seat screen, what it was told and what it asked for."""

    def __init__(self, view: View, language: Language, seat: int = 7) -> None:
        self.screen = SeatScreen(
            seat,
            language,
            languages=load_languages(),
            time_of_day=lambda: datetime(2026, 11, 30, 22, 14, tzinfo=UTC),
        )
        self.surface = pygame.Surface(self.screen.size_px, 0, 32)
        self.now = 10_000
        self.table_ms = TABLE_MS
        self.view = self._told = view
        self.asked: list[Command] = []
        self.screen.tick(self.now)
        self.tell(view)
        self.rest()

    def tell(self, view: View | None = None, *, frame: bool = True) -> None:
        """Let the table say what is true now, and draw it unless the frame is still to come."""
        self.view = view or self.view
        self._told = copy_view(self.view)
        self.screen.update(self._told, self.table_ms)
        self.asked += self.screen.asked()
        if frame:
            self.wait(0)

    def notice(self, notice: Notice) -> None:
        self.screen.notice(notice)

    def wait(self, ms: int, *, table: bool = True) -> list[pygame.Rect]:
        """Let time pass and draw one frame, as the program that runs a screen does."""
        self.now += ms
        self.table_ms += ms if table else 0
        self.screen.update(self._told, self.table_ms)
        self.screen.tick(self.now)
        return self.draw()

    def rest(self) -> None:
        """Wait until every guard has run out and nothing fades in any more, in no table time."""
        for ms in (0, 1200, 400):
            self.wait(ms, table=False)

    def draw(self) -> list[pygame.Rect]:
        return self.screen.draw(self.surface)

    def finger(self, phase: Phase, x: float, y: float, finger: int = 1) -> None:
        self.screen.pointer(Pointer(finger, phase, x, y, self.now), self.now)
        self.asked += self.screen.asked()

    def tap(self, box: Box, ms: int = 40, finger: int = 1) -> list[Command]:
        """Press and release in the middle of a box; returns everything asked for by it."""
        before = len(self.asked)
        self.finger("down", *box.centre, finger)
        self.wait(ms, table=False)
        self.finger("up", *box.centre, finger)
        self.wait(20, table=False)
        return self.asked[before:]

    def menu_key(self, choice: ChoiceId | None) -> Box:
        """Where the open menu's key for a choice lies; None for the one that puts the menu away."""
        choices = [known.id for known in self.screen.shown.menu]
        boxes = at.menu_keys(len(choices) + 1)
        return boxes[-1] if choice is None else boxes[choices.index(choice)]

    def take(self) -> list[Command]:
        """Everything asked for since the last call."""
        taken, self.asked = self.asked, []
        return taken

    @property
    def targets(self) -> list[Widget]:
        """Whatever a finger can use now."""
        return self.screen.stage.targets()
