"""`jakaja report shift | reconciliation | settlement DIR`: a page of the money, on the terminal or as a slip.

The running shift, every equation, or the card terminal against the books.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

from cashier.devices.ticket_layout import slip_bytes
from controller.app.folder import read_folder
from controller.app.report import plain_money
from controller.journal.rows import Fault
from controller.service.meters import equations, read_meters
from controller.service.settlement import read_cards, settlement_lines
from controller.service.shift import equation_lines, shift_lines


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja report` takes."""
    parser.add_argument("page", choices=("shift", "reconciliation", "settlement"), help="which page")
    parser.add_argument("folder", type=Path, help="the folder of a table or a demonstration")
    parser.add_argument("--slip", type=Path, metavar="FILE", help="write the bytes that print it on the ticket printer")


def run(arguments: argparse.Namespace) -> int:
    """Print the page: 0 everything adds up, 1 it does not or is not explained, or the journal is not whole."""
    folder = read_folder(arguments.folder, with_key=False)
    if isinstance(folder, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {folder.sentence}\n")
        return 1
    meters, write = read_meters(folder.records()), partial(plain_money, profile=folder.profile)
    adds_up, cards = equations(meters, folder.balances), read_cards(folder.records())
    if arguments.page == "shift":
        lines = list(shift_lines(meters, folder.balances, folder.machine_id, write))
    elif arguments.page == "settlement":
        lines = list(settlement_lines(cards, folder.machine_id, write))
    else:
        lines = list(equation_lines(adds_up, folder.machine_id, write))
    if arguments.slip is not None:
        arguments.slip.write_bytes(slip_bytes(lines))
    else:
        sys.stdout.writelines(f"{line}\n" for line in lines)
    open_difference = arguments.page == "settlement" and bool(cards.over or cards.short)
    return 1 if open_difference or any(line.difference for line in adds_up) else 0
