"""The cloth of a seat screen: the ring of plates, bets, board and pot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from controller.vocab.ids import Chips
from evaluator_ext import Card, print_card
from seats import type as typesetting
from seats.art import cards, chips
from seats.art.marks import BUTTON_MARK, POSITION_MARK, mark
from seats.art.signs import sign
from seats.metrics import RADIUS_PLATE, Box, Type
from seats.models.middle import BoardLine, Middle
from seats.models.places import Mark, Place
from seats.palette import (
    AMBER,
    FELT_EDGE,
    HAZE,
    MIST,
    SLAB_TOP,
    SNOW,
    DeckStyle,
    mix,
)
from seats.screens.seat_layout import BOARD, BOARD_NAME_WIDE, Spot, board_places
from seats.screens.seat_words import lines_for, put_centred_lines

if TYPE_CHECKING:
    import pygame

    from seats.art.chips import Pile
    from seats.kit.canvas import Canvas

_MARK_MM: Final = 8.0
_DISC_TOP: Final = mix(SLAB_TOP, HAZE, 0.14)
_CHIP_MM: Final = 7.2
_POT_CHIP_MM: Final = 7.8
_LIFT_MM: Final = 1.6
_VEIL: Final = 100
_COLUMN_GAP_MM: Final = 4.2
_ROW_MM: Final = 5.2
_ROWS_MM: Final = 13.4
_ROWS_OF_COLUMN: Final = 4
_SIDE_POTS: Final = 5
_STATUS_MM: Final = 14.6
_SAID_MM: Final = 25.8
_FLAT_CHIP_MM: Final = 5.8
_FLAT_CHIPS: Final = 4
_LOG_EDGES_MM: Final = 19.0
_TITLE_MOST_MM: Final = 74.0
_OPEN_WIDE: Final = 7.4
_OPEN_STEP: Final = 7.8
_NAME_ROOM_MM: Final = 9.0

Row = tuple[str, str]
"""A word and its amount."""


class Plate(msgspec.Struct, frozen=True):
    """A plate's picture: the seat, its place in the ring, and the deck's colours."""

    place: Place
    spot: Spot
    deck: DeckStyle


class Bet(msgspec.Struct, frozen=True):
    """A bet's picture: words, figure, and its chips in whole units of money."""

    words: str
    figure: str
    chips: int
    spot: Spot


class Board(msgspec.Struct, frozen=True):
    """The boards' picture. Cards that win nothing are veiled once the hand is `over` and something was shown."""

    boards: tuple[BoardLine, ...]
    places: int
    over: bool
    deck: DeckStyle


class PotPicture(msgspec.Struct, frozen=True):
    """The pot's picture; `chips` in whole units of money, 0 for no pile, and lines in columns beside it."""

    words: str
    amount: str
    chips: int
    columns: tuple[tuple[Row, ...], ...]


def pot_picture(middle: Middle, units: Chips) -> PotPicture:
    """The picture of everything in the middle: empty once it is paid; several pots take the pile's room.

    Beside it stand the house fee, the main pot and the latest side pots, four lines to a column.
    """
    if not middle.pot.chips or middle.paid:
        return PotPicture("", "", 0, ())
    pots = [(pot.words, pot.amount) for pot in middle.split]
    if len(pots) > _SIDE_POTS:
        pots = [pots[0], *pots[-_SIDE_POTS + 1 :]]
    rows: list[Row] = [*((fee.words, fee.value) for fee in middle.fees), *pots]
    columns = (tuple(rows[start : start + _ROWS_OF_COLUMN]) for start in range(0, len(rows), _ROWS_OF_COLUMN))
    chips = 0 if middle.split else middle.pot.chips // units
    return PotPicture(middle.pot.words, middle.pot.amount, chips, tuple(columns))


def put_pile(canvas: Canvas, pile: Pile, x: float, foot: float) -> None:
    """Set a pile with its left edge at `x` and its foot at `foot`."""
    margin = canvas.profile.mm(pile.margin)
    top = foot + margin - canvas.profile.mm(pile.surface.get_height())
    canvas.picture(pile.surface, x - margin, top)


def pile_width(canvas: Canvas, pile: Pile) -> float:
    """The width of a pile in mm, its shadow left out."""
    return canvas.profile.mm(pile.surface.get_width() - 2 * pile.margin)


