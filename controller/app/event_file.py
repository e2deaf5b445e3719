"""Hands as the events that they are, in a file of our own: nothing is lost, and each can be played again.

The first line is a header as JSON; each line after it is one hand, `{"wall": …, "events": […]}`, the events as the
journal has them. The digest in the header is of all those lines, so that a file that was cut short or changed is told
from a whole one. `cards` says whether the private events are in it, deck and hole cards, or only what everyone saw.
"""

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, Final, Literal, TypeAlias

import msgspec

from cashier.invariant import InvariantBreach
from cashier.refusal import Refusal
from controller.app.problem import Problem
from controller.app.text_files import written_whole
from controller.games import UnknownGameError, UnknownRuleSetError, rulings_by
from controller.games import digest as digest_of
from controller.hand import play, start, void
from controller.vocab import hand_records as hr
from controller.vocab.ids import HandId, Seat
from controller.vocab.records import SCHEMA, HandEvent
from evaluator_ext import Card

FORMAT: Final = "jakaja-hand-events"
VERSION: Final = 1
DIGEST_BYTES: Final = 16
LONGEST: Final = 1024 * 1024
"""Bytes of a line; a hand of ten players who raise as often as they may has some tens of thousands."""

CardsTold: TypeAlias = Literal["all", "public"]
"""Every card, as simulations and auditors know them, or only those that were tabled."""


class Header(msgspec.Struct, frozen=True):
    """What the file is: whose hands, with which cards, how many, and the digest of their lines (hex)."""

    format: str
    version: int
    schema: int
    machine: str
    table: str
    cards: CardsTold
    hands: int
    digest: str


class TableHand(msgspec.Struct, frozen=True):
    """One hand of a table: the wall time at which it began (ms, 0 where there was no clock), and its events."""

    wall: int
    events: tuple[HandEvent, ...]


class EventHand(msgspec.Struct, frozen=True):
    """One hand of a file: where it stands, and its events, also as they are written there."""

    where: str
    cards: CardsTold
    wall: int
    started: hr.HandStarted
    events: tuple[HandEvent, ...]
    written: bytes

    @property
    def number(self) -> HandId:
        """The hand's number at its table."""
        return self.started.hand


class _Line(msgspec.Struct, frozen=True):
    wall: int
    events: msgspec.Raw


_HEADER: Final = msgspec.json.Decoder(Header)
_LINE: Final = msgspec.json.Decoder(_Line)
_EVENTS: Final = msgspec.json.Decoder(tuple[HandEvent, ...])


# -- writing -----------------------------------------------------------------------------------------------------


def write_events(path: Path, hands: Iterable[TableHand], machine: str, table: str, cards: CardsTold) -> int:
    """Write hands one after another and return how many.

    Private events are left out unless `cards` is "all", and a file that has them is for this user alone.
    """
    count, digest = 0, blake2b(digest_size=DIGEST_BYTES)
    with tempfile.TemporaryFile() as body, written_whole(path, private=cards == "all") as file:
        for hand in hands:
            count += 1
            told = hand.events if cards == "all" else public(hand.events)
            line = msgspec.json.encode(TableHand(wall=hand.wall, events=told)) + b"\n"
            digest.update(line)
            body.write(line)
        header = Header(FORMAT, VERSION, SCHEMA, machine, table, cards, count, digest.hexdigest())
        file.write(msgspec.json.encode(header) + b"\n")
        body.seek(0)
        shutil.copyfileobj(body, file)
    return count


def public(events: Iterable[HandEvent]) -> tuple[HandEvent, ...]:
    """What everyone was told of a hand."""
    return tuple(event for event in events if event.audience == "everyone")


# -- reading -----------------------------------------------------------------------------------------------------


def read_events(path: Path, wanted: Callable[[int], bool] = lambda number: True) -> Iterator[EventHand]:
    """Read the hands of a file whose number is `wanted`, once all of it has been found whole.

    Raises Problem for a file that is none of ours, of another version, cut short or changed, naming the line.
    """
    header = read_header(path)
    digest, count = blake2b(digest_size=DIGEST_BYTES), 0
    for _, line in _lines(path):
        digest.update(line)
        count += 1
    if count != header.hands:
        raise Problem(str(path), f"holds {count} of {header.hands} hands", "fetch the whole file again")
    if digest.hexdigest() != header.digest:
        raise Problem(str(path), "was changed: its digest is another", "fetch the file again from its table")
    for place, line in _lines(path):
        hand = _hand(f"{path.name}, line {place}", header.cards, line)
        if wanted(hand.number):
            yield hand


