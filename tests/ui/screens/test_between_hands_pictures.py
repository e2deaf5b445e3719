"""What a seat screen looks like between the hands: reminders, fees, jackpots, and a seat that waits for somebody."""

from collections.abc import Callable

import pygame
import pytest

from cashier.money import Money
from controller.language import Language
from controller.vocab import player_records as pr
from controller.vocab import table_records as tr
from controller.vocab.jackpot_terms import JackpotTerms
from controller.vocab.seat_records import AskSeatChange
from controller.wire.care_view import RealityView
from controller.wire.view import DeviceView, PoolView, SeatView, View, WaiterView
from seats.screens import seat_layout as at
from tests.ui.models.conftest import EURO, PROFILE, Dealt
from tests.ui.screens.sitting import Sitting

Check = Callable[[str, pygame.Surface], None]


def still(sitting: Sitting) -> pygame.Surface:
    sitting.rest()
    return sitting.surface


def name(scene: str, language: Language) -> str:
    return scene if language.code == "en" else f"{scene}-{language.code}"


@pytest.fixture
def reminded_view(between_view: View) -> View:
    """Seat 7 has played for an hour and a half."""
    between_view.seats[7].reality = RealityView(5_400_000, 200 * EURO, 328 * EURO)
    return between_view


def test_the_reminder_of_time_and_money(reminded_view: View, language: Language, golden: Check) -> None:
    golden(name("seat-reminder", language), still(Sitting(reminded_view, language)))


def test_its_keys_do_what_they_say(reminded_view: View, en: Language) -> None:
    sitting = Sitting(reminded_view, en)
    assert sitting.tap(at.CARE_KEYS[0]) == [pr.AcknowledgeCheck(7)]
    assert sitting.tap(at.CARE_KEYS[1]) == [pr.AcknowledgeCheck(7), tr.SitOut(7)]
    sitting.tap(at.CARE_KEYS[2])
    assert sitting.screen.shown.question is not None


def test_a_second_tap_on_what_lay_there_before_is_no_answer(between_view: View, en: Language) -> None:
    sitting = Sitting(between_view, en)
    between_view.seats[7].reality = RealityView(3_600_000, 200 * EURO, 328 * EURO)
    sitting.tell(between_view)
    assert sitting.tap(at.CARE_KEYS[0]) == []
    sitting.rest()
    assert sitting.tap(at.CARE_KEYS[0]) == [pr.AcknowledgeCheck(7)]


def test_the_end_of_a_hand_that_paid_into_the_jackpots(
    dealt_game: Callable[..., Dealt], fi: Language, golden: Check
) -> None:
    terms = JackpotTerms(bad_beat=Money(100), month_hand=Money(100), players=2)
    hand = dealt_game("holdem-nl", {1: 200, 2: 50, 3: 200}, "Kh Qh 2c Kd Qd 7d 9s 9d 4s 8c Jh", jackpots=terms)
    hand.act("raise", 100)
    hand.act("call")
    hand.act("call")
    for _ in range(3):
        hand.act("check")
        hand.act("check")
    golden("seat-fees-fi", still(Sitting(hand.seat(2), fi, seat=2)))


# -- jackpots ------------------------------------------------------------------------------------------------------


def test_a_hit_of_the_jackpot(hit_view: View, fi: Language, golden: Check) -> None:
    golden("seat-jackpot-hit-fi", still(Sitting(hit_view, fi)))


def test_the_shares_of_the_jackpot(paid_view: View, en: Language, golden: Check) -> None:
    golden("seat-jackpot-paid", still(Sitting(paid_view, en)))


def test_the_jackpots_of_a_table_at_rest(between_view: View, jackpot_view: View, en: Language, golden: Check) -> None:
    assert between_view is jackpot_view
    golden("seat-jackpots", still(Sitting(jackpot_view, en)))


# -- another seat -----------------------------------------------------------------------------------------------


@pytest.fixture
def roomy_view(between_view: View) -> View:
    """Seats 2, 4, 6 and 9 are free; seat 7 has asked for seat 4."""
    for seat in (2, 4, 6, 9):
        between_view.seats[seat] = SeatView(seat)
    between_view.seats[7].would_move_to = 4
    return between_view


def test_the_seats_that_can_be_asked_for(roomy_view: View, en: Language, golden: Check) -> None:
    sitting = Sitting(roomy_view, en)
    sitting.screen.choose("change")
    golden("seat-change", still(sitting))


def test_another_seat_is_asked_for_from_the_menu(roomy_view: View, en: Language) -> None:
    sitting = Sitting(roomy_view, en)
    sitting.tap(at.MENU)
    sitting.rest()
    sitting.tap(sitting.menu_key("change"))
    sitting.rest()
    assert sitting.tap(at.seats_keys(4)[1]) == []
    assert sitting.tap(at.seats_keys(4)[3]) == [AskSeatChange(seat=7, to=9)]
    assert sitting.tap(at.seats_keys(4)[0]) == []


# -- a seat at which nobody sits ------------------------------------------------------------------------------------


def test_a_seat_that_is_kept_for_the_next_on_the_list(empty_view: View, fi: Language, golden: Check) -> None:
    empty_view.pools = (PoolView("bad-beat", Money(12_480 * EURO)), PoolView("month-hand", Money(1_236 * EURO)))
    empty_view.waiting = (WaiterView("Matti", seat=7, until=340_000), WaiterView("Liisa"), WaiterView("Pekka"))
    golden("seat-held-fi", still(Sitting(empty_view, fi)))


def test_a_pause_for_devices(turn_view: View, en: Language, golden: Check) -> None:
    turn_view.paused, turn_view.pause_cause = True, "device"
    cash = PROFILE.cash
    turn_view.devices = (DeviceView(cash.validator, "jam"), DeviceView(cash.printer, "paper-out"))
    golden("seat-devices", still(Sitting(turn_view, en)))
