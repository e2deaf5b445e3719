"""Snapshots: sealed pictures of the state that make a restart short, and that nothing depends on.

A snapshot is bound to the record it was taken after, by its hash (no key needed) and by its seal. One that does not
fit is ignored with a report; a full replay serves as well.
"""

from collections.abc import Iterator

from controller.journal.chain import snapshot_hash
from controller.journal.errors import ReadFailedError
from controller.journal.reader import Reader
from controller.journal.rows import Fault, Head, Hole, StoredSnapshot
from controller.journal.seal import NotOpeningError, Seals


def take_snapshot(head: Head, state: bytes, seals: Seals) -> StoredSnapshot:
    """Seal `state`, the state after the record at `head`."""
    body = seals.snapshot.close((head.record, head.hash), state)
    return StoredSnapshot(record=head.record, body=body, hash=snapshot_hash(head.hash, body))


def read_snapshots(reader: Reader) -> Iterator[StoredSnapshot | Fault]:
    """Yield the stored snapshots, newest first, or the fault that they cannot be read."""
    try:
        yield from reader.snapshots()
    except ReadFailedError as failure:
        sentence = f"the snapshots are not used: {failure}; the records themselves serve instead"
        yield Fault(record=None, reason="unreadable", sentence=sentence)


def open_snapshot(reader: Reader, stored: StoredSnapshot, seals: Seals) -> bytes | Fault:
    """Return the state in `stored`, or what is wrong with it."""
    bound = bound_hash(reader, stored)
    if isinstance(bound, Fault):
        return bound
    try:
        return seals.snapshot.open((stored.record, bound), stored.body)
    except NotOpeningError as refusal:
        return _fault(stored, f"{refusal}")


def bound_hash(reader: Reader, stored: StoredSnapshot) -> bytes | Fault:
    """Return the chain hash that `stored` is bound to, or what is wrong with it as far as shows without the key."""
    (found,) = reader.records(stored.record, stored.record)
    if isinstance(found, Hole):
        return _fault(stored, "its record cannot be read")
    if snapshot_hash(found.hash, stored.body) != stored.hash:
        return _fault(stored, "it was altered")
    return found.hash


def _fault(stored: StoredSnapshot, what: str) -> Fault:
    sentence = f"the snapshot after record {stored.record} is not used: {what}; the records themselves serve instead"
    return Fault(record=stored.record, reason="altered", sentence=sentence)
