"""`jakaja export DIR`: what happened at a table, its money and its hands, for other programs."""

import argparse
import csv
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from cashier.refusal import Refusal
from controller.accounting import beancount_lines, read_meters
from controller.app.folder import Folder, read_folder
from controller.app.hand_files import WRITERS, Source, WriteFormat
from controller.app.home import Home
from controller.app.offline_desk import Errand, permit, resting
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.app.report import refused_line
from controller.app.table_hands import table_hands
from controller.journal.rows import Fault

HAND_FILES: Final[tuple[WriteFormat, ...]] = ("phh", "ohh", "events")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja export` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table or a demonstration")
    parser.add_argument("--beancount", type=Path, metavar="FILE", help="write the ledger as beancount reads it")
    parser.add_argument("--meters", type=Path, metavar="FILE", help="write what the money meters show, as CSV")
    parser.add_argument("--phh", type=Path, metavar="FILE", help="write the hands as PHH, as everyone saw them")
    parser.add_argument("--ohh", type=Path, metavar="FILE", help="write the hands as Open Hand History")
    parser.add_argument("--events", type=Path, metavar="FILE", help="write the hands as their events, to replay them")
    parser.add_argument(
        "--auditor",
        metavar="NAME",
        help="with decks and all hole cards, of a table that stands still; he gives his PIN",
    )


def run(arguments: argparse.Namespace) -> int:
    """Write what is asked for: 0 written, 1 the journal is not whole and nothing is written."""
    files = {form: path for form in HAND_FILES if (path := getattr(arguments, form)) is not None}
    if arguments.beancount is None and arguments.meters is None and not files:
        what = "--beancount, --meters, --phh, --ohh or --events"
        raise Problem("jakaja export", "nothing is asked for", f"give {what}, each with a FILE")
    audited = _is_audited(arguments)
    found = read_folder(arguments.folder, with_key=audited)
    if isinstance(found, Fault):
        sys.stdout.write(f"journal: NOT WHOLE; {found.sentence}; nothing was exported\n")
        return 1
    refusal = _denial(arguments, files) if audited else None
    if refusal is not None:
        sys.stdout.write(f"{refused_line(refusal)}; nothing was exported\n")
        return 1
    if arguments.beancount is not None:
        _write_ledger(arguments.beancount, found)
    if arguments.meters is not None:
        _write_meters(arguments.meters, found)
    for form, path in files.items():
        _write_hands(form, path, found, audited)
    return 0


def _is_audited(arguments: argparse.Namespace) -> bool:
    """Whether an auditor asks, who is told every card; while a table runs, hands are still to be played with them."""
    if arguments.auditor is None:
        return False
    if not arguments.auditor.strip():
        raise Problem("--auditor", "is without a name", "say who asks: --auditor Anna")
    if Home(arguments.folder).runs:
        raise Problem(str(arguments.folder), "this table runs", "stop it first; jakaja recall --staff shows one hand")
    return True


def _denial(arguments: argparse.Namespace, files: Mapping[WriteFormat, Path]) -> Refusal | None:
    """Have the journal take down who takes every card along, on his PIN; return why he may not, or None."""
    errand = Errand("read-hands", arguments.auditor, detail=", ".join(files))
    with resting(Home(arguments.folder)) as register:
        return permit(register, errand, PinEntry.from_surroundings())


def _write_hands(form: WriteFormat, path: Path, found: Folder, audited: bool) -> None:
    profile = found.profile
    source = Source(
        machine=found.machine_id,
        table=profile.table,
        seats=profile.seats,
        currency=profile.currency,
        cards="all" if audited else "public",
    )
    written = WRITERS[form](path, table_hands(found.records()), source)
    sys.stdout.write(f"{path}: {written.hands} hands written\n")
    for game, count in written.others.items():
        sys.stdout.write(f"{path}: {count} hands of {game} left out: {form} has no words for it\n")


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
