"""A table that is to lie still does, and nothing ever flashes more than three times a second (visual.md §10, §12)."""

from collections.abc import Callable

import msgspec
import pygame
import pytest

from controller.language import Language
from controller.vocab.profile import ScreenTerms
from controller.wire.view import View
from seats.kit.flight import Flight
from seats.metrics import SEAT
from seats.screens import seat_layout as at
from seats.screens.panel import Panel
from tests.ui.models.conftest import Dealt
from tests.ui.screens.sitting import Sitting
from tests.ui.screens.test_centre_motion import FLOP, Moving

FRAMES = 20
MOST_FLASHES = 3
STEP = 4.0
"""Levels of brightness, of 255, below which a change is not seen as a flash."""


def stilled(hand: Dealt) -> None:
    """The house wants nothing to move."""
    for view in hand.views.values():
        view.profile = msgspec.structs.replace(view.profile, screens=ScreenTerms(motion=False))


def flying(screen: Panel) -> list[Flight]:
    return [widget for widget in screen.stage.walk() if isinstance(widget, Flight)]


@pytest.mark.parametrize("still", [False, True])
def test_chips_travel_on_a_seat_unless_the_house_wants_stillness(
    dealt: Callable[..., Dealt], en: Language, still: bool
) -> None:
    hand = dealt({2: 100, 7: 100}, button=7)
    if still:
        stilled(hand)
    sitting = Sitting(hand.seat(7), en)
    hand.act("raise", 100)
    hand.act("call")
    sitting.tell(hand.seat(7))
    sitting.wait(50)
    assert bool(flying(sitting.screen)) is not still


@pytest.mark.parametrize("still", [False, True])
def test_board_and_chips_move_on_the_centre_unless_the_house_wants_stillness(
    dealt: Callable[..., Dealt], en: Language, still: bool
) -> None:
    hand = dealt({2: 400, 5: 400, 7: 400}, button=7)
    if still:
        stilled(hand)
    moving = Moving(hand, en)
    for kind in ("call", "call", "check"):
        hand.act(kind)
    moving.tell()
    assert moving.screen.busy() is not still
    moving.wait(FLOP)
    moving.wait(60)
    assert bool(flying(moving.screen)) is not still


def flashes(levels: list[float]) -> int:
    """How often brightness rises by a step and falls again."""
    count, low, high, rising = 0, levels[0], levels[0], True
    for level in levels:
        if rising:
            high = max(high, level)
            if level < high - STEP:
                count, rising, low = count + 1, False, level
        else:
            low = min(low, level)
            if level > low + STEP:
                rising, high = True, level
    return count


def test_a_flash_is_counted() -> None:
    assert flashes([0.0, 9.0, 0.0, 9.0, 0.0]) == 2
    assert flashes([0.0, 2.0, 0.0, 2.0]) == 0


def test_nothing_flashes_more_than_three_times_a_second_while_time_runs_out(turn_view: View, en: Language) -> None:
    sitting = Sitting(turn_view, en)
    places = [SEAT.rect(box) for box in (at.LINE, at.CONSOLE, at.FOLD, at.CALL, at.RAISE, at.PANEL)]
    sitting.wait(12_000)
    seconds: list[list[list[float]]] = []
    for _second in range(5):
        frames = []
        for _frame in range(FRAMES):
            sitting.wait(1000 // FRAMES)
            frames.append([sum(pygame.transform.average_color(sitting.surface, place)[:3]) / 3 for place in places])
        seconds.append([list(levels) for levels in zip(*frames, strict=True)])
    assert max(flashes(levels) for second in seconds for levels in second) <= MOST_FLASHES
