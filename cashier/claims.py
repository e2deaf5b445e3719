"""Claims: what a seat left behind, waiting at the kiosk for the code its player was shown."""

from collections.abc import Iterable
from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import ClaimId

CODE_DIGITS: Final = 6
CODE_BYTES: Final = 8
"""Bytes of randomness that make one code; no digit is favoured by more than 2^-44."""


class Claim(msgspec.Struct, frozen=True):
    """Money of one former seat; whoever types `code` at the kiosk collects it."""

    claim: ClaimId
    seat: int
    amount: Money
    code: str = ""


def make_code(random: bytes) -> str:
    """Make a claim code from `CODE_BYTES` fresh random bytes. Raises `ValueError` for another length."""
    if len(random) != CODE_BYTES:
        raise ValueError(f"a claim code is made from {CODE_BYTES} random bytes, got {len(random)}")
    return f"{int.from_bytes(random, 'big') % 10**CODE_DIGITS:0{CODE_DIGITS}d}"


def is_code(text: str) -> bool:
    """Whether `text` is a claim code: six decimal digits."""
    return len(text) == CODE_DIGITS and text.isascii() and text.isdecimal()


def free_code(wished: str, taken: Iterable[str]) -> str:
    """Return `wished`, or the next code after it that no open claim has.

    Two random codes may meet; a code must still open one claim only. Since the seat learns its code from
    `ClaimCodeGiven`, the next free one serves as well.
    """
    used = set(taken)
    code = wished
    while code in used:
        code = f"{(int(code) + 1) % 10**CODE_DIGITS:0{CODE_DIGITS}d}"
    return code
