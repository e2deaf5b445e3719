"""The own place: stack and kiosk money, the own cards with their peek, the hint and the position marks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import pygame

from controller.vocab.ids import Chips
from evaluator_ext import Card, print_card
from seats.art import cards, chips, peek
from seats.art.shapes import cast, coloured, ring_mask, turned
from seats.art.signs import sign
from seats.kept import kept
from seats.kit.easing import Tween, begin
from seats.kit.widget import Widget
from seats.metrics import Box, Type
from seats.models.own import OwnPlace
from seats.models.places import Mark
from seats.palette import AMBER, BIRCH, FELT_EDGE, HAZE, ICE, MIST, SNOW, WELL, DeckStyle
from seats.screens.seat_layout import HAND, HINT, HINT_ROW, OWN_CARDS, TOUCH, own_layout
from seats.screens.seat_table import pile_width, put_mark, put_pile

if TYPE_CHECKING:
    from seats.kit.canvas import Canvas
    from seats.models.own import Face

_CHIP_MM: Final = 8.0
_SINK_MM: Final = 6.0
_OVER: Final = 2
"""How many times too large a bent card is drawn before it is turned."""

LIFT_STEPS: Final = 12
"""In so many steps a card bends up."""

_FOLDED_VEIL: Final = 110
_LOST_VEIL: Final = 100


class Stack(msgspec.Struct, frozen=True):
    """The stack's picture; `whole` are its chips in whole units of money."""

    stack_words: str
    stack: str
    whole: int
    kiosk_words: str
    kiosk: str


class Hand(msgspec.Struct, frozen=True):
    """The own cards' picture. `cards` holds nothing while they lie face down; the `up` cards lie open at the right."""

    face: Face
    cards: tuple[Card, ...]
    count: int
    up: tuple[Card, ...]
    folded: bool
    won: bool
    lost: bool
    hand: str
    hint: str
    marks: tuple[Mark, ...]
    deck: DeckStyle


NO_HAND: Final = Hand(
    "none", (), 0, (), folded=False, won=False, lost=False, hand="", hint="", marks=(), deck="four_colour"
)


