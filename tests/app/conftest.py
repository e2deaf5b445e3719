"""A table for every test here."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A new table with nobody at it."""
    table = House(tmp_path / "table")
    yield table
    table.close()
