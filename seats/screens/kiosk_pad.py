"""Ten digits at the kiosk's right, three in a row, and the keys that take them back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from seats.kit.button import Button
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY
from seats.kit.widget import Widget
from seats.kit.words import Picture
from seats.metrics import GAP, Box, Type

DIGIT_PAD = Box(157, 19, 94, 120)

BOUNCE_MS: Final = 120
"""A second touch of the same digit within so short a time is the finger's trembling, and not meant."""

_ERASE_AT, _ZERO_AT, _CLEAR_AT = 9, 10, 11


def digit_place(number: int) -> Box:
    """Where key `number` of the pad lies, from 0 at the upper left."""
    inner = DIGIT_PAD.inset(6)
    wide, high = (inner.w - 2 * GAP) / 3, (inner.h - 3 * GAP) / 4
    row, column = divmod(number, 3)
    return Box(inner.x + column * (wide + GAP), inner.y + row * (high + GAP), wide, high)


class DigitPad:
    """The pad on its sheet. `on_clear` is for pages on which everything can be taken back at once."""

    def __init__(
        self, on_digit: Callable[[int], None], on_erase: Callable[[], None], on_clear: Callable[[], None] | None = None
    ) -> None:
        self._sheet = Picture(DIGIT_PAD, lambda canvas, box, _state: canvas.sheet(box), 0)
        places = {**{place: place + 1 for place in range(9)}, _ZERO_AT: 0}
        self._digits = [self._digit(place, value, on_digit) for place, value in places.items()]
        self._erase = Button(digit_place(_ERASE_AT), Face(), on_erase, look=PAPER_KEY, pause_ms=0)
        self._clear = Button(digit_place(_CLEAR_AT), Face(), on_clear, look=PAPER_KEY) if on_clear else None

    @staticmethod
    def _digit(place: int, value: int, press: Callable[[int], None]) -> Button:
        face = Face(str(value), title_type=Type.ACTION)
        return Button(digit_place(place), face, lambda: press(value), look=PAPER_KEY, pause_ms=BOUNCE_MS)

    def widgets(self) -> list[Widget]:
        clear = [self._clear] if self._clear is not None else []
        return [self._sheet, *self._digits, self._erase, *clear]

    def show(self, *, erase: str, types: bool, now_ms: int, clear: str = "") -> None:
        """Name the keys that take back; without `types` no digit can be typed."""
        for key in self._digits:
            key.show(key.face, types, now_ms)
        self._erase.show(Face(erase, title_type=Type.BODY), legal=True, now_ms=now_ms, guard_ms=0)
        if self._clear is not None:
            self._clear.show(Face(clear, title_type=Type.BODY), legal=True, now_ms=now_ms, guard_ms=0)
