"""What a bench measures: ours and each peer at the same work, in alternating rounds, and what came of it.

What counts is the median of seven rounds of the processor time of this thread. Ratios of one run compare, absolute
speeds of different machines do not.
"""

import gc
import os
import platform
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import Final, Literal

import msgspec

from controller.app.bench_peers import Timed
from evaluator_ext import KERNEL

ROUNDS: Final = 7
MILLION: Final = 1_000_000

Unit = Literal["M hands/s", "hands/s", "ms", "% of a core", "MiB"]

SPEEDS: Final[frozenset[Unit]] = frozenset({"M hands/s", "hands/s"})
"""Units of which more is better."""


class Row(msgspec.Struct, frozen=True):
    """One figure of ours, beside a peer's if there is one.

    `ratio` is how often as fast ours is; without one the peer is absent, that is not installed. `target` is the least
    ratio, or without a peer the least speed or the longest time; `holds` says whether it is met, and nothing is said
    where nothing is required or can be measured.
    """

    work: str
    unit: Unit
    ours: float
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None
    target: float | None = None
    holds: bool | None = None
    reason: str | None = None
    """Why the peer is absent."""


class Report(msgspec.Struct, frozen=True):
    """What was measured on which machine."""

    machine: str
    rows: tuple[Row, ...]
    remark: str = ""
    """What went on around the figures."""


class Contest(msgspec.Struct, frozen=True):
    """One kind of work: ours, and what makes the same of each peer. `own` is a target for ours alone."""

    work: str
    unit: Unit
    ours: Callable[[], Timed]
    peers: Mapping[str, Callable[[], Timed]] = {}
    targets: Mapping[str, float] = {}
    own: float | None = None
    rounds: int = ROUNDS


def measure(contest: Contest) -> Iterator[Row]:
    """Time ours and all peers in alternating rounds; a row for each peer, or one of ours alone."""
    ours = contest.ours()
    there: dict[str, Timed] = {}
    absent: dict[str, str] = {}
    for name, make in contest.peers.items():
        try:
            there[name] = make()
        except ImportError as missing:
            absent[name] = str(missing)
    runners = {"": ours, **there}
    each = _medians(runners, contest.rounds)
    value = _value(contest.unit, each[""])
    if contest.own is not None or not contest.peers:
        yield Row(contest.work, contest.unit, value, target=contest.own, holds=_met(contest, value))
    for name in contest.peers:
        target = contest.targets.get(name)
        if name not in each:
            yield Row(contest.work, contest.unit, value, peer=name, target=target, reason=absent[name])
            continue
        ratio = each[name] / each[""]
        holds = None if target is None else ratio >= target
        yield Row(
            contest.work, contest.unit, value, name, _value(contest.unit, each[name]), _short(ratio), target, holds
        )


def _medians(runners: Mapping[str, Timed], rounds: int) -> dict[str, float]:
    """The median time of each, all in turn, round after round.

    No garbage is collected meanwhile, and each runs once untimed before it is timed: otherwise it would pay for what
    its neighbour left behind.
    """
    spent: dict[str, list[float]] = {name: [] for name in runners}
    gc.collect()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, timed in runners.items():
                timed.do()
                spent[name].append(_seconds(timed))
    finally:
        gc.enable()
    return {name: median(times) for name, times in spent.items()}


def _seconds(timed: Timed) -> float:
    """Processor time for one item."""
    began = timed.clock()
    timed.do()
    return (timed.clock() - began) / timed.items


def _value(unit: Unit, seconds: float) -> float:
    if unit == "ms":
        return _short(seconds * 1000)
    return _short(1 / seconds if unit == "hands/s" else 1 / seconds / MILLION)


def _met(contest: Contest, value: float) -> bool | None:
    if contest.own is None:
        return None
    return value <= contest.own if contest.unit == "ms" else value >= contest.own


def _short(number: float) -> float:
    """Three digits: more would be noise."""
    return float(f"{number:.3g}")


def machine() -> str:
    """Processor, cores, load, Python and the kernel that ranks."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.processor() or platform.machine()
    return (
        f"{model}, {os.cpu_count()} cores, load {os.getloadavg()[0]:.2g}, Python {platform.python_version()}, "
        f"kernel {KERNEL}"
    )


def table(report: Report) -> str:
    """The figures as people read them."""
    lines = [report.machine, report.remark] if report.remark else [report.machine]
    for row in report.rows:
        head = f"{row.work:<52}{row.ours:>8g} {row.unit:<12}"
        if row.peer is None:
            lines.append(head + _target_said(row))
        elif row.ratio is None:
            lines.append(f"{head}{row.peer:<38}absent: {row.reason}")
        else:
            lines.append(f"{head}{row.peer:<38}{row.peer_value:>8g}{row.ratio:>9g} x{_target_said(row)}")
    return "\n".join(lines) + "\n"


def _target_said(row: Row) -> str:
    if row.target is None:
        return ""
    met = "met" if row.holds else "NOT MET"
    if row.peer is not None:
        return f"  at least {row.target:g} x: {met}"
    return f"  at {'least' if row.unit in SPEEDS else 'most'} {row.target:g} {row.unit}: {met}"
