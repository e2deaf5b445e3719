"""A start reads what came after the last mark, however long the journal is; a patrol reads all of it (REL-4, REL-8)."""

import shutil
import sqlite3
from pathlib import Path

import pytest

from controller.journal.errors import JournalDamagedError
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.store import Store, connect
from controller.journal.verify import verify
from controller.vocab.ids import Now
from tests.power.rig import KEY, MACHINE
from tests.power.session import Scribe, hand

NOW = Now(table=0, wall=1_700_000_000_000)


class CountingConnection(sqlite3.Connection):
    """Counts the chunks of records that are asked for."""

    asked: list[tuple[int, int]]

    def execute(self, sql: str, parameters: tuple[int, ...] = (), /) -> sqlite3.Cursor:
        if sql.startswith("SELECT record, schema, command"):
            self.asked.append((parameters[0], parameters[1]))
        return super().execute(sql, parameters)


def open_counting(path: Path) -> tuple[Journal, list[tuple[int, int]]]:
    """Open the journal at `path`, and return also which records were read for that."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=0, factory=CountingConnection)
    connection.asked = []
    journal = Journal.open(Store(connection, str(path), sqlite3.Error), KEY)
    return journal, connection.asked


def records_read(asked: list[tuple[int, int]]) -> int:
    return sum(last - first + 1 for first, last in asked)


def play(journal: Journal, hands: int) -> None:
    scribe = Scribe(journal)
    for number in range(hands):
        list(hand(scribe, number % 200))


@pytest.fixture(scope="module")
def long_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of 500 records, opened once and left with a snapshot, then played on for a hand."""
    path = tmp_path_factory.mktemp("long") / FILE_NAME
    journal = Journal.create(connect(path), MACHINE, KEY, NOW)
    play(journal, 100)
    journal.close()
    journal = Journal.open(connect(path), KEY)
    journal.snapshot(b"state")
    play(journal, 1)
    journal.close()
    return path


@pytest.fixture
def path(long_path: Path, tmp_path: Path) -> Path:
    """A copy of that journal."""
    return Path(shutil.copyfile(long_path, tmp_path / FILE_NAME))


def test_a_start_reads_the_records_after_the_mark_and_those_its_snapshots_hang_on(path: Path) -> None:
    journal, asked = open_counting(path)
    assert journal.record == 505
    # The record at the mark, twice; five new ones; and one for each of two snapshots.
    assert records_read(asked) <= 5 + 4
    recovered = journal.recover()
    assert len(recovered.tail) == 5
    journal.close()


def test_twice_the_journal_does_not_make_a_start_read_more(path: Path) -> None:
    journal = Journal.open(connect(path), KEY)
    play(journal, 100)
    assert journal.patrol(10_000) is None
    journal.snapshot(b"state")
    journal.close()
    journal, asked = open_counting(path)
    assert journal.record == 1005
    assert records_read(asked) <= 4
    journal.close()


def spoil(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("DROP TRIGGER IF EXISTS records_refuse_update")
    for statement in statements:
        connection.execute(statement)
    connection.execute(
        "CREATE TRIGGER records_refuse_update BEFORE UPDATE ON records "
        "BEGIN SELECT RAISE(ABORT, 'records is append-only'); END"
    )
    connection.close()


def test_what_was_spoilt_before_the_mark_is_found_by_the_patrol(path: Path) -> None:
    spoil(path, "UPDATE records SET wall_ms = wall_ms + 1 WHERE record = 77")
    journal = Journal.open(connect(path), KEY)
    found = [journal.patrol(50) for _slice in range(11)]
    assert [fault.record for fault in found if fault is not None] == [77]
    assert found[-1] is not None, "a round ends with its finding"
    journal.close()
    report = verify(path, KEY).fault
    assert report is not None
    assert report.record == 77


def test_records_appended_during_a_round_belong_to_it(path: Path) -> None:
    journal = Journal.open(connect(path), KEY)
    assert journal.patrol(400) is None
    assert journal.patrolling
    play(journal, 1)
    assert journal.patrol(400) is None
    assert not journal.patrolling
    journal.snapshot(b"state")
    journal.close()
    _journal, asked = open_counting(path)
    assert records_read(asked) <= 4
    _journal.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE checked SET body = zeroblob(length(body))",
        "UPDATE checked SET mac = zeroblob(32)",
        "DELETE FROM checked",
        "UPDATE records SET hash = zeroblob(32) WHERE record = 500",
    ],
)
def test_a_mark_that_is_not_the_tables_own_is_not_trusted(path: Path, change: str) -> None:
    """Everything is read then; what is wrong is found."""
    spoil(path, change)
    if "records" in change:
        with pytest.raises(JournalDamagedError, match="record 500"):
            open_counting(path)
        return
    journal, asked = open_counting(path)
    assert records_read(asked) >= 505
    journal.close()
    is_reported = any("mark of what was checked" in fault.sentence for fault in verify(path, KEY).snapshot_faults)
    assert is_reported == ("UPDATE" in change)
