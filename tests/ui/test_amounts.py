"""Setting an amount: the bent scale, the slider, steps and keypad; lists, meters and timers."""

from __future__ import annotations

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seats.kit.amounts import Keypad, Scale, Slider, Stepper
from seats.kit.button import Button
from seats.kit.canvas import Canvas
from seats.kit.easing import MOTIONS, begin, eased
from seats.kit.faces import Face
from seats.kit.geometry import TouchRules, touch_faults
from seats.kit.pointer import Phase, Pointer
from seats.kit.sheets import HoldZone, ListView
from seats.kit.stage import Stage
from seats.kit.timers import LAST_MS, ProgressBar, ProgressRing
from seats.kit.words import Meter
from seats.metrics import SEAT, Box, Profile

PANEL = Profile("panel", 160, 120, 5.0, (800, 600))
SCALE = Scale(60, 328, 2)


def touch(phase: Phase, x: float, y: float, t: int = 0) -> Pointer:
    return Pointer(1, phase, x, y, t)


@pytest.fixture
def stage() -> Stage:
    return Stage(pygame.Surface(PANEL.size_px, 0, 32), PANEL, lambda canvas: None)


def tap(stage: Stage, x: float, y: float, t: int = 1000) -> None:
    stage.point(touch("down", x, y, t))
    stage.point(touch("up", x, y, t))


scales = st.builds(
    lambda least, more, unit: Scale(least, least + more, unit),
    st.integers(1, 5000),
    st.integers(0, 100_000),
    st.sampled_from([1, 2, 5, 25, 100]),
)


@given(scales, st.floats(-0.5, 1.5))
def test_every_place_on_the_slider_is_a_legal_amount(scale: Scale, share: float) -> None:
    amount = scale.amount(share)
    assert scale.least <= amount <= scale.most
    assert amount in (scale.least, scale.most) or amount % scale.unit == 0


@given(scales, st.floats(0, 1), st.floats(0, 1))
def test_further_right_is_never_less(scale: Scale, first: float, second: float) -> None:
    low, high = sorted((first, second))
    assert scale.amount(low) <= scale.amount(high)


@given(scales, st.integers(0, 110_000))
def test_knob_stands_where_its_amount_is(scale: Scale, amount: int) -> None:
    legal = scale.snap(amount)
    assert abs(scale.amount(scale.share(legal)) - legal) <= scale.unit


def test_small_amounts_get_more_room() -> None:
    assert Scale(10, 1000).amount(0.5) < 250


def test_ends_are_legal_even_off_the_unit() -> None:
    scale = Scale(60, 328, 25)
    assert (scale.amount(0), scale.amount(1)) == (60, 328)
    assert scale.snap(327) == 325
    assert scale.step(325, 1) == 328
    assert scale.step(328, -1) == 325
    assert scale.step(60, 1) == 75
    assert scale.step(75, -2) == 60


def test_slider_follows_the_finger_and_tells_every_new_amount(stage: Stage) -> None:
    told: list[int] = []
    slider = Slider(Box(20, 40, 100, 11), SCALE, 60, told.append)
    stage.show([slider])
    stage.point(touch("down", 22, 45))
    stage.point(touch("move", 70, 45))
    stage.point(touch("move", 70, 100))
    stage.point(touch("move", 150, 45))
    stage.point(touch("up", 150, 45))
    assert told == sorted(set(told))
    assert told[-1] == slider.value == 328


def test_slider_whose_scale_changes_drops_the_finger(stage: Stage) -> None:
    told: list[int] = []
    slider = Slider(Box(20, 40, 100, 11), SCALE, 60, told.append)
    stage.show([slider])
    stage.point(touch("down", 22, 45))
    slider.show(Scale(90, 328, 2), 90)
    stage.point(touch("move", 100, 45))
    assert slider.value == 90
    assert told == []