def stack_of(own: OwnPlace | None, units: Chips) -> Stack | None:
    """The stack's picture of an own place; `units` of its chips make one whole unit of money."""
    if own is None:
        return None
    return Stack(own.stack_words, own.stack, own.chips // units, own.kiosk_words, own.kiosk)


def hand_of(own: OwnPlace | None, deck: DeckStyle, *, over: bool) -> Hand:
    """The cards' picture of an own place; `over` says that the hand has ended."""
    if own is None:
        return NO_HAND
    lost = over and own.face == "open" and not own.won
    return Hand(own.face, own.cards, own.count, own.up, own.folded, own.won, lost, own.hand, own.hint, own.marks, deck)


def paint_stack(canvas: Canvas, box: Box, stack: Stack | None) -> None:
    """The own stack left, what waits at the kiosk right, and the stack as a pile between them."""
    if stack is None:
        return
    kiosk = max(canvas.text_width(stack.kiosk_words, Type.BODY), canvas.text_width(stack.kiosk, Type.VERB))
    canvas.text(stack.stack_words, box.x, box.y + 4.6, Type.BODY, MIST, "left", box.w / 2)
    canvas.text(stack.kiosk_words, box.right, box.y + 4.6, Type.BODY, MIST, "right", box.w / 2)
    pile = chips.pile(stack.whole, canvas.px(_CHIP_MM))
    wide = pile_width(canvas, pile)
    amount = canvas.text_width(stack.stack, Type.OWN)
    canvas.text(stack.stack, box.x, box.y + 12.2, Type.OWN, SNOW, "left", box.w - kiosk - 2.0)
    canvas.text(stack.kiosk, box.right, box.y + 11.2, Type.VERB, HAZE, "right")
    if stack.whole and amount <= box.w - kiosk - wide - 5.4:
        put_pile(canvas, pile, box.x + amount + 4.0, box.y + 16.6)


class OwnCards(Widget):
    """The own cards: backs, bent up while the zone is held, or open after the showdown.

    A bent card shows a strip of its face and nothing more; it comes down within 90 ms (visual.md §10).
    """

    bleed_mm = 4.0

    def __init__(self, rect_mm: Box) -> None:
        super().__init__(rect_mm)
        self.hand = NO_HAND
        self._bent: tuple[Card, ...] = ()
        self._from = 0.0
        self._to = 0.0
        self._tween: Tween | None = None
        self._shown = 0.0
        self._deals: list[Tween] = []

    def deal(self, count: int, now_ms: int) -> None:
        """Let each of `count` cards lie there only when it has landed."""
        if count:
            self._deals = [begin("deal", now_ms, number) for number in range(count)]
            self.touch()

    def show(self, hand: Hand, now_ms: int) -> None:
        """Show other cards or another face."""
        if hand == self.hand:
            return
        wanted = 1.0 if hand.face == "peek" else 0.0
        if wanted != self._to:
            self._from = self._lift(now_ms)
            self._to = wanted
            self._tween = begin("peek_up" if wanted else "peek_down", now_ms)
        if hand.face == "peek":
            self._bent = hand.cards
        self.hand = hand
        self.touch()

    def _lift(self, now_ms: int) -> float:
        if self._tween is None:
            return self._to
        return self._from + (self._to - self._from) * self._tween.share(now_ms)

    def _step(self, now_ms: int) -> float:
        return round(self._lift(now_ms) * LIFT_STEPS) / LIFT_STEPS

    def tick(self, now_ms: int) -> None:
        """Drop what was seen as soon as the cards are down."""
        if self._step(now_ms) != self._shown or self._deals:
            self.touch()
        if all(tween.done(now_ms) for tween in self._deals):
            self._deals = []
        if self._to == 0.0 and self._lift(now_ms) == 0.0:
            self._bent = ()

    def moving(self, now_ms: int) -> bool:
        """While the edge is on its way, and until its last picture has been drawn."""
        return self._step(now_ms) != self._shown or (self._tween is not None and not self._tween.done(now_ms))

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        self._shown = self._step(now_ms)
        hand, layout = self.hand, own_layout(self.hand.count)
        down, wide = hand.count - len(hand.up), canvas.px(layout.wide)
        for number, place in enumerate(layout.places):
            if number < len(self._deals) and not self._deals[number].done(now_ms):
                continue
            if hand.face == "open":
                self._open(canvas, hand.cards[number], wide, place)
            elif number >= down:
                self._open(canvas, hand.up[number - down], wide, place)
            elif self._shown and number < len(self._bent):
                self._peeked(canvas, self._bent[number], wide, place)
            else:
                self._back(canvas, wide, place)
        x, y = layout.marks
        along = hand.count > len(OWN_CARDS)
        for number, shown in enumerate(hand.marks):
            put_mark(canvas, shown, x + number * 9.0 * along, y + number * 9.0 * (not along))
        if hand.hand and not hand.won:
            _pill(canvas, HINT_ROW if hand.face == "open" else HAND, hand.hand)
        if hand.face == "peek":
            _touched(canvas)
        elif hand.hint:
            _hint(canvas, hand.hint)

    def _back(self, canvas: Canvas, wide: int, place: tuple[float, float, float]) -> None:
        _rest(canvas, cards.tilted(None, "full", wide, self.hand.deck, place[2]), place)
        if self.hand.folded:
            canvas.middle(_veil(wide, place[2], _FOLDED_VEIL), place[0], place[1])

    def _open(self, canvas: Canvas, card: Card, wide: int, place: tuple[float, float, float]) -> None:
        _rest(canvas, cards.tilted(print_card(card), "full", wide, self.hand.deck, place[2]), place)
        if self.hand.won:
            canvas.middle(_outline(wide, canvas.px(0.8), place[2]), place[0], place[1])
        elif self.hand.lost:
            canvas.middle(_veil(wide, place[2], _LOST_VEIL), place[0], place[1])
        elif self.hand.folded:
            canvas.middle(_veil(wide, place[2], _FOLDED_VEIL), place[0], place[1])

    def _peeked(self, canvas: Canvas, card: Card, wide: int, place: tuple[float, float, float]) -> None:
        picture = bent_card(print_card(card), wide, self.hand.deck, round(self._shown * LIFT_STEPS), place[2])
        canvas.middle(picture, place[0], place[1] + _SINK_MM * self._shown)


def _rest(canvas: Canvas, picture: pygame.Surface, place: tuple[float, float, float]) -> None:
    """A lying card on its shadow."""
    area = picture.get_rect(center=canvas.at(place[0], place[1]))
    inset = canvas.px(1.2)
    cast(canvas.surface, area.inflate(-2 * inset, -2 * inset), 10, canvas.px(2.6), canvas.px(1.6), 120, (0, 0, 0))
    canvas.surface.blit(picture, area)


@kept
def bent_card(card: str, wide: int, deck: DeckStyle, step: int, degrees: float) -> pygame.Surface:
    """A card bent in `step` of `LIFT_STEPS` steps, turned as it lies."""
    return turned(peek.bent(card, wide * _OVER, deck, step / LIFT_STEPS), degrees, _OVER)


@kept
def _veil(wide: int, degrees: float, alpha: int) -> pygame.Surface:
    return turned(cards.veil(wide * _OVER, alpha, FELT_EDGE), degrees, _OVER)


@kept
def _outline(wide: int, line: int, degrees: float) -> pygame.Surface:
    grown = (wide + 2 * line) * _OVER
    high = (cards.height(wide) + 2 * line) * _OVER
    ring = coloured(ring_mask((grown, high), cards.CORNER * grown + line, line * _OVER), AMBER)
    return turned(ring, degrees, _OVER)


def _pill(canvas: Canvas, box: Box, text: str) -> None:
    """Words on a dark pill as wide as they need, in the middle of `box`."""
    wide = min(box.w, canvas.text_width(text, Type.BODY_STRONG) + 7.0)
    pill = Box(box.centre[0] - wide / 2, box.y, wide, box.h)
    canvas.fill(pill, pill.h / 2, WELL, 225)
    canvas.outline(pill, pill.h / 2, 0.2, BIRCH, 40)
    canvas.text(text, *pill.centre, Type.BODY_STRONG, SNOW, "centre", wide - 5.0)


def _hint(canvas: Canvas, text: str) -> None:
    most = HINT_ROW.w if canvas.profile.large else HINT.w + 8
    wide = min(most, canvas.text_width(text, Type.BODY) + 13.4)
    pill = Box(HINT.centre[0] - wide / 2, HINT.y, wide, HINT.h)
    canvas.fill(pill, pill.h / 2, WELL, 225)
    canvas.outline(pill, pill.h / 2, 0.2, BIRCH, 40)
    canvas.middle(sign("hold", canvas.px(5.2), ICE), pill.x + 5.6, pill.centre[1])
    canvas.text(text, pill.x + 9.6, pill.centre[1], Type.BODY, SNOW, "left", wide - 13.0)


def _touched(canvas: Canvas) -> None:
    """Rings under the hand, as a sign that it is felt."""
    x, y = TOUCH
    canvas.fill(Box(x - 1.8, y - 1.8, 3.6, 3.6), 1.8, ICE, 220)
    for radius, alpha in ((5.0, 190), (7.6, 110), (10.2, 55)):
        canvas.outline(Box(x - radius, y - radius, 2 * radius, 2 * radius), radius, 0.5, ICE, alpha)
