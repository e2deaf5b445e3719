"""Mirrors on the rig's disks: the product's port to files over a disk in memory, or over several."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from errno import EIO, ENODEV, ENOENT, ENOSPC
from os import strerror
from pathlib import Path

import apsw

from tests.power.disk import Disk, Rename, Sync, Truncate, Write


class RigLog:
    """A file of the rig's, open for appending."""

    def __init__(self, disk: Disk, number: int, end: int) -> None:
        self._disk = disk
        self._number = number
        self._end = end

    def write(self, data: bytes) -> None:
        """As `Log.write`."""
        with _as_the_system_says():
            self._disk.write(Write(file=self._number, offset=self._end, data=data))
        self._end += len(data)

    def flush(self) -> None:
        """As `Log.flush`."""
        with _as_the_system_says():
            self._disk.sync(Sync(file=self._number, directory=False))

    def close(self) -> None:
        """As `Log.close`; nothing is written for it."""


class RigFiles:
    """The files of some disks, by the folder each is mounted at; a folder without a disk is a disk that is away."""

    def __init__(self, disks: Mapping[Path, Disk]) -> None:
        self._disks = disks

    def has(self, path: Path) -> bool:
        """As `Files.has`."""
        return str(path) in self._disk(path).names

    @contextmanager
    def reading(self, path: Path) -> Iterator[bytes]:
        """As `Files.reading`."""
        yield bytes(self._disk(path).content[self._number(path)])

    def create(self, path: Path) -> RigLog:
        """As `Files.create`."""
        disk = self._disk(path)
        with _as_the_system_says():
            log = RigLog(disk, disk.open(str(path)), 0)
            disk.truncate(Truncate(file=self._number(path), size=0))
        return log

    def extend(self, path: Path, end: int) -> RigLog:
        """As `Files.extend`."""
        disk, number = self._disk(path), self._number(path)
        with _as_the_system_says():
            disk.truncate(Truncate(file=number, size=end))
        return RigLog(disk, number, end)

    def rename(self, old: Path, new: Path) -> None:
        """As `Files.rename`."""
        with _as_the_system_says():
            self._disk(old).rename(Rename(old=str(old), new=str(new)))

    def flush_names(self, folder: Path) -> None:
        """As `Files.flush_names`."""
        with _as_the_system_says():
            self._disk(folder / "any").sync_names()

    def _disk(self, path: Path) -> Disk:
        disk = self._disks.get(path.parent)
        if disk is None:
            raise OSError(ENODEV, strerror(ENODEV))
        return disk

    def _number(self, path: Path) -> int:
        number = self._disk(path).names.get(str(path))
        if number is None:
            raise FileNotFoundError(ENOENT, strerror(ENOENT))
        return number


@contextmanager
def _as_the_system_says() -> Iterator[None]:
    """Turn the disk's word, which is SQLite's, into the operating system's."""
    try:
        yield
    except apsw.Error as failure:
        code = ENOSPC if isinstance(failure, apsw.FullError) else EIO
        raise OSError(code, strerror(code)) from failure
