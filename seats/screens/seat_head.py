"""The head of a seat screen: title, log, and in the corner the time, the kind of table and the deck's fingerprint."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from evaluator_ext import print_card
from seats import type as typesetting
from seats.art.signs import sign
from seats.art.star import star
from seats.art.suits import suit_sign
from seats.metrics import Box, Profile, Type
from seats.models.words import Header, LogLine
from seats.palette import BIRCH_DEEP, BIRCH_LIGHT, HAZE, MIST, SNOW, SUITS, WELL, darker
from seats.screens.seat_layout import HEAD_LINES, TITLE
from seats.screens.seat_words import sentences_that_fit

if TYPE_CHECKING:
    from seats.kit.canvas import Canvas

_LOG_EDGES_MM: Final = 19.0
_TITLE_MOST_MM: Final = 74.0


class Corner(msgspec.Struct, frozen=True):
    """What stands in the corner: the time of day, what kind of table this is, and the fingerprint, if there is one."""

    clock: str
    label: str
    proof: str


def paint_title(canvas: Canvas, box: Box, header: Header) -> None:
    """The knit star, the game and its limits."""
    canvas.middle(star(canvas.px(7.6), BIRCH_LIGHT, darker(BIRCH_DEEP, 0.2)), box.x + 3.7, box.y + 5)
    left, room = box.x + 9.8, box.w - 10.4
    canvas.text(header.title, left, box.y + 3.4, Type.PRESET, SNOW, "left", room)
    canvas.text(header.limits, left, box.y + 8.5, Type.BODY, MIST, "left", room)


def title_box(header: Header, profile: Profile) -> Box:
    """The title's box, as wide as game and limits need, within reason."""
    words = ((header.title, Type.PRESET), (header.limits, Type.BODY))
    need = max(profile.mm(typesetting.width(text, profile.type_px(use), use.weight)) for text, use in words) + 10.6
    return Box(TITLE.x, TITLE.y, min(max(TITLE.w, need), _TITLE_MOST_MM), TITLE.h)


def paint_log(canvas: Canvas, box: Box, line: LogLine) -> None:
    """What happened last, on a pill: the street, its cards, the act."""
    canvas.fill(box, box.h / 2, WELL, 120)
    y = box.centre[1]
    canvas.middle(sign("log", canvas.px(4.4), MIST), box.x + 6, y)
    x = box.x + 10.8
    first = line.words.split(". ")[0]
    need = canvas.text_width(line.street, Type.BODY) + canvas.text_width(first, Type.BODY) + 9.0 * len(line.cards)
    if line.street and (not line.words or need <= box.w - _LOG_EDGES_MM):
        canvas.text(line.street, x, y, Type.BODY, SNOW)
        x += canvas.text_width(line.street, Type.BODY) + 2.4
    for card in line.cards:
        x = _log_card(canvas, print_card(card), x, y) + 2.6
    room = box.right - 4 - x - 1.6
    words = sentences_that_fit(canvas.profile, line.words, Type.BODY, room)
    canvas.text(words, x + 1.6, y, Type.BODY, HAZE, "left", room)


def _log_card(canvas: Canvas, name: str, x: float, y: float) -> float:
    rank = "10" if name[0] == "T" else name[0]
    canvas.text(rank, x, y, Type.BODY_STRONG, SNOW)
    right = x + canvas.text_width(rank, Type.BODY_STRONG)
    suit = next(suit for suit in SUITS if suit == name[1])
    canvas.middle(suit_sign(suit, canvas.px(3.0), SNOW), right + 1.9, y)
    return right + 3.4


def paint_corner(canvas: Canvas, box: Box, corner: Corner) -> None:
    """The label and the time over the fingerprint of the deck, behind a padlock."""
    first, second = HEAD_LINES
    canvas.text(corner.clock, box.right, first, Type.BODY, MIST, "right")
    beside = box.right - (canvas.text_width(corner.clock, Type.BODY) + 4.0 if corner.clock else 0.0)
    canvas.text(corner.label, beside, first, Type.BODY, HAZE, "right", beside - box.x)
    if corner.proof:
        lies = canvas.text(corner.proof, box.right, second, Type.BODY, MIST, "right", box.w - 5.0)
        canvas.middle(sign("padlock", canvas.px(3.6), MIST), canvas.profile.mm(lies.left) - 2.8, second)
