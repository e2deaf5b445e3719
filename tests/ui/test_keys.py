"""Keys under fingers: press and slide, double taps, the guard, holding, ticking (ui.md decisions)."""

from __future__ import annotations

import pygame
import pytest

from seats.kit.button import GUARD_MS, HOLD_MS, Button, HoldButton, Toggle
from seats.kit.faces import Face
from seats.kit.keys import GLASS, READY, SNOW_KEY, SUNK
from seats.kit.pointer import Phase, Pointer
from seats.kit.stage import Stage
from seats.metrics import Box, Profile
from seats.palette import FELT_BODY

PANEL = Profile("panel", 100, 60, 5.0, (500, 300))
KEY = Box(10, 10, 30, 18)
OTHER = Box(50, 10, 30, 18)
CALL = Face("Call", "30 €", form="stack")


class Scene:
    """One stage, a clock, and what was pressed."""

    def __init__(self) -> None:
        self.stage = Stage(pygame.Surface(PANEL.size_px, 0, 32), PANEL, lambda canvas: _fill(canvas.surface))
        self.now = 10_000
        self.log: list[str] = []

    def key(self, box: Box = KEY, name: str = "call", *, legal: bool = True, pause_ms: int = 300) -> Button:
        return Button(box, CALL, lambda: self.log.append(name), look=SNOW_KEY, legal=legal, pause_ms=pause_ms)

    def finger(self, phase: Phase, x: float, y: float, finger: int = 1) -> None:
        self.stage.point(Pointer(finger, phase, x, y, self.now))

    def tap(self, x: float, y: float, finger: int = 1) -> None:
        self.finger("down", x, y, finger)
        self.now += 40
        self.finger("up", x, y, finger)


def _fill(surface: pygame.Surface) -> None:
    surface.fill(FELT_BODY)


@pytest.fixture
def scene() -> Scene:
    return Scene()


def test_press_and_release_inside_acts_once(scene: Scene) -> None:
    scene.stage.show([scene.key()])
    scene.tap(20, 20)
    assert scene.log == ["call"]


def test_sliding_out_cancels(scene: Scene) -> None:
    key = scene.key()
    scene.stage.show([key])
    scene.finger("down", 20, 20)
    assert key.pressed
    scene.finger("move", 20, 40)
    assert not key.pressed
    scene.finger("up", 20, 40)
    assert scene.log == []


def test_sliding_out_and_back_still_acts(scene: Scene) -> None:
    scene.stage.show([scene.key()])
    scene.finger("down", 20, 20)
    scene.finger("move", 20, 40)
    scene.finger("move", 21, 21)
    scene.finger("up", 21, 21)
    assert scene.log == ["call"]


def test_sliding_in_from_elsewhere_does_not_act(scene: Scene) -> None:
    scene.stage.show([scene.key()])
    scene.finger("down", 20, 50)
    scene.finger("move", 20, 20)
    scene.finger("up", 20, 20)
    assert scene.log == []


def test_sliding_to_the_next_key_acts_on_neither(scene: Scene) -> None:
    scene.stage.show([scene.key(), scene.key(OTHER, "raise")])
    scene.finger("down", 20, 20)
    scene.finger("move", 60, 20)
    scene.finger("up", 60, 20)
    assert scene.log == []


def test_double_tap_counts_once(scene: Scene) -> None:
    scene.stage.show([scene.key()])
    scene.tap(20, 20)
    scene.now += 80
    scene.tap(20, 20)
    assert scene.log == ["call"]
    scene.now += 300
    scene.tap(20, 20)
    assert scene.log == ["call", "call"]


def test_step_keys_take_every_quick_tap(scene: Scene) -> None:
    scene.stage.show([scene.key(pause_ms=0)])
    for _ in range(5):
        scene.tap(20, 20)
    assert len(scene.log) == 5


def test_lost_finger_does_not_act(scene: Scene) -> None:
    key = scene.key()
    scene.stage.show([key])
    scene.finger("down", 20, 20)
    scene.finger("cancel", 20, 20)
    assert not key.pressed
    scene.finger("up", 20, 20)
    assert scene.log == []


def test_key_that_is_not_legal_does_nothing(scene: Scene) -> None:
    key = scene.key(legal=False)
    scene.stage.show([key])
    scene.tap(20, 20)
    assert scene.log == []
    assert not key.interactive


def test_guard_ignores_presses_after_the_amount_changed(scene: Scene) -> None:
    key = scene.key()
    scene.stage.show([key])
    key.show(Face("Call", "90 €", form="stack"), True, scene.now)
    scene.now += GUARD_MS - 60
    scene.tap(20, 20)
    assert scene.log == []
    scene.now += 60
    scene.tap(20, 20)
    assert scene.log == ["call"]


def test_guard_lasts_as_long_as_asked(scene: Scene) -> None:
    key = scene.key()
    scene.stage.show([key])
    key.show(Face("Call", "90 €", form="stack"), True, scene.now, guard_ms=1000)
    scene.now += 900
    scene.tap(20, 20)
    assert scene.log == []
    scene.now += 100
    scene.tap(20, 20)
    assert scene.log == ["call"]


def test_guard_starts_when_a_key_becomes_legal(scene: Scene) -> None:
    key = scene.key(legal=False)
    scene.stage.show([key])
    key.show(CALL, True, scene.now)
    scene.tap(20, 20)
    assert scene.log == []


