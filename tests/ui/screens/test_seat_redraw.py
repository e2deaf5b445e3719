"""How much of a seat screen is drawn anew: pixels, not milliseconds (ui.md §6)."""

from collections.abc import Callable

import msgspec
import pygame
import pytest

from controller.language import Language
from controller.vocab.ids import DecisionId
from controller.wire.view import LastAct, View
from evaluator_ext import print_card
from seats.art import cards
from seats.kept import PICTURES
from seats.metrics import SEAT
from seats.screens import seat_layout as at
from seats.screens.seat_own import LIFT_STEPS, bent_card
from tests.ui.screens.sitting import Sitting

EURO = 100
WHOLE = SEAT.size_px[0] * SEAT.size_px[1]


def share(areas: list[pygame.Rect]) -> float:
    """How much of the panel the rectangles cover; they never overlap."""
    return sum(area.w * area.h for area in areas) / WHOLE


@pytest.fixture
def turn(turn_view: View, en: Language) -> Sitting:
    return Sitting(turn_view, en)


def test_a_surface_not_seen_before_is_drawn_whole(turn: Sitting) -> None:
    turn.surface = pygame.Surface(turn.screen.size_px, 0, 32)
    assert turn.draw() == [turn.surface.get_rect()]


def test_a_table_at_rest_draws_nothing(showdown_view: View, en: Language) -> None:
    sitting = Sitting(showdown_view, en, seat=5)
    sitting.tell(frame=False)
    assert sitting.wait(33, table=False) == []
    assert not sitting.screen.busy()


def test_a_frame_of_the_running_clock_draws_the_turn_line_only(turn: Sitting) -> None:
    for _ in range(5):
        areas = turn.wait(33)
        assert all(SEAT.rect(at.LINE.inset(-2)).contains(area) for area in areas)


def test_a_running_clock_asks_for_frames_in_its_last_seconds_alone(turn: Sitting) -> None:
    assert not turn.screen.busy()
    assert turn.wait(200)
    turn.wait(14_000)
    assert turn.screen.busy()


def test_own_cards_are_drawn_before_anybody_asks_to_see_them(turn: Sitting) -> None:
    """The first glance draws nothing that is drawn once: frame by frame it takes what lies ready."""
    once = PICTURES.taken
    for _picture in range(2 * len(turn.view.seats[7].cards)):
        turn.screen.prepare()
    ready = PICTURES.taken
    assert ready > once
    first, (_x, _y, degrees) = print_card(turn.view.seats[7].cards[0]), at.OWN_CARDS[0]
    cards.tilted(first, "full", SEAT.px(at.OWN_CARD_WIDE), "four_colour", degrees)
    bent_card(first, SEAT.px(at.OWN_CARD_WIDE), "four_colour", LIFT_STEPS, degrees)
    assert PICTURES.taken == ready
    turn.screen.prepare()
    assert PICTURES.taken == ready


def test_a_paused_clock_draws_nothing(turn_view: View, en: Language) -> None:
    turn_view.paused, turn_view.pause_cause = True, "attendant"
    sitting = Sitting(turn_view, en)
    assert sitting.wait(33, table=False) == []
    assert not sitting.screen.busy()


def test_moving_the_knob_draws_pad_and_raise_key(turn: Sitting) -> None:
    turn.finger("down", *at.SLIDER.centre)
    turn.wait(20, table=False)
    turn.finger("move", at.SLIDER.x + 60, at.SLIDER.centre[1])
    areas = turn.wait(20, table=False)
    assert areas
    assert share(areas) < 0.2
    assert all(SEAT.rect(at.CONSOLE.inset(-4)).contains(area) for area in areas)


def test_lifting_the_cards_draws_the_own_place_and_the_console(turn: Sitting) -> None:
    turn.finger("down", *at.TOUCH)
    turn.wait(20, table=False)
    turn.wait(60, table=False)
    areas = turn.wait(20, table=False)
    assert share(areas) < 0.14


def test_a_call_across_the_table_draws_its_plate_its_bet_the_pot_and_the_log(waiting_view: View, en: Language) -> None:
    sitting = Sitting(waiting_view, en)
    view = sitting.view
    view.seats[5].bet, view.seats[5].stack = 30 * EURO, 316 * EURO
    view.seats[5].last = LastAct("raise", 30 * EURO, opens=True)
    view.last_seat, view.bet_level, view.pot = 5, 30 * EURO, 92 * EURO
    view.decision = msgspec.structs.replace(view.decision, seat=10, decision=DecisionId(78), call=30 * EURO)
    sitting.tell(frame=False)
    areas = sitting.wait(0)
    assert 0.0 < share(areas) < 0.5


def test_a_screen_told_piece_by_piece_looks_like_one_told_at_once(turn_view: View, en: Language) -> None:
    first = Sitting(turn_view, en)
    second = Sitting(View(own=7), en)
    for step in (_without_cards, _with_bets, _as_it_is):
        second.tell(step(first.view))
    first.rest()
    second.rest()
    assert pygame.image.tobytes(first.surface, "RGB") == pygame.image.tobytes(second.surface, "RGB")


def _without_cards(view: View) -> View:
    return _changed(view, lambda other: setattr(other, "board", ()))


def _with_bets(view: View) -> View:
    def bets(other: View) -> None:
        for seat in other.seats.values():
            seat.bet, seat.last = 12 * EURO, LastAct("call", 12 * EURO)

    return _changed(view, bets)


def _as_it_is(view: View) -> View:
    return view


def _changed(view: View, change: Callable[[View], None]) -> View:
    other: View = msgspec.msgpack.decode(msgspec.msgpack.encode(view), type=View)
    change(other)
    return other
