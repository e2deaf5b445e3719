"""The formats of recorded hands: which are read, which are written, and by what they are known."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from cashier.money import EUR, Currency
from controller.app.acpc import read_acpc
from controller.app.event_file import CardsTold, EventHand, TableHand, public, read_events, write_events
from controller.app.ohh import OhhTable, ohh_hand
from controller.app.phh import read_phh
from controller.app.phh_writing import has_words_for, write_hand
from controller.app.problem import Problem
from controller.app.recorded import OtherGame, RecordedHand
from controller.app.text_files import written_whole
from controller.vocab import hand_records as hr
from controller.vocab.ids import MAX_SEATS
from controller.vocab.profile import GameId

ReadFormat = Literal["phh", "acpc", "events"]
WriteFormat = Literal["phh", "ohh", "events"]

AnyHand: TypeAlias = RecordedHand | OtherGame | EventHand
Wanted: TypeAlias = Callable[[int], bool]


class Reader(msgspec.Struct, frozen=True):
    """A format that is read: the endings of its files, and how."""

    endings: tuple[str, ...]
    read: Callable[[Path, Wanted], Iterator[AnyHand]]


READERS: Final[Mapping[ReadFormat, Reader]] = {
    "phh": Reader((".phh", ".phhs"), read_phh),
    "acpc": Reader((".log", ".acpc"), read_acpc),
    "events": Reader((".events", ".jsonl"), read_events),
}


def reader_of(path: Path, named: ReadFormat | None) -> Reader:
    """The reader of a format that is named, or by the ending of the file. Raises Problem where neither tells."""
    if named is not None:
        return READERS[named]
    for reader in READERS.values():
        if path.suffix.lower() in reader.endings:
            return reader
    endings = ", ".join(ending for reader in READERS.values() for ending in reader.endings)
    raise Problem(str(path), f"ends in none of {endings}", f"say --from {', '.join(READERS)}")


class Source(msgspec.Struct, frozen=True):
    """Whose hands are written: a table's machine id, name, seats and currency, and which cards may be told."""

    machine: str = ""
    table: str = ""
    seats: int = MAX_SEATS
    currency: Currency = EUR
    cards: CardsTold = "public"


class Written(msgspec.Struct, frozen=True):
    """How many hands were written, and how many of which games the format has no words for."""

    hands: int
    others: dict[str, int]


def _write_phh(path: Path, hands: Iterable[TableHand], _source: Source) -> Written:
    count, others = 0, Counter[str]()
    with written_whole(path) as file:
        for hand in hands:
            game = _game_of(hand)
            if not has_words_for(game):
                others[game] += 1
                continue
            count += 1
            file.write(write_hand(hand.events, count).encode() + b"\n")
    return Written(hands=count, others=dict(others))


def _game_of(hand: TableHand) -> GameId:
    return next(event.game for event in hand.events if isinstance(event, hr.HandStarted))


def _write_ohh(path: Path, hands: Iterable[TableHand], source: Source) -> Written:
    table = OhhTable(source.machine, source.table, source.seats, source.currency)
    count, others = 0, Counter[str]()
    with written_whole(path, private=source.cards == "all") as file:
        for hand in hands:
            text = ohh_hand(hand.events if source.cards == "all" else public(hand.events), table, hand.wall)
            if text is None:
                others[_game_of(hand)] += 1
                continue
            file.write(b"\n\n" + text if count else text)
            count += 1
        file.write(b"\n")
    return Written(hands=count, others=dict(others))


def _write_events(path: Path, hands: Iterable[TableHand], source: Source) -> Written:
    return Written(hands=write_events(path, hands, source.machine, source.table, source.cards), others={})


WRITERS: Final[Mapping[WriteFormat, Callable[[Path, Iterable[TableHand], Source], Written]]] = {
    "phh": _write_phh,
    "ohh": _write_ohh,
    "events": _write_events,
}
"""How each format is written; PHH holds what everyone saw, whatever the source tells."""
