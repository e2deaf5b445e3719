"""BLAKE2b with a purpose: every digest of a shuffle says what it is for, so none can stand in for another."""

import hashlib
from collections.abc import Iterable
from typing import Final, Literal

Purpose = Literal["seed", "entropy", "mix", "button", "deck", "nonces", "block", "card", "input", "node", "once"]

SIZE: Final = 32
"""Bytes in every digest, key, seed and nonce."""


def digest(purpose: Purpose, parts: Iterable[bytes], key: bytes = b"") -> bytes:
    """Return BLAKE2b-256 of `parts`, personalised `jakaja:<purpose>`, keyed if a key is given.

    Each part goes in behind its length (4 bytes, big end first), so that no two lists of parts look alike.
    """
    state = hashlib.blake2b(digest_size=SIZE, key=key, person=f"jakaja:{purpose}".encode())
    for part in parts:
        state.update(len(part).to_bytes(4, "big"))
        state.update(part)
    return state.digest()


def number(value: int) -> bytes:
    """Return a count, hand or place as digests take it: 8 bytes, big end first."""
    return value.to_bytes(8, "big")
