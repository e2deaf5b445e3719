"""The rule book on a seat's screen: a wide sheet of paper, two columns, and keys to turn the page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from evaluator_ext import print_card
from seats.art import cards
from seats.art.codes import qr_picture
from seats.kit.button import Button
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.sheets import CONFIRM_GUARD_MS
from seats.metrics import RADIUS_PLATE, Box, Profile, Type
from seats.palette import INK, PAPER_GREY, RULE, SHEET
from seats.screens import seat_layout as at
from seats.screens.inks import wrapped
from seats.screens.seat_sheets import Paper

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.language.rule_text import ToldHand
    from seats.kit.canvas import Canvas
    from seats.models.book import Chapter, Spread
    from seats.palette import DeckStyle

_LINE_MM: Final = 5.5
_GAP_MM: Final = 2.0
_FACT_MM: Final = 6.6
_LABEL_MM: Final = 32.0
_HEADING_MM: Final = 9.4
_HAND_MM: Final = 15.0
LEAST_HAND_MM: Final = 11.6
"""The least height of a row of a table of hands."""
_CARD_WIDE: Final = 7.6
_CARDS_MM: Final = 46.0
_NAME_MM: Final = 60.0
_TIGHT_MM: Final = 5.0
_COLUMN_GAP: Final = 10.0


def _nothing_to_print() -> None:
    """No page of this book can be printed."""


class Reader(Protocol):
    """Who turns the pages."""

    def turn_page(self, by: int) -> None:
        """Turn to a later spread, or an earlier one."""

    def close_menu(self) -> None:
        """Put the book away."""


class BookSheet(Paper):
    """One spread, and keys to the one before, the one after it, and back to the table; `on_print` has it printed."""

    def __init__(
        self,
        spread: Spread,
        reader: Reader,
        deck: DeckStyle,
        now_ms: int,
        on_print: Callable[[], None] = _nothing_to_print,
    ) -> None:
        super().__init__(at.BOOK, now_ms)
        self.spread, self._deck = spread, deck
        self._back = Button(at.BOOK_BACK, Face(), lambda: reader.turn_page(-1), look=PAPER_KEY, pause_ms=0)
        self._on = Button(at.BOOK_ON, Face(), lambda: reader.turn_page(1), look=PAPER_KEY, pause_ms=0)
        self._print = Button(at.BOOK_PRINT, Face(), on_print, look=PAPER_KEY)
        self._close = Button(at.BOOK_CLOSE, Face(), reader.close_menu, look=SPRUCE)
        self.keys = [self._back, self._on, self._print, self._close]
        for key in self.keys:
            key.guard.start(now_ms, CONFIRM_GUARD_MS)
        self._show_keys(now_ms)

    def show(self, spread: Spread, now_ms: int) -> None:
        """Open another spread."""
        if spread != self.spread:
            self.spread = spread
            self.touch()
        self._show_keys(now_ms)

    def _show_keys(self, now_ms: int) -> None:
        shown = self.spread
        self._back.show(Face(shown.back, title_type=Type.TEXT), not shown.first, now_ms, 0)
        self._on.show(Face(shown.on, title_type=Type.TEXT), not shown.last, now_ms, 0)
        self._print.visible = bool(shown.print)
        self._print.show(Face(shown.print, title_type=Type.TEXT), bool(shown.print), now_ms)
        self._close.show(Face(shown.close, title_type=Type.PRESET), legal=True, now_ms=now_ms, guard_ms=0)

    def paint(self, canvas: Canvas) -> None:
        shown, inner = self.spread, at.BOOK_PAGE
        canvas.text(shown.title, inner.x, at.BOOK.y + 7.4, Type.TURN, INK, "left", inner.w * 0.55)
        canvas.text(shown.subtitle, inner.right, at.BOOK.y + 7.4, Type.BODY, PAPER_GREY, "right", inner.w * 0.42)
        canvas.rule(inner.x, at.BOOK.y + 12.6, inner.w, RULE)
        canvas.text(shown.place, at.BOOK.centre[0], at.BOOK_BACK.centre[1], Type.BODY, PAPER_GREY, "centre")
        for chapter, column in zip(shown.chapters, columns(shown.chapters), strict=True):
            self._chapter(canvas, chapter, column)

    def _chapter(self, canvas: Canvas, chapter: Chapter, column: Box) -> None:
        canvas.text(chapter.heading, column.x, column.y + 3.0, Type.PRESET, INK, "left", column.w)
        y = column.y + _HEADING_MM
        for fact in chapter.facts:
            canvas.text(fact.words, column.x, y + 1.6, Type.BODY, PAPER_GREY, "left", column.w * 0.5)
            canvas.text(fact.value, column.right, y + 1.6, Type.BODY_STRONG, INK, "right", column.w * 0.48)
            y += _FACT_MM
        y += _GAP_MM if chapter.facts else 0.0
        for paragraph in chapter.sentences:
            y = _put_lines(canvas, lines_of(canvas.profile, paragraph, column.w), column.x, y) + _GAP_MM
        for step in chapter.steps:
            canvas.text(step.label, column.x, y + 1.6, Type.BODY_STRONG, INK, "left", _LABEL_MM - 2)
            lines = lines_of(canvas.profile, step.text, column.w - _LABEL_MM)
            y = _put_lines(canvas, lines, column.x + _LABEL_MM, y) + _GAP_MM
        rest = Box(column.x, y, column.w, column.bottom - y)
        if chapter.code:
            _code(canvas, chapter.code, rest)
        self._hands(canvas, chapter.hands, rest, wide_table=chapter.wide)

    def _hands(self, canvas: Canvas, hands: tuple[ToldHand, ...], area: Box, *, wide_table: bool) -> None:
        """Example, name and what makes it, a row each."""
        pitch = min(_HAND_MM, area.h / max(1, len(hands)))
        beside = _CARDS_MM if wide_table else _cards_mm(hands)
        left = area.x + beside + _NAME_MM
        for number, hand in enumerate(hands):
            y = area.y + number * pitch
            wide = min(_CARD_WIDE, (_CARDS_MM - 3.0) / max(1, len(hand.cards)) - 0.8)
            for place, card in enumerate(hand.cards):
                picture = cards.face(print_card(card), "mini", canvas.px(wide), self._deck)
                canvas.picture(picture, area.x + place * (wide + 0.8), y)
            middle = y + _CARD_WIDE * 0.7
            room = _NAME_MM - 2 if wide_table else area.w - beside
            canvas.text(hand.name, area.x + beside, middle, Type.BODY_STRONG, INK, "left", room)
            lines = lines_of(canvas.profile, hand.text, area.right - left)
            top = middle - (len(lines) - 1) * _TIGHT_MM / 2
            for line in lines:
                canvas.text(line, left, top, Type.BODY, PAPER_GREY)
                top += _TIGHT_MM


def _code(canvas: Canvas, code: str, area: Box) -> None:
    """A QR code on white, as large as the area allows, in its middle."""
    picture = qr_picture(code, canvas.px(min(area.w, area.h)))
    side = canvas.profile.mm(picture.get_width())
    plate = Box(area.centre[0] - side / 2, area.y, side, side)
    canvas.fill(plate, RADIUS_PLATE, SHEET)
    canvas.picture(picture, plate.x, plate.y)


def _cards_mm(hands: tuple[ToldHand, ...]) -> float:
    """The room that the longest of these hands needs, and a gap."""
    most = max((len(hand.cards) for hand in hands), default=0)
    return min(_CARDS_MM, most * (_CARD_WIDE + 0.8) + 4.0)


def columns(chapters: tuple[Chapter, ...]) -> tuple[Box, ...]:
    """One chapter has the whole width if it is a table of hands; two lie side by side."""
    page = at.BOOK_PAGE
    if len(chapters) == 1 and chapters[0].wide:
        return (page,)
    wide = (page.w - _COLUMN_GAP) / 2
    return tuple(Box(page.x + number * (wide + _COLUMN_GAP), page.y, wide, page.h) for number in range(len(chapters)))


def lines_of(profile: Profile, text: str, room: float) -> list[str]:
    """A text in lines of `room` mm."""
    return wrapped(text, profile.type_px(Type.BODY), Type.BODY, profile.px(room)) if text else []


def height(profile: Profile, chapter: Chapter, column: Box) -> float:
    """How high a chapter is, its table of hands at the least pitch at which two lines have room in a row."""
    texts = sum(_LINE_MM * len(lines_of(profile, text, column.w)) + _GAP_MM for text in chapter.sentences)
    steps = sum(
        _LINE_MM * max(1, len(lines_of(profile, step.text, column.w - _LABEL_MM))) + _GAP_MM for step in chapter.steps
    )
    facts = _FACT_MM * len(chapter.facts) + (_GAP_MM if chapter.facts else 0.0)
    return _HEADING_MM + facts + texts + steps + LEAST_HAND_MM * len(chapter.hands) - _GAP_MM


def _put_lines(canvas: Canvas, lines: list[str], x: float, y: float) -> float:
    for line in lines:
        canvas.text(line, x, y + 1.6, Type.BODY, INK)
        y += _LINE_MM
    return y
