"""A player's own choices: language, international words, deck; on his screen alone (R-UI-10, R-UI-11, ui.md §2.9)."""

from collections.abc import Callable

import pygame
import pytest

from controller.language import Language, load_language
from controller.vocab.player_card_records import ChooseTaste, Taste
from controller.wire.client import copy_view
from controller.wire.view import View
from seats.kit.button import Button
from seats.kit.geometry import touch_faults
from seats.metrics import SEAT
from seats.screens import seat_layout as at
from seats.screens.seat_taste import TasteSheet
from tests.ui.screens.sitting import Sitting

Check = Callable[[str, pygame.Surface], None]


def opened(view: View, language: Language) -> Sitting:
    sitting = Sitting(view, language)
    sitting.tap(at.MENU)
    sitting.rest()
    sitting.tap(sitting.menu_key("taste"))
    sitting.rest()
    return sitting


def sheet_of(sitting: Sitting) -> TasteSheet:
    sheet = sitting.screen.stage.sheet
    assert isinstance(sheet, TasteSheet)
    return sheet


def press(sitting: Sitting, key: Button) -> None:
    assert sitting.tap(key.rect_mm) == [], "a choice asks nothing of the table"
    sitting.rest()


def test_the_sheet_of_own_choices_looks_as_designed(turn_view: View, en: Language, golden: Check) -> None:
    golden("seat-taste", opened(turn_view, en).surface)


@pytest.mark.parametrize(("label", "fold"), [("FI", "Luovu"), ("SV", "Lägg dig"), ("HU", "Dobás"), ("EN", "Fold")])
def test_r_ui_11_a_seat_speaks_the_language_that_its_player_chose(turn_view: View, fi: Language, label, fold) -> None:
    sitting = opened(turn_view, fi)
    press(sitting, next(key for key in sheet_of(sitting).languages if key.face.title == label))
    assert sitting.screen.shown.keys[0].words == fold


def test_r_ui_11_another_seat_goes_on_in_its_own(turn_view: View, en: Language) -> None:
    first, second = opened(turn_view, en), Sitting(copy_view(turn_view), en)
    press(first, sheet_of(first).languages[1])
    second.tell()
    assert (first.screen.shown.keys[0].words, second.screen.shown.keys[0].words) == ("Luovu", "Fold")


def test_international_words_are_those_of_the_game_and_nothing_else(turn_view: View, fi: Language) -> None:
    sitting = opened(turn_view, fi)
    press(sitting, sheet_of(sitting).switches["terms"])
    shown = sitting.screen.shown
    assert [key.words for key in shown.keys] == ["Fold", "Call", "Raise to"]
    assert shown.labels.menu == fi.text("common.menu") != "Menu"


def test_a_choice_is_shown_as_chosen_and_can_be_taken_back(turn_view: View, en: Language) -> None:
    sitting = opened(turn_view, en)
    for chosen in (True, False):
        press(sitting, sheet_of(sitting).switches["two_colours"])
        assert sheet_of(sitting).switches["two_colours"].chosen is chosen


def test_r_ui_10_the_deck_of_two_colours_is_black_and_red(turn_view: View, en: Language) -> None:
    sitting = Sitting(turn_view, en)
    before = sitting.surface.copy()
    sitting.screen.change_taste(Taste(two_colours=True))
    sitting.rest()
    nine = pygame.Rect(513, 225, 78, 108)
    assert pygame.image.tobytes(before.subsurface(nine), "RGB") != pygame.image.tobytes(
        sitting.surface.subsurface(nine), "RGB"
    )
    assert blueish(before.subsurface(nine)) > 100
    assert blueish(sitting.surface.subsurface(nine)) == 0


def blueish(surface: pygame.Surface) -> int:
    """How many pixels are clearly blue."""
    pixels = pygame.image.tobytes(surface, "RGB")
    return sum(pixels[at + 2] > pixels[at] + 60 for at in range(0, len(pixels), 3))


LEFT_FOLD = at.FOLD.moved(at.LEFT.console, 0)


def test_r_ui_10_left_handed_the_keys_lie_left_and_keep_their_order(
    turn_view: View, en: Language, golden: Check
) -> None:
    sitting = opened(turn_view, en)
    press(sitting, sheet_of(sitting).switches["left"])
    sitting.tap(sheet_of(sitting).close.rect_mm)
    sitting.rest()
    golden("seat-left", sitting.surface)
    assert sitting.tap(at.FOLD) == [], "where fold was, cards lie now"
    sitting.rest()
    assert [type(command).__name__ for command in sitting.tap(LEFT_FOLD)] == ["Act"]


def test_r_ui_10_left_handed_the_cards_are_held_on_the_right(turn_view: View, en: Language, golden: Check) -> None:
    sitting = Sitting(turn_view, en)
    sitting.screen.change_taste(Taste(left=True))
    sitting.rest()
    sitting.finger("down", at.TOUCH[0] + at.LEFT.own, at.TOUCH[1])
    sitting.wait(500, table=False)
    assert sitting.screen.shown.own.face == "peek"
    golden("seat-left-peek", sitting.surface)


def test_r_ui_10_left_handed_a_question_lies_over_the_cards_and_not_where_it_was_pressed(
    turn_view: View, en: Language
) -> None:
    sitting = Sitting(turn_view, en)
    sitting.screen.change_taste(Taste(left=True))
    sitting.rest()
    sitting.tap(at.PRESETS[4].moved(at.LEFT.console, 0))
    sitting.tap(at.RAISE.moved(at.LEFT.console, 0))
    sitting.rest()
    sheet = sitting.screen.stage.sheet
    assert sheet is not None
    assert sheet.lies_mm == at.QUESTION.moved(at.LEFT.own, 0)
    assert not sheet.lies_mm.overlaps(at.RAISE.moved(at.LEFT.console, 0))
    assert touch_faults(sitting.targets, SEAT) == []


def test_the_next_player_finds_the_screen_as_the_table_has_it(turn_view: View, en: Language) -> None:
    sitting = Sitting(turn_view, en)
    sitting.screen.change_taste(Taste(speak="hu", terms=True, two_colours=True))
    sitting.rest()
    assert sitting.screen.shown.labels.menu == load_language("hu").text("common.menu")
    turn_view.seats[7].name = "Somebody else"
    sitting.tell(turn_view)
    assert sitting.screen.shown.labels.menu == "Menu"


def test_a_player_with_a_card_finds_his_screen_as_he_left_it_and_the_table_hears_what_he_changes(
    turn_view: View, fi: Language
) -> None:
    liked = Taste(speak="sv", two_colours=True)
    turn_view.seats[7].taste = liked
    sitting = opened(turn_view, fi)
    assert sitting.screen.shown.keys[0].words == "Lägg dig"
    assert sheet_of(sitting).switches["two_colours"].chosen
    assert sitting.tap(sheet_of(sitting).switches["terms"].rect_mm) == [
        ChooseTaste(7, Taste(speak="sv", terms=True, two_colours=True))
    ]
    turn_view.seats[7].name, turn_view.seats[7].taste = "Somebody else", None
    sitting.tell(turn_view)
    assert sitting.screen.shown.keys[0].words == "Luovu"