def test_slider_that_may_not_act_stays(stage: Stage) -> None:
    slider = Slider(Box(20, 40, 100, 11), SCALE, 60, lambda value: None, legal=False)
    stage.show([slider])
    tap(stage, 100, 45)
    assert slider.value == 60


def test_stepper_goes_one_legal_step_and_stops_at_the_ends(stage: Stage) -> None:
    told: list[int] = []
    stepper = Stepper(Box(20, 40, 100, 12), (13, 12), Scale(60, 64, 2), 62, told.append)
    stage.show([stepper])
    for _ in range(3):
        tap(stage, 115, 46)
    for _ in range(4):
        tap(stage, 25, 46)
    assert told == [64, 62, 60]


def test_keypad_builds_an_amount_and_takes_it_back(stage: Stage) -> None:
    told: list[int] = []
    done: list[int] = []
    pad = Keypad(Box(20, 20, 60, 60), told.append, done.append, done=Face("OK"), back=Face("Back"), digits=3)
    stage.show([pad])
    keys = [key for key in pad.children() if isinstance(key, Button)]
    by_title = {key.face.title: key for key in keys}
    for title in ("1", "0", "5", "9", "Back", "OK"):
        tap(stage, *by_title[title].rect_mm.centre)
    assert told == [1, 10, 105, 10]
    assert done == [10]


def paint_nothing(canvas: Canvas, box: Box, index: int, chosen: bool) -> None:
    """Rows in these tests need no picture."""


def test_list_picks_the_row_under_a_tap(stage: Stage) -> None:
    picked: list[int] = []
    rows = ListView(Box(20, 20, 60, 40), 10, 9, paint_nothing, picked.append)
    stage.show([rows])
    tap(stage, 30, 45)
    assert picked == [2]


def test_list_scrolls_under_the_finger_and_picks_nothing(stage: Stage) -> None:
    picked: list[int] = []
    rows = ListView(Box(20, 20, 60, 40), 10, 9, paint_nothing, picked.append)
    stage.show([rows])
    stage.point(touch("down", 30, 55))
    stage.point(touch("move", 30, 30))
    stage.point(touch("up", 30, 30))
    assert picked == []
    assert rows.offset_mm == 25
    tap(stage, 30, 21)
    assert picked == [2]


def test_list_stops_at_its_ends(stage: Stage) -> None:
    rows = ListView(Box(20, 20, 60, 40), 10, 9, paint_nothing)
    rows.scroll_to(1000)
    assert rows.offset_mm == 50
    rows.show(5)
    assert rows.offset_mm == 10
    rows.scroll_to(-5)
    assert rows.offset_mm == 0


def rects_of(mask: pygame.Mask) -> list[pygame.Rect]:
    """The boxes of a mask's parts; the stubs of pygame 2.6 say it is a list of numbers."""
    return [pygame.Rect(part) for part in mask.get_bounding_rects()]  # type: ignore[call-overload]


def test_list_draws_inside_its_box_alone(stage: Stage) -> None:
    def paint(canvas: Canvas, box: Box, index: int, chosen: bool) -> None:
        canvas.fill(box, 0, (200, 0, 0))

    rows = ListView(Box(20, 20, 60, 40), 10, 9, paint)
    rows.scroll_to(5)
    stage.show([rows])
    stage.redraw(0)
    red = pygame.mask.from_threshold(stage.surface, (200, 0, 0), (60, 60, 60, 255))
    bounds = pygame.Rect(100, 100, 300, 200)
    assert all(part.clip(bounds) == part for part in rects_of(red))


def test_meter_counts_but_its_value_jumps(stage: Stage) -> None:
    meter = Meter(Box(20, 20, 60, 20), "Stack", 100, lambda value: f"{value} €")
    stage.show([meter])
    stage.redraw(0)
    meter.show(700, 1000, count=True)
    assert meter.value == 700
    assert stage.moving(1000)
    assert stage.redraw(1100)
    stage.redraw(1600)
    assert not stage.moving(1600)
    assert stage.redraw(1700) == []


