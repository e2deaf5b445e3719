"""A single flipped bit anywhere in a journal is found and named, or it lies where nothing is stored (LED, SEC-6)."""

from pathlib import Path
from random import Random

import pytest

from controller.journal.reader import FILE_NAME
from tests.journal.flips import PAGE, SMALL_PAGES, flip_each, long_journal, small_journal, used

SMALL_PARTS = 8


@pytest.mark.hours
@pytest.mark.parametrize("page", range(SMALL_PAGES))
def test_every_byte_of_a_small_journal(tmp_path: Path, page: int) -> None:
    path = tmp_path / FILE_NAME
    small_journal(path)
    data = path.read_bytes()
    assert len(data) == SMALL_PAGES * PAGE
    flip_each(path, range(page * PAGE, (page + 1) * PAGE), Random(page))


@pytest.mark.ci
@pytest.mark.parametrize("part", range(SMALL_PARTS))
def test_every_byte_of_a_small_journal_that_holds_something(tmp_path: Path, part: int) -> None:
    """And one in sixteen of the empty ones. The parts are woven, for a few pages hold nearly everything."""
    path = tmp_path / FILE_NAME
    small_journal(path)
    data = path.read_bytes()
    held = used(data, 0, len(data))
    empty = sorted(set(range(len(data))).difference(held))[::16]
    places = sorted([*held, *empty])[part::SMALL_PARTS]
    assert flip_each(path, places, Random(part)) >= len(held[part::SMALL_PARTS]) * 9 // 10


def test_a_sample_of_a_small_journal(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    small_journal(path)
    data = path.read_bytes()
    places = used(data, 0, len(data))[::97]
    assert flip_each(path, places, Random(1)) >= len(places) * 9 // 10


@pytest.mark.ci
def test_a_sample_of_a_long_journal(tmp_path: Path) -> None:
    path, dice = tmp_path / FILE_NAME, Random(2)
    long_journal(path)
    data = path.read_bytes()
    places = dice.sample(used(data, 0, len(data)), 400)
    assert flip_each(path, places, dice) >= 360
