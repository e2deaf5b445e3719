"""The little that a mirror asks of a file system; so the simulated world can put a disk of its own in its place."""

import mmap
import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final, Protocol


class Log(Protocol):
    """A file open for appending. Each method raises OSError as the disk does."""

    def write(self, data: bytes) -> None:
        """Add all of `data`."""

    def flush(self) -> None:
        """Have everything so far on the disk."""

    def close(self) -> None:
        """Let go of the file."""


class Files(Protocol):
    """Where mirrors lie. Each method raises OSError as the disk does."""

    def has(self, path: Path) -> bool:
        """Whether there is a file at `path`."""

    def reading(self, path: Path) -> AbstractContextManager[mmap.mmap | bytes]:
        """Yield what is in a file."""

    def create(self, path: Path) -> Log:
        """Make an empty file, in place of whatever was there."""

    def extend(self, path: Path, end: int) -> Log:
        """Open a file that goes on at `end`; anything behind it is cut off."""

    def rename(self, old: Path, new: Path) -> None:
        """Give a file another name, in place of whatever had it."""

    def flush_names(self, folder: Path) -> None:
        """Have the names in a folder on the disk."""


class _OsLog:
    """A log of the operating system's."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._descriptor, data) :]

    def flush(self) -> None:
        os.fdatasync(self._descriptor)

    def close(self) -> None:
        os.close(self._descriptor)


class OsFiles:
    """The file system of the machine."""

    def has(self, path: Path) -> bool:
        """As `Files.has`."""
        return path.exists()

    @contextmanager
    def reading(self, path: Path) -> Iterator[mmap.mmap | bytes]:
        """As `Files.reading`."""
        with path.open("rb") as file:
            if not os.fstat(file.fileno()).st_size:
                yield b""
                return
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                yield data

    def create(self, path: Path) -> Log:
        """As `Files.create`; only its user may read it."""
        return _OsLog(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))

    def extend(self, path: Path, end: int) -> Log:
        """As `Files.extend`."""
        descriptor = os.open(path, os.O_WRONLY)
        try:
            os.ftruncate(descriptor, end)
            os.lseek(descriptor, end, os.SEEK_SET)
        except OSError:
            os.close(descriptor)
            raise
        return _OsLog(descriptor)

    def rename(self, old: Path, new: Path) -> None:
        """As `Files.rename`."""
        old.replace(new)

    def flush_names(self, folder: Path) -> None:
        """As `Files.flush_names`."""
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


OS_FILES: Final = OsFiles()
