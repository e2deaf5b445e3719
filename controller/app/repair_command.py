"""`jakaja repair`: make a damaged journal anew from its copies, on the word of two people, each with his PIN."""

import argparse
import sys
import time
from pathlib import Path
from typing import Final

from cashier.refusal import Refusal
from controller.app.home import Home
from controller.app.offline_desk import Errand, RestingTable, permit
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.app.refused_deeds import RefusedDeeds
from controller.app.report import refused_line
from controller.app.two_people import two_names
from controller.journal.comparison import compare_mirrors
from controller.journal.errors import JournalError, NotAJournalError, StoreOpenError
from controller.journal.journal import Journal
from controller.journal.rebuild import Rebuilt, rebuild, take_over
from controller.journal.store import connect, kept_closed
from controller.journal.verify import verify

NS_IN_MS: Final = 1_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja repair` takes."""
    parser.add_argument("folder", type=Path, help="the folder of a table that does not run")
    parser.add_argument("--by", action="append", default=[], help="who says so; given twice, first a technician")
    parser.add_argument("--accept-loss", type=int, default=0, metavar="N", help="go on though N records are lost")


def run(arguments: argparse.Namespace) -> int:
    """Repair a journal: 0 it is whole now, 1 nothing was changed."""
    home = Home(arguments.folder)
    by, second = two_names(arguments.by, "a journal is repaired")
    if not home.exists:
        raise Problem(str(home.path), "holds no table", "name the folder of a table")
    try:
        with kept_closed(home.journal):
            return _repair(home, Errand("repair-journal", by, second), arguments.accept_loss)
    except StoreOpenError as error:
        raise Problem(str(home.journal), "the table runs, or is being repaired", "end that first") from error
    except JournalError as error:
        raise Problem.told(error) from error


def _repair(home: Home, errand: Errand, accepted: int) -> int:
    if _is_sound(home):
        sys.stdout.write("the journal is whole and no mirror contradicts it: there is nothing to repair\n")
        return 1
    said_by = f"{errand.by} and {errand.second}"
    rebuilt = rebuild(home.journal, home.mirrors, home.table_key, said_by, time.time_ns() // NS_IN_MS)
    return _put_in_place(home, rebuilt, accepted, errand)


def _denial(home: Home, rebuilt: Rebuilt, errand: Errand) -> Refusal | None:
    """Have both give their PINs by the register in what the copies still hold, and note it there.

    What is refused cannot stay there, as nothing is put in place then; it waits beside the journal.
    """
    kept = RefusedDeeds(home.refused_deeds)
    journal = Journal.open(connect(rebuilt.path), home.table_key)
    try:
        before, register = journal.record, RestingTable(journal, home.table_key).register
        for refused in kept.read():
            register.submit(refused)
        denial = permit(register, errand, PinEntry.from_surroundings())
        if denial is not None:
            kept.keep(event for record in journal.iter_records(first=before + 1) for event in record.events)
        return denial
    finally:
        journal.close()


def _is_sound(home: Home) -> bool:
    """Whether the database is whole and holds all that its mirrors hold."""
    key = home.table_key
    try:
        is_whole = verify(home.journal, key).fault is None
    except NotAJournalError:
        return False
    return is_whole and not any(report.contradicts for report in compare_mirrors(home.journal, home.mirrors, key))


def _put_in_place(home: Home, rebuilt: Rebuilt, accepted: int, errand: Errand) -> int:
    for copy, records in rebuilt.taken.items():
        sys.stdout.write(f"{copy}: gave {records} records\n")
    if rebuilt.lost > accepted:
        rebuilt.path.unlink()
        sys.stdout.write(
            f"{rebuilt.lost} records are known to be lost and in no copy; nothing was changed; look for another copy, "
            f"or go on without them: --accept-loss {rebuilt.lost}\n"
        )
        return 1
    denial = _denial(home, rebuilt, errand)
    if denial is not None:
        rebuilt.path.unlink()
        sys.stdout.write(f"{refused_line(denial)}; nothing was changed\n")
        return 1
    kept = take_over(rebuilt, home.journal)
    RefusedDeeds(home.refused_deeds).forget()
    sys.stdout.write(f"the journal was made anew, {rebuilt.records} records; the old file is kept as {kept.name}\n")
    sys.stdout.write("now run jakaja verify on the folder; the table starts as it stood after its last record\n")
    return 0
