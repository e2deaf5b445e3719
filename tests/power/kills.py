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


def hashes(journal: Journal) -> list[str]:
    """Return the hash after every record, by folding the journal from its beginning."""
    machine = Machine(machine_id=MACHINE.hex())
    found = [fingerprint(machine)]
    for record in journal.iter_records():
        for event in record.events:
            machines.evolve(machine, event)
        found.append(fingerprint(machine))
    return found


def kill_again_and_again(path: Path, times: int) -> None:
    """Run a table on `path` and kill it, so many times. Raises AssertionError where it does not go on as it was."""
    dice, last = Random(20), Said(0, fingerprint(Machine(machine_id=MACHINE.hex())))
    for _kill in range(times):
        said = run_and_kill(path, dice.randint(1, 60))
        assert said[0] == last, "the table did not go on from where it was"
        assert verify(path, KEY).whole
        journal = Journal.open(connect(path), KEY)
        try:
            truth, (saved, _table_ms) = hashes(journal), recover(journal)
        finally:
            journal.close()
        assert said[-1].record <= len(truth) - 1 <= said[-1].record + 1
        assert [line.hash for line in said] == [truth[line.record] for line in said]
        assert fingerprint(saved.machine) == truth[-1]
        assert machines.reconciliation(saved.machine).difference == 0
        last = Said(len(truth) - 1, truth[-1])
