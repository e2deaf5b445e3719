"""Paper on a seat screen: what stops the game, the keypad, and the code of money left behind."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

from seats.art.marks import badge
from seats.art.signs import sign
from seats.art.star import star
from seats.kit.button import Button
from seats.kit.easing import begin
from seats.kit.faces import Face
from seats.kit.keys import PAPER_KEY, SPRUCE
from seats.kit.sheets import CONFIRM_GUARD_MS, QuestionSheet
from seats.kit.widget import Widget
from seats.metrics import GAP, PADDING, Box, Type
from seats.models.own import ClaimSheet
from seats.models.words import PAUSES
from seats.palette import BIRCH, BIRCH_DEEP, INK, OCHRE, PAPER_GREY, SPRUCE_BOTTOM, darker
from seats.screens import seat_layout as at
from seats.screens.inks import put_paragraph
from seats.screens.seat_choices import Choices, Chooser

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.vocab.ids import Seat
    from seats.kit.canvas import Canvas
    from seats.models.bet import Keypad
    from seats.models.care import CareId, CareKey, Reminder
    from seats.models.moves import SeatPlan
    from seats.models.own import Choice, Question
    from seats.models.words import Banner

    _Call = Callable[[], None]

_RISE_MM: Final = 2.0
_DIGIT_WIDE: Final = 12.4
_KEY_HIGH: Final = 10.2


class Answers(Chooser, Protocol):
    """What the player can do on a sheet."""

    def answer(self, yes: bool) -> None:
        """Answer the question that lies on the table."""

    def type_digit(self, digit: int) -> None:
        """Type a digit, 0 to 9."""

    def erase_digit(self) -> None:
        """Take the last digit back."""

    def accept_typed(self) -> None:
        """Set the typed amount."""

    def close_keypad(self) -> None:
        """Put the keypad away."""

    def close_menu(self) -> None:
        """Put the menu away."""

    def press_care(self, key: CareId) -> None:
        """Do something about the reminder of time and money."""

    def press_seat(self, seat: Seat) -> None:
        """Ask for another seat."""

    def turn_page(self, by: int) -> None:
        """Turn the rule book to a later spread, or an earlier one."""

    def print_proof(self) -> None:
        """Have the proof of the hand that lies open printed at the kiosk."""


def question_sheet(question: Question, answers: Answers, now_ms: int) -> QuestionSheet:
    """The sheet that asks once more, over the own place and away from the first press."""
    return QuestionSheet(
        at.QUESTION,
        question.headline,
        question.lines,
        yes=Face(question.yes, title_type=Type.TURN),
        no=Face(question.no, title_type=Type.VERB),
        on_yes=lambda: answers.answer(yes=True),
        on_no=lambda: answers.answer(yes=False),
        now_ms=now_ms,
    )


class Paper(Widget):
    """A sheet that rises as it comes in."""

    def __init__(self, rect_mm: Box, now_ms: int) -> None:
        super().__init__(rect_mm)
        self._tween = begin("sheet_in", now_ms)
        self.keys: list[Button] = []

    def children(self) -> Sequence[Widget]:
        return self.keys

    def tick(self, now_ms: int) -> None:
        if not self._tween.done(now_ms):
            self.touch()
        super().tick(now_ms)

    def moving(self, now_ms: int) -> bool:
        return not self._tween.done(now_ms) or super().moving(now_ms)

    def draw(self, canvas: Canvas, now_ms: int) -> None:
        risen = canvas.shifted(_RISE_MM * (1 - self._tween.share(now_ms)))
        risen.sheet(self.rect_mm, question=True)
        self.paint(risen)
        super().draw(risen, now_ms)

    def paint(self, canvas: Canvas) -> None:
        """Draw what stands on the paper."""


class KeypadSheet(Paper):
    """Type an amount: digits, erase, cancel, accept."""

    def __init__(self, keypad: Keypad, answers: Answers, now_ms: int) -> None:
        super().__init__(at.QUESTION, now_ms)
        self._keypad = keypad
        inner = self.rect_mm.inset(PADDING)
        top = inner.bottom - 4 * _KEY_HIGH - 3 * GAP
        side = inner.x + 3 * (_DIGIT_WIDE + GAP)

        def place(column: int, row: int, columns: int = 1) -> Box:
            x, y = inner.x + column * (_DIGIT_WIDE + GAP), top + row * (_KEY_HIGH + GAP)
            return Box(x, y, columns * (_DIGIT_WIDE + GAP) - GAP, _KEY_HIGH)

        def beside(row: int, rows: int = 1) -> Box:
            y = top + row * (_KEY_HIGH + GAP)
            return Box(side, y, inner.right - side, rows * (_KEY_HIGH + GAP) - GAP)

        def digit(value: int, box: Box) -> Button:
            face = Face(str(value), title_type=Type.TURN)
            return Button(box, face, lambda: answers.type_digit(value), look=PAPER_KEY, pause_ms=0)

        self._accept = Button(
            beside(2, rows=2), Face(keypad.accept, title_type=Type.TURN), answers.accept_typed, look=SPRUCE
        )
        self.keys = [
            *(digit(value, place((value - 1) % 3, 2 - (value - 1) // 3)) for value in range(1, 10)),
            digit(0, place(0, 3, columns=3)),
            Button(beside(0), Face(keypad.erase), answers.erase_digit, look=PAPER_KEY, pause_ms=0),
            Button(beside(1), Face(keypad.cancel), answers.close_keypad, look=PAPER_KEY),
            self._accept,
        ]
        self._accept.legal = keypad.legal

    def show(self, keypad: Keypad, now_ms: int) -> None:
        """Show what has been typed."""
        if keypad != self._keypad:
            self._keypad = keypad
            self.touch()
        self._accept.show(self._accept.face, keypad.legal, now_ms, 0)

    def paint(self, canvas: Canvas) -> None:
        box, y = self.rect_mm, self.rect_mm.y + 7.4
        canvas.text(self._keypad.words, box.x + 4.8, y, Type.TEXT, PAPER_GREY)
        amount = self._keypad.amount if self._keypad.typed else ""
        canvas.text(amount, box.right - 4.8, y, Type.ACTION, INK, "right", 40)


class MenuSheet(Paper):
    """What can be chosen at any time: sit out or back in, a break, leave, and put the menu away."""

    def __init__(self, menu: tuple[Choice, ...], close: str, answers: Answers, now_ms: int) -> None:
        super().__init__(at.menu_sheet(len(menu) + 1), now_ms)
        *boxes, last = at.menu_keys(len(menu) + 1)
        self._choices = Choices(answers, tuple(boxes), PAPER_KEY, Type.TEXT)
        close_face = Face(close, title_type=Type.TEXT)
        self.keys = [*self._choices.keys, Button(last, close_face, answers.close_menu, look=PAPER_KEY)]
        for key in self.keys:
            key.guard.start(now_ms, CONFIRM_GUARD_MS)

    def holds(self, menu: tuple[Choice, ...]) -> bool:
        """Whether this sheet has as many keys as the menu."""
        return len(self._choices.keys) == len(menu)

    def show(self, choices: tuple[Choice, ...], now_ms: int) -> None:
        """Show what can be chosen now."""
        self._choices.show(choices, now_ms)


class CareSheet(Paper):
    """The reminder of time and money, over the own place: go on, take a break, or leave."""

    def __init__(self, reminder: Reminder, answers: Answers, now_ms: int) -> None:
        super().__init__(at.QUESTION, now_ms)
        self._reminder = reminder
        self.keys = [self._key(box, shown, answers) for box, shown in zip(at.CARE_KEYS, reminder.keys, strict=True)]
        for key in self.keys:
            key.guard.start(now_ms, CONFIRM_GUARD_MS)

    @staticmethod
    def _key(box: Box, shown: CareKey, answers: Answers) -> Button:
        look = SPRUCE if shown.id == "go-on" else PAPER_KEY
        face = Face(shown.words, title_type=Type.PRESET)
        return Button(box, face, lambda: answers.press_care(shown.id), look=look, legal=shown.legal)

    def show(self, reminder: Reminder, now_ms: int) -> None:
        """Show what stands on the sheet now."""
        if reminder != self._reminder:
            self._reminder = reminder
            self.touch()
        for key, shown in zip(self.keys, reminder.keys, strict=True):
            key.show(key.face, shown.legal, now_ms)

    def paint(self, canvas: Canvas) -> None:
        box = self.rect_mm
        left, room = box.x + PADDING + 0.8, box.w - 2 * PADDING - 1.6
        canvas.text(self._reminder.headline, left, box.y + 7.6, Type.TURN, INK, "left", room)
        for number, line in enumerate(self._reminder.lines):
            canvas.text(line, left, box.y + 15.2 + 5.8 * number, Type.BODY, PAPER_GREY, "left", room)


class SeatsSheet(Paper):
    """The seats that can be asked for, three in a row, and a key to put the sheet away."""

    def __init__(self, plan: SeatPlan, close: str, answers: Answers, now_ms: int) -> None:
        super().__init__(at.seats_sheet(len(plan.seats)), now_ms)
        self._plan = plan
        *boxes, last = at.seats_keys(len(plan.seats))
        self._wishes = [self._key(box, wish.seat, answers) for box, wish in zip(boxes, plan.seats, strict=True)]
        self.keys = [*self._wishes, Button(last, Face(close, title_type=Type.TEXT), answers.close_menu, look=PAPER_KEY)]
        for key in self.keys:
            key.guard.start(now_ms, CONFIRM_GUARD_MS)

    @staticmethod
    def _key(box: Box, seat: Seat, answers: Answers) -> Button:
        return Button(box, Face(str(seat), title_type=Type.TURN), lambda: answers.press_seat(seat), look=PAPER_KEY)

    def holds(self, plan: SeatPlan) -> bool:
        """Whether this sheet has the keys of these seats."""
        return [wish.seat for wish in self._plan.seats] == [wish.seat for wish in plan.seats]

    def show(self, plan: SeatPlan, now_ms: int) -> None:
        """Show which seat was asked for."""
        for key, wish in zip(self._wishes, plan.seats, strict=True):
            key.show(key.face, not wish.asked, now_ms)

    def paint(self, canvas: Canvas) -> None:
        box = self.rect_mm
        canvas.text(self._plan.headline, box.x + 4.6, box.y + 6.6, Type.PRESET, INK, "left", box.w - 9)
        canvas.text(self._plan.note, box.x + 4.6, box.y + 12.8, Type.BODY, PAPER_GREY, "left", box.w - 9)


class BannerSheet(Paper):
    """What keeps the screen from play: what happened, that all is kept, what comes next.

    In a pause a seated player may still sit out or leave.
    """

    def __init__(self, shown: Banner, answers: Answers, now_ms: int, *, seated: bool) -> None:
        super().__init__(at.BANNER, now_ms)
        self._banner = shown
        self._choices = Choices(answers, look=PAPER_KEY) if seated and shown.kind in PAUSES else None
        self.keys = self._choices.keys if self._choices else []

    def shows(self, banner: Banner) -> bool:
        """Whether this sheet is about `banner`."""
        return self._banner == banner

    def show(self, choices: tuple[Choice, ...], now_ms: int) -> None:
        """Show what can be chosen now."""
        if self._choices is not None:
            self._choices.show(choices, now_ms)

    def paint(self, canvas: Canvas) -> None:
        box = self.rect_mm
        y = box.y + (10 if self._banner.lines else 18)
        if self._banner.kind in ("disconnected", "connecting"):
            canvas.middle(sign("clock", canvas.px(10), OCHRE), box.x + 15, y)
        elif self._banner.kind == "jackpot":
            canvas.middle(star(canvas.px(13), BIRCH, darker(BIRCH_DEEP, 0.25)), box.x + 15, y + 2)
        else:
            canvas.middle(badge("warning", canvas.px(10)), box.x + 15, y)
        left, room = box.x + 27, box.w - 35
        y = put_paragraph(canvas, self._banner.headline, left, y, Type.TURN, INK, room)
        for line in self._banner.lines:
            canvas.text(line, left, y, Type.TEXT, INK, "left", room)
            y += 6.2
        put_paragraph(canvas, self._banner.note, left, y + 0.8, Type.TEXT, PAPER_GREY, room)


def paint_claim(canvas: Canvas, box: Box, claim: ClaimSheet | None) -> None:
    """The code of the money that waits at the kiosk, on paper."""
    if claim is None:
        return
    canvas.sheet(box, question=True)
    x, room = box.centre[0], box.w - 16
    canvas.text(claim.headline, x, box.y + 13, Type.TURN, INK, "centre", room)
    canvas.text(claim.code, x, box.y + 33, Type.PAY_OUT, SPRUCE_BOTTOM, "centre", room)
    canvas.text(claim.how, x, box.y + 51, Type.TEXT, PAPER_GREY, "centre", room)