@pytest.mark.parametrize("kind", [ProgressBar, ProgressRing])
def test_timer_runs_out_and_is_amber_at_last(stage: Stage, kind: type[ProgressBar] | type[ProgressRing]) -> None:
    timer = kind(Box(20, 20, 40, 40))
    stage.show([timer])
    timer.run(20_000, 20_000)
    assert timer.share(10_000) == pytest.approx(0.5)
    assert not timer.last(20_000 - LAST_MS - 1)
    assert timer.last(20_000 - LAST_MS)
    assert timer.share(25_000) == 0
    assert stage.moving(19_999)
    assert not stage.moving(20_000)


def test_last_seconds_pulse_once_a_second() -> None:
    bar = ProgressBar(Box(20, 20, 40, 6))
    bar.run(20_000, 20_000)
    assert bar.pulse(14_000) == 0
    second = [bar.pulse(16_000 + ms) for ms in range(0, 1000, 50)]
    assert second == [bar.pulse(17_000 + ms) for ms in range(0, 1000, 50)]
    peak = second.index(max(second))
    assert second[:peak] == sorted(second[:peak])
    assert second[peak:] == sorted(second[peak:], reverse=True)


def test_timer_on_hold_needs_no_frames(stage: Stage) -> None:
    bar = ProgressBar(Box(20, 20, 40, 6))
    bar.hold(0.4)
    stage.show([bar])
    stage.redraw(0)
    assert not stage.moving(0)
    assert stage.redraw(5000) == []


@pytest.mark.parametrize("movement", sorted(MOTIONS))
def test_movements_start_at_the_start_and_arrive(movement: str) -> None:
    motion = MOTIONS[next(name for name in MOTIONS if name == movement)]
    assert eased(0, motion.easing) == 0
    assert eased(1, motion.easing) == 1
    steps = [eased(step / 50, motion.easing) for step in range(51)]
    assert steps == sorted(steps)


def test_cards_of_a_deal_leave_one_after_the_other() -> None:
    first, third = begin("deal", 1000), begin("deal", 1000, place=2)
    assert first.share(1100) > third.share(1100) == 0
    assert first.done(1220)
    assert not third.done(1220)
    assert third.done(1360)


def key(x: float, y: float, w: float = 20, h: float = 12) -> Button:
    return Button(Box(x, y, w, h), Face("a"), lambda: None)


def test_good_layout_has_no_touch_faults() -> None:
    assert touch_faults([key(10, 10), key(32, 10), key(10, 24)], SEAT) == []


@pytest.mark.parametrize(
    ("widgets", "fault"),
    [
        ([key(10, 10, 9.5, 12)], "only 9.5 × 12.0 mm"),
        ([key(10, 10), key(25, 10)], "overlap"),
        ([key(10, 10), key(31, 10)], "only 1.0 mm apart"),
        ([key(3, 10)], "reaches into the edge"),
        ([key(10, 144)], "reaches into the edge"),
    ],
    ids=["too small", "overlapping", "too near", "at the bezel", "under the wrist"],
)
def test_bad_layouts_are_found(widgets: list[Button], fault: str) -> None:
    assert [line for line in touch_faults(widgets, SEAT) if fault in line]


def test_rows_of_a_menu_may_touch_and_a_palm_may_reach_the_edge() -> None:
    assert touch_faults([key(10, 10), key(10, 22)], SEAT, TouchRules(gap=0)) == []
    assert touch_faults([HoldZone(Box(2, 108, 74, 50), lambda on, now: None)], SEAT) == []


def test_keypad_and_steps_are_touchable() -> None:
    pad = Keypad(Box(20, 20, 60, 60), lambda value: None, lambda value: None, done=Face("OK"), back=Face("B"))
    stepper = Stepper(Box(100, 20, 60, 12), (13, 12), SCALE, 100, lambda value: None)
    targets = [part for widget in (pad, stepper) for part in widget.walk() if part.interactive]
    assert len(targets) == 14
    assert touch_faults(targets, SEAT) == []
