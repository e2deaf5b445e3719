"""Power rig A: the product's own store and journal on a disk in memory that can lose its power.

SQLite reaches the disk through a VFS of apsw's. It keeps to what Linux and SQLite's unix VFS do: syncing a journal
that it may have created syncs its directory too, deleting one syncs it only when SQLite asks for it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from typing import Final

import apsw
import msgspec

from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.rows import Record
from controller.journal.store import Store
from controller.vocab.ids import Now
from tests.power.disk import NOTHING, SECTOR, Ack, Delete, Disk, Image, Sync, Truncate, Write

VFS_NAME: Final = "power-rig"
FILE: Final = "/table/journal.sqlite"
MACHINE: Final = bytes(range(16))
KEY: Final = bytes(range(32))
CHECKPOINT_EVERY: Final = 5

Session = Callable[[Journal], Iterator[int]]
"""Appends to a journal and yields each record number as soon as `append` has returned it."""


# -- SQLite's side -----------------------------------------------------------------------------------------------


class RigFile(apsw.VFSFile):
    """An open file on the rig's disk."""

    def __init__(self, disk: Disk, number: int, syncs_directory: bool) -> None:
        self._disk = disk
        self._number = number
        self._syncs_directory = syncs_directory

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802 - SQLite's name
        return bytes(self._disk.content[self._number][offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.write(Write(file=self._number, offset=offset, data=bytes(data)))

    def xTruncate(self, newsize: int) -> None:  # noqa: N802
        self._disk.truncate(Truncate(file=self._number, size=newsize))

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.sync(Sync(file=self._number, directory=self._syncs_directory))
        self._syncs_directory = False

    def xFileSize(self) -> int:  # noqa: N802
        return len(self._disk.content[self._number])

    def xDeviceCharacteristics(self) -> int:  # noqa: N802
        return int(apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE)

    def xSectorSize(self) -> int:  # noqa: N802
        return SECTOR

    def xFileControl(self, op: int, ptr: int) -> bool:  # noqa: N802
        return False

    def xCheckReservedLock(self) -> bool:  # noqa: N802
        return False

    def xLock(self, level: int) -> None:  # noqa: N802
        pass

    def xUnlock(self, level: int) -> None:  # noqa: N802
        pass

    def xClose(self) -> None:  # noqa: N802
        pass


class RigVfs(apsw.VFS):
    """SQLite's door to whichever disk is put in; change it only while nothing is open."""

    def __init__(self) -> None:
        super().__init__(VFS_NAME, "")
        self.disk = Disk(NOTHING)

    def xOpen(self, name: object, flags: list[int]) -> RigFile:  # noqa: N802
        path = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
        may_create = bool(flags[0] & apsw.SQLITE_OPEN_CREATE)
        is_journal = bool(flags[0] & (apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL))
        flags[1] = flags[0]
        return RigFile(self.disk, self.disk.open(path), may_create and is_journal)

    def xDelete(self, filename: str, syncdir: bool) -> None:  # noqa: N802
        self.disk.delete(Delete(name=filename, sync=bool(syncdir)))

    def xAccess(self, pathname: str, flags: int) -> bool:  # noqa: N802
        return pathname in self.disk.names

    def xFullPathname(self, name: str) -> str:  # noqa: N802
        return name


@contextmanager
def rig() -> Iterator[RigVfs]:
    """Yield the rig's VFS, registered with SQLite while in use."""
    vfs = RigVfs()
    try:
        yield vfs
    finally:
        vfs.unregister()


class RigConnection(apsw.Connection):
    """A connection whose closing is silent about a failing disk, as SQLite's own is."""

    def close(self, force: bool = False) -> None:
        with suppress(apsw.Error):
            super().close(force)


def open_store(pragmas: Sequence[str] = ()) -> Store:
    """The product's store over apsw on the rig's disk; `pragmas` then spoil its settings, for tests of the rig.

    Sessions are short, so the WAL goes into the file after every few commits.
    """
    connection = RigConnection(FILE, vfs=VFS_NAME)
    store = Store(connection, FILE, apsw.Error, checkpoint_every=CHECKPOINT_EVERY)
    for pragma in pragmas:
        connection.execute(pragma).fetchall()
    return store


# -- a session and its judgement ---------------------------------------------------------------------------------


class Attempts(msgspec.Struct, frozen=True):
    """A session that ran to its end: its disk, and the records it committed."""

    disk: Disk
    records: tuple[Record, ...]


def run(vfs: RigVfs, session: Session, pragmas: Sequence[str] = (), start: Image = NOTHING) -> Attempts:
    """Start a table on `start` and run `session` on it, closing it at the end."""
    disk = vfs.disk = Disk(start)
    journal = set_up(open_store(pragmas))
    disk.log.append(Ack(record=journal.record))
    for record in session(journal):
        disk.log.append(Ack(record=record))
    records = tuple(journal.iter_records())
    journal.close()
    return Attempts(disk=disk, records=records)


def set_up(store: Store) -> Journal:
    """Open the journal in `store`, or make it where the disk is new."""
    return Journal.create(store, MACHINE, KEY, Now(table=0, wall=0)) if store.blank else Journal.open(store, KEY)


class Verdict(StrEnum):
    """What became of an image: as it must be, an acknowledged record gone, or anything else wrong."""

    GOOD = "good"
    LOST = "lost"
    BAD = "bad"


def judge(vfs: RigVfs, image: Image, attempted: Sequence[Record]) -> Verdict:
    """Start the table on `image`: chain, sums and head must hold, and the records be a prefix of the attempted.

    The prefix must reach what was acknowledged, and at most one record beyond it. A snapshot, if there is one, must
    be good and shorten the replay to the records after it.
    """
    vfs.disk = Disk(image)
    try:
        store = open_store()
    except JournalError:
        return Verdict.BAD
    try:
        if store.blank:
            return Verdict.GOOD if image.acked is None else Verdict.LOST
        journal = Journal.open(store, KEY)
        found, recovered = tuple(journal.iter_records()), journal.recover()
    except JournalError:
        return Verdict.BAD
    finally:
        store.close()
    acked = image.acked or 0
    is_prefix = found == tuple(attempted[: len(found)]) and len(found) <= acked + 1
    if not is_prefix or recovered.reports or recovered.tail != found[recovered.snapshot_record :]:
        return Verdict.BAD
    return Verdict.GOOD if len(found) >= acked else Verdict.LOST
