"""Playing cards in every size the screens use.

A card is named by rank and suit, ``"As"``, ``"Td"``. Cards are 1 : 1.4; `width` is in
pixels. Full cards are for one's own hand, jumbo for the centre's board (both long sides read
it upright), compact for the seat's board, mini for stud and for others.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final, Literal, cast, get_args

import msgspec
import pygame

from seats import type as typesetting
from seats.art.courts import draw_court
from seats.art.shapes import (
    OVER,
    Plate,
    Point,
    coloured,
    curve,
    fill_gradient,
    gradient,
    reduce,
    ring_mask,
    round_mask,
    stroke,
    turned,
)
from seats.art.star import draw_star
from seats.art.suits import draw_suit
from seats.kept import kept
from seats.palette import (
    AMBER,
    BACK_BOTTOM,
    BACK_TOP,
    BIRCH,
    BIRCH_LIGHT,
    CARD_BOTTOM,
    CARD_EDGE,
    CARD_TOP,
    DECKS,
    FELT_LIGHT,
    SNOW,
    DeckStyle,
    Rgb,
    Suit,
    mix,
)

Face = Literal["full", "jumbo", "compact", "mini"]


class _Plain(msgspec.Struct, frozen=True):
    """Where rank and suit stand on a face without figures, in shares of its width.

    The suit's middle lies `suit_up` above the lower edge; the rank stands at one corner, or at both.
    """

    cap: float
    cap_of_queen: float
    narrow: float
    left: float
    left_of_ten: float
    top: float
    suit: float
    suit_at: float
    suit_up: float
    both_ways: bool = False


_PLAIN: Final[Mapping[Face, _Plain]] = {
    "jumbo": _Plain(0.365, 0.3285, 0.9, 0.085, 0.06, 0.08, 0.47, 0.5, 0.7, both_ways=True),
    "compact": _Plain(0.36, 0.36, 0.88, 0.11, 0.06, 0.1, 0.6, 0.61, 0.42),
    "mini": _Plain(0.46, 0.46, 0.88, 0.11, 0.06, 0.1, 0.6, 0.61, 0.42),
}

TALL: Final = 1.4
CORNER: Final = 0.062

_PIPS: Final[dict[str, tuple[Point, ...]]] = {
    "2": ((0.5, 0.16), (0.5, 0.84)),
    "3": ((0.5, 0.16), (0.5, 0.5), (0.5, 0.84)),
    "4": ((0.37, 0.16), (0.63, 0.16), (0.37, 0.84), (0.63, 0.84)),
    "5": ((0.37, 0.16), (0.63, 0.16), (0.5, 0.5), (0.37, 0.84), (0.63, 0.84)),
    "6": ((0.37, 0.16), (0.63, 0.16), (0.37, 0.5), (0.63, 0.5), (0.37, 0.84), (0.63, 0.84)),
    "7": ((0.37, 0.16), (0.63, 0.16), (0.5, 0.33), (0.37, 0.5), (0.63, 0.5), (0.37, 0.84), (0.63, 0.84)),
    "8": (
        *((0.37, 0.16), (0.63, 0.16), (0.5, 0.33), (0.37, 0.5)),
        *((0.63, 0.5), (0.5, 0.67), (0.37, 0.84), (0.63, 0.84)),
    ),
    "9": (
        *((0.37, 0.16), (0.63, 0.16), (0.37, 0.387), (0.63, 0.387), (0.5, 0.5)),
        *((0.37, 0.613), (0.63, 0.613), (0.37, 0.84), (0.63, 0.84)),
    ),
    "T": (
        *((0.37, 0.16), (0.63, 0.16), (0.5, 0.275), (0.37, 0.387), (0.63, 0.387)),
        *((0.37, 0.613), (0.63, 0.613), (0.5, 0.725), (0.37, 0.84), (0.63, 0.84)),
    ),
}
"""Where the pips stand, in shares of the card's width and height."""


