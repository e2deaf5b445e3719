"""Sealing of private facts: whoever reads the disk learns no card and no seed.

Every purpose has its own keys, derived from the 32-byte table key by keyed BLAKE2b. A fact is padded, then sealed
with XSalsa20-Poly1305 (`SecretBox`) under a nonce that is itself a keyed BLAKE2b of the *place* of the fact and of
the padded plaintext (the SIV construction).

Why a derived nonce is safe: two sealings share a nonce only when place and plaintext are the same, and then the
whole ciphertext is the same and says nothing new (a collision of the 192-bit nonces apart, negligible below 2^80
sealings). That holds also when a commit was not acknowledged, was lost with the power, and its place is used again
for other contents: other contents, other nonce. A counter as nonce would break exactly there. The nonce tells
nothing of the plaintext to anyone without the nonce key.

`SecretBox` has no associated data. Opening therefore derives the nonce again from the claimed place and from what
came out, and refuses when it differs: a sealed body moved to another record does not open.
"""

import hashlib
import hmac
from typing import Final

import msgspec
from nacl.exceptions import CryptoError
from nacl.secret import SecretBox
from nacl.signing import SigningKey, VerifyKey

from cashier.invariant import invariant

KEY_SIZE: Final = 32
EVENT_BLOCK: Final = 256
"""Bytes. Longer than the longest event that is dealt to a seat, so that its length tells nothing of its cards."""

SNAPSHOT_BLOCK: Final = 4096
TICKET_BLOCK: Final = 32
"""Bytes. Longer than the number of a ticket."""

_END: Final = b"\x80"


class NotOpeningError(Exception):
    """A sealed body is not what was sealed at this place with this key."""


def is_signed(statement: bytes, signer: bytes, signature: bytes) -> bool:
    """Whether `signature` is that of `signer`'s holder under `statement`."""
    try:
        VerifyKey(signer).verify(statement, signature)
    except (CryptoError, ValueError):
        return False
    return True


def _derive(key: bytes, purpose: str, size: int) -> bytes:
    return hashlib.blake2b(purpose.encode(), key=key, digest_size=size, person=b"jakaja.key").digest()


class Seal:
    """Seals and opens the facts of one purpose."""

    def __init__(self, table_key: bytes, purpose: str, block: int) -> None:
        """`purpose` names the keys; plaintexts are padded to a multiple of `block` bytes."""
        keys = _derive(table_key, purpose, 2 * KEY_SIZE)
        self._box = SecretBox(keys[:KEY_SIZE])
        self._nonce_key = keys[KEY_SIZE:]
        self._block = block

    def close(self, place: tuple[int | bytes | str, ...], plain: bytes) -> bytes:
        """Seal `plain` for `place`: nonce, tag and ciphertext of the padded plaintext."""
        padded = plain + _END
        padded += bytes(-len(padded) % self._block)
        return bytes(self._box.encrypt(padded, self._nonce(place, padded)))

    def open(self, place: tuple[int | bytes | str, ...], sealed: bytes) -> bytes:
        """Return the plaintext sealed at `place`. Raises NotOpeningError for anything else."""
        try:
            padded = self._box.decrypt(sealed)
        except (CryptoError, ValueError) as refusal:
            raise NotOpeningError("a sealed body does not open") from refusal
        if not hmac.compare_digest(self._nonce(place, padded), sealed[: SecretBox.NONCE_SIZE]):
            raise NotOpeningError("a sealed body was sealed for another place")
        return padded[: padded.rindex(_END)]

    def _nonce(self, place: tuple[int | bytes | str, ...], padded: bytes) -> bytes:
        # MessagePack is prefix-free, so place and plaintext cannot run into each other.
        return hashlib.blake2b(
            msgspec.msgpack.encode(place) + padded, key=self._nonce_key, digest_size=SecretBox.NONCE_SIZE
        ).digest()


class Seals:
    """All keys of one table's journal, derived from its 32-byte table key."""

    def __init__(self, table_key: bytes) -> None:
        """Derive the keys. A key of another size breaks the invariant `journal-key`."""
        invariant(len(table_key) == KEY_SIZE, "journal-key", f"a table key has {KEY_SIZE} bytes, not {len(table_key)}")
        self.seat: Final = Seal(table_key, "seat", EVENT_BLOCK)
        self.sealed: Final = Seal(table_key, "sealed", EVENT_BLOCK)
        self.snapshot: Final = Seal(table_key, "snapshot", SNAPSHOT_BLOCK)
        self.ticket: Final = Seal(table_key, "ticket", TICKET_BLOCK)
        self._head_key = _derive(table_key, "head", KEY_SIZE)
        self._mark_key = _derive(table_key, "mark", KEY_SIZE)
        self._checked_key = _derive(table_key, "checked", KEY_SIZE)
        self._signing = SigningKey(_derive(table_key, "sign", KEY_SIZE))
        self.signer: Final = bytes(self._signing.verify_key)

    def head_mac(self, record: int, seq: int, chain_hash: bytes) -> bytes:
        """The mac that binds the end of the chain to the table key (32 bytes)."""
        data = msgspec.msgpack.encode((record, seq, chain_hash))
        return hashlib.blake2b(data, key=self._head_key, digest_size=32).digest()

    def checked_mac(self, body: bytes) -> bytes:
        """The mac of the mark of what was found whole (32 bytes)."""
        return hashlib.blake2b(body, key=self._checked_key, digest_size=32).digest()

    def sign(self, statement: bytes) -> bytes:
        """The table's Ed25519 signature of `statement` (64 bytes); `signer` checks it without any secret."""
        return bytes(self._signing.sign(statement).signature)

    def mark(self, machine: bytes) -> bytes:
        """What this key writes into a new journal of `machine`, to be known again (32 bytes)."""
        return hashlib.blake2b(machine, key=self._mark_key, digest_size=32).digest()
