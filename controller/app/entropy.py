"""Where randomness enters: the kernel for a real table, a seed for demonstrations that must repeat."""

import hashlib
import os
from typing import Protocol

SEED_BYTES = 32


class Entropy(Protocol):
    """A source of random bytes for shuffles, voucher numbers and claim codes."""

    def draw(self, count: int) -> bytes:
        """Return `count` fresh random bytes."""


class KernelEntropy:
    """The kernel's generator: the only source of a table that deals for money."""

    def draw(self, count: int) -> bytes:
        """Return `count` bytes of the kernel's generator."""
        return os.urandom(count)


class SeededEntropy:
    """Repeatable bytes from a number. Only tables whose tickets have no value may be given it."""

    def __init__(self, seed: int) -> None:
        self._key = hashlib.blake2b(str(seed).encode(), digest_size=32, person=b"jakaja-demo").digest()
        self._drawn = 0

    def draw(self, count: int) -> bytes:
        """Return the next `count` bytes of this seed's sequence."""
        self._drawn += 1
        block = hashlib.shake_256(self._key + self._drawn.to_bytes(8, "big"))
        return block.digest(count)
