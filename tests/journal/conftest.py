"""A journal file with a short evening in it, written once for all tests here."""

from pathlib import Path

import pytest

from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.store import connect
from controller.vocab.ids import Now
from tests.power.rig import KEY, MACHINE
from tests.power.session import evening


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A whole journal of 51 records, cleanly closed. Copy it before changing it."""
    path = tmp_path_factory.mktemp("table") / FILE_NAME
    journal = Journal.create(connect(path), MACHINE, KEY, Now(table=0, wall=1_700_000_000_000))
    for _ in evening(journal):
        pass
    journal.close()
    return path


@pytest.fixture
def path(written: Path, tmp_path: Path) -> Path:
    """An own copy of the whole journal."""
    copy = tmp_path / FILE_NAME
    copy.write_bytes(written.read_bytes())
    return copy
