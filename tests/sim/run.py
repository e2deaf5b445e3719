"""Running evenings one after the other until so many steps are done, and what came of them.

Everything follows from the seed: the same seed gives the same events, in whatever process.
"""

import hashlib
from collections import Counter
from typing import Final

import msgspec

from controller.vocab.records import AnyEvent
from tests.power.rig import rig
from tests.sim.deeds import step as step_world
from tests.sim.finding import Finding
from tests.sim.going_home import wind_up
from tests.sim.houses import HOLDEM, House
from tests.sim.world import World

EVENING_STEPS: Final = 1000
"""Steps of one table's life; then everybody goes home and the next table begins."""


class Summary(msgspec.Struct, frozen=True):
    """What a seed came to: steps, everything that was counted on the way, the hash over all events, and their kinds."""

    seed: int
    steps: int
    evenings: int
    counts: dict[str, int]
    hash: str
    kinds: dict[str, int]


class Broken(Exception):  # noqa: N818 - what the run ended with
    """A seed has found something: where, what, and the events before it."""

    def __init__(self, seed: int, step: int, finding: Finding, latest: list[AnyEvent]) -> None:
        super().__init__(f"seed {seed}, step {step}: {finding}")
        self.seed = seed
        self.step = step
        self.finding = finding
        self.latest = latest


def simulate(seed: int, steps: int, house: House = HOLDEM) -> Summary:
    """Run one seed for so many steps in a house. Raises `Broken` at the first finding."""
    counts: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    digest = hashlib.blake2b(digest_size=16)
    done = evenings = 0
    with rig() as vfs:
        while done < steps:
            evenings += 1
            name = f"{seed}/{evenings}"
            world: World | None = None
            step = done
            try:
                world = World(vfs, name, house.draw(name), house.watcher())
                for _step in range(min(EVENING_STEPS, steps - done)):
                    step += 1
                    step_world(world, house.deeds)
                wind_up(world)
            except (Exception, Finding) as error:
                finding = error if isinstance(error, Finding) else Finding(type(error).__name__, str(error))
                raise Broken(seed, step, finding, list(world.site.latest) if world else []) from error
            finally:
                if world is not None:
                    world.site.leave()
            done = step
            counts += world.site.counts
            kinds += world.site.kinds
            counts["hands"] += world.site.watcher.hands
            counts["numbers"] += world.site.watcher.bonds.heard
            counts["deck-cuts"] += world.site.watcher.bonds.cuts
            counts["notes"] += world.site.validator.stacked.total()
            counts["tickets"] += len(world.site.printer.slips)
            digest.update(world.site.digest.digest())
    told = digest.hexdigest()
    return Summary(seed=seed, steps=done, evenings=evenings, counts=dict(counts), hash=told, kinds=dict(kinds))
