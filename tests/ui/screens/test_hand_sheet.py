"""The root of the running hand on each seat's screen; behind it one touch away the hand's sheet (RNG-6, ui.md §2)."""

from collections.abc import Callable

import pygame
import pytest

from controller.app.cli import main
from controller.language import Language
from controller.shuffle import write_code
from controller.wire.view import View
from seats.metrics import SEAT
from seats.models.playing import hand_spread
from seats.models.words import words_for
from seats.screens import seat_layout as at
from seats.screens.seat_book import columns, height
from tests.ui.models.conftest import Dealt
from tests.ui.screens.sitting import Sitting
from tests.ui.screens.test_receipt_codes import NINE, photographed, receipt_of

Check = Callable[[str, pygame.Surface], None]


def opened(view: View, language: Language, seat: int = 7) -> Sitting:
    sitting = Sitting(view, language, seat)
    sitting.tap(at.CORNER)
    sitting.rest()
    return sitting


def test_rng_6_the_root_is_on_a_seats_screen_with_its_first_card_and_until_the_next_deck(
    dealt: Callable[..., Dealt], en: Language
) -> None:
    hand = dealt({2: 157, 5: 400})
    view = hand.seat(5)
    sitting = Sitting(view, en, seat=5)
    groups = sitting.screen.shown.proof.split(" ")
    assert (len(groups), {len(group) for group in groups}) == (8, {4})
    assert view.root.hex().startswith("".join(groups).lower())
    view.phase = "shuffling"
    sitting.tell()
    assert sitting.screen.shown.proof == "", "the root of the last deck is not that of the next"


def test_rng_6_a_code_on_the_hands_sheet_holds_the_whole_root(turn_view: View, en: Language) -> None:
    sitting = opened(turn_view, en)
    assert photographed(sitting.surface, 1.0, 0.0) == [f"jakaja-root:{turn_view.root.hex()}"]


def test_rng_6_what_the_screen_shows_is_checked_against_the_receipt(
    turn_view: View, en: Language, capsys: pytest.CaptureFixture[str]
) -> None:
    receipt = receipt_of(NINE)
    turn_view.root = receipt.root
    shown = Sitting(turn_view, en).screen.shown.proof
    assert main(["verify", "hand", write_code(receipt), "--root", shown]) == 0
    assert main(["verify", "hand", write_code(receipt), "--root", shown.replace(shown[-1], "0")]) == 1
    assert "NOT as given" in capsys.readouterr().out


def test_the_log_leads_to_all_that_was_done_in_the_hand(dealt: Callable[..., Dealt], en: Language) -> None:
    hand = dealt({2: 157, 5: 400, 7: 401}, button=7)
    hand.act("raise", 12)
    sitting = Sitting(hand.seat(2), en, seat=2)
    assert sitting.tap(at.LOG) == []
    spread = sitting.screen.spread
    assert spread is not None
    (story, _bound) = spread.chapters
    assert "Elina raises to 12\xa0€" in story.steps[0].text


def test_the_sheet_is_put_away_when_its_players_turn_comes(dealt: Callable[..., Dealt], en: Language) -> None:
    hand = dealt({2: 157, 5: 400, 7: 401}, button=7)
    sitting = opened(hand.seat(2), en, seat=2)
    assert sitting.screen.spread is not None
    hand.act("raise", 12)
    sitting.tell()
    sitting.rest()
    assert sitting.screen.spread is None


def test_nothing_is_opened_where_nobody_sits(empty_view: View, en: Language) -> None:
    assert opened(empty_view, en).screen.spread is None


def test_every_story_finds_room(turn_view: View, language: Language) -> None:
    words = words_for(language, turn_view)
    chapters = hand_spread(turn_view, 0, words).chapters
    for chapter, column in zip(chapters, columns(chapters), strict=True):
        assert height(SEAT, chapter, column) + 40 * bool(chapter.code) <= column.h


def test_the_sheet_of_the_running_hand(dealt: Callable[..., Dealt], en: Language, golden: Check) -> None:
    hand = dealt({2: 157, 5: 400, 7: 401}, "4d Kh Ah 4h Kd Ks 9d 4s 9c 2h", button=7)
    for kind, to in (("raise", 12), ("call", 0), ("call", 0), ("check", 0), ("raise", 20)):
        hand.act(kind, to)
    golden("seat-hand", opened(hand.seat(2), en, seat=2).surface)