# -- the ring ----------------------------------------------------------------------------------------------------


def paint_plate(canvas: Canvas, box: Box, plate: Plate) -> None:
    """One seat: number, name, stack or status, cards, marks, and whether it is to act."""
    place = plate.place
    if place.quiet:
        canvas.sunk(box)
    else:
        canvas.plate(box)
    if place.cards:
        _open_plate(canvas, box, plate)
    else:
        _number(canvas, place, box.x + 7.2, box.y + 7, 8.4)
        _words(canvas, box, place)
        if place.backs and _room_for_backs(canvas, place):
            _backs(canvas, box.x + 34.2, box.y + 7)
    if place.drawn is not None:
        card = cards.face(print_card(place.drawn), "mini", canvas.px(7.2), plate.deck)
        canvas.middle(card, box.x + 34, box.y + 7)
    if place.acting:
        canvas.outline(box, RADIUS_PLATE, 0.6, AMBER)
        _wedge(canvas, box, plate.spot)
    if place.won:
        canvas.outline(box, RADIUS_PLATE, 0.6, AMBER)
    for number, shown in enumerate(place.marks):
        put_mark(canvas, shown, *_mark_at(box, plate.spot, number))


def _number(canvas: Canvas, place: Place, x: float, y: float, size: float) -> None:
    quiet = place.quiet
    disc = Box(x - size / 2, y - size / 2, size, size)
    canvas.fill(disc, size / 2, HAZE if quiet else _DISC_TOP, 18 if quiet else 255)
    use = Type.BODY if quiet else Type.BODY_STRONG
    canvas.text(str(place.seat), x, y, use, MIST if quiet else SNOW, "centre")


def _words(canvas: Canvas, box: Box, place: Place) -> None:
    left, first, second = box.x + 13.6, box.y + 4.8, box.y + 9.8
    if place.empty:
        canvas.text(place.status, left, box.centre[1], Type.BODY, MIST, "left", 26)
        return
    if place.quiet or place.status or place.drew:
        _said(canvas, box, place)
        return
    room = 15.6 if place.backs or place.drawn is not None else 25.4
    canvas.text(place.name, left, first, Type.BODY, SNOW, "left", room)
    canvas.text(place.stack, left, second, Type.STACK, SNOW, "left", room)


def _said(canvas: Canvas, box: Box, place: Place) -> None:
    """Name and stack over a status, which may need two lines."""
    left, ink = box.x + 13.6, MIST if place.quiet else SNOW
    status = lines_for(canvas.profile, place.status or place.drew, Type.BODY, _SAID_MM)
    crowded = status is not None and len(status.lines) > 1
    first = box.y + (3.0 if crowded else 4.8)
    wide = canvas.text_width(place.stack, Type.BODY)
    canvas.text(place.stack, box.right - 2.6, first, Type.BODY, HAZE, "right")
    canvas.text(place.name, left, first, Type.BODY, ink, "left", 23.6 - wide)
    if status is not None:
        put_centred_lines(canvas, status, left, box.y + (9.7 if crowded else 9.8), Type.BODY, ink)


def _room_for_backs(canvas: Canvas, place: Place) -> bool:
    """A status that needs the whole line leaves none: it says that the seat is in the hand."""
    return not place.quiet and not place.drew and canvas.text_width(place.status, Type.BODY) <= _STATUS_MM


def _backs(canvas: Canvas, x: float, y: float) -> None:
    wide = canvas.px(5.0)
    for offset, degrees in ((-1.9, 6.0), (1.7, -6.0)):
        canvas.middle(cards.tilted(None, "mini", wide, "four_colour", degrees), x + 0.4 + offset, y)


def _open_plate(canvas: Canvas, box: Box, plate: Plate) -> None:
    place, wide = plate.place, canvas.px(_OPEN_WIDE)
    _number(canvas, place, box.x + 5, box.y + 4.6, 6.8)
    used = canvas.text_width(place.stack, Type.STACK)
    canvas.text(place.stack, box.right - 2.8, box.y + 4.6, Type.STACK, SNOW, "right")
    canvas.text(place.name, box.x + 10, box.y + 4.6, Type.BODY, SNOW, "left", box.w - 14.4 - used)
    lying: tuple[Card | None, ...] = (*[None] * place.backs, *place.cards)
    step = min(_OPEN_STEP, (box.w - 4 - _OPEN_WIDE) / max(len(lying) - 1, 1))
    for number, card in enumerate(lying):
        x = box.x + 2 + number * step
        picture = cards.back(wide) if card is None else cards.face(print_card(card), "mini", wide, plate.deck)
        canvas.picture(picture, x, box.y + 9.2)
        if place.lost:
            canvas.picture(cards.veil(wide, _VEIL, FELT_EDGE), x, box.y + 9.2)
    left = box.x + 3.4 + (len(lying) - 1) * step + _OPEN_WIDE + 0.4
    if place.hand and box.right - 1.4 - left >= _NAME_ROOM_MM:
        _hand_name(canvas, place.hand, left, box.y + 14.6, box.right - 1.4 - left)


