"""A real disk that is read-only or full: a table keeps what it had, says why, and goes on when it is mended (REL-5)."""

import hashlib
from io import RawIOBase
from itertools import cycle
from pathlib import Path

import pytest

from controller.app import table_command
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.core import Committed, Core, Frozen
from controller.app.home import Home
from controller.app.problem import Problem
from controller.vocab.table_records import Pause, Resume
from tests.power.rig_b import LoopDisk

MOST_COMMANDS = 20_000


def prints(folder: Path) -> dict[str, str]:
    return {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def fill(folder: Path) -> Path:
    """Write until the disk takes no more byte."""
    filler = folder / "filler"
    with filler.open("wb", buffering=0) as file:
        for size in (1 << 20, 4096, 1):
            with pytest.raises(OSError, match="No space left"):
                write_for_ever(file, bytes(size))
    return filler


def write_for_ever(file: RawIOBase, data: bytes) -> None:
    while True:
        file.write(data)


def play_until_frozen(core: Core) -> Frozen:
    for command, _count in zip(cycle((Pause(by="Anna"), Resume(by="Anna"))), range(MOST_COMMANDS), strict=False):
        outcome = core.submit(command)
        if isinstance(outcome, Frozen):
            return outcome
        assert isinstance(outcome, Committed)
    raise AssertionError("the disk was never full")


@pytest.mark.ci
def test_a_table_on_a_read_only_disk_does_not_start_and_changes_nothing(disk: LoopDisk) -> None:
    home = Home(disk.folder / "table")
    core = table_command.start(home, demo_profile())
    record = core.record
    core.close()
    before = prints(home.path)
    disk.allow_writing(False)
    with pytest.raises(Problem, match=r"^disk-refuses: .*journal\.sqlite: cannot be opened"):
        table_command.start(home, None)
    disk.allow_writing(True)
    assert prints(home.path) == before
    core = table_command.start(home, None)
    assert core.record == record + 1, "the start itself, and nothing of the one that was refused"
    core.close()


@pytest.mark.ci
def test_a_table_whose_disk_is_full_freezes_and_plays_on_when_there_is_room(disk: LoopDisk) -> None:
    home = Home(disk.folder / "table")
    core = table_command.start(home, demo_profile())
    filler = fill(disk.folder)
    frozen = play_until_frozen(core)
    assert frozen.name == "journal"
    assert "a commit failed" in frozen.sentence
    assert core.submit(Resume(by="Anna")) == frozen
    record = core.record
    core.close()
    filler.unlink()
    again = table_command.start(home, None)
    assert record <= again.record <= record + 1
    assert again.frozen is None
    again.close()
    assert main(["verify", str(home.path)]) == 0
