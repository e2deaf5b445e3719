"""Killing a table's process again and again: it must go on from the last act it acknowledged.

It proves nothing about power: what a killed process gave to the system is still there.
"""

import subprocess
import sys
from pathlib import Path
from random import Random

import msgspec

from controller import machine as machines
from controller.app.boot import recover
from controller.journal.journal import Journal
from controller.journal.store import connect
from controller.journal.verify import verify
from controller.machine import Machine
from tests.power.rig import KEY, MACHINE
from tests.power.table_process import fingerprint

ROOT = Path(__file__).parents[2]


class Said(msgspec.Struct, frozen=True):
    """A record that a table acknowledged, and the hash of everything that was true then."""

    record: int
    hash: str


def run_and_kill(path: Path, lines: int) -> list[Said]:
    """Run a table on `path`, kill it after so many lines, and return everything it said."""
    command = [sys.executable, "-m", "tests.power.table_process", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        given = [child.stdout.readline() for _ in range(lines)]
        child.kill()
        given += child.stdout.readlines()
    words = [line.decode().split() for line in given if line.endswith(b"\n")]
    assert words, "the table did not start"
    return [Said(int(record), hash_) for record, hash_ in words]


class Truth:
    """What is true of a table after each record of its journal: every record is folded once, in its order."""

    def __init__(self) -> None:
        self._machine = Machine(machine_id=MACHINE.hex())
        self.hashes = [fingerprint(self._machine)]

    def follow(self, journal: Journal) -> None:
        """Fold the records that are new."""
        for record in journal.iter_records(first=len(self.hashes)):
            for event in record.events:
                machines.evolve(self._machine, event)
            self.hashes.append(fingerprint(self._machine))

    @property
    def last(self) -> Said:
        """The newest record, and what is true after it."""
        return Said(len(self.hashes) - 1, self.hashes[-1])


def kill_again_and_again(path: Path, times: int) -> None:
    """Run a table on `path` and kill it, so many times. Raises AssertionError where it does not go on as it was."""
    dice, truth = Random(20), Truth()
    for _kill in range(times):
        said = run_and_kill(path, dice.randint(1, 60))
        assert said[0] == truth.last, "the table did not go on from where it was"
        assert verify(path, KEY).whole
        journal = Journal.open(connect(path), KEY)
        try:
            truth.follow(journal)
            saved, _table_ms = recover(journal)
        finally:
            journal.close()
        assert said[-1].record <= truth.last.record <= said[-1].record + 1
        assert [line.hash for line in said] == [truth.hashes[line.record] for line in said]
        assert fingerprint(saved.machine) == truth.last.hash
        assert machines.reconciliation(saved.machine).difference == 0
    assert folded_anew(path) == truth.hashes, "an older record is no longer what it was"


def folded_anew(path: Path) -> list[str]:
    """Return the hash after every record of a journal, folded from its beginning."""
    journal, truth = Journal.open(connect(path), KEY), Truth()
    try:
        truth.follow(journal)
    finally:
        journal.close()
    return truth.hashes
