"""Starting a table: a new one, or the one that its journal remembers."""

from pathlib import Path

import msgspec

from cashier.invariant import InvariantBreach
from controller import machine as machines
from controller.app.core import Saved, decode_saved
from controller.app.home import Home
from controller.app.problem import Problem
from controller.app.steady_clock import check_clock
from controller.app.views import Views
from controller.journal.errors import CopiesDisagreeError, JournalDamagedError, JournalError, StoreOpenError
from controller.journal.journal import Journal
from controller.journal.mirror import scan
from controller.journal.store import connect
from controller.machine import Machine
from controller.vocab.ids import Now


def new_journal(home: Home, now: Now) -> Journal:
    """Make the journal of a table that has never run, and its mirrors."""
    try:
        journal = Journal.create(connect(home.journal), home.machine_id, home.table_key, now)
        return _mirrored(journal, home, now)
    except JournalError as error:
        raise Problem.told(error) from error


def open_journal(home: Home, now: Now, *, steady: bool = False) -> Journal:
    """Open a table's journal after checking it; raises `Problem` when it is not what was committed.

    The problem begins with the name of a safe state: the table does not start, and no copy is changed. A journal that
    is still blank, because the power went while the table was being made, is made again. With `steady` a `now` that
    lies behind the last record is a problem, too.
    """
    machine, key = home.machine_id, home.table_key
    held = good_copies(home)
    if held and not (home.journal.exists() and home.journal.stat().st_size):
        raise _damaged(home, f"{home.journal} is {'blank' if home.journal.exists() else 'gone'}")
    try:
        store = connect(home.journal)
    except StoreOpenError as error:
        raise _not_open(home, error) from error
    except JournalError as error:
        raise Problem.told(error) from error
    try:
        if store.blank:
            if held:
                raise _damaged(home, f"{home.journal} is blank")
            return _mirrored(Journal.create(store, machine, key, now), home, now)
        journal = Journal.open(store, key)
        if journal.machine_id != machine:
            raise Problem(
                "journal-of-another-machine",
                f"{home.journal} was written by machine {journal.machine_id.hex()}, this is {machine.hex()}",
                "put this table's own journal back",
            )
        if steady:
            check_clock(now.wall, journal.wall_ms)
        return _mirrored(journal, home, now)
    except JournalDamagedError as error:
        store.close()
        raise _damaged(home, f"{home.journal}: {error.fault.sentence}") from error
    except JournalError as error:
        store.close()
        raise Problem.told(error) from error
    except Problem:
        store.close()
        raise


def good_copies(home: Home) -> dict[Path, int]:
    """Return the mirrors that hold records of this table and whose checksums hold, each with how many it has."""
    machine, found = home.machine_id, {}
    for path in home.mirrors:
        try:
            held = scan(path)
        except OSError:
            continue
        if held.records and held.meta is not None and held.meta.machine == machine:
            found[path] = held.records
    return found


def _mirrored(journal: Journal, home: Home, now: Now) -> Journal:
    try:
        journal.mirror_to(home.mirrors, now)
    except CopiesDisagreeError as error:
        journal.close()
        raise Problem("copies-disagree", *str(error).rsplit("; ", 1)) from error
    return journal


def _damaged(home: Home, what: str) -> Problem:
    """Return the problem of a journal that is not what was committed: with a good copy, or without any."""
    held = good_copies(home)
    if not held:
        return Problem(
            "no-good-copy",
            f"{what}; nothing was changed",
            "keep all disks as they are, look with `jakaja verify`, call the makers",
        )
    copies = ", ".join(f"{path} ({records} records)" for path, records in held.items())
    mend = "look with `jakaja verify`, then two people can run `jakaja repair`"
    return Problem("journal-damaged", f"{what}; believed good: {copies}", mend)


def _not_open(home: Home, error: StoreOpenError) -> Problem:
    what = str(error).split("; ", 1)[0]
    match error.trouble:
        case "in-use":
            return Problem("journal-in-use", what, "end the other program that has it open")
        case "damaged":
            return _damaged(home, what)
        case "disk":
            return Problem("disk-refuses", what, "see that its disk can be written and is not full")
        case "settings":
            return Problem.told(error)


def recover(journal: Journal) -> tuple[Saved, int]:
    """Return machine and views as the journal's last record left them, and the table time (ms) it had reached.

    A snapshot that had to be left aside is an incident of the journal; the records themselves serve instead.
    """
    try:
        recovered = journal.recover()
        reports = list(recovered.reports)
        saved, table_ms = blank(journal), 0
        if recovered.snapshot is not None:
            try:
                saved = decode_saved(recovered.snapshot)
                table_ms = next(journal.iter_records(first=recovered.snapshot_record)).now.table
            except msgspec.DecodeError:
                place = f"the snapshot after record {recovered.snapshot_record}"
                reports.append(f"{place} is not used: another program wrote it; the records themselves serve instead")
                recovered = journal.recover(from_start=True)
        views = Views.restored(saved.views)
        for record in recovered.tail:
            table_ms = record.now.table
            for event in record.events:
                machines.evolve(saved.machine, event)
            views.follow(record.events)
        machines.audit(saved.machine)
        for sentence in reports:
            journal.note_incident("snapshot-left-aside", sentence, Now(table=table_ms, wall=journal.wall_ms or 0))
    except (JournalError, InvariantBreach) as error:
        raise Problem("journal", str(error), "run jakaja verify and call the technician") from error
    return Saved(machine=saved.machine, views=views.saved()), table_ms


def blank(journal: Journal) -> Saved:
    """Return the state of a table to which nothing has happened yet."""
    return Saved(machine=Machine(machine_id=journal.machine_id.hex()), views={})
