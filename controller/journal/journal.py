"""Appending to the journal and coming back from it: one transaction for each command (architecture §1.2).

A record holds a command's events, the money transfers they mean, the balances after them, an outbox row and the
chain hash. When `append` returns, all of it is durable; when it raises, none of it counts and the host freezes the
table at its last durable state. After a crash the state is the newest good snapshot plus the events after it.
"""

from collections.abc import Collection, Iterator, Sequence
from typing import Final, get_args

import msgspec

from cashier.invariant import invariant
from cashier.records import Audience
from controller.journal.chain import genesis, link
from controller.journal.codec import EventCodec
from controller.journal.errors import JournalDamagedError, NotAJournalError
from controller.journal.rows import (
    BalanceRow,
    Fault,
    Head,
    Hole,
    Meta,
    RawRecord,
    RawTransfer,
    Record,
    Recovered,
    TransferRow,
)
from controller.journal.schema import STORE_SCHEMA
from controller.journal.seal import Seals
from controller.journal.snapshots import open_snapshot, read_snapshots, take_snapshot
from controller.journal.store import Statement, Store
from controller.journal.verify import VerifyReport, examine, fits, read_meta, read_record, unreadable, wrong_key
from controller.vocab.ids import Now
from controller.vocab.records import SCHEMA, AnyCommand, AnyEvent

MACHINE_ID_SIZE: Final = 16
TRANSFER_ID_SIZE: Final = 16
ALL_AUDIENCES: Final[frozenset[Audience]] = frozenset(get_args(Audience))

_SNAPSHOTS_KEPT: Final = 2
_FORGET_SNAPSHOTS: Final = (
    "DELETE FROM snapshots WHERE record NOT IN (SELECT record FROM snapshots ORDER BY record DESC LIMIT ?)"
)


