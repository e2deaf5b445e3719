"""A seat as its plate shows it: on the ring of a seat screen and around the centre."""

from typing import Final, Literal

import msgspec

from controller.vocab.ids import Chips, Seat
from controller.wire.view import SeatStatus, SeatView, View
from evaluator_ext import Card
from seats.models.turn import turn_line
from seats.models.words import Words, holders, last_words

MarkKind = Literal["button", "small-blind", "big-blind"]

QUIET: Final[tuple[SeatStatus, ...]] = ("empty", "reserved", "waiting", "sitting-out", "folded")


class Mark(msgspec.Struct, frozen=True):
    """A position disc and its letters."""

    kind: MarkKind
    letters: str


class Place(msgspec.Struct, frozen=True):
    """One seat's plate, and the bet in front of it.

    `quiet` plates sink into the cloth. `status` is a word or empty while the seat simply plays. `cards` lie open,
    `backs` face down; `hand` names an open hand. `bar` is the time left in thousandths while `acting`.
    """

    seat: Seat
    name: str
    stack: str
    status: str
    quiet: bool
    empty: bool
    own: bool
    acting: bool
    bar: int
    marks: tuple[Mark, ...]
    backs: int
    cards: tuple[Card, ...]
    drawn: Card | None
    hand: str
    won: str
    lost: bool
    bet: Chips
    bet_figure: str
    bet_words: str


def ring(view: View, words: Words, table_ms: int) -> tuple[Place, ...]:
    """The other seats clockwise, beginning left of the own one; every seat from 1 on where no seat is own."""
    if view.profile is None:
        return ()
    numbers = list(holders(view.profile))
    if view.own in numbers:
        at = numbers.index(view.own)
        numbers = numbers[at + 1 :] + numbers[:at]
    return tuple(place(view, seat, words, table_ms) for seat in numbers)


def place(view: View, number: Seat, words: Words, table_ms: int) -> Place:
    """Show one seat. Own cards are not part of it: a plate never shows what its player holds unseen."""
    seat = view.at(number)
    turn = turn_line(view, words, table_ms)
    acting = turn is not None and turn.seat == number
    over = view.phase in ("showdown", "resting") and bool(view.awards)
    return Place(
        seat=number,
        name=seat.name,
        stack=words.figure(seat.stack) if seat.status not in ("empty", "reserved") else "",
        status=_status(seat, words),
        quiet=seat.status in QUIET,
        empty=seat.status == "empty",
        own=number == view.own,
        acting=acting,
        bar=turn.bar if acting and turn else 0,
        marks=marks(view, number, words),
        backs=0 if seat.shown else seat.count,
        cards=seat.cards if seat.shown else (),
        drawn=next((drawn.card for drawn in view.drawn if drawn.seat == number), None),
        hand=words.language.hand_name(seat.shown) if seat.shown else "",
        won=words.figure(seat.won) if seat.won else "",
        lost=over and seat.shown is not None and not seat.won,
        bet=seat.bet,
        bet_figure=words.figure(seat.bet) if seat.bet else "",
        bet_words=last_words(seat.last, words) if seat.bet or _checked(seat) else "",
    )


def marks(view: View, number: Seat, words: Words) -> tuple[Mark, ...]:
    """The position discs of a seat."""
    holder: tuple[tuple[MarkKind, Seat | None], ...] = (
        ("button", view.button),
        ("small-blind", view.small_blind),
        ("big-blind", view.big_blind),
    )
    return tuple(Mark(kind, words.say(f"mark.{kind}")) for kind, seat in holder if seat == number)


def _checked(seat: SeatView) -> bool:
    return seat.last is not None and seat.last.kind == "check"


def _status(seat: SeatView, words: Words) -> str:
    if seat.mucked:
        return words.say("result.mucked")
    if seat.status in ("ready", "in-hand"):
        return ""
    return words.say(f"status.{seat.status}")
