"""What every screen says while a door is open: which, what is safe, and what comes next (R-DOR-2, R-TLT-3)."""

import pytest

from controller.language import load_languages
from controller.vocab import fault_records as fr
from controller.vocab import table_records as tr
from controller.wire.fold import fold
from seats.models.stops import banner
from seats.models.words import words_for
from seats.screens.kiosk import SHEETED

LANGUAGES = load_languages()
OPENED = {
    "cabinet": fr.DoorOpened("cabinet", "table", 1),
    "kiosk": fr.DoorOpened("kiosk", "kiosk", 1),
    "own": fr.DoorOpened("seat-7", "seat", 1, seat=7),
    "other": fr.DoorOpened("seat-3", "seat", 1, seat=3),
}


def shown(view, language, *, kiosk=False):
    return banner(view, words_for(language, view), connected=True, kiosk=kiosk)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_door_has_a_name(code):
    assert [door for door in fr.DoorId.__args__ if not LANGUAGES[code].knows(f"door.{door}")] == []


def test_a_door_of_the_table_is_told_everywhere_with_its_name(turn_view, en):
    fold(turn_view, OPENED["cabinet"])
    fold(turn_view, tr.TablePaused(by="", cause="door"))
    for kiosk in (False, True):
        told = shown(turn_view, en, kiosk=kiosk)
        assert told is not None
        assert (told.kind, told.headline, told.lines) == (
            "door",
            "A door of the table is open",
            ("Open: main cabinet",),
        )
    fold(turn_view, fr.DoorClosed("cabinet"))
    fold(turn_view, tr.TableResumed(by=""))
    assert shown(turn_view, en) is None


def test_a_door_that_waits_for_an_attendant_is_told_until_he_has_looked(turn_view, en):
    fold(turn_view, fr.DoorOpened("logic", "table", 1))
    fold(turn_view, tr.TablePaused(by="", cause="door"))
    fold(turn_view, fr.DoorClosed("logic", waits=True))
    told = shown(turn_view, en)
    assert told is not None
    assert told.lines == ("Closed, an attendant has to look: logic area",)
    fold(turn_view, fr.DoorReset("logic", ""))
    told = shown(turn_view, en)
    assert told is not None
    assert told.lines == ()


def test_a_door_of_the_kiosk_covers_the_kiosk_alone(turn_view, en):
    fold(turn_view, OPENED["kiosk"])
    assert shown(turn_view, en) is None
    told = shown(turn_view, en, kiosk=True)
    assert told is not None
    assert (told.kind, told.lines) == ("door", ("Open: kiosk",))
    assert told.kind in SHEETED
    fold(turn_view, fr.DoorClosed("kiosk"))
    assert shown(turn_view, en, kiosk=True) is None


def test_the_door_of_a_seat_covers_that_seat_alone(turn_view, en):
    fold(turn_view, OPENED["other"])
    assert shown(turn_view, en) is None
    fold(turn_view, OPENED["own"])
    told = shown(turn_view, en)
    assert told is not None
    assert (told.kind, told.headline, told.lines) == ("door", "This seat is open", ("Open: seat 7",))
    assert shown(turn_view, en, kiosk=True) is None


def test_while_the_board_does_not_answer_no_door_is_named(turn_view, en):
    fold(turn_view, tr.TablePaused(by="", cause="door"))
    told = shown(turn_view, en)
    assert told is not None
    assert (told.kind, told.lines) == ("door", ())


def test_a_lost_line_is_told_before_any_door(turn_view, en):
    fold(turn_view, OPENED["own"])
    told = banner(turn_view, words_for(en, turn_view), connected=False)
    assert told is not None
    assert told.kind == "disconnected"
