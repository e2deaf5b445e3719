"""A killed table goes on from the last act it acknowledged. A smoke test only: it says nothing of power cuts."""

import subprocess
import sys
from itertools import islice
from pathlib import Path
from random import Random

import msgspec
import pytest

from controller import machine as machines
from controller.app.boot import recover
from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.store import connect
from controller.journal.verify import verify
from controller.machine import Machine
from controller.vocab.hand_records import HandEnded
from tests.power.rig import KEY, MACHINE
from tests.power.table_process import Endless, fingerprint

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


def test_a_table_goes_on_from_the_very_act_after_each_of_twenty_kills(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / FILE_NAME, times=20)


@pytest.mark.ci
def test_a_table_goes_on_from_the_very_act_after_each_of_two_hundred_kills(tmp_path: Path) -> None:
    kill_again_and_again(tmp_path / FILE_NAME, times=200)


def test_the_endless_table_plays_hands_pays_out_and_balances(tmp_path: Path) -> None:
    """What the kills above interrupt is a real evening."""
    table = Endless(connect(tmp_path / FILE_NAME))
    commits = list(islice(table.steps(), 400))
    events = [event for commit in commits for event in commit.events]
    assert sum(isinstance(event, HandEnded) for event in events) > 10
    assert {"NoteCredited", "BoughtIn", "SeatLeft", "ClaimCollected", "VoucherIssued", "HandShown"} <= {
        type(event).__name__ for event in events
    }
    assert machines.reconciliation(table.core.machine).difference == 0
    assert [commit.record for commit in commits] == list(range(1, 401))
    table.journal.close()
