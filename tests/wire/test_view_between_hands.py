"""A screen's view of seats, money and devices."""

import msgspec
import pytest

from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.money import EUR, Money
from cashier.records import ClaimId, DeviceId, RequestId, VoucherNumber
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.hand_records import HandName
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import (
    BuyInLimits,
    CashDevices,
    Clocks,
    GameId,
    Profile,
    RakeRule,
    RuleSetId,
    Stakes,
    UsbPlace,
)
from controller.wire.fold import fold
from controller.wire.view import LATEST_VOUCHERS, ClaimView, DeviceView, View

REQUEST = RequestId("0" * 32)
PROFILE = Profile(
    table="4",
    currency=EUR,
    language="fi",
    game=GameId("holdem-nl"),
    rule_set=RuleSetId("ray"),
    seats=6,
    stakes=Stakes(small_blind=200, big_blind=400, ante=0, unit=100),
    buy_in=BuyInLimits(least=Money(8000), most=Money(40000)),
    rake=RakeRule(permille=50, cap=Money(1000)),
    clocks=Clocks(decision=20_000, between_hands=5_000),
    cash=CashDevices(
        validator=DeviceId("validator"),
        validator_usb=UsbPlace(vendor=1, product=1),
        printer=DeviceId("printer"),
        printer_usb=UsbPlace(vendor=1, product=2),
        notes=(Money(500),),
        note_country="EU",
    ),
    ticket_days=30,
    no_value=True,
    test_decks=False,
)


def view_after(*events, own=None):
    view = View(own=own)
    for event in events:
        fold(view, event)
    return view


def bought_in(seat=4, reserved=False):
    return tr.BoughtIn(REQUEST, seat, "Aino", Money(20000), stack=20000, balance=Money(6000), reserved=reserved)


def started(*seats):
    return hr.HandStarted(
        hand=HandId(1),
        game=PROFILE.game,
        rule_set=PROFILE.rule_set,
        stakes=PROFILE.stakes,
        rake_permille=50,
        rake_cap=1000,
        button=seats[-1],
        entrants=tuple(hr.Entrant(seat, 20000) for seat in seats),
        forced=(),
        first_decision=DecisionId(1),
    )


def reserved_voucher(number, replaces=""):
    return cash.VoucherReserved(
        request=REQUEST,
        number=VoucherNumber(number),
        amount=Money(4860),
        balance=Money(0),
        issued_at=1,
        expires=2,
        replaces=VoucherNumber(replaces),
    )


def test_a_profile_lays_out_its_seats():
    view = view_after(tr.ProfileAdopted(PROFILE))
    assert sorted(view.seats) == [1, 2, 3, 4, 5, 6]
    assert {seat.status for seat in view.seats.values()} == {"empty"}


def test_a_smaller_profile_takes_empty_seats_away_and_keeps_taken_ones():
    view = view_after(tr.ProfileAdopted(PROFILE), bought_in(seat=6))
    fold(view, tr.ProfileAdopted(msgspec.structs.replace(PROFILE, seats=4)))
    assert sorted(view.seats) == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(("waits", "status"), [(True, "waiting"), (False, "ready")])
def test_a_bought_seat_is_ready_once_it_sits_in(waits, status):
    view = view_after(bought_in(), tr.SatIn(4, waits))
    assert view.seats[4].status == status
    assert (view.seats[4].name, view.seats[4].stack, view.balance) == ("Aino", 20000, 6000)


def test_chips_bought_during_a_hand_wait_beside_the_stack():
    reserved = tr.ChipsReserved(REQUEST, 4, "Aino", Money(20000), balance=Money(6000))
    view = view_after(reserved)
    assert (view.seats[4].status, view.seats[4].reserved, view.seats[4].stack) == ("reserved", 20000, 0)
    fold(view, bought_in(reserved=True))
    assert (view.seats[4].status, view.seats[4].reserved, view.seats[4].stack) == ("sitting-out", 0, 20000)


def test_the_time_of_sitting_down_is_that_of_the_first_chips_and_goes_with_the_player():
    sat_down = msgspec.structs.replace(bought_in(), at=60_000)
    topped_up = msgspec.structs.replace(bought_in(), at=90_000)
    view = view_after(sat_down, tr.SatIn(4, waits=False), topped_up, sr.SeatMoved(4, 6, 20000, charged=False))
    assert (view.seats[4].since, view.seats[6].since) == (-1, 60_000)
    fold(view, sr.SeatPlayedOver(seat=6, owner="Aino", stack=20000))
    fold(view, msgspec.structs.replace(bought_in(seat=6), name="Erik", at=120_000))
    assert (view.owners[6].since, view.seats[6].since) == (60_000, 120_000)


def test_sitting_out_in_a_hand_takes_effect_after_it():
    view = view_after(bought_in(), tr.SatIn(4, waits=False), started(4, 5), tr.SatOut(4, "asked"))
    assert view.seats[4].status == "in-hand"
    fold(view, hr.HandEnded(HandId(1), (hr.Entrant(4, 20000), hr.Entrant(5, 20000))))
    assert view.seats[4].status == "sitting-out"
    assert view.seats[5].status == "ready"


def test_missed_blinds_are_marked_until_the_seat_is_dealt_in():
    view = view_after(bought_in(), tr.BlindMissed(4, small=True, big=True))
    assert (view.seats[4].missed_small, view.seats[4].missed_big) == (True, True)
    fold(view, started(4, 5))
    assert (view.seats[4].missed_small, view.seats[4].missed_big) == (False, False)


def test_a_seat_that_was_left_is_as_new():
    view = view_after(bought_in(), tr.LeaveAsked(4, "123456"), tr.SeatLeft(4, 20000), own=4)
    assert view.seats[4] == View().at(4)


