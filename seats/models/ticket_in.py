"""A ticket's number typed at the kiosk: five groups as on the paper, checked as soon as the last digit stands.

Only one group is shown at a time, so that nobody reads a whole number over a shoulder (requirements R-TIC-6). The
table counts wrong numbers and locks the pad as it locks the reader (reliability LED-9).
"""

from datetime import datetime
from typing import Final, Literal

import msgspec

from cashier.refusal import Code, Refusal
from cashier.ticket_number import GROUP_DIGITS, is_number
from controller.wire.view import View
from seats.models.words import Words

HIDDEN: Final = "•"
MISSING: Final = "–"
SECOND_MS: Final = 1000

PadState = Literal["typing", "right", "wrong", "locked"]
"""`wrong`: eighteen digits that are no number; `locked`: too many numbers that nobody gave out."""


class TypedNumber(msgspec.Struct, frozen=True):
    """What was typed, group by group; the digits of group `at` are shown."""

    groups: tuple[str, ...] = ("",) * len(GROUP_DIGITS)
    at: int = 0

    @property
    def digits(self) -> str:
        """All that was typed."""
        return "".join(self.groups)

    @property
    def is_whole(self) -> bool:
        """Whether no digit is missing."""
        return _next_gap(self.groups) is None


def type_digit(typed: TypedNumber, digit: int) -> TypedNumber:
    """Type into the open group, or on into the first that has room; a digit too many changes nothing."""
    at = typed.at if _has_room(typed.groups, typed.at) else _next_gap(typed.groups)
    if at is None:
        return typed
    groups = _with(typed.groups, at, f"{typed.groups[at]}{digit}")
    following = _next_gap(groups)
    return TypedNumber(groups, at if _has_room(groups, at) or following is None else following)


def erase_digit(typed: TypedNumber) -> TypedNumber:
    """Take the last digit of the open group back, or of the one before it where that is empty."""
    at = typed.at if typed.groups[typed.at] else max(typed.at - 1, 0)
    return TypedNumber(_with(typed.groups, at, typed.groups[at][:-1]), at)


def open_group(typed: TypedNumber, at: int) -> TypedNumber:
    """Show a group and hide the others."""
    return TypedNumber(typed.groups, at)


def _with(groups: tuple[str, ...], at: int, text: str) -> tuple[str, ...]:
    return (*groups[:at], text, *groups[at + 1 :])


def _has_room(groups: tuple[str, ...], at: int) -> bool:
    return len(groups[at]) < GROUP_DIGITS[at]


def _next_gap(groups: tuple[str, ...]) -> int | None:
    return next((at for at in range(len(groups)) if _has_room(groups, at)), None)


class NumberGroup(msgspec.Struct, frozen=True):
    """One group as it is shown; dots stand for digits that are hidden."""

    text: str
    is_open: bool


class TicketInPage(msgspec.Struct, frozen=True):
    """The page on which a ticket's number is typed. `told` is what there is to say of it so far."""

    state: PadState
    headline: str
    note: str
    groups: tuple[NumberGroup, ...]
    told: str
    hint: str
    erase: str
    clear: str
    types: bool
    key: str
    legal: bool
    back: str


def tickets_taken(view: View) -> bool:
    """Whether this table takes tickets back."""
    return view.profile is not None and view.profile.tickets.taken


def tickets_open(view: View) -> bool:
    """Whether it does so now."""
    return tickets_taken(view) and not view.paused


def locked_words(view: View, words: Words, moment: datetime | None) -> str:
    """That no number may be typed, and until when; empty while one may, or where nobody tells the time."""
    if moment is None or moment.timestamp() * SECOND_MS >= view.numbers_until:
        return ""
    refusal = Refusal(Code.NUMBERS_LOCKED, {"until": view.numbers_until})
    return words.language.refusal(refusal, words.currency)


def ticket_in_page(
    view: View, typed: TypedNumber, words: Words, *, connected: bool, moment: datetime | None
) -> TicketInPage:
    """Show what was typed, and whether it can be a ticket's number."""
    locked = locked_words(view, words, moment)
    state: PadState = "locked" if locked else _state_of(typed)
    scanner = view.profile is not None and view.profile.cash.scanner is not None
    return TicketInPage(
        state=state,
        headline=words.say("ticket-in.prompt"),
        note=words.say("ticket-in.or-scan" if scanner else "ticket-in.where"),
        groups=tuple(_group(typed, at) for at in range(len(typed.groups))),
        told=_told(state, locked, words),
        hint=words.say("ticket-in.hidden"),
        erase=words.say("bet.erase"),
        clear=words.say("ticket-in.clear"),
        types=not locked and connected,
        key=words.say("ticket-in.take"),
        legal=state == "right" and connected and tickets_open(view),
        back=words.say("common.back"),
    )


def _told(state: PadState, locked: str, words: Words) -> str:
    match state:
        case "right":
            return words.say("ticket-in.right")
        case "wrong":
            return words.say("ticket-in.wrong")
        case _:
            return locked


def _state_of(typed: TypedNumber) -> PadState:
    if not typed.is_whole:
        return "typing"
    return "right" if is_number(typed.digits) else "wrong"


def _group(typed: TypedNumber, at: int) -> NumberGroup:
    text, missing = typed.groups[at], GROUP_DIGITS[at] - len(typed.groups[at])
    shown = text if at == typed.at else HIDDEN * len(text)
    return NumberGroup(shown + MISSING * missing, at == typed.at)
