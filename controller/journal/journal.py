"""Appending to the journal and coming back from it: one transaction for each command (architecture §1.2).

A record holds a command's events, the money transfers they mean, the balances after them, an outbox row and the
chain hash. When `append` returns, all of it is durable; when it raises, none of it counts and the host freezes the
table at its last durable state. After a crash the state is the newest good snapshot plus the events after it.
"""

from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Final, get_args

import msgspec

from cashier.invariant import invariant
from cashier.records import Audience
from controller.journal.chain import genesis, is_head_due, link, make_incident
from controller.journal.codec import EventCodec
from controller.journal.copies import Original
from controller.journal.errors import JournalDamagedError, NotAJournalError
from controller.journal.files import OS_FILES, Files
from controller.journal.heads import sign_head
from controller.journal.mirror import Entry, Mirror
from controller.journal.rows import (
    BalanceRow,
    Fault,
    Head,
    Hole,
    Incident,
    IncidentKind,
    Mark,
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
from controller.journal.statements import head_statement, incident_statement, record_statements
from controller.journal.store import Statement, Store
from controller.journal.verify import Examination, VerifyReport, examine, fits, read_mark, read_meta, wrong_key
from controller.journal.walk import read_record, unreadable
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
        self._wall_ms = store.last_wall_ms()
        self._balances = {row.account: row for row in store.balances()}
        self._mirrors: dict[Path, Mirror | None] = {}
        self._mirrors_missed: set[Path] = set()
        self._files: Files = OS_FILES
        self._noted: list[Incident] = []
        self._patrol: Examination | None = None
        self._mark: Mark | None = None

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
        """Open a journal after checking its chain, sums and heads since they were last found whole.

        A journal of an earlier version is checked as it is and then migrated, in one transaction.

        Raises NotAJournalError for a store that holds none, WrongKeyError for another table's key,
        JournalDamagedError for content that is not what was committed. The store stays open for the caller then.
        """
        store.check_format()
        seals, meta = Seals(key), read_meta(store)
        if not fits(meta, seals):
            raise wrong_key(store)
        since = read_mark(store, seals)
        report = examine(store, seals, None, since if isinstance(since, Mark) else None)
        if report.fault is not None:
            raise JournalDamagedError(store.where, report.fault)
        version = store.version
        journal = cls(store, meta, seals)
        if version == STORE_SCHEMA:
            journal._mark = report.mark
        else:
            journal._migrate(version)
        return journal

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

    def hash_at(self, record: int) -> bytes | None:
        """The chain hash after `record`; None when there is no such record, or none that can be read."""
        if not 1 <= record <= self._head.record:
            return None
        (found,) = self._store.records(record, record)
        return None if isinstance(found, Hole) else found.hash

    @property
    def wall_ms(self) -> int | None:
        """The wall time of the last record, None before the first."""
        return self._wall_ms

    @property
    def incidents(self) -> tuple[Incident, ...]:
        """All that has happened to the journal itself, in order. Raises ReadFailedError."""
        return self._store.incidents()

    @property
    def noted(self) -> tuple[Incident, ...]:
        """The incidents noted since this journal was opened."""
        return tuple(self._noted)

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
        is_due = is_head_due(self._wall_ms, raw)
        entry = Entry(
            raw=raw,
            hash=chain_hash,
            mac=head.mac,
            signed=sign_head(self._meta.machine, head, self._seals) if is_due else None,
        )
        self._store.commit(record_statements(entry, seq, changed.values()))
        self._head, self._wall_ms = head, now.wall
        self._balances.update(changed)
        for path, mirror in self._mirrors.items():
            self._mirrors[path] = _mirrored(mirror, entry)
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
                *self._mark_statements(),
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

    def patrol(self, count: int) -> Fault | None:
        """Check the next `count` records on the disk again, and begin anew after the last (REL-4, R-MEM-3).

        So a running table checks all of its journal without standing still. A fault means that it must freeze.
        """
        if self._patrol is None:
            self._store.forget_pages()
            self._patrol = Examination(self._store, self._seals, None)
        self._patrol.go_on(count)
        if not self._patrol.done:
            return None
        report, self._patrol = self._patrol.report(), None
        self._mark = report.mark if report.fault is None else self._mark
        return report.fault

    @property
    def patrolling(self) -> bool:
        """Whether a check is under way."""
        return self._patrol is not None

    def mirror_to(self, paths: Sequence[Path], now: Now, files: Files = OS_FILES) -> tuple[Incident, ...]:
        """Bring the mirrors at `paths` up to this journal and keep them so; return what was the matter with them.

        A mirror whose disk fails is left aside until `tend_mirrors`. Raises CopiesDisagreeError before anything is
        written to a mirror that contradicts the journal, CommitFailedError or StorePoisonedError.
        """
        self._files = files
        self._mirrors.update(dict.fromkeys(paths))
        return self.tend_mirrors(now)

    @property
    def failed_mirrors(self) -> tuple[Path, ...]:
        """The mirrors that cannot be written to at present."""
        return tuple(path for path, mirror in self._mirrors.items() if mirror is None)

    def tend_mirrors(self, now: Now) -> tuple[Incident, ...]:
        """Try to mend the mirrors that failed; return what was done, and what failed anew. Raises as `mirror_to`."""
        original = Original(self._store, self._meta, self._head, self._seals, self._files)
        found: list[Incident] = []
        for path in self.failed_mirrors:
            try:
                attached = original.attach(path)
            except OSError as failure:
                if path not in self._mirrors_missed:
                    sentence = f"{path} cannot be written ({failure.strerror or failure}); it is left out until it can"
                    found.append(self.note_incident("copy-failed", sentence, now))
                    self._mirrors_missed.add(path)
                continue
            self._mirrors[path] = attached.mirror
            self._mirrors_missed.discard(path)
            if attached.kind is not None:
                found.append(self.note_incident(attached.kind, attached.sentence, now))
        return tuple(found)

    def note_incident(self, kind: IncidentKind, sentence: str, now: Now) -> Incident:
        """Write down what has happened to the journal itself. Raises CommitFailedError or StorePoisonedError."""
        before = self._store.incidents()
        previous = before[-1].hash if before else genesis(self._meta)
        incident = make_incident(previous, len(before) + 1, self._head.record, now.wall, kind, sentence)
        self._store.commit([incident_statement(incident)])
        self._noted.append(incident)
        return incident

    def close(self) -> None:
        """Let go of the files."""
        for mirror in self._mirrors.values():
            if mirror is not None:
                mirror.close()
        self._mirrors.clear()
        self._store.close()

    def _migrate(self, version: int) -> None:
        """Bring tables of an earlier `version` up to date, with a signed head from which on heads are signed."""
        sentence = f"the tables were migrated from version {version} to {STORE_SCHEMA}"
        wall_ms = self._meta.created_ms if self._wall_ms is None else self._wall_ms
        start = genesis(self._meta)
        statements = [incident_statement(make_incident(start, 1, self._head.record, wall_ms, "migrated", sentence))]
        if self._head.record:
            signed = sign_head(self._meta.machine, self._head, self._seals)
            statements.append(head_statement(self._head.record, signed))
        self._store.migrate(statements)

    def _mark_statements(self) -> Iterator[Statement]:
        if self._mark is not None and self._mark.record:
            body = msgspec.msgpack.encode(self._mark)
            yield "INSERT OR REPLACE INTO checked VALUES (1, ?, ?)", (body, self._seals.checked_mac(body))

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


def _mirrored(mirror: Mirror | None, entry: Entry) -> Mirror | None:
    """Write a committed record to a mirror; None when its disk fails. The database has the record already."""
    if mirror is None:
        return None
    try:
        mirror.append(entry)
    except OSError:
        mirror.close()
        return None
    return mirror
