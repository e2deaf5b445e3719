"""`jakaja simulate`: play many hands on the hand layer alone, or a gaming day, and say what came of them."""

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from cashier.invariant import InvariantBreach
from controller.app import day_command
from controller.app.columns import Column, columns
from controller.app.event_file import TableHand, write_events
from controller.app.problem import Problem
from controller.app.progress import Progress
from controller.app.simulate import POLICIES, RAY, Simulation, SimulationReport, find_rotation
from controller.app.tally import CategoryRow, GameRow, PlayerRow
from controller.games import (
    UnknownGameError,
    UnknownRuleSetError,
    catalogue,
    find_rule_set,
    mixes,
    rule_sets,
)

TABLE: Final = "simulation"
"""The name under which simulated hands are written; they come from no machine."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja simulate` and `jakaja simulate day` take."""
    what = parser.add_subparsers(dest="what", metavar="WHAT", required=False)
    day_command.add_arguments(what.add_parser("day", help="a gaming day at one table instead of hands alone"))
    some = (
        f"a game or a rotation: {len(catalogue())} as in omaha8-fl or soko-pl, and {_listed(mix.id for mix in mixes())}"
    )
    parser.add_argument("--game", default="holdem-nl", help=f"{some} (default holdem-nl; a wrong one lists all)")
    parser.add_argument("--rule-set", default=RAY, help=f"{_listed(row.id for row in rule_sets())} (default {RAY})")
    parser.add_argument("--hands", type=int, default=20_000, help="how many hands to play")
    parser.add_argument("--players", "--seats", type=int, default=6, help="how many players sit at the table")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same hands")
    parser.add_argument("--policy", choices=tuple(POLICIES), default="random", help="how the players act")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--events", type=Path, metavar="FILE", help="write the hands as their events, to replay them")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)


def run(arguments: argparse.Namespace) -> int:
    """Simulate and print the figures: 0 all hands ended, 1 the engine broke an invariant."""
    if arguments.what == "day":
        return day_command.run(arguments)
    _check(arguments)
    simulation = Simulation(
        arguments.game,
        arguments.hands,
        arguments.players,
        arguments.seed,
        arguments.policy,
        arguments.rule_set,
    )
    hands = _watched(simulation, arguments.hands)
    try:
        if arguments.events is None:
            for _ in hands:
                pass
        else:
            write_events(arguments.events, hands, "", TABLE, "all")
        report = simulation.report()
    except InvariantBreach as breach:
        sys.stdout.write(f"{breach}\n")
        return 1
    if arguments.json:
        sys.stdout.write(msgspec.json.encode(report).decode() + "\n")
    else:
        for line in report_lines(report):
            sys.stdout.write(f"{line}\n")
    return 0


def _check(arguments: argparse.Namespace) -> None:
    try:
        rotation = find_rotation(arguments.game)
        rulings = find_rule_set(arguments.rule_set).rulings
    except (UnknownGameError, UnknownRuleSetError) as error:
        raise Problem("simulate", str(error), "name one of them") from error
    most = rotation.most(rulings.burn_cards)
    if not 2 <= arguments.players <= most:
        raise Problem("simulate", f"--players is {arguments.players}", f"{rotation.id} is for 2 to {most}")
    if arguments.hands < 1:
        raise Problem("simulate", f"--hands is {arguments.hands}", "play at least one")


def _watched(simulation: Simulation, hands: int) -> Iterator[TableHand]:
    """The hands of the run, with a sign of life now and then."""
    progress = Progress("hands", hands)
    for done, events in enumerate(simulation.hands(), 1):
        yield TableHand(wall=0, events=tuple(events))
        progress.at(done)


# -- in words ----------------------------------------------------------------------------------------------------

GAMES: Final = (
    Column("game"),
    Column("hands", right=True),
    Column("showdowns", right=True),
    Column("average pot", right=True),
    Column("average rake", right=True),
)
CATEGORIES: Final = (
    Column("ranking"),
    Column("hand"),
    Column("shown", right=True),
    Column("of all", right=True),
    Column("won", right=True),
    Column("of shown", right=True),
)
PLAYERS: Final = (
    Column("seat", right=True),
    Column("result", right=True),
    Column("a hand", right=True),
    Column("hands won", right=True),
    Column("showdowns", right=True),
)


def report_lines(report: SimulationReport) -> Iterator[str]:
    """The report as it is read: what was played, then games, hands at the showdown, and players."""
    yield (
        f"{report.hands} hands of {report.game} ({report.rule_set}), {report.players} players, {report.policy}, "
        f"seed {report.seed}"
    )
    yield ""
    yield from columns(GAMES, [_game(row) for row in report.games])
    yield ""
    if report.categories:
        shown = {row.ranking: 0 for row in report.categories}
        for row in report.categories:
            shown[row.ranking] += row.shown
        yield from columns(CATEGORIES, [_category(row, shown[row.ranking]) for row in report.categories])
        yield ""
    yield from columns(PLAYERS, [_player(row, report.hands) for row in report.results])
    yield ""
    yield (
        f"{report.acts} acts, {report.events_per_hand} events a hand, {report.hands_per_second:.0f} hands/s on one core"
    )
    yield (
        f"memory {report.memory_start} KiB at the start, {report.memory_end} KiB at the end, "
        f"{report.memory_peak} KiB at most"
    )


def _game(row: GameRow) -> tuple[str, ...]:
    pot, rake = row.pots / row.hands, row.rake / row.hands
    return row.game, str(row.hands), _percent(row.showdowns, row.hands), f"{pot:.1f}", f"{rake:.2f}"


def _category(row: CategoryRow, shown: int) -> tuple[str, ...]:
    return (
        row.ranking,
        row.category,
        str(row.shown),
        _percent(row.shown, shown),
        str(row.won),
        _percent(row.won, row.shown),
    )


def _player(row: PlayerRow, hands: int) -> tuple[str, ...]:
    return str(row.seat), f"{row.net:+}", f"{row.net / hands:+.2f}", str(row.hands_won), str(row.showdowns)


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"
