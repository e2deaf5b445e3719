"""Text files that people name: read whole, or with the one line that says why not; written whole or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, Final

from controller.app.problem import Problem

LARGEST: Final = 256 * 1024 * 1024
"""Bytes of a file that is read at once; every known collection of recorded hands is far smaller."""

PART: Final = ".part"

_PRIVATE: Final = 0o600
_OPEN: Final = 0o666
"""As far as the user's mask allows."""


def read_text(path: Path) -> str:
    """The text of a file of recorded hands. Raises Problem if it is not there, too large, or no text in UTF-8."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise Problem(str(path), f"has {size} bytes", f"split it into files of at most {LARGEST}")
        content = path.read_bytes()
    except OSError as error:
        raise Problem(str(path), f"cannot be read ({error.strerror})", "name a hand history file") from error
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise Problem(f"{path}, line {line}", "is not text in UTF-8", "name a hand history file") from error


@contextmanager
def written_whole(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """A file to write that gets its name only when all of it is written. Raises Problem where that cannot be done.

    One that is `private` is for this user alone from its first byte on.
    """
    part = path.with_name(path.name + PART)
    try:
        part.unlink(missing_ok=True)
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE if private else _OPEN)
        with os.fdopen(descriptor, "wb") as file:
            yield file
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise Problem(str(path), f"cannot be written ({error.strerror})", "name a file in a folder of yours") from error
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_private(path: Path, content: bytes) -> None:
    """Write what shows somebody's cards to a file for this user alone, or to a device as it is: a printer, a pipe.

    Raises Problem, or OSError for a device.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    with written_whole(path, private=True) as file:
        file.write(content)
