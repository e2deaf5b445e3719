"""`jakaja bench`: how fast hands are ranked or played, beside others in one run, and screens beside their aims."""

import argparse
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Final

import msgspec

from controller.app import bench_engine, bench_evaluator, bench_screens, bench_table
from controller.app.bench_contests import Contest, Report, machine, measure, table

CONTESTS: Final[Mapping[str, Callable[[bool], Iterator[Contest]]]] = {
    "engine": bench_engine.contests,
    "evaluator": bench_evaluator.contests,
}
"""What can be measured, and the kinds of work of each, quick or whole."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja bench` takes."""
    parser.add_argument("what", choices=sorted((*CONTESTS, "screens", "table")), help="what is measured")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--quick", action="store_true", help="few hands, rounds or acts: shows that it runs, no more")


def run(arguments: argparse.Namespace) -> int:
    """Measure and print: 0 every target is met, 1 one is not."""
    report = _report(arguments.what, arguments.quick)
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        sys.stdout.write(table(report))
    return 1 if any(row.holds is False for row in report.rows) else 0


def _report(what: str, quick: bool) -> Report:
    """The figures; the screens measure themselves, since nothing here may draw."""
    here = machine()
    if what == "table":
        measured = bench_table.measure_table(quick)
        return Report(here, measured.rows, measured.remark)
    if what == "screens":
        return Report(here, bench_screens.rows(quick))
    return Report(here, tuple(row for contest in CONTESTS[what](quick) for row in measure(contest)))
