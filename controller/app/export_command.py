"""`jakaja export DIR`: what happened to the money, for other programs."""

import argparse
import csv
import sys
from pathlib import Path

from controller.accounting import beancount_lines, read_meters
from controller.app.folder import Folder, read_folder
from controller.app.problem import Problem
from controller.journal.rows import Fault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja export` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table or a demonstration")
    parser.add_argument("--beancount", type=Path, metavar="FILE", help="write the ledger as beancount reads it")
    parser.add_argument("--meters", type=Path, metavar="FILE", help="write what the money meters show, as CSV")


def run(arguments: argparse.Namespace) -> int:
    """Write what is asked for: 0 written, 1 the journal is not whole and nothing is written."""
    if arguments.beancount is None and arguments.meters is None:
        raise Problem("jakaja export", "nothing is asked for", "give --beancount FILE or --meters FILE")
    found = read_folder(arguments.folder, with_key=False)
    if isinstance(found, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {found.sentence}; nothing was exported\n")
        return 1
    if arguments.beancount is not None:
        _write_ledger(arguments.beancount, found)
    if arguments.meters is not None:
        _write_meters(arguments.meters, found)
    return 0


def _write_ledger(path: Path, found: Folder) -> None:
    profile = found.profile
    with path.open("w", encoding="utf-8") as file:
        for line in beancount_lines(profile.table, profile.currency, found.records(), found.balances):
            file.write(line + "\n")
    sys.stdout.write(f"the ledger of {len(found.balances)} accounts; bean-check {path} adds it up again\n")


def _write_meters(path: Path, found: Folder) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("machine", "meter", "count", "amount"))
        for code, count, amount in read_meters(found.records()):
            writer.writerow((found.machine_id, code, count, amount))
    sys.stdout.write("meters are in minor units and begin again at zero after the largest number\n")
