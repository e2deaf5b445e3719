"""Exact draws out of a ChaCha20 stream, and the shuffle made of them (RNG-1, RNG-2)."""

from collections.abc import Sequence
from typing import Final

from nacl.bindings import randombytes_buf_deterministic

from cashier.invariant import invariant
from controller.vocab.digests import SIZE, digest, number
from evaluator_ext import Card

BLOCK: Final = 256
"""Bytes of keystream drawn at a time; a deck needs about 70."""

BYTE_VALUES: Final = 256


class Stream:
    """An endless stream of bytes that 32 key bytes determine.

    Block `i` is ChaCha20 keystream under a key derived from the stream's key and `i`, so the stream has no end at
    which it could repeat.
    """

    def __init__(self, key: bytes) -> None:
        """Start at the first byte of the stream that `key` (32 bytes) determines."""
        invariant(len(key) == SIZE, "stream-key", f"a stream's key has {SIZE} bytes, got {len(key)}")
        self._key: Final = key
        self._blocks = 0
        self._block = b""
        self._place = 0

    def byte(self) -> int:
        """Return the next byte."""
        if self._place == len(self._block):
            self._next_block()
        self._place += 1
        return self._block[self._place - 1]

    def take(self, count: int) -> bytes:
        """Return the next `count` bytes."""
        while len(self._block) - self._place < count:
            self._next_block()
        self._place += count
        return self._block[self._place - count : self._place]

    def _next_block(self) -> None:
        rest = self._block[self._place :]
        block = randombytes_buf_deterministic(BLOCK, digest("block", (number(self._blocks),), self._key))
        self._block = rest + block
        self._blocks += 1
        self._place = 0

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1 (`bound` at most 256), each exactly as likely as the others."""
        invariant(1 <= bound <= BYTE_VALUES, "draw-bound", f"a byte cannot draw below {bound}")
        while True:
            drawn = accept(self.byte(), bound)
            if drawn is not None:
                return drawn


def accept(byte: int, bound: int) -> int | None:
    """Return the number that `byte` draws, or None if it must be drawn again.

    The bytes left over after the last whole multiple of `bound` are thrown away: keeping them would favour the
    small numbers.
    """
    return byte % bound if byte < BYTE_VALUES - BYTE_VALUES % bound else None


def shuffle(cards: Sequence[Card], stream: Stream) -> tuple[Card, ...]:
    """Return `cards` in an order drawn by Fisher-Yates: every order exactly as likely as the others."""
    deck = list(cards)
    for last in range(len(deck) - 1, 0, -1):
        chosen = stream.below(last + 1)
        deck[last], deck[chosen] = deck[chosen], deck[last]
    return tuple(deck)
