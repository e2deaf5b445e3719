"""The seat screen: what one player sees and does (ui.md §2, visual.md §9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
import pygame

from cashier.money import EUR
from controller.vocab.hand_records import Act
from controller.wire.view import View
from seats.kit.button import Button
from seats.kit.flight import Flight
from seats.kit.sheets import HoldZone, QuestionSheet
from seats.kit.widget import Widget
from seats.kit.words import Picture, Toast
from seats.metrics import SEAT
from seats.models import local as states
from seats.models import touches
from seats.models.local import AheadKind, Confirm, SeatLocal
from seats.models.own import ChoiceId, ClaimSheet
from seats.models.seat import GUARD_MS, KeyId, Mode, SeatModel, seat_model
from seats.models.words import Banner, words_for
from seats.palette import WELL
from seats.screens import seat_layout as at
from seats.screens.panel import Panel
from seats.screens.screen import Accepted, Command, Halted, LinkLost, LinkRestored, Notice, Refused
from seats.screens.seat_console import Ahead, Choices, Deadline, Keys, Pad, Slab, TurnBar
from seats.screens.seat_felt import Felt, paint_ground
from seats.screens.seat_motion import cards_dealt, flights
from seats.screens.seat_own import OwnCards, Stack, hand_of, paint_stack, stack_of
from seats.screens.seat_rest import Ending, Free, LetGo, Notices
from seats.screens.seat_sheets import BannerSheet, KeypadSheet, paint_claim, question_sheet

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from controller.language import Language
    from controller.vocab.ids import Seat
    from seats.kit.canvas import Canvas
    from seats.kit.pointer import Pointer
    from seats.metrics import Box
    from seats.models.bet import PresetId
    from seats.palette import DeckStyle

PEEK_MS: Final = 3000
"""Lifted cards drop when the panel has felt no touch for so long."""

_JITTER_MS: Final = 60
_SOME_TIME_MS: Final = 50
_STALE: Final = ("disconnected", "connecting", "frozen")


class SeatScreen(Panel):
    """One player's screen. Its own state is a `SeatLocal`; everything it shows follows from that and the view.

    A touch speaks for the model that was shown last, so an act names the decision that the player saw.
    """

    def __init__(
        self,
        seat: Seat,
        language: Language,
        *,
        deck: DeckStyle = "four_colour",
        time_of_day: Callable[[], datetime] | None = None,
        still: bool = False,
    ) -> None:
        """Show nobody's table until the first update; `still` is for a player who wants no movement."""
        super().__init__(SEAT, paint_ground)
        self._language = language
        self._deck: DeckStyle = deck
        self._time_of_day = time_of_day
        self._still = still
        self._flights: list[Flight] = []
        self._shown_view = View(own=seat)
        self._view = View(own=seat)
        self._local = SeatLocal()
        self._table_ms = self._shown_ms = 0
        self._offset_ms: int | None = None
        self._stale = True
        self._halted = False
        self._hushed = False
        self._peek_touch_ms = 0
        self._commands: list[Command] = []
        self._asking: Confirm | None = None
        self._banner: Banner | None = None
        self._laid: tuple[Mode, bool, tuple[Flight, ...]] | None = None
        self._build()
        self.shown = self._model()

    def _build(self) -> None:
        self._felt = Felt(self._deck)
        self._stack = Picture[Stack | None](at.STACK, paint_stack, None, 2.0)
        self._cards = OwnCards(at.HOLD)
        self._zone = HoldZone(at.HOLD, self._hold, legal=False)
        self._slab, self._turn, self._pad = Slab(at.CONSOLE), TurnBar(), Pad(self)
        self._ahead, self._keys, self._choices = Ahead(self), Keys(self), Choices(self)
        self._let_go, self._notices, self._free, self._ending = LetGo(), Notices(), Free(), Ending()
        self._claim = Picture[ClaimSheet | None](at.CONSOLE, paint_claim, None)
        self._dim = Picture[bool](at.PANEL, _paint_dim, False, 0.0)
        self._toast = Toast(at.TOAST)
        self._sheet: Widget | None = None

    # -- what the program tells ----------------------------------------------------------------------------------

    def update(self, view: View, table_ms: int) -> None:
        """Show `view` at table time `table_ms`."""
        self._table_ms = table_ms
        if view is self._view:
            return
        if self._hushed:
            self._hushed = self._halted = False
            self._local = states.link(self._local, connected=True)
            self._shown_view = view
        self._view = view
        self._become(states.update(self._local, view))
        act = states.ahead_act(self._local, view)
        if act is not None:
            self._send(act)

    def notice(self, notice: Notice) -> None:
        """Take an answer, or news about the link."""
        self._stale = True
        match notice:
            case Refused(refusal=refusal):
                self._local = states.refused(self._local, refusal)
                words = words_for(self._language, self._view)
                self._toast.show(self._language.refusal(refusal, words.currency), self.now_ms)
            case Halted():
                self._halted = True
            case LinkLost():
                self._hushed = False
                self._commands.clear()
                self._local = states.link(self._local, connected=False)
            case LinkRestored():
                # What is shown is as old as the loss: nothing is pressed before the update that follows.
                self._hushed = True
            case Accepted():
                pass

    def pointer(self, event: Pointer, now_ms: int) -> None:
        """Take a finger, in mm of the panel."""
        self.now_ms = now_ms
        touched = self.stage.point(msgspec.structs.replace(event, t=now_ms))
        if touched is self._zone:
            self._peek_touch_ms = now_ms
        self._refresh()

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        self.now_ms = now_ms
        if abs(self._table_ms - self._shown_ms) >= _SOME_TIME_MS or not self._in_step():
            self._stale = True
        if any(flight.done(now_ms) for flight in self._flights):
            self._stale = True
        if self._local.peeking and now_ms - self._peek_touch_ms >= PEEK_MS:
            self._zone.show(legal=False, now_ms=now_ms)
            self._stale = True
        self._refresh()

    def asked(self) -> list[Command]:
        """Return what the player has asked for since the last call."""
        asked, self._commands = self._commands, []
        return asked

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring `surface` up to date; return what changed."""
        self._refresh()
        return super().draw(surface)

    # -- what the player does ------------------------------------------------------------------------------------

    def press_key(self, key: KeyId) -> None:
        """One of the three action keys; not for a decision that has passed since the last frame."""
        offer = states.own_offer(self._view)
        if offer != self.shown.offer:
            return
        self._press(touches.press_key(self.shown, key))

    def choose(self, choice: ChoiceId) -> None:
        """Sit out, sit in or leave."""
        self._press(touches.press_choice(self.shown, choice))

    def choose_preset(self, preset: PresetId) -> None:
        """Set a usual amount."""
        self._become(touches.choose_preset(self._local, self.shown, preset))

    def slide(self, place: int) -> None:
        """Move the knob to a place on its track."""
        self._become(touches.slide(self._local, self.shown, place))

    def step(self, steps: int) -> None:
        """Minus or plus."""
        self._become(touches.step(self._local, self.shown, steps))

    def open_keypad(self) -> None:
        """Type the amount."""
        self._become(touches.open_keypad(self._local, self.shown))

    def type_digit(self, digit: int) -> None:
        """Type a digit."""
        self._become(touches.type_digit(self._local, digit))

    def erase_digit(self) -> None:
        """Take the last digit back."""
        self._become(touches.erase_digit(self._local))

    def accept_typed(self) -> None:
        """Set the typed amount."""
        self._become(touches.accept_typed(self._local, self.shown))

    def close_keypad(self) -> None:
        """Put the keypad away."""
        self._become(touches.close_keypad(self._local))

    def tick_ahead(self, kind: AheadKind) -> None:
        """Tick or clear a box."""
        self._become(states.tick_ahead(self._local, self._view, kind))

    def answer(self, yes: bool) -> None:
        """Answer the question that lies on the table."""
        asking = self._local.asking
        if asking is None:
            return
        self._become(states.dismiss(self._local))
        command = asking.yes if yes else asking.no
        if command is not None:
            self._send(command)

    def _hold(self, held: bool, now_ms: int) -> None:
        self._peek_touch_ms = now_ms
        self._become(states.lift_cards(self._local, self._view) if held else states.drop_cards(self._local))

    def _press(self, press: touches.Press) -> None:
        if isinstance(press, Confirm):
            self._become(states.ask(self._local, press))
        elif press is not None:
            self._send(press)

    def _send(self, command: Command) -> None:
        self._commands.append(command)
        if isinstance(command, Act):
            self._become(states.sent(self._local, command.decision))

    def _become(self, local: SeatLocal) -> None:
        self._local = local
        self._stale = True

    # -- from the model to the stage -----------------------------------------------------------------------------

    def _model(self) -> SeatModel:
        moment = self._time_of_day() if self._time_of_day else None
        model = seat_model(self._view, self._language, self._local, self._table_ms, moment)
        if self._halted and self._local.connected:
            words = words_for(self._language, self._view)
            stopped = Banner("frozen", words.say("pause.breach"), words.say("pause.frozen-note"))
            model = msgspec.structs.replace(model, banner=stopped)
        return model

    def _refresh(self) -> None:
        """Bring every widget up to date; dropping a finger on the way may change the state once more."""
        while self._stale:
            self._stale = False
            self._shown_ms = self._table_ms
            before, self.shown = self.shown, self._model()
            self._start_flights(before)
            self._show(self.shown)

    def _show(self, model: SeatModel) -> None:
        now_ms = self.now_ms
        deadline = self._deadline(model)
        units = self._view.profile.currency.units if self._view.profile else EUR.units
        rebuilt = self._felt.fit(len(model.ring))
        self._felt.show(model, units, deadline)
        self._stack.show(stack_of(model.own, units))
        self._cards.show(hand_of(model.own, self._deck, over=model.result is not None), now_ms)
        self._zone.show(states.may_peek(self._view, self._local.connected), now_ms)
        self._slab.show(model.turn is not None and model.turn.own, now_ms)
        self._turn.show(model, deadline)
        self._pad.show(model.pad, model.question is not None, now_ms)
        self._keys.show(model.keys, now_ms)
        self._ahead.show(model.ahead, model.ahead_note, now_ms)
        self._choices.show(model, now_ms)
        self._let_go.show(model)
        self._notices.show(model)
        self._free.show(model)
        self._ending.show(model.result)
        self._claim.show(model.claim)
        self._dim.visible = model.banner is not None and model.banner.kind in _STALE
        self._flights = [flight for flight in self._flights if not flight.done(now_ms)]
        shown = (model.mode, model.own is not None, tuple(self._flights))
        if rebuilt or shown != self._laid:
            self._laid = shown
            self._lay(self._widgets(model))
        self._lay_sheet(model, now_ms)

    def _lay(self, widgets: list[Widget]) -> None:
        """Put these widgets on the stage. A key that was not there a moment ago is guarded like one that changed."""
        before = set(self.stage.walk())
        self.stage.show(widgets)
        for widget in self.stage.walk():
            if isinstance(widget, Button) and widget not in before and widget.guard.open(self.now_ms):
                widget.guard.start(self.now_ms, GUARD_MS)

    def _start_flights(self, before: SeatModel) -> None:
        """Let travel what has just happened; a view that follows on a lost link tells of no journeys."""
        if self._view is self._shown_view:
            return
        self._shown_view = self._view
        if self._still:
            return
        self._cards.deal(cards_dealt(before, self.shown), self.now_ms)
        self._flights += flights(before, self.shown, self._view, self.now_ms, self._deck)

    def _deadline(self, model: SeatModel) -> Deadline | None:
        """The running clock on this screen's own time; None while it stands still."""
        clock = self._view.clock
        if clock is None or model.banner is not None:
            self._offset_ms = None
            return None
        if self._offset_ms is None or not self._in_step():
            self._offset_ms = self.now_ms - self._table_ms
        return Deadline(clock.deadline + self._offset_ms, clock.allowed)

    def _in_step(self) -> bool:
        """Whether table time still runs beside this screen's clock, but for what a message takes."""
        return self._offset_ms is None or abs(self.now_ms - self._table_ms - self._offset_ms) <= _JITTER_MS

    def _widgets(self, model: SeatModel) -> list[Widget]:
        """What lies on the stage in each mode, the hindmost first."""
        consoles: dict[Mode, list[Widget]] = {
            "free": self._free.widgets(),
            "claim": [self._claim],
            "turn": [*self._turn.widgets(), *self._pad.widgets(), *self._keys.widgets()],
            "peek": [*self._turn.widgets(), *self._let_go.widgets(), *self._keys.widgets()],
            "ahead": [*self._turn.widgets(), *self._ahead.widgets(), *self._keys.widgets()],
            "result": [*self._ending.widgets(), *(self._choices.widgets() if model.own else [])],
            "rest": [*self._turn.widgets(), *self._notices.widgets(), *self._choices.widgets()],
        }
        own: list[Widget] = [self._stack, self._zone, self._cards]
        return [*self._felt.widgets(), *own, self._slab, *consoles[model.mode], *self._flights, self._toast, self._dim]

    def _lay_sheet(self, model: SeatModel, now_ms: int) -> None:
        """Lay the one sheet that is due over the rest: a stop before a question before the keypad."""
        keypad = model.pad.keypad if model.pad else None
        if model.banner is not None:
            if not isinstance(self._sheet, BannerSheet) or self._banner != model.banner:
                self._sheet = BannerSheet(model.banner, model.choices if model.own else (), self, now_ms)
            self._banner = model.banner
        elif model.question is not None:
            if not isinstance(self._sheet, QuestionSheet) or self._asking is not self._local.asking:
                self._sheet = question_sheet(model.question, self, now_ms)
            self._asking = self._local.asking
        elif keypad is not None:
            if not isinstance(self._sheet, KeypadSheet):
                self._sheet = KeypadSheet(keypad, self, now_ms)
            self._sheet.show(keypad, now_ms)
        else:
            self._sheet = None
        self.stage.ask(self._sheet)


def _paint_dim(canvas: Canvas, box: Box, _state: bool) -> None:
    """What is shown may be out of date: it steps back."""
    canvas.fill(box, 0.0, WELL, 130)
