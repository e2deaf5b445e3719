"""The rows of a journal as records: what the host hands in, what lies in the tables, what comes back.

The `Raw…` records are the hashed form: `array_like`, so their MessagePack bytes are a plain nested array that
another program can build again from the tables.
"""

from typing import Literal

import msgspec

from controller.vocab.ids import Now
from controller.vocab.records import AnyEvent

Reason = Literal["missing", "truncated", "altered", "unreadable", "not-opening", "undecodable", "sums", "schema"]
"""Why a record is bad. `sums`: balances, head or outbox disagree with the records; `schema`: a guard is gone."""


class TransferRow(msgspec.Struct, frozen=True):
    """One movement of money: `amount` minor units, 1 or more, from `debit` to `credit` (stable account keys)."""

    id: bytes
    code: str
    debit: str
    credit: str
    amount: int


class BalanceRow(msgspec.Struct, frozen=True):
    """Everything ever debited and credited to an account, in minor units."""

    account: str
    debits: int
    credits: int


class RawEvent(msgspec.Struct, frozen=True, array_like=True):
    """An event as stored. `seq` counts all events of the journal from 1; `body` is JSON, sealed where private."""

    seq: int
    kind: str
    audience: str
    body: bytes


class RawTransfer(msgspec.Struct, frozen=True, array_like=True):
    """A transfer as stored; `place` counts the transfers of its record from 0."""

    place: int
    id: bytes
    code: str
    debit: str
    credit: str
    amount: int


class RawRecord(msgspec.Struct, frozen=True, array_like=True):
    """A record as hashed: every stored column of it, of its events and of its transfers, but for the hash itself."""

    record: int
    schema: int
    command: str
    table_ms: int
    wall_ms: int
    events: tuple[RawEvent, ...]
    transfers: tuple[RawTransfer, ...]


class SignedHead(msgspec.Struct, frozen=True, array_like=True):
    """The table's Ed25519 signature (64 bytes) over the chain at a record, and the key (32 bytes) that checks it."""

    signer: bytes
    signature: bytes


class StoredRecord(msgspec.Struct, frozen=True):
    """A record as it lies in the file, with the chain hash (32 bytes) and the signed head stored beside it."""

    raw: RawRecord
    hash: bytes
    signed: SignedHead | None = None


class Hole(msgspec.Struct, frozen=True):
    """A record that is not there (`missing`) or that SQLite cannot read (`unreadable`)."""

    record: int
    reason: Reason
    detail: str


class Meta(msgspec.Struct, frozen=True, array_like=True):
    """What a journal was created with: machine id of 16 bytes, wall time in ms, and the mark that its key makes."""

    schema: int
    machine: bytes
    created_ms: int
    key_mark: bytes


class Head(msgspec.Struct, frozen=True, array_like=True):
    """The end of the chain: last record, last event and chain hash, under the table key's `mac`."""

    record: int
    seq: int
    hash: bytes
    mac: bytes


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """What was found whole when the journal was last read: the chain and the sums after record `record`."""

    record: int
    seq: int
    hash: bytes
    wall_ms: int
    signing: bool
    balances: tuple[BalanceRow, ...]


class MarkRow(msgspec.Struct, frozen=True, array_like=True):
    """A mark as stored: its MessagePack bytes, under the table key's `mac`."""

    body: bytes
    mac: bytes


IncidentKind = Literal["migrated", "copy-behind", "copy-mended", "copy-failed", "rebuilt", "snapshot-left-aside"]


class Incident(msgspec.Struct, frozen=True, array_like=True):
    """Something that has happened to the journal itself after record `record`; `hash` chains it to the one before."""

    number: int
    record: int
    wall_ms: int
    kind: IncidentKind
    sentence: str
    hash: bytes


class StoredSnapshot(msgspec.Struct, frozen=True, array_like=True):
    """A sealed snapshot of the state after `record`; `hash` covers the chain hash there and the body."""

    record: int
    body: bytes
    hash: bytes


class Record(msgspec.Struct, frozen=True):
    """One committed command: its number (from 1), instant, kind, events in order, and transfers."""

    record: int
    now: Now
    command: str
    events: tuple[AnyEvent, ...]
    transfers: tuple[TransferRow, ...]


class Recovered(msgspec.Struct, frozen=True):
    """What a restart needs: the newest good snapshot, the records after it, and all balances.

    Without a snapshot `snapshot` is None, `snapshot_record` 0 and `tail` the whole journal. `reports` has one line
    for each snapshot that had to be ignored.
    """

    snapshot: bytes | None
    snapshot_record: int
    tail: tuple[Record, ...]
    balances: tuple[BalanceRow, ...]
    reports: tuple[str, ...]


class Fault(msgspec.Struct, frozen=True):
    """The first thing that is wrong: the record it is in (None: not in one record), why, and a sentence for people."""

    record: int | None
    reason: Reason
    sentence: str
