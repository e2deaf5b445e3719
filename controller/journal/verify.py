"""Is this journal whole? `jakaja verify`, and the check at every start (REL-4).

Without the key: format, order, chain, transfers against balances, head, outbox. With the key also: every sealed
event opens, and the head carries the table's own mac, so that a history rewritten by somebody else is found.
A history cut back to an earlier head *with* that head's own mac cannot be told from the file alone; that takes a
head kept elsewhere.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.journal.chain import genesis, link
from controller.journal.codec import EventCodec
from controller.journal.errors import NotAJournalError, ReadFailedError, WrongKeyError
from controller.journal.reader import Reader
from controller.journal.rows import (
    BalanceRow,
    Fault,
    Hole,
    Meta,
    RawRecord,
    Reason,
    Record,
    StoredRecord,
    TransferRow,
)
from controller.journal.seal import NotOpeningError, Seals
from controller.journal.snapshots import bound_hash, open_snapshot, read_snapshots
from controller.journal.store import open_copy
from controller.vocab.ids import Now
from controller.vocab.records import SCHEMA


class VerifyReport(msgspec.Struct, frozen=True):
    """What a journal holds and the first thing that is wrong with it.

    `records`, `events` and `transfers` count what can be read, behind a bad record too; `sealed` the private events
    among them, `opened` those of them that the key opened. Snapshots are disposable: a bad one is listed apart.
    """

    where: str
    records: int
    events: int
    transfers: int
    sealed: int
    opened: int
    fault: Fault | None
    snapshot_faults: tuple[Fault, ...]

    @property
    def whole(self) -> bool:
        """Whether nothing at all is wrong."""
        return self.fault is None and not self.snapshot_faults


def verify(path: Path, key: bytes | None) -> VerifyReport:
    """Check the journal file at `path`; read-only, on a copy (see `open_copy`).

    Raises NotAJournalError for a file that is no journal, WrongKeyError for a key of another one.
    """
    with open_copy(path) as reader:
        reader.check_format()
        seals = None if key is None else Seals(key)
        is_other_key = seals is not None and not fits(read_meta(reader), seals)
        if is_other_key:
            seals = None
        report = examine(reader, seals, EventCodec(seals))
        report = msgspec.structs.replace(report, fault=report.fault or _page_fault(reader))
        if is_other_key and report.fault is None:
            raise wrong_key(reader)
        return report


def salvage(path: Path, key: bytes | None) -> Iterator[Record | Fault]:
    """Yield everything that can be read at `path`, in order, with a fault where a record cannot be.

    A record's sealed events are left out when there is no key. The chain is not checked here.
    """
    with open_copy(path) as reader:
        reader.check_format()
        codec = EventCodec(None if key is None else Seals(key))
        for found in reader.records(1, reader.last_record()):
            yield unreadable(found) if isinstance(found, Hole) else read_record(found.raw, codec)


def read_record(raw: RawRecord, codec: EventCodec) -> Record | Fault:
    """Return `raw` with its events decoded, as far as the codec has keys; or why that cannot be."""
    if raw.schema != SCHEMA:
        return _fault(raw.record, "undecodable", f"it has record schema {raw.schema}, this program reads {SCHEMA}")
    try:
        events = [codec.decode(raw.record, row) for row in raw.events]
    except NotOpeningError as refusal:
        return _fault(raw.record, "not-opening", f"{refusal}")
    except msgspec.DecodeError as refusal:
        return _fault(raw.record, "undecodable", f"an event is not one of this program's ({refusal})")
    return Record(
        record=raw.record,
        now=Now(table=raw.table_ms, wall=raw.wall_ms),
        command=raw.command,
        events=tuple(event for event in events if event is not None),
        transfers=tuple(TransferRow(row.id, row.code, row.debit, row.credit, row.amount) for row in raw.transfers),
    )


def unreadable(hole: Hole) -> Fault:
    """The fault that a hole is."""
    return _fault(hole.record, hole.reason, hole.detail)


def read_meta(reader: Reader) -> Meta:
    """Return what the journal was created with. Raises NotAJournalError when that cannot be read."""
    try:
        return reader.meta()
    except ReadFailedError as failure:
        raise NotAJournalError(f"{reader.where}: its first row is damaged; restore the last good copy") from failure


def fits(meta: Meta, seals: Seals) -> bool:
    """Whether the journal was created with the key of `seals`."""
    return seals.mark(meta.machine) == meta.key_mark


def wrong_key(reader: Reader) -> WrongKeyError:
    """The error for a key that does not fit."""
    return WrongKeyError(f"{reader.where}: was not written with this key; give the key of the table that wrote it")


def examine(reader: Reader, seals: Seals | None, codec: EventCodec | None) -> VerifyReport:
    """Check everything in `reader`; with `codec` also that every event decodes.

    Raises NotAJournalError when not even the first row can be read.
    """
    walk = _Walk(genesis(read_meta(reader)), codec)
    fault: Fault | None
    snapshot_faults: tuple[Fault, ...] = ()
    try:
        for found in reader.records(1, reader.last_record()):
            walk.take(found)
        fault = walk.fault or _head_fault(reader, walk, seals) or _sums_fault(reader, walk) or _guard_fault(reader)
        snapshot_faults = tuple(_snapshot_faults(reader, seals))
    except ReadFailedError as failure:
        fault = walk.fault or Fault(None, "unreadable", f"{failure}; restore the last good copy")
    return VerifyReport(
        where=reader.where,
        records=walk.records,
        events=walk.events,
        transfers=walk.transfers,
        sealed=walk.sealed,
        opened=walk.opened,
        fault=fault,
        snapshot_faults=snapshot_faults,
    )


class _Walk:
    """Goes along the records, keeps the chain and the sums, and remembers the first fault."""

    def __init__(self, start: bytes, codec: EventCodec | None) -> None:
        self._codec = codec
        self.hash = start
        self.record = 0
        self.seq = 0
        self.records = 0
        self.events = 0
        self.transfers = 0
        self.sealed = 0
        self.opened = 0
        self.fault: Fault | None = None
        self.debits: dict[str, int] = {}
        self.credits: dict[str, int] = {}

    def take(self, found: StoredRecord | Hole) -> None:
        """Go on to the next record."""
        if isinstance(found, Hole):
            self.fault = self.fault or unreadable(found)
            return
        raw = found.raw
        self.fault = self.fault or self._chain_fault(found) or self._body_fault(raw)
        self.hash, self.record = found.hash, raw.record
        self.seq += len(raw.events)
        self.records += 1
        self.events += len(raw.events)
        self.sealed += sum(event.audience in ("seat", "sealed") for event in raw.events)
        self.transfers += len(raw.transfers)
        for transfer in raw.transfers:
            self.debits[transfer.debit] = self.debits.get(transfer.debit, 0) + transfer.amount
            self.credits[transfer.credit] = self.credits.get(transfer.credit, 0) + transfer.amount

    def balances(self) -> dict[str, BalanceRow]:
        """Every account's totals by the transfers."""
        return {
            account: BalanceRow(account, self.debits.get(account, 0), self.credits.get(account, 0))
            for account in self.debits.keys() | self.credits.keys()
        }

    def _chain_fault(self, found: StoredRecord) -> Fault | None:
        raw = found.raw
        numbers = [event.seq for event in raw.events]
        places = [transfer.place for transfer in raw.transfers]
        if link(self.hash, raw) != found.hash:
            return _fault(raw.record, "altered", "it is not what was written, the chain breaks here")
        if numbers != list(range(self.seq + 1, self.seq + 1 + len(numbers))) or places != list(range(len(places))):
            return _fault(raw.record, "altered", "its events or transfers are not in one order")
        return None

    def _body_fault(self, raw: RawRecord) -> Fault | None:
        if self._codec is None:
            return None
        read = read_record(raw, self._codec)
        if isinstance(read, Fault):
            return read
        self.opened += sum(event.audience in ("seat", "sealed") for event in read.events)
        return None


