"""Vouchers: the states one may pass through, and how its number is made.

A voucher is the claim in the books, a ticket its paper. A number is never printed twice; a replacement ticket has its
own number (architecture §3).
"""

from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import RequestId, VoucherNumber, VoucherState
from cashier.ticket_number import CHECK_MODULUS

PAYLOAD_DIGITS: Final = 16
"""Random digits of a number, about 53 bits; the last two digits check them."""

RANDOM_BYTES: Final = 16
"""Bytes of randomness that make one number: so many more than it holds that no digit is favoured by more than 2^-74."""

PATHS: Final[dict[VoucherState, tuple[VoucherState, ...]]] = {
    "reserved": ("sent", "void"),
    "sent": ("issued", "unknown", "void"),
    "unknown": ("issued", "void"),
    "issued": ("pending", "expired", "void", "hand-paid"),
    "pending": ("redeemed", "issued"),
    "redeemed": (),
    "void": (),
    "expired": (),
    "hand-paid": (),
}
"""Architecture §3. Out of `unknown` leads only an attendant's word; `reserved` to `void` cancels a ticket of which no
byte has gone to the printer."""

UNPROVEN: Final[frozenset[VoucherState]] = frozenset({"reserved", "sent", "unknown"})
"""States before the proof of print: the money waits in suspense, and no other pay-out starts."""

OUTSTANDING: Final[frozenset[VoucherState]] = frozenset({"issued"})
"""States in which paper is good and nobody asks for its money."""

WAITING: Final[frozenset[VoucherState]] = UNPROVEN | {"pending"}
"""States in which the money waits in suspense for a printer's proof or an authority's word."""

FINAL: Final[frozenset[VoucherState]] = frozenset(state for state, after in PATHS.items() if not after)
"""States in which a voucher has ended."""


class Voucher(msgspec.Struct, frozen=True):
    """One voucher as the books know it.

    `issued_at`, `expires` and `ended_at` (0 before) are wall-clock seconds since the epoch; `replaces` names the
    torn-up ticket, if any; `day` is the gaming day in which it counts as paid out.
    """

    number: VoucherNumber
    amount: Money
    state: VoucherState
    request: RequestId
    issued_at: int
    expires: int
    replaces: VoucherNumber = VoucherNumber("")
    day: int = 0
    ended_at: int = 0


def allowed(before: VoucherState, after: VoucherState) -> bool:
    """Whether a voucher may go from one state straight to another."""
    return after in PATHS[before]


def make_number(random: bytes) -> VoucherNumber:
    """Make a number from `RANDOM_BYTES` fresh random bytes: 16 digits and two check digits by ISO 7064 MOD 97-10.

    Raises `ValueError` for another length.
    """
    if len(random) != RANDOM_BYTES:
        raise ValueError(f"a voucher number is made from {RANDOM_BYTES} random bytes, got {len(random)}")
    payload = int.from_bytes(random, "big") % 10**PAYLOAD_DIGITS
    check = CHECK_MODULUS + 1 - payload * 100 % CHECK_MODULUS
    return VoucherNumber(f"{payload:0{PAYLOAD_DIGITS}d}{check:02d}")
