"""The one place that speaks to SQLite: settings, transactions, and the raw rows.

Only plain `execute` is used, with BEGIN, COMMIT and ROLLBACK written out, so that the standard library's `sqlite3`
(`isolation_level=None`) and `apsw`, on whose virtual disks the power rig runs, drive the very same code.

WAL with synchronous=FULL costs one fsync for each commit and lost nothing under any power cut measured; the
library's default settings did (reliability §0). A failed commit is never tried again: after a failed fsync a
second one may succeed without having written anything. The store is poisoned instead, and the table freezes.
"""

import errno
import fcntl
import os
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from controller.journal.errors import CommitFailedError, NotAJournalError, StoreOpenError, StorePoisonedError, Trouble
from controller.journal.reader import FILE_NAME, Connection, Reader, Value
from controller.journal.schema import APPLICATION_ID, LOCK, MIGRATIONS, PRAGMAS, STORE_SCHEMA, Pragma, layout

_MAGIC: Final = b"SQLite format 3\x00"
_FIRST_LOCK: Final = 0x4000_0000
_LOCK_BYTES: Final = 512
"""Where SQLite puts its locks in every file (sqlite.org, "File Locking": pending, reserved and shared bytes)."""

_WRITE_LOCK: Final = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, _FIRST_LOCK, _LOCK_BYTES, 0)
"""A `struct flock` over those bytes (fcntl(2))."""

Statement = tuple[str, tuple[Value, ...]]
"""One SQL statement and its parameters."""


def connect(path: Path) -> "Store":
    """Open or begin the journal file at `path` with the standard library, as `Store` describes."""
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    except sqlite3.Error as failure:
        message = f"{path}: cannot be opened ({failure}); check that its folder exists"
        raise StoreOpenError(message, "disk") from failure
    return Store(connection, str(path), sqlite3.Error)


@contextmanager
def kept_closed(path: Path) -> Iterator[None]:
    """Hold the journal at `path` while the block runs: no table opens it, and nobody else holds it.

    Its folder is locked too, for a journal that is gone. The locks are of open files, not of the process: copying the
    journal meanwhile does not let go of them. Raises StoreOpenError when another program is there first, OSError.
    """
    with ExitStack() as stack:
        folder = os.open(path.parent, os.O_RDONLY)
        stack.callback(os.close, folder)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists():
                fcntl.fcntl(stack.enter_context(path.open("r+b")), fcntl.F_OFD_SETLK, _WRITE_LOCK)
        except OSError as refusal:
            if refusal.errno not in (errno.EAGAIN, errno.EACCES):
                raise
            message = f"{path}: another program has it open, or repairs it; end that first"
            raise StoreOpenError(message, "in-use") from refusal
        yield


@contextmanager
def open_copy(path: Path) -> Iterator[Reader]:
    """Yield a reader over a copy of the journal at `path` and of its `-wal`, so that reading changes nothing.

    Not for the process that has the journal open: closing any handle to an SQLite file drops its locks there.
    Raises NotAJournalError for what is no SQLite file, and when the table writes while it is being copied.
    """
    with TemporaryDirectory(prefix="jakaja-verify-") as folder:
        copy = Path(folder) / FILE_NAME
        before = _stamps(path)
        for suffix in ("", "-wal"):
            if (source := Path(f"{path}{suffix}")).exists():
                shutil.copyfile(source, f"{copy}{suffix}")
        if _stamps(path) != before:
            raise NotAJournalError(f"{path}: the table is writing to it; stop the table and verify again")
        with copy.open("rb") as file:
            magic = file.read(len(_MAGIC))
        if magic != _MAGIC:
            found = "is empty" if not magic else "is not an SQLite file"
            raise NotAJournalError(f"{path}: {found}; name the {FILE_NAME} of a table's folder")
        connection = sqlite3.connect(copy, isolation_level=None)
        try:
            # A file cut short is then read as far as it goes; without it SQLite refuses the whole of it.
            connection.execute("PRAGMA writable_schema=ON")
            connection.execute("PRAGMA query_only=ON")
            yield Reader(connection, str(path), sqlite3.Error)
        finally:
            connection.close()


def _stamps(path: Path) -> list[tuple[int, int] | None]:
    stamps: list[tuple[int, int] | None] = []
    for suffix in ("", "-wal"):
        try:
            status = Path(f"{path}{suffix}").stat()
        except FileNotFoundError:
            stamps.append(None)
        else:
            stamps.append((status.st_size, status.st_mtime_ns))
    if stamps[0] is None:
        raise NotAJournalError(f"{path}: no such file; name the {FILE_NAME} of a table's folder")
    return stamps


