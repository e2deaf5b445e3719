"""PINs become digests: Argon2id with a salt, then a keyed hash under the table's key (SEC-7).

Argon2id makes every guess dear; the key makes a guess impossible for whoever has the journal and not the key. What is
kept of a PIN is sealed by the journal besides. Hashing takes time on purpose, so the host does it, never a decision:
what reaches the machine is a digest, and it compares two of them.
"""

import hashlib
import hmac
import itertools
from typing import Final

from nacl.pwhash import argon2id

from cashier.invariant import invariant
from controller.vocab.pins import PinCost, PinDigest

SALT_BYTES: Final = argon2id.SALTBYTES
DIGEST_BYTES: Final = 32
LEAST_COST: Final = PinCost()
"""What hashing costs at least wherever money has value."""

LEAST_DIGITS: Final = 6
MOST_DIGITS: Final = 12
_KIBI: Final = 1024


class PinKeeper:
    """Makes the digests of one purpose at one table."""

    def __init__(self, table_key: bytes, purpose: str) -> None:
        """`purpose`, of up to 16 letters, keeps the PINs of staff and those of players apart."""
        self._key = hashlib.blake2b(purpose.encode(), key=table_key, digest_size=32, person=b"jakaja.pin").digest()

    def digest(self, pin: str, salt: bytes, cost: PinCost) -> PinDigest:
        """Return what is to be kept of a new PIN; `salt` is 16 fresh random bytes."""
        invariant(len(salt) == SALT_BYTES, "pin-salt", f"a salt has {SALT_BYTES} bytes, got {len(salt)}")
        return PinDigest(salt, cost, self._hashed(pin, salt, cost))

    def proof(self, pin: str, kept: PinDigest) -> bytes:
        """Return the digest that `pin` has under the salt and the cost of the one that is kept."""
        return self._hashed(pin, kept.salt, kept.cost)

    def _hashed(self, pin: str, salt: bytes, cost: PinCost) -> bytes:
        slow = argon2id.kdf(DIGEST_BYTES, pin.encode(), salt, opslimit=cost.passes, memlimit=cost.kibibytes * _KIBI)
        return hashlib.blake2b(slow, key=self._key, digest_size=DIGEST_BYTES).digest()


def is_right(proof: bytes, kept: PinDigest | None) -> bool:
    """Whether a proof is that of the PIN that is kept; compared in a time that tells nothing."""
    return kept is not None and hmac.compare_digest(proof, kept.digest)


def is_usable(pin: str, least: int = LEAST_DIGITS) -> bool:
    """Whether a new PIN may be taken: `least` to 12 digits, not all the same, and not one row up or down."""
    if not (pin.isdecimal() and pin.isascii() and least <= len(pin) <= MOST_DIGITS):
        return False
    steps = {int(after) - int(before) for before, after in itertools.pairwise(pin)}
    return steps not in ({0}, {1}, {-1})
