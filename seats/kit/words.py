"""Widgets that only show: labels, painted pictures, meters that count up, notices."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from seats.kit.easing import Tween, begin
from seats.kit.widget import Widget
from seats.metrics import Box, Type
from seats.palette import MIST, SNOW, Rgb

if TYPE_CHECKING:
    import pygame

    from seats.kit.canvas import Canvas
    from seats.type import Align

S = TypeVar("S", bound=Hashable)
Ground = Literal["felt", "paper"]


class Label(Widget):
    """Lines of text, the first centred on its row; each shrinks to the box, to 70 % at most.

    A box of `rect_mm.h` is shared evenly by the lines, which are split at line breaks.
    """

    bleed_mm = 1.0

    def __init__(self, rect_mm: Box, text: str, use: Type = Type.BODY, ink: Rgb = SNOW, align: Align = "left") -> None:
        super().__init__(rect_mm)
        self.text = text
        self.use = use
        self.ink = ink
        self.align: Align = align

    def show(self, text: str, ink: Rgb | None = None) -> None:
        ink = self.ink if ink is None else ink
        if (text, ink) != (self.text, self.ink):
            self.text, self.ink = text, ink
            self.touch()

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        lines = self.text.split("\n")
        box = self.rect_mm
        x = {"left": box.x, "centre": box.centre[0], "right": box.right}[self.align]
        for number, line in enumerate(lines):
            y = box.y + box.h * (number + 0.5) / len(lines)
            canvas.text(line, x, y, self.use, self.ink, self.align, box.w)


class Picture(Widget, Generic[S]):
    """Anything a screen paints itself: `paint(canvas, box, state)` runs when `state` changed.

    It must not draw further than `bleed_mm` beyond the box.
    """

    def __init__(self, rect_mm: Box, paint: Callable[[Canvas, Box, S], None], state: S, bleed_mm: float = 6.0) -> None:
        super().__init__(rect_mm)
        self.bleed_mm = bleed_mm
        self.state = state
        self._paint = paint

    def show(self, state: S) -> None:
        if state != self.state:
            self.state = state
            self.touch()

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        self._paint(canvas, self.rect_mm, self.state)


class Turned(Picture[S]):
    """A picture turned by `quarters`, on a `ground` that is not: the light comes from above for everybody.

    What is turned is painted once for each state: most redraws are of something else that reaches into its box.
    """

    def __init__(
        self,
        rect_mm: Box,
        paint: Callable[[Canvas, Box, S], None],
        state: S,
        bleed_mm: float,
        quarters: int,
        ground: Callable[[Canvas, Box, S], None] | None = None,
    ) -> None:
        super().__init__(rect_mm, paint, state, bleed_mm)
        self._quarters = quarters
        self._ground = ground
        self._sheet: pygame.Surface | None = None

    def touch(self) -> None:
        super().touch()
        self._sheet = None

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        if self._ground is not None:
            self._ground(canvas, self.rect_mm, self.state)
        if self._sheet is None:
            self._sheet = canvas.upright(self.rect_mm, self._quarters, self._upright)
        canvas.surface.blit(self._sheet, canvas.rect(self.rect_mm))

    def _upright(self, canvas: Canvas, box: Box) -> None:
        self._paint(canvas, box, self.state)


class Meter(Widget):
    """A small caption over a large amount, which counts up or down to a new value.

    `wording` turns the amount into text. The value itself changes at once; only the picture follows.
    """

    bleed_mm = 1.0

    def __init__(
        self,
        rect_mm: Box,
        caption: str,
        value: int,
        wording: Callable[[int], str],
        *,
        use: Type = Type.OWN,
        caption_use: Type = Type.BODY,
        ink: Rgb = SNOW,
        caption_ink: Rgb = MIST,
        align: Align = "left",
    ) -> None:
        super().__init__(rect_mm)
        self.caption = caption
        self.value = value
        self._wording = wording
        self._use, self._caption_use = use, caption_use
        self._ink, self._caption_ink = ink, caption_ink
        self._align: Align = align
        self._from = value
        self._tween: Tween | None = None
        self._shown = value

    def show(self, value: int, now_ms: int, *, caption: str | None = None, count: bool = False) -> None:
        """Set the value; with `count` the digits run there, without it they jump."""
        if caption is not None and caption != self.caption:
            self.caption = caption
            self.touch()
        if value != self.value:
            self._from = self._at(now_ms)
            self.value = value
            self._tween = begin("count_up", now_ms) if count else None
            self.touch()

    def _at(self, now_ms: int) -> int:
        if self._tween is None:
            return self.value
        return self._from + round((self.value - self._from) * self._tween.share(now_ms))

    def tick(self, now_ms: int) -> None:
        if self._at(now_ms) != self._shown:
            self.touch()

    def moving(self, now_ms: int) -> bool:
        return self._tween is not None and not self._tween.done(now_ms)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        self._shown = self._at(now_ms)
        box = self.rect_mm
        x = {"left": box.x, "centre": box.centre[0], "right": box.right}[self._align]
        canvas.text(self.caption, x, box.y + box.h * 0.22, self._caption_use, self._caption_ink, self._align, box.w)
        amount = self._wording(self._shown)
        canvas.text(amount, x, box.y + box.h * 0.7, self._use, self._ink, self._align, box.w)


class Toast(Widget):
    """One sentence on a dark pill that goes away by itself."""

    def __init__(self, rect_mm: Box) -> None:
        super().__init__(rect_mm)
        self.text = ""
        self._until = 0
        self.visible = False

    def show(self, text: str, now_ms: int, length_ms: int = 3000) -> None:
        self.text, self._until = text, now_ms + length_ms
        self.visible = True
        self.touch()

    def tick(self, now_ms: int) -> None:
        if self.visible and now_ms >= self._until:
            self.visible = False

    def moving(self, now_ms: int) -> bool:
        """It needs one more frame, the one in which it goes."""
        return self.visible and now_ms < self._until

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        box = self.rect_mm
        canvas.shadow(box, box.h / 2, "plate")
        canvas.fill(box, box.h / 2, (11, 25, 25), 235)
        canvas.edge_light(box, box.h / 2)
        canvas.text(self.text, *box.centre, Type.BODY, SNOW, "centre", box.w - box.h)
