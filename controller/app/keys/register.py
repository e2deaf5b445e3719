"""What a table remembers beyond its disk: the newest release that ran, and how far its history had come.

It lies in a small file under a MAC of the table key, and the file carries the number at which a ratchet in the TPM
stood. Each change clicks the ratchet. So an older file, put back with all the rest of the folder, does not fit it any
more: the number in it is lower than the TPM's, and nobody can lower that one, nor make a file that fits.

Order of a change: the file with the next number first, durable, then the click. A power cut between the two leaves a
file that is one ahead; reading it makes up for the click before anything else. Whoever does either holds the folder:
were `jakaja verify` to make up for a click that a running table is about to make, the file would fall behind for good.
"""

import hashlib
import hmac
from pathlib import Path
from typing import Final

import msgspec

from controller.app.keys.counter import check_raise
from controller.app.keys.folder import KeyFolder
from controller.app.keys.refused import KeyRefused
from controller.app.keys.sealing import Ratchet

FILE: Final = "remembered"
_MAC_BYTES: Final = 32
_PERSON: Final = b"jakaja.remember"


class Remembered(msgspec.Struct, frozen=True, array_like=True):
    """The ratchet's number, the newest release, and the last record that was noted with its chain hash."""

    clicks: int
    version: int = 0
    record: int = 0
    hash: bytes = b""


class Register:
    """The file, its MAC and its ratchet, together."""

    def __init__(self, folder: KeyFolder, table_key: bytes, ratchet: Ratchet) -> None:
        self._folder = folder
        self._key = table_key
        self._ratchet = ratchet

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self._folder.at(FILE)

    def begin(self, version: int, record: int, chain_hash: bytes) -> None:
        """Remember this from now on, whatever was remembered before. Raises `KeyRefused`."""
        with self._folder.held():
            # A file that a power cut left one ahead of the ratchet is behind it from here on.
            self._ratchet.click()
            self._put(Remembered(self._ratchet.read() + 1, version, record, chain_hash))

    def read(self) -> Remembered:
        """Return what is remembered. Raises `KeyRefused`: an older file (`remembered-older`), or an altered one."""
        with self._folder.held():
            return self._read()

    def note_head(self, record: int, chain_hash: bytes) -> None:
        """Remember that the history has come to `record`. Raises `KeyRefused`."""
        with self._folder.held():
            kept = self._read()
            if record > kept.record:
                self._put(Remembered(kept.clicks + 1, kept.version, record, chain_hash))

    def note_version(self, version: int) -> None:
        """Remember that a release has run. Raises `KeyRefused`: `counter-lower`."""
        with self._folder.held():
            kept = self._read()
            check_raise(self.path, kept.version, version)
            if version > kept.version:
                self._put(Remembered(kept.clicks + 1, version, kept.record, kept.hash))

    def _read(self) -> Remembered:
        kept, clicks = peek(self._folder, self._key), self._ratchet.read()
        if kept.clicks == clicks + 1:
            self._ratchet.click()
        elif kept.clicks != clicks:
            raise KeyRefused("remembered-older", path=self.path, file=kept.clicks, tpm=clicks)
        return kept

    def _put(self, new: Remembered) -> None:
        body = msgspec.msgpack.encode(new)
        self._folder.replace(FILE, _mac(self._key, body) + body)
        self._ratchet.click()


class RegisterCounter:
    """The number of the newest release, as the register remembers it: a `Counter` that no copy of a disk lowers."""

    def __init__(self, register: Register) -> None:
        self._register = register

    def read(self) -> int:
        """Return where it stands. Raises `KeyRefused`."""
        return self._register.read().version

    def raise_to(self, value: int) -> None:
        """Have it stand at `value`. Raises `KeyRefused`."""
        self._register.note_version(value)


def peek(folder: KeyFolder, table_key: bytes) -> Remembered:
    """Return what the file says, be it older than the TPM remembers. Raises `KeyRefused` for an altered one."""
    contents = folder.read(FILE)
    mac, body = contents[:_MAC_BYTES], contents[_MAC_BYTES:]
    if not hmac.compare_digest(mac, _mac(table_key, body)):
        raise KeyRefused("remembered-altered", path=folder.at(FILE))
    return msgspec.msgpack.decode(body, type=Remembered)


def _mac(table_key: bytes, body: bytes) -> bytes:
    return hashlib.blake2b(body, key=table_key, digest_size=_MAC_BYTES, person=_PERSON).digest()
