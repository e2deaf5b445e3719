"""Reads a journal's tables: format, the single rows, and records one after the other, whole or damaged.

It speaks plain SQL over any connection that has `execute`, and never writes.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, Protocol, TypeVar

import msgspec

from controller.journal.errors import NotAJournalError, ReadFailedError
from controller.journal.rows import (
    BalanceRow,
    Head,
    Hole,
    Incident,
    MarkRow,
    Meta,
    RawRecord,
    SignedHead,
    StoredRecord,
    StoredSnapshot,
)
from controller.journal.schema import APPLICATION_ID, STORE_SCHEMA, is_guard, layout

FILE_NAME: Final = "journal.sqlite"
"""The journal's file in a table's folder; `-wal` beside it belongs to it."""

SECOND: Final = 2
"""The version that brought signed heads, the mark of what was checked, and incidents."""

_CHUNK: Final = 256
_RECORDS_PER_PAGE: Final = 128
"""More do not fit: 4096 bytes a page, and the hash of a record alone takes 32."""

Value = int | str | bytes | float | None
Row = Sequence[Value]
_T = TypeVar("_T")


class Cursor(Protocol):
    """What the store needs of a result."""

    def fetchall(self) -> Sequence[Row]:
        """All rows that are left."""
        ...


class Connection(Protocol):
    """What the store needs of an SQLite connection in autocommit mode."""

    @property
    def in_transaction(self) -> bool:
        """Whether a BEGIN is open."""
        ...

    def execute(self, sql: str, parameters: tuple[Value, ...] = (), /) -> Cursor:
        """Run one statement."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


