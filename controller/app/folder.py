"""Reading the journal in a table's folder, for commands that only look: on a copy, and only where it is whole."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

from controller.app.home import Home
from controller.app.problem import Problem
from controller.journal.errors import JournalError
from controller.journal.rows import BalanceRow, Fault, Record
from controller.journal.store import open_copy
from controller.journal.verify import salvage, verify
from controller.vocab.profile import Profile
from controller.vocab.table_records import ProfileAdopted


class Folder(msgspec.Struct, frozen=True):
    """A table's journal as it was read: all its records in order, its balances and the profile it ran by last.

    Without the key `records` lack what is sealed.
    """

    machine_id: str
    records: tuple[Record, ...]
    balances: tuple[BalanceRow, ...]
    profile: Profile


def read_folder(path: Path, *, with_key: bool) -> Folder | Fault:
    """Read the whole journal of the table in `path`, or say what is wrong with it.

    Raises `Problem` when there is no journal, no profile in it yet, or no key where one is asked for.
    """
    home = Home(path)
    if not home.journal.exists():
        raise Problem(str(path), f"holds no {home.journal.name}", "name the folder of a table")
    key = home.table_key if with_key else None
    try:
        report = verify(home.journal, key)
        if report.fault is not None:
            return report.fault
        records = tuple(_whole(salvage(home.journal, key)))
        with open_copy(home.journal) as reader:
            balances = tuple(reader.balances())
    except JournalError as error:
        raise Problem.told(error) from error
    profiles = [event.profile for record in records for event in record.events if isinstance(event, ProfileAdopted)]
    if not profiles:
        raise Problem(str(path), "no profile was ever adopted here", "start the table with --profile first")
    return Folder(home.machine_id.hex(), records, balances, profiles[-1])


def _whole(found: Iterator[Record | Fault]) -> Iterator[Record]:
    """Yield the records of a journal that was found whole just before."""
    for each in found:
        if isinstance(each, Fault):
            raise Problem("journal", each.sentence, "run jakaja verify")
        yield each
