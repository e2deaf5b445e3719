"""What lies on a seat screen's stage: every widget, brought up to date from one scene to the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, Protocol

import msgspec

from cashier.money import EUR
from controller.wire.view import View
from seats.kit.button import Button, TouchZone
from seats.kit.faces import Face
from seats.kit.flight import Flight
from seats.kit.sheets import HoldZone, QuestionSheet
from seats.kit.widget import Widget
from seats.kit.words import Picture, Toast
from seats.models.book import Spread
from seats.models.local import Confirm, may_peek
from seats.models.own import ClaimSheet
from seats.models.seat import GUARD_MS, Mode, SeatModel
from seats.models.taste import TasteModel
from seats.palette import WELL, DeckStyle
from seats.screens import seat_layout as at
from seats.screens.seat_book import BookSheet
from seats.screens.seat_cards import Chooser, Pick, Replies, Rows
from seats.screens.seat_choices import Choices
from seats.screens.seat_console import Ahead, Deadline, Hands, Keys, Pad, Slab, TurnBar
from seats.screens.seat_cut import Cut
from seats.screens.seat_felt import Felt
from seats.screens.seat_motion import cards_dealt, flights
from seats.screens.seat_own import OwnCards, Stack, hand_of, paint_stack, stack_of
from seats.screens.seat_rest import Ending, Free, LetGo, Notices, Pools
from seats.screens.seat_sheets import (
    Answers,
    BannerSheet,
    CareSheet,
    KeypadSheet,
    MenuSheet,
    SeatsSheet,
    paint_claim,
    question_sheet,
)
from seats.screens.seat_taste import Taster, TasteSheet

if TYPE_CHECKING:
    from controller.language import Language
    from seats.kit.canvas import Canvas
    from seats.kit.stage import Stage
    from seats.metrics import Box

PageId = Literal["", "menu", "seats", "past", "hand", "rules", "taste"]
"""What the player has laid over the table by himself, if anything."""

_STALE: Final = ("disconnected", "connecting", "frozen")
_BESIDE: Final = (QuestionSheet, KeypadSheet, CareSheet)
"""Sheets that lie over the own place."""


class Look(msgspec.Struct, frozen=True):
    """How a player wants the table to be drawn: the deck's colours, and with which hand he acts."""

    deck: DeckStyle = "four_colour"
    hand: at.Hand = at.RIGHT


class Player(Hands, Chooser, Answers, Taster, Protocol):
    """Everything that a finger on the stage can lead to."""

    def cut(self, place: int) -> None:
        """Cut the deck after so many cards, or let it be (0)."""

    def hold(self, held: bool, now_ms: int) -> None:
        """The card zone is held, or let go."""

    def open_menu(self) -> None:
        """Lay out what can be chosen at any time."""

    def open_rules(self) -> None:
        """Open the rule book."""

    def open_hand(self) -> None:
        """Tell what has been done in this hand, and what binds its deck."""


class Scene(msgspec.Struct, frozen=True):
    """What the stage shows: the model, the view behind it, the question's origin, and how the clock runs.

    `deadline` is None while time stands still; `journeys` says that what changed since the last scene was seen.
    """

    model: SeatModel
    view: View
    asking: Confirm | None
    connected: bool
    page: PageId
    spread: Spread | None
    deadline: Deadline | None
    journeys: bool
    taste: TasteModel | None = None


