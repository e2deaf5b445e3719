"""Changes of folders that outlast the power: nothing counts before the disk has it, and what counts appears at once."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

FOLDER_MODE: Final = 0o755
FILE_MODE: Final = 0o644


def write_file(path: Path, pieces: Iterable[bytes], mode: int = FILE_MODE) -> None:
    """Write a file that is not there yet, and flush it; its name is durable after `flush_folder`."""
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, mode)
    try:
        for piece in pieces:
            rest = memoryview(piece)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
        os.fchmod(descriptor, mode)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def replace_file(path: Path, contents: bytes) -> None:
    """Have a small file hold something else from now on: the whole of it or, if the power goes, what it held."""
    beside = path.with_name(f"{path.name}.new")
    if os.path.lexists(beside):
        os.unlink(beside)
    write_file(beside, (contents,))
    os.replace(beside, path)
    flush_folder(path.parent)


def point(link: Path, target: str) -> None:
    """Have a link name another target from now on, at one instant."""
    beside = link.with_name(f"{link.name}.new")
    if os.path.lexists(beside):
        os.unlink(beside)
    os.symlink(target, beside)
    os.replace(beside, link)
    flush_folder(link.parent)


def forget(path: Path) -> None:
    """Take a small file away, durably; one that is not there is no fault."""
    if os.path.lexists(path):
        os.unlink(path)
        flush_folder(path.parent)


def make_folder(path: Path) -> None:
    """Make a folder; its name is durable after `flush_folder` of the one that it lies in."""
    os.mkdir(path, FOLDER_MODE)
    os.chmod(path, FOLDER_MODE)


def flush_folder(path: Path) -> None:
    """Have every name in a folder last."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def remove_tree(path: Path) -> None:
    """Take a folder away with all that is in it, never through a link."""
    if not path.is_dir() or path.is_symlink():
        if os.path.lexists(path):
            os.unlink(path)
        return
    with os.scandir(path) as found:
        names = [entry.name for entry in found]
    for name in names:
        remove_tree(path / name)
    os.rmdir(path)
