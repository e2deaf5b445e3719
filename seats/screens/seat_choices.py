"""The keys for what a player may choose between hands: on the console, in the menu, and in a pause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from seats.kit.button import GUARD_MS, Button
from seats.kit.faces import Face
from seats.kit.keys import GLASS, KeyLook
from seats.kit.widget import Widget
from seats.metrics import Box, Type
from seats.screens import seat_layout as at

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.models.own import Choice, ChoiceId


class Chooser(Protocol):
    """Whoever a choice is told to."""

    def choose(self, choice: ChoiceId) -> None:
        """Sit out, sit in, take a break, propose a bomb pot, or leave."""


class Choices:
    """A key for each choice, by default sit out or back in, and leave; away from Fold."""

    def __init__(
        self,
        chooser: Chooser,
        boxes: tuple[Box, ...] = at.CHOICES,
        look: KeyLook = GLASS,
        use: Type = Type.BODY,
    ) -> None:
        self._use = use
        self._ids: list[ChoiceId] = ["leave"] * len(boxes)
        self.keys = [
            Button(box, Face(), self._press(chooser, number), look=look, legal=False)
            for number, box in enumerate(boxes)
        ]

    def _press(self, chooser: Chooser, number: int) -> Callable[[], None]:
        return lambda: chooser.choose(self._ids[number])

    def widgets(self) -> list[Widget]:
        """The keys."""
        return list(self.keys)

    def show(self, choices: tuple[Choice, ...], now_ms: int, guard_ms: int = GUARD_MS) -> None:
        """Show what the player may choose; what he may not keeps its place as an outline."""
        for number, (key, choice) in enumerate(zip(self.keys, choices, strict=True)):
            self._ids[number] = choice.id
            key.show(Face(choice.words, title_type=self._use), choice.legal, now_ms, guard_ms)
