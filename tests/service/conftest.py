"""Evenings to look back at."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.journal.rows import Record
from controller.vocab import hand_records as hr
from tests.app.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A new table with nobody at it."""
    table = House(tmp_path / "table")
    yield table
    table.close()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Twelve hands of three bots, and a thirteenth in which the first of them has just acted."""
    table = House(tmp_path_factory.mktemp("recall") / "table")
    for seat in (1, 2, 3):
        table.sit(seat)
    table.play_bots(12)
    table.deal()
    table.clock.advance(7_000)
    table.act("call")
    yield table
    table.close()


@pytest.fixture(scope="module")
def records(evening: House) -> list[Record]:
    """Everything in the journal of that evening, opened with the table's key."""
    return list(evening.journal.iter_records())


def events_of(records: list[Record], hand: int) -> list[object]:
    """The journal's own events from the start of a hand to its end."""
    told: list[object] = []
    running = False
    for record in records:
        for event in record.events:
            running = running or (isinstance(event, hr.HandStarted) and event.hand == hand)
            if running:
                told.append(event)
            if running and isinstance(event, hr.HandEnded):
                return told
    return told
