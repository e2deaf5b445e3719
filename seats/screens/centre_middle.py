"""What lies in the middle of the centre screen and in its corners, each line once for either long side."""

from __future__ import annotations

import msgspec

from seats.art import chips
from seats.art.codes import qr_picture
from seats.art.star import star
from seats.kit.canvas import Canvas
from seats.metrics import Box, Type
from seats.models.centre import Attract, Proof
from seats.models.middle import PotPile
from seats.models.words import Banner, Fact, Header
from seats.palette import BIRCH_DEEP, BIRCH_LIGHT, HAZE, MIST, SHEET, SNOW, darker
from seats.screens.inks import Span, put_paragraph, put_spans, wrapped

SAYING = Box(170, 254, 368, 40)
POT_LINES = Box(76, 226, 84, 64)
FAR_POT_LINES = Box(76, 108, 84, 64)
SIDE_LINES = Box(548, 226, 84, 64)
FAR_SIDE_LINES = Box(548, 108, 84, 64)
PROOF = Box(14, 257, 60, 62)
GAME = Box(14, 322, 112, 66)
FOLLOWING = Box(586, 312, 108, 16)
NOTES = Box(586, 330, 108, 58)
POOLS = Box(578, 276, 116, 112)
ATTRACT = Box(150, 215, 408, 80)
STAR = Box(312, 157, 84, 84)
BOARD_NAMES = Box(166, 223, 376.4, 16)
BANNER = Box(164, 252, 380, 62)

_CHIP = 27.0
_QR_MM = 46.0
_MOST_WIDE_ROWS = 4
_LEAST_SHRINK = 0.75
_MOST_BANNER_LINES = 3
_BANNER_PITCH = 17.0
_MOST_POOLS = 2


class Saying(msgspec.Struct, frozen=True):
    """Two lines under the board: who is to act or who won, and what goes to the house."""

    first: tuple[Span, ...]
    second: tuple[Span, ...]


def paint_pile(canvas: Canvas, box: Box, whole: int) -> None:
    """A pot as chips."""
    pile = chips.pile(whole, canvas.px(_CHIP))
    canvas.middle(pile.surface, *box.centre)


def paint_pots(canvas: Canvas, box: Box, pots: tuple[PotPile, ...]) -> None:
    """One pot as caption over amount; several as rows."""
    x = box.centre[0]
    if len(pots) == 1:
        canvas.text(pots[0].words, x, box.y + 10, Type.CENTRE_BODY, MIST, "centre", box.w)
        canvas.text(pots[0].amount, x, box.y + 30, Type.CENTRE_POT, SNOW, "centre", box.w)
        return
    words, amounts = (
        (Type.CENTRE_BODY, Type.CENTRE_STRONG) if len(pots) <= _MOST_WIDE_ROWS else (Type.ACTION, Type.ACTION)
    )
    for number, pot in enumerate(pots):
        y = box.y + (number + 0.5) * box.h / max(len(pots), _MOST_WIDE_ROWS)
        spans = (Span(pot.words, words, MIST), Span(pot.amount, amounts, SNOW))
        put_spans(canvas, spans, x, y, 3.0, room=box.w)


def paint_saying(canvas: Canvas, box: Box, state: Saying) -> None:
    """Both lines, each shrunk to the room between the pots."""
    put_spans(canvas, state.first, box.centre[0], box.y + 13, 8.0, room=box.w)
    put_spans(canvas, state.second, box.centre[0], box.y + 31, 6.0, room=box.w)


def paint_proof(canvas: Canvas, box: Box, proof: Proof | None) -> None:
    """The commitment to the deck as a QR code and as digits people can compare."""
    if proof is None:
        return
    canvas.text(proof.words, box.x, box.y + 6, Type.CENTRE_BODY, MIST)
    code = qr_picture(proof.payload, canvas.px(_QR_MM))
    plate = Box(box.x, box.y + 13, canvas.profile.mm(code.get_width()), canvas.profile.mm(code.get_height()))
    canvas.fill(plate, 4.0, SHEET)
    canvas.picture(code, plate.x, plate.y)


class Game(msgspec.Struct, frozen=True):
    """The game, its limits and the time of day."""

    header: Header
    clock: str


