"""The seed of a hand, sealed to an auditor's key: the table itself cannot open what it has sealed.

A sealed box of libsodium (X25519, XSalsa20-Poly1305), with one change of which whoever opens it need not know: its
one-time key is not drawn but derived from the seed, which only the table knows. So a command always gives one record.
"""

from typing import Final

from nacl.encoding import RawEncoder
from nacl.exceptions import CryptoError
from nacl.hash import blake2b
from nacl.public import Box, PrivateKey, PublicKey, SealedBox

from cashier.invariant import invariant
from controller.vocab.digests import SIZE, digest

SEALED_SIZE: Final = 80
"""Bytes: a public key, a tag, and the seed."""


def public_key_of(private: bytes) -> bytes:
    """Return the public key (32 bytes) that belongs to an auditor's private key (32 bytes)."""
    return bytes(PrivateKey(private).public_key)


def is_auditor_key(key: bytes) -> bool:
    """Return whether something can be sealed to this public key: 32 bytes, and no point of small order."""
    try:
        Box(PrivateKey(bytes([1]) * SIZE), PublicKey(key))
    except (CryptoError, ValueError, RuntimeError):
        return False
    return True


def seal_for_auditor(auditor: bytes, seed: bytes) -> bytes:
    """Return `seed` (32 bytes) as only the holder of the private key to `auditor` (a public key) can open it."""
    invariant(len(auditor) == len(seed) == SIZE, "auditor-key", f"keys and seeds have {SIZE} bytes, got {len(auditor)}")
    once = PrivateKey(digest("once", (auditor,), seed))
    nonce = blake2b(bytes(once.public_key) + auditor, digest_size=Box.NONCE_SIZE, encoder=RawEncoder)
    return bytes(once.public_key) + Box(once, PublicKey(auditor)).encrypt(seed, nonce).ciphertext


def open_as_auditor(private: bytes, sealed: bytes) -> bytes | None:
    """Return the seed that was sealed to this private key, or None if it was not."""
    try:
        return SealedBox(PrivateKey(private)).decrypt(sealed)
    except (CryptoError, ValueError):
        return None
