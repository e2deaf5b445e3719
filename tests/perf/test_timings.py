"""What the figure about time and hidden cards would see, if there were something to see (RNG-7)."""

import random
from pathlib import Path

from tests.perf.timings import BARS, BOUND, Timings, histogram, measure, welch


def some(count: int, slower: float, seed: int) -> tuple[float, ...]:
    dice = random.Random(seed)
    return tuple(max(0.0, dice.gauss(700 * slower, 130)) for _ in range(count))


def test_rng_7_times_that_are_alike_are_not_seen() -> None:
    assert abs(Timings(some(2_000, 1, 1), some(2_000, 1, 2)).t) < BOUND


def test_rng_7_acts_that_take_a_twentieth_longer_with_other_cards_are_seen() -> None:
    assert Timings(some(2_000, 1, 1), some(2_000, 1.05, 2)).t < -BOUND


def test_rng_7_a_few_slow_acts_hide_nothing() -> None:
    disturbed = (*some(1_900, 1, 1), *(50_000.0,) * 100)
    assert Timings(disturbed, some(2_000, 1.05, 2)).t < -BOUND


def test_times_that_are_all_the_same_differ_by_nothing_or_by_everything() -> None:
    assert welch([1.0, 1.0], [1.0, 1.0]) == 0
    assert welch([1.0, 1.0], [2.0, 2.0]) > BOUND


def test_a_histogram_has_its_bars_and_leaves_out_what_lies_beyond() -> None:
    bars = histogram([0.0, 0.5, 11.9, 12.0, 99.0], 0.0, 12.0)
    assert len(bars) == BARS
    assert bars[0].count("#") == 2 * bars[-1].count("#") > 0


def test_hands_of_both_decks_are_timed(tmp_path: Path) -> None:
    found = measure(tmp_path, hands=6)
    assert min(len(found.plain), len(found.moved)) > 10
    assert min(found.plain + found.moved) > 0
