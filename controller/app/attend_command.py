"""`jakaja attend`: the attendant's desk. Every word is a command of the staff's own connection."""

import argparse
import asyncio
import sys
from pathlib import Path
from typing import Final

import msgspec

from cashier.money import Money
from cashier.records import CountDropBox, DeviceId, DeviceReported, ResolveVoucher, VoucherNumber
from controller.app.home import Home
from controller.app.problem import Problem
from controller.app.report import plain_money
from controller.app.socket_screen import SocketScreen
from controller.vocab.profile import Profile
from controller.vocab.table_records import Pause, Resume
from controller.wire.messages import AskedCommand, Refused
from controller.wire.view import View
from controller.wire.viewers import STAFF


class Word(msgspec.Struct, frozen=True):
    """One word of the desk and what it does."""

    word: str
    purpose: str


WORDS: Final[tuple[Word, ...]] = (
    Word("status", "seats, money, devices and tickets as they stand"),
    Word("pause", "stop the clocks and start no new hand"),
    Word("resume", "let the clocks run again"),
    Word("ready", "say that you have looked at a device whose events were lost, and it is in order"),
    Word("drop", "say that the drop box was emptied, and how much was in it"),
    Word("resolve", "say what became of a ticket in doubt: issued, or void with a replacement"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the desk's words."""
    words = parser.add_subparsers(dest="word", metavar="WORD", required=True)
    for row in WORDS:
        chosen = words.add_parser(row.word, help=row.purpose)
        chosen.add_argument("--folder", type=Path, required=True, help="the table's folder")
        if row.word != "status":
            chosen.add_argument("--by", required=True, help="who says so; it stands in the journal")
        if row.word == "ready":
            chosen.add_argument("device", help="the device's name, as status lists it")
        if row.word == "drop":
            chosen.add_argument("amount", help="what was counted, as on a note: 480 or 480.00")
        if row.word == "resolve":
            chosen.add_argument("number", help="the ticket's 18 digits, or its last four")
            chosen.add_argument("verdict", choices=("issued", "void"), help="what is to become of it")


def run(arguments: argparse.Namespace) -> int:
    """Do one word: 0 done, 1 refused."""
    return asyncio.run(_attend(arguments))


async def _attend(arguments: argparse.Namespace) -> int:
    desk = SocketScreen(Home(arguments.folder), STAFF)
    await desk.connect()
    try:
        if arguments.word == "status":
            _say_status(desk)
            return 0
        answer = await desk.ask(_command(arguments, desk.view))
        if isinstance(answer, Refused):
            facts = ", ".join(f"{name} {fact}" for name, fact in answer.refusal.facts.items())
            sys.stdout.write(f"refused: {answer.refusal.code} {facts}".rstrip() + "\n")
            return 1
        sys.stdout.write(f"done, record {answer.record}\n")
        return 0
    finally:
        await desk.close()


def _command(arguments: argparse.Namespace, view: View) -> AskedCommand:
    match arguments.word:
        case "pause":
            return Pause(by=arguments.by)
        case "resume":
            return Resume(by=arguments.by)
        case "ready":
            return DeviceReported(device=DeviceId(arguments.device), condition="ready", by=arguments.by)
        case "drop":
            return CountDropBox(by=arguments.by, amount=_amount(arguments.amount, view))
        case _:
            number = _whole_number(arguments.number, view)
            return ResolveVoucher(number=number, verdict=arguments.verdict, by=arguments.by)


def _amount(text: str, view: View) -> Money:
    """Return an amount typed with or without its decimals, in minor units."""
    exponent = view.profile.currency.exponent if view.profile else 0
    whole, point, part = text.replace(",", ".").partition(".")
    digits = whole + part.ljust(exponent, "0")
    is_number = digits.isdecimal() and digits.isascii()
    if not is_number or not whole or len(part) > exponent or (point and not part):
        raise Problem(f"amount {text}", "is no amount", "write it with its decimals and without a sign: 480.00")
    return Money(int(digits))


def _whole_number(digits: str, view: View) -> VoucherNumber:
    """Return the one ticket whose number ends in `digits`."""
    ends = [voucher.number for voucher in view.vouchers if voucher.number.endswith(digits)]
    if len(ends) != 1:
        what = "no ticket ends so" if not ends else f"{len(ends)} tickets end so"
        raise Problem(f"ticket {digits}", what, "give more digits; jakaja attend status lists the latest")
    return ends[0]


def _say_status(desk: SocketScreen) -> None:
    view = desk.view
    profile = view.profile
    if profile is None:
        sys.stdout.write("no profile adopted yet\n")
        return
    paused = f"PAUSED by {view.paused_by}" if view.paused else "running"
    halted = f"STANDS STILL ({desk.halted.name}): {desk.halted.sentence}" if desk.halted else paused
    sys.stdout.write(f"table {profile.table}: {halted}, hand {view.hand or 'none'}, {view.phase}\n")
    for line in _lines(view, profile):
        sys.stdout.write(f"  {line}\n")


def _lines(view: View, profile: Profile) -> list[str]:
    seats = [
        f"seat {seat.seat:2}  {seat.name:16} {seat.status:12} {plain_money(seat.stack, profile):>10}"
        for seat in sorted(view.seats.values(), key=lambda seat: seat.seat)
        if seat.status != "empty"
    ]
    claims = [
        f"claim {claim.claim} of seat {claim.seat}: {plain_money(claim.amount, profile)}" for claim in view.claims
    ]
    tickets = [f"ticket {row.number} {plain_money(row.amount, profile)} {row.state}" for row in view.vouchers]
    devices = [f"{device.device}: {device.condition}" for device in view.devices]
    return [*seats, f"balance at the kiosk: {plain_money(view.balance, profile)}", *claims, *tickets, *devices]
