"""A guest's own bounds at the kiosk: what is asked of the table, and what he is told (R-RG-2, R-RG-3)."""

import pytest

from controller.language import load_languages
from controller.vocab import care_records as care
from controller.vocab import player_card_records as pc
from controller.vocab.player_card_records import Guest
from seats.metrics import LEAST_TARGET
from seats.models.kiosk_care import CarePage
from seats.screens.kiosk import IDLE_MS
from seats.screens.kiosk_frame import CARE_KEY
from seats.screens.screen import LinkLost, LinkRestored
from tests.ui.screens.kiosk_scenes import GUEST, MINUTE_MS, OWN_CARE, SCENES, TABLE_MS, replace
from tests.ui.screens.terminal import EURO, Terminal, plain


@pytest.fixture
def bounds(terminal: Terminal) -> Terminal:
    """The page of a guest who may lose 100 euro a day, and has asked for 200 from tomorrow on."""
    SCENES["bounds"](terminal)
    return terminal


def page(terminal: Terminal) -> CarePage:
    shown = terminal.screen.shown.care_page
    assert shown is not None
    return shown


def test_r_rg_2_the_page_asks_for_card_and_pin_before_it_reads_anything(terminal: Terminal) -> None:
    SCENES["care-card"](terminal)
    assert terminal.screen.shown.identity_page.prompt == "Put your card into the reader"
    terminal.tell(pc.GuestTold(Guest(ending="2345", pin="asked")))
    assert terminal.screen.shown.identity_page.note == "Only your PIN opens your limits."
    for digit in "2580":
        terminal.press(digit)
    (command,) = terminal.press("OK")
    assert command == pc.EnterPin("2580")
    terminal.tell(pc.GuestTold(Guest(ending="2345", pin="right")))
    assert terminal.screen.shown.page == "care"
    assert terminal.screen.asked() == [], "one answer is waited for at a time"
    terminal.agree(command)
    assert terminal.screen.asked() == [care.ReadOwnCare()]
    assert page(terminal).coming == "One moment, please"


def test_r_rg_2_a_tighter_limit_is_asked_for_as_it_stands_and_said_to_count_at_once(bounds: Terminal) -> None:
    assert page(bounds).told == (
        "Used today: 40\u00a0€",
        "Limit now: 100\u00a0€",
        "200\u00a0€ from 2026-12-01 22:14 on",
    )
    assert not bounds.key("Set this limit").legal
    bounds.tap(next(key for key in bounds.keys if key.face.sign == "minus").rect_mm)
    bounds.rest()
    assert (plain(page(bounds).amount), page(bounds).told[-1]) == ("80 €", "This limit counts at once.")
    (command,) = bounds.press("Set this limit")
    assert command == care.LimitMyself("loss", "day", 80 * EURO)
    bounds.agree(command)
    assert plain(page(bounds).amount) == "100 €", "what stands is what the table tells"


def test_r_rg_2_a_wider_limit_and_none_at_all_are_said_to_count_later(bounds: Terminal) -> None:
    bounds.press("No limit")
    assert page(bounds).told[-1] == "A wider limit counts 24 hours after you ask."
    (command,) = bounds.press("Ask for this limit")
    assert command == care.LimitMyself("loss", "day", None)


def test_r_rg_2_where_there_is_no_limit_both_keys_begin_in_the_middle(bounds: Terminal) -> None:
    bounds.press("Playing time")
    bounds.press("A week")
    assert page(bounds).amount == "No limit"
    bounds.tap(next(key for key in bounds.keys if key.face.sign == "plus").rect_mm)
    bounds.rest()
    (command,) = bounds.press("Set this limit")
    assert command == care.LimitMyself("time", "week", 120 * MINUTE_MS)


def test_r_rg_2_staying_away_is_asked_twice_and_a_touch_beside_it_changes_nothing(bounds: Terminal) -> None:
    assert bounds.press("7 days") == []
    assert bounds.screen.shown.question.headline == "Stay away: 7 days?"
    assert bounds.press("No, go back") == []
    bounds.press("Until further notice")
    assert bounds.screen.shown.question.lines[-1] == "Only an attendant can end it, 24 hours later."
    assert bounds.press("Yes, I stay away") == [care.StayAway(0)]


def test_r_rg_3_the_reminder_is_one_touch_and_the_chosen_one_asks_for_nothing(bounds: Terminal) -> None:
    assert bounds.press("Off") == []
    assert bounds.press("1 h") == [care.RemindMe(60)]


def test_r_rg_3_the_session_grows_while_it_is_read(bounds: Terminal) -> None:
    assert page(bounds).session == "At the table 1 h 20 min, 120\u00a0€ put in"
    bounds.table_ms = TABLE_MS + 10 * MINUTE_MS
    bounds.tell()
    assert page(bounds).session == "At the table 1 h 30 min, 120\u00a0€ put in"
    bounds.press("Playing time")
    bounds.press("A week")
    assert page(bounds).told[0] == "Used this week: 3 h 30 min"


def test_a_card_that_is_taken_out_takes_its_bounds_along(bounds: Terminal) -> None:
    bounds.tell(pc.GuestTold(None))
    assert (bounds.view.care, bounds.screen.shown.page) == (None, "seat")


def test_r_rg_2_a_card_that_was_left_behind_opens_nothing_until_it_is_put_in_again(bounds: Terminal) -> None:
    bounds.wait(IDLE_MS)
    bounds.rest()
    assert bounds.screen.shown.page == "seat"
    bounds.press("Play with care")
    left = bounds.screen.shown.identity_page
    assert (left.prompt, left.legal) == ("Take the card out and put it in again", False)
    assert bounds.screen.shown.care_page is None
    bounds.tell(pc.GuestTold(replace(GUEST, waiting=40 * EURO)))
    assert bounds.screen.shown.identity_page == left, "what becomes of his money proves nobody either"
    bounds.tell(pc.GuestTold(replace(GUEST, pin="asked")))
    bounds.tell(pc.GuestTold(GUEST))
    assert bounds.screen.shown.page == "care", "his PIN does"


def test_r_rg_3_the_question_lies_far_from_the_key_that_a_trembling_finger_has_pressed(bounds: Terminal) -> None:
    for chip in page(bounds).aways:
        pressed = bounds.key(plain(chip.words)).rect_mm
        bounds.press(plain(chip.words))
        assert bounds.screen.stage.sheet.rect_mm.gap_to(pressed) > LEAST_TARGET
        bounds.tap(pressed)
        bounds.rest()
        assert bounds.screen.asked() == []
        bounds.press("No, go back")


def test_a_cut_line_asks_again_for_what_was_not_answered(terminal: Terminal) -> None:
    SCENES["care-card"](terminal)
    terminal.tell(pc.GuestTold(Guest(ending="2345", pin="right")))
    assert terminal.screen.asked() == [care.ReadOwnCare()]
    terminal.notice(LinkLost())
    terminal.notice(LinkRestored())
    assert terminal.screen.asked() == [care.ReadOwnCare()]
    terminal.tell(OWN_CARE)
    assert page(terminal).coming == ""


@pytest.mark.parametrize("speak", ["en", "fi", "sv", "hu"])
def test_how_it_works_can_be_read_without_any_card(terminal: Terminal, speak: str) -> None:
    terminal.press(speak.upper())
    SCENES["care-card"](terminal)
    terminal.tap(CARE_KEY)
    terminal.rest()
    assert terminal.screen.shown.question is None
    titles = [chapter.heading for chapter in terminal.screen._book.spread.chapters]
    assert titles == [load_languages()[speak].text(f"care-book.{key}") for key in ("own", "away")]
