"""`jakaja simulate day`: a gaming day at one table, and an account in which every equation is zero."""

import argparse
import sys
from typing import Final

import msgspec

from cashier.invariant import InvariantBreach
from controller.app.config import DEMO_PROFILE, find_profile
from controller.app.day.day import Day
from controller.app.day.figures import DayReport
from controller.app.day.host import DayError
from controller.app.day.report import report_lines
from controller.app.problem import Problem
from controller.vocab.profile import Profile

PLAYERS: Final = 40
HOURS: Final = 12
MOST_HOURS: Final = 24
MOST_PLAYERS: Final = 1000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja simulate day` takes."""
    parser.add_argument("--profile", metavar="F", default=DEMO_PROFILE, help="a profile file or a ready profile (demo)")
    parser.add_argument("--players", type=int, default=PLAYERS, help=f"people who come through the day ({PLAYERS})")
    parser.add_argument("--hours", type=int, default=HOURS, help=f"from opening to closing ({HOURS})")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same day (1)")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def run(arguments: argparse.Namespace) -> int:
    """Play a day and print its report: 0 every equation is zero, 1 one is not or the machine failed."""
    profile = find_profile(arguments.profile)
    _check("--players", arguments.players, 2, MOST_PLAYERS)
    _check("--hours", arguments.hours, 1, MOST_HOURS)
    try:
        report = Day(profile, arguments.players, arguments.hours, arguments.seed).play()
    except (DayError, InvariantBreach) as breach:
        sys.stderr.write(f"jakaja: {breach}\njakaja: {_again(arguments)}\n")
        return 1
    _print(report, profile, as_json=arguments.json)
    if not report.findings:
        return 0
    for line in (*report.findings, _again(arguments)):
        sys.stderr.write(f"jakaja: {line}\n")
    return 1


def command_of(profile: str, players: int, hours: int, seed: int) -> str:
    """The command that plays this day again."""
    return f"jakaja simulate day --profile {profile} --players {players} --hours {hours} --seed {seed}"


def _again(arguments: argparse.Namespace) -> str:
    again = command_of(arguments.profile, arguments.players, arguments.hours, arguments.seed)
    return f"to see it again: {again}"


def _check(option: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise Problem("simulate day", f"{option} is {value}", f"use {least} to {most}")


def _print(report: DayReport, profile: Profile, *, as_json: bool) -> None:
    if as_json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
        return
    for line in report_lines(report, profile.currency):
        sys.stdout.write(f"{line}\n")
