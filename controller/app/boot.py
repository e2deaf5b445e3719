"""Starting a table: a new one, or the one that its journal remembers."""

import msgspec

from cashier.invariant import InvariantBreach
from controller import machine as machines
from controller.app.core import Saved, decode_saved
from controller.app.home import Home
from controller.app.problem import Problem
from controller.app.views import Views
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.store import connect
from controller.machine import Machine
from controller.vocab.ids import Now


def new_journal(home: Home, now: Now) -> Journal:
    """Make the journal of a table that has never run."""
    try:
        return Journal.create(connect(home.journal), home.machine_id, home.table_key, now)
    except JournalError as error:
        raise Problem.told(error) from error


def open_journal(home: Home, now: Now) -> Journal:
    """Open a table's journal after checking all of it; raises `Problem` when it is not what was committed.

    A journal that is still blank, because the power went while the table was being made, is made again.
    """
    try:
        store = connect(home.journal)
    except JournalError as error:
        raise Problem.told(error) from error
    try:
        if store.blank:
            return Journal.create(store, home.machine_id, home.table_key, now)
        return Journal.open(store, home.table_key)
    except JournalError as error:
        store.close()
        raise Problem.told(error) from error


def recover(journal: Journal) -> tuple[Saved, int]:
    """Return machine and views as the journal's last record left them, and the table time (ms) it had reached."""
    try:
        recovered = journal.recover()
        saved, table_ms = blank(journal), 0
        if recovered.snapshot is not None:
            try:
                saved = decode_saved(recovered.snapshot)
                table_ms = next(journal.iter_records(first=recovered.snapshot_record)).now.table
            except msgspec.DecodeError:
                # Written by a program with another state: the records themselves serve instead.
                recovered = journal.recover(from_start=True)
        views = Views.restored(saved.views)
        for record in recovered.tail:
            table_ms = record.now.table
            for event in record.events:
                machines.evolve(saved.machine, event)
            views.follow(record.events)
        machines.audit(saved.machine)
    except (JournalError, InvariantBreach) as error:
        raise Problem("journal", str(error), "run jakaja verify and call the technician") from error
    return Saved(machine=saved.machine, views=views.saved()), table_ms


def blank(journal: Journal) -> Saved:
    """Return the state of a table to which nothing has happened yet."""
    return Saved(machine=Machine(machine_id=journal.machine_id.hex()), views={})