class SeatStage:
    """The widgets of a seat screen. They are made once, and each is drawn anew only when its own state changed."""

    def __init__(self, stage: Stage, player: Player, language: Language, look: Look) -> None:
        deck, self._hand = look.deck, look.hand
        self.toast = Toast(at.TOAST)
        self.zone = HoldZone(at.HOLD, player.hold, legal=False)
        self._stage, self._player, self._deck = stage, player, deck
        self._close = language.text("common.close")
        self._menu_key = Button(at.MENU, Face(language.text("common.menu"), sign="lines"), player.open_menu)
        self._help_key = Button(at.MENU, Face(language.text("common.help"), sign="question"), player.open_rules)
        self._felt = Felt(deck, look.hand, stage.profile)
        self._told = TouchZone(self._felt.told, player.open_hand)
        self._stack = Picture[Stack | None](at.STACK, paint_stack, None, 2.0)
        self._cards = OwnCards(at.HOLD)
        self._slab, self._turn, self._pad = Slab(at.CONSOLE), TurnBar(stage.profile), Pad(player, stage.profile)
        self._pick, self._rows, self._replies = Pick(player, deck), Rows(player, deck), Replies(player)
        self._ahead, self._keys, self._choices = Ahead(player), Keys(player), Choices(player)
        self._let_go, self._notices, self._free, self._ending = LetGo(), Notices(), Free(), Ending()
        self._pools, self._cut = Pools(), Cut(player.cut)
        self._claim = Picture[ClaimSheet | None](at.CONSOLE, paint_claim, None)
        self._dim = Picture[bool](at.PANEL, _paint_dim, False, 0.0)
        self._flights: list[Flight] = []
        self._sheet: Widget | None = None
        self._asking: Confirm | None = None
        self._before: SeatModel | None = None
        self._laid: tuple[Mode, bool, int, tuple[Flight, ...]] | None = None

    def landed(self, now_ms: int) -> bool:
        """Whether something that travelled has arrived, so that it should be taken off."""
        return any(flight.done(now_ms) for flight in self._flights)

    def show(self, scene: Scene, now_ms: int) -> None:
        """Bring every widget up to date."""
        model = scene.model
        units = scene.view.profile.currency.units if scene.view.profile else EUR.units
        rebuilt = self._felt.fit(len(model.ring))
        self._travel(scene, now_ms)
        self._felt.show(model, units, scene.deadline)
        self._told.rect_mm = self._felt.told
        self._told.show(self._told.face, model.own is not None and bool(model.proof), now_ms)
        self._stack.show(stack_of(model.own, units))
        self._cards.show(hand_of(model.own, self._deck, over=model.result is not None), now_ms)
        self.zone.show(may_peek(scene.view, scene.connected), now_ms)
        self._show_console(model, scene.deadline, now_ms)
        self._dim.visible = model.banner is not None and model.banner.kind in _STALE
        laid = (model.mode, model.own is not None, _keys_to_choose(model), tuple(self._flights))
        if rebuilt or laid != self._laid:
            self._laid = laid
            self._lay(self._widgets(model), now_ms)
        self._lay_sheet(scene, now_ms)

    def _show_console(self, model: SeatModel, deadline: Deadline | None, now_ms: int) -> None:
        self._slab.show(model.turn is not None and model.turn.own, now_ms)
        self._turn.show(model, deadline)
        self._pad.show(model.pad, model.question is not None, now_ms)
        self._keys.show(model.keys, now_ms)
        self._pick.show(model.picking, now_ms)
        self._rows.show(model.arranging, now_ms)
        self._replies.show(model.asked, now_ms)
        self._cut.show(model.cutting, now_ms)
        self._ahead.show(model.ahead, model.labels.ahead, now_ms)
        self._choices.show(model.choices, now_ms)
        self._let_go.show(model)
        self._notices.show(model)
        self._free.show(model)
        self._pools.show(model)
        self._ending.show(model.result)
        self._claim.show(model.aside.claim)

    def _travel(self, scene: Scene, now_ms: int) -> None:
        """Let travel what has just happened, and take off what has arrived."""
        before, self._before = self._before, scene.model
        self._flights = [flight for flight in self._flights if not flight.done(now_ms)]
        if before is not None and scene.journeys:
            self._cards.deal(cards_dealt(before, scene.model), now_ms)
            self._flights += flights(before, scene.model, scene.view, now_ms, self._deck, self._hand)

    def _lay(self, widgets: list[Widget], now_ms: int) -> None:
        """Put these widgets on the stage. A key that was not there a moment ago is guarded like one that changed."""
        before = set(self._stage.walk())
        self._stage.show(widgets)
        for widget in self._stage.walk():
            if isinstance(widget, Button) and widget not in before and widget.guard.open(now_ms):
                widget.guard.start(now_ms, GUARD_MS)

    def _widgets(self, model: SeatModel) -> list[Widget]:
        """What lies on the stage in each mode, the hindmost first."""
        consoles: dict[Mode, list[Widget]] = {
            "free": self._free.widgets(),
            "claim": [self._claim],
            "turn": [*self._turn.widgets(), *self._pad.widgets(), *self._keys.widgets()],
            "pick": [*self._turn.widgets(), *self._pick.widgets()],
            "rows": [*self._turn.widgets(), *self._rows.widgets()],
            "cut": [*self._turn.widgets(), *self._cut.widgets()],
            "asked": [*self._turn.widgets(), *self._replies.widgets()],
            "peek": [*self._turn.widgets(), *self._let_go.widgets(), *self._keys.widgets()],
            "ahead": [*self._turn.widgets(), *self._ahead.widgets(), *self._keys.widgets()],
            "result": [*self._ending.widgets(), *(self._choices.widgets() if model.own else [])],
            "rest": [
                *self._turn.widgets(),
                *self._notices.widgets(),
                *self._pools.widgets(),
                *self._choices.widgets(),
            ],
        }
        menu: list[Widget] = [self._menu_key if model.own else self._help_key]
        own = _aside([self._stack, self.zone, self._cards], self._hand.own)
        console = _aside([self._slab, *consoles[model.mode]], self._hand.console)
        return [
            *self._felt.widgets(),
            self._told,
            *own,
            *console,
            *self._flights,
            self.toast,
            *menu,
            self._dim,
        ]

    def _lay_sheet(self, scene: Scene, now_ms: int) -> None:
        """Lay the one sheet that is due over the rest: a stop, a question, the keypad, a reminder, the menu."""
        model, player = scene.model, self._player
        keypad = model.pad.keypad if model.pad else None
        if model.banner is not None:
            if not isinstance(self._sheet, BannerSheet) or not self._sheet.shows(model.banner):
                self._sheet = BannerSheet(model.banner, player, now_ms, seated=model.own is not None)
            self._sheet.show(model.choices, now_ms)
        elif model.question is not None:
            if not isinstance(self._sheet, QuestionSheet) or self._asking is not scene.asking:
                self._sheet = question_sheet(model.question, player, now_ms)
            self._asking = scene.asking
        elif keypad is not None:
            if not isinstance(self._sheet, KeypadSheet):
                self._sheet = KeypadSheet(keypad, player, now_ms)
            self._sheet.show(keypad, now_ms)
        elif model.aside.reminder is not None:
            if not isinstance(self._sheet, CareSheet):
                self._sheet = CareSheet(model.aside.reminder, player, now_ms)
            self._sheet.show(model.aside.reminder, now_ms)
        else:
            self._lay_page(scene, now_ms)
        if isinstance(self._sheet, _BESIDE):
            self._sheet.aside_mm = self._hand.own
        elif isinstance(self._sheet, BannerSheet):
            self._sheet.aside_mm = self._hand.console
        self._stage.ask(self._sheet)

    def _lay_page(self, scene: Scene, now_ms: int) -> None:
        """Lay what the player has turned to by himself."""
        model, plan = scene.model, scene.model.aside.plan
        if scene.page == "menu" and model.own is not None:
            if not isinstance(self._sheet, MenuSheet) or not self._sheet.holds(model.menu):
                self._sheet = MenuSheet(model.menu, self._close, self._player, now_ms)
            self._sheet.show(model.menu, now_ms)
        elif scene.page == "seats" and plan is not None:
            if not isinstance(self._sheet, SeatsSheet) or not self._sheet.holds(plan):
                self._sheet = SeatsSheet(plan, self._close, self._player, now_ms)
            self._sheet.show(plan, now_ms)
        elif scene.taste is not None:
            if not isinstance(self._sheet, TasteSheet) or self._sheet.shown != scene.taste:
                self._sheet = TasteSheet(scene.taste, self._player, now_ms)
        elif scene.spread is not None:
            if not isinstance(self._sheet, BookSheet):
                self._sheet = BookSheet(scene.spread, self._player, self._deck, now_ms, self._player.print_proof)
            self._sheet.show(scene.spread, now_ms)
        else:
            self._sheet = None


def _aside(widgets: list[Widget], aside_mm: float) -> list[Widget]:
    """These widgets, all of them moved aside."""
    for widget in widgets:
        widget.aside_mm = aside_mm
    return widgets


def _keys_to_choose(model: SeatModel) -> int:
    """How many cards or answers there are to choose from: other ones are other widgets."""
    if model.mode == "pick" and model.picking is not None:
        return len(model.picking.cards)
    return len(model.asked.replies) if model.mode == "asked" and model.asked is not None else 0


def _paint_dim(canvas: Canvas, box: Box, _state: bool) -> None:
    """What is shown may be out of date: it steps back."""
    canvas.fill(box, 0.0, WELL, 130)
