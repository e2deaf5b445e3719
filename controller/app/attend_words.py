"""What a word of the attendant's desk is, and how what was typed becomes an amount or a ticket."""

import argparse
from collections.abc import Callable

import msgspec

from cashier.money import Money
from cashier.records import VoucherNumber
from cashier.ticket_number import NUMBER_DIGITS, SHOWN_DIGITS, is_number, last_digits
from cashier.tickets import read_scan
from controller.app.problem import Problem
from controller.wire.messages import AskedCommand
from controller.wire.view import View

Build = Callable[[argparse.Namespace, View], AskedCommand]


class Argument(msgspec.Struct, frozen=True):
    """One argument of a word: its name and what it means; options begin with two dashes."""

    name: str
    purpose: str
    kind: type[int] | type[str] = str
    choices: tuple[str, ...] | None = None
    default: int | str | None = None


class Word(msgspec.Struct, frozen=True):
    """One word of the desk: what it does, what it takes, and the command it stands for (none: it only tells).

    `then` says what is to be done once the command is carried out; `tells` are the lines of a word that only tells,
    the status where there are none.
    """

    word: str
    purpose: str
    arguments: tuple[Argument, ...] = ()
    command: Build | None = None
    then: Callable[[argparse.Namespace], str] | None = None
    tells: Callable[[View], tuple[str, ...]] | None = None


def amount_of(text: str, view: View) -> Money:
    """Return an amount typed with or without its decimals, in minor units."""
    exponent = view.profile.currency.exponent if view.profile else 0
    whole, point, part = text.replace(",", ".").partition(".")
    digits = whole + part.ljust(exponent, "0")
    is_number = digits.isdecimal() and digits.isascii()
    if not is_number or not whole or len(part) > exponent or (point and not part):
        raise Problem(f"amount {text}", "is no amount", "write it with its decimals and without a sign: 480.00")
    return Money(int(digits))


def ticket_number(text: str) -> VoucherNumber:
    """Return what names a ticket: its last four digits as status lists them, or the whole number, typed or scanned.

    A whole number may have the hyphens of the paper, or be all that its QR says.
    """
    scanned = read_scan(text)
    digits = scanned.number if scanned is not None else text.replace("-", "").replace(" ", "")
    if is_number(digits) or (len(digits) == SHOWN_DIGITS and digits.isdecimal()):
        return VoucherNumber(digits)
    raise Problem(
        f"ticket ..{last_digits(digits)}",
        "is no ticket's number",
        f"give its {NUMBER_DIGITS} digits, or the last {SHOWN_DIGITS} as jakaja attend status lists them",
    )
