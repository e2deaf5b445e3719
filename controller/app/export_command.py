"""`jakaja export DIR`: what happened to the money, for other programs."""

import argparse
import sys
from pathlib import Path

from controller.accounting import beancount_lines
from controller.app.folder import read_folder
from controller.journal.rows import Fault


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja export` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table that does not run, or of a demonstration")
    parser.add_argument(
        "--beancount", type=Path, required=True, metavar="FILE", help="write the ledger as beancount reads it"
    )


def run(arguments: argparse.Namespace) -> int:
    """Write the export: 0 written, 1 the journal is not whole and nothing is written."""
    found = read_folder(arguments.folder, with_key=False)
    if isinstance(found, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {found.sentence}; nothing was exported\n")
        return 1
    lines = beancount_lines(found.profile.table, found.profile.currency, found.records, found.balances)
    arguments.beancount.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    transfers = sum(len(record.transfers) for record in found.records)
    sys.stdout.write(f"{transfers} transfers on {len(found.balances)} accounts; check with bean-check FILE\n")
    return 0
