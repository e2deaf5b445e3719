"""Running evenings one after the other until so many steps are done, and what came of them.

Everything follows from the seed: the same seed gives the same events, in whatever process.
"""

import hashlib
from collections import Counter
from random import Random
from typing import Final

import msgspec

from cashier.money import Money
from controller.app.config import demo_profile
from controller.games import find_rule_set
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.profile import Profile, RakeRule, RuleSetId
from controller.vocab.records import AnyEvent
from tests.power.rig import rig
from tests.sim.deeds import step as step_world
from tests.sim.finding import Finding
from tests.sim.world import World

EVENING_STEPS: Final = 1000
"""Steps of one table's life; then everybody goes home and the next table begins."""


class Summary(msgspec.Struct, frozen=True):
    """What a seed came to: steps, everything that was counted on the way, and the hash over all events."""

    seed: int
    steps: int
    evenings: int
    counts: dict[str, int]
    hash: str


class Broken(Exception):  # noqa: N818 - what the run ended with
    """A seed has found something: where, what, and the events before it."""

    def __init__(self, seed: int, step: int, finding: Finding, latest: list[AnyEvent]) -> None:
        super().__init__(f"seed {seed}, step {step}: {finding}")
        self.seed = seed
        self.step = step
        self.finding = finding
        self.latest = latest


def simulate(seed: int, steps: int) -> Summary:
    """Run one seed for so many steps. Raises `Broken` at the first finding."""
    counts: Counter[str] = Counter()
    digest = hashlib.blake2b(digest_size=16)
    done = evenings = 0
    with rig() as vfs:
        while done < steps:
            evenings += 1
            name = f"{seed}/{evenings}"
            world: World | None = None
            step = done
            try:
                world = World(
                    vfs, name, with_jackpots(draw_profile(Random(f"profile {name}")), Random(f"jackpots {name}"))
                )
                for _step in range(min(EVENING_STEPS, steps - done)):
                    step += 1
                    step_world(world)
                world.wind_up()
            except (Exception, Finding) as error:
                finding = error if isinstance(error, Finding) else Finding(type(error).__name__, str(error))
                raise Broken(seed, step, finding, list(world.site.latest) if world else []) from error
            finally:
                if world is not None:
                    world.site.leave()
            done = step
            counts += world.site.counts
            counts["hands"] += world.site.referee.hands
            counts["notes"] += world.site.validator.stacked.total()
            counts["tickets"] += len(world.site.printer.slips)
            digest.update(world.site.digest.digest())
    return Summary(seed=seed, steps=done, evenings=evenings, counts=dict(counts), hash=digest.hexdigest())


def draw_profile(dice: Random) -> Profile:
    """Return the demonstration's table with other rules, fees and stakes."""
    profile = demo_profile()
    unit = dice.choice((50, 25, 100))
    rule_set = RuleSetId(dice.choice(("ray", "helsinki", "hungarian")))
    rules = find_rule_set(rule_set).table
    return msgspec.structs.replace(
        profile,
        rule_set=rule_set,
        straddle=dice.choice(("none", "none", *rules.straddles)),
        win_the_button=dice.choice(tuple(kind for kind in rules.buttons_won if kind != "single-button")),
        clocks=msgspec.structs.replace(profile.clocks, bank=dice.choice((0, 40_000)), bank_refill=5_000, grace=2_000),
        seats=dice.choice((10, 10, 9)),
        stakes=msgspec.structs.replace(profile.stakes, unit=unit, ante=unit * dice.choice((0, 0, 1))),
        rake=RakeRule(permille=dice.choice((0, 25, 50, 100)), cap=Money(dice.choice((100, 300, 1000)))),
    )


def with_jackpots(profile: Profile, dice: Random) -> Profile:
    """Return every third table with jackpots that its hands pay into."""
    if dice.randrange(3):
        return profile
    terms = JackpotTerms(
        bad_beat=Money(95), month_hand=Money(5), players=dice.choice((3, 4, 5)), guaranteed=Money(100_000)
    )
    return msgspec.structs.replace(profile, jackpots=terms)
