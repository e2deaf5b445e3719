"""A whole gaming day with 300 power cuts reconciles to the cent."""

import pytest

from tests.sim.day import CUTS, spend_day


@pytest.mark.parametrize(
    "seed",
    [
        *(pytest.param(seed, marks=pytest.mark.ci) for seed in (1, 2)),
        *(pytest.param(seed, marks=pytest.mark.hours) for seed in range(3, 21)),
    ],
)
def test_twelve_hours_with_300_power_cuts_reconcile_to_the_cent(seed: int) -> None:
    day = spend_day(seed)
    assert day.difference == 0
    assert day.cuts >= CUTS
    assert day.hours >= 12
    assert day.hands > 100
