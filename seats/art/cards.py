"""Playing cards in every size the screens use.

A card is named by rank and suit, ``"As"``, ``"Td"``. Cards are 1 : 1.4; `width` is in
pixels. Full cards are for one's own hand, jumbo for the centre's board (both long sides read
it upright), compact for the seat's board, mini for stud and for others.
"""

from __future__ import annotations

import math
from typing import Final, Literal, cast, get_args

import pygame

from seats import type as typesetting
from seats.art.courts import draw_court
from seats.art.shapes import (
    Plate,
    Point,
    coloured,
    curve,
    fill_gradient,
    gradient,
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

TALL: Final = 1.4
CORNER: Final = 0.062

_TURN_OVER = 3

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


def draw_face(card: str, kind: Face, width: int, deck: DeckStyle) -> pygame.Surface:
    """Draw the face of `card`: one that goes into another picture need not be kept beside it."""
    suit = _suit_of(card)
    ink = DECKS[deck][suit]
    plate = _blank(width)
    rank = card[0]
    if kind == "full":
        _full(plate, rank, suit, ink)
    elif kind == "jumbo":
        _jumbo(plate, rank, suit, ink)
    else:
        _corner_and_suit(plate, rank, suit, ink, 0.36 if kind == "compact" else 0.46)
    _edge(plate)
    return plate.finish()


def _blank(width: int) -> Plate:
    plate = Plate((width, height(width)), CARD_TOP)
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


def _both_ways(plate: Plate, index: pygame.Surface) -> None:
    """Lay an index sheet on the card's corner, and turned round on the opposite one."""
    opposite = (plate.ink.get_width() - index.get_width(), plate.ink.get_height() - index.get_height())
    plate.ink.blit(index, (0, 0))
    plate.ink.blit(pygame.transform.rotate(index, 180), opposite)


def _index_sheet(plate: Plate, ink: Rgb, share: float) -> pygame.Surface:
    """A sheet for a corner of the card, `share` of the card's width wide and high: blending is what takes time."""
    side = math.ceil(share * plate.ink.get_width())
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
    index = _index_sheet(plate, ink, 0.5)
    letter = _rank_letter(rank, round(0.18 * side), ink, 0.88)
    column = 0.13 * side
    index.blit(letter, (column - letter.get_width() / 2, 0.07 * side))
    draw_suit(index, suit, (column, 0.375 * side), 0.155 * side, ink)
    _both_ways(plate, index)


def _jumbo(plate: Plate, rank: str, suit: Suit, ink: Rgb) -> None:
    side, tall = plate.ink.get_size()
    index = _index_sheet(plate, ink, 0.7)
    cap = 0.33 if rank == "Q" else 0.365
    left = 0.06 if rank == "T" else 0.085
    index.blit(_rank_letter(rank, round(cap * side), ink, 0.9), (left * side, 0.08 * side))
    _both_ways(plate, index)
    draw_suit(plate.ink, suit, (side / 2, tall / 2), 0.47 * side, ink)


def _corner_and_suit(plate: Plate, rank: str, suit: Suit, ink: Rgb, cap: float) -> None:
    side, tall = plate.ink.get_size()
    letter = _rank_letter(rank, round(cap * side), ink, 0.88)
    left = 0.06 if rank == "T" else 0.11
    plate.ink.blit(letter, (left * side, 0.1 * side))
    draw_suit(plate.ink, suit, (0.61 * side, tall - 0.42 * side), 0.6 * side, ink)


@kept
def back(width: int) -> pygame.Surface:
    """The back: night-blue lattice in a white frame, and the knit star in its medallion."""
    plate = _blank(width)
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
    large = back(width * _TURN_OVER) if card is None else draw_face(card, kind, width * _TURN_OVER, deck)
    return turned(large, degrees, _TURN_OVER)


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
