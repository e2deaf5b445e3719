"""The shuffle is even, and the same tests catch shuffles that are not (RNG-3).

Seeds are fixed, so a run either always passes or always fails. By the limit of the page, a true shuffle would fail any
of its tests for one seed in a thousand.
"""

from functools import cache

import numpy as np
import pytest

from tests.shuffle.measures import CARDS, MEASURES, Decks, Tally, ascending_runs, cycles, deviations, flops, limit
from tests.shuffle.shuffles import LOADED, Shuffle, dealt, even

LIMIT = limit(len(MEASURES))


@cache
def some_decks() -> Decks:
    return dealt(even, 10_000)


@cache
def many_decks() -> Decks:
    return dealt(even, 100_000)


@pytest.mark.parametrize("measure", MEASURES)
def test_rng_3_ten_thousand_decks_are_even(measure: str) -> None:
    assert abs(deviations(MEASURES[measure](some_decks()))) < LIMIT


@pytest.mark.parametrize("planted", LOADED, ids=lambda planted: planted.__name__)
def test_bug_29_a_planted_bias_is_caught_by_the_same_test(planted: Shuffle) -> None:
    assert deviations(MEASURES["card by place"](dealt(planted, 10_000))) > LIMIT


@pytest.mark.ci
@pytest.mark.parametrize("measure", MEASURES)
def test_rng_3_a_hundred_thousand_decks_are_even(measure: str) -> None:
    assert abs(deviations(MEASURES[measure](many_decks()))) < LIMIT


@pytest.mark.hours
@pytest.mark.parametrize("measure", MEASURES)
def test_rng_3_a_million_decks_are_even(measure: str) -> None:
    assert abs(deviations(MEASURES[measure](dealt(even, 1_000_000)))) < LIMIT


# -- the measures themselves -------------------------------------------------------------------------------------


@pytest.mark.parametrize("measure", MEASURES)
def test_the_chances_of_a_measure_add_up(measure: str) -> None:
    assert abs(MEASURES[measure](some_decks()).chances.sum() - 1) < 1e-9


def test_decks_in_order_are_uneven_by_every_measure() -> None:
    in_order = np.tile(np.arange(CARDS), (10_000, 1))
    assert all(deviations(measure(in_order)) > LIMIT for measure in MEASURES.values())


def test_runs_cycles_and_flops_are_counted_as_by_hand() -> None:
    in_order = np.arange(CARDS)
    swapped = in_order.copy()
    swapped[[0, 1]] = 1, 0
    deck = np.array([in_order, swapped])
    assert ascending_runs(deck).counts[[0, 1]].tolist() == [1, 1]
    assert cycles(deck).counts[[CARDS - 1, CARDS]].tolist() == [1, 1]
    # the flop lies at places 13 to 15: 5d 5h 5s of an ordered deck, 5c 5d 5h of one whose last card went to the front
    assert flops(deck).counts.tolist() == [0, 0, 0, 0, 0, 2]
    assert flops(np.roll(in_order, -2)[None, :]).counts.tolist() == [0, 0, 0, 0, 1, 0]


def test_a_deviation_is_that_of_the_normal_distribution() -> None:
    """By the tables, chi-square with 10 degrees exceeds 18.307 with a chance of 5 %, 1.645 deviations."""
    shares = np.full(11, 1_000)
    shares[0], shares[1] = 1_000 + 96, 1_000 - 96
    tally = Tally(shares, np.full(11, 1 / 11))
    assert abs(deviations(tally) - 1.66) < 0.02


def test_the_limit_allows_for_how_many_tests_there_are() -> None:
    assert abs(limit(1, 0.05) - 1.96) < 0.01
    assert limit(100) > limit(10) > limit(1)