class Store(Reader):
    """An open journal file with one writer: this object, until it is closed or poisoned.

    Opening sets what durability needs and reads every setting back (REL-3), then moves what an earlier run left in
    the `-wal` into the file and flushes it: pages that a failed flush left clean in memory get written once more.
    """

    def __init__(
        self, connection: Connection, where: str, errors: type[Exception], *, checkpoint_every: int = 128
    ) -> None:
        """Take over `connection`, which must be in autocommit mode.

        Raises StoreOpenError, and NotAJournalError for another program's database; the connection is closed then.
        After every `checkpoint_every` commits the WAL is moved into the file.
        """
        super().__init__(connection, where, errors)
        self._checkpoint_every = checkpoint_every
        self._commits = 0
        self._poison: str | None = None
        try:
            self._prepare()
        except BaseException:
            connection.close()
            raise

    @property
    def poisoned(self) -> bool:
        """Whether a transaction failed; nothing more is written then."""
        return self._poison is not None

    @property
    def blank(self) -> bool:
        """Whether nothing was ever stored here: a new file, or a set-up that the power cut short."""
        return not self.number("SELECT count(*) FROM sqlite_schema")

    def create(self, rows: Iterable[Statement]) -> None:
        """Make all tables and guards and run `rows`, in one transaction. Raises as `commit` does."""
        tables = ((sql, ()) for sql in layout(STORE_SCHEMA).values())
        stamps = ((f"PRAGMA application_id={APPLICATION_ID}", ()), (f"PRAGMA user_version={STORE_SCHEMA}", ()))
        self.commit((*stamps, *tables, *rows))

    def migrate(self, rows: Iterable[Statement]) -> None:
        """Bring the tables to this program's version and run `rows`, in one transaction. Raises as `commit` does."""
        before = self.version
        todo = [migration for migration in MIGRATIONS if migration.to > before]
        steps = (sql for migration in todo for sql in (*migration.adds.values(), *migration.runs))
        self.commit((*((sql, ()) for sql in steps), (f"PRAGMA user_version={STORE_SCHEMA}", ()), *rows))

    def commit(self, statements: Iterable[Statement]) -> None:
        """Run all `statements` in one transaction that is on the disk when this returns.

        Raises CommitFailedError when anything fails: then none of it counts, and the store is poisoned. Raises
        StorePoisonedError on a poisoned store.
        """
        if self._poison is not None:
            raise StorePoisonedError(
                f"{self.where}: nothing is written after a failed commit ({self._poison}); "
                "mend the disk and start the table again"
            )
        try:
            if self._commits >= self._checkpoint_every:
                self._checkpoint("PASSIVE")
            self._connection.execute("BEGIN IMMEDIATE")
            for sql, parameters in statements:
                self._connection.execute(sql, parameters)
            self._connection.execute("COMMIT")
        except BaseException as failure:
            self._poison = str(failure) or type(failure).__name__
            self._roll_back(failure)
            if not isinstance(failure, self._errors):
                raise
            raise CommitFailedError(
                f"{self.where}: a commit failed ({failure}); the table stays at its last durable state, "
                "mend the disk and start the table again"
            ) from failure
        self._commits += 1

    def forget_pages(self) -> None:
        """Give back the pages in memory, so that the next reading sees the disk. Raises ReadFailedError."""
        self.rows("PRAGMA shrink_memory")

    def close(self) -> None:
        """Let go of the file; nothing may be called after it.

        SQLite moves the WAL into the file here. Should that fail, nothing is lost: the next opening makes up for it.
        """
        self._connection.close()

    def _checkpoint(self, mode: str) -> None:
        self._connection.execute(f"PRAGMA wal_checkpoint({mode})").fetchall()
        self._commits = 0

    def _roll_back(self, failure: BaseException) -> None:
        # After some errors SQLite has rolled back by itself. Reading must go on from the last durable state.
        if self._connection.in_transaction:
            try:
                self._connection.execute("ROLLBACK")
            except self._errors as second:
                failure.add_note(f"rolling back failed too: {second}")

    def _prepare(self) -> None:
        try:
            self._set(LOCK)
            self._refuse_strangers()
            for pragma in PRAGMAS:
                self._set(pragma)
            for pragma in PRAGMAS:
                self._read_back(pragma)
            self._checkpoint("TRUNCATE")
        except self._errors as failure:
            raise StoreOpenError(
                f"{self.where}: cannot be opened ({failure}); end any other program that uses it, "
                "and check the file with `jakaja verify`",
                _trouble(failure),
            ) from failure

    def _refuse_strangers(self) -> None:
        # Before the first setting that is written into the file: what is not ours stays as it is.
        ((application,),) = self._connection.execute("PRAGMA application_id").fetchall()
        ((entries,),) = self._connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
        if entries and application != APPLICATION_ID:
            raise NotAJournalError(f"{self.where}: is another program's database; name a table's {FILE_NAME}")

    def _set(self, pragma: Pragma) -> None:
        self._connection.execute(f"PRAGMA {pragma.name}={pragma.value}").fetchall()

    def _read_back(self, pragma: Pragma) -> None:
        found = next((value for (value,) in self._connection.execute(f"PRAGMA {pragma.name}").fetchall()), None)
        if found != pragma.reads:
            raise StoreOpenError(
                f"{self.where}: SQLite runs with {pragma.name}={found!r} instead of "
                f"{pragma.reads!r}, so a power cut could lose money; use a local disk and an unmodified SQLite",
                "settings",
            )


def _trouble(failure: Exception) -> Trouble:
    code = getattr(failure, "sqlite_errorcode", 0) & 0xFF
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return "in-use"
    return "damaged" if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB) else "disk"
