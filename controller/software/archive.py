"""The one file that a release travels in: a tar of one form, in which no byte is free.

The list comes first, then the signatures, then the files in the list's order. A header must be, byte for byte, what is
written here for that path and size, so a reader follows no name and no type that a stranger chose: links, devices,
other owners and paths that lead elsewhere are simply other headers. Ordinary `tar` reads it.
"""

import tarfile
from typing import Final

import msgspec

BLOCK: Final = 512
END: Final = bytes(2 * BLOCK)
"""What stands behind the last file, and nothing behind it."""

MOST_BYTES: Final = 1024 * 1024 * 1024
"""So much a whole release may hold, unpacked."""

_SIZE: Final = slice(124, 135)
_RUNS: Final = "bin/"


class ArchiveError(Exception):
    """A file is no release's archive; the message says where it is another."""


class Contents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a release says of itself in `release.json`.

    `serial` counts releases, and no table takes a lower one after a higher. It runs under the `python` (such as 3.11)
    and on the `machine` (such as x86_64) that it was made for, and no others.
    """

    version: str
    serial: int
    python: str
    machine: str


CONTENTS: Final = "release.json"


def read_contents(text: bytes) -> Contents:
    """Return what a release says of itself; raises ArchiveError."""
    try:
        contents = msgspec.json.decode(text, type=Contents)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ArchiveError(f"{CONTENTS} says not what a release must say ({error})") from error
    if contents.serial < 1:
        raise ArchiveError(f"{CONTENTS} counts it as number {contents.serial}")
    return contents


def mode_of(path: str) -> int:
    """The mode of a file of a release: what lies in `bin` is run, everything else is read."""
    return 0o755 if path.startswith(_RUNS) else 0o644


def header(path: str, size: int) -> bytes:
    """Return the header (512 bytes) of a file. Raises ArchiveError for a path that is too long for it."""
    info = tarfile.TarInfo(path)
    info.size, info.mode = size, mode_of(path)
    try:
        return info.tobuf(tarfile.USTAR_FORMAT, "ascii", "strict")
    except ValueError as error:
        raise ArchiveError(f"{path}: {error}") from error


def size_in(block: bytes, path: str, most: int) -> int:
    """Return the size that a header gives for `path`; raises ArchiveError unless it is its header, and in bounds."""
    digits = block[_SIZE]
    size = int(digits, 8) if len(block) == BLOCK and digits.isdigit() and not set(digits) & set(b"89") else -1
    if size < 0 or block != header(path, size):
        raise ArchiveError(f"the header of {path} is another, or missing")
    if size > most:
        raise ArchiveError(f"{path} has {size} bytes, more than a release may have")
    return size


def padding(size: int) -> bytes:
    """What stands behind a file of this size."""
    return bytes(-size % BLOCK)
