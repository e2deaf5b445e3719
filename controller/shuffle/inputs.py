"""What others than the house put into a deck, as bytes: each goes into the key of the deck and under its root.

The numbers of the seats' screens come first, in the order of the seats, and the cut last.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from cashier.invariant import invariant
from controller.vocab.digests import SIZE, digest
from controller.vocab.ids import Seat

_CUT_SIZE: Final = 2
INPUT_SIZES: Final = (_CUT_SIZE, 1 + SIZE)
"""Bytes of a cut, and of a number."""


def number_of(seat: Seat, entropy: bytes) -> bytes:
    """Return a seat's number as it is mixed in: the seat, and its 32 bytes."""
    invariant(len(entropy) == SIZE, "entropy-length", f"seat {seat}: a number has {SIZE} bytes, got {len(entropy)}")
    return bytes([seat]) + entropy


def cut_of(seat: Seat, place: int) -> bytes:
    """Return a cut as it is mixed in: the seat, and how many cards it took off the top; nothing where it took none."""
    return bytes([seat, place]) if place else b""


def mixed_in(numbers: Mapping[Seat, bytes], cut: bytes = b"") -> tuple[bytes, ...]:
    """Return all that goes into a deck beside the seed: every seat's number, and a cut if there was one."""
    shown = tuple(number_of(seat, entropy) for seat, entropy in sorted(numbers.items()))
    return (*shown, cut) if cut else shown


def is_of(seat: Seat, part: bytes) -> bool:
    """Whether a part is this seat's concern: its own number, or the cut, which is everybody's."""
    return is_cut(part) or part[0] == seat


def is_cut(part: bytes) -> bool:
    """Whether a part is the cut."""
    return len(part) == _CUT_SIZE


def input_leaf(part: bytes) -> bytes:
    """Return the leaf of one part; it hides nothing, for everyone at the table has seen it."""
    return digest("input", (part,))


def input_leaves(parts: Sequence[bytes]) -> tuple[bytes, ...]:
    """Return the leaves that follow those of the cards."""
    return tuple(map(input_leaf, parts))
