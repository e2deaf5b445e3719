"""What a ticket's QR says, and what a scanner reads off a ticket: that QR, or the bare number of its barcode.

The QR holds `JKJ1:<number>:<amount>:<currency>`, amounts in minor units. A table that signs its tickets goes on with
`:<machine>:<issued>:<expires>:<signature>`: its id in hex digits, wall seconds, and 64 bytes of Ed25519 in base 32
without padding, in capitals that a keyboard can type. The signature stands under `statement`. It proves what the table
printed, also where the table cannot be asked; whether the ticket was paid since, only the books know.
"""

import base64
import binascii
from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import VoucherNumber
from cashier.ticket_number import NUMBER_DIGITS

MARK: Final = "JKJ1"
SIGNATURE_BYTES: Final = 64
_CONTEXT: Final = "jakaja.ticket"
_PAD: Final = -SIGNATURE_BYTES * 8 // 5 % 8


class PrintedTicket(msgspec.Struct, frozen=True):
    """Everything that a signed ticket says. Times are wall seconds."""

    number: VoucherNumber
    amount: Money
    currency: str
    machine: str
    issued_at: int
    expires: int

    @property
    def statement(self) -> bytes:
        """The bytes that the table signs: MessagePack of a context and all fields in order."""
        return msgspec.msgpack.encode((_CONTEXT, *msgspec.structs.astuple(self)))


class SignedTicket(msgspec.Struct, frozen=True):
    """A printed ticket and the signature on it."""

    ticket: PrintedTicket
    signature: bytes


class ScannedTicket(msgspec.Struct, frozen=True):
    """A ticket's number as it was read, and the id of the table that signed it, where the paper tells."""

    number: VoucherNumber
    machine: str = ""


def proof(ticket: PrintedTicket, signature: bytes) -> str:
    """What a signed ticket's QR has after number, amount and currency."""
    signed = base64.b32encode(signature).decode().rstrip("=")
    return f"{ticket.machine.upper()}:{ticket.issued_at}:{ticket.expires}:{signed}"


def read_signed(text: str) -> SignedTicket | None:
    """Read a signed ticket's QR; None where it is none. Whether the signature is right is not judged here."""
    mark, *parts = text.strip().split(":")
    if mark != MARK or len(parts) != 7 or not all(part.isascii() for part in parts):
        return None
    number, amount, currency, machine, issued_at, expires, signed = parts
    if not all(part.isdecimal() for part in (number, amount, issued_at, expires)):
        return None
    try:
        signature = base64.b32decode(signed + "=" * _PAD)
    except binascii.Error:
        return None
    if len(signature) != SIGNATURE_BYTES or len(number) != NUMBER_DIGITS:
        return None
    ticket = PrintedTicket(
        VoucherNumber(number), Money(int(amount)), currency, machine.lower(), int(issued_at), int(expires)
    )
    return SignedTicket(ticket, signature)


def read_scan(text: str) -> ScannedTicket | None:
    """What was read, or None where it is no ticket at all. The number's check digits are not judged here."""
    if (signed := read_signed(text)) is not None:
        return ScannedTicket(signed.ticket.number, signed.ticket.machine)
    mark, _, rest = text.strip().partition(":")
    if not rest:
        return _bare(mark)
    parts = rest.split(":")
    return _bare(parts[0]) if mark == MARK and len(parts) == 3 else None


def _bare(text: str) -> ScannedTicket | None:
    is_whole = len(text) == NUMBER_DIGITS and text.isascii() and text.isdecimal()
    return ScannedTicket(VoucherNumber(text)) if is_whole else None
