"""The words and signs on a key, and how they are laid out.

Verb and amount stand on separate lines, so that no language has to bend the number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from seats import type as typesetting
from seats.art.signs import SignName, sign
from seats.kit.keys import READY, KeyLook, KeyState
from seats.metrics import Box, Type
from seats.palette import AMBER, Rgb, mix

if TYPE_CHECKING:
    import pygame

    from seats.kit.canvas import Canvas

Form = Literal["plain", "stack", "inline", "lines", "tile"]

_PADDING_MM = 2.0
_SIGN_GAP_MM = 1.8


class Face(msgspec.Struct, frozen=True):
    """What stands on a key.

    `plain`: sign and title on one line. `stack`: title above a bold amount. `inline`: title
    and bold amount side by side. `lines`: sign at the left, title over a caption. `tile`: sign
    above title and caption. `sign_ink` colours the sign alone.
    """

    title: str = ""
    amount: str = ""
    caption: str = ""
    sign: SignName | None = None
    form: Form = "plain"
    title_type: Type = Type.BODY
    amount_type: Type = Type.PRESET
    sign_mm: float = 5.0
    sign_ink: Rgb | None = None


class _Inks(msgspec.Struct, frozen=True):
    title: Rgb
    amount: Rgb
    caption: Rgb
    sign: Rgb


def draw_face(canvas: Canvas, box: Box, face: Face, look: KeyLook, state: KeyState) -> None:
    """Draw the words into the key's box, which already sinks with the key."""
    inks = _inks(face, look, state)
    if face.form == "plain":
        _plain(canvas, box, face, inks)
    elif face.form == "stack":
        _stack(canvas, box, face, inks)
    elif face.form == "inline":
        _inline(canvas, box, face, inks)
    elif face.form == "lines":
        _lines(canvas, box, face, inks)
    else:
        _tile(canvas, box, face, inks)


def _inks(face: Face, look: KeyLook, state: KeyState) -> _Inks:
    if not state.legal:
        idle = look.idle_text
        title = mix(AMBER, look.ground, 0.4) if state.chosen else idle
        return _Inks(title, idle, idle, idle)
    title = look.ink
    if state.chosen:
        title = AMBER if face.amount else look.ink
    dim = 0.25 * (1 - state.light / READY)
    return _Inks(title, look.ink, mix(look.caption, look.ground, dim), face.sign_ink or look.ink)


def _sign(canvas: Canvas, face: Face, x: float, y: float, ink: Rgb) -> None:
    """The sign with its left edge at `x`, centred on `y`."""
    if face.sign is not None:
        canvas.middle(sign(face.sign, canvas.px(face.sign_mm), ink), x + face.sign_mm / 2, y)


def _fitted(canvas: Canvas, text: str, use: Type, room: float, most_lines: int) -> typesetting.Fitted:
    return typesetting.fit(text, canvas.profile.type_px(use), use.weight, canvas.px(room), most_lines)


def _put(
    canvas: Canvas, text: str, x: float, y: float, size: int, use: Type, ink: Rgb, align: typesetting.Align
) -> pygame.Rect:
    return typesetting.put(canvas.surface, text, canvas.at(x, y), size, use.weight, ink, align)


def _plain(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    taken = face.sign_mm + (_SIGN_GAP_MM if face.title else 0.0) if face.sign else 0.0
    room = box.w - 2 * _PADDING_MM - taken
    text = _fitted(canvas, face.title, face.title_type, room, 2)
    wide = max(
        (canvas.profile.mm(typesetting.width(t, text.size, face.title_type.weight)) for t in text.lines), default=0.0
    )
    amount = canvas.text_width(face.amount, face.amount_type) + _SIGN_GAP_MM if face.amount else 0.0
    x, y = box.centre[0] - (taken + wide + amount) / 2, box.centre[1]
    _sign(canvas, face, x, y, inks.sign)
    line = canvas.profile.mm(text.size) * 1.2
    for number, words in enumerate(text.lines):
        middle = y + (number - (len(text.lines) - 1) / 2) * line
        _put(canvas, words, x + taken + wide / 2, middle, text.size, face.title_type, inks.title, "centre")
    if face.amount:
        canvas.text(face.amount, x + taken + wide + _SIGN_GAP_MM, y, face.amount_type, inks.amount)


def _stack(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    room = box.w - 2 * _PADDING_MM
    x = box.centre[0]
    above = canvas.profile.mm(canvas.profile.type_px(face.title_type))
    below = canvas.profile.mm(canvas.profile.type_px(face.amount_type))
    gap = (above + below) * 0.58
    middle = box.centre[1]
    first = middle - gap * below / (above + below)
    second = first + gap
    text = _fitted(canvas, face.title, face.title_type, room, 1)
    _put(canvas, text.lines[0], x, first, text.size, face.title_type, inks.title, "centre")
    canvas.text(face.amount, x, second, face.amount_type, inks.amount, "centre", room)


def _inline(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    gap = 2.0
    amount = canvas.text_width(face.amount, face.amount_type)
    taken = face.sign_mm + _SIGN_GAP_MM if face.sign else 0.0
    text = _fitted(canvas, face.title, face.title_type, box.w - 2 * _PADDING_MM - amount - gap - taken, 1)
    wide = canvas.profile.mm(typesetting.width(text.lines[0], text.size, face.title_type.weight))
    x, y = box.centre[0] - (taken + wide + gap + amount) / 2, box.centre[1]
    _sign(canvas, face, x, y, inks.sign)
    _put(canvas, text.lines[0], x + taken, y, text.size, face.title_type, inks.title, "left")
    canvas.text(face.amount, x + taken + wide + gap, y, face.amount_type, inks.amount)


def _lines(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    left = box.x + 4.0
    if face.sign:
        _sign(canvas, face, left, box.centre[1], inks.sign)
        left += face.sign_mm + 4.0
    room = box.right - _PADDING_MM - left
    title = canvas.profile.mm(canvas.profile.type_px(face.title_type))
    y = box.centre[1] - title * 0.62 if face.caption else box.centre[1]
    canvas.text(face.title, left, y, face.title_type, inks.title, "left", room)
    canvas.text(face.caption, left, box.centre[1] + title * 0.62, Type.BODY, inks.caption, "left", room)


def _tile(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    x, room = box.centre[0], box.w - 2 * _PADDING_MM
    if face.sign:
        picture = sign(face.sign, canvas.px(face.sign_mm), inks.sign)
        canvas.middle(picture, x, box.y + box.h * 0.27)
    canvas.text(face.title, x, box.y + box.h * 0.61, face.title_type, inks.title, "centre", room)
    canvas.text(face.caption, x, box.y + box.h * 0.84, Type.BODY, inks.caption, "centre", room)
