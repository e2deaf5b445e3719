"""The copies of one journal held against each other: mirrors brought up to the database, or taken over from.

The database leads. A mirror that lags is caught up, one that is damaged is written anew from the database; that is an
incident, and play goes on. A mirror that leads, or tells another history, means that the *database* was cut back or
exchanged: nothing is written then, people decide (`jakaja repair`).
"""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.journal.errors import CopiesDisagreeError
from controller.journal.files import Files
from controller.journal.mirror import Entry, Mirror, Scan, scan, write_mirror
from controller.journal.reader import Reader
from controller.journal.rows import Head, Hole, IncidentKind, Meta
from controller.journal.seal import Seals


class Attached(msgspec.Struct, frozen=True):
    """A mirror that holds what the database holds, and what had to be done for it (a kind and a sentence), if much."""

    mirror: Mirror
    kind: IncidentKind | None = None
    sentence: str = ""


class Original:
    """The database as mirrors are held against it."""

    def __init__(self, reader: Reader, meta: Meta, head: Head, seals: Seals, files: Files) -> None:
        self._files = files
        self._reader = reader
        self._meta = meta
        self._head = head
        self._seals = seals

    def attach(self, path: Path) -> Attached:
        """Bring the mirror at `path` up to the database and open it.

        Raises CopiesDisagreeError for a mirror that leads, tells another history, or is another journal's; OSError for
        a disk that fails.
        """
        if not self._files.has(path):
            return self._written_anew(path, "was not there" if self._head.record else "")
        found = scan(path, self._files)
        if found.meta is None:
            return self._written_anew(path, "had a damaged beginning" if found.size else "was empty")
        if found.meta != self._meta:
            raise CopiesDisagreeError(f"{path}: is the mirror of another journal; name another folder for mirrors")
        self._refuse_other_history(path, found)
        missing = self._head.record - found.records
        if found.ragged and found.records < self._flushed():
            return self._written_anew(path, f"was damaged after record {found.records}")
        mirror = Mirror(path, found.end, self._files)
        for entry in self._entries(found.records + 1):
            mirror.append(entry)
        mirror.flush()
        if found.records < self._flushed():
            return Attached(mirror, "copy-behind", f"{path} lacked the last {missing} records; they were added")
        return Attached(mirror)

    def _refuse_other_history(self, path: Path, found: Scan) -> None:
        if found.records > self._head.record:
            raise CopiesDisagreeError(
                f"{path}: has {found.records} records, the journal only {self._head.record}: the journal was cut back; "
                "nothing was changed, see `jakaja verify` and `jakaja repair`"
            )
        if found.last is None:
            return
        (record,) = self._reader.records(found.records, found.records)
        if isinstance(record, Hole) or record.hash != found.last.hash:
            raise CopiesDisagreeError(
                f"{path}: tells another history than the journal at record {found.records}; nothing was changed, "
                "see `jakaja verify` and `jakaja repair`"
            )

    def _written_anew(self, path: Path, what: str) -> Attached:
        size = write_mirror(path, self._meta, self._entries(1), self._files)
        mirror = Mirror(path, size, self._files)
        return Attached(mirror, "copy-mended", f"{path} {what}; it was written anew") if what else Attached(mirror)

    def _flushed(self) -> int:
        """The record up to which a sound mirror has been flushed in any case.

        The power may have gone after the database's last commit and before the mirror's flush of the same record.
        """
        return self._reader.number(f"SELECT max(record) FROM heads WHERE record < {self._head.record}")

    def _entries(self, first: int) -> Iterator[Entry]:
        seq = self._reader.number(f"SELECT max(seq) FROM events WHERE record < {first}")
        for found in self._reader.records(first, self._head.record):
            # The database was found whole just now: a hole here would be a disk failing meanwhile.
            if isinstance(found, Hole):
                raise OSError(f"record {found.record} cannot be read: {found.detail}")
            seq += len(found.raw.events)
            mac = self._seals.head_mac(found.raw.record, seq, found.hash)
            yield Entry(raw=found.raw, hash=found.hash, mac=mac, signed=found.signed)
