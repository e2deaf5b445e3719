"""The strip below a seat's screen in practice: a key to ask the coach, and what he said last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from seats.kit.button import Button
from seats.kit.faces import Face
from seats.kit.keys import SPRUCE
from seats.kit.words import Label
from seats.metrics import Box, Profile, Type
from seats.models.coaching import advise, sentence
from seats.palette import INK, SNOW
from seats.screens.panel import Panel

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.language import Language
    from controller.wire.view import View
    from seats.kit.canvas import Canvas
    from seats.kit.pointer import Pointer

COACH: Final = Profile("coach", 256, 24, 5.0, (1280, 120))
"""The strip: as wide as a seat's panel, and as dense."""

_KEY: Final = Box(5, 5, 62, 14)
_WORDS: Final = Box(72, 4, 179, 16)


class CoachStrip(Panel):
    """Speaks when asked, and falls silent as soon as another decision is there."""

    def __init__(self, language: Language) -> None:
        super().__init__(COACH, self._ground)
        self._language = language
        self._view: View | None = None
        self._asked = 0
        self._words = Label(_WORDS, language.text("coach.invitation"), Type.TEXT, SNOW)
        self._key = Button(_KEY, Face(language.text("coach.ask"), title_type=Type.TEXT), self._ask, look=SPRUCE)
        self.stage.show([self._key, self._words])

    @property
    def words(self) -> str:
        """What stands on the strip."""
        return self._words.text

    def update(self, view: View) -> None:
        """Look at the seat's own view; what was said of another decision is taken back."""
        before = self._decision(self._view)
        self._view = view
        if self._decision(view) != before:
            self._words.show(self._language.text("coach.invitation"))

    def pointer(self, event: Pointer) -> None:
        """Take a finger, in millimetres of the strip."""
        self.stage.point(event)

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        self.now_ms = now_ms

    def targets(self) -> Sequence[Box]:
        """What can be touched."""
        return [widget.rect_mm for widget in self.stage.targets()]

    def _ask(self) -> None:
        if self._view is not None:
            self._asked += 1
            self._words.show(sentence(advise(self._view, self._asked), self._language))

    @staticmethod
    def _decision(view: View | None) -> int:
        return view.decision.decision if view is not None and view.decision is not None else 0

    @staticmethod
    def _ground(canvas: Canvas) -> None:
        canvas.surface.fill(INK)
        canvas.slab(COACH.box.inset(1.0))
