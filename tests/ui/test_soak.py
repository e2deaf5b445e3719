"""A table and its screens for hours on a clock moved by hand: what they hold does not grow (REL-10)."""

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from seats.kept import MANY_SCREENS, MIB, PICTURES, ROOM
from tests.ui.soak import Soak, Weight

ALL_ROOM = sum(ROOM.values())
"""For the pictures of seat, centre and kiosk together."""

OBJECTS = 1.03
RESIDENT = 48 * MIB
"""How much more there may be at the end than after the first part: what the C library has not given back yet."""

JOURNAL = 1.5
"""How much more a hand may take in the journal at the end than at the beginning: chance, and tickets that are out."""


@pytest.fixture(autouse=True)
def _little_room() -> Iterator[None]:
    pygame.display.init()
    PICTURES.limit(ALL_ROOM)
    yield
    PICTURES.limit(MANY_SCREENS)


def held(folder: Path, players: int, parts: int, hours: float) -> list[Weight]:
    """Let a table soak in parts of so many hours, and send everybody home; the books must agree to the cent."""
    soak = Soak(folder / "table", players)
    try:
        weights = []
        for _part in range(parts):
            soak.play(hours)
            weights.append(soak.weigh())
        assert soak.end() == 0
        assert not soak.house.machine.table.seats
        return weights
    finally:
        soak.house.close()


def is_flat(weights: list[Weight]) -> None:
    """The last part holds no more than the first did, nor does any between them much more."""
    first, last = weights[0], weights[-1]
    assert last.hands > first.hands > 0
    assert max(weight.pictures for weight in weights) <= ALL_ROOM
    assert last.objects <= first.objects * OBJECTS
    assert max(weight.resident for weight in weights[1:]) <= max(weight.resident for weight in weights[:2]) + RESIDENT


def per_hand(before: Weight, after: Weight) -> float:
    """Bytes of the journal for each hand between two moments."""
    return (after.journal - before.journal) / (after.hands - before.hands)


@pytest.mark.ci
def test_an_hour_at_the_table_leaves_nothing_behind(tmp_path: Path) -> None:
    weights = held(tmp_path, players=2, parts=2, hours=0.5)
    is_flat(weights)


@pytest.mark.hours
def test_a_day_and_a_night_at_the_table_leave_nothing_behind(tmp_path: Path) -> None:
    weights = held(tmp_path, players=4, parts=24, hours=1.0)
    is_flat(weights)
    assert per_hand(weights[-4], weights[-1]) <= JOURNAL * per_hand(weights[0], weights[3])
