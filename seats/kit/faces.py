"""The words and signs on a key, and how they are laid out.

Verb and amount stand on separate lines or at least apart, so that no language has to bend
the number. `fits` tells whether a face can be read on a key of a given width.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from seats import type as typesetting
from seats.art.signs import SignName, sign
from seats.kit.canvas import Canvas
from seats.kit.keys import READY, KeyLook, KeyState
from seats.metrics import Box, Profile, Type
from seats.palette import AMBER, Rgb, mix

Form = Literal["row", "stack", "lines", "tile"]

_PADDING_MM = 2.0
_GAP_MM = 1.8
_INDENT_MM = 4.0
_TITLE_LINES = 2


class Face(msgspec.Struct, frozen=True):
    """What stands on a key.

    `row`: sign, title (two lines at most), amount and caption side by side. `stack`: title
    above a bold amount. `lines`: sign at the left, title over a caption. `tile`: sign above
    title and caption. `sign_ink` colours the sign alone.
    """

    title: str = ""
    amount: str = ""
    caption: str = ""
    sign: SignName | None = None
    form: Form = "row"
    title_type: Type = Type.BODY
    amount_type: Type = Type.PRESET
    sign_mm: float = 5.0
    sign_ink: Rgb | None = None


class _Inks(msgspec.Struct, frozen=True):
    title: Rgb
    amount: Rgb
    caption: Rgb
    sign: Rgb


class _Slot(msgspec.Struct, frozen=True):
    """Room for one text: at most `lines` lines, `room` millimetres wide."""

    text: str
    use: Type
    room: float
    lines: int = 1

    def fitted(self, profile: Profile) -> typesetting.Fitted:
        full, least = profile.type_px(self.use), typesetting.shrunk(profile.usual_px(self.use))
        return typesetting.fit(self.text, full, self.use.weight, profile.px(self.room), self.lines, least)

    def width(self, profile: Profile) -> float:
        """The millimetres the widest line takes."""
        text = self.fitted(profile)
        return profile.mm(max(typesetting.width(line, text.size, self.use.weight) for line in text.lines))


def _roomy(profile: Profile, face: Face, width: float) -> Face:
    """In large print a sign makes room for its words, if these would have to shrink."""
    if not (profile.large and face.sign and face.title and face.form == "row"):
        return face
    title = _slots(profile, face, width)[0]
    whole = typesetting.Fitted((title.text,), profile.type_px(title.use))
    return face if title.fitted(profile) == whole else msgspec.structs.replace(face, sign=None)


def _slots(profile: Profile, face: Face, width: float) -> tuple[_Slot, _Slot, _Slot]:
    """Where title, amount and caption go on a key `width` mm wide."""
    if face.form == "row":
        room = width - 2 * _PADDING_MM
        caption = _Slot(face.caption, Type.BODY, room)
        amount = _Slot(face.amount, face.amount_type, room)
        taken = sum(slot.width(profile) + _GAP_MM for slot in (amount, caption) if slot.text)
        if face.sign and face.title:
            taken += face.sign_mm + _GAP_MM
        return _Slot(face.title, face.title_type, room - taken, _TITLE_LINES), amount, caption
    room = width - 2 * _PADDING_MM
    if face.form == "lines":
        room = width - _INDENT_MM - _PADDING_MM - (face.sign_mm + _INDENT_MM if face.sign else 0.0)
    return (
        _Slot(face.title, face.title_type, room),
        _Slot(face.amount, face.amount_type, room),
        _Slot(face.caption, Type.BODY, room),
    )


def fits(profile: Profile, face: Face, width: float) -> bool:
    """Whether every text of the face fits a key `width` mm wide without shrinking below 70 %."""
    slots = _slots(profile, _roomy(profile, face, width), width)
    return all(slot.width(profile) <= slot.room for slot in slots if slot.text)


def fits_unshrunk(profile: Profile, face: Face, width: float) -> bool:
    """Whether it fits at full size and on one line: if one of a row does not, the row is stacked."""
    return all(
        slot.fitted(profile) == typesetting.Fitted((slot.text,), profile.type_px(slot.use))
        for slot in _slots(profile, face, width)
        if slot.text
    )


def draw_face(canvas: Canvas, box: Box, face: Face, look: KeyLook, state: KeyState) -> None:
    """Draw the words into the key's box, which already sinks with the key."""
    inks = _inks(face, look, state)
    face = _roomy(canvas.profile, face, box.w)
    if face.form == "row":
        _row(canvas, box, face, inks)
    elif face.form == "stack":
        _stack(canvas, box, face, inks)
    elif face.form == "lines":
        _lines(canvas, box, face, inks)
    else:
        _tile(canvas, box, face, inks)