def _head_fault(reader: Reader, walk: _Walk, seals: Seals | None) -> Fault | None:
    head: Final = reader.head()
    if walk.record < head.record:
        first = walk.record + 1
        return _fault(first, "truncated", f"the journal was cut off, records {first} to {head.record} are gone")
    if walk.record > head.record:
        return _fault(head.record + 1, "altered", "it stands behind the end of the journal")
    if (head.hash, head.seq) != (walk.hash, walk.seq):
        return _fault(None, "altered", "the head row does not fit the last record")
    if seals is not None and seals.head_mac(head.record, head.seq, head.hash) != head.mac:
        return _fault(None, "altered", "the head row does not carry this table's mac, the history was rewritten")
    return None


def _sums_fault(reader: Reader, walk: _Walk) -> Fault | None:
    counts = (reader.number("SELECT count(*) FROM events"), reader.number("SELECT count(*) FROM transfers"))
    if counts != (walk.events, walk.transfers):
        return _fault(None, "sums", "events or transfers belong to no record")
    # Every transfer has both sides, so balances that are the sums of all transfers also balance as a whole.
    stored = {row.account: row for row in reader.balances()}
    expected = walk.balances()
    for account in sorted(stored.keys() | expected.keys()):
        if stored.get(account) != expected.get(account):
            return _fault(None, "sums", f"the balance of {account} is not the sum of its transfers")
    waiting = reader.outbox()
    if waiting != tuple(range(walk.record + 1 - len(waiting), walk.record + 1)):
        return _fault(None, "sums", "the outbox does not hold the last records")
    return None


def _page_fault(reader: Reader) -> Fault | None:
    try:
        trouble = reader.page_trouble()
    except ReadFailedError as failure:
        trouble = str(failure)
    return (
        None if trouble is None else _fault(None, "unreadable", f"its records are whole, but not its file: {trouble}")
    )


def _guard_fault(reader: Reader) -> Fault | None:
    changed = reader.changed_schema()
    return None if changed is None else _fault(None, "schema", f"its table or guard {changed} is not the original")


def _snapshot_faults(reader: Reader, seals: Seals | None) -> Iterator[Fault]:
    for stored in read_snapshots(reader):
        found: bytes | Fault
        if isinstance(stored, Fault):
            found = stored
        else:
            found = bound_hash(reader, stored) if seals is None else open_snapshot(reader, stored, seals)
        if isinstance(found, Fault):
            yield found


def _fault(record: int | None, reason: Reason, what: str) -> Fault:
    place = "the journal" if record is None else f"record {record}"
    return Fault(record=record, reason=reason, sentence=f"{place}: {what}")
