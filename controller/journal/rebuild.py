"""A journal made anew from whatever copies are left of it (requirements R-MEM-4).

For every record the first copy counts in which it follows on the one before by its hash. What comes out is therefore
one history or none. It is written beside the journal; nothing that exists is changed until it has been verified.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Final

import msgspec

from controller.journal.chain import genesis, link, make_incident
from controller.journal.errors import JournalError, NothingToRebuildFromError
from controller.journal.files import OS_FILES
from controller.journal.heads import signs
from controller.journal.mirror import Entry, read_mirror, scan
from controller.journal.rows import BalanceRow, Head, Hole, Incident, Meta, RawTransfer, SignedHead, StoredRecord
from controller.journal.seal import Seals
from controller.journal.statements import incident_statement, record_statements
from controller.journal.store import Statement, Store, connect, open_copy
from controller.journal.verify import fits, incident_fault, read_meta, verify

_BATCH: Final = 256
_NEW: Final = ".new"


class Rebuilt(msgspec.Struct, frozen=True):
    """A journal made anew at `path`: its records, those that are known to be lost, and how many each copy gave."""

    path: Path
    records: int
    lost: int
    taken: dict[str, int]


class Witness:
    """A copy of a journal, read once from its first record to its last, as far as it can be read."""

    def __init__(self, where: str, meta: Meta, records: Iterator[StoredRecord], vouched: int) -> None:
        """`vouched` is the last record whose head in this copy carries the table's mac."""
        self.where: Final = where
        self.meta: Final = meta
        self.vouched: Final = vouched
        self.taken = 0
        self._records = records
        self._next = next(records, None)

    def at(self, record: int) -> StoredRecord | None:
        """The copy's record of this number; those before it are left behind."""
        while self._next is not None and self._next.raw.record < record:
            self._next = next(self._records, None)
        return self._next if self._next is not None and self._next.raw.record == record else None


def rebuild(database: Path, mirrors: Sequence[Path], key: bytes, said_by: str, wall_ms: int) -> Rebuilt:
    """Make the journal at `database` anew from itself and its mirrors, in a file beside it.

    `lost` counts records that some copy vouches for under the table's mac and that can be followed in none. Raises
    NothingToRebuildFromError when no copy with this key's mark can be read, OSError and JournalError for a disk that
    fails. Put the result in place with `take_over`.
    """
    seals, new = Seals(key), database.with_name(database.name + _NEW)
    for suffix in ("", "-wal"):
        Path(f"{new}{suffix}").unlink(missing_ok=True)
    with ExitStack() as stack:
        witnesses, incidents = _from_database(database, seals, stack)
        witnesses += _from_mirrors(mirrors, seals)
        if not witnesses:
            raise NothingToRebuildFromError(
                f"{database}: no copy can be read with this table's key; nothing was changed, call the makers"
            )
        history = _History(witnesses[0].meta, seals, witnesses)
        history.write(new, incidents, said_by, wall_ms)
    report = verify(new, key)
    if report.fault is not None:
        raise NothingToRebuildFromError(f"{new}: {report.fault.sentence}; nothing was changed, call the makers")
    lost = max(0, max(witness.vouched for witness in witnesses) - report.records)
    return Rebuilt(new, report.records, lost, {witness.where: witness.taken for witness in witnesses})


def take_over(rebuilt: Rebuilt, database: Path) -> Path:
    """Put a journal made anew in place of the old one, which is kept; return where."""
    number = 1
    while (kept := database.with_name(f"{database.name}.damaged-{number}")).exists():
        number += 1
    for suffix in ("-wal", ""):
        source = Path(f"{database}{suffix}")
        if source.exists():
            source.replace(f"{kept}{suffix}")
    rebuilt.path.replace(database)
    OS_FILES.flush_names(database.parent)
    return kept


def _from_database(database: Path, seals: Seals, stack: ExitStack) -> tuple[list[Witness], tuple[Incident, ...]]:
    try:
        reader = stack.enter_context(open_copy(database))
        reader.check_format()
        meta, head = read_meta(reader), reader.head()
        last = max(head.record, reader.last_record())
        incidents = () if incident_fault(reader) else reader.incidents()
    except JournalError:
        return [], ()
    if not fits(meta, seals):
        return [], ()
    is_vouched = seals.head_mac(head.record, head.seq, head.hash) == head.mac
    records = (found for found in reader.records(1, last) if not isinstance(found, Hole))
    return [Witness(str(database), meta, records, head.record if is_vouched else 0)], incidents


