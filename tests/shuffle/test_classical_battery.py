"""The classical battery finds nothing in the numbers that shuffles draw, raw or scaled, and finds planted faults.

R-RNG-1 asks for 99 % confidence: all tests together would reject even draws for one seed in a hundred, by Holm's
procedure. Seeds are fixed, so a run either always passes or always fails.
"""

from functools import cache

import numpy as np
import pytest

from tests.shuffle.battery import (
    BATTERY,
    Draws,
    birthday_spacings,
    coupons,
    draws,
    draws_of_decks,
    each_bound,
    rejected,
)
from tests.shuffle.planted_draws import PLANTED, Planted
from tests.shuffle.shuffles import dealt, even, modulo_256

ALPHA = 0.01
RAW = 256
"""Below 256 every byte of the stream is a draw."""

BOUNDS = (4, 13, 36, 52, RAW)


@cache
def some_draws() -> Draws:
    return draws(200_000, 52)


def found_in(count: int) -> dict[str, float]:
    return {
        f"{name} below {bound}": test(drawn, bound)
        for bound in BOUNDS
        for drawn in (draws(count, bound),)
        for name, test in BATTERY.items()
    }


def test_r_rng_1_two_hundred_thousand_draws_of_a_card_pass_every_test() -> None:
    found = {name: test(some_draws(), 52) for name, test in BATTERY.items()}
    assert rejected(found, ALPHA) == []


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.make.__name__)
def test_r_rng_1_a_planted_fault_is_noticed_by_the_tests_that_are_made_for_it(planted: Planted) -> None:
    loaded = planted.make(some_draws(), 52, np.random.default_rng(7))
    assert loaded.min() >= 0
    assert loaded.max() < 52
    found = {name: test(loaded, 52) for name, test in BATTERY.items()}
    assert set(planted.noticed_by) <= set(rejected(found, ALPHA)), found


def test_r_rng_1_every_test_notices_some_fault() -> None:
    assert {name for planted in PLANTED for name in planted.noticed_by} == set(BATTERY)


@pytest.mark.ci
def test_r_rng_1_a_million_draws_below_every_kind_of_bound_pass_raw_and_scaled() -> None:
    assert rejected(found_in(1_000_000), ALPHA) == []


@pytest.mark.hours
def test_r_rng_1_ten_million_draws_pass_raw_and_scaled() -> None:
    assert rejected(found_in(10_000_000), ALPHA) == []


# -- the draws of whole shuffles ---------------------------------------------------------------------------------


def test_r_rng_6_the_draws_below_2_to_52_are_even_and_do_not_depend_on_the_one_before() -> None:
    found = each_bound(dealt(even, 20_000))
    assert len(found) == 51 + 50
    assert rejected(found, ALPHA) == []


@pytest.mark.hours
def test_r_rng_6_so_are_those_of_a_million_decks() -> None:
    assert rejected(each_bound(dealt(even, 1_000_000)), ALPHA) == []


def test_r_rng_6_draws_that_count_every_byte_are_noticed_below_most_bounds() -> None:
    """Below 2, 4, 8, 16 and 32 no byte is left over, and there is nothing to notice."""
    noticed = rejected(each_bound(dealt(modulo_256, 20_000)), ALPHA)
    assert {"below 52", "below 48", "below 33"} <= set(noticed)
    assert not {f"below {bound}" for bound in (2, 4, 8, 16, 32)} & set(noticed)


def test_draws_are_read_back_from_a_deck_as_they_were_made() -> None:
    decks = dealt(even, 50)
    for deck, row in zip(decks.tolist(), draws_of_decks(decks).tolist(), strict=True):
        again = list(range(52))
        for last, chosen in zip(range(51, 0, -1), row, strict=True):
            again[last], again[chosen] = again[chosen], again[last]
        assert again == deck


# -- the tests themselves ----------------------------------------------------------------------------------------


def test_draws_come_from_the_stream_and_its_own_rule() -> None:
    drawn = draws(30_000, 52)
    assert set(drawn.tolist()) == set(range(52))
    assert (draws(30_000, 52) == drawn).all()
    assert (draws(1_000, RAW)[:1_000] != draws(1_000, RAW, "another")).any()


def test_numbers_in_order_fail_every_test_but_those_of_long_cells() -> None:
    """Each number comes as often as the others, which nothing finds but the tests of evenness that is too great."""
    counted = np.arange(200_000) % 52
    found = {name: test(counted, 52) for name, test in BATTERY.items()}
    assert set(BATTERY) - set(rejected(found, ALPHA)) <= {"birthday spacings"}


def test_holms_procedure_compares_each_chance_with_what_is_left() -> None:
    """Chances 0.001, 0.004, 0.008 and 0.5 against 0.01 / 4, / 3 and / 2: the third is too likely."""
    found = {"a": 3.2905, "b": -2.8782, "c": 2.6521, "d": 0.6745}
    assert rejected(found, 0.01) == ["a"]
    assert rejected(found, 0.02) == ["a", "b", "c"]
    assert rejected({}, 0.01) == []


def test_coupons_of_two_sides_are_those_of_a_coin() -> None:
    """The chance that both sides have come within n tosses is 1 - 2 / 2^n: dice of two numbers stay near it."""
    assert abs(coupons(draws(100_000, 2), 2)) < 4


def test_birthdays_in_even_steps_are_too_many() -> None:
    steps = np.arange(200_000 * 6) % 52
    assert birthday_spacings(steps, 52) > 100