class Journal:
    """The journal of one table, open for appending. Made by `create` or `open`."""

    def __init__(self, store: Store, meta: Meta, seals: Seals) -> None:
        """Take over a store that was created or verified just now."""
        self._store = store
        self._meta = meta
        self._seals = seals
        self._codec = EventCodec(seals)
        self._head = store.head()
        self._balances = {row.account: row for row in store.balances()}

    @classmethod
    def create(cls, store: Store, machine_id: bytes, key: bytes, now: Now) -> "Journal":
        """Make a new journal in a blank store, for the machine (16 bytes) and the table key (32 bytes).

        Raises NotAJournalError when the store is not blank, CommitFailedError when the disk fails.
        """
        invariant(len(machine_id) == MACHINE_ID_SIZE, "journal-machine", f"a machine id has {MACHINE_ID_SIZE} bytes")
        if not store.blank:
            raise NotAJournalError(f"{store.where}: holds data already; open it, or name a file that does not exist")
        seals = Seals(key)
        meta = Meta(schema=STORE_SCHEMA, machine=machine_id, created_ms=now.wall, key_mark=seals.mark(machine_id))
        start = genesis(meta)
        store.create(
            [
                ("INSERT INTO meta VALUES (1, ?, ?, ?, ?)", msgspec.structs.astuple(meta)),
                ("INSERT INTO head VALUES (1, ?, ?, ?, ?)", (0, 0, start, seals.head_mac(0, 0, start))),
            ]
        )
        return cls(store, meta, seals)

    @classmethod
    def open(cls, store: Store, key: bytes) -> "Journal":
        """Open a journal after checking the whole of its chain, sums and head.

        Raises NotAJournalError for a store that holds none, WrongKeyError for another table's key,
        JournalDamagedError for content that is not what was committed. The store stays open for the caller then.
        """
        store.check_format()
        seals, meta = Seals(key), read_meta(store)
        if not fits(meta, seals):
            raise wrong_key(store)
        fault = examine(store, seals, None).fault
        if fault is not None:
            raise JournalDamagedError(store.where, fault)
        return cls(store, meta, seals)

    @property
    def machine_id(self) -> bytes:
        """The machine this journal belongs to (16 bytes)."""
        return self._meta.machine

    @property
    def record(self) -> int:
        """The number of the last committed record; 0 at first."""
        return self._head.record

    @property
    def head_hash(self) -> bytes:
        """The chain hash after the last record (32 bytes), for keeping elsewhere."""
        return self._head.hash

    @property
    def poisoned(self) -> bool:
        """Whether a commit failed; nothing is appended any more."""
        return self._store.poisoned

    def append(
        self,
        now: Now,
        command: AnyCommand,
        events: Sequence[AnyEvent],
        transfers: Sequence[TransferRow],
        balances: Sequence[BalanceRow],
    ) -> int:
        """Commit what `command` did, and return its record number when that is durable.

        `balances` are the new totals of every account the transfers touch. They must be what the journal itself
        makes of the transfers (invariant `journal-balances`), whose ids are new (`journal-transfer`), and there is
        no record without an event (`journal-cause`). Raises CommitFailedError or StorePoisonedError; then nothing
        of it counts.
        """
        invariant(bool(events), "journal-cause", "a record needs at least one event")
        changed = self._changed_balances(transfers)
        invariant(
            {row.account: row for row in balances} == changed,
            "journal-balances",
            f"the balances after {type(command).__name__} are not the sum of the transfers",
        )
        record = self._head.record + 1
        raw = RawRecord(
            record=record,
            schema=SCHEMA,
            command=type(command).__name__,
            table_ms=now.table,
            wall_ms=now.wall,
            events=self._codec.encode(record, self._head.seq + 1, events),
            transfers=tuple(RawTransfer(place, *msgspec.structs.astuple(row)) for place, row in enumerate(transfers)),
        )
        seq, chain_hash = self._head.seq + len(events), link(self._head.hash, raw)
        head = Head(record=record, seq=seq, hash=chain_hash, mac=self._seals.head_mac(record, seq, chain_hash))
        self._store.commit(_statements(raw, head, changed.values()))
        self._head = head
        self._balances.update(changed)
        return record

    def snapshot(self, state: bytes) -> None:
        """Keep `state`, the state after the last record, sealed; only the last two snapshots stay.

        Raises CommitFailedError or StorePoisonedError.
        """
        invariant(self._head.record > 0, "journal-snapshot", "there is no state before the first record")
        taken = take_snapshot(self._head, state, self._seals)
        self._store.commit(
            [
                ("INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)", msgspec.structs.astuple(taken)),
                (_FORGET_SNAPSHOTS, (_SNAPSHOTS_KEPT,)),
            ]
        )

    def recover(self, *, from_start: bool = False) -> Recovered:
        """Return what brings the state back. `from_start` leaves the snapshots aside and replays everything.

        Raises ReadFailedError or JournalDamagedError for a record that cannot be read.
        """
        reports: list[str] = []
        state, after = None, 0
        for stored in () if from_start else read_snapshots(self._store):
            found = stored if isinstance(stored, Fault) else open_snapshot(self._store, stored, self._seals)
            if isinstance(found, Fault):
                reports.append(found.sentence)
            elif not isinstance(stored, Fault):
                state, after = found, stored.record
                break
        return Recovered(
            snapshot=state,
            snapshot_record=after,
            tail=tuple(self.iter_records(first=after + 1)),
            balances=tuple(sorted(self._balances.values(), key=lambda row: row.account)),
            reports=tuple(reports),
        )

    def iter_records(self, audiences: Collection[Audience] = ALL_AUDIENCES, first: int = 1) -> Iterator[Record]:
        """Yield the records from number `first` on, each with only the events for `audiences`.

        Raises ReadFailedError or JournalDamagedError for a record that cannot be read.
        """
        for found in self._store.records(first, self._head.record):
            if isinstance(found, Hole):
                raise JournalDamagedError(self._store.where, unreadable(found))
            wanted = tuple(event for event in found.raw.events if event.audience in audiences)
            read = read_record(msgspec.structs.replace(found.raw, events=wanted), self._codec)
            if isinstance(read, Fault):
                raise JournalDamagedError(self._store.where, read)
            yield read

    def examine(self) -> VerifyReport:
        """Check the whole file on the disk again while the table runs (REL-4), as `open` does.

        A fault means that the table must freeze.
        """
        self._store.forget_pages()
        return examine(self._store, self._seals, None)

    def close(self) -> None:
        """Let go of the file."""
        self._store.close()

    def _changed_balances(self, transfers: Sequence[TransferRow]) -> dict[str, BalanceRow]:
        changed: dict[str, BalanceRow] = {}
        invariant(len({row.id for row in transfers}) == len(transfers), "journal-transfer", "two transfers share an id")

        def total(account: str) -> BalanceRow:
            return changed.get(account) or self._balances.get(account) or BalanceRow(account, 0, 0)

        for row in transfers:
            self._check_transfer(row)
            debit = total(row.debit)
            changed[row.debit] = BalanceRow(row.debit, debit.debits + row.amount, debit.credits)
            credit = total(row.credit)
            changed[row.credit] = BalanceRow(row.credit, credit.debits, credit.credits + row.amount)
        return changed

    def _check_transfer(self, row: TransferRow) -> None:
        moves = f"a transfer moves {row.amount} from {row.debit} to {row.credit}"
        invariant(row.amount > 0 and row.debit != row.credit, "journal-transfer", moves)
        invariant(len(row.id) == TRANSFER_ID_SIZE, "journal-transfer", f"a transfer id has {TRANSFER_ID_SIZE} bytes")
        is_new = not self._store.knows_transfer(row.id)
        invariant(is_new, "journal-transfer", f"transfer {row.id.hex()} was made before")


def _statements(raw: RawRecord, head: Head, balances: Collection[BalanceRow]) -> Iterator[Statement]:
    record = raw.record
    header = (record, raw.schema, raw.command, raw.table_ms, raw.wall_ms, head.hash)
    yield "INSERT INTO records VALUES (?, ?, ?, ?, ?, ?)", header
    for event in raw.events:
        yield "INSERT INTO events VALUES (?, ?, ?, ?, ?)", (record, *msgspec.structs.astuple(event))
    for transfer in raw.transfers:
        yield "INSERT INTO transfers VALUES (?, ?, ?, ?, ?, ?, ?)", (record, *msgspec.structs.astuple(transfer))
    for row in balances:
        yield (
            "INSERT INTO balances VALUES (?, ?, ?) "
            "ON CONFLICT (account) DO UPDATE SET debits = excluded.debits, credits = excluded.credits",
            msgspec.structs.astuple(row),
        )
    yield "INSERT INTO outbox VALUES (?)", (record,)
    yield (
        "UPDATE head SET record = ?, seq = ?, hash = ?, mac = ?",
        (head.record, head.seq, head.hash, head.mac),
    )
