"""The rules on a seat's screen: every chapter of every game in both languages finds room, and pages are turned."""

from collections.abc import Callable
from functools import cache

import msgspec
import pygame
import pytest

from controller.app.books import table_book
from controller.games import catalogue, mixes
from controller.language import Language
from controller.language.rule_text import ToldRules, tell
from controller.vocab.profile import GameId, Profile
from controller.wire.messages import ReadRules
from controller.wire.view import View
from seats.metrics import SEAT
from seats.models.book import spreads
from seats.models.words import words_for
from seats.screens import seat_layout as at
from seats.screens.screen import LinkLost, LinkRestored, RulesTold
from seats.screens.seat_book import columns, height
from tests.ui.models.conftest import PROFILE
from tests.ui.screens.sitting import Sitting

Check = Callable[[str, pygame.Surface], None]
HOLDEM = GameId("holdem-nl")
EVERY: list[str] = [*(row.id for row in catalogue()), *(mix.id for mix in mixes())]


@cache
def profile_of(game: str) -> Profile:
    return msgspec.structs.replace(PROFILE, game=GameId(game))


def told(game: str, language: Language) -> ToldRules:
    book = table_book(profile_of(game), GameId(game))
    assert book is not None
    return tell(book, language, PROFILE.currency)


@pytest.mark.parametrize("game", EVERY)
def test_every_chapter_of_every_game_finds_room_in_its_column(game: str, language: Language) -> None:
    view = View(own=7, profile=profile_of(game))
    pages = spreads(view, told(game, language), words_for(language, view))
    for chapters in pages:
        for chapter, column in zip(chapters, columns(chapters), strict=True):
            need = height(SEAT, chapter, column)
            assert need <= column.h, f"{chapter.heading} needs {need:.0f} mm of {column.h:.0f}"


def test_nothing_of_a_book_is_left_out(language: Language) -> None:
    rules, view = told("stud8-fl", language), View(own=7, profile=profile_of("stud8-fl"))
    shown = [chapter for page in spreads(view, rules, words_for(language, view)) for chapter in page]
    for section in rules.sections:
        parts = [chapter for chapter in shown if chapter.heading == section.heading]
        assert [step for part in parts for step in part.steps] == list(section.steps)
        assert [hand for part in parts for hand in part.hands] == list(section.hands)
        said = [sentence for part in parts for sentence in part.sentences]
        assert list(dict.fromkeys(said)) == list(section.sentences)


@pytest.fixture
def reading(empty_view: View, en: Language) -> Sitting:
    """A free seat on which the rules were opened and have come."""
    sitting = Sitting(empty_view, en)
    assert sitting.tap(at.MENU) == [ReadRules(HOLDEM)]
    sitting.notice(RulesTold(HOLDEM, table_book(PROFILE, HOLDEM)))
    sitting.rest()
    return sitting


def test_the_rules_of_a_table(reading: Sitting, golden: Check) -> None:
    reading.tap(at.BOOK_ON)
    reading.rest()
    golden("seat-rules", reading.surface)


def test_the_hands_from_the_best_on(empty_view: View, fi: Language, golden: Check) -> None:
    sitting = Sitting(empty_view, fi)
    sitting.tap(at.MENU)
    sitting.notice(RulesTold(HOLDEM, table_book(PROFILE, HOLDEM)))
    sitting.rest()
    pages = spreads(sitting.view, told("holdem-nl", fi), words_for(fi, sitting.view))
    for _ in range(next(number for number, page in enumerate(pages) if page[0].hands)):
        sitting.tap(at.BOOK_ON)
    sitting.rest()
    golden("seat-rules-hands-fi", sitting.surface)


def test_pages_are_turned_to_the_end_and_back(reading: Sitting, en: Language) -> None:
    def place() -> str:
        spread = reading.screen.spread
        assert spread is not None
        return spread.place

    pages = len(spreads(reading.view, told("holdem-nl", en), words_for(en, reading.view)))
    assert place() == f"1 of {pages}"
    reading.tap(at.BOOK_BACK)
    assert place() == f"1 of {pages}"
    for _ in range(pages + 2):
        reading.tap(at.BOOK_ON)
    assert place() == f"{pages} of {pages}"
    reading.tap(at.BOOK_BACK)
    assert place() == f"{pages - 1} of {pages}"
    reading.tap(at.BOOK_CLOSE)
    assert reading.screen.spread is None


def test_a_book_is_read_once_and_again_only_after_the_line_was_lost(empty_view: View, en: Language) -> None:
    sitting = Sitting(empty_view, en)
    assert sitting.tap(at.MENU) == [ReadRules(HOLDEM)]
    sitting.rest()
    sitting.tap(at.BOOK_CLOSE)
    sitting.rest()
    assert sitting.tap(at.MENU) == []
    sitting.notice(LinkLost())
    sitting.notice(LinkRestored())
    sitting.tell()
    sitting.rest()
    assert sitting.tap(at.MENU) == [ReadRules(HOLDEM)]


def test_the_own_turn_puts_the_book_away(waiting_view: View, en: Language) -> None:
    sitting = Sitting(waiting_view, en)
    sitting.tap(at.MENU)
    sitting.rest()
    sitting.tap(sitting.menu_key("rules"))
    assert sitting.screen.spread is not None
    offer = sitting.view.decision
    assert offer is not None
    sitting.view.decision = msgspec.structs.replace(offer, seat=7)
    sitting.tell()
    assert sitting.screen.spread is None


# -- the last hands, on the same sheet ------------------------------------------------------------------------------


def test_a_hand_looked_at_again(showdown_view: View, fi: Language, golden: Check) -> None:
    sitting = Sitting(showdown_view, fi, seat=5)
    sitting.tap(at.MENU)
    sitting.rest()
    assert sitting.tap(sitting.menu_key("past")) == []
    sitting.rest()
    sitting.tap(at.BOOK_ON)
    sitting.rest()
    golden("seat-past-fi", sitting.surface)
