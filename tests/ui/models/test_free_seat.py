"""A seat at which nobody sits, and what keeps a table from play, in plain words with what helps (R-UI-1)."""

import msgspec
import pytest

from cashier import records as cash
from cashier.money import Money
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId
from controller.wire.fold import fold
from controller.wire.view import SeatView, View
from seats.models import kiosk_local
from seats.models.centre import centre_model
from seats.models.kiosk import kiosk_model
from seats.models.kiosk_local import KioskLocal
from seats.models.local import SeatLocal
from seats.models.seat import seat_model

NOW = 100_000


@pytest.fixture
def free(profile):
    """An empty table as its seat 7 shows it."""
    view = View(own=7, profile=profile)
    view.seats = {seat: SeatView(seat) for seat in range(1, profile.seats + 1)}
    return view


def welcome_of(view, language, table_ms=NOW):
    return seat_model(view, language, SeatLocal(), table_ms).aside.welcome


def plain(text):
    return text.replace("\u00a0", " ")


def test_a_free_seat_tells_the_game_its_limits_and_how_it_is_had(free, en, fi):
    shown = welcome_of(free, en)
    assert (shown.headline, shown.open) == ("Seat 7 is free", True)
    assert plain(shown.game) == "Hold'em, No limit 2/4 €"
    assert [(fact.words, plain(fact.value)) for fact in shown.facts] == [
        ("Buy-in", "80 to 400 €"),
        ("Rake", "5 %, at most 10 €"),
        ("Players", "0 of 10"),
    ]
    assert plain(shown.how) == "Touch seat 7 at the kiosk and bring 80 € or more"
    assert plain(welcome_of(free, fi).how) == "Valitse kassalla paikka 7 ja tuo vähintään 80 €"


def test_the_waiting_list_is_counted_without_those_for_whom_a_seat_is_kept(free, en):
    for place, name in enumerate(("Liisa", "Pekka", "Matti"), start=1):
        fold(free, sr.ListJoined(name, (), place))
    fold(free, sr.SeatHeld(4, "Liisa", NOW + 300_000))
    assert ("Waiting list", "2") in [(fact.words, fact.value) for fact in welcome_of(free, en).facts]


def test_a_seat_that_is_kept_says_for_whom_and_how_long(free, en):
    fold(free, sr.ListJoined("Liisa", (), 1))
    fold(free, sr.SeatHeld(7, "Liisa", NOW + 300_000))
    shown = welcome_of(free, en, NOW + 30_000)
    assert (shown.headline, shown.how, shown.open) == (
        "Seat 7 is kept for Liisa",
        "Buy in at the kiosk within 5 min",
        False,
    )


def test_a_locked_seat_sends_people_elsewhere(free, en):
    fold(free, sr.SeatLocked(7, ""))
    shown = welcome_of(free, en)
    assert (shown.headline, shown.open) == ("Seat 7 is out of order", False)
    assert shown.how == "Please take another seat; the kiosk shows which are free"


def test_a_seated_player_reads_that_his_seat_is_out_of_order(turn_view, en):
    turn_view.decision = turn_view.clock = None
    turn_view.seats[7].status = "ready"
    fold(turn_view, sr.SeatLocked(7, ""))
    assert seat_model(turn_view, en, SeatLocal(), NOW).notices[0].startswith("This seat is out of order")


def test_the_last_hand_and_the_end_are_told_on_every_screen(free, turn_view, en):
    fold(turn_view, sr.ClosingAnnounced("", HandId(18_210)))
    said = "Hand 18\u00a0210 is the last one"
    assert said in seat_model(turn_view, en, SeatLocal(), NOW).notices
    assert centre_model(turn_view, en, NOW).following == said
    fold(free, sr.ClosingAnnounced("", HandId(18_210)))
    assert welcome_of(free, en).headline == said
    fold(free, sr.TableClosed())
    assert welcome_of(free, en).headline == "The table is closed"
    assert welcome_of(free, en).how == "What you left at the table waits at the kiosk"
    assert centre_model(free, en, NOW).attract.headline == "The table is closed"
    fold(free, sr.TableOpened(""))
    assert welcome_of(free, en).open


def test_a_pause_for_a_device_names_it_and_what_comes_next(turn_view, en):
    fold(turn_view, cash.DeviceConditionChanged(turn_view.profile.cash.printer, "paper-out"))
    fold(turn_view, cash.DeviceConditionChanged(turn_view.profile.cash.validator, "ready"))
    fold(turn_view, tr.TablePaused(by="", cause="device"))
    banner = seat_model(turn_view, en, SeatLocal(), NOW).banner
    assert banner.lines == ("Ticket printer: paper has run out",)
    assert banner.note.startswith("An attendant sees to it.")


def test_a_seat_without_a_profile_says_that_it_connects(en):
    seen = seat_model(View(own=7), en, SeatLocal(), NOW)
    assert seen.aside.welcome is None
    assert seen.banner.kind == "connecting"


def test_a_table_without_a_house_fee_does_not_speak_of_one(free, en):
    free.profile = msgspec.structs.replace(free.profile, rake=msgspec.structs.replace(free.profile.rake, permille=0))
    assert [fact.words for fact in welcome_of(free, en).facts] == ["Buy-in", "Players"]


def test_the_kiosk_of_a_closed_table_sells_nothing_and_says_why(free, en):
    free.own, free.balance = None, Money(200_00)
    local = kiosk_local.choose_seat(KioskLocal(), 4)
    assert kiosk_model(free, {"en": en}, local).purchase.legal
    fold(free, sr.TableClosed())
    shown = kiosk_model(free, {"en": en}, local)
    assert not shown.purchase.legal
    assert shown.devices[0] == "The table is closed"