def paint_game(canvas: Canvas, box: Box, game: Game) -> None:
    """Game, limits and clock below each other; a long name takes two lines, smaller."""
    title, limits = game.header.title, game.header.limits
    if canvas.text_width(title, Type.CENTRE_BET) * _LEAST_SHRINK <= box.w:
        canvas.text(title, box.x, box.y + 9, Type.CENTRE_BET, SNOW, room=box.w)
        second, third = 29.0, 52.0
    else:
        size = canvas.profile.type_px(Type.CENTRE_BODY)
        lines = wrapped(title, size, Type.CENTRE_BODY, canvas.px(box.w))
        for number, line in enumerate((lines[0], " ".join(lines[1:]))):
            canvas.text(line, box.x, box.y + 7 + 14.5 * number, Type.CENTRE_BODY, SNOW, room=box.w)
        second, third = 38.0, 55.0
    canvas.text(limits, box.x, box.y + second, Type.CENTRE_BODY, MIST, room=box.w)
    canvas.text(game.clock, box.x, box.y + third, Type.CENTRE_BODY, HAZE, room=box.w)


class Notes(msgspec.Struct, frozen=True):
    """The hand's number, and that no real money is at stake, if so."""

    hand: str
    demonstration: str


def paint_notes(canvas: Canvas, box: Box, notes: Notes) -> None:
    """The hand's number over the remark, at the right edge."""
    canvas.text(notes.hand, box.right, box.y + 9, Type.CENTRE_BODY, HAZE, "right", box.w)
    put_paragraph(canvas, notes.demonstration, box.right, box.y + 29, Type.CENTRE_BODY, MIST, box.w, "right")


class BoardName(msgspec.Struct, frozen=True):
    """The name of a board, and how far from the left of its line its middle lies."""

    words: str
    x: float


def paint_board_names(canvas: Canvas, box: Box, names: tuple[BoardName, ...]) -> None:
    """The names of two boards that lie side by side."""
    for name in names:
        canvas.text(name.words, box.x + name.x, box.centre[1], Type.CENTRE_BODY, MIST, "centre", box.w / 2)


class Corner(msgspec.Struct, frozen=True):
    """The jackpots in their corner, and what would stand there without them, the lowest line first."""

    pools: tuple[Fact, ...]
    said: tuple[str, ...]


def paint_following(canvas: Canvas, box: Box, game: str) -> None:
    """The game of a mix that comes after this one, over the notes."""
    canvas.text(game, box.right, box.centre[1], Type.CENTRE_BODY, MIST, "right", box.w)


def paint_attract(canvas: Canvas, box: Box, attract: Attract | None) -> None:
    """The invitation to an empty table."""
    if attract is not None:
        canvas.text(attract.headline, box.centre[0], box.y + 40, Type.CENTRE_POT, SNOW, "centre", box.w)
        canvas.text(attract.note, box.centre[0], box.y + 64, Type.CENTRE_BODY, MIST, "centre", box.w)


def paint_star(canvas: Canvas, box: Box, shown: bool) -> None:
    """The knit star in the middle of an empty table."""
    if shown:
        canvas.middle(star(canvas.px(box.w), BIRCH_LIGHT, darker(BIRCH_DEEP, 0.2)), *box.centre)


def paint_slab(canvas: Canvas, box: Box, banner: Banner | None) -> None:
    """What a banner stands on."""
    if banner is not None:
        canvas.slab(box)


def paint_banner(canvas: Canvas, box: Box, banner: Banner | None) -> None:
    """What keeps the table from play."""
    if banner is None:
        return
    x, room = box.centre[0], box.w - 16
    y = box.y + (19 if banner.lines else 21)
    canvas.text(banner.headline, x, y, Type.CENTRE_STRONG, SNOW, "centre", room)
    y += 20 if banner.lines else 22
    for line in _beneath(banner):
        canvas.text(line, x, y, Type.CENTRE_BODY, MIST if line == banner.note else SNOW, "centre", room)
        y += _BANNER_PITCH


def _beneath(banner: Banner) -> tuple[str, ...]:
    """What stands below the headline: what happened, and what comes next where there is room."""
    return (*banner.lines, banner.note)[:_MOST_BANNER_LINES]


def banner_box(banner: Banner | None) -> Box:
    """A banner's slab, higher for each line about what happened; it keeps clear of the plates."""
    more = len(_beneath(banner)) - 1 if banner is not None and banner.lines else 0
    return Box(BANNER.x, BANNER.y, BANNER.w, BANNER.h + more * _BANNER_PITCH - (4 if more else 0))


def paint_pools(canvas: Canvas, box: Box, corner: Corner) -> None:
    """What the jackpots hold, from the lower edge upwards, and over them what else must be said."""
    y = box.bottom - 7
    for pool in corner.pools[:_MOST_POOLS][::-1]:
        canvas.text(pool.value, box.right, y, Type.CENTRE_STRONG, BIRCH_LIGHT, "right", box.w)
        canvas.text(pool.words, box.right, y - 15.5, Type.CENTRE_BODY, MIST, "right", box.w)
        y -= 33.5
    for line in corner.said:
        canvas.text(line, box.right, y + 2, Type.CENTRE_BODY, MIST, "right", box.w)
        y -= 15.5
