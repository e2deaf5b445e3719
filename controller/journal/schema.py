"""The journal's tables, guards and SQLite settings, in every version there has been.

`records`, `events`, `transfers`, `heads` and `incidents` only ever grow: triggers refuse to change or delete their
rows. That guards against mistakes; whoever drops the triggers is found by the chain (`verify`).

A version is the first one and the migrations up to it. A new journal is made with exactly the statements that a
migrated one has come to, so both are the same file to whoever reads them.
"""

from typing import Final

import msgspec

STORE_SCHEMA: Final = 3
"""Version of the tables (the events inside carry `vocab.records.SCHEMA`)."""

APPLICATION_ID: Final = 0x4A4B4A41
"""`JKJA` in the file's header: this SQLite file is a Jakaja journal."""


class Pragma(msgspec.Struct, frozen=True):
    """A setting of the connection: the value asked for and the one that must be read back (REL-3)."""

    name: str
    value: str
    reads: int | str


LOCK: Final = Pragma("locking_mode", "EXCLUSIVE", "exclusive")
"""Made before anything is read: entered in exclusive mode, WAL keeps its index in memory and needs no -shm file."""

PRAGMAS: Final = (
    LOCK,
    Pragma("journal_mode", "WAL", "wal"),
    Pragma("synchronous", "FULL", 2),
    # The store moves the WAL into the file itself: SQLite's own checkpoints fail without a word (REL-5).
    Pragma("wal_autocheckpoint", "0", 0),
    Pragma("foreign_keys", "ON", 1),
    Pragma("trusted_schema", "OFF", 0),
    Pragma("cell_size_check", "ON", 1),
)

_FIRST_TABLES: Final = {
    "meta": """CREATE TABLE meta (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    schema INTEGER NOT NULL,
    machine BLOB NOT NULL CHECK (length(machine) = 16),
    created_ms INTEGER NOT NULL,
    key_mark BLOB NOT NULL CHECK (length(key_mark) = 32)
) STRICT""",
    "head": """CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    record INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32),
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT""",
    "records": """CREATE TABLE records (
    record INTEGER PRIMARY KEY CHECK (record > 0),
    schema INTEGER NOT NULL,
    command TEXT NOT NULL,
    table_ms INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT""",
    "events": """CREATE TABLE events (
    record INTEGER NOT NULL REFERENCES records,
    seq INTEGER NOT NULL,
    kind TEXT NOT NULL,
    audience TEXT NOT NULL CHECK (audience IN ('everyone', 'seat', 'staff', 'sealed')),
    body BLOB NOT NULL,
    PRIMARY KEY (record, seq)
) STRICT, WITHOUT ROWID""",
    "transfers": """CREATE TABLE transfers (
    record INTEGER NOT NULL REFERENCES records,
    place INTEGER NOT NULL,
    id BLOB NOT NULL UNIQUE CHECK (length(id) = 16),
    code TEXT NOT NULL,
    debit TEXT NOT NULL,
    credit TEXT NOT NULL CHECK (credit <> debit),
    amount INTEGER NOT NULL CHECK (amount > 0),
    PRIMARY KEY (record, place)
) STRICT, WITHOUT ROWID""",
    "balances": """CREATE TABLE balances (
    account TEXT PRIMARY KEY,
    debits INTEGER NOT NULL CHECK (debits >= 0),
    credits INTEGER NOT NULL CHECK (credits >= 0)
) STRICT, WITHOUT ROWID""",
    "outbox": """CREATE TABLE outbox (
    record INTEGER PRIMARY KEY REFERENCES records
) STRICT""",
    "snapshots": """CREATE TABLE snapshots (
    record INTEGER PRIMARY KEY REFERENCES records,
    body BLOB NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT""",
}
"""Each table's statement, word for word as SQLite keeps it in the file."""

_SECOND_TABLES: Final = {
    "heads": """CREATE TABLE heads (
    record INTEGER PRIMARY KEY REFERENCES records,
    signer BLOB NOT NULL CHECK (length(signer) = 32),
    signature BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT""",
    "checked": """CREATE TABLE checked (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    body BLOB NOT NULL,
    mac BLOB NOT NULL CHECK (length(mac) = 32)
) STRICT""",
    "incidents": """CREATE TABLE incidents (
    number INTEGER PRIMARY KEY CHECK (number > 0),
    record INTEGER NOT NULL,
    wall_ms INTEGER NOT NULL,
    kind TEXT NOT NULL,
    sentence TEXT NOT NULL,
    hash BLOB NOT NULL CHECK (length(hash) = 32)
) STRICT""",
}


def _guards(*tables: str) -> dict[str, str]:
    return {
        f"{table}_refuse_{verb.lower()}": f"CREATE TRIGGER {table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
        f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        for table in tables
        for verb in ("UPDATE", "DELETE")
    }


_FIRST: Final = {**_FIRST_TABLES, **_guards("meta", "records", "events", "transfers")}


class Migration(msgspec.Struct, frozen=True):
    """What turns a journal of the version before into version `to`: statements by name, run in order.

    Nothing that is hashed ever changes: a migration adds beside it, and `runs` what is to be done once. One that adds
    nothing says that from here on records hold what a program of the version before would misread.
    """

    to: int
    adds: dict[str, str]
    runs: tuple[str, ...] = ()


MIGRATIONS: Final = (
    Migration(to=2, adds={**_SECOND_TABLES, **_guards("heads", "incidents")}),
    # The numbers of tickets are sealed in events (`ticket_seal`); in earlier snapshots they stand in the staff's view.
    Migration(to=3, adds={}, runs=("DELETE FROM snapshots",)),
)


def layout(version: int) -> dict[str, str]:
    """Every table and guard of a journal of `version`: name and statement, in the order of making."""
    found = dict(_FIRST)
    for migration in MIGRATIONS:
        if migration.to <= version:
            found |= migration.adds
    return found


def is_guard(name: str) -> bool:
    """Whether a name of a layout is that of a trigger that keeps the past as it was."""
    return "_refuse_" in name


GUARDS: Final = {name: sql for name, sql in layout(STORE_SCHEMA).items() if is_guard(name)}
"""The triggers of this program's own version."""
