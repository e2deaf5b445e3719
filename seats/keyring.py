"""Where a screen keeps what its table knows it by: one small folder, files that only its user may read.

`seat-3.pair` holds the screen's own private key and the table's public one; `seat-3.pair.next` the same of a pairing or
a renewal whose end is not known yet, so that no cut at any instant leaves a screen without the key that counts.
`seat-3.key` is a key that was copied from the table's folder; it is used until the screen has been paired, not later:
whoever has read the table's folder could play the table to the screen by it.

Only a table that has proved a key makes a screen forget another. What is said before that anybody may say.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from controller.vocab.pairing_records import PAIRABLE
from controller.wire.opening import KEY_BYTES, LongTermKey, PairKeys
from controller.wire.redact import Viewer
from controller.wire.viewers import viewer_name
from seats.command import Complaint

KEYS: Final = "keys"
_PRIVATE: Final = stat.S_IRUSR | stat.S_IWUSR
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO


class Keyring:
    """The keys of one screen, in the table's own folder or in one of the screen's."""

    def __init__(self, folder: Path, viewer: Viewer) -> None:
        """Read what is there; raises `Complaint` if that is impossible, no key, or open to others."""
        name = viewer_name(viewer)
        self._pair = folder / f"{name}.pair"
        self._next = folder / f"{name}.pair.next"
        self._copied = folder / f"{name}.key"
        self.can_pair: Final = name in PAIRABLE
        if not folder.is_dir():
            raise Complaint(f"{folder}: is no folder: name the table's folder, or make one for this screen's key")
        if not self.keys and not self.can_pair:
            raise Complaint(f"{self._copied}: is not there: name the table's folder, as its user")

    @property
    def keys(self) -> tuple[LongTermKey, ...]:
        """What the table may know this screen by, the likeliest first; nothing for a screen that is new.

        Raises `Complaint` for a file that holds no key, or is open to others.
        """
        pairs = [_halves(_read(path, 2 * KEY_BYTES)) for path in (self._next, self._pair) if _is_there(path)]
        is_copied = _is_there(self._copied) and not _is_there(self._pair)
        return (*pairs, _read(self._copied, KEY_BYTES)) if is_copied else tuple(pairs)

    def keep_next(self, pair: PairKeys) -> None:
        """Keep a pair that the table may know from now on, durable before it is told so. Raises `Complaint`."""
        fresh = self._next.with_suffix(".new")
        with _complaining(self._next):
            fresh.unlink(missing_ok=True)
            descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
            with os.fdopen(descriptor, "wb") as file:
                file.write(pair.private + pair.theirs)
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(self._next)
            _flush(self._next.parent)

    def is_known(self, key: LongTermKey) -> None:
        """The table has proved that it knows this screen by `key`, and so by no other. Raises `Complaint`."""
        if not _is_there(self._next):
            return
        is_next = _halves(_read(self._next, 2 * KEY_BYTES)) == key
        with _complaining(self._next):
            if is_next:
                self._next.replace(self._pair)
            else:
                self._next.unlink()


@contextmanager
def _complaining(path: Path) -> Iterator[None]:
    """Say in a line what keeps a key from being written."""
    try:
        yield
    except OSError as error:
        raise Complaint(
            f"{path}: cannot be written ({error.strerror}): mend the disk, or the folder's owner"
        ) from error


def _flush(folder: Path) -> None:
    """Make a folder's names durable."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except OSError as error:
        raise _unreadable(path, error) from error


def _halves(kept: bytes) -> PairKeys:
    return PairKeys(kept[:KEY_BYTES], kept[KEY_BYTES:])


def _read(path: Path, size: int) -> bytes:
    try:
        mode = path.stat().st_mode
        key = path.read_bytes()
    except OSError as error:
        raise _unreadable(path, error) from error
    if mode & _OTHERS:
        raise Complaint(f"{path}: others may read this key: run chmod 600 {path} and pair the screen anew")
    if len(key) != size:
        raise Complaint(f"{path}: is no key ({len(key)} bytes): remove it and pair the screen")
    return key


def _unreadable(path: Path, error: OSError) -> Complaint:
    return Complaint(f"{path}: cannot be read ({error.strerror}): name the table's folder, as its user")
