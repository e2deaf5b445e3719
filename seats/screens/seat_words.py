"""Words that may take two lines where room is short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seats import type as typesetting

if TYPE_CHECKING:
    from seats.kit.canvas import Canvas
    from seats.metrics import Profile, Type
    from seats.palette import Rgb


def fitted(profile: Profile, text: str, use: Type, room: float) -> typesetting.Fitted:
    """How `text` fits `room` mm: shrunk to 70 % at most, then on two lines."""
    return typesetting.fit(text, profile.type_px(use), use.weight, profile.px(room), 2)


def put_lines(canvas: Canvas, text: str, x: float, y: float, use: Type, ink: Rgb, room: float) -> int:
    """Set a text in one or two lines, the first on `y`; returns how many it took."""
    text_in = fitted(canvas.profile, text, use, room)
    pitch = canvas.profile.mm(text_in.size) * 1.3
    for number, line in enumerate(text_in.lines):
        typesetting.put(canvas.surface, line, canvas.at(x, y + number * pitch), text_in.size, use.weight, ink)
    return len(text_in.lines)


def put_centred_lines(canvas: Canvas, text: str, x: float, middle: float, use: Type, ink: Rgb, room: float) -> None:
    """Set a text in one or two lines round the height `middle`."""
    text_in = fitted(canvas.profile, text, use, room)
    pitch = canvas.profile.mm(text_in.size) * 1.3
    put_lines(canvas, text, x, middle - pitch * (len(text_in.lines) - 1) / 2, use, ink, room)
