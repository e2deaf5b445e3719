"""A seat as its plate shows it: on the ring of a seat screen and around the centre."""

from typing import Final, Literal

import msgspec

from controller.vocab.ids import Chips, Seat
from controller.wire.view import SeatStatus, SeatView, View
from evaluator_ext import Card
from seats.models.games import layout_of
from seats.models.turn import turn_line
from seats.models.words import Words, game_of, holders, last_words

MarkKind = Literal["button", "small-blind", "big-blind"]

QUIET: Final[tuple[SeatStatus, ...]] = ("empty", "reserved", "waiting", "sitting-out", "folded")


class Mark(msgspec.Struct, frozen=True):
    """A position disc and its letters."""

    kind: MarkKind
    letters: str


class Place(msgspec.Struct, frozen=True):
    """One seat's plate, and the bet in front of it.

    `quiet` plates sink into the cloth. `status` is a word or empty while the seat simply plays. `cards` lie open,
    `backs` face down beside them; `rows` are the opened rows of thirteen cards, the front first. `hand` names an open
    hand, `drew` how many cards the seat exchanged or threw away on this street. `bar` is the time left in thousandths
    while `acting`.
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
    rows: tuple[tuple[Card, ...], ...]
    drew: str
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
        backs=0 if seat.shown or seat.rows else max(seat.count - len(seat.up), 0),
        cards=_open_cards(seat),
        rows=tuple(row.cards for row in seat.rows),
        drew=_drew(view, seat, words),
        drawn=next((drawn.card for drawn in view.drawn if drawn.seat == number), None),
        hand=hand_words(seat, words),
        won=words.figure(seat.won) if seat.won > 0 else "",
        lost=over and seat.shown is not None and not seat.won,
        bet=seat.bet,
        bet_figure=words.figure(seat.bet) if seat.bet else "",
        bet_words=last_words(seat.last, words) if not view.awards and (seat.bet or _checked(seat)) else "",
    )


def _drew(view: View, seat: SeatView, words: Words) -> str:
    """How many cards a seat exchanged on this street; where all throw away as many, there is nothing to tell."""
    if seat.drew is None or layout_of(game_of(view)).form != "draw" or seat.status == "folded":
        return ""
    return words.language.plural("table.drew", seat.drew) if seat.drew else words.say("table.stands-pat")


def _open_cards(seat: SeatView) -> tuple[Card, ...]:
    """A tabled hand, or the cards that lie open before a seat which is still in the hand."""
    if seat.shown:
        return seat.cards
    return seat.showed or (seat.up if seat.status != "folded" and not seat.mucked else ())


def hand_words(seat: SeatView, words: Words) -> str:
    """What an open hand is, or how set rows stand."""
    if seat.shown:
        return words.language.hand_name(seat.shown)
    return words.say(f"standing.{seat.standing}") if seat.standing else ""


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
    if seat.standing not in (None, "set"):
        return words.say(f"standing.{seat.standing}")
    if seat.status in ("ready", "in-hand"):
        return ""
    return words.say(f"status.{seat.status}")
