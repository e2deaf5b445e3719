"""A gaming day of twelve hours at one table, with power cuts at random instants of it."""

from random import Random
from typing import Final

import msgspec

from controller import machine as machines
from tests.power.rig import rig
from tests.sim import faults
from tests.sim.going_home import wind_up
from tests.sim.houses import HOLDEM, draw_profile
from tests.sim.site import WALL
from tests.sim.world import World

DAY_MS: Final = 12 * 60 * 60 * 1000
CUTS: Final = 300
SLOWEST_MS: Final = 9_000
"""A decision takes so long at most, four and a half seconds on average."""

HURRY_MS: Final = 200
"""The same once everybody wants to go home: what must come to rest in a minute is the table (reliability TST-8)."""

LONGEST_DARK_MS: Final = 30_000
QUIET: Final = tuple(deed for deed in HOLDEM.deeds if not deed.fault)
"""Only what people do; the power is all that fails."""


class Day(msgspec.Struct, frozen=True):
    """What a day came to; `difference` is what its account leaves unexplained, in cents."""

    hours: int
    hands: int
    records: int
    cuts: int
    notes: int
    tickets: int
    money_in: int
    difference: int


def spend_day(seed: int) -> Day:
    """Play a day, cutting the power on the way, and send everybody home. Raises `Finding` at the first breach."""
    dice = Random(f"day {seed}")
    with rig() as vfs:
        world = World(vfs, f"day {seed}", draw_profile(dice), HOLDEM.watcher())
        site = world.site
        try:
            world.slowest, site.longest_dark = SLOWEST_MS, LONGEST_DARK_MS
            due = sorted(dice.randrange(DAY_MS) for _cut in range(CUTS))
            # A cut that was set off comes when the disk or the journal next has something to do; the next waits for it.
            awaited = 0
            while (passed := site.core.now().wall - WALL) < DAY_MS or due or site.counts["cuts"] < awaited:
                (deed,) = dice.choices(QUIET, [deed.weight for deed in QUIET])
                world.do(deed.do)
                if due and due[0] <= passed and site.counts["cuts"] >= awaited:
                    due.pop(0)
                    awaited = site.counts["cuts"] + 1
                    _cut_power(world, dice)
            world.slowest = HURRY_MS
            wind_up(world)
            machine, books = site.core.machine, site.books
            return Day(
                hours=passed // (DAY_MS // 12),
                hands=site.watcher.hands,
                records=site.core.record,
                cuts=site.counts["cuts"],
                notes=site.validator.stacked.total(),
                tickets=len(site.printer.slips),
                money_in=books.noted,
                difference=machines.reconciliation(machine).difference,
            )
        finally:
            site.leave()


def _cut_power(world: World, dice: Random) -> None:
    """Cut the power: at an operation of the disk, after a commit and before its telling, or between two commits."""
    match dice.randrange(3):
        case 0:
            world.site.disk.fuse_after(dice.randrange(30), "power")
        case 1:
            world.site.dies_after_commit = "power"
        case _:
            world.do(faults.cut_power)
