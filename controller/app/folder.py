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
    """A table's journal that was found whole, its balances, and the profile it ran by last."""

    journal: Path
    key: bytes | None
    machine_id: str
    balances: tuple[BalanceRow, ...]
    profile: Profile

    def records(self) -> Iterator[Record]:
        """Read all records in order, one at a time; without the key they lack what is sealed."""
        return read_records(self.journal, self.key)


def read_folder(path: Path, *, with_key: bool) -> Folder | Fault:
    """Check the whole journal of the table in `path`, and say what is wrong with it if anything is.

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
        with open_copy(home.journal) as reader:
            balances = tuple(reader.balances())
    except JournalError as error:
        raise Problem.told(error) from error
    profile = None
    for record in read_records(home.journal, None):
        for event in record.events:
            if isinstance(event, ProfileAdopted):
                profile = event.profile
    if profile is None:
        raise Problem(str(path), "no profile was ever adopted here", "start the table with --profile first")
    return Folder(home.journal, key, home.machine_id.hex(), balances, profile)


def read_records(journal: Path, key: bytes | None) -> Iterator[Record]:
    """Yield the records of a journal that was found whole just before. Raises `Problem` if it is so no longer."""
    try:
        for found in salvage(journal, key):
            if isinstance(found, Fault):
                raise Problem("journal", found.sentence, "run jakaja verify")
            yield found
    except JournalError as error:
        raise Problem.told(error) from error