def read_header(path: Path) -> Header:
    """What the file says of itself. Raises Problem for a file that is none of ours or of another version."""
    try:
        with path.open("rb") as file:
            first = _next_line(file, f"{path}, line 1")
    except OSError as error:
        raise Problem(str(path), f"cannot be read ({error.strerror})", "name a file of hand events") from error
    try:
        header = _HEADER.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(f"{path}, line 1", f"is no header ({error})", "name a file of hand events") from error
    if header.format != FORMAT:
        raise Problem(f"{path}, line 1", f"the format is {header.format!r}", f"name a file of {FORMAT}")
    if (header.version, header.schema) != (VERSION, SCHEMA):
        what = f"is of version {header.version}, schema {header.schema}"
        raise Problem(f"{path}, line 1", what, f"read it with a release that writes these (here {VERSION}, {SCHEMA})")
    return header


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines after the header with their numbers."""
    with path.open("rb") as file:
        file.readline(LONGEST)
        place = 2
        while line := _next_line(file, f"{path}, line {place}"):
            yield place, line
            place += 1


def _next_line(file: BinaryIO, where: str) -> bytes:
    line = file.readline(LONGEST)
    if len(line) == LONGEST:
        raise Problem(where, f"is longer than {LONGEST} bytes", "name a file of hand events")
    return line


def _hand(where: str, cards: CardsTold, line: bytes) -> EventHand:
    try:
        found = _LINE.decode(line)
        events = _EVENTS.decode(found.events)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Problem(where, f"is no hand ({error})", "fetch the file again from its table") from error
    starts = [event for event in events if isinstance(event, hr.HandStarted)]
    if len(starts) != 1 or events[0] is not starts[0]:
        raise Problem(where, "does not begin with the one HandStarted of a hand", "fetch the file again from its table")
    return EventHand(where, cards, found.wall, starts[0], events, bytes(found.events))


def events_of(written: bytes) -> tuple[HandEvent, ...]:
    """The events of a hand as a line has them. Raises msgspec.DecodeError."""
    return _EVENTS.decode(written)


# -- playing again -----------------------------------------------------------------------------------------------


def play_events(hand: EventHand) -> bytes | str:
    """The events that the hand's deck and acts make today, as they would be written, or why it cannot be played."""
    started, events = hand.started, hand.events
    deck = next((event.deck for event in events if isinstance(event, hr.DeckFixed)), None)
    if deck is None:
        return "its deck is not in the file"
    try:
        if started.rulings and started.rulings != digest_of(rulings_by(started.rule_set, started.overrides)):
            return f"was played under other rulings of {started.rule_set}"
        state, made = start(started, deck)
        for act, auto in _acts(events):
            answer = play(state, act, auto)
            if isinstance(answer, Refusal):
                return f"decision {act.decision} is refused as {answer.code}"
            made += answer
        voided = next((event for event in events if isinstance(event, hr.HandVoided)), None)
        made += void(state, voided) if voided is not None and not state.over else []
    except (InvariantBreach, UnknownGameError, UnknownRuleSetError) as error:
        return f"cannot be dealt: {error}"
    return msgspec.json.encode(made)


def _acts(events: Sequence[HandEvent]) -> Iterator[tuple[hr.Act, hr.AutoCause | None]]:
    """What the players did, or the table for them. Cards that go or are set come before the act, shown ones after."""
    gone: tuple[Card, ...] = ()
    for place, event in enumerate(events, 1):
        if isinstance(event, hr.CardsDiscarded | hr.RowsArranged):
            gone = event.cards
        elif isinstance(event, hr.Acted):
            cards = _shown(events[place:], event.seat) if event.kind == "show" else gone
            to = event.to if event.kind == "raise" else 0
            yield hr.Act(event.seat, event.decision, event.kind, to, cards, event.runs), event.auto
            gone = ()


def _shown(events: Sequence[HandEvent], seat: Seat) -> tuple[Card, ...]:
    """The cards that a seat shows by choice, in the events after it chose."""
    for event in events:
        if isinstance(event, hr.Acted | hr.PotAwarded):
            break
        if isinstance(event, hr.HandShown | hr.CardsShown) and event.seat == seat:
            return event.cards
    return ()
