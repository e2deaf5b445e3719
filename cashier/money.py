"""Amounts of money: whole minor units, never a fraction.

`Money` counts minor units (cents) of the table's one currency. There is no division here: whoever splits an
amount says where the remainder goes.
"""

from typing import Final, NewType

import msgspec

Money = NewType("Money", int)
"""An amount in minor units; negative only as a difference."""

ZERO: Final = Money(0)


class Currency(msgspec.Struct, frozen=True):
    """A currency as ISO 4217 names it: three-letter code and the number of decimal places of its minor unit."""

    code: str
    exponent: int

    def __post_init__(self) -> None:
        """Refuse a code or an exponent that ISO 4217 cannot hold."""
        if not (len(self.code) == 3 and self.code.isascii() and self.code.isupper()):
            raise ValueError(f"currency code must be three capital letters, got {self.code!r}")
        if not 0 <= self.exponent <= 4:
            raise ValueError(f"currency exponent must be 0 to 4, got {self.exponent}")

    @property
    def units(self) -> int:
        """How many minor units make one major unit."""
        return int(10**self.exponent)


EUR: Final = Currency("EUR", 2)
HUF: Final = Currency("HUF", 2)


def split_evenly(amount: int, parts: int, unit: int) -> tuple[int, int]:
    """Return (share, units left over): `parts` equal shares in whole `unit`s and how many single units remain.

    `amount` must be a multiple of `unit`; `parts` at least 1. The caller hands out the remaining units in his
    rule's order (poker.md §10.3).
    """
    if parts < 1 or unit < 1 or amount < 0 or amount % unit:
        raise ValueError(f"cannot split {amount} into {parts} parts of unit {unit}")
    each, left = divmod(amount // unit, parts)
    return each * unit, left