def _hand_name(canvas: Canvas, name: str, x: float, y: float, room: float) -> None:
    """The hand in full if it can be read, otherwise its kind; the log and the console name winners in full."""
    for text in (name, name.split(",")[0]):
        setting = lines_for(canvas.profile, text, Type.BODY, room)
        if setting is not None:
            put_centred_lines(canvas, setting, x, y, Type.BODY, SNOW)
            return


def _wedge(canvas: Canvas, box: Box, spot: Spot) -> None:
    """The pointer on the bet line's side of the plate of whoever is to act."""
    x, y = box.centre
    turns, at = {
        "left": (1, (box.right + 4.4, y)),
        "top": (0, (x, box.bottom + 2.6)),
        "right": (3, (box.x - 4.4, y)),
    }[spot.side]
    canvas.middle(_turned_sign(canvas.px(5.0), turns), *at)


def _turned_sign(size: int, quarters: int) -> pygame.Surface:
    from pygame.transform import rotate

    return rotate(sign("up", size, AMBER), 90 * quarters)


def put_mark(canvas: Canvas, shown: Mark, x: float, y: float) -> None:
    """A position disc round a point."""
    look = BUTTON_MARK if shown.kind == "button" else POSITION_MARK
    canvas.middle(mark(shown.letters, canvas.px(_MARK_MM), look), x, y)


def _mark_at(box: Box, spot: Spot, number: int) -> tuple[float, float]:
    if spot.side == "top":
        return box.right + 2.0, box.bottom - 2.0 - number * 8.6
    x = box.x - 0.6 if spot.side == "right" else box.right + 2.0
    return x, box.y + 1.6 + number * 8.6


# -- the middle --------------------------------------------------------------------------------------------------


def paint_bet(canvas: Canvas, box: Box, bet: Bet) -> None:
    """What a seat has done on this street: words above, chips and amount below."""
    if bet.spot.flat:
        _flat_bet(canvas, box, bet)
        return
    pile = chips.pile(bet.chips, canvas.px(_CHIP_MM))
    wide = pile_width(canvas, pile) if bet.chips else 0.0
    right = bet.spot.side == "right"
    x = box.right if right else box.x
    align: typesetting.Align = "right" if right else "left"
    canvas.text(bet.words, x, box.y + 2, Type.BODY, HAZE, align, box.w)
    put_pile(canvas, pile, box.right - wide if right else box.x, box.bottom)
    amount = box.right - wide - 2 if right else box.x + wide + 2
    canvas.text(bet.figure, amount, box.y + 8.4, Type.STACK, SNOW, align, box.w - wide - 2)


def _flat_bet(canvas: Canvas, box: Box, bet: Bet) -> None:
    """One column of chips, both lines beside it; words without room are left to the log."""
    values = tuple(value for column in chips.columns_of(bet.chips) for value in column)[:_FLAT_CHIPS]
    wide, gap = (_FLAT_CHIP_MM, 1.4) if values else (0.0, 0.0)
    room = box.w - wide - gap
    words = lines_for(canvas.profile, bet.words, Type.BODY, room, 1)
    widths = [canvas.text_width(bet.figure, Type.STACK)]
    if words is not None:
        widths.append(canvas.profile.mm(typesetting.width(bet.words, words.size, "book")))
    left = box.centre[0] - (wide + gap + min(room, max(widths))) / 2
    if values:
        column = chips.column(values, canvas.px(_FLAT_CHIP_MM))
        canvas.picture(column, left, box.bottom - 0.4 - canvas.profile.mm(column.get_height()))
    y = box.y + (1.5 if bet.figure else box.h / 2)
    if words is not None:
        put_centred_lines(canvas, words, left + wide + gap, y, Type.BODY, HAZE)
    canvas.text(bet.figure, left + wide + gap, box.y + 5.8, Type.STACK, SNOW, "left", room)


