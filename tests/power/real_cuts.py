"""Power cuts of a table on a real file system, rig B: what it said before the cut must be there after the mount."""

import multiprocessing
import sqlite3
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Final

import msgspec

from controller import machine as machines
from controller.app.boot import recover
from controller.app.problem import Problem
from controller.journal.errors import JournalError
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.store import Store
from controller.vocab.ids import Now
from tests.power.rig import CHECKPOINT_EVERY, KEY, Verdict
from tests.power.rig_b import LoopDisk
from tests.power.table_process import Endless, StoodStillError, fingerprint

CUTS_ON_ONE_JOURNAL: Final = 15
"""After so many cuts the disk is made anew, so that every part of a journal's life is met, its birth too."""

MIRROR: Final = "journal.mirror"
MOST_RECORDS: Final = 60
DEADLINE: Final = 60
"""Seconds after which a table that says nothing counts as hanging."""

NURSERY: Final = multiprocessing.get_context("forkserver")
NURSERY.set_forkserver_preload([__name__])


class Said(msgspec.Struct, frozen=True):
    """A record that a table acknowledged, and the hash of everything that was true then."""

    record: int
    hash: str


def open_store(path: Path, pragmas: Sequence[str] = ()) -> Store:
    """Open the product's store on a real file; `pragmas` then spoil its settings, for tests of the rig."""
    connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    store = Store(connection, str(path), sqlite3.Error, checkpoint_every=CHECKPOINT_EVERY)
    for pragma in pragmas:
        connection.execute(pragma).fetchall()
    return store


def run_table(path: Path, pragmas: Sequence[str], say: Connection) -> None:
    """Run a table until its disk is gone; what it says is durable."""
    table = Endless(open_store(path, pragmas))
    table.journal.mirror_to([path.with_name(MIRROR)], table.clock.now())
    say.send((table.core.record, fingerprint(table.core.machine)))
    with suppress(StoodStillError):
        for commit in table.steps():
            say.send((commit.record, fingerprint(table.core.machine)))
    say.close()


def play_and_cut(disk: LoopDisk, count: int, pragmas: Sequence[str]) -> tuple[list[Said], list[Said]]:
    """Run a table, cut the power after `count` acknowledgements; return what it said before the cut, and after it."""
    listen, say = NURSERY.Pipe(duplex=False)
    child = NURSERY.Process(target=run_table, args=(disk.folder / FILE_NAME, pragmas, say))
    child.start()
    say.close()
    before, after = [], []
    for _acknowledgement in range(count):
        assert listen.poll(DEADLINE), "the table hangs"
        before.append(Said(*listen.recv()))
    disk.cut()
    try:
        while listen.poll(DEADLINE):
            after.append(Said(*listen.recv()))
    except EOFError:
        child.join(DEADLINE)
    assert child.exitcode == 0, "a table whose disk is gone must end at its last durable state"
    disk.unmount()
    return before, after


def judge(disk: LoopDisk, before: Sequence[Said], after: Sequence[Said]) -> Verdict:
    """Start the table on the recovered file system: it must stand where it last said it stood, or one record on.

    Its mirror must not have run ahead of the journal, and hold all that was flushed.
    """
    disk.mount()
    try:
        store = open_store(disk.folder / FILE_NAME)
    except (JournalError, sqlite3.Error):
        return Verdict.BAD
    try:
        if store.blank:
            return Verdict.LOST
        journal = Journal.open(store, KEY)
        saved, table_ms = recover(journal)
        incidents = journal.mirror_to([disk.folder / MIRROR], Now(table=table_ms, wall=journal.wall_ms or 0))
        journal.close()
    except (JournalError, Problem):
        return Verdict.BAD
    finally:
        store.close()
    if incidents:
        # A cut may take the end of a mirror that was not flushed yet; anything else would be an incident.
        return Verdict.BAD
    said = {line.record: line.hash for line in (*before, *after)}
    if journal.record < before[-1].record:
        return Verdict.LOST
    is_as_said = said.get(journal.record, fingerprint(saved.machine)) == fingerprint(saved.machine)
    is_balanced = machines.reconciliation(saved.machine).difference == 0
    return Verdict.GOOD if is_as_said and is_balanced and journal.record <= max(said) + 1 else Verdict.BAD


def real_verdicts(disk: LoopDisk, cuts: int, seed: int, pragmas: Sequence[str] = ()) -> Counter[Verdict]:
    """Cut the power so often, at instants that `seed` and the machine's own pace choose."""
    dice, found = Random(seed), Counter[Verdict]()
    for number in range(cuts):
        verdict = judge(disk, *play_and_cut(disk, dice.randint(1, MOST_RECORDS), pragmas))
        found[verdict] += 1
        if verdict is not Verdict.GOOD or number % CUTS_ON_ONE_JOURNAL == CUTS_ON_ONE_JOURNAL - 1:
            disk.make()
    return found
