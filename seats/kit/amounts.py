"""Setting an amount: a slider on a scale that bends, steps, and a keypad.

All amounts are whole numbers of the smallest unit the owner wants to show.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final

import msgspec

from seats.kit.button import Button
from seats.kit.faces import Face
from seats.kit.keys import GLASS, KeyLook
from seats.kit.widget import Widget
from seats.metrics import GAP, Box, Type
from seats.palette import (
    AMBER,
    AMBER_DEEP,
    AMBER_LIGHT,
    MIST,
    PAPER_GREY,
    SHEET,
    SLAB_BOTTOM,
    SNOW_KEY_BOTTOM,
    SNOW_KEY_TOP,
    SPRUCE_BOTTOM,
    SPRUCE_TOP,
    WELL,
    Rgb,
    darker,
    mix,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from seats.kit.canvas import Canvas
    from seats.kit.pointer import Pointer

BACKSPACE: Final = "back"


class Scale(msgspec.Struct, frozen=True):
    """The legal amounts from `least` to `most` in whole `unit`s from zero; both ends are always legal.

    Equal ways on the slider multiply the amount by equal factors, so that small amounts,
    where one unit matters, get more room.
    """

    least: int
    most: int
    unit: int = 1

    def snap(self, amount: int) -> int:
        """The nearest legal amount."""
        if amount <= self.least or self.most <= self.least:
            return self.least
        if amount >= self.most:
            return self.most
        near = (amount + self.unit // 2) // self.unit * self.unit
        return max(self.least, min(self.most, near))

    def step(self, amount: int, steps: int) -> int:
        """The legal amount `steps` units further up, or down if negative."""
        if steps > 0:
            return self.snap((amount // self.unit + steps) * self.unit)
        return self.snap((-(-amount // self.unit) + steps) * self.unit)

    def share(self, amount: int) -> float:
        """Where `amount` lies on the slider, 0 to 1."""
        if self.most <= self.least:
            return 1.0
        base = self._base()
        inside = max(self.least, min(self.most, amount))
        return math.log1p((inside - self.least) / base) / math.log1p((self.most - self.least) / base)

    def amount(self, share: float) -> int:
        """The legal amount nearest to a place on the slider."""
        if share <= 0 or self.most <= self.least:
            return self.least
        if share >= 1:
            return self.most
        base = self._base()
        return self.snap(self.least + round(base * math.expm1(share * math.log1p((self.most - self.least) / base))))

    def _base(self) -> int:
        return max(self.least, self.unit, 1)


class SliderLook(msgspec.Struct, frozen=True):
    """The slider's groove, the filled part and what it lies on."""

    groove: Rgb
    light: Rgb
    body: Rgb
    ticks: Rgb
    ground: Rgb


ON_FELT: Final = SliderLook(WELL, AMBER_LIGHT, AMBER_DEEP, MIST, SLAB_BOTTOM)
ON_PAPER: Final = SliderLook((226, 219, 207), SPRUCE_TOP, SPRUCE_BOTTOM, PAPER_GREY, SHEET)

_KNOB_MM = 9.2
_GROOVE_MM = 2.0


class Slider(Widget):
    """A knob on a groove; `on_change` gets every new legal amount while the finger moves.

    `marks` are amounts shown as ticks below, the chosen one larger.
    """

    def __init__(
        self,
        rect_mm: Box,
        scale: Scale,
        value: int,
        on_change: Callable[[int], None],
        *,
        marks: Sequence[int] = (),
        look: SliderLook = ON_FELT,
        legal: bool = True,
    ) -> None:
        super().__init__(rect_mm)
        self.scale = scale
        self.value = scale.snap(value)
        self.legal = legal
        self._marks = tuple(marks)
        self._on_change = on_change
        self._look = look
        self._finger: int | None = None

    @property
    def interactive(self) -> bool:
        return self.legal

    def show(self, scale: Scale, value: int, *, marks: Sequence[int] = (), legal: bool = True) -> None:
        """Set scale and amount from outside; a finger on the knob keeps it only if nothing else changed."""
        wanted = (scale, scale.snap(value), tuple(marks), legal)
        if wanted == (self.scale, self.value, self._marks, self.legal):
            return
        if (scale, legal) != (self.scale, self.legal):
            self._finger = None
        self.scale, self.value, self._marks, self.legal = wanted
        self.touch()

    def press(self, pointer: Pointer) -> bool:
        if not self.legal:
            return False
        self._finger = pointer.id
        self._follow(pointer)
        return True

    def drag(self, pointer: Pointer) -> None:
        if self._finger == pointer.id:
            self._follow(pointer)

    def release(self, pointer: Pointer) -> None:
        if self._finger == pointer.id:
            self._finger = None

    def cancel(self, pointer_id: int) -> None:
        if self._finger == pointer_id:
            self._finger = None

    def _follow(self, pointer: Pointer) -> None:
        track = self._track()
        value = self.scale.amount((pointer.x - track.x) / track.w)
        if value != self.value:
            self.value = value
            self.touch()
            self._on_change(value)

    def _track(self) -> Box:
        """Where the knob's middle can be."""
        box = self.rect_mm
        return Box(box.x + 2.0, box.centre[1] - _GROOVE_MM / 2, box.w - 4.0, _GROOVE_MM)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        track, look = self._track(), self._look
        groove = track.inset(-1.4, 0)
        canvas.fill(groove, _GROOVE_MM / 2, look.groove)
        middle = track.x + track.w * self.scale.share(self.value)
        fade = 0.0 if self.legal else 0.5
        filled = Box(groove.x, groove.y, max(_GROOVE_MM, middle - groove.x), groove.h)
        canvas.bar(filled, _GROOVE_MM / 2, mix(look.light, look.ground, fade), mix(look.body, look.ground, fade))
        self._ticks(canvas, track)
        self._knob(canvas, middle, track.centre[1], fade)

    def _ticks(self, canvas: Canvas, track: Box) -> None:
        for amount in self._marks:
            x = track.x + track.w * self.scale.share(amount)
            here = amount == self.value
            tick = Box(x - 0.3, track.centre[1] + 2.6, 0.6, 2.2 if here else 1.6)
            canvas.fill(tick, 0.3, AMBER if here else self._look.ticks)

    def _knob(self, canvas: Canvas, x: float, y: float, fade: float) -> None:
        half = _KNOB_MM / 2
        box = Box(x - half, y - half, _KNOB_MM, _KNOB_MM)
        canvas.shadow(box, half, "plate", weight=0.8)
        ground = self._look.ground
        rim = mix(darker(SNOW_KEY_BOTTOM, 0.25), ground, fade)
        canvas.fill(box, half, rim)
        canvas.panel(
            box.inset(0.2),
            half - 0.2,
            mix(SNOW_KEY_TOP, ground, fade),
            mix(darker(SNOW_KEY_BOTTOM, 0.04), ground, fade),
        )
        for offset in (-1.2, 0.0, 1.2):
            grip = Box(x + offset - 0.2, y - 1.5, 0.4, 3.0)
            canvas.fill(grip, 0.2, mix((140, 132, 118), ground, fade))


