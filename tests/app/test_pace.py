"""How fast one end may speak: a burst, then a steady pace; whoever is faster waits."""

import pytest

from controller.app.pace import Pace


def test_a_burst_waits_for_nothing_and_what_is_more_waits_for_its_time():
    pace = Pace(burst=60, rate=20.0, now=0.0)
    assert pace.wait(60, 0.0) == 0
    assert pace.wait(10, 0.0) == pytest.approx(0.5)
    assert pace.wait(0, 0.5) == 0


def test_the_bucket_fills_up_again_and_never_runs_over():
    pace = Pace(burst=60, rate=20.0, now=0.0)
    pace.wait(60, 0.0)
    assert pace.wait(60, 1_000.0) == 0
    assert pace.wait(1, 1_000.0) == pytest.approx(0.05)


def test_the_pace_over_a_long_flood_is_the_steady_one():
    pace, now, said = Pace(burst=60, rate=20.0, now=0.0), 0.0, 0
    while now < 100:
        said += 15
        now += pace.wait(15, now)
    assert said == pytest.approx(60 + 20 * 100, abs=15)
