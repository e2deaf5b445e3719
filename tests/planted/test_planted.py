"""Every planted bug is found by the simulation within its budget, by the rule that it breaks (reliability TST-2)."""

import json
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tests.planted.bug import Bug
from tests.planted.bugs import BUGS
from tests.planted.patching import patched, source_path

ROOT = Path(__file__).parents[2]
EVERY_DAY = {"uncalled-short", "note-counted-again", "half-hearted-sync", "everybodys-cards"}


class Caught(msgspec.Struct):
    """What a run with a planted bug told."""

    caught: str
    steps: int
    said: str


def search(bug: Bug) -> Caught:
    """Run the simulation with a bug in it, in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.planted", bug.id],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return msgspec.convert(json.loads(done.stdout), Caught)


def one_by_one(bugs: tuple[Bug, ...]) -> list[object]:
    return [pytest.param(bug, id=bug.id, marks=() if bug.id in EVERY_DAY else pytest.mark.ci) for bug in bugs]


@pytest.mark.parametrize("bug", one_by_one(BUGS))
def test_a_planted_bug_is_caught_within_its_budget(bug: Bug) -> None:
    found = search(bug)
    assert found.caught in bug.caught_by, f"{bug.breaks}: caught by {found.caught or 'nobody'} ({found.said})"
    assert found.steps <= bug.steps


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.id)
def test_a_planted_bug_still_fits_the_source(bug: Bug) -> None:
    source = source_path(bug.module, ROOT).read_text(encoding="utf-8")
    compile(patched(source, bug.old, bug.new, bug.id), bug.module, "exec")


def test_there_are_bugs_in_every_room_that_money_cards_or_time_pass_through() -> None:
    assert len({bug.id for bug in BUGS}) == len(BUGS) >= 30
    assert {bug.room for bug in BUGS} >= {
        "money", "pots", "blinds", "recovery", "vouchers", "notes", "redaction", "shuffle order", "idempotency",
        "act twice", "rake", "odd chips", "reserved chips", "claims", "snapshot", "hash chain", "counter handling",
        "view fold", "mirrors", "repair", "room on the disk", "entry", "straddles", "clock", "rows", "seats",
        "void hands", "notes out", "cards",
    }  # fmt: skip
    assert {bug.id for bug in BUGS} >= EVERY_DAY
