"""The deck spread out on the console: the player on the button's right touches it where he wants it cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from seats.art import cards
from seats.kit.button import Button
from seats.kit.faces import Face
from seats.kit.keys import GLASS
from seats.kit.widget import Widget
from seats.kit.words import Label
from seats.metrics import Box, Type
from seats.palette import MIST, SNOW
from seats.screens import seat_layout as at

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.kit.canvas import Canvas
    from seats.kit.pointer import Pointer
    from seats.models.cutting import Cutting

_GAP_MM: Final = 5.0
_LIFT_MM: Final = 1.6


class Spread(Widget):
    """The backs of a deck side by side. It parts under a finger, and is cut there when the finger is lifted."""

    def __init__(self, rect_mm: Box, on_cut: Callable[[int], None]) -> None:
        super().__init__(rect_mm)
        self._on_cut = on_cut
        self._size = 0
        self._legal = False
        self._finger: int | None = None
        self._place = 0

    @property
    def interactive(self) -> bool:
        return self._legal

    def show(self, size: int, *, legal: bool) -> None:
        """Show so many cards; a deck that may not be cut any more closes again."""
        if (size, legal) != (self._size, self._legal):
            self._size, self._legal = size, legal
            self._let_go()

    def press(self, pointer: Pointer) -> bool:
        if not self._legal:
            return False
        self._finger = pointer.id
        self.drag(pointer)
        return True

    def drag(self, pointer: Pointer) -> None:
        if self._finger == pointer.id:
            self._place = self._place_at(pointer.x) if self._over(pointer) else 0
            self.touch()

    def release(self, pointer: Pointer) -> None:
        if self._finger != pointer.id:
            return
        self.drag(pointer)
        place = self._place
        self._let_go()
        if place:
            self._on_cut(place)

    def cancel(self, pointer_id: int) -> None:
        if self._finger == pointer_id:
            self._let_go()

    def _let_go(self) -> None:
        self._finger, self._place = None, 0
        self.touch()

    def _over(self, pointer: Pointer) -> bool:
        return self.rect_mm.holds(pointer.x, pointer.y)

    def _place_at(self, x: float) -> int:
        """How many cards lie left of a place: one at least, and one at least right of it."""
        step = self.rect_mm.w / max(self._size, 1)
        return min(max(round((x - self.rect_mm.x) / step), 1), self._size - 1)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        box = self.rect_mm
        wide = at.CUT_CARD_WIDE
        step = (box.w - wide - _GAP_MM) / max(self._size - 1, 1)
        left = box.x + (0.0 if self._place else _GAP_MM / 2)
        back = cards.back(canvas.px(wide))
        for number in range(self._size):
            lifted = number < self._place
            x = left + number * step + (0.0 if lifted or not self._place else _GAP_MM)
            canvas.picture(back, x, box.y + _LIFT_MM - (_LIFT_MM if lifted else 0.0))
        if self._place:
            x = left + self._place * step + wide / 2
            canvas.text(str(self._place), min(x, box.right - 4.0), box.bottom - 0.9, Type.BODY_STRONG, SNOW, "centre")


class Cut:
    """The spread deck, what to do with it, and a key to let it be."""

    def __init__(self, cut: Callable[[int], None]) -> None:
        self._spread = Spread(at.CUT, cut)
        self._note = Label(at.CUT_NOTE, "", Type.BODY, MIST)
        self._leave = Button(at.CUT_LEAVE, Face(), lambda: cut(0), look=GLASS, legal=False)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._spread, self._note, self._leave]

    def show(self, cutting: Cutting | None, now_ms: int) -> None:
        """Show the deck that may be cut."""
        if cutting is None:
            self._spread.show(0, legal=False)
            return
        self._spread.show(cutting.size, legal=cutting.legal)
        self._note.show(cutting.note)
        self._leave.show(Face(cutting.leave, title_type=Type.BODY), cutting.legal, now_ms)
