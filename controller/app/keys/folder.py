"""The folder of a table's keys: mode 0700, every file in it 0600, all of the user that the table runs as.

A key is used only where it lies so. Whatever is wider, another's, or a link that leads elsewhere is refused by name
before a byte of it is read.
"""

import errno
import fcntl
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.app.keys.refused import KeyRefused

FOLDER_MODE: Final = 0o700
FILE_MODE: Final = 0o600
LARGEST: Final = 64 * 1024
"""Bytes. No file of keys is nearly as long."""


class KeyFolder:
    """Reads and writes the files of one folder of keys."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def make(self) -> None:
        """Make the folder, or close one of ours that is there already. Raises OSError."""
        self.path.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        self.path.chmod(FOLDER_MODE)

    def at(self, name: str) -> Path:
        """Where the file of this name lies."""
        return self.path / name

    @contextmanager
    def held(self) -> Iterator[None]:
        """Wait for whatever other program or thread holds the folder, and hold it. Raises `KeyRefused`."""
        try:
            descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        except OSError as error:
            raise KeyRefused("key-unreadable", path=self.path, why=error.strerror) from error
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def has(self, name: str) -> bool:
        """Whether there is anything of this name."""
        return os.path.lexists(self.at(name))

    def read(self, name: str) -> bytes:
        """Return what a file holds. Raises `KeyRefused` where it is not private to this user."""
        path = self.at(name)
        try:
            _check(self.path, self.path.lstat(), is_folder=True)
            # Neither a link is followed nor a pipe waited for.
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            with os.fdopen(descriptor, "rb") as file:
                _check(path, os.fstat(file.fileno()), is_folder=False)
                return file.read(LARGEST)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise KeyRefused("key-link", path=path) from error
            raise KeyRefused("key-unreadable", path=path, why=error.strerror) from error

    def replace(self, name: str, contents: bytes) -> None:
        """Put `contents` in the place of what a file held: after a power cut it holds the one or the other whole.

        Raises OSError.
        """
        beside = self.at(f"{name}.new")
        beside.unlink(missing_ok=True)
        self._write(beside, contents)
        self.rename(beside.name, name)

    def rename(self, name: str, to: str) -> None:
        """Give a file another name, in the place of what has it. Raises OSError."""
        self.at(name).replace(self.at(to))
        self._flush()

    def remove(self, name: str) -> None:
        """Take a file away if it is there. Raises OSError."""
        self.at(name).unlink(missing_ok=True)
        self._flush()

    @staticmethod
    def _write(path: Path, contents: bytes) -> None:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(contents)
            file.flush()
            os.fsync(file.fileno())

    def _flush(self) -> None:
        """Make the folder's names durable."""
        descriptor = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _check(path: Path, status: os.stat_result, *, is_folder: bool) -> None:
    """Raise `KeyRefused` unless `path` is what it should be, of this user, and closed to everybody else."""
    wanted = FOLDER_MODE if is_folder else FILE_MODE
    mode, user = stat.S_IMODE(status.st_mode), os.geteuid()
    if not (stat.S_ISDIR if is_folder else stat.S_ISREG)(status.st_mode):
        raise KeyRefused("key-link", path=path)
    if status.st_uid != user:
        raise KeyRefused("key-of-another", path=path, owner=status.st_uid, user=user)
    if mode & ~wanted:
        raise KeyRefused("key-open", path=path, mode=mode, wanted=wanted)