def _inks(face: Face, look: KeyLook, state: KeyState) -> _Inks:
    if not state.legal:
        idle = look.idle_text
        return _Inks(mix(AMBER, look.ground, 0.4) if state.chosen else idle, idle, idle, idle)
    title = AMBER if state.chosen and face.amount else look.ink
    dim = 0.25 * (1 - state.light / READY)
    return _Inks(title, look.ink, mix(look.caption, look.ground, dim), face.sign_ink or look.ink)


def _sign(canvas: Canvas, face: Face, x: float, y: float, ink: Rgb) -> None:
    """The sign with its left edge at `x`, centred on `y`."""
    if face.sign is not None:
        canvas.middle(sign(face.sign, canvas.px(face.sign_mm), ink), x + face.sign_mm / 2, y)


def _put(canvas: Canvas, slot: _Slot, x: float, y: float, ink: Rgb, align: typesetting.Align) -> None:
    """The slot's lines, centred on `y` together."""
    text = slot.fitted(canvas.profile)
    pitch = canvas.profile.mm(text.size) * 1.2
    for number, line in enumerate(text.lines):
        middle = y + (number - (len(text.lines) - 1) / 2) * pitch
        typesetting.put(canvas.surface, line, canvas.at(x, middle), text.size, slot.use.weight, ink, align)


def _row(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    colours = (inks.title, inks.amount, inks.caption)
    slots = _slots(canvas.profile, face, box.w)
    parts = [(slot, ink) for slot, ink in zip(slots, colours, strict=True) if slot.text]
    widths = [slot.width(canvas.profile) for slot, _ in parts]
    if face.sign:
        widths.append(face.sign_mm)
    x, y = box.centre[0] - (sum(widths) + _GAP_MM * (len(widths) - 1)) / 2, box.centre[1]
    if face.sign:
        _sign(canvas, face, x, y, inks.sign)
        x += face.sign_mm + _GAP_MM
    for (slot, ink), wide in zip(parts, widths, strict=False):
        _put(canvas, slot, x + wide / 2, y, ink, "centre")
        x += wide + _GAP_MM


def _stack(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    title, amount, _ = _slots(canvas.profile, face, box.w)
    x, middle = box.centre
    apart = 0.58 * (1 + (canvas.profile.print - 1) / 2)
    first = middle - apart * face.amount_type.size_mm
    second = first + apart * (face.title_type.size_mm + face.amount_type.size_mm)
    _put(canvas, title, x, first, inks.title, "centre")
    _put(canvas, amount, x, second, inks.amount, "centre")


def _lines(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    title, _, caption = _slots(canvas.profile, face, box.w)
    left, middle = box.x + _INDENT_MM, box.centre[1]
    if face.sign:
        _sign(canvas, face, left, middle, inks.sign)
        left += face.sign_mm + _INDENT_MM
    apart = face.title_type.size_mm * 0.62 if face.caption else 0.0
    _put(canvas, title, left, middle - apart, inks.title, "left")
    _put(canvas, caption, left, middle + apart, inks.caption, "left")


def _tile(canvas: Canvas, box: Box, face: Face, inks: _Inks) -> None:
    title, _, caption = _slots(canvas.profile, face, box.w)
    x = box.centre[0]
    _sign(canvas, face, x - face.sign_mm / 2, box.y + box.h * 0.27, inks.sign)
    _put(canvas, title, x, box.y + box.h * 0.61, inks.title, "centre")
    _put(canvas, caption, x, box.y + box.h * 0.84, inks.caption, "centre")
