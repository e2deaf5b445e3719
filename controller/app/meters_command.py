"""`jakaja meters DIR`: what the meters show, and the equations between them."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from cashier.devices.ticket_layout import slip_bytes
from cashier.ledger import METER_DIGITS, Meter
from controller.app.folder import read_folder
from controller.app.report import plain_money
from controller.journal.rows import Fault
from controller.service.meters import EQUATIONS, Equation, Meters, Play, equations, read_meters
from controller.service.recall_text import COLUMNS, across
from controller.service.shift import meters_document
from controller.vocab.profile import Profile


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja meters` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table or a demonstration")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print them as JSON")
    form.add_argument("--slip", type=Path, metavar="FILE", help="write the bytes that print them on the ticket printer")


def run(arguments: argparse.Namespace) -> int:
    """Print the meters: 0 every difference is zero, 1 one is not, or the journal is not whole."""
    folder = read_folder(arguments.folder, with_key=False)
    if isinstance(folder, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {folder.sentence}\n")
        return 1
    meters = read_meters(folder.records())
    lines = equations(meters, folder.balances)
    profile, machine = folder.profile, folder.machine_id
    if arguments.json:
        told = meters_document(meters, lines, machine, profile.table, profile.currency.code)
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(told)).decode() + "\n")
    elif arguments.slip is not None:
        arguments.slip.write_bytes(slip_bytes(_slip(meters, machine)))
    else:
        for line in (*_meters(meters, profile, machine), *_equations(lines, profile)):
            sys.stdout.write(line + "\n")
    return 1 if any(line.difference for line in lines) else 0


def _slip(meters: Meters, machine: str) -> Iterator[str]:
    """Every meter that has moved, with all its digits, for paper of `COLUMNS` columns."""
    yield ("TEST METERS" if meters.no_value else "METERS").center(COLUMNS).rstrip()
    yield f"machine {machine}"
    for code, meter in meters.lifetime.items():
        if meter.count:
            yield code
            yield across("", _reading(meter).strip())
    for door, opened in sorted(meters.doors.items()):
        yield across(f"door {door} opened", str(opened))


def _meters(meters: Meters, profile: Profile, machine: str) -> Iterator[str]:
    kind = "TEST meters, no money stands behind them" if meters.no_value else "meters"
    yield f"{kind} of machine {machine}, table {profile.table} ({profile.currency.code}, minor units)"
    yield f"{'':22}{'lifetime':>27}{'since the last drop':>27}"
    for code, meter in meters.lifetime.items():
        yield f"{code:22}{_reading(meter)}{_reading(meters.period[code])}"
    for note in sorted(meters.notes):
        yield f"notes of {plain_money(note, profile):13}{meters.notes[note]:>13}"
    for note in sorted(meters.notes_out):
        yield f"notes out {plain_money(note, profile):12}{meters.notes_out[note]:>13}"
    for door in sorted(meters.doors):
        yield f"door {door:17}{meters.doors[door]:>13}{meters.doors_period.get(door, 0):>27}"
    yield f"{'':22}{'hands':>9}{'raked':>9}{'void':>6}{'turnover':>15}{'won':>15}{'rake':>13}"
    for game, play in sorted(meters.games.items()):
        yield _play(game, play)
    for seat, play in sorted(meters.seats.items()):
        yield _play(f"seat {seat}", play)


def _reading(meter: Meter) -> str:
    """Count and amount with all digits, as they roll over."""
    shown = meter.reading
    return f"  {shown.count:0{METER_DIGITS}d} {shown.amount:0{METER_DIGITS}d}"


def _play(name: str, play: Play) -> str:
    return f"{name:22}{play.hands:>9}{play.raked:>9}{play.voided:>6}{play.turnover:>15}{play.won:>15}{play.rake:>13}"


def _equations(lines: tuple[Equation, ...], profile: Profile) -> Iterator[str]:
    yield "reconciliation: every difference must be zero"
    for line in lines:
        sides = f"{plain_money(line.left, profile)} = {plain_money(line.right, profile)}"
        yield f"  {EQUATIONS[line.key]}: {sides}, difference {plain_money(line.difference, profile)}"