def _from_mirrors(mirrors: Sequence[Path], seals: Seals) -> list[Witness]:
    found = []
    for path in mirrors:
        try:
            meta = scan(path).meta
            if meta is not None and fits(meta, seals):
                records = (entry.stored for entry in read_mirror(path))
                found.append(Witness(str(path), meta, records, _last_vouched(path, seals)))
        except OSError:
            continue
    return found


def _last_vouched(path: Path, seals: Seals) -> int:
    vouched = 0
    for entry in read_mirror(path):
        raw = entry.raw
        if raw.events and seals.head_mac(raw.record, raw.events[-1].seq, entry.hash) == entry.mac:
            vouched = raw.record
    return vouched


class _History:
    """Follows one chain through all copies and writes what it finds."""

    def __init__(self, meta: Meta, seals: Seals, witnesses: Sequence[Witness]) -> None:
        self._meta = meta
        self._seals = seals
        self._witnesses = [witness for witness in witnesses if witness.meta == meta]
        start = genesis(meta)
        self._head = Head(record=0, seq=0, hash=start, mac=seals.head_mac(0, 0, start))
        self._sums: dict[str, BalanceRow] = {}

    def write(self, path: Path, incidents: Sequence[Incident], said_by: str, wall_ms: int) -> None:
        """Write the whole history that the copies hold between them, and that it was made anew."""
        store = connect(path)
        try:
            self._begin(store)
            following = self._follow()
            while batch := [statement for statements in islice(following, _BATCH) for statement in statements]:
                store.commit(batch)
            previous = incidents[-1].hash if incidents else genesis(self._meta)
            record = self._head.record
            sentence = f"{said_by} had the journal made anew from its copies, {record} records"
            rebuilt = make_incident(previous, len(incidents) + 1, record, wall_ms, "rebuilt", sentence)
            store.commit(incident_statement(incident) for incident in (*incidents, rebuilt))
        finally:
            store.close()

    def _begin(self, store: Store) -> None:
        store.create(
            [
                ("INSERT INTO meta VALUES (1, ?, ?, ?, ?)", msgspec.structs.astuple(self._meta)),
                ("INSERT INTO head VALUES (1, ?, ?, ?, ?)", msgspec.structs.astuple(self._head)),
            ]
        )

    def _follow(self) -> Iterator[list[Statement]]:
        """Yield what each record of the history writes, until no copy has the next one."""
        while (found := self._next()) is not None:
            raw = found.raw
            seq = self._head.seq + len(raw.events)
            mac = self._seals.head_mac(raw.record, seq, found.hash)
            self._head = Head(record=raw.record, seq=seq, hash=found.hash, mac=mac)
            entry = Entry(raw=raw, hash=found.hash, mac=mac, signed=self._signed(raw.record))
            yield list(record_statements(entry, seq, self._changed(raw.transfers)))

    def _next(self) -> StoredRecord | None:
        for witness in self._witnesses:
            found = witness.at(self._head.record + 1)
            if found is not None and link(self._head.hash, found.raw) == found.hash:
                witness.taken += 1
                return found
        return None

    def _signed(self, record: int) -> SignedHead | None:
        """The signed head of the record just found, from whichever copy has a good one."""
        candidates = (found.signed for witness in self._witnesses if (found := witness.at(record)) is not None)
        return next((one for one in candidates if one is not None and self._is_good(one)), None)

    def _is_good(self, signed: SignedHead) -> bool:
        head = self._head
        return signed.signer == self._seals.signer and signs(
            signed, self._meta.machine, head.record, head.seq, head.hash
        )

    def _changed(self, transfers: Sequence[RawTransfer]) -> list[BalanceRow]:
        touched = dict.fromkeys(account for row in transfers for account in (row.debit, row.credit))
        for row in transfers:
            debit = self._sums.get(row.debit, BalanceRow(row.debit, 0, 0))
            self._sums[row.debit] = BalanceRow(row.debit, debit.debits + row.amount, debit.credits)
            credit = self._sums.get(row.credit, BalanceRow(row.credit, 0, 0))
            self._sums[row.credit] = BalanceRow(row.credit, credit.debits, credit.credits + row.amount)
        return [self._sums[account] for account in touched]