def paint_board(canvas: Canvas, box: Box, board: Board) -> None:
    """The boards: what lies there, places for what is to come, and which cards won."""
    del box
    places = board_places(len(board.boards))
    lift = _LIFT_MM if len(places) == 1 else 0.0
    for line, place in zip(board.boards, places, strict=True):
        _board_name(canvas, line.words, place.box)
        for number in range(board.places):
            x = place.box.x + number * place.step
            if number < len(line.cards):
                _board_card(canvas, Box(x, place.box.y, place.wide, place.box.h), line, number, board, lift)
            else:
                canvas.picture(cards.slot(canvas.px(place.wide)), x, place.box.y)


def _board_name(canvas: Canvas, words: str, box: Box) -> None:
    """The name of a board beside it, on the side away from the middle of the table."""
    if not words:
        return
    right = box.x > BOARD.centre[0]
    x = box.right + 2.0 if right else box.x - 2.0
    align: typesetting.Align = "left" if right else "right"
    canvas.text(words, x, box.centre[1], Type.BODY, HAZE, align, BOARD_NAME_WIDE)


def _board_card(canvas: Canvas, box: Box, line: BoardLine, number: int, board: Board, lift: float) -> None:
    card, wide = line.cards[number], canvas.px(box.w)
    best = card in line.best
    y = box.y - (lift if best else 0.0)
    canvas.shadow(Box(box.x, y, box.w, box.h), 1.0, "plate")
    canvas.picture(cards.face(print_card(card), "compact", wide, board.deck), box.x, y)
    if best:
        canvas.picture(cards.winner_outline(wide, canvas.px(0.6), canvas.px(0.2)), box.x - 0.8, y - 0.8)
    elif board.over:
        canvas.picture(cards.veil(wide, _VEIL, FELT_EDGE), box.x, y)


def paint_pot(canvas: Canvas, box: Box, pot: PotPicture) -> None:
    """Everything in the middle: pile, amount, and the lines beside it, all of it centred in the box."""
    pile = chips.pile(pot.chips, canvas.px(_POT_CHIP_MM))
    widths = [_column_width(canvas, rows) for rows in pot.columns]
    piled = pile_width(canvas, pile)
    amount = max(canvas.text_width(pot.amount, Type.OWN), canvas.text_width(pot.words, Type.BODY))
    beside = sum(_COLUMN_GAP_MM * 2 + wide for wide in widths)
    left = box.centre[0] - (piled + 2.4 + amount + beside) / 2
    put_pile(canvas, pile, left, box.y + 13.8)
    left += piled + 2.4
    canvas.text(pot.words, left, box.y + 3.3, Type.BODY, MIST)
    canvas.text(pot.amount, left, box.y + 10.5, Type.OWN, SNOW)
    left += amount + _COLUMN_GAP_MM
    for rows, wide in zip(pot.columns, widths, strict=True):
        canvas.rule(left, box.y + 1.8, 12, HAZE, 70, upright=True)
        left += _COLUMN_GAP_MM
        _pot_column(canvas, rows, left, box.y, wide)
        left += wide + _COLUMN_GAP_MM


def _pot_column(canvas: Canvas, rows: tuple[Row, ...], x: float, y: float, wide: float) -> None:
    if len(rows) == 1:
        words, figure = rows[0]
        canvas.text(words, x, y + 3.3, Type.BODY, MIST)
        canvas.text(figure, x, y + 9.3, Type.BODY, SNOW)
        return
    pitch = min(_ROW_MM, _ROWS_MM / (len(rows) - 1))
    first = y + 7.7 - pitch * (len(rows) - 1) / 2
    for number, (words, figure) in enumerate(rows):
        canvas.text(words, x, first + pitch * number, Type.BODY, MIST)
        canvas.text(figure, x + wide, first + pitch * number, Type.BODY, SNOW, "right")


def _column_width(canvas: Canvas, rows: tuple[Row, ...]) -> float:
    if len(rows) == 1:
        return max(canvas.text_width(text, Type.BODY) for text in rows[0])
    return max(canvas.text_width(f"{words}  {figure}", Type.BODY) for words, figure in rows)
