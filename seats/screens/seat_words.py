"""Words where room is short: on one line, on two, or not at all, but never cut and hardly ever smaller."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from seats import type as typesetting

if TYPE_CHECKING:
    from seats.kit.canvas import Canvas
    from seats.metrics import Profile, Type
    from seats.palette import Rgb

LEAST: Final = 0.85
"""Smaller than this share of its size a line on felt is no longer read at a glance."""

_PITCH: Final = 1.12


def lines_for(profile: Profile, text: str, use: Type, room: float, most_lines: int = 2) -> typesetting.Fitted | None:
    """The largest setting of `text` in `room` mm, on one line rather than two; None if it takes less than `LEAST`."""
    full = profile.type_px(use)
    words = text.split(" ")
    cuts = range(1, len(words)) if most_lines > 1 else ()
    pairs = ((" ".join(words[:cut]), " ".join(words[cut:])) for cut in cuts)
    settings = ((text,), *sorted(pairs, key=lambda pair: max(map(len, pair))))
    for size in range(full, max(1, round(full * LEAST)) - 1, -1):
        for lines in settings:
            if _fits(profile, lines, size, use, room):
                return typesetting.Fitted(lines, size)
    return None


def _fits(profile: Profile, lines: tuple[str, ...], size: int, use: Type, room: float) -> bool:
    return all(typesetting.width(line, size, use.weight) <= profile.px(room) for line in lines)


def put_centred_lines(
    canvas: Canvas, setting: typesetting.Fitted, x: float, middle: float, use: Type, ink: Rgb
) -> None:
    """Set one line or two round the height `middle`."""
    pitch = canvas.profile.mm(setting.size) * _PITCH
    first = middle - pitch * (len(setting.lines) - 1) / 2
    for number, line in enumerate(setting.lines):
        typesetting.put(canvas.surface, line, canvas.at(x, first + number * pitch), setting.size, use.weight, ink)


def sentences_that_fit(profile: Profile, text: str, use: Type, room: float) -> str:
    """As many sentences from the first on as fit on one line; the first in any case."""
    ends = [place + len(". ") - 1 for place in range(len(text)) if text.startswith((". ", "  "), place)]
    for end in (len(text), *reversed(ends)):
        shorter = text[:end].rstrip()
        if lines_for(profile, shorter, use, room, 1) is not None:
            return shorter
    return text[: ends[0]].rstrip() if ends else text
