"""Killing the process loses nothing that was acknowledged. A smoke test only: it says nothing of power cuts."""

import subprocess
import sys
from pathlib import Path
from random import Random

from controller.journal.journal import Journal
from controller.journal.reader import FILE_NAME
from controller.journal.store import connect
from controller.journal.verify import verify
from tests.power.rig import KEY

ROOT = Path(__file__).parents[2]


def kill_after(path: Path, acknowledgements: int) -> int:
    """Run a table on `path`, kill it after so many acknowledgements, and return the last one it gave."""
    command = [sys.executable, "-m", "tests.power.appender", str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        given = [child.stdout.readline() for _ in range(acknowledgements)]
        child.kill()
        given += child.stdout.readlines()
    return int([line for line in given if line.endswith(b"\n")][-1])


def test_twenty_kills_lose_nothing_acknowledged(tmp_path: Path) -> None:
    path, rng = tmp_path / FILE_NAME, Random(20)
    for _ in range(20):
        acknowledged = kill_after(path, rng.randint(1, 40))
        assert verify(path, KEY).whole
        journal = Journal.open(connect(path), KEY)
        assert acknowledged <= journal.record <= acknowledged + 1
        assert len(list(journal.iter_records())) == journal.record
        journal.close()


def test_opening_moves_what_a_killed_table_left_into_the_file(tmp_path: Path) -> None:
    path, wal = tmp_path / FILE_NAME, tmp_path / f"{FILE_NAME}-wal"
    kill_after(path, 30)
    assert wal.stat().st_size > 0
    store = connect(path)
    assert wal.stat().st_size == 0
    store.close()


def test_verify_reads_what_a_killed_table_left_and_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    acknowledged = kill_after(path, 30)
    before = {file.name: file.read_bytes() for file in tmp_path.iterdir()}
    assert set(before) == {FILE_NAME, f"{FILE_NAME}-wal"}
    assert verify(path, KEY).records >= acknowledged
    assert {file.name: file.read_bytes() for file in tmp_path.iterdir()} == before
