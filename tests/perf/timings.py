"""`python -m tests.perf.timings [--hands N] [--json]`: whether time tells of a card that nobody may see (RNG-7).

Two decks differ in hidden cards alone: hole cards, and cards that are never dealt. Hands of either are dealt in an
order made by dice, the same acts are played, and each act is timed from the moment it is carried out until the bytes
for the centre's screen are there. The times are the processor's: least noise hides most. Two histograms are printed,
and Welch's t of the two: up to 4.5 either way says nothing, as is usual for such tests. A figure, not a test: it is
for the page about fairness, and for whoever changes what a table does with cards.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from math import inf, sqrt
from pathlib import Path
from statistics import mean, median, variance
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from controller.games import find_game
from controller.vocab.ids import HandId
from controller.vocab.profile import GameId
from controller.wire.viewers import CENTRE
from evaluator_ext import Card
from tests.app.house import House
from tests.app.test_non_interference import SEATS, answer, moved_round, play

GAME: Final = GameId("holdem-nl")
SEED: Final = 7
BOUND: Final = 4.5
"""Above this t counts as seen."""

KEPT: Final = 0.9
"""The share of the fastest acts that is compared: what is slower was slowed by something else."""

BARS: Final = 12
WIDE: Final = 40


class Timings(msgspec.Struct, frozen=True):
    """How long the acts of the two kinds of hands took, in microseconds of the processor."""

    plain: tuple[float, ...]
    moved: tuple[float, ...]

    @property
    def t(self) -> float:
        """Welch's t of the two, without the slowest."""
        return welch(_fastest(self.plain), _fastest(self.moved))


def _fastest(times: Sequence[float]) -> list[float]:
    return sorted(times)[: max(2, int(len(times) * KEPT))]


def welch(first: Sequence[float], second: Sequence[float]) -> float:
    """Welch's t of two samples of at least two: how many standard errors their means are apart."""
    apart = mean(first) - mean(second)
    error = sqrt(variance(first) / len(first) + variance(second) / len(second))
    return apart / error if error else (0.0 if not apart else inf)


def measure(folder: Path, hands: int, seed: int = SEED) -> Timings:
    """Play so many hands of both decks together, in an order made by dice."""
    deck = tuple(random.Random(seed).sample(find_game(GAME).deck, len(find_game(GAME).deck)))
    other = moved_round(deck, set(deck) - play(folder / "once", GAME, deck).seen)
    dice = random.Random(seed)
    which = {HandId(number): dice.random() < 0.5 for number in range(1, hands + 1)}
    times: dict[bool, list[float]] = {False: [], True: []}

    def dealt(hand: HandId) -> tuple[Card, ...]:
        return other if which.get(hand, False) else deck

    house = House(folder / "many", test_decks=dealt)
    for seat in SEATS:
        house.sit(seat)
    centre = house.screen(CENTRE)
    for number in which:
        house.deal()
        while (hand := house.machine.table.hand) is not None:
            act = answer(hand)
            centre.exchange()
            begun = time.thread_time_ns()
            house.do(act)
            told = centre.session.outgoing()
            times[which[number]].append((time.thread_time_ns() - begun) / 1000)
            centre.client.receive(told)
    house.close()
    return Timings(tuple(times[False]), tuple(times[True]))


def histogram(times: Sequence[float], low: float, high: float) -> list[str]:
    """A line for each of `BARS` equal steps from `low` to `high`, as long as its share of the times."""
    step = (high - low) / BARS
    counts = [0] * BARS
    for one in times:
        if low <= one < high:
            counts[min(BARS - 1, int((one - low) / step))] += 1
    return [
        f"{low + place * step:>9.0f} µs  {'#' * round(WIDE * count / max(1, len(times)))}"
        for place, count in enumerate(counts)
    ]


def main() -> int:
    """Measure and print; 1 where time told of a card."""
    parser = argparse.ArgumentParser(prog="python -m tests.perf.timings", description="time and hidden cards")
    parser.add_argument("--hands", type=int, default=400, help="of both kinds together (400)")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        found = measure(Path(folder), given.hands)
    if given.json:
        figures = {"t": found.t, "acts": len(found.plain) + len(found.moved)}
        sys.stdout.write(msgspec.json.encode(figures).decode() + "\n")
    else:
        every = sorted(found.plain + found.moved)
        low, high = every[0], every[int(len(every) * KEPT)]
        for name, times in (("one deck", found.plain), ("hidden cards moved", found.moved)):
            sys.stdout.write(f"{name}: {len(times)} acts, median {median(times):.0f} µs\n")
            sys.stdout.write("".join(f"{line}\n" for line in histogram(times, low, high)))
        sys.stdout.write(f"Welch's t {found.t:.2f}; beyond ±{BOUND} it would be seen\n")
    return 0 if abs(found.t) <= BOUND else 1


if __name__ == "__main__":
    sys.exit(main())
