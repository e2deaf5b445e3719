"""An empty table shows demonstration hands whose figures are true (ui.md §2.11)."""

from collections.abc import Callable

import pygame
import pytest

from controller.language import Language
from controller.wire.view import SeatView, View
from evaluator_ext.equity import equity
from seats.metrics import CENTRE
from seats.models.demo_hands import DEMO_HANDS, ROUND_MS, DemoHand, demo_scene
from seats.screens import centre_demo as demo
from seats.screens.centre_middle import ATTRACT
from seats.screens.places import BET_LINE, turned_box
from tests.ui.screens.test_centre_pictures import Centre

Check = Callable[[str, pygame.Surface], None]


@pytest.fixture
def nobody(empty_view: View) -> View:
    empty_view.own = None
    return empty_view


@pytest.mark.parametrize("hand", DEMO_HANDS, ids=lambda hand: str(DEMO_HANDS.index(hand)))
def test_the_chances_of_a_demonstration_hand_are_those_of_every_deal(hand: DemoHand) -> None:
    counted = [equity(hand.hands, hand.board[:dealt]).players[0].share for dealt in (0, 3, 4, 5)]
    assert tuple(round(share * 1000) for share in counted) == hand.first


def test_the_star_rests_before_each_hand_and_every_hand_comes() -> None:
    assert demo_scene(0) is None
    last = [demo_scene((number + 1) * ROUND_MS - 1) for number in range(len(DEMO_HANDS))]
    assert [scene.board for scene in last if scene] == [hand.board for hand in DEMO_HANDS]
    assert all(sum(side.won for side in scene.sides) == 1 for scene in last if scene)


def later(centre: Centre, ms: int) -> None:
    centre.now += ms
    centre.screen.tick(centre.now)
    centre.screen.draw(centre.surface)


def test_a_demonstration_hand_on_the_flop(nobody: View, en: Language, golden: Check) -> None:
    centre = Centre(nobody, en)
    later(centre, 13_000)
    golden("centre-demo", centre.surface)


def test_a_player_who_sits_down_ends_the_demonstration(nobody: View, en: Language) -> None:
    centre = Centre(nobody, en)
    later(centre, 9_000)
    assert centre.screen._demo_board.visible
    nobody.seats[3] = SeatView(3, "Elina", "ready", stack=100_00)
    centre.tell()
    assert not centre.screen._demo_board.visible


def test_the_hands_lie_apart_from_the_invitation_and_inside_the_bet_line() -> None:
    for box in (demo.BOARD, *demo.SIDES):
        assert box.within(BET_LINE)
        assert box.within(CENTRE.box)
    assert not demo.SIDES[0].overlaps(demo.BOARD)
    assert not demo.SIDES[1].overlaps(demo.BOARD)
    assert demo.BOARD.bottom < ATTRACT.y + 30
    assert demo.BOARD.y > turned_box(ATTRACT).bottom - 30
