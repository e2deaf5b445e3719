"""Reminders of time and money, charges for time and limits, as a seat and the kiosk tell them (R-RG-2, R-RG-3)."""

import msgspec
import pytest

from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller.vocab import player_records as pr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from controller.vocab.profile import PotFee, RakeRule, TimeCharge
from controller.wire.care_view import RealityView
from controller.wire.client import copy_view
from controller.wire.fold import fold
from seats.models import kiosk_local
from seats.models.care import care_news, duration
from seats.models.fees import fee_rule
from seats.models.kiosk_local import KioskLocal
from seats.models.local import Confirm, SeatLocal
from seats.models.purchase import purchase
from seats.models.seat import seat_model
from seats.models.touches import press_care
from seats.models.words import words_for

NOW = 100_000
EURO = 100
MINUTE = 60_000


@pytest.fixture
def between(turn_view):
    """The design's table between two hands: seat 7 has 328 euro."""
    turn_view.decision = turn_view.clock = None
    turn_view.phase = "idle"
    for seat in turn_view.seats.values():
        seat.status = seat.presence
        seat.cards = ()
    own = turn_view.seats[7]
    own.status = own.presence = "ready"
    return turn_view


def model_of(view, language):
    return seat_model(view, language, SeatLocal(), NOW)


def checked(view, minutes=60):
    fold(view, pr.RealityChecked(7, minutes * MINUTE, 200 * EURO, 328 * EURO, Now(NOW, 0)))
    return view


def test_rg_3_the_reminder_tells_time_and_money(between, en):
    reminder = model_of(checked(between, 90), en).aside.reminder
    assert reminder.headline == "You have played 1 h 30 min"
    assert reminder.lines == ("You brought 200\u00a0€ to the table", "You have 328\u00a0€ now")
    assert [(key.id, key.legal) for key in reminder.keys] == [("go-on", True), ("pause", True), ("leave", True)]


def test_rg_3_going_on_is_a_receipt_and_a_break_comes_with_one(between, en):
    seen = model_of(checked(between), en)
    assert press_care(seen, "go-on") == (pr.AcknowledgeCheck(seat=7),)
    assert press_care(seen, "pause") == (pr.AcknowledgeCheck(seat=7), tr.SitOut(seat=7))
    assert press_care(seen, "leave") == (Confirm("leave", yes=tr.LeaveSeat(seat=7)),)


def test_rg_3_the_reminder_ends_with_its_receipt(between, en):
    fold(checked(between), pr.RealityAcknowledged(7))
    assert model_of(between, en).aside.reminder is None
    assert press_care(model_of(between, en), "go-on") == ()


def test_rg_3_no_reminder_lies_over_a_hand_that_is_played(turn_view, en):
    assert model_of(checked(turn_view), en).aside.reminder is None
    turn_view.seats[7].status = "folded"
    assert model_of(turn_view, en).aside.reminder is not None


def test_rg_3_during_a_hand_it_is_said_in_passing_and_once(turn_view, en):
    before = msgspec.msgpack.decode(msgspec.msgpack.encode(turn_view), type=type(turn_view))
    words = words_for(en, turn_view)
    assert care_news(before, checked(turn_view), words, NOW) == "You have played 1 h"
    assert care_news(turn_view, turn_view, words, NOW) == ""


def test_rg_3_who_sits_out_has_his_break_already(between, en):
    between.seats[7].status = between.seats[7].presence = "sitting-out"
    seen = model_of(checked(between), en)
    assert [key.legal for key in seen.aside.reminder.keys] == [True, False, True]
    assert press_care(seen, "pause") == ()


def test_rg_2_used_up_time_is_said_with_its_figure(between, en, fi):
    fold(between, pr.PlayTimeOver(7, "day", 120 * MINUTE, Now(NOW, 0)))
    assert model_of(between, en).notices[0] == "Your 2 h of play are used up; you leave after this hand"
    assert model_of(between, fi).notices[0].startswith("Peliaikasi 2 h on käytetty")
    assert model_of(between, en).aside.reminder is None


@pytest.mark.parametrize(
    ("ms", "said"), [(59_999, "0 min"), (45 * MINUTE, "45 min"), (120 * MINUTE, "2 h"), (90 * MINUTE, "1 h 30 min")]
)
def test_times_are_said_in_hours_and_minutes(turn_view, en, ms, said):
    assert duration(ms, words_for(en, turn_view)) == said


# -- the charge for time (poker.md §13) ---------------------------------------------------------------------------


@pytest.fixture
def charged(between):
    rake = RakeRule(permille=0, cap=Money(0), time=TimeCharge(amount=Money(6 * EURO)))
    between.profile = msgspec.structs.replace(between.profile, rake=rake)
    return between


