"""A question on paper, a list that scrolls, and a zone that is held."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from seats.kit.button import Button
from seats.kit.easing import begin
from seats.kit.keys import PAPER_KEY, SPRUCE, KeyLook
from seats.kit.widget import Widget
from seats.metrics import GAP, PADDING, Box, Type
from seats.palette import INK, MIST, PAPER_GREY, Rgb

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from seats.kit.canvas import Canvas
    from seats.kit.faces import Face
    from seats.kit.pointer import Pointer

CONFIRM_GUARD_MS: Final = 300

_RISE_MM = 2.0
_DRAG_MM = 2.0


class QuestionSheet(Widget):
    """A paper sheet that asks before something that cannot be undone.

    Lay it elsewhere than the first touch. Its keys ignore touches for 300 ms after it opened,
    so that a double tap cannot confirm.
    """

    def __init__(
        self,
        rect_mm: Box,
        title: str,
        lines: Sequence[str],
        *,
        yes: Face,
        no: Face,
        on_yes: Callable[[], None],
        on_no: Callable[[], None],
        now_ms: int,
        yes_look: KeyLook = SPRUCE,
        yes_mm: float = 19.0,
        no_mm: float = 12.0,
    ) -> None:
        super().__init__(rect_mm)
        self.title = title
        self.lines = tuple(lines)
        self._tween = begin("sheet_in", now_ms)
        inner = rect_mm.inset(PADDING)
        no_box = Box(inner.x, inner.bottom - no_mm, inner.w, no_mm)
        yes_box = Box(inner.x, no_box.y - GAP - 1.0 - yes_mm, inner.w, yes_mm)
        self.yes = Button(yes_box, yes, on_yes, look=yes_look)
        self.no = Button(no_box, no, on_no, look=PAPER_KEY)
        for key in (self.yes, self.no):
            key.guard.start(now_ms, CONFIRM_GUARD_MS)

    def children(self) -> Sequence[Widget]:
        return (self.yes, self.no)

    def tick(self, now_ms: int) -> None:
        if self.moving(now_ms):
            self.touch()
        super().tick(now_ms)

    def moving(self, now_ms: int) -> bool:
        return not self._tween.done(now_ms) or super().moving(now_ms)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        risen = canvas.shifted(_RISE_MM * (1 - self._tween.share(now_ms)))
        risen.sheet(self.rect_mm, question=True)
        left, room = self.rect_mm.x + PADDING + 0.8, self.rect_mm.w - 2 * PADDING - 1.6
        y = self.rect_mm.y + 8.0
        risen.text(self.title, left, y, Type.TURN, INK, "left", room)
        for number, line in enumerate(self.lines):
            risen.text(line, left, y + 8.6 + number * 5.6, Type.BODY, PAPER_GREY, "left", room)
        super().draw(risen, now_ms)


class ListView(Widget):
    """Rows that scroll under the finger; a tap picks one.

    `paint_row(canvas, box, index, chosen)` draws a row. Without `on_pick` rows are not targets.
    """

    bleed_mm = 1.0

    def __init__(
        self,
        rect_mm: Box,
        row_mm: float,
        count: int,
        paint_row: Callable[[Canvas, Box, int, bool], None],
        on_pick: Callable[[int], None] | None = None,
        *,
        bar: Rgb = MIST,
    ) -> None:
        super().__init__(rect_mm)
        self.row_mm = row_mm
        self.count = count
        self.chosen: int | None = None
        self.offset_mm = 0.0
        self._paint_row, self._on_pick = paint_row, on_pick
        self._bar = bar
        self._finger: int | None = None
        self._start = (0.0, 0.0)
        self._dragging = False

    @property
    def interactive(self) -> bool:
        return self._on_pick is not None or self._most_offset() > 0

    def show(self, count: int, chosen: int | None = None) -> None:
        """Show other rows; call it also when only their content changed."""
        self.count, self.chosen = count, chosen
        self.scroll_to(self.offset_mm)
        self.touch()

    def scroll_to(self, offset_mm: float) -> None:
        """Let `offset_mm` of the rows lie above the box, as far as there are rows."""
        offset = max(0.0, min(self._most_offset(), offset_mm))
        if offset != self.offset_mm:
            self.offset_mm = offset
            self.touch()

    def _most_offset(self) -> float:
        return max(0.0, self.count * self.row_mm - self.rect_mm.h)

    def row_at(self, y: float) -> int | None:
        """The row under a height in mm, or None below the last."""
        row = int((y - self.rect_mm.y + self.offset_mm) // self.row_mm)
        return row if 0 <= row < self.count else None

    def press(self, pointer: Pointer) -> bool:
        self._finger, self._dragging = pointer.id, False
        self._start = (pointer.y, self.offset_mm)
        return True

    def drag(self, pointer: Pointer) -> None:
        if self._finger != pointer.id:
            return
        moved = pointer.y - self._start[0]
        if abs(moved) > _DRAG_MM:
            self._dragging = True
        if self._dragging:
            self.scroll_to(self._start[1] - moved)

    def release(self, pointer: Pointer) -> None:
        if self._finger != pointer.id:
            return
        self._finger = None
        row = self.row_at(pointer.y)
        inside = self.rect_mm.holds(pointer.x, pointer.y)
        if inside and not self._dragging and row is not None and self._on_pick is not None:
            self._on_pick(row)

    def cancel(self, pointer_id: int) -> None:
        if self._finger == pointer_id:
            self._finger = None

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        box, surface = self.rect_mm, canvas.surface
        before = surface.get_clip()
        surface.set_clip(before.clip(canvas.rect(box)))
        first = int(self.offset_mm // self.row_mm)
        last = min(self.count, int((self.offset_mm + box.h) // self.row_mm) + 1)
        for row in range(first, last):
            y = box.y + row * self.row_mm - self.offset_mm
            self._paint_row(canvas, Box(box.x, y, box.w, self.row_mm), row, row == self.chosen)
        if self._most_offset() > 0:
            whole = self.count * self.row_mm
            bar = Box(box.right - 1.0, box.y + box.h * self.offset_mm / whole, 0.8, box.h * box.h / whole)
            canvas.fill(bar, 0.4, self._bar, 140)
        surface.set_clip(before)


class HoldZone(Widget):
    """An area that is held by any number of fingers or a palm.

    `on_change(held, now_ms)` is called at the first finger and after the last. Sliding out lets go.
    It draws nothing: what happens under the hand is another widget's picture.
    """

    bleed_mm = 0.0
    many_fingers = True

    def __init__(self, rect_mm: Box, on_change: Callable[[bool, int], None], *, legal: bool = True) -> None:
        super().__init__(rect_mm)
        self._on_change = on_change
        self._legal = legal
        self._fingers: set[int] = set()
        self._last_ms = 0

    @property
    def interactive(self) -> bool:
        return self._legal

    @property
    def held(self) -> bool:
        return bool(self._fingers)

    def show(self, legal: bool, now_ms: int) -> None:
        """Open or close the zone; closing it lets go of every finger."""
        self._legal = legal
        if not legal and self._fingers:
            self._fingers.clear()
            self._on_change(False, now_ms)

    def press(self, pointer: Pointer) -> bool:
        self._last_ms = pointer.t
        self._fingers.add(pointer.id)
        if len(self._fingers) == 1:
            self._on_change(True, pointer.t)
        return True

    def drag(self, pointer: Pointer) -> None:
        self._last_ms = pointer.t
        if not self.rect_mm.holds(pointer.x, pointer.y):
            self._let_go(pointer.id)

    def release(self, pointer: Pointer) -> None:
        self._last_ms = pointer.t
        self._let_go(pointer.id)

    def cancel(self, pointer_id: int) -> None:
        self._let_go(pointer_id)

    def _let_go(self, finger: int) -> None:
        if finger in self._fingers:
            self._fingers.discard(finger)
            if not self._fingers:
                self._on_change(False, self._last_ms)
