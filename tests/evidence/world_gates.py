"""Evidence from the simulated world, and of the tests themselves: seeds, days, planted bugs, mutants, branches."""

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Final, TypeVar

import msgspec

from tests.attacks.suite import Result
from tests.attacks.table import ATTACKS
from tests.evidence.page import Row
from tests.evidence.scales import Scale
from tests.planted.branches import measure
from tests.planted.bug import Bug
from tests.planted.bugs import BUGS
from tests.planted.mutants import LEAST, Brief
from tests.planted.targets import ROOT, TARGETS, Target
from tests.sim.day import Day, spend_day
from tests.sim.finding import Finding
from tests.sim.houses import ANY_GAME, HOLDEM
from tests.sim.run import Broken, Summary, simulate

FAULTS: Final = {
    "hands": "hands",
    "power cuts": "cuts",
    "dying processes": "kills",
    "failing disks": "disk-errors",
    "spoilt mirrors": "mirror-troubles",
    "full disks": "full-disks",
    "tamperings": "tamperings",
    "repairs from mirrors": "repairs",
}
"""What is told of the simulated evenings, and the count it stands under."""

OTHERS: Final = 100
"""The first seed of tables of any game, as in `make ci`; seeds of one house say nothing of another."""

_One, _Other = TypeVar("_One"), TypeVar("_Other")


class _Evening(msgspec.Struct, frozen=True):
    """One seed to be simulated for so many steps, at tables of hold'em or of any game."""

    seed: int
    steps: int
    any_game: bool = False


class _Search(msgspec.Struct):
    """What a search for a planted bug told."""

    caught: str
    steps: int
    said: str


def evenings(scale: Scale) -> Iterator[Row]:
    """Seeds of the simulated table, half of any game: whatever breaks a rule ends its seed, and counts as lost."""
    counts: Counter[str] = Counter()
    broken: list[str] = []
    holdem = range(1, scale.seeds // 2 + 1)
    others = range(OTHERS, OTHERS + scale.seeds - len(holdem))
    asked = [_Evening(seed, scale.steps, any_game=seed in others) for seed in (*holdem, *others)]
    for found in _spread(_simulate, asked):
        if isinstance(found, str):
            broken.append(found)
        else:
            counts.update(found.counts)
            counts["steps"] += found.steps
    yield Row("simulated tables: seeds", scale.seeds, len(broken), remark="; ".join(broken))
    yield Row("simulated tables: steps", counts["steps"])
    for what, name in FAULTS.items():
        yield Row(f"simulated tables: {what}", counts[name])


def days(scale: Scale) -> Iterator[Row]:
    """Days of twelve hours with 300 power cuts and more, each of which must reconcile to the cent."""
    found = list(_spread(_spend, range(1, scale.days + 1)))
    broken = [sentence for sentence in found if isinstance(sentence, str)]
    spent = [day for day in found if isinstance(day, Day)]
    yield Row("days of twelve hours", scale.days, len(broken), remark="; ".join(broken))
    yield Row("days of twelve hours: hands", sum(day.hands for day in spent))
    yield Row("days of twelve hours: power cuts", sum(day.cuts for day in spent))
    yield Row("days of twelve hours: tickets", sum(day.tickets for day in spent))
    unexplained = sum(abs(day.difference) for day in spent)
    yield Row("days of twelve hours: cents put in, and unexplained", sum(day.money_in for day in spent), unexplained)


def planted_bugs(scale: Scale) -> Iterator[Row]:
    """Planted bugs: each must be caught by the rule that it breaks, within its budget."""
    bugs = BUGS[: scale.bugs]
    missed = [bug.id for bug, is_caught in zip(bugs, _spread(_is_caught, bugs), strict=True) if not is_caught]
    yield Row("planted bugs, and missed", len(bugs), len(missed), loses=False, remark=" ".join(missed))


def attacks(scale: Scale) -> Iterator[Row]:
    """Attacks: each must be held off, and succeed with every weakness that is planted for it."""
    names = [attack.id for attack in ATTACKS[: scale.attacks]]
    found = msgspec.json.decode(_told("tests.attacks", "--json", *names), type=list[Result])
    fell = [result.attack for result in found if result.held == "fell"]
    tried = [one for result in found for one in result.tried]
    escaped = [one.weakness for one in tried if one.fate == "escaped"]
    yield Row("attacks, and those that succeeded", len(found), len(fell), remark=" ".join(fell))
    yield Row("planted weaknesses, and unnoticed", len(tried), len(escaped), loses=False, remark="; ".join(escaped))


def mutants(scale: Scale) -> Iterator[Row]:
    """Mutants of the money code: of each module 95 in a hundred must be noticed."""
    for brief in _spread(_mutate, TARGETS[: scale.targets]):
        bearable = brief.tried * (100 - LEAST) // 100
        yield Row(f"mutants of {brief.module}", brief.tried, len(brief.unnoticed), loses=False, bearable=bearable)


def branches(scale: Scale) -> Iterator[Row]:
    """Statements and branches of the money code that its own tests do not go through: there may be none."""
    for covered in _spread(measure, TARGETS[: scale.targets]):
        whole = covered.statements + covered.branches
        remark = "; ".join(covered.untried[:3])
        yield Row(f"branches of {covered.module}", whole, len(covered.untried), loses=False, remark=remark)


def _spread(work: Callable[[_One], _Other], items: Iterable[_One]) -> Iterator[_Other]:
    """Yield what `work` makes of each item, in their order, on all processors."""
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
        yield from pool.map(work, items)


def _simulate(evening: _Evening) -> Summary | str:
    try:
        return simulate(evening.seed, evening.steps, ANY_GAME if evening.any_game else HOLDEM)
    except Broken as broken:
        return str(broken)


def _spend(seed: int) -> Day | str:
    try:
        return spend_day(seed)
    except (Finding, Exception) as finding:
        return f"day {seed}: {finding}"


def _is_caught(bug: Bug) -> bool:
    told = _told("tests.planted", bug.id)
    # Nothing is told where the patch no longer fits the source: that bug is caught by nobody.
    return bool(told) and msgspec.json.decode(told, type=_Search).caught in bug.caught_by


def _mutate(target: Target) -> Brief:
    return msgspec.json.decode(_told("tests.planted.mutants", "--json", target.module), type=Brief)


def _told(module: str, *words: str) -> str:
    """What a program of the tests' prints, in a process of its own: the product is planted with bugs there."""
    command = [sys.executable, "-m", module, *words]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False).stdout