class Reader:
    """Reads a journal's rows. `errors` is the base of everything the connection raises for trouble of SQLite's."""

    def __init__(self, connection: Connection, where: str, errors: type[Exception]) -> None:
        """`where` names the file in messages."""
        self._connection = connection
        self._errors = errors
        self.where: Final = where

    def rows(self, sql: str, parameters: tuple[Value, ...] = ()) -> Sequence[Row]:
        """All rows that `sql` selects. Raises ReadFailedError."""
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except self._errors as failure:
            raise ReadFailedError(f"{self.where}: cannot be read ({failure})") from failure

    def number(self, sql: str) -> int:
        """The one whole number that `sql` selects, 0 for NULL. Raises ReadFailedError."""
        ((value,),) = self.rows(sql)
        if value is not None and not isinstance(value, int):
            raise ReadFailedError(f"{self.where}: {value!r} stands where a whole number belongs")
        return value or 0

    @property
    def version(self) -> int:
        """The version of the journal's tables. Raises ReadFailedError."""
        return self.number("PRAGMA user_version")

    def check_format(self) -> None:
        """Raise NotAJournalError unless this is a journal of this schema, or an earlier one, with all its tables."""
        try:
            application, schema = self.number("PRAGMA application_id"), self.number("PRAGMA user_version")
            present = {name for (name,) in self.rows("SELECT name FROM sqlite_schema WHERE type = 'table'")}
        except ReadFailedError as failure:
            raise NotAJournalError(f"{self.where}: its header is damaged; restore the last good copy") from failure
        if not present and not application:
            raise NotAJournalError(f"{self.where}: holds no journal yet; set the table up first")
        if application != APPLICATION_ID:
            raise NotAJournalError(f"{self.where}: is another program's database; name a table's {FILE_NAME}")
        if not 1 <= schema <= STORE_SCHEMA:
            raise NotAJournalError(
                f"{self.where}: has journal schema {schema}, this program reads 1 to {STORE_SCHEMA}; use the program's "
                "version that wrote it"
            )
        if missing := [name for name in layout(schema) if not is_guard(name) and name not in present]:
            raise NotAJournalError(f"{self.where}: lacks its table {missing[0]}; restore the last good copy")

    def changed_schema(self) -> str | None:
        """The first table or guard whose statement is not the one a journal is created with, or None."""
        found = {str(name): sql for name, sql in self.rows("SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL")}
        expected = layout(self.version)
        changed = [name for name in expected if found.get(name) != expected[name]]
        added = [name for name in found if name not in expected]
        return next(iter(changed + added), None)

    def meta(self) -> Meta:
        """The row the journal was created with. Raises ReadFailedError."""
        return self._one(Meta, "SELECT schema, machine, created_ms, key_mark FROM meta")

    def head(self) -> Head:
        """The end of the chain. Raises ReadFailedError."""
        return self._one(Head, "SELECT record, seq, hash, mac FROM head")

    def balances(self) -> tuple[BalanceRow, ...]:
        """All accounts by name. Raises ReadFailedError."""
        rows = self.rows("SELECT account, debits, credits FROM balances ORDER BY account")
        names = BalanceRow.__struct_fields__
        return tuple(_convert(dict(zip(names, row, strict=True)), BalanceRow) for row in rows)

    def knows_transfer(self, transfer: bytes) -> bool:
        """Whether a transfer with this id is stored. Raises ReadFailedError."""
        return bool(self.rows("SELECT 1 FROM transfers WHERE id = ?", (transfer,)))

    def page_trouble(self) -> str | None:
        """What SQLite finds wrong with the file's pages, or None. Raises ReadFailedError."""
        found = [str(value) for (value,) in self.rows("PRAGMA quick_check(1)")]
        return None if found == ["ok"] else " ".join(" ".join(found).split())

    def outbox(self) -> tuple[int, ...]:
        """The records that nobody has acknowledged yet, in order. Raises ReadFailedError."""
        return tuple(_convert(row[0], int) for row in self.rows("SELECT record FROM outbox ORDER BY record"))

    def outbox_holds_the_last(self, last: int) -> bool:
        """Whether the outbox is nothing but the last so many records up to `last`. Raises ReadFailedError."""
        waiting = self.number("SELECT count(*) FROM outbox")
        first, newest = self.number("SELECT min(record) FROM outbox"), self.number("SELECT max(record) FROM outbox")
        return not waiting or (newest == last and first == last + 1 - waiting)

    def snapshots(self) -> tuple[StoredSnapshot, ...]:
        """The stored snapshots, newest first. Raises ReadFailedError."""
        rows = self.rows("SELECT record, body, hash FROM snapshots ORDER BY record DESC")
        return tuple(_convert(row, StoredSnapshot) for row in rows)

    def checked(self) -> MarkRow | None:
        """The mark of what was found whole the last time, if there is one. Raises ReadFailedError."""
        if self.version < SECOND or not self.number("SELECT count(*) FROM checked"):
            return None
        return self._one(MarkRow, "SELECT body, mac FROM checked")

    def incidents(self) -> tuple[Incident, ...]:
        """All that has happened to the journal itself, in order. Raises ReadFailedError."""
        if self.version < SECOND:
            return ()
        rows = self.rows("SELECT number, record, wall_ms, kind, sentence, hash FROM incidents ORDER BY number")
        return tuple(_convert(row, Incident) for row in rows)

    def strays(self, last: int) -> bool:
        """Whether events, transfers or heads lie outside records 1 to `last`. Raises ReadFailedError."""
        tables = ("events", "transfers") if self.version < SECOND else ("events", "transfers", "heads")
        return any(
            self.rows(f"SELECT 1 FROM {table} WHERE record > ? OR record < 1 LIMIT 1", (last,)) for table in tables
        )

    def last_wall_ms(self) -> int | None:
        """The wall time of the last record. Raises ReadFailedError."""
        rows = self.rows("SELECT wall_ms FROM records ORDER BY record DESC LIMIT 1")
        return _convert(rows[0][0], int) if rows else None

    def last_record(self) -> int:
        """The last record there is or should be. Raises ReadFailedError when neither head nor records tell."""
        # The file cannot hold more, so that a damaged number does not make the search endless.
        limit = self.number("PRAGMA page_count") * _RECORDS_PER_PAGE
        try:
            stored = self.number("SELECT max(record) FROM records")
        except ReadFailedError:
            return min(self.head().record, limit)
        return min(stored, limit)

    def records(self, first: int, last: int) -> Iterator[StoredRecord | Hole]:
        """Every record from `first` to `last` in order, and a hole for each that is missing or cannot be read.

        Records are read in chunks; only a chunk with damage is read record by record.
        """
        for start in range(first, last + 1, _CHUNK):
            end = min(start + _CHUNK - 1, last)
            try:
                yield from self._chunk(start, end)
            except ReadFailedError:
                for record in range(start, end + 1):
                    yield self._single(record)

    def _single(self, record: int) -> StoredRecord | Hole:
        try:
            (found,) = self._chunk(record, record)
        except ReadFailedError as failure:
            return Hole(record=record, reason="unreadable", detail=str(failure.__cause__ or failure))
        return found

    def _chunk(self, first: int, last: int) -> list[StoredRecord | Hole]:
        span = (first, last)
        events = self._by_record("events", "seq, kind, audience, body", "seq", span)
        transfers = self._by_record("transfers", "place, id, code, debit, credit, amount", "place", span)
        heads = self._heads(span)
        found: dict[Value, StoredRecord] = {}
        for (record, *columns), (chain_hash,) in self._headers(span):
            raw = (record, *columns, events[record], transfers[record])
            found[record] = StoredRecord(
                raw=_convert(raw, RawRecord), hash=_convert(chain_hash, bytes), signed=heads.get(record)
            )
        return [
            found.get(record) or Hole(record=record, reason="missing", detail="the record is not there")
            for record in range(first, last + 1)
        ]

    def _headers(self, span: tuple[int, int]) -> Iterator[tuple[Row, Row]]:
        sql = "SELECT record, schema, command, table_ms, wall_ms, hash FROM records WHERE record BETWEEN ? AND ?"
        return ((row[:-1], row[-1:]) for row in self.rows(sql, span))

    def _heads(self, span: tuple[int, int]) -> dict[Value, SignedHead]:
        if self.version < SECOND:
            return {}
        rows = self.rows("SELECT record, signer, signature FROM heads WHERE record BETWEEN ? AND ?", span)
        return {row[0]: _convert(row[1:], SignedHead) for row in rows}

    def _by_record(self, table: str, columns: str, order: str, span: tuple[int, int]) -> dict[Value, list[Row]]:
        sql = f"SELECT record, {columns} FROM {table} WHERE record BETWEEN ? AND ? ORDER BY record, {order}"
        grouped: dict[Value, list[Row]] = defaultdict(list)
        for row in self.rows(sql, span):
            grouped[row[0]].append(row[1:])
        return grouped

    def _one(self, kind: type[_T], sql: str) -> _T:
        rows = self.rows(sql)
        if len(rows) != 1:
            raise ReadFailedError(f"{self.where}: {len(rows)} rows stand where one belongs")
        return _convert(rows[0], kind)


def _convert(value: object, kind: type[_T]) -> _T:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as refusal:
        raise ReadFailedError(f"a stored value has the wrong type ({refusal})") from refusal
