"""Whose turn it is and how long: the turn line with its bar (ui.md §2.6)."""

from typing import Final

import msgspec

from controller.vocab.ids import Seat
from controller.vocab.table_records import ClockCause
from controller.wire.view import View
from seats.models.cutting import cut_time
from seats.models.words import Words

FULL: Final = 1000
"""A whole bar; bars are given in thousandths."""

LAST_SECONDS: Final = 5


class TurnLine(msgspec.Struct, frozen=True):
    """The seat to act and its time. `left` is whole seconds, rounded up; `bar` thousandths of the time allowed.

    `hurry` marks the last five seconds. `seconds` is empty and the bar full before the clock has started.
    """

    seat: Seat
    own: bool
    words: str
    left: int
    seconds: str
    bar: int
    hurry: bool


class Countdown(msgspec.Struct, frozen=True):
    """The rest until the next hand."""

    words: str
    left: int
    bar: int


def whole_seconds(until: int, table_ms: int) -> int:
    """Seconds from `table_ms` to `until`, both table time in ms, rounded up and never below 0."""
    return max(-(-(until - table_ms) // 1000), 0)


def bar(until: int, table_ms: int, whole: int) -> int:
    """How much of `whole` ms is left, in thousandths."""
    return min(max((until - table_ms) * FULL // max(whole, 1), 0), FULL)


def turn_line(view: View, words: Words, table_ms: int) -> TurnLine | None:
    """Who is to act, or None when nobody is."""
    if view.decision is None:
        return _cut_line(view, words, table_ms) or _question_line(view, words, table_ms)
    seat = view.decision.seat
    own = seat == view.own
    clock = view.clock if view.clock is not None and view.clock.seat == seat else None
    said = _said(view, seat, clock.cause if clock else "decision", words)
    if clock is None:
        return TurnLine(seat, own, said, 0, "", FULL, hurry=False)
    left = whole_seconds(clock.deadline, table_ms)
    return TurnLine(
        seat=seat,
        own=own,
        words=said,
        left=left,
        seconds=words.seconds(left),
        bar=bar(clock.deadline, table_ms, clock.allowed),
        hurry=left <= max(LAST_SECONDS, clock.countdown // 1000),
    )


def _said(view: View, seat: Seat, cause: ClockCause, words: Words) -> str:
    """Whose turn it is, and what kind of time runs if it is not the usual."""
    own = seat == view.own
    if cause in ("bank", "called"):
        return words.say(f"turn.{cause}-own") if own else words.say(f"turn.{cause}", name=view.at(seat).name)
    return words.say("seat.your-turn") if own else words.say("seat.to-act", name=view.at(seat).name)


def _cut_line(view: View, words: Words, table_ms: int) -> TurnLine | None:
    """The time to cut the deck, on the screen of whoever may; it hurries nobody, for the deck may be left as it is."""
    time = cut_time(view)
    if time is None or view.own is None:
        return None
    left = whole_seconds(time.deadline, table_ms)
    share = bar(time.deadline, table_ms, time.allowed)
    return TurnLine(view.own, True, words.say("turn.cut"), left, words.seconds(left), share, hurry=False)


def _question_line(view: View, words: Words, table_ms: int) -> TurnLine | None:
    """The time for an answer that the table waits for, on the screen of whoever is asked."""
    asked = view.question
    if asked is None or view.own is None or view.own not in asked.seats:
        return None
    left = whole_seconds(asked.deadline, table_ms)
    return TurnLine(
        seat=view.own,
        own=True,
        words=words.say("turn.asked"),
        left=left,
        seconds=words.seconds(left),
        bar=bar(asked.deadline, table_ms, asked.allowed),
        hurry=left <= LAST_SECONDS,
    )


def countdown(view: View, words: Words, table_ms: int) -> Countdown | None:
    """The rest between two hands, or None outside it."""
    if view.phase != "resting" or view.rest_until is None or view.profile is None:
        return None
    left = whole_seconds(view.rest_until, table_ms)
    whole = view.profile.clocks.between_hands
    return Countdown(words.say("table.next-hand-in", seconds=left), left, bar(view.rest_until, table_ms, whole))
