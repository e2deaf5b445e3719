"""What a word of the attendant's desk is, and how what was typed becomes an amount or a ticket."""

import argparse
from collections.abc import Callable

import msgspec

from cashier.money import Money
from cashier.records import VoucherNumber
from cashier.ticket_number import is_number
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
    """One word of the desk: what it does, what it takes, and the command it stands for (none: it only tells)."""

    word: str
    purpose: str
    arguments: tuple[Argument, ...] = ()
    command: Build | None = None


def amount_of(text: str, view: View) -> Money:
    """Return an amount typed with or without its decimals, in minor units."""
    exponent = view.profile.currency.exponent if view.profile else 0
    whole, point, part = text.replace(",", ".").partition(".")
    digits = whole + part.ljust(exponent, "0")
    is_number = digits.isdecimal() and digits.isascii()
    if not is_number or not whole or len(part) > exponent or (point and not part):
        raise Problem(f"amount {text}", "is no amount", "write it with its decimals and without a sign: 480.00")
    return Money(int(digits))


def whole_number(digits: str, view: View) -> VoucherNumber:
    """Return the one ticket whose number ends in `digits`; all 18 of them may be of a ticket that is not listed."""
    ends = [voucher.number for voucher in view.vouchers if voucher.number.endswith(digits)]
    if not ends and is_number(digits):
        return VoucherNumber(digits)
    if len(ends) != 1:
        what = "no ticket ends so" if not ends else f"{len(ends)} tickets end so"
        raise Problem(f"ticket {digits}", what, "give more digits; jakaja attend status lists the latest")
    return ends[0]
