"""Is this journal whole? `jakaja verify`, and the check at every start (REL-4).

Without the key: format, order, chain, transfers against balances, head, outbox. With the key also: every sealed
event opens, and the head carries the table's own mac, so that a history rewritten by somebody else is found.
A history cut back to an earlier head *with* that head's own mac cannot be told from the file alone; that takes a
head kept elsewhere.
"""

import hmac
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from controller.journal.chain import genesis, make_incident
from controller.journal.codec import EventCodec
from controller.journal.errors import NotAJournalError, ReadFailedError, WrongKeyError
from controller.journal.reader import Reader
from controller.journal.rows import Fault, Hole, Incident, Mark, Meta, Record
from controller.journal.seal import Seals
from controller.journal.snapshots import bound_hash, open_snapshot, read_snapshots
from controller.journal.store import open_copy
from controller.journal.walk import Walk, fault, read_record, unreadable

_STEP: Final = 4096


class VerifyReport(msgspec.Struct, frozen=True):
    """What a journal holds and the first thing that is wrong with it.

    `records`, `events` and `transfers` count what can be read, behind a bad record too; `sealed` the private events
    among them, `opened` those of them that the key opened, and `heads` the signed heads. Snapshots and the mark of
    what was checked before are disposable: bad ones are listed apart. `mark` is where the check has come to, and
    `incidents` is what has happened to the journal itself.
    """

    where: str
    records: int
    events: int
    transfers: int
    sealed: int
    opened: int
    heads: int
    fault: Fault | None
    snapshot_faults: tuple[Fault, ...]
    mark: Mark
    incidents: tuple[Incident, ...]

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


def examine(reader: Reader, seals: Seals | None, codec: EventCodec | None, since: Mark | None = None) -> VerifyReport:
    """Check everything in `reader`, or what came after `since`; with `codec` also that every event decodes.

    Raises NotAJournalError when not even the first row can be read.
    """
    examination = Examination(reader, seals, codec, since)
    while not examination.done:
        examination.go_on(_STEP)
    return examination.report()


def read_mark(reader: Reader, seals: Seals) -> Mark | Fault | None:
    """Return the mark of what was found whole before, or why it is not used.

    It must carry this table's mac, and the record it names must still have the hash that it had. A mark saves time
    and nothing depends on it.
    """
    try:
        row = reader.checked()
        if row is None:
            return None
        if not hmac.compare_digest(seals.checked_mac(row.body), row.mac):
            return _mark_fault("it does not carry this table's mac")
        mark = msgspec.msgpack.decode(row.body, type=Mark)
        (found,) = reader.records(mark.record, mark.record)
    except (ReadFailedError, msgspec.DecodeError) as failure:
        return _mark_fault(f"{failure}")
    if isinstance(found, Hole) or found.hash != mark.hash:
        return _mark_fault("the record it names is not what it was")
    return mark


def _mark_fault(what: str) -> Fault:
    sentence = f"the mark of what was checked before is not used: {what}; all records are checked instead"
    return Fault(record=None, reason="altered", sentence=sentence)


