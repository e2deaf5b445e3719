"""The store runs with the settings that durability needs, or not at all (REL-3); a failed commit ends it (REL-5)."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from controller.journal.errors import CommitFailedError, NotAJournalError, StoreOpenError, StorePoisonedError
from controller.journal.reader import Cursor, Value
from controller.journal.schema import PRAGMAS, Pragma
from controller.journal.store import Statement, Store, connect


class Stubborn:
    """A connection on which one setting cannot be made."""

    def __init__(self, path: Path, name: str) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None)
        self._name = name
        self.closed = False

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, parameters: tuple[Value, ...] = (), /) -> Cursor:
        if sql.startswith(f"PRAGMA {self._name}="):
            return self._connection.execute("SELECT 0")
        return self._connection.execute(sql, parameters)

    def close(self) -> None:
        self._connection.close()
        self.closed = True


@pytest.mark.parametrize(
    "pragma", [pragma for pragma in PRAGMAS if pragma.name != "foreign_keys"], ids=lambda p: p.name
)
def test_a_setting_that_does_not_take_refuses_to_open(tmp_path: Path, pragma: Pragma) -> None:
    connection = Stubborn(tmp_path / "journal.sqlite", pragma.name)
    if pragma.name == "synchronous":
        connection.execute("PRAGMA synchronous = NORMAL")
    with pytest.raises(StoreOpenError, match=f"SQLite runs with {pragma.name}=.* instead of"):
        Store(connection, "journal.sqlite", sqlite3.Error)
    assert connection.closed


def test_a_database_in_memory_cannot_be_a_journal() -> None:
    with pytest.raises(StoreOpenError, match="journal_mode='memory' instead of 'wal'"):
        Store(sqlite3.connect(":memory:", isolation_level=None), "memory", sqlite3.Error)


def test_all_settings_are_read_back_as_asked(tmp_path: Path) -> None:
    store = connect(tmp_path / "journal.sqlite")
    assert {pragma.name: store.rows(f"PRAGMA {pragma.name}")[0][0] for pragma in PRAGMAS} == {
        pragma.name: pragma.reads for pragma in PRAGMAS
    }
    store.close()


def test_only_one_program_at_a_time_has_the_journal(tmp_path: Path) -> None:
    store = connect(tmp_path / "journal.sqlite")
    with pytest.raises(StoreOpenError, match=r"database is locked.*end any other program"):
        connect(tmp_path / "journal.sqlite")
    store.close()
    connect(tmp_path / "journal.sqlite").close()


def test_another_programs_database_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    songs = tmp_path / "songs.sqlite"
    connection = sqlite3.connect(songs)
    connection.execute("CREATE TABLE songs (name TEXT)")
    connection.close()
    before = songs.read_bytes()
    with pytest.raises(NotAJournalError, match="another program's database"):
        connect(songs)
    assert songs.read_bytes() == before


def test_a_missing_folder_gets_one_clear_line(tmp_path: Path) -> None:
    with pytest.raises(StoreOpenError, match="check that its folder exists"):
        connect(tmp_path / "nowhere" / "journal.sqlite")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_text("deck: As Kd\n" * 100)
    with pytest.raises(StoreOpenError, match="file is not a database"):
        connect(tmp_path / "journal.sqlite")


def test_the_wal_goes_into_the_file_every_few_commits(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    store = Store(connection, str(path), sqlite3.Error, checkpoint_every=5)
    for _ in range(100):
        store.commit([("UPDATE head SET seq = seq + 1", ())])
    frames = Path(f"{path}-wal").stat().st_size // 4096
    store.close()
    assert frames < 20


@pytest.mark.parametrize("verb", ["UPDATE {} SET record = record", "DELETE FROM {}"])
@pytest.mark.parametrize("table", ["records", "events", "transfers"])
def test_the_past_cannot_be_changed(path: Path, table: str, verb: str) -> None:
    store = connect(path)
    with pytest.raises(CommitFailedError, match=f"{table} is append-only"):
        store.commit([(verb.format(table), ())])
    store.close()


def test_a_failed_transaction_leaves_nothing_of_itself_and_poisons_the_store(path: Path) -> None:
    store = connect(path)
    before = store.outbox()
    with pytest.raises(CommitFailedError, match="a commit failed"):
        store.commit([("DELETE FROM outbox", ()), ("INSERT INTO nowhere VALUES (1)", ())])
    assert store.poisoned
    assert store.outbox() == before
    with pytest.raises(StorePoisonedError, match="nothing is written after a failed commit"):
        store.commit([("DELETE FROM outbox", ())])
    store.close()


def test_an_interrupted_transaction_poisons_the_store_and_is_passed_on(path: Path) -> None:
    def statements() -> Iterator[Statement]:
        yield "DELETE FROM outbox", ()
        raise KeyboardInterrupt

    store = connect(path)
    before = store.outbox()
    with pytest.raises(KeyboardInterrupt):
        store.commit(statements())
    assert store.poisoned
    assert store.outbox() == before
    store.close()
