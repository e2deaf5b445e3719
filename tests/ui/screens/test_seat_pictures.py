"""What the seat screen looks like in each of its states (visual.md §9)."""

from collections.abc import Callable

import pygame

from controller.language import Language
from controller.wire.door_view import DoorView
from controller.wire.view import View
from seats.screens import seat_layout as at
from tests.ui.screens.sitting import Sitting

Check = Callable[[str, pygame.Surface], None]


def still(sitting: Sitting) -> pygame.Surface:
    sitting.rest()
    return sitting.surface


def test_the_own_turn_with_a_raise_of_two_thirds_of_the_pot(turn_view: View, language: Language, golden: Check) -> None:
    sitting = Sitting(turn_view, language)
    sitting.tap(at.PRESETS[2])
    golden(f"seat-turn-{language.code}", still(sitting))


def test_waiting_with_a_box_ticked(waiting_view: View, en: Language, golden: Check) -> None:
    sitting = Sitting(waiting_view, en)
    sitting.tap(at.AHEAD[0])
    golden("seat-waiting", still(sitting))


def test_peeking(turn_view: View, en: Language, golden: Check) -> None:
    sitting = Sitting(turn_view, en)
    sitting.finger("down", *at.TOUCH)
    sitting.wait(500, table=False)
    golden("seat-peek", sitting.surface)


def test_the_question_before_all_in(turn_view: View, en: Language, golden: Check) -> None:
    sitting = Sitting(turn_view, en)
    sitting.tap(at.PRESETS[4])
    sitting.tap(at.RAISE)
    golden("seat-confirm", still(sitting))


def test_the_end_of_a_hand_with_two_pots(showdown_view: View, en: Language, golden: Check) -> None:
    sitting = Sitting(showdown_view, en, seat=5)
    golden("seat-showdown", still(sitting))


def test_a_free_seat(empty_view: View, en: Language, golden: Check) -> None:
    golden("seat-empty", still(Sitting(empty_view, en)))


def test_the_code_of_money_left_behind(claim_view: View, en: Language, golden: Check) -> None:
    golden("seat-claim", still(Sitting(claim_view, en)))


def test_a_pause(turn_view: View, fi: Language, golden: Check) -> None:
    turn_view.paused, turn_view.pause_cause = True, "attendant"
    golden("seat-paused", still(Sitting(turn_view, fi)))


def test_an_open_door_of_the_table(turn_view: View, en: Language, golden: Check) -> None:
    turn_view.paused, turn_view.pause_cause = True, "door"
    turn_view.doors = (DoorView("logic", "table", open=True), DoorView("cabinet", "table", open=True))
    golden("seat-door", still(Sitting(turn_view, en)))


def test_ten_players_before_the_flop(full_ring_view: View, fi: Language, golden: Check) -> None:
    golden("seat-full-ring", still(Sitting(full_ring_view, fi, seat=1)))


def test_the_menu_over_the_felt(turn_view: View, fi: Language, golden: Check) -> None:
    sitting = Sitting(turn_view, fi)
    sitting.tap(at.MENU)
    golden("seat-menu", still(sitting))


def test_typing_an_amount(turn_view: View, en: Language, golden: Check) -> None:
    sitting = Sitting(turn_view, en)
    sitting.tap(at.KEYPAD)
    golden("seat-keypad", still(sitting))
