"""What moves on the centre, for how long, and what never moves (visual.md §10)."""

from collections.abc import Callable

import pygame
import pytest

from controller.language import Language
from controller.wire.client import copy_view
from controller.wire.redact import Viewer
from seats.kit.easing import MOTIONS
from seats.kit.flight import Flight
from seats.screens.centre import CentreScreen
from seats.screens.screen import Halted, LinkLost, LinkRestored
from tests.ui.models.conftest import Dealt

CARDS = "4d Kh Ah 4h Kd Ks 9d 4s 9c 2h"
FLOP = MOTIONS["flop"].length_ms
TURN = MOTIONS["card_turns"].length_ms


class Moving:
    """A centre screen that follows a real hand, frame by frame."""

    def __init__(self, hand: Dealt, language: Language) -> None:
        self.screen = CentreScreen(language)
        self.surface = pygame.Surface(self.screen.size_px, 0, 32)
        self.hand = hand
        self.now = 10_000
        self.tell()
        self.wait(5_000)

    def tell(self) -> None:
        self.screen.update(copy_view(self.hand.views[Viewer("centre")]), 100_000)
        self.wait(0)

    def wait(self, ms: int) -> list[pygame.Rect]:
        self.now += ms
        self.screen.tick(self.now)
        return self.screen.draw(self.surface)

    @property
    def flying(self) -> list[Flight]:
        return [widget for widget in self.screen.stage.walk() if isinstance(widget, Flight)]

    def picture(self) -> bytes:
        return pygame.image.tobytes(self.surface, "RGB")


@pytest.fixture
def moving(dealt: Callable[..., Dealt], en: Language) -> Moving:
    return Moving(dealt({2: 400, 5: 400, 7: 400}, CARDS, button=7), en)


def to_the_flop(moving: Moving) -> None:
    moving.hand.act("call")
    moving.hand.act("call")
    moving.hand.act("check")
    moving.tell()


def test_the_first_snapshot_lies_still(moving: Moving) -> None:
    assert not moving.screen.busy()
    assert moving.flying == []


def test_the_flop_fans_out_while_the_bets_go_to_the_pot(moving: Moving) -> None:
    to_the_flop(moving)
    assert moving.screen.busy()
    moving.wait(FLOP // 2)
    half_way = moving.picture()
    assert moving.wait(FLOP // 2) != []
    moving.wait(MOTIONS["bets_to_pot"].length_ms)
    moving.wait(1)
    assert not moving.screen.busy()
    assert moving.picture() != half_way
    assert moving.flying == []


def test_a_board_that_has_moved_into_place_is_the_board_that_lay_there(moving: Moving, en: Language) -> None:
    to_the_flop(moving)
    moving.wait(5_000)
    moving.wait(1)
    assert moving.picture() == Moving(moving.hand, en).picture()


def test_all_in_before_the_flop_the_streets_come_one_after_the_other(moving: Moving) -> None:
    moving.hand.act("raise", 400)
    moving.hand.act("call")
    moving.hand.act("call")
    moving.tell()
    shown = set()
    for _ in range((FLOP + 2 * TURN) // 20 + 2):
        moving.wait(20)
        shown.add(moving.picture())
    assert len(shown) > 20
    moving.wait(60_000)
    moving.wait(1)
    assert not moving.screen.busy()


def test_the_pot_travels_to_its_winner(moving: Moving) -> None:
    moving.hand.act("raise", 12)
    moving.hand.act("fold")
    moving.tell()
    moving.wait(5_000)
    moving.hand.act("fold")
    moving.tell()
    moving.wait(MOTIONS["bets_to_pot"].length_ms + 50)
    assert moving.flying != []
    moving.wait(MOTIONS["pot_to_winner"].length_ms)
    moving.wait(1)
    assert moving.flying == []


def test_what_happened_while_the_link_was_lost_is_not_shown_moving(moving: Moving) -> None:
    moving.screen.notice(LinkLost())
    moving.hand.act("call")
    moving.hand.act("call")
    moving.hand.act("check")
    moving.screen.notice(LinkRestored())
    moving.tell()
    assert moving.flying == []
    assert not moving.screen.busy()


def test_a_table_that_stands_still_says_so_until_it_is_back(moving: Moving) -> None:
    before = moving.picture()
    moving.screen.notice(Halted())
    moving.wait(0)
    assert moving.picture() != before
    moving.screen.notice(LinkLost())
    moving.screen.notice(LinkRestored())
    moving.tell()
    assert moving.picture() == before
