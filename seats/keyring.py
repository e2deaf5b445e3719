"""Where a screen keeps what its table knows it by: one small folder, files that only its user may read.

`seat-3.pair` holds the screen's own private key and the table's public one; `seat-3.pair.next` the same of a pairing or
a renewal whose end is not known yet, so that no cut at any instant leaves a screen without the key that counts.
`seat-3.key` is a key that was copied from the table's folder; it is used while there is none of the others.
"""

from __future__ import annotations

import os
import stat
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
        """What the table may know this screen by, the likeliest first; nothing for a screen that is new."""
        pairs = [_halves(_read(path, 2 * KEY_BYTES)) for path in (self._next, self._pair) if path.exists()]
        copied = [_read(self._copied, KEY_BYTES)] if self._copied.exists() else []
        return (*pairs, *copied)

    def keep_next(self, pair: PairKeys) -> None:
        """Keep a pair that the table may know from now on, before it is told so."""
        fresh = self._next.with_suffix(".new")
        fresh.unlink(missing_ok=True)
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _PRIVATE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(pair.private + pair.theirs)
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(self._next)

    def forget_next(self) -> None:
        """The table knows the pair of `keep_next` not and never will."""
        self._next.unlink(missing_ok=True)

    def is_known(self, key: LongTermKey) -> None:
        """The table has proved that it knows this screen by `key`, and so by no other."""
        if not self._next.exists():
            return
        if _halves(_read(self._next, 2 * KEY_BYTES)) == key:
            self._next.replace(self._pair)
        else:
            self.forget_next()


def _halves(kept: bytes) -> PairKeys:
    return PairKeys(kept[:KEY_BYTES], kept[KEY_BYTES:])


def _read(path: Path, size: int) -> bytes:
    try:
        mode = path.stat().st_mode
        key = path.read_bytes()
    except OSError as error:
        raise Complaint(f"{path}: cannot be read ({error.strerror}): name the table's folder, as its user") from error
    if mode & _OTHERS:
        raise Complaint(f"{path}: others may read this key: run chmod 600 {path} and pair the screen anew")
    if len(key) != size:
        raise Complaint(f"{path}: is no key ({len(key)} bytes): remove it and pair the screen")
    return key