def test_change_under_the_finger_drops_the_press(scene: Scene) -> None:
    key = scene.key()
    scene.stage.show([key])
    scene.finger("down", 20, 20)
    key.show(Face("Call", "90 €", form="stack"), True, scene.now)
    scene.now += 2 * GUARD_MS
    scene.finger("up", 20, 20)
    assert scene.log == []


def test_showing_the_same_again_is_no_change(scene: Scene) -> None:
    key = scene.key()
    scene.stage.show([key])
    key.show(CALL, True, scene.now)
    scene.tap(20, 20)
    assert scene.log == ["call"]


def test_key_brightens_while_its_guard_runs_out(scene: Scene) -> None:
    key = scene.key()
    key.show(Face("Call", "90 €", form="stack"), True, scene.now)
    lights = [key.state(scene.now + ms).light for ms in range(0, GUARD_MS + 1, GUARD_MS // READY)]
    assert lights == list(range(READY + 1))
    assert key.moving(scene.now)
    assert not key.moving(scene.now + GUARD_MS)


def test_key_sinks_at_once_and_comes_back_in_steps(scene: Scene) -> None:
    key = scene.key()
    scene.stage.show([key])
    scene.finger("down", 20, 20)
    assert key.state(scene.now).depth == SUNK
    scene.finger("up", 20, 20)
    assert 0 < key.state(scene.now + 30).depth < SUNK
    assert key.state(scene.now + 120).depth == 0


def test_two_fingers_press_two_keys(scene: Scene) -> None:
    scene.stage.show([scene.key(), scene.key(OTHER, "raise")])
    scene.finger("down", 20, 20, 1)
    scene.finger("down", 60, 20, 2)
    scene.finger("up", 60, 20, 2)
    scene.finger("up", 20, 20, 1)
    assert scene.log == ["raise", "call"]


def test_second_finger_on_a_pressed_key_changes_nothing(scene: Scene) -> None:
    scene.stage.show([scene.key(pause_ms=0)])
    scene.finger("down", 20, 20, 1)
    scene.finger("down", 22, 20, 2)
    scene.finger("up", 22, 20, 2)
    assert scene.log == []
    scene.finger("up", 20, 20, 1)
    assert scene.log == ["call"]


def test_holding_acts_after_the_whole_time(scene: Scene) -> None:
    key = HoldButton(KEY, Face("Void"), lambda: scene.log.append("void"))
    scene.stage.show([key])
    scene.finger("down", 20, 20)
    scene.stage.redraw(scene.now + HOLD_MS - 1)
    assert scene.log == []
    assert key.share(scene.now + HOLD_MS // 2) == pytest.approx(0.5)
    scene.stage.redraw(scene.now + HOLD_MS)
    assert scene.log == ["void"]
    scene.stage.redraw(scene.now + 3 * HOLD_MS)
    assert scene.log == ["void"]


def test_letting_go_early_does_nothing(scene: Scene) -> None:
    scene.stage.show([HoldButton(KEY, Face("Void"), lambda: scene.log.append("void"))])
    scene.finger("down", 20, 20)
    scene.now += HOLD_MS - 1
    scene.finger("up", 20, 20)
    scene.stage.redraw(scene.now + HOLD_MS)
    assert scene.log == []


def test_sliding_off_a_held_key_does_nothing(scene: Scene) -> None:
    scene.stage.show([HoldButton(KEY, Face("Void"), lambda: scene.log.append("void"))])
    scene.finger("down", 20, 20)
    scene.finger("move", 20, 50)
    scene.finger("move", 20, 20)
    scene.stage.redraw(scene.now + HOLD_MS)
    assert scene.log == []


def test_tick_box_asks_and_shows_what_it_is_told(scene: Scene) -> None:
    wanted: list[bool] = []
    box = Toggle(KEY, "Check or fold", "for this turn", wanted.append)
    scene.stage.show([box])
    scene.tap(20, 20)
    assert wanted == [True]
    assert not box.chosen
    box.chosen = True
    scene.now += 400
    scene.tap(20, 20)
    assert wanted == [True, False]


def test_states_of_a_key_are_different_pictures(scene: Scene) -> None:
    key = Button(KEY, CALL, lambda: None, look=GLASS)
    scene.stage.show([key])
    pictures: set[bytes] = set()

    def keep() -> None:
        scene.stage.redraw(scene.now)
        pictures.add(pygame.image.tobytes(scene.stage.surface, "RGB"))

    keep()
    key.focus = True
    keep()
    key.focus, key.chosen = False, True
    keep()
    key.chosen = False
    scene.finger("down", 20, 20)
    keep()
    scene.finger("cancel", 20, 20)
    key.show(CALL, False, scene.now)
    keep()
    key.show(CALL, True, scene.now)
    keep()
    assert len(pictures) == 6


def test_key_worked_without_a_finger_obeys_the_same_guard(scene: Scene) -> None:
    key = scene.key()
    key.activate(scene.now)
    key.show(Face("Call", "90 €", form="stack"), True, scene.now)
    key.activate(scene.now + GUARD_MS - 1)
    assert scene.log == ["call"]
    key.activate(scene.now + GUARD_MS)
    assert scene.log == ["call", "call"]
