"""The peek: the near edge of a card bends up and shows a strip of its face, no more."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pygame

from seats.art.cards import back, draw_face, height
from seats.art.shapes import OVER, clear, gradient, reduce
from seats.palette import CARD_EDGE

if TYPE_CHECKING:
    from seats.palette import DeckStyle

FLAP: Final = 0.43
"""The share of the face that shows when the edge is all the way up."""

_FREE_EDGE = 0.075
_FORESHORTEN = 0.94
_STEPS = 12


def margin(width: int) -> int:
    """The pixels that a bent card's picture is wider than the card, on each side."""
    return round(width * _FREE_EDGE / 2) + 2


def _bent(card: str, width: int, deck: DeckStyle, step: int) -> pygame.Surface:
    lift = step / _STEPS
    tall = height(width)
    side = margin(width)
    whole = clear((width + 2 * side, tall))
    fold = round(tall * (1 - FLAP * lift))
    rest = back(width)
    whole.blit(rest, (side, 0), (0, 0, width, fold))
    strip = round(tall * FLAP * lift)
    if strip < 2:
        return whole
    shown = max(2, round(strip * _FORESHORTEN))
    top = fold - shown
    _shade_above(whole, side, width, top)
    whole.blit(_flap(card, width, deck, lift, shown), (0, top))
    return whole


def _flap(card: str, width: int, deck: DeckStyle, lift: float, shown: int) -> pygame.Surface:
    """The strip of the face, row by row wider and lighter toward its free edge."""
    over = OVER // 2
    side = margin(width)
    wide, rows = width * over, shown * over
    strip = round(height(wide) * FLAP * lift)
    picture = draw_face(card, "full", wide, deck, over=1).subsurface((0, 0, wide, strip))
    picture = pygame.transform.smoothscale(picture, (wide, rows))
    large = pygame.Surface(((width + 2 * side) * over, rows), pygame.SRCALPHA, 32)
    large.fill((*CARD_EDGE, 0))
    for row in range(rows):
        share = 1 - row / rows
        spread = round(wide * (1 + _FREE_EDGE * share * lift))
        piece = pygame.transform.smoothscale(picture.subsurface((0, row, wide, 1)), (spread, 1))
        grey = round(255 * (0.6 + 0.4 * min(1.0, share * 1.5)))
        piece.fill((grey, grey, grey, 255), special_flags=pygame.BLEND_RGBA_MULT)
        large.blit(piece, ((large.get_width() - spread) // 2, row))
    return reduce(large, (width + 2 * side, shown))


def fold_at(width: int, lift: float) -> int:
    """The row of the fold: what lies below it is empty, so a shadow ends there."""
    return round(height(width) * (1 - FLAP * round(max(0.0, min(1.0, lift)) * _STEPS) / _STEPS))


def _shade_above(whole: pygame.Surface, side: int, width: int, top: int) -> None:
    """The flap's soft shadow on the back, which darkens toward the flap."""
    reach = min(top, round(width * 0.2))
    if reach > 0:
        whole.blit(gradient((width, reach), (0, 0, 0, 0), (0, 0, 0, 110)), (side, top - reach))


def bent(card: str, width: int, deck: DeckStyle, lift: float) -> pygame.Surface:
    """The card with its near edge lifted, `lift` from 0 (lying) to 1 (all the way up).

    The picture is `margin(width)` wider than the card on each side and as high as the card;
    below the fold it is empty.
    """
    return _bent(card, width, deck, round(max(0.0, min(1.0, lift)) * _STEPS))
