"""Time that runs out, as a bar and as a ring."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

from seats.art import shapes
from seats.kit.widget import Widget
from seats.metrics import Box
from seats.palette import AMBER, AMBER_DEEP, AMBER_LIGHT, BIRCH, BIRCH_LIGHT, WELL, Rgb, mix

if TYPE_CHECKING:
    from seats.kit.canvas import Canvas

LAST_MS: Final = 5000
"""The last stretch, in which a timer turns from birch to amber."""

_THIN_MM = 2.4
_THICK_MM = 4.0
_PULSE_STEPS = 8
_BAR_STEPS = 1000
_RING_STEPS = 120


class _Countdown(Widget):
    """Time left of a whole; `hold` shows a share that stands still.

    Until the last stretch it asks for no frames: it moves so little that whoever looks at the clock now and then shows
    it well enough, and it runs on every screen for as long as somebody thinks.
    """

    bleed_mm = 1.0
    steps = _BAR_STEPS
    """How many pictures it has from full to empty."""

    def __init__(self, rect_mm: Box) -> None:
        super().__init__(rect_mm)
        self._until: int | None = None
        self._whole = 1
        self._held = 1.0
        self._shown: tuple[int, int] | None = None

    def run(self, until_ms: int, whole_ms: int) -> None:
        """Run out at `until_ms`; the picture is full when `whole_ms` are left."""
        if (until_ms, whole_ms) != (self._until, self._whole):
            self._until, self._whole = until_ms, max(1, whole_ms)
            self.touch()

    def hold(self, share: float) -> None:
        """Show `share` (0 to 1) and let no time pass, as while the table is paused."""
        if self._until is not None or share != self._held:
            self._until, self._held = None, share
            self.touch()

    def share(self, now_ms: int) -> float:
        if self._until is None:
            return self._held
        return max(0.0, min(1.0, (self._until - now_ms) / self._whole))

    def last(self, now_ms: int) -> bool:
        return self._until is not None and self._until - now_ms <= LAST_MS

    def pulse(self, now_ms: int) -> int:
        """One soft pulse a second in the last five: 0 is none, `_PULSE_STEPS` the brightest."""
        if self._until is None or not self.last(now_ms):
            return 0
        wave = (1 - math.cos(2 * math.pi * ((self._until - now_ms) % 1000) / 1000)) / 2
        return 1 + round(wave * (_PULSE_STEPS - 1))

    def _step(self, now_ms: int) -> tuple[int, int]:
        return round(self.share(now_ms) * self.steps), self.pulse(now_ms)

    def tick(self, now_ms: int) -> None:
        if self._step(now_ms) != self._shown:
            self.touch()

    def moving(self, now_ms: int) -> bool:
        return self._until is not None and now_ms < self._until and self.last(now_ms)


class ProgressBar(_Countdown):
    """A bar in a dark groove, birch, amber and thicker in the last five seconds."""

    def __init__(self, rect_mm: Box, *, light: Rgb = BIRCH_LIGHT, body: Rgb = BIRCH, groove: Rgb = WELL) -> None:
        super().__init__(rect_mm)
        self._light, self._body, self._groove = light, body, groove

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        self._shown = self._step(now_ms)
        box, last = self.rect_mm, self.last(now_ms)
        thick = _THICK_MM if last else _THIN_MM
        groove = Box(box.x, box.centre[1] - thick / 2, box.w, thick)
        canvas.fill(groove, thick / 2, self._groove)
        wide = groove.w * self.share(now_ms)
        if canvas.px(wide) > 0:
            full = Box(groove.x, groove.y, max(wide, thick), thick)
            inner = full.inset(0.2)
            light, body = self._light, self._body
            if last:
                glow = self.pulse(now_ms) / _PULSE_STEPS
                light, body = mix(AMBER, AMBER_LIGHT, glow), mix(AMBER_DEEP, AMBER, glow)
            canvas.bar(inner, inner.h / 2, light, body)


class ProgressRing(_Countdown):
    """A ring round a seat's number, open at twelve o'clock as time runs out."""

    steps = _RING_STEPS

    def __init__(self, rect_mm: Box, *, ink: Rgb = AMBER, line_mm: float = 0.9) -> None:
        super().__init__(rect_mm)
        self._ink = ink
        self._line = line_mm

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        self._shown = self._step(now_ms)
        area = canvas.rect(self.rect_mm)
        share = round(self.share(now_ms) * self.steps) / self.steps
        if share > 0:
            line = self._line * canvas.profile.px_per_mm
            canvas.surface.blit(shapes.arc(min(area.size), line, share, self._ink), area)
