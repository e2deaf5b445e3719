"""The recovery key: what stands on paper in the house's safe, and opens the table's key when no TPM does.

The folder keeps the table key once more, closed under the recovery key. The paper alone opens nothing, and the folder
alone neither; a new recovery key makes the old paper worthless for this folder.
"""

import base64
import binascii
import hashlib
from typing import Final

import msgspec

from controller.app.keys.folder import KeyFolder
from controller.app.keys.refused import KeyRefused
from controller.journal.seal import EVENT_BLOCK, KEY_SIZE, NotOpeningError, Seal

FILE: Final = "recovery.sealed"
_CHECK_BYTES: Final = 3
"""Of a hash behind the key, so that a slip of the finger is told from another table's key."""

_GROUP: Final = 4
_PERSON: Final = b"jakaja.recovery"


class RecoveryKey(msgspec.Struct, frozen=True):
    """32 bytes that a person can write down."""

    key: bytes

    @property
    def text(self) -> str:
        """Fourteen groups of four letters and digits."""
        written = base64.b32encode(self.key + _check(self.key)).decode("ascii")
        return "-".join(written[place : place + _GROUP] for place in range(0, len(written), _GROUP))

    @classmethod
    def read(cls, text: str) -> "RecoveryKey":
        """Read what a person typed, in small or large letters, with any gaps. Raises `KeyRefused`."""
        typed = "".join(sign for sign in text.upper() if sign.isalnum())
        try:
            written = base64.b32decode(typed, map01="L")
        except (binascii.Error, ValueError) as error:
            raise KeyRefused("recovery-mistyped") from error
        key = written[:KEY_SIZE]
        if len(written) != KEY_SIZE + _CHECK_BYTES or written[KEY_SIZE:] != _check(key):
            raise KeyRefused("recovery-mistyped")
        return cls(key)

    def close(self, folder: KeyFolder, machine: bytes, table_key: bytes) -> None:
        """Keep a table's key in its folder under this recovery key, in the place of any before. Raises OSError."""
        folder.replace(FILE, self._seal.close(("recovery", machine), table_key))

    def open(self, folder: KeyFolder, machine: bytes) -> bytes:
        """Return the table's key. Raises `KeyRefused`: `recovery-other` for a key that does not open this folder."""
        try:
            return self._seal.open(("recovery", machine), folder.read(FILE))
        except NotOpeningError as error:
            raise KeyRefused("recovery-other") from error

    @property
    def _seal(self) -> Seal:
        return Seal(self.key, "recovery", EVENT_BLOCK)


def _check(key: bytes) -> bytes:
    return hashlib.blake2b(key, digest_size=_CHECK_BYTES, person=_PERSON).digest()
