"""The kiosk's screen: take a seat, add money, collect what was left at the table, and be paid out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from controller.language.rule_text import ToldRules
from controller.vocab.profile import Language as LanguageCode
from controller.wire.messages import ReadRules
from controller.wire.view import View
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.faces import Face
from seats.kit.focus import Focus, ServiceKey
from seats.kit.pointer import Pointer
from seats.kit.sheets import QuestionSheet
from seats.kit.widget import Widget
from seats.metrics import KIOSK, Box, Type
from seats.models import kiosk_local
from seats.models.book import Spread, spread
from seats.models.house_book import care_spread, list_spread
from seats.models.kiosk import KioskModel
from seats.models.kiosk_local import KioskLocal
from seats.models.kiosk_local import Page as PageName
from seats.models.own import Question
from seats.models.words import Banner, BannerKind, Words, game_of, words_for
from seats.palette import INK, PAPER_GREY
from seats.screens.inks import put_paragraph
from seats.screens.kiosk_card import CardScreenPage
from seats.screens.kiosk_care import LIMITS_SHEET, CareScreenPage
from seats.screens.kiosk_desk import Desk, Languages, Moment, Page
from seats.screens.kiosk_frame import Frame, paint_ground
from seats.screens.kiosk_identity import IdentityScreenPage
from seats.screens.kiosk_numbers import ClaimScreenPage, TicketInScreenPage
from seats.screens.kiosk_pages import NamePage
from seats.screens.kiosk_pay_out import PayOutScreenPage
from seats.screens.kiosk_seat import PURCHASE, SeatPage
from seats.screens.kiosk_ticket import TicketScreenPage
from seats.screens.library import Library
from seats.screens.panel import Panel
from seats.screens.screen import Command, LinkLost, Notice, RulesTold, Wish
from seats.screens.seat_book import BookSheet

NOTICE_MS = 8_000
"""How long a refusal or news about the money stays."""

IDLE_MS = 90_000
"""After so long without a touch the kiosk forgets what was chosen and typed."""

PAGE_GUARD_MS = 300

STOP = Box(53, 58, 150, 44)
SHEETED: Final[tuple[BannerKind, ...]] = ("disconnected", "frozen", "door")
"""What lies over the whole page; other banners are a line at its foot."""

_MOST_LINES = 2
_VEIL = 72
"""How dark the page becomes under what stops it, of 255: it can be read, and does not look as if it could be used."""

_PAGES: Mapping[PageName, Callable[[Desk], Page]] = {
    "seat": SeatPage,
    "name": NamePage,
    "identity": IdentityScreenPage,
    "claim": ClaimScreenPage,
    "ticket-in": TicketInScreenPage,
    "pay-out": PayOutScreenPage,
    "paying": TicketScreenPage,
    "hand-pay": TicketScreenPage,
    "ticket": TicketScreenPage,
    "card": CardScreenPage,
    "care": CareScreenPage,
}


class StopSheet(Widget):
    """What lies over the page while the table is not heard or stands still: nothing can be touched meanwhile."""

    def __init__(self) -> None:
        super().__init__(STOP)
        self._told: Banner | None = None

    def area_mm(self, grain: float = 1.0) -> Box:
        """The veil covers the whole page."""
        del grain
        return KIOSK.box

    def show(self, told: Banner) -> None:
        if told != self._told:
            self._told = told
            self.touch()

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        del now_ms
        box = self.rect_mm
        canvas.fill(KIOSK.box, 0, INK, _VEIL)
        canvas.sheet(box, question=True)
        told = self._told
        if told is None:
            return
        lines, room = told.lines[:_MOST_LINES], box.w - 12
        y = box.y + (16.5 if not lines else 8.5)
        canvas.text(told.headline, box.centre[0], y, Type.CHECK, INK, "centre", room)
        y += 11.5 if not lines else 8
        for line in lines:
            canvas.text(line, box.centre[0], y, Type.TEXT, INK, "centre", room)
            y += 6.2
        put_paragraph(
            canvas, told.note, box.centre[0], y + (1.4 if lines else 0), Type.TEXT, PAPER_GREY, room, "centre"
        )


class KioskScreen(Panel):
    """The money terminal's screen, in every language there is."""

    def __init__(self, languages: Languages, moment: Moment | None = None, speak: LanguageCode | None = None) -> None:
        """`languages` by code, in the order of their keys; `moment` gives the time of day, if it is to be shown.

        It greets in the language `speak`, or in the table's.
        """
        super().__init__(KIOSK, paint_ground)
        self._desk = Desk(languages, moment, speak)
        self._frame = Frame(self._desk)
        self._stopped = StopSheet()
        self._question: QuestionSheet | None = None
        self._asked_about: Question | None = None
        self._page: Page = SeatPage(self._desk)
        self.focus = Focus(self.stage)
        self._library = Library(self._desk.language)
        self._read_in = self._desk.language
        self._book: BookSheet | None = None
        self._reads: list[ReadRules] = []
        self._laid: tuple[PageName, int] | None = None
        self._touched_ms = 0
        self._said_ms = 0
        self._show()

    # -- what the runner calls ------------------------------------------------------------------------------------

    def update(self, view: View, table_ms: int) -> None:
        """Show `view` at table time `table_ms`."""
        said = self._said()
        self._desk.update(view, table_ms)
        self._note_news(said)
        self._show()

    def notice(self, notice: Notice) -> None:
        """Take an answer, or news about the link."""
        said = self._said()
        if isinstance(notice, RulesTold):
            self._library.keep(notice.game, notice.book)
        elif isinstance(notice, LinkLost):
            self._library.forget_asked()
        self._desk.notice(notice)
        self._note_news(said)
        self._show()

    def pointer(self, event: Pointer, now_ms: int) -> None:
        """Take a finger: whoever uses one needs no ring."""
        self.now_ms = self._touched_ms = now_ms
        self.focus.hide()
        self.stage.point(event)
        self._show()

    def key(self, key: ServiceKey, now_ms: int) -> None:
        """Take a service key: they reach whatever a finger reaches."""
        self.now_ms = self._touched_ms = now_ms
        match key:
            case "up":
                self.focus.move(-1)
            case "down":
                self.focus.move(1)
            case "enter":
                self.focus.enter(now_ms)
            case "back":
                self._desk.change(_stepped_back)
        self._show()

    def tick(self, now_ms: int) -> None:
        """Let time pass: news go, and a kiosk that was left forgets."""
        self.now_ms = now_ms
        local = self._desk.local
        if (local.refusal or local.news) and now_ms >= self._said_ms + NOTICE_MS:
            self._desk.change(kiosk_local.dismiss)
        if now_ms >= self._touched_ms + IDLE_MS:
            self._touched_ms = now_ms
            page = self._desk.model.ticket_page
            if (page is None or page.done or page.scene == "hand") and self._desk.view.card is None:
                self._desk.forget()
                self.focus.hide()
        self._show()

    def asked(self) -> list[Wish]:
        """What was asked of the table since the last call."""
        reads, self._reads = self._reads, []
        return [*self._desk.asked(), *reads]

    def turn_page(self, by: int) -> None:
        """Turn the book."""
        self._desk.change(lambda local: kiosk_local.turn_leaf(local, by))

    def close_menu(self) -> None:
        """Put the book away."""
        self._desk.change(kiosk_local.close_book)

    @property
    def shown(self) -> KioskModel:
        """What the screen shows now."""
        return self._desk.model

    @property
    def pending(self) -> Command | None:
        """What the table has not answered yet."""
        return self._desk.pending

    # -- the pictures ---------------------------------------------------------------------------------------------

    def _said(self) -> tuple[object, object]:
        return self._desk.local.refusal, self._desk.local.news

    def _note_news(self, before: tuple[object, object]) -> None:
        if self._said() != before:
            self._said_ms = self._touched_ms = self.now_ms

    def _show(self) -> None:
        model = self._desk.model
        wanted = (model.page, len(model.plan.seats))
        turned = wanted != self._laid
        if turned:
            self._laid = wanted
            self._page = _PAGES[model.page](self._desk)
            self._page.show(model, self.now_ms)
            self._guard()
            self.stage.show([*self._page.widgets(), *self._frame.widgets()])
        self._page.show(model, self.now_ms)
        self._frame.show(model, self.now_ms)
        lay_there = self.stage.sheet
        self._show_sheet(model)
        if turned or self.stage.sheet is not lay_there:
            self.focus.begin_anew()
        else:
            self.focus.follow()

    def _guard(self) -> None:
        """No key of a new page takes the second tap that was meant for the page before."""
        for widget in self._page.widgets():
            if isinstance(widget, Button):
                widget.guard.start(self.now_ms, PAGE_GUARD_MS)

    def _show_sheet(self, model: KioskModel) -> None:
        if model.question != self._asked_about:
            self._asked_about = model.question
            self._question = self._sheet(model.question) if model.question is not None else None
        if model.banner is not None and model.banner.kind in SHEETED:
            self._stopped.show(model.banner)
            self.stage.ask(self._stopped)
        elif model.question is not None:
            self.stage.ask(self._question)
        else:
            self.stage.ask(self._open_book())

    def _open_book(self) -> BookSheet | None:
        """The book that lies open, if one does; the rules of a game are read when they are opened first."""
        leaf, view, language = self._desk.local.leaf, self._desk.view, self._desk.language
        if leaf is None:
            self._book = None
            return None
        if language is not self._read_in:
            self._library, self._read_in = Library(language), language
        game, words = game_of(view), words_for(language, view)
        rules = self._library.told(game, words.currency)
        if self._desk.local.book == "rules" and rules is None and self._library.ask(game):
            self._reads.append(ReadRules(game))
        shown = self._spread(view, rules, leaf, words)
        if self._book is None:
            self._book = BookSheet(shown, self, "four_colour", self.now_ms)
        self._book.show(shown, self.now_ms)
        return self._book

    def _spread(self, view: View, rules: ToldRules | None, leaf: int, words: Words) -> Spread:
        match self._desk.local.book:
            case "rules":
                return spread(view, rules, leaf, words)
            case "list":
                return list_spread(view, leaf, words)
            case "care":
                return care_spread(view, leaf, words)

    def _sheet(self, question: Question) -> QuestionSheet:
        return QuestionSheet(
            LIMITS_SHEET if self._desk.model.page == "care" else PURCHASE,
            question.headline,
            question.lines,
            yes=Face(question.yes, title_type=Type.CHECK),
            no=Face(question.no, title_type=Type.VERB),
            on_yes=self._desk.confirm,
            on_no=lambda: self._desk.change(kiosk_local.dismiss),
            now_ms=self.now_ms,
        )


def _stepped_back(local: KioskLocal) -> KioskLocal:
    """One step back: the question, the book, and then the page give way to what lay below."""
    if local.asking is not None:
        return kiosk_local.dismiss(local)
    return kiosk_local.close_book(local) if local.leaf is not None else kiosk_local.turn_to(local, "seat")