def height(width: int) -> int:
    """The pixels a card `width` pixels wide is high."""
    return round(width * TALL)


def _suit_of(card: str) -> Suit:
    suit = card[1:]
    if len(card) != 2 or suit not in get_args(Suit) or card[0] not in "23456789TJQKA":
        raise ValueError(f"{card!r} names no card; write rank and suit, such as 'As' or 'Td'")
    return cast("Suit", suit)


@kept
def face(card: str, kind: Face, width: int, deck: DeckStyle) -> pygame.Surface:
    """The face of `card`; ValueError if it names no card."""
    return draw_face(card, kind, width, deck)


def draw_face(card: str, kind: Face, width: int, deck: DeckStyle, over: int = OVER) -> pygame.Surface:
    """Draw the face of `card`: one that goes into another picture need not be kept beside it.

    With `over` 1 the edges of a full card are hard, for what is turned or bent first and reduced then.
    """
    suit = _suit_of(card)
    ink = DECKS[deck][suit]
    if kind != "full":
        return _plain(card[0], suit, ink, width, _PLAIN[kind])
    plate = _blank(width, over)
    _full(plate, card[0], suit, ink)
    _edge(plate)
    return plate.finish()


def _blank(width: int, over: int) -> Plate:
    plate = Plate((width, height(width)), CARD_TOP, over)
    fill_gradient(plate.ink, (*CARD_TOP, 255), (*CARD_BOTTOM, 255))
    corner = round(CORNER * plate.ink.get_width())
    pygame.draw.rect(plate.mask, (255, 255, 255, 255), plate.mask.get_rect(), border_radius=corner)
    return plate


def _edge(plate: Plate) -> None:
    side = plate.ink.get_width()
    line = max(2, round(0.01 * side))
    corner = round(CORNER * side)
    pygame.draw.rect(plate.ink, CARD_EDGE, plate.ink.get_rect(), line, border_radius=corner)


def _jack_letter(cap: int, ink: Rgb) -> pygame.Surface:
    """A J that stands on the line like the other ranks; the type's own hangs below it."""
    air = typesetting.overshoot(cap)
    letter = pygame.Surface((round(cap * 0.56), cap + air), pygame.SRCALPHA, 32)
    letter.fill((*ink, 0))
    thick = cap * 0.2
    right = cap * 0.56 - thick / 2
    foot = [(right, cap * 0.6), (right, cap * 1.0), (cap * 0.25, cap * 0.92), (thick * 0.2, cap * 0.9)]
    hook = [(x, y + air) for x, y in curve(foot[0], foot[1], foot[2], foot[3])]
    stroke(letter, [(right, thick / 2 + air), *hook], thick, (*ink, 255))
    pygame.draw.rect(letter, ink, (round(cap * 0.16), air, round(cap * 0.4), round(thick * 0.92)))
    return letter


def _rank_letter(rank: str, cap: int, ink: Rgb, narrow: float) -> pygame.Surface:
    if rank == "J":
        return _jack_letter(cap, ink)
    if rank != "T":
        return typesetting.capitals(rank, cap, "bold", ink, narrow)
    one = typesetting.capitals("1", cap, "bold", ink, narrow * 0.72)
    nought = typesetting.capitals("0", cap, "bold", ink, narrow * 0.76)
    gap = round(cap * 0.03)
    tall = max(one.get_height(), nought.get_height())
    pair = pygame.Surface((one.get_width() + gap + nought.get_width(), tall), pygame.SRCALPHA, 32)
    pair.fill((*ink, 0))
    pair.blit(one, (0, 0))
    pair.blit(nought, (one.get_width() + gap, 0))
    return pair


def _both_ways(card: pygame.Surface, index: pygame.Surface) -> None:
    """Lay an index sheet on the card's corner, and turned round on the opposite one."""
    opposite = (card.get_width() - index.get_width(), card.get_height() - index.get_height())
    card.blit(index, (0, 0))
    card.blit(pygame.transform.rotate(index, 180), opposite)


