"""The seats round the centre screen: plates turned towards their players, and what lies before them."""

from __future__ import annotations

import msgspec
import pygame

from controller.wire.view import SeatStatus
from evaluator_ext import Card, print_card
from seats.art import cards, chips, shapes
from seats.art.marks import BUTTON_MARK, POSITION_MARK, mark
from seats.kept import kept
from seats.kit.canvas import Canvas
from seats.metrics import RADIUS_PLATE, Box, Type
from seats.models.places import Place
from seats.palette import AMBER, BIRCH_LIGHT, FELT_EDGE, GLASS_TOP, HAZE, MIST, SNOW, DeckStyle, Rgb, mix
from seats.screens.places import CHIP_MM, CentrePlace

DECK: DeckStyle = "four_colour"
RING_STEPS = 120

_DISC = 25.0
_MARK = 22.0
_NAME_X = 38.0
_BACK = 15.0
_BACKS = 2
_OPEN = 28.0
_OPEN_LOWER = 8.0
_LIFT = 2.0
_OPEN_FEW = 19.0
_BET_RISES = 15.0
_ROW_CARD = 11.0
_HIGH = 1.4
_LEAST_SHRINK = 0.7


class Plate(msgspec.Struct, frozen=True):
    """What one plate shows. `share` is the time left in steps of `RING_STEPS`; None unless the seat is to act."""

    place: Place
    status: SeatStatus
    share: int | None


class Before(msgspec.Struct, frozen=True):
    """What lies before a seat: its bet, or the cards it has shown."""

    place: Place
    whole: int
    best: tuple[Card, ...]


def paint_plate(canvas: Canvas, where: CentrePlace, plate: Plate) -> None:
    """One plate with its marks, whose words lie on it; `canvas` is the whole panel's."""
    box, place = where.plate, plate.place
    if place.quiet:
        canvas.sunk(box)
    else:
        canvas.plate(box)
    if plate.share is not None:
        canvas.turn_edge(box, RADIUS_PLATE, line=0.6)
    for number, position in enumerate(place.marks):
        _mark(canvas, where, number, position.letters, birch=position.kind == "button")


def plate_words(canvas: Canvas, box: Box, plate: Plate) -> None:
    """What stands on a plate, upright: seat, name, stack or status, and the cards it holds."""
    place = plate.place
    middle = box.y + box.h / 2
    _disc(canvas, box.x + 20, middle, plate)
    if not place.name:
        canvas.text(place.status, box.x + _NAME_X, middle, Type.CENTRE_BODY, MIST, room=box.w - _NAME_X - 5)
        return
    second, use, ink = _second(plate)
    whole = box.w - _NAME_X - 5
    held = place.backs and not place.cards
    beside = whole - (_BACK * 2 if held or place.drawn is not None else 0)
    # A status too long to stand beside the cards takes their room: it says that the seat holds some.
    backs = min(place.backs, _BACKS) if held and canvas.text_width(second, use) * _LEAST_SHRINK <= beside else 0
    room = beside if backs or place.drawn is not None else whole
    name_ink = HAZE if place.quiet else SNOW
    canvas.text(place.name, box.x + _NAME_X, middle - 7.4, Type.CENTRE_BODY, name_ink, room=room)
    canvas.text(second, box.x + _NAME_X, middle + 7.8, use, ink, room=room)
    for number in range(backs):
        back = cards.tilted(None, "mini", canvas.px(_BACK), DECK, 7 - 14 * number)
        canvas.middle(back, box.right - 24 + number * 11, middle + 0.6 * number)
    if place.drawn is not None:
        drawn = cards.tilted(print_card(place.drawn), "mini", canvas.px(_BACK + 5), DECK, 4)
        canvas.middle(drawn, box.right - 18, middle)


def _second(plate: Plate) -> tuple[str, Type, Rgb]:
    """The line under the name: what was won, what keeps the player from acting, or his stack."""
    place = plate.place
    if place.won:
        return f"+ {place.won}", Type.CENTRE_STRONG, BIRCH_LIGHT
    if plate.status == "all-in":
        return place.status, Type.CENTRE_BODY, BIRCH_LIGHT
    if plate.status in ("sitting-out", "waiting", "reserved"):
        return place.status, Type.CENTRE_BODY, MIST
    if place.quiet:
        return place.stack, Type.CENTRE_BODY, HAZE
    return place.stack, Type.CENTRE_STRONG, SNOW


def _disc(canvas: Canvas, x: float, y: float, plate: Plate) -> None:
    quiet = plate.place.quiet
    size = canvas.px(_DISC)
    ground = mix(FELT_EDGE, GLASS_TOP, 0.35) if quiet else mix(GLASS_TOP, MIST, 0.12)
    canvas.middle(shapes.disc(size, ground, 150 if quiet else 255), x, y)
    use, ink = (Type.CENTRE_BODY, MIST) if quiet else (Type.CENTRE_STRONG, SNOW)
    canvas.text(str(plate.place.seat), x, y, use, ink, "centre")
    if plate.share:
        ring = shapes.arc(size, canvas.profile.px_per_mm * 1.7, plate.share / RING_STEPS, AMBER)
        canvas.middle(ring, x, y)


def _mark(canvas: Canvas, where: CentrePlace, number: int, letters: str, *, birch: bool) -> None:
    """A position disc on the inner edge, turned like its plate."""
    picture = mark(letters, canvas.px(_MARK), BUTTON_MARK if birch else POSITION_MARK)
    along = 4.0 + number * (_MARK + 3)
    box = where.plate
    x, y = {
        0: (box.x + along, box.y - 1),
        1: (box.x - 1, box.bottom - along),
        2: (box.right - along, box.bottom + 1),
        3: (box.right + 1, box.y + along),
    }[where.quarters]
    canvas.middle(pygame.transform.rotate(picture, 90 * where.quarters), x, y)


