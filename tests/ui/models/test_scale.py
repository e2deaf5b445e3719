"""UI-2.2: the slider's scale over the amounts that can be made of chips."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seats.models.scale import TRAVEL, AmountScale

AMOUNTS = st.integers(1, 200_000)
SCALES = st.builds(
    lambda ends, step, bent: AmountScale(min(ends), max(ends), step, bent),
    st.tuples(AMOUNTS, AMOUNTS),
    st.sampled_from((1, 50, 100, 500)),
    st.booleans(),
)
PLACES = st.integers(0, TRAVEL)


@given(SCALES, st.data())
@example(AmountScale(60, 61, 50), None)
def test_ui_2_2_an_amounts_place_shows_that_amount_again(scale, data):
    steps = data.draw(st.integers(0, scale.steps)) if data else scale.steps
    amount = scale.stepped(scale.least, steps)
    assert scale.holds(amount)
    assert scale.amount(scale.place(amount)) == amount


@given(SCALES, PLACES, PLACES)
def test_ui_2_2_further_along_the_track_is_never_less(scale, one, other):
    low, high = sorted((one, other))
    assert scale.amount(low) <= scale.amount(high)
    assert scale.place(scale.amount(low)) <= low


@given(SCALES, PLACES)
def test_ui_2_2_every_place_is_an_amount_made_of_chips(scale, place):
    amount = scale.amount(place)
    assert scale.least <= amount <= scale.most
    assert amount in (scale.least, scale.most) or amount % scale.step == 0


@given(SCALES)
def test_ui_2_2_both_ends_of_the_track_are_reached(scale):
    assert (scale.amount(0), scale.amount(TRAVEL)) == (scale.least, scale.most)
    assert scale.place(scale.least) == 0
    if scale.steps:
        assert scale.place(scale.most) == TRAVEL
    assert (scale.amount(-5), scale.amount(TRAVEL + 5)) == (scale.least, scale.most)


@given(SCALES, st.data())
def test_ui_2_2_plus_and_minus_move_one_step_and_stop_at_the_ends(scale, data):
    amount = scale.amount(data.draw(PLACES))
    more, fewer = scale.stepped(amount, 1), scale.stepped(amount, -1)
    assert scale.holds(more)
    assert scale.holds(fewer)
    assert (more > amount) == (amount < scale.most)
    assert (fewer < amount) == (amount > scale.least)
    assert scale.stepped(fewer, 1) == amount or amount == scale.least


def test_ui_2_2_plus_skips_no_amount():
    scale = AmountScale(250, 720, 100)
    seen = [scale.stepped(scale.least, steps) for steps in range(scale.steps + 1)]
    assert seen == [250, 300, 400, 500, 600, 700, 720]


def test_ui_2_2_half_way_stands_the_geometric_mean():
    assert AmountScale(100, 10_000, 1).amount(TRAVEL // 2) == pytest.approx(1_000, abs=1)


def test_ui_2_2_a_straight_scale_is_straight():
    assert AmountScale(100, 10_100, 100, bent=False).amount(TRAVEL // 2) == 5_100


def test_ui_2_2_small_amounts_have_more_room_than_large_ones():
    scale = AmountScale(6_000, 32_800, 100)
    first = scale.place(6_100) - scale.place(6_000)
    last = scale.place(32_800) - scale.place(32_700)
    assert first > 3 * last


def test_ui_2_2_one_amount_only_is_a_scale_without_steps():
    scale = AmountScale(700, 700, 100)
    assert scale.steps == 0
    assert (scale.amount(0), scale.amount(TRAVEL), scale.place(700)) == (700, 700, 0)


@pytest.mark.parametrize(("least", "most", "step"), [(0, 5, 1), (6, 5, 1), (1, 5, 0)])
def test_ui_2_2_no_scale_without_amounts(least, most, step):
    with pytest.raises(ValueError, match="no scale from"):
        AmountScale(least, most, step)
