"""The hands of a table's journal, one after another, as their own events."""

from collections.abc import Iterable, Iterator
from typing import Final, get_args

from controller.app.event_file import TableHand
from controller.journal.rows import Record
from controller.vocab import hand_records as hr
from controller.vocab.records import HandEvent

_OF_A_HAND: Final[tuple[type[HandEvent], ...]] = get_args(HandEvent)


def table_hands(records: Iterable[Record]) -> Iterator[TableHand]:
    """Every hand that has ended; records come in order, and without the table's key lack what is sealed."""
    wall = 0
    events: list[HandEvent] = []
    for record in records:
        for event in record.events:
            if isinstance(event, hr.HandStarted):
                wall, events = record.now.wall, []
            if isinstance(event, _OF_A_HAND):
                events.append(event)
            if isinstance(event, hr.HandEnded):
                yield TableHand(wall=wall, events=tuple(events))
