"""The journal's tables, guards and SQLite settings, version 1.

`records`, `events` and `transfers` only ever grow: triggers refuse to change or delete their rows. That guards
against mistakes; whoever drops the triggers is found by the chain (`verify`).
"""

from typing import Final

import msgspec

STORE_SCHEMA: Final = 1
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

TABLES: Final = {
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

_APPEND_ONLY: Final = ("meta", "records", "events", "transfers")

GUARDS: Final = {
    f"{table}_refuse_{verb.lower()}": f"CREATE TRIGGER {table}_refuse_{verb.lower()} BEFORE {verb} ON {table} "
    f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
    for table in _APPEND_ONLY
    for verb in ("UPDATE", "DELETE")
}
"""The triggers that keep the past as it was."""
