"""The seat screen: what one player sees and does (ui.md §2, visual.md §9)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

import msgspec
import pygame

from controller.vocab.hand_records import Act
from controller.vocab.player_card_records import ChooseTaste, Taste
from controller.vocab.profile import ScreenTerms
from controller.wire.messages import ReadProof, ReadRules
from controller.wire.view import View
from seats.metrics import SEAT, SEAT_LARGE
from seats.models import local as states
from seats.models import touches
from seats.models.asked import asks_own
from seats.models.book import Spread, spread, spreads
from seats.models.care import care_news
from seats.models.cutting import cut_time, cuts_own
from seats.models.local import AheadKind, Confirm, SeatLocal
from seats.models.own import ChoiceId
from seats.models.past import Receipt, past_spread, past_spreads
from seats.models.playing import hand_spread
from seats.models.seat import KeyId, SeatModel, seat_model
from seats.models.taste import TasteModel, spoken, taste_model
from seats.models.words import Words, game_of, words_for
from seats.screens import seat_layout as at
from seats.screens.halting import halted_banner
from seats.screens.library import Library
from seats.screens.panel import Panel
from seats.screens.screen import (
    Accepted,
    Command,
    Halted,
    LinkLost,
    LinkRestored,
    Notice,
    ProofTold,
    Refused,
    RulesTold,
    Wish,
)
from seats.screens.seat_ahead import Ahead
from seats.screens.seat_console import Deadline
from seats.screens.seat_ears import Ears
from seats.screens.seat_felt import ground_for
from seats.screens.seat_stage import Look, PageId, Scene, SeatStage

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from controller.language import Language
    from controller.vocab.ids import HandId, Seat
    from controller.vocab.player_card_records import Volume
    from evaluator_ext import Card
    from seats.kit.pointer import Pointer
    from seats.models.bet import PresetId
    from seats.models.care import CareId
    from seats.models.cues import Cue
    from seats.models.taste import Languages

PEEK_MS: Final = 3000
"""Lifted cards drop when the panel has felt no touch for so long."""

_PAGES: Final[Mapping[ChoiceId, PageId]] = {"change": "seats", "past": "past", "rules": "rules", "taste": "taste"}
"""Choices that turn to a page and ask nothing of the table yet."""

_JITTER_MS: Final = 60
_SOME_TIME_MS: Final = 200


class SeatScreen(Panel):
    """One player's screen. Its own state is a `SeatLocal`; everything it shows follows from that and the view.

    A touch speaks for the model that was shown last, so an act names the decision that the player saw.
    """

    def __init__(
        self,
        seat: Seat,
        language: Language,
        *,
        languages: Languages | None = None,
        time_of_day: Callable[[], datetime] | None = None,
        still: bool = False,
    ) -> None:
        """Show nobody's table until the first update; `still` is for a player who wants no movement.

        `language` is the table's; a player may choose another one of `languages`.
        """
        super().__init__(SEAT, ground_for(at.RIGHT))
        self._table_language = self._language = language
        self._languages: Languages = {language.code: language} if languages is None else languages
        self._taste = Taste()
        self._ears = Ears()
        self._ahead = Ahead()
        self._time_of_day = time_of_day
        self._still = still
        self._seat = seat
        self._view = self._shown_view = View(own=seat)
        self._local = SeatLocal()
        self._table_ms = self._shown_ms = 0
        self._offset_ms: int | None = None
        self._cut: HandId | None = None
        """The hand whose deck the player has cut, or let be."""
        self._stale = True
        self._halted = False
        self._hushed = False
        self._peek_touch_ms = 0
        self._commands: list[Wish] = []
        self._page: PageId = ""
        self._leaf = 0
        self._printing: HandId | None = None
        self._library = Library(language)
        self.spread: Spread | None = None
        self._widgets = SeatStage(self.stage, self, language, Look())
        self.shown = self._model()

    # -- what the program tells ----------------------------------------------------------------------------------

    def update(self, view: View, table_ms: int) -> None:
        """Show `view` at table time `table_ms`."""
        self._table_ms = table_ms
        self._ears.count(view, table_ms)
        if view is self._view:
            return
        if self._local.connected and not self._hushed:
            self._ears.follow(self._view, view)
        if self._hushed:
            self._hushed = self._halted = False
            self._local = states.link(self._local, connected=True)
            self._shown_view = view
        if states.own_offer(view) != states.own_offer(self._view):
            self._page = ""
        self._follow_taste(view)
        news = care_news(self._view, view, words_for(self._language, view), table_ms)
        if news:
            self._widgets.toast.show(news, self.now_ms)
        self._view = view
        self._library.drop_receipts({past.hand for past in view.past})
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
                self._ears.refuse()
                words = words_for(self._language, self._view)
                self._widgets.toast.show(self._language.refusal(refusal, words.currency), self.now_ms)
            case Halted():
                self._halted = True
            case LinkLost():
                self._hushed, self._page = False, ""
                self._commands.clear()
                self._library.forget_asked()
                self._local = states.link(self._local, connected=False)
            case LinkRestored():
                # What is shown is as old as the loss: nothing is pressed before the update that follows.
                self._hushed = True
            case RulesTold(game=game, book=book):
                self._library.keep(game, book)
            case ProofTold(hand=hand, code=code, on_paper=on_paper):
                self._keep_receipt(hand, code, on_paper=on_paper)
            case Accepted():
                pass

    def pointer(self, event: Pointer, now_ms: int) -> None:
        """Take a finger, in mm of the panel."""
        self.now_ms = now_ms
        touched = self.stage.point(msgspec.structs.replace(event, t=now_ms))
        if touched is self._widgets.zone or self._local.peeking:
            self._peek_touch_ms = now_ms
        self._refresh()

    def tick(self, now_ms: int) -> None:
        """Let time pass."""
        self.now_ms = now_ms
        if abs(self._table_ms - self._shown_ms) >= _SOME_TIME_MS or not self._in_step() or self._widgets.landed(now_ms):
            self._stale = True
        if self._local.peeking and now_ms - self._peek_touch_ms >= PEEK_MS:
            self._widgets.zone.show(legal=False, now_ms=now_ms)
            self._stale = True
        self._refresh()

    def asked(self) -> list[Wish]:
        """Return what the player has asked for since the last call."""
        asked, self._commands = self._commands, []
        return asked

    def heard(self) -> tuple[list[Cue], Volume]:
        """Return what is to be heard since the last call, and how loud."""
        return self._ears.take(), self._taste.volume if self._terms().sounds else "off"

    def draw(self, surface: pygame.Surface) -> list[pygame.Rect]:
        """Bring `surface` up to date; return what changed."""
        self._refresh()
        return super().draw(surface)

    def prepare(self) -> None:
        """Draw the own cards ahead."""
        own = self._view.at(self._seat).cards
        self._ahead.draw(tuple(own), _look(self._taste).deck, self.stage.profile)

    # -- what the player does ------------------------------------------------------------------------------------

    def press_key(self, key: KeyId) -> None:
        """One of the three action keys; not for a decision that has passed since the last frame."""
        offer = states.own_offer(self._view)
        if offer != self.shown.offer:
            return
        self._press(touches.press_key(self.shown, key))

    def choose(self, choice: ChoiceId) -> None:
        """Sit out, sit in, take a break, propose a bomb pot, or leave."""
        self._turn_to(_PAGES.get(choice, ""))
        if choice not in _PAGES:
            self._press(touches.press_choice(self.shown, choice))

    def press_seat(self, seat: Seat) -> None:
        """Ask for another seat."""
        self._turn_to("")
        self._press(touches.press_seat(self.shown, seat))

    def press_reply(self, number: int) -> None:
        """Answer what the table asks; not a question that has passed since the last frame."""
        if states.own_offer(self._view) == self.shown.offer and self._view.question == self._shown_view.question:
            self._press(touches.press_reply(self.shown, number))

    def cut(self, place: int) -> None:
        """Cut the deck, once; not one that has been dealt since the last frame."""
        cutting = self.shown.cutting
        if cutting is not None and cuts_own(self._view) == cuts_own(self._shown_view) and self._cut != cutting.hand:
            self._cut = cutting.hand
            self._press(touches.press_cut(self.shown, place))

    def pick(self, number: int) -> None:
        """Choose a card, or put it back."""
        self._become(touches.pick(self._local, self.shown, number))

    def press_pick(self) -> None:
        """Throw away, exchange or show what was chosen."""
        if states.own_offer(self._view) == self.shown.offer:
            self._press(touches.press_pick(self.shown))

    def touch_row(self, card: Card) -> None:
        """Lift a card of the rows, or let it change places."""
        self._become(touches.touch_row(self._local, self.shown, card))

    def press_set(self) -> None:
        """Set the rows."""
        if states.own_offer(self._view) == self.shown.offer:
            self._press(touches.press_set(self.shown))

    def press_surrender(self) -> None:
        """Give the cards up."""
        if states.own_offer(self._view) == self.shown.offer:
            self._press(touches.press_surrender(self.shown))

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

    def press_care(self, key: CareId) -> None:
        """Go on after the reminder, take a break, or ask about leaving."""
        for press in touches.press_care(self.shown, key):
            self._press(press)

    def _follow_taste(self, view: View) -> None:
        """A player whom the table knows finds the screen as he likes it, anybody else as the table has it."""
        own, before = view.at(self._seat), self._view.at(self._seat)
        if own.taste == before.taste and own.name == before.name:
            return
        liked = own.taste or Taste()
        if liked != self._taste:
            self._show_taste(liked)

    def change_taste(self, taste: Taste) -> None:
        """Show the screen by another taste from now on, and have the table remember it of a player whom it knows."""
        self._show_taste(taste)
        known = self._view.at(self._seat).taste
        if known is not None and known != taste:
            self._send(ChooseTaste(self._seat, taste))

    def _show_taste(self, taste: Taste) -> None:
        look = _look(taste)
        if (taste.left, taste.large) != (self._taste.left, self._taste.large):
            self.stage.suit(SEAT_LARGE if taste.large else SEAT, ground_for(look.hand))
        self._taste = taste
        self._language = spoken(taste, self._table_language, self._languages)
        self._library = Library(self._language)
        self._widgets = SeatStage(self.stage, self, self._language, look)
        self._stale = True

    def close_menu(self) -> None:
        """Put the menu away."""
        self._turn_to("")

    def open_menu(self) -> None:
        """Lay out what can be chosen at any time."""
        self._turn_to("menu")

    def open_rules(self) -> None:
        """Open the rule book."""
        self._turn_to("rules")

    def open_hand(self) -> None:
        """Tell what has been done in this hand, and what binds its deck."""
        self._turn_to("hand")

    def turn_page(self, by: int) -> None:
        """Turn the rule book to a later spread, or an earlier one."""
        self._leaf = max(0, self._leaf + by)
        self._stale = True

    def print_proof(self) -> None:
        """Have the proof of the hand that lies open printed at the kiosk."""
        hand = self.spread.proof_of if self.spread is not None else None
        if hand is not None and self._local.connected:
            self._printing = hand
            self._commands.append(ReadProof(hand, on_paper=True))

    def _keep_receipt(self, hand: HandId, code: str | None, *, on_paper: bool) -> None:
        """Keep what was told of a receipt; whether it is printed only if that was asked."""
        printed = self._library.receipt(hand).on_paper
        if hand == self._printing:
            self._printing, printed = None, on_paper
        self._library.keep_receipt(hand, Receipt(code or "", printed))

    def _turn_to(self, page: PageId) -> None:
        self._leaf = 0
        self._page = page
        self._stale = True

    def hold(self, held: bool, now_ms: int) -> None:
        """The card zone is held, or let go."""
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
            model = msgspec.structs.replace(model, banner=halted_banner(self._language))
        return model

    def _refresh(self) -> None:
        """Bring every widget up to date; dropping a finger on the way may change the state once more."""
        while self._stale:
            self._stale = False
            self._shown_ms = self._table_ms
            self.shown = self._model()
            self._widgets.show(self._scene(), self.now_ms)

    def _scene(self) -> Scene:
        journeys = self._view is not self._shown_view and not self._still and self._terms().motion
        self.spread = self._open_spread()
        self._shown_view = self._view
        return Scene(
            model=self.shown,
            view=self._view,
            asking=self._local.asking,
            connected=self._local.connected,
            page=self._page,
            spread=self.spread,
            deadline=self._deadline(self.shown),
            journeys=journeys,
            taste=self._taste_sheet() if self._page == "taste" else None,
        )

    def _terms(self) -> ScreenTerms:
        """What the house lets this screen do."""
        return self._view.profile.screens if self._view.profile is not None else ScreenTerms()

    def _taste_sheet(self) -> TasteModel:
        return taste_model(self._taste, self._language, self._languages, sounds=self._terms().sounds)

    def _open_spread(self) -> Spread | None:
        """What lies open of the rule book, which is asked for when it is opened first, or of the last hands."""
        game, words = game_of(self._view), words_for(self._language, self._view)
        if self._page == "past":
            return self._open_past(words)
        if self._page == "hand":
            return hand_spread(self._view, self._leaf, words)
        if self._page != "rules":
            return None
        rules = self._library.told(game, words.currency)
        if rules is None and self._local.connected and self._library.ask(game):
            self._commands.append(ReadRules(game))
        self._leaf = min(self._leaf, len(spreads(self._view, rules, words)) - 1)
        return spread(self._view, rules, self._leaf, words)

    def _open_past(self, words: Words) -> Spread:
        """The session and the last hands; the proof of the hand that lies open is asked for."""
        proofs = {past.hand: self._library.receipt(past.hand) for past in self._view.past}
        pages = past_spreads(self._view, proofs, words, self._table_ms)
        self._leaf = min(self._leaf, len(pages) - 1)
        hand = next((chapter.proof_of for chapter in pages[self._leaf] if chapter.proof_of is not None), None)
        if hand is not None and proofs[hand].code is None and self._local.connected and self._library.ask(hand):
            self._commands.append(ReadProof(hand))
        return past_spread(pages, self._leaf, words)

    def _deadline(self, model: SeatModel) -> Deadline | None:
        """The running clock on this screen's own time; None while it stands still."""
        clock = self._view.clock or cut_time(self._view) or asks_own(self._view)
        if clock is None or model.banner is not None:
            self._offset_ms = None
            return None
        if self._offset_ms is None or not self._in_step():
            self._offset_ms = self.now_ms - self._table_ms
        return Deadline(clock.deadline + self._offset_ms, clock.allowed)

    def _in_step(self) -> bool:
        """Whether table time still runs beside this screen's clock, but for what a message takes."""
        return self._offset_ms is None or abs(self.now_ms - self._table_ms - self._offset_ms) <= _JITTER_MS


def _look(taste: Taste) -> Look:
    return Look("two_colour" if taste.two_colours else "four_colour", at.LEFT if taste.left else at.RIGHT)