def _index_sheet(plate: Plate, ink: Rgb) -> pygame.Surface:
    """A sheet for a corner of the card, half as wide and high as the card is wide: blending is what takes time."""
    side = math.ceil(0.5 * plate.ink.get_width())
    sheet = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    sheet.fill((*ink, 0))
    return sheet


def _full(plate: Plate, rank: str, suit: Suit, ink: Rgb) -> None:
    side, tall = plate.ink.get_size()
    if rank in "KQJ":
        draw_court(plate, rank, suit, ink)
    elif rank == "A":
        middle = (side / 2, tall / 2)
        draw_suit(plate.ink, suit, middle, side * (0.54 if suit in "sd" else 0.5), ink)
        if suit == "s":
            draw_star(plate.ink, (middle[0], middle[1] + side * 0.01), side * 0.11, SNOW, mix(SNOW, ink, 0.35))
    else:
        for x, y in _PIPS[rank]:
            draw_suit(plate.ink, suit, (x * side, y * tall), side * 0.19, ink, upside_down=y > 0.5)
    index = _index_sheet(plate, ink)
    letter = _rank_letter(rank, round(0.18 * side), ink, 0.88)
    column = 0.13 * side
    index.blit(letter, (column - letter.get_width() / 2, 0.07 * side))
    draw_suit(index, suit, (column, 0.375 * side), 0.155 * side, ink)
    _both_ways(plate.ink, index)


def _plain(rank: str, suit: Suit, ink: Rgb, width: int, look: _Plain) -> pygame.Surface:
    """A face of rank and one suit, put together from parts that many cards share: it is wanted at once when dealt."""
    face = _empty(width).copy()
    index = _rank_part(rank, ink, width, look)
    if look.both_ways:
        _both_ways(face, index)
    else:
        face.blit(index, (0, 0))
    middle = (look.suit_at * width, face.get_height() - look.suit_up * width)
    reach = 0.55 * look.suit * width
    left, top = math.floor(middle[0] - reach), math.floor(middle[1] - reach)
    face.blit(_suit_part(suit, ink, look.suit * width, (middle[0] - left, middle[1] - top)), (left, top))
    return face


@kept
def _empty(width: int) -> pygame.Surface:
    """A face with nothing on it."""
    plate = _blank(width, OVER)
    _edge(plate)
    return plate.finish()


@kept
def _rank_part(rank: str, ink: Rgb, width: int, look: _Plain) -> pygame.Surface:
    """The rank on a sheet that lies on the card's upper left corner."""
    side = width * OVER
    cap = look.cap_of_queen if rank == "Q" else look.cap
    letter = _rank_letter(rank, round(cap * side), ink, look.narrow)
    left, top = (look.left_of_ten if rank == "T" else look.left) * side, look.top * side
    return _small(
        (left + letter.get_width(), top + letter.get_height()), ink, lambda sheet: sheet.blit(letter, (left, top))
    )


@kept
def _suit_part(suit: Suit, ink: Rgb, size: float, middle: Point) -> pygame.Surface:
    """The suit round `middle` of a sheet, all in pixels; the middle may lie between two."""
    reach = (middle[0] + 0.55 * size, middle[1] + 0.55 * size)
    large = (reach[0] * OVER, reach[1] * OVER)
    centre = (middle[0] * OVER, middle[1] * OVER)
    return _small(large, ink, lambda sheet: draw_suit(sheet, suit, centre, size * OVER, ink))


def _small(large: Point, ink: Rgb, draw: Callable[[pygame.Surface], object]) -> pygame.Surface:
    """What is drawn on a sheet four times too large, brought to whole pixels."""
    size = (math.ceil(large[0] / OVER), math.ceil(large[1] / OVER))
    sheet = pygame.Surface((size[0] * OVER, size[1] * OVER), pygame.SRCALPHA, 32)
    sheet.fill((*ink, 0))
    draw(sheet)
    return reduce(sheet, size)


