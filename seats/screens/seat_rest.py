"""What the console says when there is nothing to decide: notices, the end of a hand, and let go to act."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from seats.art.signs import sign
from seats.art.star import star
from seats.kit.timers import ProgressBar
from seats.kit.widget import Widget
from seats.kit.words import Label, Picture
from seats.metrics import Box, Type
from seats.models.result import Result, ResultRow
from seats.models.turn import FULL
from seats.models.welcome import Welcome
from seats.models.words import Fact
from seats.palette import AMBER, BIRCH_DEEP, BIRCH_LIGHT, HAZE, MIST, SNOW, darker, mix
from seats.screens import seat_layout as at
from seats.screens.inks import by_sense, put_paragraph

if TYPE_CHECKING:
    from seats.kit.canvas import Canvas
    from seats.models.seat import SeatModel

_ROW_MM: Final = 6.8
_ROWS_MM: Final = 29.0
_LINES: Final = 6
_FACT_COLUMNS: Final = 3
_FACT_MM: Final = 11.6
_MOST_FACTS: Final = 6
_MOST_POOLS: Final = 2
_QUIET: Final = mix(SNOW, MIST, 0.3)

Texts = tuple[str, ...]


class _RestBar(ProgressBar):
    """The rest between hands hurries nobody: no amber, no pulse."""

    def last(self, now_ms: int) -> bool:
        del now_ms
        return False


class LetGo:
    """One sentence in place of the pad while the cards are up."""

    def __init__(self) -> None:
        self._picture = Picture[Texts](at.PAD, _paint_let_go, ("", ""), 1.0)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._picture]

    def show(self, model: SeatModel) -> None:
        """Say it."""
        self._picture.show((model.labels.let_go, model.labels.cards_drop))


class Notices:
    """What the player should know now, one sentence a line."""

    def __init__(self) -> None:
        self._picture = Picture[Texts](at.NOTICES, _paint_notices, (), 1.0)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._picture]

    def show(self, model: SeatModel) -> None:
        """Say them."""
        self._picture.show(model.notices)


class Free:
    """Nobody sits here: which seat this is, what is played for how much, and where a player begins."""

    def __init__(self) -> None:
        self._star = Picture[bool](at.STAR, _paint_star, True, 0.0)
        self._picture = Picture[Welcome | None](at.FREE, _paint_welcome, None, 1.0)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._star, self._picture]

    def show(self, model: SeatModel) -> None:
        """Say it."""
        self._picture.show(model.aside.welcome)


class Pools:
    """What the jackpots hold, while there is nothing to decide."""

    def __init__(self) -> None:
        self._picture = Picture[tuple[Fact, ...]](at.POOLS_HELD, _paint_pools, (), 1.0)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._picture]

    def show(self, model: SeatModel) -> None:
        """Say it."""
        self._picture.show(model.aside.pools)


class Ending:
    """The end of a hand: who won how much with what, the arithmetic, the time until the next hand."""

    def __init__(self) -> None:
        self._left = Picture[Result | None](at.RESULT_LEFT, _paint_winner, None, 1.0)
        self._rows = Picture[Result | None](at.RESULT_ROWS, _paint_rows, None, 6.0)
        self._next = Label(at.NEXT_HAND, "", Type.TEXT)
        self._bar = _RestBar(at.NEXT_BAR)
        self._saved = Label(at.SAVED, "", Type.BODY, MIST)

    def widgets(self) -> list[Widget]:
        """What of it is on the stage."""
        return [self._left, self._rows, self._next, self._bar, self._saved]

    def show(self, result: Result | None) -> None:
        """Show how it ended; only the countdown changes from then on."""
        if result is None:
            return
        still = msgspec.structs.replace(result, next_hand=None)
        self._left.show(still)
        self._rows.show(still)
        self._next.show(result.next_hand.words if result.next_hand else "")
        self._bar.visible = result.next_hand is not None
        if result.next_hand is not None:
            self._bar.hold(result.next_hand.bar / FULL)
        self._saved.show(result.saved)


def _paint_let_go(canvas: Canvas, box: Box, texts: Texts) -> None:
    canvas.well(box)
    canvas.middle(sign("padlock", canvas.px(6.4), MIST), box.x + 9.2, box.centre[1])
    canvas.text(texts[0], box.x + 16.8, box.centre[1] - 2.9, Type.PRESET, SNOW, "left", box.w - 20)
    canvas.text(texts[1], box.x + 16.8, box.centre[1] + 3.6, Type.BODY, HAZE, "left", box.w - 20)


def _paint_notices(canvas: Canvas, box: Box, notices: Texts) -> None:
    for number, words in enumerate(notices[:4]):
        use, ink = (Type.PRESET, SNOW) if number == 0 else (Type.BODY, _QUIET)
        canvas.text(words, box.x, box.y + 3 + 6.6 * number, use, ink, "left", box.w)


def _paint_star(canvas: Canvas, box: Box, _shown: bool) -> None:
    canvas.middle(star(canvas.px(box.w), BIRCH_LIGHT, darker(BIRCH_DEEP, 0.2)), *box.centre)


def _paint_welcome(canvas: Canvas, box: Box, shown: Welcome | None) -> None:
    """Seat and game over the facts, and below them what to do."""
    if shown is None:
        return
    canvas.text(shown.headline, box.x, box.y + 5.0, Type.ACTION, SNOW, "left", box.w)
    canvas.text(shown.game, box.x, box.y + 12.8, Type.VERB, HAZE, "left", box.w)
    canvas.rule(box.x, box.y + 17.6, box.w, SNOW, 40)
    put_facts(canvas, Box(box.x, box.y + 21.8, box.w, 16.8), shown.facts)
    foot = Box(box.x, box.bottom - 11.4, box.w, 11.4)
    canvas.well(foot)
    canvas.middle(
        sign("person" if shown.open else "padlock", canvas.px(5.4), BIRCH_LIGHT), foot.x + 7.4, foot.centre[1]
    )
    canvas.text(shown.how, foot.x + 14.0, foot.centre[1], Type.PRESET, SNOW, "left", foot.w - 18.0)


def put_facts(canvas: Canvas, box: Box, facts: tuple[Fact, ...]) -> None:
    """Facts in three columns, caption over figure; few of them stand in one row, in the middle of the height."""
    wide = box.w / _FACT_COLUMNS
    rows = -(-min(len(facts), _MOST_FACTS) // _FACT_COLUMNS)
    top = box.y + (0.0 if rows > 1 else box.h / 4)
    for number, fact in enumerate(facts[:_MOST_FACTS]):
        row, column = divmod(number, _FACT_COLUMNS)
        x, y = box.x + column * wide, top + row * _FACT_MM
        canvas.text(fact.words, x, y, Type.BODY, MIST, "left", wide - 4.0)
        canvas.text(fact.value, x, y + 5.2, Type.PRESET, SNOW, "left", wide - 4.0)


def _paint_pools(canvas: Canvas, box: Box, pools: tuple[Fact, ...]) -> None:
    for number, pool in enumerate(pools[:_MOST_POOLS]):
        y = box.bottom - 2.6 - (len(pools[:_MOST_POOLS]) - 1 - number) * 6.4
        canvas.text(pool.value, box.right, y, Type.BODY_STRONG, BIRCH_LIGHT, "right")
        canvas.text(
            pool.words, box.x, y, Type.BODY, MIST, "left", box.w - 2 - canvas.text_width(pool.value, Type.BODY_STRONG)
        )


def _paint_winner(canvas: Canvas, box: Box, result: Result | None) -> None:
    if result is None:
        return
    canvas.text(result.headline, box.x, box.y + 3.7, Type.TURN, AMBER if result.own else SNOW, "left", box.w)
    y = box.y + 12.7
    if result.amount:
        canvas.text(result.amount, box.x, y, Type.OWN, SNOW, "left", box.w)
        y += 9.6
    put_paragraph(canvas, result.hand, box.x, y, Type.TEXT, SNOW, box.w, breaking=by_sense)


def _paint_rows(canvas: Canvas, box: Box, result: Result | None) -> None:
    """Pots and fee above the rule, what was paid below it; many lines stand in two columns."""
    if result is None:
        return
    canvas.rule(box.x - 5.0, box.y + 0.8, 33, SNOW, 40, upright=True)
    lines = len(result.rows) + len(result.paid)
    if lines <= _LINES:
        pitch = min(_ROW_MM, _ROWS_MM / max(1, lines - 1))
        y = box.y + 3.4
        for row in result.rows:
            _row(canvas, Box(box.x, y, box.w, 0), row)
            y += pitch
        canvas.rule(box.x, y - 0.4 * pitch, box.w, SNOW, 60)
        for row in result.paid:
            y += 2.0 if row is result.paid[0] else 0.0
            _row(canvas, Box(box.x, y, box.w, 0), row, paid=True)
            y += pitch
        return
    half = box.w / 2 - 3
    for rows, x, paid in ((result.rows, box.x, False), (result.paid, box.x + half + 6, True)):
        pitch = min(_ROW_MM, 30.0 / max(1, len(rows) - 1))
        for number, row in enumerate(rows):
            _row(canvas, Box(x, box.y + 3.4 + number * pitch, half, 0), row, paid=paid, narrow=True)


def _row(canvas: Canvas, box: Box, row: ResultRow, *, paid: bool = False, narrow: bool = False) -> None:
    use = Type.STACK if paid else Type.TEXT
    canvas.text(row.figure, box.right, box.y, use, SNOW, "right")
    room = box.w - canvas.text_width(row.figure, use) - 2.0
    if narrow or not row.note:
        canvas.text(row.words, box.x, box.y, Type.BODY_STRONG if paid else Type.BODY, SNOW, "left", room)
        return
    wide = max(22.0, canvas.text_width(row.words, Type.BODY_STRONG) + 2.4) if paid else 22.0
    canvas.text(row.words, box.x, box.y, Type.BODY_STRONG if paid else Type.BODY, SNOW, "left", wide - 1.0)
    canvas.text(row.note, box.x + wide, box.y, Type.BODY, MIST, "left", room - wide)
