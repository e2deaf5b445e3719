"""Lines made of words in several types and colours, as the centre and the kiosk set them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from seats import type as typesetting
from seats.metrics import Type
from seats.palette import Rgb

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.kit.canvas import Canvas
    from seats.type import Align


class Span(msgspec.Struct, frozen=True):
    """Words in one type and colour."""

    text: str
    use: Type
    ink: Rgb


def put_spans(
    canvas: Canvas, spans: tuple[Span, ...], x: float, y: float, gap: float, align: Align = "centre", room: float = 0.0
) -> None:
    """Set the spans on one line, `gap` mm apart; `align` says what `x` is. Too long a line shrinks to `room`."""
    spans = tuple(span for span in spans if span.text)
    share = 1.0
    if room and spans:
        share = min(1.0, room / max(1.0, _width(canvas, spans, gap)))
    sizes = [max(1, int(canvas.profile.type_px(span.use) * share)) for span in spans]
    widths = [
        canvas.profile.mm(typesetting.width(span.text, size, span.use.weight))
        for span, size in zip(spans, sizes, strict=True)
    ]
    whole = sum(widths) + gap * share * (len(spans) - 1)
    left = x - {"left": 0.0, "centre": whole / 2, "right": whole}[align]
    for span, size, wide in zip(spans, sizes, widths, strict=True):
        typesetting.put(canvas.surface, span.text, canvas.at(left, y), size, span.use.weight, span.ink)
        left += wide + gap * share


def _width(canvas: Canvas, spans: tuple[Span, ...], gap: float) -> float:
    return sum(canvas.text_width(span.text, span.use) for span in spans) + gap * (len(spans) - 1)


def wrapped(text: str, size: int, use: Type, room_px: int) -> list[str]:
    """Break a text into lines no wider than `room_px`; a word that is wider stands alone."""
    lines: list[str] = []
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and typesetting.width(longer, size, use.weight) <= room_px:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def by_sense(text: str, size: int, use: Type, room_px: int) -> list[str]:
    """Break a text that needs two lines at its first comma, if both parts fit; else as `wrapped` does."""
    first, comma, rest = text.partition(", ")
    lines, parts = wrapped(text, size, use, room_px), [f"{first},", rest]
    fit = all(typesetting.width(part, size, use.weight) <= room_px for part in parts)
    return parts if comma and fit and len(lines) == len(parts) else lines


def put_paragraph(
    canvas: Canvas,
    text: str,
    x: float,
    y: float,
    use: Type,
    ink: Rgb,
    room: float,
    align: Align = "left",
    breaking: Callable[[str, int, Type, int], list[str]] = wrapped,
) -> float:
    """Set a text in as many lines as it needs, the first on `y`; returns the y of the line after the last."""
    size = canvas.profile.type_px(use)
    for line in breaking(text, size, use, canvas.px(room)) if text else ():
        typesetting.put(canvas.surface, line, canvas.at(x, y), size, use.weight, ink, align)
        y += use.size_mm * 1.5
    return y
