"""Asking for another seat from the own screen, and who waits for one (poker.md §5.9, §9)."""

import pytest

from cashier.money import Money
from controller.vocab import seat_records as sr
from controller.wire.fold import fold
from controller.wire.view import SeatView
from seats.models.kiosk import kiosk_model
from seats.models.kiosk_local import KioskLocal
from seats.models.local import SeatLocal
from seats.models.seat import seat_model
from seats.models.touches import press_seat

NOW = 100_000


@pytest.fixture
def roomy(turn_view):
    """Seats 1, 4 and 8 of the design's table are free."""
    for seat in (1, 4, 8):
        turn_view.seats[seat] = SeatView(seat)
    return turn_view


def model_of(view, language):
    return seat_model(view, language, SeatLocal(), NOW)


def seats_of(view, language):
    return [wish.seat for wish in model_of(view, language).aside.plan.seats]


def test_poker_5_9_only_free_seats_can_be_asked_for(roomy, en):
    assert seats_of(roomy, en) == [1, 4, 8]
    assert press_seat(model_of(roomy, en), 4) == sr.AskSeatChange(seat=7, to=4)
    assert press_seat(model_of(roomy, en), 5) is None


def test_poker_5_9_a_locked_seat_and_one_that_is_kept_are_not_offered(roomy, en):
    fold(roomy, sr.SeatLocked(1, ""))
    fold(roomy, sr.ListJoined("Liisa", (), 1))
    fold(roomy, sr.SeatHeld(8, "Liisa", NOW + 1))
    assert seats_of(roomy, en) == [4]


def test_poker_5_9_what_was_asked_for_stands_among_the_notices_until_he_moves(roomy, en, fi):
    fold(roomy, sr.SeatChangeAsked(7, 4))
    assert "You have asked for seat 4; an attendant decides" in model_of(roomy, en).notices
    assert "Olet pyytänyt paikkaa 4; hoitaja päättää" in model_of(roomy, fi).notices
    assert press_seat(model_of(roomy, en), 4) is None
    assert press_seat(model_of(roomy, en), 8) == sr.AskSeatChange(seat=7, to=8)


def test_poker_5_9_whoever_else_asks_for_the_same_seat_is_counted(roomy, en):
    for seat in (7, 2, 3):
        fold(roomy, sr.SeatChangeAsked(seat, 4))
    assert "You have asked for seat 4, as have 2 other players; an attendant decides" in model_of(roomy, en).notices


def test_poker_5_10_whoever_plays_at_anothers_seat_reads_his_place_on_the_list_and_the_seat_kept_for_him(roomy, en):
    for place, name in enumerate(("Liisa", roomy.at(7).name, "Matti"), start=1):
        fold(roomy, sr.ListJoined(name, (), place))
    assert "You wait for a seat of your own: 2 of 3 on the list" in model_of(roomy, en).notices
    fold(roomy, sr.SeatHeld(4, roomy.at(7).name, NOW + 110_000))
    assert "Seat 4 is kept for you, another 1 min: call an attendant to move" in model_of(roomy, en).notices


def test_poker_5_9_a_full_table_says_that_no_seat_is_free(turn_view, en):
    assert model_of(turn_view, en).aside.plan.note == "No other seat is free"


def test_poker_5_9_nobody_who_leaves_asks_for_a_seat(roomy, en):
    roomy.seats[7].leaving = True
    assert model_of(roomy, en).aside.plan is None
    assert press_seat(model_of(roomy, en), 4) is None


def test_poker_9_the_kiosk_tells_how_many_wait(roomy, en):
    roomy.own, roomy.balance = None, Money(0)
    assert kiosk_model(roomy, {"en": en}, KioskLocal()).plan.occupancy == "7 playing, 3 free"
    for place, name in enumerate(("Liisa", "Pekka", "Matti"), start=1):
        fold(roomy, sr.ListJoined(name, (), place))
    fold(roomy, sr.SeatHeld(1, "Liisa", NOW))
    assert kiosk_model(roomy, {"en": en}, KioskLocal()).plan.occupancy == "7 playing, 3 free, 2 waiting"


def test_poker_9_the_kiosk_tells_a_seat_that_is_kept_or_out_of_order_from_a_free_one(roomy, en):
    roomy.own = None
    fold(roomy, sr.SeatLocked(1, ""))
    fold(roomy, sr.ListJoined("Liisa", (), 1))
    fold(roomy, sr.SeatHeld(8, "Liisa", NOW + 1))
    states = {seat.seat: (seat.state, seat.words) for seat in kiosk_model(roomy, {"en": en}, KioskLocal()).plan.seats}
    assert (states[1], states[4], states[8]) == (("locked", ""), ("free", "free"), ("kept", "kept"))
    assert states[2] == ("taken", "")