def test_button_blinds_and_the_draw_for_them():
    drawn = (tr.DrawnCard(4, 51), tr.DrawnCard(5, 3))
    view = view_after(tr.ButtonDrawn(drawn, button=4), tr.ButtonMoved(HandId(1), 4, None, 5))
    assert (view.drawn, view.button, view.small_blind, view.big_blind) == (drawn, 4, None, 5)
    fold(view, started(4, 5))
    assert view.drawn == ()


def test_phases_from_rest_to_shuffle():
    view = view_after(tr.RestBegan(until=9000))
    assert (view.phase, view.rest_until) == ("resting", 9000)
    fold(view, tr.HandDue(HandId(2)))
    assert (view.phase, view.rest_until) == ("shuffling", None)


def test_proofs_of_the_shuffle():
    view = view_after(tr.ShuffleOpened(HandId(1), b"bound"), tr.CardsCommitted(HandId(1), b"root", (b"leaf",)))
    fold(view, started(4, 5))
    assert (view.commitment, view.root) == (b"bound", b"root")
    fold(view, tr.ShuffleOpened(HandId(2), b"next"))
    assert (view.commitment, view.root) == (b"next", b"")


def test_a_decision_clock_runs_until_the_act():
    view = view_after(started(4, 5), tr.ClockStarted(4, DecisionId(1), deadline=20_000, allowed=20_000))
    assert view.clock.deadline == 20_000
    fold(view, hr.Acted(4, DecisionId(1), kind="check", to=0, added=0, stack=20000))
    assert view.clock is None


def test_pause_and_resume():
    view = view_after(tr.TablePaused(by="", cause="device"))
    assert (view.paused, view.pause_cause) == (True, "device")
    fold(view, tr.TableResumed(by=""))
    assert (view.paused, view.pause_cause) == (False, None)


@pytest.mark.parametrize(
    "gone",
    [
        cash.NoteCredited(DeviceId("validator"), 2, Money(5000), balance=Money(5000)),
        cash.NoteGivenBack(DeviceId("validator"), 2, Money(5000)),
        cash.NoteUnaccounted(DeviceId("validator"), Money(5000)),
    ],
)
def test_a_note_is_shown_while_it_is_held(gone):
    view = view_after(cash.NoteHeld(DeviceId("validator"), 1, Money(5000), accept=True))
    assert view.note.amount == 5000
    fold(view, gone)
    assert view.note is None


def test_devices_keep_their_place_and_change_their_condition():
    said = [("validator", "ready"), ("printer", "ready"), ("validator", "jam")]
    view = view_after(*(cash.DeviceConditionChanged(DeviceId(device), condition) for device, condition in said))
    assert view.devices == (DeviceView(DeviceId("validator"), "jam"), DeviceView(DeviceId("printer"), "ready"))


@pytest.mark.parametrize(
    ("event", "state"),
    [
        (cash.VoucherIssued(VoucherNumber("0001"), Money(4860)), "issued"),
        (cash.VoucherUnknown(VoucherNumber("0001"), "paper-out"), "unknown"),
        (cash.VoucherVoided(VoucherNumber("0001"), Money(4860), by=""), "void"),
    ],
)
def test_a_voucher_goes_through_its_states(event, state):
    sent = cash.VoucherSent(VoucherNumber("0001"))
    view = view_after(reserved_voucher("0001"), reserved_voucher("0002", replaces="0001"), sent)
    assert [voucher.state for voucher in view.vouchers] == ["sent", "reserved"]
    fold(view, event)
    assert [(voucher.number, voucher.state) for voucher in view.vouchers] == [("0001", state), ("0002", "reserved")]


def test_of_two_vouchers_that_look_alike_the_latest_is_meant():
    view = view_after(reserved_voucher("0001"), reserved_voucher("0001"), cash.VoucherSent(VoucherNumber("0001")))
    assert [voucher.state for voucher in view.vouchers] == ["reserved", "sent"]


def test_old_vouchers_leave_the_view():
    view = view_after(*(reserved_voucher(f"{number:04}") for number in range(40)))
    assert len(view.vouchers) == LATEST_VOUCHERS
    assert view.vouchers[-1].number == "0039"


@pytest.mark.parametrize("code_first", [True, False])
def test_a_claim_and_its_code_come_in_any_order(code_first):
    events = [cash.ClaimOpened(ClaimId(3), 4, Money(20000)), cash.ClaimCodeGiven(ClaimId(3), 4, "482913")]
    view = view_after(*(reversed(events) if code_first else events), own=4)
    assert view.claims == (ClaimView(ClaimId(3), 4, Money(20000), "482913"),)
    fold(view, cash.ClaimCollected(REQUEST, ClaimId(3), Money(20000), balance=Money(20000)))
    assert (view.claims, view.balance) == ((), 20000)


@pytest.mark.parametrize(
    "event",
    [
        hr.HoleCardsDealt(3, (1, 2)),
        tr.HandNamed(3, HandName("pair", (9,))),
        tr.LeaveAsked(3, "123456"),
        cash.ClaimCodeGiven(ClaimId(1), 3, "123456"),
    ],
)
@pytest.mark.parametrize("own", [4, None])
def test_a_private_event_on_another_screen_is_a_breach(event, own):
    with pytest.raises(InvariantBreach, match="private-event"):
        view_after(event, own=own)


@pytest.mark.parametrize("event", [hr.DeckFixed(HandId(1), (1, 2)), tr.SeedDrawn(HandId(1), bytes(32))])
def test_a_sealed_event_on_a_screen_is_a_breach(event):
    with pytest.raises(InvariantBreach, match="sealed-event"):
        view_after(event)
