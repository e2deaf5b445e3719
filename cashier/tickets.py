"""What a scanner reads off a ticket: the bare number of its barcode, or the content of its QR.

The QR of a ticket holds `JKJ1:<number>:<amount>:<currency>`, amounts in minor units.
"""

from typing import Final

import msgspec

from cashier.records import VoucherNumber
from cashier.vouchers import NUMBER_DIGITS

FIRST_MARK: Final = "JKJ1"


class ScannedTicket(msgspec.Struct, frozen=True):
    """A ticket's number as it was read, and the id of the table that signed it, where the paper tells."""

    number: VoucherNumber
    machine: str = ""


def read_scan(text: str) -> ScannedTicket | None:
    """What was read, or None where it is no ticket at all. The number's check digits are not judged here."""
    mark, _, rest = text.strip().partition(":")
    if not rest:
        return _bare(mark)
    parts = rest.split(":")
    return _bare(parts[0]) if mark == FIRST_MARK and len(parts) == 3 else None


def _bare(text: str) -> ScannedTicket | None:
    is_whole = len(text) == NUMBER_DIGITS and text.isascii() and text.isdecimal()
    return ScannedTicket(VoucherNumber(text)) if is_whole else None
