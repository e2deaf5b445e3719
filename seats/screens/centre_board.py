"""The board on the centre: jumbo cards that are fanned out, turned over, and lifted when they win (visual.md §10)."""

from __future__ import annotations

from typing import Final

import msgspec
import pygame

from evaluator_ext import Card, print_card
from seats.art import cards
from seats.kit.canvas import Canvas
from seats.kit.easing import MOTIONS, Movement, Tween, begin
from seats.kit.widget import Widget
from seats.metrics import Box
from seats.models.middle import BOARD_PLACES, Middle
from seats.palette import FELT_EDGE
from seats.screens.centre_plates import DECK, lay_card, outline_card

BOARD: Final = Box(166, 150, 376.4, 98)

_CARD = 70.0
_GAP = 6.6
_CARDS_HIGH = 1.4
_SMALL_GAP = 3.0
_MOST_BOARDS = 6
_FLOP = 3
_LIFT = 4.0
_VEIL = 100


class Board(msgspec.Struct, frozen=True):
    """One board, and which of its cards win. `over` says that what wins is known."""

    board: tuple[Card, ...] = ()
    places: int = BOARD_PLACES
    best: tuple[Card, ...] = ()
    over: bool = False


def boards_of(middle: Middle) -> tuple[Board, ...]:
    """What of the table's middle the boards show."""
    return tuple(Board(line.cards, middle.places, line.best, bool(middle.best)) for line in middle.boards)


def board_boxes(boards: int) -> tuple[Box, ...]:
    """Where so many boards lie: one in full size, two side by side, more in two rows as well."""
    if boards <= 1:
        return (BOARD,) * boards
    columns, rows = 2, -(-boards // 2)
    wide = (BOARD.w - 5 * _SMALL_GAP) / columns
    card = min((wide - (BOARD_PLACES - 1) * _SMALL_GAP) / BOARD_PLACES, (BOARD.h / rows - _SMALL_GAP) / _CARDS_HIGH)
    wide = card * BOARD_PLACES + _SMALL_GAP * (BOARD_PLACES - 1)
    high = card * _CARDS_HIGH
    left = BOARD.centre[0] - wide - 2.5 * _SMALL_GAP
    top = BOARD.centre[1] - (rows * high + (rows - 1) * _SMALL_GAP) / 2
    return tuple(
        Box(
            left + number % columns * (wide + 5 * _SMALL_GAP), top + number // columns * (high + _SMALL_GAP), wide, high
        )
        for number in range(boards)
    )


class Boards:
    """Every board of the hand. They are made once; those that the hand does not have are not seen."""

    def __init__(self) -> None:
        self.pictures = tuple(BoardPicture() for _ in range(_MOST_BOARDS))

    def show(self, boards: tuple[Board, ...], now_ms: int, *, lively: bool, visible: bool) -> None:
        """Show these boards, each in its place."""
        boxes = board_boxes(len(boards))
        for number, picture in enumerate(self.pictures):
            there = number < len(boards)
            picture.visible = visible and there
            if there:
                picture.place(boxes[number])
            picture.show(boards[number] if there else Board(), now_ms, lively=lively and there)

    def settled_ms(self, now_ms: int) -> int:
        """When every card of every board lies face up."""
        return max(picture.settled_ms(now_ms) for picture in self.pictures)


class BoardPicture(Widget):
    """The board. What is told with `lively` moves into place; without, it simply lies there."""

    bleed_mm = 4.0

    def __init__(self) -> None:
        super().__init__(BOARD)
        self.state = Board()
        self._card, self._gap = _CARD, _GAP
        self._arrivals: dict[int, Tween] = {}
        self._ending: Tween | None = None

    def place(self, box: Box) -> None:
        """Lie in a box; the cards are as high as it is."""
        if box != self.rect_mm:
            self.rect_mm = box
            self._card = box.h / _CARDS_HIGH
            self._gap = (box.w - BOARD_PLACES * self._card) / (BOARD_PLACES - 1)

    def show(self, state: Board, now_ms: int, *, lively: bool) -> None:
        """Show another board; cards that come together come one street after the other."""
        if state == self.state:
            return
        before, self.state = self.state, state
        longer = lively and state.board[: len(before.board)] == before.board
        if not longer:
            self._arrivals = {}
        else:
            self._arrive(len(before.board), len(state.board), now_ms)
        if not state.over or not lively:
            self._ending = None
        elif state.over != before.over:
            self._ending = Tween(self.settled_ms(now_ms), MOTIONS["winner_lifts"])
        self.touch()

    def settled_ms(self, now_ms: int) -> int:
        """When every card lies face up."""
        return max((tween.start_ms + tween.motion.length_ms for tween in self._arrivals.values()), default=now_ms)

    def _arrive(self, known: int, now_lying: int, now_ms: int) -> None:
        start = now_ms
        for number in range(known, now_lying):
            movement: Movement = "flop" if number < _FLOP else "card_turns"
            self._arrivals[number] = begin(movement, start)
            if number >= _FLOP - 1:
                start += MOTIONS[movement].length_ms

    def tick(self, now_ms: int) -> None:
        if self.moving(now_ms):
            self.touch()
        else:
            if self._arrivals or self._ending is not None:
                self.touch()
            self._arrivals, self._ending = {}, None

    def moving(self, now_ms: int) -> bool:
        tweens = [*self._arrivals.values(), *([self._ending] if self._ending is not None else [])]
        return any(not tween.done(now_ms) for tween in tweens)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        width = canvas.px(self._card)
        box = self.rect_mm
        for number in range(self.state.places):
            if number >= len(self.state.board) or number in self._arrivals:
                canvas.picture(cards.slot(width), box.x + number * (self._card + self._gap), box.y)
        for number in reversed(range(len(self.state.board))):
            tween = self._arrivals.get(number)
            share = 1.0 if tween is None else tween.share(now_ms)
            if number < _FLOP:
                self._lay(canvas, number, box.x + number * (self._card + self._gap) * share, now_ms)
            elif share < 1:
                self._turn_over(canvas, number, share)
            else:
                self._lay(canvas, number, box.x + number * (self._card + self._gap), now_ms)

    def _lay(self, canvas: Canvas, number: int, x: float, now_ms: int) -> None:
        width, card = canvas.px(self._card), self.state.board[number]
        ended = 0.0 if not self.state.over else 1.0 if self._ending is None else self._ending.share(now_ms)
        wins = card in self.state.best
        y = self.rect_mm.y - (_LIFT * ended if wins else 0.0)
        lay_card(canvas, cards.face(print_card(card), "jumbo", width, DECK), x, y)
        if wins and ended == 1.0:
            outline_card(canvas, x, y, width)
        elif ended and not wins:
            canvas.picture(cards.veil(width, round(_VEIL * ended), FELT_EDGE), x, y)

    def _turn_over(self, canvas: Canvas, number: int, share: float) -> None:
        """Half way through, the card stands on its edge; before that its back is seen."""
        width = canvas.px(self._card)
        card = self.state.board[number]
        whole = cards.back(width) if share < 0.5 else cards.face(print_card(card), "jumbo", width, DECK)
        narrow = max(2, round(width * abs(1 - 2 * share)))
        picture = pygame.transform.smoothscale(whole, (narrow, whole.get_height()))
        x = self.rect_mm.x + number * (self._card + self._gap) + (self._card - canvas.profile.mm(narrow)) / 2
        lay_card(canvas, picture, x, self.rect_mm.y)
