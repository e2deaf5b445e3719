"""Power rig A: a disk in memory that can lose its power, under the product's own store and journal.

Every write, truncation, sync, creation and deletion that SQLite asks for goes into one log. A crash image is the
log up to some instant, with only a part of what was not synced by then: nothing, everything, a prefix, any subset,
or a prefix and a torn write; and a prefix of the directory changes. Errors can be injected at the n-th operation,
and a lying disk forgets its syncs.

The disk keeps to what Linux and SQLite's unix VFS do: syncing a journal that was just created syncs its directory
too, deleting one syncs it only when SQLite asks for it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import StrEnum
from random import Random
from typing import Final, Literal

import apsw
import msgspec

from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.rows import Record
from controller.journal.store import Store
from controller.vocab.ids import Now

VFS_NAME: Final = "power-rig"
FILE: Final = "/table/journal.sqlite"
MACHINE: Final = bytes(range(16))
KEY: Final = bytes(range(32))
SECTOR: Final = 512
CHECKPOINT_EVERY: Final = 5

Session = Callable[[Journal], Iterator[int]]
"""Appends to a journal and yields each record number as soon as `append` has returned it."""


# -- what was asked of the disk ----------------------------------------------------------------------------------


class Write(msgspec.Struct, frozen=True):
    """`data` was written at `offset` of file `file`."""

    file: int
    offset: int
    data: bytes


class Truncate(msgspec.Struct, frozen=True):
    """File `file` was cut, or grown, to `size`."""

    file: int
    size: int


class Sync(msgspec.Struct, frozen=True):
    """Everything written to `file` must be durable; with `directory` also every creation and deletion."""

    file: int
    directory: bool


class Create(msgspec.Struct, frozen=True):
    """`name` came into the directory."""

    name: str
    file: int


class Delete(msgspec.Struct, frozen=True):
    """`name` left the directory, durably at once when `sync`."""

    name: str
    sync: bool


class Ack(msgspec.Struct, frozen=True):
    """The table was told that everything up to `record` is durable (0: that the journal exists)."""

    record: int


Change = Write | Truncate
Operation = Change | Sync | Create | Delete | Ack


class Failure(msgspec.Struct, frozen=True):
    """Operation number `at` (from 0, writes, truncations and syncs counted) fails, or everything from it on."""

    at: int
    kind: Literal["io", "full"]
    for_ever: bool


class Image(msgspec.Struct, frozen=True):
    """What is on the disk after a power cut, and what had been acknowledged (None: not even the journal)."""

    files: dict[str, bytes]
    acked: int | None


NOTHING: Final = Image(files={}, acked=None)
"""A disk fresh from the factory."""


class Disk:
    """The disk as a running process sees it, and the log of what was asked of it."""

    def __init__(self, start: Image, failure: Failure | None = None) -> None:
        """Begin with what is on `start`; all of it is durable."""
        files = start.files
        self.start: Final = start
        self.log: Final[list[Operation]] = []
        self.content: Final = {number: bytearray(data) for number, data in enumerate(files.values())}
        self.names: Final = {name: number for number, name in enumerate(files)}
        self._failure = failure
        self._asked = 0

    @property
    def failed(self) -> bool:
        """Whether the injected failure has happened."""
        return self._failure is not None and self._asked > self._failure.at

    @property
    def files(self) -> dict[str, bytes]:
        """What a process that starts now finds, when only the last one died and not the power."""
        return {name: bytes(self.content[number]) for name, number in self.names.items()}

    def fail_from_now(self, kind: Literal["io", "full"]) -> None:
        """Let every operation fail from the next on."""
        self._failure = Failure(at=self._asked, kind=kind, for_ever=True)

    def mend(self) -> None:
        """Let everything work again."""
        self._failure = None

    def open(self, name: str) -> int:
        """The number of file `name`, which is created if it is not there."""
        if name not in self.names:
            self.names[name] = len(self.content)
            self.content[self.names[name]] = bytearray()
            self.log.append(Create(name=name, file=self.names[name]))
        return self.names[name]

    def write(self, write: Write) -> None:
        """Carry out a write; on a full disk half of it may have been done."""
        failure = self._ask()
        if failure is not None:
            half = msgspec.structs.replace(write, data=write.data[: len(write.data) // 2])
            carry_out(self.content[write.file], half)
            self.log.append(half)
            raise failure
        carry_out(self.content[write.file], write)
        self.log.append(write)

    def truncate(self, truncate: Truncate) -> None:
        """Carry out a truncation."""
        self._fail()
        carry_out(self.content[truncate.file], truncate)
        self.log.append(truncate)

    def sync(self, sync: Sync) -> None:
        """Note a sync. One that fails has made nothing durable."""
        self._fail()
        self.log.append(sync)

    def delete(self, delete: Delete) -> None:
        """Take a name out of the directory."""
        self._fail()
        del self.names[delete.name]
        self.log.append(delete)

    def _fail(self) -> None:
        failure = self._ask()
        if failure is not None:
            raise failure

    def _ask(self) -> Exception | None:
        number, self._asked = self._asked, self._asked + 1
        plan = self._failure
        if plan is None or number < plan.at or (number > plan.at and not plan.for_ever):
            return None
        error = apsw.exception_for(apsw.SQLITE_FULL if plan.kind == "full" else apsw.SQLITE_IOERR)
        error.args = ("the disk is full" if plan.kind == "full" else "disk I/O error",)
        return error


def carry_out(content: bytearray, change: Change) -> None:
    """Make `change` in `content`; a gap before a write reads as zeros."""
    if isinstance(change, Truncate):
        del content[change.size :]
        content.extend(bytes(change.size - len(content)))
        return
    content.extend(bytes(max(0, change.offset - len(content))))
    content[change.offset : change.offset + len(change.data)] = change.data


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
        is_new = path not in self.disk.names
        is_journal = bool(flags[0] & (apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL))
        flags[1] = flags[0]
        return RigFile(self.disk, self.disk.open(path), is_new and is_journal)

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


# -- the power goes ----------------------------------------------------------------------------------------------


class Medium:
    """What is durable after each operation of a log, and what is only pending."""

    def __init__(self, start: Image, *, lying: bool) -> None:
        self._durable = {number: bytearray(data) for number, data in enumerate(start.files.values())}
        self._names = {name: number for number, name in enumerate(start.files)}
        self._pending: list[Change] = []
        self._pending_names: list[Create | Delete] = []
        self._lying = lying
        self._acked = start.acked

    def go_on(self, operation: Operation) -> None:
        """Take the next operation of the log."""
        match operation:
            case Write() | Truncate():
                self._pending.append(operation)
            case Create():
                self._pending_names.append(operation)
            case Delete(sync=sync):
                self._pending_names.append(operation)
                if sync and not self._lying:
                    self._sync_names()
            case Sync(file=file, directory=directory):
                if not self._lying:
                    self._sync(file)
                    if directory:
                        self._sync_names()
            case Ack(record=record):
                self._acked = record

    def cut(self, rng: Random) -> Image:
        """One disk that a power cut now may leave."""
        content = {number: bytearray(data) for number, data in self._durable.items()}
        for change in _survivors(self._pending, rng):
            carry_out(content.setdefault(change.file, bytearray()), change)
        names = dict(self._names)
        _rename(names, self._pending_names[: rng.randint(0, len(self._pending_names))])
        return Image({name: bytes(content.get(number, b"")) for name, number in names.items()}, self._acked)

    def _sync(self, file: int) -> None:
        content = self._durable.setdefault(file, bytearray())
        for change in self._pending:
            if change.file == file:
                carry_out(content, change)
        self._pending = [change for change in self._pending if change.file != file]

    def _sync_names(self) -> None:
        _rename(self._names, self._pending_names)
        self._pending_names = []


class Loss(StrEnum):
    """What of the pending writes survives a cut."""

    NONE_LEFT = "none-left"
    ALL_LEFT = "all-left"
    PREFIX = "prefix"
    SUBSET = "subset"
    TORN = "torn"


def _survivors(pending: list[Change], rng: Random) -> list[Change]:
    match rng.choice(list(Loss)):
        case Loss.NONE_LEFT:
            return []
        case Loss.ALL_LEFT:
            return pending
        case Loss.PREFIX:
            return pending[: rng.randint(0, len(pending))]
        case Loss.SUBSET:
            kept = rng.random()
            return [change for change in pending if rng.random() < kept]
        case Loss.TORN:
            at = rng.randint(0, len(pending))
            return pending[:at] + [part for change in pending[at : at + 1] for part in _torn(change, rng)]


def _torn(change: Change, rng: Random) -> list[Change]:
    if isinstance(change, Truncate):
        return []
    sectors = range(0, len(change.data), SECTOR)
    return [
        Write(change.file, change.offset + start, change.data[start : start + SECTOR])
        for start in sectors
        if rng.random() < 0.5
    ]


def _rename(names: dict[str, int], changes: Sequence[Create | Delete]) -> None:
    for change in changes:
        if isinstance(change, Create):
            names[change.name] = change.file
        else:
            names.pop(change.name, None)


def power_cuts(disk: Disk, rng: Random, count: int, *, lying: bool = False) -> Iterator[Image]:
    """Yield `count` crash images of the disk's log, cut at random instants in their order."""
    medium, done = Medium(disk.start, lying=lying), 0
    for instant in sorted(rng.randint(0, len(disk.log)) for _ in range(count)):
        for operation in disk.log[done:instant]:
            medium.go_on(operation)
        done = instant
        yield medium.cut(rng)


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