def test_the_charge_for_time_is_announced_before_it_falls_due(charged, en):
    fold(charged, tr.TimeChargeNear(7, 6 * EURO, NOW + 4 * MINUTE + 1))
    assert model_of(charged, en).notices[0] == "The time charge of 6\u00a0€ falls due in 5 min"
    later = seat_model(charged, en, SeatLocal(), NOW + 5 * MINUTE)
    assert later.notices[0] == "The time charge of 6\u00a0€ is taken after this hand"
    fold(charged, tr.TimeCharged(7, 6 * EURO, 322 * EURO, NOW + 40 * MINUTE))
    assert not any("charge" in said for said in model_of(charged, en).notices)


def test_an_unpaid_charge_says_why_the_player_sits_out_and_what_to_do(charged, en):
    fold(charged, tr.SatOut(7, "fee", NOW))
    assert model_of(charged, en).notices[0].startswith("The time charge of 6\u00a0€ is unpaid. Add chips at the kiosk")
    fold(charged, tr.SatIn(7, waits=False))
    assert model_of(charged, en).notices == ("You are dealt in with the next hand",)


def test_every_kind_of_house_fee_is_told_as_its_rule(charged, en):
    words = words_for(en, charged)
    by_pot = RakeRule(0, Money(0), by_pot=(PotFee(Money(0), Money(EURO)), PotFee(Money(2000), Money(5 * EURO))))
    assert fee_rule(charged.profile.rake, words) == "6\u00a0€ for 30 min"
    assert fee_rule(by_pot, words) == "1 to 5\u00a0€"
    assert fee_rule(RakeRule(0, Money(0)), words) == ""


# -- limits at the kiosk -------------------------------------------------------------------------------------------


def limited(left):
    facts = {"most": 300 * EURO, "left": left, "opens": "2026-12-01 06:00"}
    chosen = kiosk_local.choose_seat(KioskLocal(), 4)
    return kiosk_local.refused(chosen, Refusal(Code.LOSS_LIMIT, facts))


@pytest.fixture
def rich(between):
    between.seats[4] = msgspec.structs.replace(between.seats[4], status="empty", stack=0)
    between.balance = Money(500 * EURO)
    return between


def test_rg_2_after_a_limit_has_refused_no_more_than_it_leaves_can_be_chosen(rich, en):
    shown = purchase(rich, limited(100 * EURO), words_for(en, rich))
    assert (shown.most, shown.hint) == ("100\u00a0€", "Your own limit leaves 100\u00a0€")


def test_rg_2_a_limit_below_the_least_purchase_says_when_it_opens(rich, en):
    shown = purchase(rich, limited(50 * EURO), words_for(en, rich))
    assert shown.scale is None
    assert shown.hint.startswith("Your own limit leaves 50\u00a0€, and the least purchase is 80\u00a0€.")
    assert purchase(rich, limited(0), words_for(en, rich)).hint == (
        "Your own limit is used up. It opens again on 2026-12-01 06:00."
    )


def test_rg_2_another_seat_forgets_whose_limit_it_was(rich, en):
    local = kiosk_local.choose_seat(limited(50 * EURO), 4)
    assert purchase(rich, local, words_for(en, rich)).most == "400\u00a0€"


def test_a_reminder_of_another_seat_is_nobody_elses(between, en):
    between.seats[5].reality = RealityView(MINUTE, 0, 0)
    assert model_of(between, en).aside.reminder is None


@pytest.mark.parametrize(
    ("limit", "most", "left", "sentence"),
    [
        ("loss", 200 * EURO, 20 * EURO, "Your loss limit of 200 € (day): 20 € left"),
        ("stake", 500 * EURO, 50 * EURO, "Your purchase limit of 500 € (day): 50 € left"),
        ("time", 180 * MINUTE, 15 * MINUTE, "Your time limit of 3 h (day): 15 min left"),
    ],
)
def test_rg_2_a_limit_that_is_near_is_said_at_once_and_stays_in_sight(between, en, limit, most, left, sentence):
    before = copy_view(between)
    fold(between, pr.LimitNear(7, limit, "day", most, left, Now(NOW, 0)))
    words = words_for(en, between)
    assert care_news(before, between, words, NOW).replace("\u00a0", " ") == sentence
    assert sentence in [notice.replace("\u00a0", " ") for notice in model_of(between, en).notices]


def test_rg_2_of_one_limit_only_the_latest_word_counts(between, en):
    for left in (20 * EURO, 5 * EURO):
        fold(between, pr.LimitNear(7, "loss", "day", 200 * EURO, left, Now(NOW, 0)))
    assert [limit.left for limit in between.seats[7].near] == [5 * EURO]
