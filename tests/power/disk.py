"""A disk in memory that can lose its power, fill up, fail or lie.

Everything asked of it goes into one log. A crash image is the log up to some instant, with only a part of what was
not synced by then: nothing, everything, a prefix, any subset, or a prefix and a torn write; and a prefix of the
directory changes.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from random import Random
from typing import Final, Literal

import apsw
import msgspec

SECTOR: Final = 512


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


class Rename(msgspec.Struct, frozen=True):
    """`old` became `new` in the directory, in place of whatever had that name."""

    old: str
    new: str


class SyncNames(msgspec.Struct, frozen=True):
    """Every creation, deletion and renaming must be durable."""


class Ack(msgspec.Struct, frozen=True):
    """The table was told that everything up to `record` is durable (0: that the journal exists)."""

    record: int


Change = Write | Truncate
Naming = Create | Delete | Rename
Operation = Change | Naming | Sync | SyncNames | Ack


FailureKind = Literal["io", "full"]


class Failure(msgspec.Struct, frozen=True):
    """Operation number `at` (from 0, writes, truncations and syncs counted) fails, or everything from it on."""

    at: int
    kind: FailureKind
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

    def fail_from_now(self, kind: FailureKind) -> None:
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

    def rename(self, rename: Rename) -> None:
        """Give a file another name."""
        self._fail()
        self.names[rename.new] = self.names.pop(rename.old)
        self.log.append(rename)

    def sync_names(self) -> None:
        """Note a sync of the directory. One that fails has made nothing durable."""
        self._fail()
        self.log.append(SyncNames())

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


# -- the power goes ----------------------------------------------------------------------------------------------


class Medium:
    """What is durable after each operation of a log, and what is only pending."""

    def __init__(self, start: Image, *, lying: bool) -> None:
        self._durable = {number: bytearray(data) for number, data in enumerate(start.files.values())}
        self._names = {name: number for number, name in enumerate(start.files)}
        self._pending: list[Change] = []
        self._pending_names: list[Naming] = []
        self._lying = lying
        self._acked = start.acked

    def go_on(self, operation: Operation) -> None:
        """Take the next operation of the log."""
        match operation:
            case Write() | Truncate():
                self._pending.append(operation)
            case Create() | Rename():
                self._pending_names.append(operation)
            case SyncNames():
                if not self._lying:
                    self._sync_names()
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

    def hold(self, file: int, data: bytes) -> None:
        """Hold `data` as a file's durable content, and nothing pending."""
        self._durable[file] = bytearray(data)
        self._pending = [change for change in self._pending if change.file != file]

    def forget(self, name: str) -> None:
        """Hold no file of this name."""
        self._sync_names()
        self._names.pop(name, None)

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


def _rename(names: dict[str, int], changes: Sequence[Naming]) -> None:
    for change in changes:
        match change:
            case Create(name=name, file=file):
                names[name] = file
            case Rename(old=old, new=new):
                names[new] = names.pop(old)
            case Delete(name=name):
                names.pop(name, None)


def power_cuts(disk: Disk, rng: Random, count: int, *, lying: bool = False) -> Iterator[Image]:
    """Yield `count` crash images of the disk's log, cut at random instants in their order."""
    medium, done = Medium(disk.start, lying=lying), 0
    for instant in sorted(rng.randint(0, len(disk.log)) for _ in range(count)):
        for operation in disk.log[done:instant]:
            medium.go_on(operation)
        done = instant
        yield medium.cut(rng)
