"""How the mirrors of a journal compare with its database, for people: which copies are believed good (R-MEM-4)."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

import msgspec

from controller.journal.errors import NotAJournalError
from controller.journal.mirror import read_mirror, scan
from controller.journal.reader import Reader
from controller.journal.rows import Hole
from controller.journal.seal import Seals
from controller.journal.store import open_copy
from controller.journal.verify import fits
from controller.journal.walk import Walk

Standing = Literal["equal", "lags", "leads", "differs", "damaged", "foreign", "missing"]


class MirrorReport(msgspec.Struct, frozen=True):
    """How a mirror stands to the database, and a sentence about it."""

    path: Path
    standing: Standing
    sentence: str

    @property
    def is_good(self) -> bool:
        """Whether the mirror is as it may be; a lag is."""
        return self.standing in ("equal", "lags")

    @property
    def contradicts(self) -> bool:
        """Whether the mirror says that the database is not what it was."""
        return self.standing in ("leads", "differs")


def compare_mirrors(database: Path, mirrors: Sequence[Path], key: bytes | None) -> tuple[MirrorReport, ...]:
    """Follow the chain through every mirror and hold it against the database, on a copy of that; nothing is changed.

    Raises OSError for a disk that fails.
    """
    seals = None if key is None else Seals(key)
    with ExitStack() as stack:
        reader: Reader | None = None
        try:
            reader = stack.enter_context(open_copy(database))
            reader.check_format()
        except NotAJournalError:
            reader = None
        return tuple(_compare(reader, path, seals) for path in mirrors)


def chain_hash(database: Path, record: int) -> bytes | None:
    """The chain hash of the journal at `database` after `record`, None when there is no such record.

    Raises NotAJournalError.
    """
    with open_copy(database) as reader:
        return _hash_at(reader, record)


def _compare(reader: Reader | None, path: Path, seals: Seals | None) -> MirrorReport:
    if not path.exists():
        return MirrorReport(path, "missing", "MISSING; the next start writes it anew if its disk is there")
    found = scan(path)
    if found.meta is None:
        return MirrorReport(path, "damaged", "DAMAGED in its beginning")
    if seals is not None and not fits(found.meta, seals):
        return MirrorReport(path, "foreign", "the mirror of ANOTHER journal")
    walk = Walk(found.meta, signer=None if seals is None else seals.signer)
    for entry in read_mirror(path):
        if entry.raw.record != walk.record + 1:
            break
        walk.take(entry.stored)
    if walk.fault is not None:
        return MirrorReport(path, "damaged", f"DAMAGED, {walk.fault.sentence}")
    if found.size > found.end and walk.record < found.records + 1 and _follows(path, found.records):
        return MirrorReport(path, "damaged", f"DAMAGED after record {walk.record}")
    return _against(reader, path, walk)


def _follows(path: Path, records: int) -> bool:
    """Whether good records follow on the first bad byte, which is no torn end then."""
    return sum(1 for _entry in read_mirror(path)) > records


def _against(reader: Reader | None, path: Path, walk: Walk) -> MirrorReport:
    held = f"whole, {walk.record} records"
    if reader is None:
        return MirrorReport(path, "leads", f"{held}; the journal itself cannot be read")
    behind = reader.last_record() - walk.record
    if behind < 0:
        return MirrorReport(path, "leads", f"{held}, {-behind} MORE than the journal: the journal was cut back")
    if walk.record and _hash_at(reader, walk.record) != walk.hash:
        return MirrorReport(path, "differs", f"{held}, but ANOTHER HISTORY than the journal's at record {walk.record}")
    return MirrorReport(path, "lags" if behind else "equal", f"{held}{f', {behind} behind' if behind else ''}")


def _hash_at(reader: Reader, record: int) -> bytes | None:
    if not 1 <= record <= reader.last_record():
        return None
    (found,) = reader.records(record, record)
    return None if isinstance(found, Hole) else found.hash
