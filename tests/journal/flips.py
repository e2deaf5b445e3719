"""Single flipped bits in a journal: each is found and named, or lies where nothing is stored."""

from collections.abc import Iterable
from pathlib import Path
from random import Random
from typing import Final

from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.rows import Fault, Record
from controller.journal.store import connect, open_copy
from controller.journal.verify import salvage, verify
from controller.vocab.ids import Now
from tests.power.rig import KEY, MACHINE
from tests.power.session import Scribe, buy_in, evening, note

PAGE: Final = 4096
SMALL_PAGES: Final = 16


def small_journal(path: Path) -> None:
    """A note and a purchase, with a snapshot."""
    journal = Journal.create(connect(path), MACHINE, KEY, Now(table=0, wall=1_700_000_000_000))
    scribe = Scribe(journal)
    list(note(scribe, 2, 100_000))
    journal.snapshot(b"state")
    list(buy_in(scribe, 1, 100_000))
    journal.close()


def long_journal(path: Path) -> None:
    """Six evenings."""
    journal = Journal.create(connect(path), MACHINE, KEY, Now(table=0, wall=1_700_000_000_000))
    for _ in range(6):
        list(evening(journal))
    journal.close()


def content(path: Path) -> list[object]:
    """Everything that is stored in a journal, but for its snapshots and the mark, on which nothing depends."""
    with open_copy(path) as reader:
        records = list(reader.records(1, reader.last_record()))
        return [records, reader.meta(), reader.head(), reader.balances(), reader.outbox(), reader.incidents()]


def judge(path: Path, whole: list[Record | Fault], stored: list[object]) -> bool:
    """Verify a journal with one flipped bit: True when it was found.

    The records before the one that is named are as they were written; so are all of them where none is named, unless
    the file cannot be read at all. A flip that is not found has changed nothing that is stored.
    """
    try:
        found = (report := verify(path, KEY)).fault
        if found is None:
            assert content(path) == stored
            return bool(report.snapshot_faults)
        left = list(salvage(path, KEY))
    except JournalError:
        return True
    if found.record is not None:
        assert left[: found.record - 1] == whole[: found.record - 1]
    elif found.reason in ("altered", "sums", "schema"):
        assert left == whole
    return True


def flip_each(path: Path, places: Iterable[int], dice: Random) -> int:
    """Flip one bit at each place, one at a time; return how many were found."""
    data, whole, stored = path.read_bytes(), list(salvage(path, KEY)), content(path)
    found = 0
    for place in places:
        spoilt = bytearray(data)
        spoilt[place] ^= 1 << dice.randrange(8)
        path.write_bytes(spoilt)
        found += judge(path, whole, stored)
    path.write_bytes(data)
    return found


def used(data: bytes, first: int, last: int) -> list[int]:
    """The places whose byte is not zero: nearly all of the others lie in no row at all."""
    return [place for place in range(first, last) if data[place]]
