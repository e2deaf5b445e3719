"""The file of persons: who stands behind a pseudonym, as long as he may be known (R-RG-1).

It lies beside the journal and outside its chain, so that a person can be erased and the journal still verifies. Rows
are sealed under the table's key, SQLite overwrites what is deleted (`secure_delete`), and the file is written anew
after each erasure, so that its bytes are gone from it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import date
from pathlib import Path
from typing import Final

import msgspec

from controller.app.problem import Problem
from controller.journal.seal import EVENT_BLOCK, NotOpeningError, Seal
from controller.vocab.player_records import Pseudonym

AGE: Final = 18
"""Years: nobody younger may play (poker.md §1.1)."""

_TABLE: Final = "CREATE TABLE IF NOT EXISTS persons (player TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT"


class Person(msgspec.Struct, frozen=True):
    """Who somebody is: name, date of birth, which document proved it, and what he would like (language, contact)."""

    name: str
    born: date
    document: str
    preferences: str = ""

    def is_of_age(self, today: date) -> bool:
        """Whether he has had his eighteenth birthday; born on 29 February, he has it on 1 March."""
        birthday = (self.born.month, self.born.day)
        return today.year - self.born.year - ((today.month, today.day) < birthday) >= AGE


class People:
    """The persons of one table, in `path`. Raises `Problem` for a file that cannot be used."""

    def __init__(self, path: Path, table_key: bytes) -> None:
        self._path = path
        self._seal = Seal(table_key, "person", EVENT_BLOCK)

    def put(self, player: Pseudonym, person: Person) -> None:
        """Keep a person, in the place of whoever was kept for this pseudonym."""
        body = self._seal.close((player,), msgspec.msgpack.encode(person))
        with self._open() as file:
            file.execute("INSERT OR REPLACE INTO persons VALUES (?, ?)", (player, body))

    def find(self, player: Pseudonym) -> Person | None:
        """The person behind a pseudonym, or None where nobody is kept."""
        with self._open() as file:
            row = file.execute("SELECT body FROM persons WHERE player = ?", (player,)).fetchone()
        return None if row is None else self._read(player, row[0])

    def list(self) -> tuple[tuple[Pseudonym, Person], ...]:
        """Everyone who is kept, by pseudonym."""
        with self._open() as file:
            rows = file.execute("SELECT player, body FROM persons ORDER BY player").fetchall()
        return tuple((player, self._read(player, body)) for player, body in rows)

    def erase(self, player: Pseudonym) -> bool:
        """Remove a person and every byte of him from the file; return whether there was one."""
        with self._open() as file:
            gone = file.execute("DELETE FROM persons WHERE player = ?", (player,)).rowcount
            file.execute("VACUUM")
        return bool(gone)

    def _read(self, player: Pseudonym, body: bytes) -> Person:
        try:
            return msgspec.msgpack.decode(self._seal.open((player,), body), type=Person)
        except (NotOpeningError, msgspec.MsgspecError) as error:
            raise Problem(
                str(self._path), f"the row of {player} does not open", "restore the file or its key"
            ) from error

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        """Open the file for its owner alone; what a transaction overwrites is kept in memory and on no disk."""
        try:
            self._path.touch(mode=0o600)
            with closing(sqlite3.connect(self._path, isolation_level=None, timeout=5)) as file:
                for setting in ("secure_delete=ON", "journal_mode=MEMORY", "synchronous=FULL", "temp_store=MEMORY"):
                    file.execute(f"PRAGMA {setting}")
                file.execute(_TABLE)
                yield file
        except (sqlite3.Error, OSError) as error:
            raise Problem(str(self._path), f"cannot be used ({error})", "mend the disk, or restore the file") from error