@kept
def back(width: int) -> pygame.Surface:
    """The back: night-blue lattice in a white frame, and the knit star in its medallion."""
    return draw_back(width)


def draw_back(width: int, over: int = OVER) -> pygame.Surface:
    """Draw the back; with `over` 1 its edges are hard."""
    plate = _blank(width, over)
    side, tall = plate.ink.get_size()
    frame = 0.055 * side
    field = pygame.Rect(round(frame), round(frame), round(side - 2 * frame), round(tall - 2 * frame))
    plate.ink.blit(_lattice(field.size), field)
    middle = (side / 2, tall / 2)
    rim = max(2.0, 0.012 * side)
    pygame.draw.circle(plate.ink, BIRCH_LIGHT, middle, 0.28 * side)
    pygame.draw.circle(plate.ink, BACK_BOTTOM, middle, 0.28 * side - rim)
    draw_star(plate.ink, middle, 0.235 * side, BIRCH_LIGHT, mix((128, 128, 128), BIRCH, 0.35))
    _edge(plate)
    return plate.finish()


def _lattice(size: tuple[int, int]) -> pygame.Surface:
    """Six rhombi a row, a small filled one in each, on a rounded field."""
    field = gradient(size, (*BACK_TOP, 255), (*BACK_BOTTOM, 255))
    pitch = size[0] / 6
    line = mix(mix(BACK_TOP, BACK_BOTTOM, 0.5), BIRCH, 0.3)
    spot = mix(mix(BACK_TOP, BACK_BOTTOM, 0.5), BIRCH, 0.4)
    weight = max(2, round(size[0] * 0.006))
    rows = round(size[1] / pitch) + 2
    for step in range(-rows, 6 + rows):
        x = step * pitch
        pygame.draw.line(field, line, (x, 0), (x + size[1], size[1]), weight)
        pygame.draw.line(field, line, (x, 0), (x - size[1], size[1]), weight)
    half = pitch * 0.21
    for row in range(2 * rows):
        for column in range(8):
            x = (column + (0.5 if row % 2 == 0 else 0.0)) * pitch
            y = row * pitch / 2
            pygame.draw.polygon(field, spot, [(x, y - half), (x + half, y), (x, y + half), (x - half, y)])
    corner = round(size[0] * 0.03)
    mask = pygame.Surface(size, pygame.SRCALPHA, 32)
    pygame.draw.rect(mask, (255, 255, 255, 255), mask.get_rect(), border_radius=corner)
    field.blit(mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return field


@kept
def tilted(card: str | None, kind: Face, width: int, deck: DeckStyle, degrees: float) -> pygame.Surface:
    """A card (None: its back) turned anticlockwise; blit it round the card's middle."""
    wide = width * OVER
    large = draw_back(wide, over=1) if card is None else draw_face(card, kind, wide, deck, over=1)
    return turned(large, degrees, OVER)


@kept
def slot(width: int) -> pygame.Surface:
    """The place of a card that has not been dealt: a hairline on the cloth."""
    size = (width, height(width))
    return coloured(ring_mask(size, CORNER * width, max(1.2, 0.014 * width)), mix(FELT_LIGHT, SNOW, 0.35), 140)


@kept
def veil(width: int, alpha: int, ink: Rgb) -> pygame.Surface:
    """A card-shaped veil that dims a card which did not win; 35 to 43 % is usual."""
    return coloured(round_mask((width, height(width)), CORNER * width), ink, alpha)


@kept
def winner_outline(width: int, line: float, space: float) -> pygame.Surface:
    """The amber outline round a winning card; blit it `space + line` pixels up and left of it."""
    grown = round(line + space)
    size = (width + 2 * grown, height(width) + 2 * grown)
    return coloured(ring_mask(size, CORNER * width + grown, line), AMBER)
