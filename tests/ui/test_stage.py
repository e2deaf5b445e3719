"""The stage: what it redraws, who gets a finger, and what a sheet covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame
import pytest

from seats.kit.amounts import Scale, Slider
from seats.kit.button import Button, Toggle
from seats.kit.canvas import Canvas
from seats.kit.easing import begin
from seats.kit.faces import Face
from seats.kit.flight import Flight
from seats.kit.pointer import MOUSE, Pointer, pointer_of
from seats.kit.sheets import CONFIRM_GUARD_MS, HoldZone, QuestionSheet
from seats.kit.stage import Stage
from seats.kit.timers import ProgressBar, ProgressRing
from seats.kit.words import Label, Meter, Picture, Toast
from seats.metrics import CENTRE, SEAT, Box, Profile, Type
from seats.palette import FELT_BODY

if TYPE_CHECKING:
    from collections.abc import Callable

    from seats.kit.pointer import Phase
    from seats.kit.widget import Widget

PANEL = Profile("panel", 160, 100, 5.0, (800, 500))


def ground(canvas: Canvas) -> None:
    canvas.surface.fill(FELT_BODY)


def touch(phase: Phase, x: float, y: float, t: int = 0, finger: int = 1) -> Pointer:
    return Pointer(finger, phase, x, y, t)


@pytest.fixture
def stage() -> Stage:
    return Stage(pygame.Surface(PANEL.size_px, 0, 32), PANEL, ground)


def pixels(areas: list[pygame.Rect]) -> int:
    return sum(area.w * area.h for area in areas)


def test_first_redraw_covers_everything(stage: Stage) -> None:
    assert stage.redraw(0) == [pygame.Rect(0, 0, 800, 500)]
    assert stage.redraw(10) == []


def test_surface_of_the_wrong_size_is_refused() -> None:
    with pytest.raises(ValueError, match="as large as the panel"):
        Stage(pygame.Surface((640, 480), 0, 32), PANEL, ground)


def test_changed_label_redraws_its_own_place_alone(stage: Stage) -> None:
    first, second = Label(Box(10, 10, 30, 6), "one"), Label(Box(100, 60, 30, 6), "two")
    stage.show([first, second])
    stage.redraw(0)
    second.show("three")
    areas = stage.redraw(1)
    assert pixels(areas) <= 32 * 8 * 25 + 500
    assert all(PANEL.rect(second.area_mm()).contains(area) for area in areas)


def paint_slab(canvas: Canvas, box: Box, state: int) -> None:
    canvas.slab(box)


BOX = Box(100, 100, 74, 66)
EVERY_WIDGET: dict[str, Callable[[], Widget]] = {
    "key": lambda: Button(BOX, Face("Call", "30 €", form="stack"), lambda: None),
    "key in focus": lambda: focused(Button(BOX, Face("Menu"), lambda: None)),
    "slab": lambda: Picture(BOX, paint_slab, 1),
    "question": lambda: question([], -1000, BOX),
    "slider": lambda: Slider(Box(100, 100, 74, 11), Scale(1, 100), 100, lambda value: None, marks=(1, 50, 100)),
    "bar": lambda: ProgressBar(Box(100, 100, 74, 6)),
    "ring": lambda: ProgressRing(Box(100, 100, 20, 20)),
    "tick box": lambda: Toggle(BOX, "Check", "only while it is free", lambda on: None, on=True),
    "meter": lambda: Meter(BOX, "Stack", 100, str),
    "label": lambda: Label(BOX, "one\ntwo"),
}


def focused(key: Button) -> Button:
    key.focus = True
    return key


@pytest.mark.parametrize("profile", [SEAT, CENTRE], ids=["seat", "centre"])
@pytest.mark.parametrize("name", sorted(EVERY_WIDGET))
def test_no_widget_draws_beyond_its_area(name: str, profile: Profile) -> None:
    widget = EVERY_WIDGET[name]()
    surface = pygame.Surface((1920, 1080), pygame.SRCALPHA, 32)
    widget.draw(Canvas(surface, profile), 0)
    drawn = surface.get_bounding_rect()
    assert drawn.w > 0
    assert profile.rect(widget.area_mm(profile.grain)).contains(drawn)


def test_setting_the_same_again_redraws_nothing(stage: Stage) -> None:
    label = Label(Box(10, 10, 30, 6), "one")
    picture = Picture(Box(60, 10, 10, 10), lambda canvas, box, state: None, 5)
    stage.show([label, picture])
    stage.redraw(0)
    label.show("one")
    picture.show(5)
    assert stage.redraw(1) == []


def test_partial_redraw_equals_a_full_one(stage: Stage) -> None:
    under = Button(Box(10, 10, 40, 20), Face("Under"), lambda: None)
    over = Label(Box(12, 12, 40, 6), "over", Type.STACK)
    stage.show([under, over])
    stage.redraw(0)
    over.show("changed")
    under.chosen = True
    stage.redraw(1)
    partial = pygame.image.tobytes(stage.surface, "RGB")
    fresh = Stage(pygame.Surface(PANEL.size_px, 0, 32), PANEL, ground)
    fresh.show([under, over])
    fresh.redraw(1)
    assert pygame.image.tobytes(fresh.surface, "RGB") == partial


def test_hidden_and_removed_widgets_leave_no_trace(stage: Stage) -> None:
    stage.redraw(0)
    empty = pygame.image.tobytes(stage.surface, "RGB")
    key = Button(Box(10, 10, 40, 20), Face("Gone"), lambda: None)
    stage.show([key])
    stage.redraw(1)
    assert pygame.image.tobytes(stage.surface, "RGB") != empty
    key.visible = False
    stage.redraw(2)
    assert pygame.image.tobytes(stage.surface, "RGB") == empty
    key.visible = True
    stage.redraw(3)
    stage.show([])
    stage.redraw(4)
    assert pygame.image.tobytes(stage.surface, "RGB") == empty


def test_moved_widget_clears_where_it_was(stage: Stage) -> None:
    label = Label(Box(10, 10, 30, 6), "moves")
    stage.show([label])
    stage.redraw(0)
    label.rect_mm = Box(100, 80, 30, 6)
    stage.redraw(1)
    assert tuple(stage.surface.get_at((70, 65)))[:3] == FELT_BODY
    old_place = stage.surface.subsurface((45, 45, 160, 50))
    assert list(pygame.transform.average_color(old_place))[:3] == list(FELT_BODY)


def test_redrawn_rectangles_never_overlap(stage: Stage) -> None:
    labels = [Label(Box(5 + 6 * n, 5 + 4 * n, 30, 6), str(n)) for n in range(15)]
    stage.show(labels)
    stage.redraw(0)
    for number, label in enumerate(labels):
        label.show(f"again {number}")
    areas = stage.redraw(1)
    for number, area in enumerate(areas):
        assert area.collidelist(areas[number + 1 :]) < 0


def test_topmost_widget_gets_the_finger(stage: Stage) -> None:
    log: list[str] = []
    under = Button(Box(10, 10, 40, 20), Face("a"), lambda: log.append("under"))
    over = Button(Box(20, 10, 40, 20), Face("b"), lambda: log.append("over"))
    stage.show([under, over])
    stage.point(touch("down", 30, 20))
    stage.point(touch("up", 30, 20))
    assert log == ["over"]


def test_sheet_makes_everything_below_dead(stage: Stage) -> None:
    log: list[str] = []
    key = Button(Box(100, 10, 40, 20), Face("Raise"), lambda: log.append("raise"))
    stage.show([key])
    sheet = question(log, 1000)
    stage.ask(sheet)
    stage.point(touch("down", 110, 20, 2000))
    stage.point(touch("up", 110, 20, 2000))
    assert log == []
    stage.ask(None)
    stage.point(touch("down", 110, 20, 3000))
    stage.point(touch("up", 110, 20, 3000))
    assert log == ["raise"]


def question(log: list[str], now_ms: int, box: Box | None = None) -> QuestionSheet:
    return QuestionSheet(
        box or Box(5, 20, 74, 65),
        "All in with 328 €?",
        ["You keep nothing behind."],
        yes=Face("Yes"),
        no=Face("No"),
        on_yes=lambda: log.append("yes"),
        on_no=lambda: log.append("no"),
        now_ms=now_ms,
    )


def test_double_tap_cannot_confirm(stage: Stage) -> None:
    log: list[str] = []
    sheet = question(log, 1000)
    stage.ask(sheet)
    x, y = sheet.yes.rect_mm.centre
    early, late = 1000 + CONFIRM_GUARD_MS - 1, 1000 + CONFIRM_GUARD_MS
    stage.point(touch("down", x, y, early))
    stage.point(touch("up", x, y, late))
    assert log == []
    stage.point(touch("down", x, y, late))
    stage.point(touch("up", x, y, late))
    assert log == ["yes"]


def test_sheet_drops_the_finger_that_was_on_a_key(stage: Stage) -> None:
    log: list[str] = []
    key = Button(Box(100, 10, 40, 20), Face("Raise"), lambda: log.append("raise"))
    stage.show([key])
    stage.point(touch("down", 110, 20))
    stage.ask(question(log, 0))
    stage.ask(None)
    stage.point(touch("up", 110, 20, 500))
    assert log == []
    assert not key.pressed


def test_sheet_rises_and_then_lies_still(stage: Stage) -> None:
    sheet = question([], 0)
    stage.ask(sheet)
    assert stage.moving(0)
    stage.redraw(0)
    assert stage.redraw(60)
    stage.redraw(CONFIRM_GUARD_MS)
    assert not stage.moving(CONFIRM_GUARD_MS)
    assert stage.redraw(CONFIRM_GUARD_MS + 100) == []


def test_held_zone_counts_fingers(stage: Stage) -> None:
    held: list[tuple[bool, int]] = []
    zone = HoldZone(Box(5, 60, 70, 35), lambda on, now: held.append((on, now)))
    stage.show([zone])
    stage.point(touch("down", 20, 80, 10, finger=1))
    stage.point(touch("down", 40, 80, 20, finger=2))
    stage.point(touch("up", 20, 80, 30, finger=1))
    assert held == [(True, 10)]
    assert zone.held
    stage.point(touch("up", 40, 80, 40, finger=2))
    assert held == [(True, 10), (False, 40)]


def test_held_zone_lets_go_when_the_hand_slides_out(stage: Stage) -> None:
    held: list[bool] = []
    stage.show([HoldZone(Box(5, 60, 70, 35), lambda on, now: held.append(on))])
    stage.point(touch("down", 20, 80))
    stage.point(touch("move", 20, 30))
    assert held == [True, False]


def test_closing_a_held_zone_lets_go(stage: Stage) -> None:
    held: list[bool] = []
    zone = HoldZone(Box(5, 60, 70, 35), lambda on, now: held.append(on))
    stage.show([zone])
    stage.point(touch("down", 20, 80))
    zone.show(False, 100)
    assert held == [True, False]
    stage.point(touch("up", 20, 80))
    stage.point(touch("down", 20, 80))
    assert held == [True, False]


def test_lost_panel_lets_go_of_every_finger(stage: Stage) -> None:
    held: list[bool] = []
    stage.show([HoldZone(Box(5, 60, 70, 35), lambda on, now: held.append(on))])
    stage.point(touch("down", 20, 80))
    stage.release_all()
    assert held == [True, False]


def test_notice_goes_away_by_itself(stage: Stage) -> None:
    toast = Toast(Box(30, 40, 100, 12))
    stage.show([toast])
    stage.redraw(0)
    empty = pygame.image.tobytes(stage.surface, "RGB")
    toast.show("The hand is saved.", 100, 500)
    stage.redraw(100)
    assert pygame.image.tobytes(stage.surface, "RGB") != empty
    assert stage.moving(599)
    stage.redraw(600)
    assert pygame.image.tobytes(stage.surface, "RGB") == empty


def flying(ghosts: int = 0, place: int = 0) -> Flight:
    picture = pygame.Surface((20, 20), pygame.SRCALPHA, 32)
    picture.fill((200, 0, 0, 255))
    return Flight(picture, PANEL.px_per_mm, (20, 20), (120, 60), begin("deal", 1000, place), ghosts)


def test_flight_goes_where_it_should_and_clears_its_way(stage: Stage) -> None:
    stage.redraw(0)
    empty = pygame.image.tobytes(stage.surface, "RGB")
    flight = flying(ghosts=2)
    stage.show([flight])
    stage.redraw(1000)
    assert tuple(stage.surface.get_at((100, 100)))[:3] == (200, 0, 0)
    stage.redraw(1100)
    assert tuple(stage.surface.get_at((100, 100)))[:3] == FELT_BODY
    assert stage.moving(1219)
    stage.redraw(1220)
    assert flight.done(1220)
    assert not stage.moving(1220)
    assert pygame.image.tobytes(stage.surface, "RGB") == empty


def test_flight_that_has_yet_to_start_is_hidden_but_awaited(stage: Stage) -> None:
    stage.redraw(0)
    stage.show([flying(place=3)])
    assert stage.redraw(1000) == []
    assert stage.moving(1000)


def test_player_who_wants_stillness_sees_no_flight() -> None:
    assert begin("deal", 1000, 3, still=True).done(1000)
    assert not begin("peek_up", 1000, still=True).done(1000)


def test_turned_part_reads_from_the_other_side(stage: Stage) -> None:
    canvas = Canvas(stage.surface, PANEL)
    stage.surface.fill((0, 0, 0))

    def corner(part: Canvas, box: Box) -> None:
        part.fill(Box(box.x, box.y, 4, 4), 0, (255, 255, 255))

    for quarters, at in ((0, (52, 52)), (1, (52, 147)), (2, (247, 147)), (3, (247, 52))):
        stage.surface.fill((0, 0, 0))
        canvas.turned(Box(10, 10, 40, 20), quarters, corner)
        assert tuple(stage.surface.get_at(at))[:3] == (255, 255, 255)


def test_mouse_and_finger_become_the_same_pointer() -> None:
    mouse = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(400, 250), button=1, touch=False)
    finger = pygame.event.Event(pygame.FINGERDOWN, x=0.5, y=0.5, finger_id=7, touch_id=1)
    assert pointer_of(mouse, PANEL, 5) == Pointer(MOUSE, "down", 80, 50, 5)
    assert pointer_of(finger, PANEL, 5) == Pointer(7, "down", 80, 50, 5)


@pytest.mark.parametrize(
    "event",
    [
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=3, touch=False),
        pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(1, 1), button=1, touch=True),
        pygame.event.Event(pygame.MOUSEMOTION, pos=(1, 1), rel=(1, 0), buttons=(0, 0, 0), touch=False),
        pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a),
        pygame.event.Event(pygame.QUIT),
    ],
    ids=["right button", "mouse made of a touch", "hovering", "key", "quit"],
)
def test_what_is_no_finger_is_passed_over(event: pygame.event.Event) -> None:
    assert pointer_of(event, PANEL, 0) is None


def test_posted_events_reach_a_key(stage: Stage) -> None:
    pygame.display.init()
    pygame.display.set_mode((80, 60))
    log: list[str] = []
    stage.show([Button(Box(60, 40, 40, 20), Face("Call"), lambda: log.append("call"))])
    pygame.event.clear()
    for kind in (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP):
        pygame.event.post(pygame.event.Event(kind, x=0.5, y=0.5, dx=0.0, dy=0.0, finger_id=3, touch_id=1))
    for event in pygame.event.get():
        pointer = pointer_of(event, PANEL, 0)
        if pointer is not None:
            stage.point(pointer)
    pygame.display.quit()
    assert log == ["call"]
