"""A demonstration hand on the centre of an empty table: a hand at either end, the board between them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from evaluator_ext import Card, print_card
from seats.art import cards
from seats.metrics import Box, Type
from seats.palette import HAZE, MIST, SNOW

if TYPE_CHECKING:
    from seats.kit.canvas import Canvas

BOARD: Final = Box(228, 166, 252, 66)
SIDES: Final = (Box(96, 130, 112, 138), Box(500, 130, 112, 138))
_BOARD_CARD: Final = 46.0
_BOARD_STEP: Final = 51.0
_SIDE_CARD: Final = 40.0
_SIDE_STEP: Final = 44.0
_FIGURE_AT: Final = 44.0
"""How far from the middle of a hand its figure stands, once for either side of the table."""
_WORDS_AT: Final = 60.0
_PLACES: Final = 5


class Side(msgspec.Struct, frozen=True):
    """One hand in words: its cards, its chance, what that is, and whether it has won."""

    cards: tuple[Card, ...]
    figure: str
    words: str
    won: bool


def paint_demo_board(canvas: Canvas, box: Box, board: tuple[Card, ...]) -> None:
    """Five places, those that are dealt with their cards."""
    wide = canvas.px(_BOARD_CARD)
    for place in range(_PLACES):
        x = box.x + place * _BOARD_STEP
        shown = cards.face(print_card(board[place]), "jumbo", wide, "four_colour") if place < len(board) else None
        canvas.picture(cards.slot(wide) if shown is None else shown, x, box.y)


def paint_demo_side(canvas: Canvas, box: Box, side: Side | None) -> None:
    """The cards, and above and below them the chance, each to be read from its side."""
    if side is None:
        return
    x, y = box.centre
    wide = canvas.px(_SIDE_CARD)
    left = x - (_SIDE_STEP * (len(side.cards) - 1) + _SIDE_CARD) / 2
    for number, card in enumerate(side.cards):
        at = left + number * _SIDE_STEP
        canvas.picture(cards.face(print_card(card), "jumbo", wide, "four_colour"), at, y - _SIDE_CARD * cards.TALL / 2)
        if side.won:
            line = canvas.px(1.4)
            rim = cards.winner_outline(wide, line, 0)
            canvas.middle(rim, at + _SIDE_CARD / 2, y)

    def told(inner: Canvas, area: Box) -> None:
        inner.text(side.figure, area.centre[0], area.y + 10, Type.CENTRE_BET, SNOW, "centre", area.w)
        ink = HAZE if side.won else MIST
        inner.text(side.words, area.centre[0], area.y + 26, Type.CENTRE_BODY, ink, "centre", area.w)

    near = Box(box.x, y + _FIGURE_AT - 10, box.w, _WORDS_AT - _FIGURE_AT + 19)
    canvas.turned(near, 0, told)
    canvas.turned(Box(near.x, 2 * y - near.bottom, near.w, near.h), 2, told)