def before_box(where: CentrePlace) -> Box:
    """The room in which bet or cards lie, in the panel's millimetres."""
    x, y = where.bet
    return Box(x - 52, y - 29, 104, 58)


def lies_there(place: Place) -> bool:
    """Whether anything of a seat lies on the cloth before it."""
    return bool(place.rows or place.cards or place.bet or place.drew)


def paint_before(canvas: Canvas, box: Box, before: Before) -> None:
    """Rows or open cards towards the player, the bet and what was exchanged towards the table's middle; all upright."""
    place = before.place
    if place.rows:
        _rows(canvas, box, before)
        return
    if place.cards:
        _open_cards(canvas, box, before)
        box = Box(box.x, box.y - _BET_RISES, box.w, box.h)
    if place.bet:
        _bet(canvas, box, before)
    if place.drew and not place.cards:
        canvas.text(
            place.drew, box.centre[0], box.y + (6 if place.bet else box.h / 2), Type.CENTRE_BODY, HAZE, "centre"
        )


def _rows(canvas: Canvas, box: Box, before: Before) -> None:
    """The opened rows of thirteen cards, the front nearest to the middle."""
    wide = canvas.profile.mm(canvas.px(_ROW_CARD))
    for number, row in enumerate(before.place.rows):
        left = box.centre[0] - (len(row) * (wide + 1.4) - 1.4) / 2
        y = box.bottom - 1.0 - (len(before.place.rows) - number) * (wide * _HIGH + 1.2)
        for place, card in enumerate(row):
            face = cards.face(print_card(card), "mini", canvas.px(_ROW_CARD), DECK)
            canvas.picture(face, left + place * (wide + 1.4), y)


def _bet(canvas: Canvas, box: Box, before: Before) -> None:
    pile = chips.pile(before.whole, canvas.px(CHIP_MM))
    wide = canvas.profile.mm(pile.surface.get_width()) - 2 * canvas.profile.mm(pile.margin)
    figure = before.place.bet_figure
    text = canvas.text_width(figure, Type.CENTRE_BET)
    gap = 4.0 if wide > 0 else 0.0
    left = box.centre[0] - (wide + gap + text) / 2
    y = box.centre[1]
    foot = y + 8.0
    margin = canvas.profile.mm(pile.margin)
    canvas.picture(pile.surface, left - margin, foot + margin - canvas.profile.mm(pile.surface.get_height()))
    canvas.text(figure, left + wide + gap, y, Type.CENTRE_BET, SNOW)


def _open_cards(canvas: Canvas, box: Box, before: Before) -> None:
    place = before.place
    lying: tuple[Card | None, ...] = (*[None] * place.backs, *place.cards)
    width = canvas.px(min(_OPEN if not place.backs else _OPEN_FEW, (box.w - 4) / len(lying) - 2))
    wide = canvas.profile.mm(width)
    high = canvas.profile.mm(cards.height(width))
    left = box.centre[0] - (len(lying) * (wide + 2) - 2) / 2
    top = min(box.centre[1] - high / 2 + _OPEN_LOWER, box.bottom - high - 0.5)
    if place.backs or place.bet:
        top = box.bottom - high - 2
    for number, card in enumerate(lying):
        x = left + number * (wide + 2)
        if card is None:
            lay_card(canvas, cards.back(width), x, top)
            continue
        wins = card in before.best and bool(place.won)
        lay_card(canvas, cards.face(print_card(card), "mini", width, DECK), x, top - _LIFT * wins)
        if wins:
            outline_card(canvas, x, top - _LIFT, width)
        elif place.lost or before.best:
            canvas.picture(cards.veil(width, 100, FELT_EDGE), x, top)


def lay_card(canvas: Canvas, card: pygame.Surface, x: float, y: float) -> None:
    """A card on the cloth, with its shadow."""
    wide, high = canvas.profile.mm(card.get_width()), canvas.profile.mm(card.get_height())
    canvas.shadow(Box(x, y, wide, high), wide * cards.CORNER, "plate")
    canvas.picture(card, x, y)


def outline_card(canvas: Canvas, x: float, y: float, width: int) -> None:
    """The amber outline of a winning card."""
    line = canvas.profile.px_per_mm * 0.6 * canvas.profile.grain
    grown = canvas.profile.mm(round(line + line / 2))
    canvas.picture(cards.winner_outline(width, line, line / 2), x - grown, y - grown)


def paint_wedge(canvas: Canvas, where: CentrePlace) -> None:
    """The amber wedge on the bet line that points at whoever is to act."""
    canvas.middle(_wedge(canvas.px(30), where.quarters), *where.wedge)


@kept
def _wedge(size: int, quarters: int) -> pygame.Surface:
    large = shapes.clear((size * shapes.OVER, size * shapes.OVER))
    large.fill((*AMBER, 0))
    side = size * shapes.OVER
    tip = [(side * 0.14, side * 0.26), (side * 0.86, side * 0.26), (side * 0.5, side * 0.8)]
    pygame.draw.polygon(large, AMBER, tip)
    shapes.stroke(large, [*tip, tip[0]], side * 0.06, (*AMBER, 255))
    return pygame.transform.rotate(shapes.reduce(large, (size, size)), 90 * quarters)