class Examination:
    """A check of a journal in pieces, so that a running table can make it between two commands.

    Records appended meanwhile are part of it. Raises NotAJournalError when the first row cannot be read.
    """

    def __init__(
        self, reader: Reader, seals: Seals | None, codec: EventCodec | None, since: Mark | None = None
    ) -> None:
        self._reader = reader
        self._seals = seals
        signer = None if seals is None else seals.signer
        self._walk = Walk(read_meta(reader), codec=codec, signer=signer, since=since)
        self._next = self._walk.record + 1
        self._fault: Fault | None = None
        self._disposable: tuple[Fault, ...] = ()
        self._incidents: tuple[Incident, ...] = ()
        self.done = False

    def go_on(self, count: int) -> None:
        """Check the next `count` records, and what is left when they are the last."""
        try:
            last = self._reader.last_record()
            end = min(self._next + count - 1, last)
            for found in self._reader.records(self._next, end):
                self._walk.take(found)
            self._next = end + 1
            if end == last:
                self._finish()
        except ReadFailedError as failure:
            self._fault = self._walk.fault or Fault(None, "unreadable", f"{failure}; restore the last good copy")
            self.done = True

    def report(self) -> VerifyReport:
        """What was found so far."""
        walk = self._walk
        return VerifyReport(
            where=self._reader.where,
            records=walk.records,
            events=walk.events,
            transfers=walk.transfers,
            sealed=walk.sealed,
            opened=walk.opened,
            heads=walk.heads,
            fault=self._fault,
            snapshot_faults=self._disposable,
            mark=walk.mark(),
            incidents=self._incidents,
        )

    def _finish(self) -> None:
        reader, walk, seals = self._reader, self._walk, self._seals
        self._fault = (
            walk.fault
            or _head_fault(reader, walk, seals)
            or _sums_fault(reader, walk)
            or incident_fault(reader)
            or _guard_fault(reader)
        )
        self._disposable = tuple(_snapshot_faults(reader, seals))
        self._incidents = reader.incidents()
        self.done = True


def _head_fault(reader: Reader, walk: Walk, seals: Seals | None) -> Fault | None:
    head: Final = reader.head()
    if walk.record < head.record:
        first = walk.record + 1
        return fault(first, "truncated", f"the journal was cut off, records {first} to {head.record} are gone")
    if walk.record > head.record:
        return fault(head.record + 1, "altered", "it stands behind the end of the journal")
    if (head.hash, head.seq) != (walk.hash, walk.seq):
        return fault(None, "altered", "the head row does not fit the last record")
    if seals is not None and seals.head_mac(head.record, head.seq, head.hash) != head.mac:
        return fault(None, "altered", "the head row does not carry this table's mac, the history was rewritten")
    return None


def _sums_fault(reader: Reader, walk: Walk) -> Fault | None:
    if reader.strays(walk.record):
        return fault(None, "sums", "events, transfers or signed heads belong to no record")
    # Every transfer has both sides, so balances that are the sums of all transfers also balance as a whole.
    stored = {row.account: row for row in reader.balances()}
    expected = walk.balances()
    for account in sorted(stored.keys() | expected.keys()):
        if stored.get(account) != expected.get(account):
            return fault(None, "sums", f"the balance of {account} is not the sum of its transfers")
    if not reader.outbox_holds_the_last(walk.record):
        return fault(None, "sums", "the outbox does not hold the last records")
    return None


def incident_fault(reader: Reader) -> Fault | None:
    """What is wrong with the incidents. Raises ReadFailedError."""
    previous = genesis(read_meta(reader))
    for place, incident in enumerate(reader.incidents(), start=1):
        expected = make_incident(previous, place, incident.record, incident.wall_ms, incident.kind, incident.sentence)
        if incident != expected:
            return fault(None, "altered", f"incident {place} is not what was written")
        previous = incident.hash
    return None


def _page_fault(reader: Reader) -> Fault | None:
    try:
        trouble = reader.page_trouble()
    except ReadFailedError as failure:
        trouble = str(failure)
    return None if trouble is None else fault(None, "unreadable", f"its records are whole, but not its file: {trouble}")


def _guard_fault(reader: Reader) -> Fault | None:
    changed = reader.changed_schema()
    return None if changed is None else fault(None, "schema", f"its table or guard {changed} is not the original")


def _snapshot_faults(reader: Reader, seals: Seals | None) -> Iterator[Fault]:
    mark = None if seals is None else read_mark(reader, seals)
    if isinstance(mark, Fault):
        yield mark
    for stored in read_snapshots(reader):
        found: bytes | Fault
        if isinstance(stored, Fault):
            found = stored
        else:
            found = bound_hash(reader, stored) if seals is None else open_snapshot(reader, stored, seals)
        if isinstance(found, Fault):
            yield found
