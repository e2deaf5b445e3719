"""Journals of every past version are checked, migrated in one transaction and played on; newer ones are refused."""

import shutil
import sqlite3
from pathlib import Path

import msgspec
import pytest

from controller import machine as machines
from controller.app.boot import recover
from controller.journal.errors import JournalDamagedError, NotAJournalError
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.schema import MIGRATIONS, STORE_SCHEMA
from controller.journal.store import connect
from controller.journal.verify import verify
from tests.power.rig import KEY
from tests.power.session import one_more_hand

PAST = Path(__file__).parent / "past"


class Version(msgspec.Struct, frozen=True):
    """A journal of a past version: its file, its records, and the chain hash after the last of them."""

    number: int
    records: int
    head: str

    @property
    def file(self) -> Path:
        return PAST / f"version-{self.number}.sqlite"


VERSIONS = (Version(1, 55, "a4161bbdcd0864f1227388ca440b5f65a21803d892e4f6a8b6e9519a393d2881"),)


@pytest.fixture(params=VERSIONS, ids=[f"version-{version.number}" for version in VERSIONS])
def version(request: pytest.FixtureRequest) -> Version:
    found: Version = request.param
    return found


@pytest.fixture
def past(version: Version, tmp_path: Path) -> Path:
    """A copy of a past journal, to be opened."""
    return Path(shutil.copyfile(version.file, tmp_path / FILE_NAME))


def test_there_is_a_journal_of_every_past_version() -> None:
    assert [version.number for version in VERSIONS] == list(range(1, STORE_SCHEMA))
    assert [migration.to for migration in MIGRATIONS] == list(range(2, STORE_SCHEMA + 1))
    assert sorted(file.name for file in PAST.glob("*.sqlite")) == sorted(version.file.name for version in VERSIONS)


def test_a_past_journal_verifies_as_it_is_and_is_not_changed_by_that(version: Version, past: Path) -> None:
    before = past.read_bytes()
    report = verify(past, KEY)
    assert report.whole
    assert report.records == version.records
    assert past.read_bytes() == before


def test_a_past_journal_is_migrated_keeps_its_history_and_plays_on(version: Version, past: Path) -> None:
    journal = Journal.open(connect(past), KEY)
    assert (journal.record, journal.head_hash.hex()) == (version.records, version.head)
    (incident,) = journal.incidents
    assert (incident.kind, incident.record) == ("migrated", version.records)
    assert machines.reconciliation(recover(journal)[0].machine).difference == 0
    played = list(one_more_hand(journal))
    journal.close()
    report = verify(past, KEY)
    assert report.whole
    assert report.records == played[-1] == version.records + 5
    assert report.heads >= 2
    again = Journal.open(connect(past), KEY)
    assert again.incidents == (incident,)
    again.close()


def test_a_damaged_past_journal_is_not_migrated(past: Path) -> None:
    connection = sqlite3.connect(past, isolation_level=None)
    connection.execute("DROP TRIGGER records_refuse_update")
    connection.execute("UPDATE records SET wall_ms = wall_ms + 1 WHERE record = 20")
    connection.close()
    before = past.read_bytes()
    store = connect(past)
    with pytest.raises(JournalDamagedError, match="record 20"):
        Journal.open(store, KEY)
    store.close()
    assert past.read_bytes() == before


@pytest.mark.parametrize("number", [0, STORE_SCHEMA + 1, STORE_SCHEMA + 100])
def test_a_journal_of_a_newer_or_no_version_is_refused_in_one_line_and_not_changed(past: Path, number: int) -> None:
    connection = sqlite3.connect(past, isolation_level=None)
    connection.execute(f"PRAGMA user_version={number}")
    connection.close()
    before = past.read_bytes()
    store = connect(past)
    with pytest.raises(NotAJournalError, match=f"has journal schema {number}, this program reads 1 to {STORE_SCHEMA}"):
        Journal.open(store, KEY)
    store.close()
    assert past.read_bytes() == before
