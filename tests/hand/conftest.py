"""Rule sets that the tests of this folder make up are forgotten after them."""

from collections.abc import Iterator

import pytest

from controller.games import rulings as ruling_rows


@pytest.fixture(autouse=True, scope="session")
def made_up_rule_sets() -> Iterator[None]:
    """Put the table of rule sets back as it was."""
    before = dict(ruling_rows._BY_ID)
    yield
    ruling_rows._BY_ID.clear()
    ruling_rows._BY_ID.update(before)