class Stepper(Widget):
    """Minus and plus, one legal step each, apart by the width of the box.

    The amount itself is shown by the owner, between or beside them.
    """

    def __init__(
        self,
        rect_mm: Box,
        key_mm: tuple[float, float],
        scale: Scale,
        value: int,
        on_change: Callable[[int], None],
        *,
        look: KeyLook = GLASS,
    ) -> None:
        super().__init__(rect_mm)
        self.scale = scale
        self.value = scale.snap(value)
        self._on_change = on_change
        wide, high = key_mm
        y = rect_mm.centre[1] - high / 2
        minus, plus = Box(rect_mm.x, y, wide, high), Box(rect_mm.right - wide, y, wide, high)
        self._minus = Button(minus, Face(sign="minus"), lambda: self._go(-1), look=look, pause_ms=0)
        self._plus = Button(plus, Face(sign="plus"), lambda: self._go(1), look=look, pause_ms=0)
        self._keys(0)

    def children(self) -> Sequence[Widget]:
        return (self._minus, self._plus)

    def show(self, scale: Scale, value: int, *, legal: bool = True) -> None:
        """Set scale and amount from outside; at an end of the scale that key becomes an outline."""
        self.scale, self.value = scale, scale.snap(value)
        self._keys(0, legal=legal)

    def _keys(self, now_ms: int, *, legal: bool = True) -> None:
        self._minus.show(self._minus.face, legal and self.value > self.scale.least, now_ms, 0)
        self._plus.show(self._plus.face, legal and self.value < self.scale.most, now_ms, 0)

    def _go(self, steps: int) -> None:
        value = self.scale.step(self.value, steps)
        if value != self.value:
            self.show(self.scale, value)
            self._on_change(value)


class Keypad(Widget):
    """Ten digits, one key to take the last back and one to be done, three keys a row.

    `on_change` gets the amount typed so far, at most `digits` long; `on_done` the last one.
    """

    def __init__(
        self,
        rect_mm: Box,
        on_change: Callable[[int], None],
        on_done: Callable[[int], None],
        *,
        done: Face,
        back: Face,
        digits: int = 7,
        look: KeyLook = GLASS,
        done_look: KeyLook | None = None,
    ) -> None:
        super().__init__(rect_mm)
        self.amount = 0
        self._most = 10**digits
        self._on_change, self._on_done = on_change, on_done
        wide, high = (rect_mm.w - 2 * GAP) / 3, (rect_mm.h - 3 * GAP) / 4

        def place(number: int) -> Box:
            row, column = divmod(number, 3)
            return Box(rect_mm.x + column * (wide + GAP), rect_mm.y + row * (high + GAP), wide, high)

        def digit(number: int, value: int) -> Button:
            face = Face(str(value), title_type=Type.TURN)
            return Button(place(number), face, lambda: self._type(value), look=look, pause_ms=0)

        self._keys = [
            *(digit(number, number + 1) for number in range(9)),
            Button(place(9), back, self._take_back, look=look, pause_ms=0),
            digit(10, 0),
            Button(place(11), done, lambda: self._on_done(self.amount), look=done_look or look),
        ]

    def children(self) -> Sequence[Widget]:
        return self._keys

    def set_amount(self, amount: int) -> None:
        """Start from this amount; the next digit follows it."""
        self.amount = amount

    def _type(self, value: int) -> None:
        longer = self.amount * 10 + value
        if longer < self._most:
            self.amount = longer
            self._on_change(longer)

    def _take_back(self) -> None:
        self.amount //= 10
        self._on_change(self.amount)
