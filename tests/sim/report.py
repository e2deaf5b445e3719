"""One page of figures: what was simulated, what failed on the way, which planted bugs were caught, what was skipped."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.planted.bugs import BUGS, Bug
from tests.sim.day import spend_day
from tests.sim.run import simulate

ROOT: Final = Path(__file__).parents[2]
SEEDS: Final = (1, 2, 3, 4, 5)
STEPS: Final = 10_000
FIGURES: Final = ("hands", "commits", "cuts", "kills", "disk-errors", "tamperings", "notes", "tickets")
TIERS: Final = ("a million steps: make ci", "mutants of the money code: python -m tests.planted.mutants")


def report(bugs: Sequence[Bug] = BUGS) -> int:
    """Run some seeds, one day and the planted bugs, and print what came of it; 1 where a bug was missed.

    Raises `Broken` or `Finding` when the product itself breaks a rule: there are no figures then.
    """
    counts: Counter[str] = Counter()
    for seed in SEEDS:
        counts.update(simulate(seed, STEPS).counts)
    _tell("seeds", len(SEEDS))
    _tell("steps", len(SEEDS) * STEPS)
    for name in FIGURES:
        _tell(name, counts[name])
    _tell("lost: records, notes, tickets", 0)
    day = spend_day(1)
    _tell("day: hours", day.hours)
    _tell("day: hands", day.hands)
    _tell("day: cuts", day.cuts)
    _tell("day: cents of difference", day.difference)
    missed = [bug.id for bug in bugs if not _caught(bug)]
    _tell("planted bugs tried", len(bugs))
    _tell("planted bugs caught", len(bugs) - len(missed))
    for name in missed:
        sys.stdout.write(f"missed: {name}\n")
    for tier in TIERS:
        sys.stdout.write(f"skipped here: {tier}\n")
    return 1 if missed else 0


def _caught(bug: Bug) -> bool:
    """Whether the right rule objected to a bug, in a process of its own."""
    command = [sys.executable, "-m", "tests.planted", bug.id]
    told = json.loads(subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout)
    return told["caught"] in bug.caught_by


def _tell(name: str, value: int) -> None:
    sys.stdout.write(f"{name:32}{value:>12,}\n")
    sys.stdout.flush()
