"""The disk of a simulated table: the power rig's disk, with a fuse that ends the process at any operation."""

from random import Random
from typing import Final, Literal

import msgspec

from tests.power.disk import Delete, Disk, Failure, FailureKind, Image, Medium, Rename, Sync, Truncate, Write
from tests.sim.finding import PowerCut, ProcessDeath

Death = Literal["power", "process"]
FAILURES: Final[tuple[FailureKind, ...]] = ("io", "full")


class Fuse(msgspec.Struct):
    """Ends the process after so many half operations: an operation counts once before and once after it is done."""

    left: int
    death: Death


class SimDisk(Disk):
    """A disk that lives as long as its power: the medium behind it follows every operation."""

    def __init__(self, start: Image) -> None:
        super().__init__(start)
        self.fuse: Fuse | None = None
        self._medium = Medium(start, lying=False)
        self._dead: Death | None = None
        self._left_alone = False

    @property
    def sound(self) -> bool:
        """Whether no failure has happened or is to come."""
        return self._failure is None

    def fail_at(self, after: int, kind: FailureKind, *, for_ever: bool) -> None:
        """Let the operation after `after` others fail, or everything from it on."""
        self._failure = Failure(at=self._asked + after, kind=kind, for_ever=for_ever)

    def fuse_after(self, halves: int, death: Death) -> None:
        """End the process after so many half operations."""
        self.fuse = Fuse(halves, death)

    def write(self, write: Write) -> None:
        """Carry out a write, if the process lives to see it."""
        if not self._left_alone:
            self._burn()
            super().write(write)
            self._burn()

    def truncate(self, truncate: Truncate) -> None:
        """Carry out a truncation, if the process lives to see it."""
        if not self._left_alone:
            self._burn()
            super().truncate(truncate)
            self._burn()

    def sync(self, sync: Sync) -> None:
        """Note a sync, if the process lives to see it."""
        if not self._left_alone:
            self._burn()
            super().sync(sync)
            self._burn()

    def delete(self, delete: Delete) -> None:
        """Take a name out of the directory, if the process lives to see it."""
        if not self._left_alone:
            self._burn()
            super().delete(delete)
            self._burn()

    def rename(self, rename: Rename) -> None:
        """Give a file another name, if the process lives to see it."""
        if not self._left_alone:
            self._burn()
            super().rename(rename)
            self._burn()

    def sync_names(self) -> None:
        """Note a sync of the directory, if the process lives to see it."""
        if not self._left_alone:
            self._burn()
            super().sync_names()
            self._burn()

    def meddle(self, name: str, data: bytes | None) -> None:
        """Have a file hold other data, or be gone, without anybody's asking for it: by decay, or by a hand."""
        self.settle()
        number = self.names.get(name)
        if data is None or number is None:
            self.names.pop(name, None)
            self._medium.forget(name)
        else:
            self.content[number][:] = data
            self._medium.hold(number, data)

    def settle(self) -> None:
        """Let the medium follow what was asked since."""
        for operation in self.log:
            self._medium.go_on(operation)
        self.log.clear()

    def leave_alone(self) -> None:
        """Ignore whatever a dead process's handles still ask for."""
        self._left_alone = True
        self.settle()

    def take_up(self) -> None:
        """Serve a new process."""
        self._left_alone = False
        self._dead = None
        self.fuse = None
        self.mend()

    def lose_power(self, dice: Random) -> Image:
        """Return one disk that a power cut at this instant may leave."""
        self.settle()
        return self._medium.cut(dice)

    def _burn(self) -> None:
        if self._dead is not None:
            self._die(self._dead)
        if self.fuse is None:
            return
        self.fuse.left -= 1
        if self.fuse.left < 0:
            self._dead = self.fuse.death
            self._die(self._dead)

    @staticmethod
    def _die(death: Death) -> None:
        raise PowerCut if death == "power" else ProcessDeath
