"""Signing tickets as they are printed, and `jakaja verify ticket QR`: what a table has signed, told without it."""

import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from cashier.records import PrintTicket
from cashier.ticket_number import is_number
from cashier.tickets import PrintedTicket, proof, read_signed
from controller.app.home import Home
from controller.app.problem import Problem
from controller.journal.seal import Seals, is_signed

Sign = Callable[[bytes], bytes]
"""Returns the table's signature of a statement."""

KEY_BYTES: Final = 32


def sign_ticket(ticket: PrintTicket, machine: str, currency: str, sign: Sign) -> str:
    """Return what a ticket's QR says beyond number, amount and currency."""
    printed = PrintedTicket(ticket.number, ticket.amount, currency, machine, ticket.issued_at, ticket.expires)
    return proof(printed, sign(printed.statement))


def signer_of(key: str | None, folder: Path | None) -> bytes:
    """The public key to check by: as it was given, in 64 hex digits, or that of the table in a folder."""
    if folder is not None:
        return Seals(Home(folder).table_key).signer
    try:
        signer = bytes.fromhex(key or "")
    except ValueError:
        signer = b""
    if len(signer) != KEY_BYTES:
        raise Problem(f"signer {key}", "is no public key", "give 64 hex digits, or --folder DIR of the table")
    return signer


def verify_ticket(text: str, signer: bytes) -> int:
    """Say what a ticket's QR says and whether the table signed it: 0 it did, 1 it did not."""
    signed = read_signed(text)
    if signed is None:
        raise Problem("ticket", "is not signed", "give the whole content of its QR: JKJ1 and eight parts")
    ticket = signed.ticket
    until = datetime.fromtimestamp(ticket.expires, UTC).isoformat(timespec="minutes")
    sys.stdout.write(f"ticket ..{ticket.number[-4:]} of {ticket.amount} {ticket.currency} (minor units)\n")
    sys.stdout.write(f"table {ticket.machine}, good until {until}\n")
    is_right = is_number(ticket.number) and is_signed(ticket.statement, signer, signed.signature)
    sys.stdout.write(
        "signed by this table\n" if is_right else "NOT SIGNED by this table: the ticket is forged or damaged\n"
    )
    return 0 if is_right else 1
