"""Coins counted out by the hopper with the rest on a ticket, and what is in the hopper."""

import msgspec
import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.kiosk import open_claim
from cashier.money import Money
from cashier.records import ClaimId
from cashier.refusal import Code
from cashier.terms import Hopper
from tests.cashier.hopper_scenes import COIN, FIRST, HOPPER, PRINTER, by_hand, coins, sent, wanted, with_hopper


@pytest.fixture
def kiosk(funded):
    """A kiosk with 70.00 and a hopper of a hundred one-euro coins."""
    return with_hopper(funded)


# -- the way of coins --------------------------------------------------------------------------------------------


def test_the_whole_amount_waits_before_the_hopper_is_told(kiosk):
    (reserved,), number = coins(kiosk, 1250)
    assert reserved == payout.CoinsReserved(
        reserved.request, FIRST, HOPPER, Money(COIN), 12, Money(1250), Money(5750), number, reserved.day
    )
    assert wanted(kiosk) == [payout.DispenseCoins(HOPPER, FIRST, 12, "reserved", 0)]


def test_the_hoppers_count_is_committed_before_it_pays(kiosk):
    coins(kiosk, 1200)
    assert kiosk.do(payout.CoinsSending(HOPPER, FIRST, 7)) == [payout.CoinsSent(FIRST, HOPPER, 7)]
    assert wanted(kiosk) == [payout.DispenseCoins(HOPPER, FIRST, 12, "sent", 7)]


def test_a_whole_pay_out_ends_with_the_hoppers_word(kiosk):
    sent(kiosk, 1200)
    assert kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 12, 0)) == [
        payout.CoinsDispensed(FIRST, HOPPER, 12, Money(1200), Money(0), Money(5800))
    ]
    assert wanted(kiosk) == []
    assert kiosk.kiosk.paid.coins == 1200


def test_what_is_no_whole_coin_goes_on_a_ticket(kiosk):
    number = sent(kiosk, 1250)
    dispensed, reserved = kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 12, 0))
    assert dispensed.left == 50
    assert (reserved.number, reserved.amount, reserved.balance) == (number, 50, 5750)


@pytest.mark.parametrize("amount", [99, 50])
def test_less_than_a_coin_is_a_ticket_alone(kiosk, amount):
    (event,), _ = coins(kiosk, amount)
    assert isinstance(event, cash.VoucherReserved)


def test_an_amount_beyond_the_hoppers_content_goes_on_the_ticket(kiosk):
    kiosk.hopper = Money(3 * COIN)
    (reserved,), _ = coins(kiosk, 1200)
    assert (reserved.coins, reserved.amount) == (3, 1200)


def test_no_hopper_is_told_more_than_it_can_count(kiosk):
    kiosk.hopper = Money(10_000 * COIN)
    for _note in range(6):
        kiosk.insert(5000)
    (reserved,), _ = coins(kiosk, 30_000)
    assert (reserved.coins, reserved.amount) == (255, 30_000)


@pytest.mark.parametrize("condition", ["jam", "empty", "absent", "fault", "runaway"])
def test_a_hopper_that_is_not_ready_pays_nothing(kiosk, condition):
    kiosk.do(cash.DeviceReported(HOPPER, condition))
    (event,), _ = coins(kiosk, 1200)
    assert isinstance(event, cash.VoucherReserved)


def test_a_table_without_a_hopper_prints(funded):
    (event,) = funded.do(cash.CashOut(funded.request(), Money(1200), funded.number(), way="coins"))
    assert isinstance(event, cash.VoucherReserved)


def test_one_pay_out_of_the_devices_at_a_time(kiosk):
    coins(kiosk, 1200)
    again = cash.CashOut(kiosk.request(), Money(100), kiosk.number())
    assert kiosk.refuse(again) == Code.PAY_OUT_RUNNING
    assert kiosk.refuse(msgspec.structs.replace(again, way="coins")) == Code.PAY_OUT_RUNNING


# -- asking the hopper -------------------------------------------------------------------------------------------


def test_the_same_count_means_that_it_never_heard_of_it(kiosk):
    sent(kiosk, 1200)
    assert kiosk.do(payout.CoinsUntaken(HOPPER, FIRST, 7)) == [payout.CoinsNotTaken(FIRST, HOPPER)]
    assert wanted(kiosk) == [payout.DispenseCoins(HOPPER, FIRST, 12, "reserved", 7)]
    assert kiosk.refuse(payout.CoinsUntaken(HOPPER, FIRST, 7)) == Code.ALREADY_SO
    kiosk.do(payout.CoinsSending(HOPPER, FIRST, 7))


@pytest.mark.parametrize(("stood", "stands"), [(0, 1), (254, 255), (255, 1)])
def test_the_next_count_means_that_it_did(kiosk, stood, stands):
    sent(kiosk, 1200, stood)
    kiosk.do(payout.CoinsPaid(HOPPER, FIRST, stands, 12, 0))


def test_a_hopper_that_refuses_has_paid_nothing_and_all_of_it_goes_on_a_ticket(kiosk):
    number = sent(kiosk, 1200)
    dispensed, reserved = kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 7, 0, 12))
    assert (dispensed.paid, reserved.number, reserved.amount) == (0, number, 1200)


@pytest.mark.parametrize("counter", [0, 7, 9, 255])
def test_any_other_count_tells_nothing(kiosk, counter):
    sent(kiosk, 1200)
    assert kiosk.refuse(payout.CoinsPaid(HOPPER, FIRST, counter, 12, 0)) == Code.COUNTER_OUT_OF_ORDER
    if counter != 7:
        assert kiosk.refuse(payout.CoinsUntaken(HOPPER, FIRST, counter)) == Code.COUNTER_OUT_OF_ORDER


def test_a_hopper_that_comes_back_ends_the_doubt_itself(kiosk):
    sent(kiosk, 1200)
    kiosk.do(payout.CoinsInDoubt(HOPPER, FIRST, "absent"))
    assert wanted(kiosk) == [payout.DispenseCoins(HOPPER, FIRST, 12, "unknown", 7)]
    kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 5, 7))
    assert kiosk.kiosk.payout is None


def test_every_word_of_the_hopper_counts_once(kiosk):
    sent(kiosk, 1200)
    assert kiosk.refuse(payout.CoinsSending(HOPPER, FIRST, 7)) == Code.WRONG_VOUCHER_STATE
    kiosk.do(payout.CoinsInDoubt(HOPPER, FIRST, "jam"))
    assert kiosk.refuse(payout.CoinsInDoubt(HOPPER, FIRST, "jam")) == Code.ALREADY_DONE
    kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 12, 0))
    for late in (
        payout.CoinsSending(HOPPER, FIRST, 7),
        payout.CoinsPaid(HOPPER, FIRST, 8, 12, 0),
        payout.CoinsUntaken(HOPPER, FIRST, 7),
        payout.CoinsInDoubt(HOPPER, FIRST, "jam"),
        payout.ResolvePayout(FIRST, 12, "eve", "why"),
    ):
        assert kiosk.refuse(late) == Code.ALREADY_DONE


@pytest.mark.parametrize(
    "command",
    [
        payout.CoinsSending(HOPPER, FIRST, 7),
        payout.CoinsPaid(HOPPER, FIRST, 8, 12, 0),
        payout.CoinsUntaken(HOPPER, FIRST, 7),
        payout.CoinsInDoubt(HOPPER, FIRST, "jam"),
        payout.ResolvePayout(FIRST, 12, "eve", "why"),
        payout.SettleHandPay(FIRST, "paid", "eve", "why"),
    ],
)
def test_a_pay_out_that_never_began_is_refused(kiosk, command):
    assert kiosk.refuse(command) == Code.NO_SUCH_PAY_OUT


def test_nothing_is_paid_before_leave_was_given(kiosk):
    coins(kiosk, 1200)
    assert kiosk.refuse(payout.CoinsPaid(HOPPER, FIRST, 8, 12, 0)) == Code.WRONG_VOUCHER_STATE
    assert kiosk.refuse(payout.CoinsInDoubt(HOPPER, FIRST, "jam")) == Code.WRONG_VOUCHER_STATE
    assert kiosk.refuse(payout.CoinsSending(PRINTER, FIRST, 7)) == Code.NO_SUCH_DEVICE


def test_less_than_nothing_is_never_paid(kiosk):
    sent(kiosk, 1200)
    assert kiosk.refuse(payout.CoinsPaid(HOPPER, FIRST, 8, -1, 13)) == Code.AMOUNT_UNUSABLE
    kiosk.do(payout.CoinsInDoubt(HOPPER, FIRST, "jam"))
    assert kiosk.refuse(payout.ResolvePayout(FIRST, -1, "eve", "why")) == Code.AMOUNT_UNUSABLE


def test_coins_too_many_are_the_houses_loss_and_shut_the_hopper(kiosk):
    sent(kiosk, 1200)
    dispensed, ran_away = kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 14, 0))
    assert (dispensed.paid, dispensed.extra, dispensed.found) == (12, 200, 0)
    assert ran_away == cash.DeviceConditionChanged(HOPPER, "runaway")
    assert kiosk.refuse(cash.DeviceReported(HOPPER, "ready")) == Code.NOT_ALLOWED
    kiosk.do(cash.DeviceReported(HOPPER, "ready", by="eve"))


def test_coins_of_which_the_books_did_not_know_are_found_first(kiosk):
    kiosk.hopper = Money(12 * COIN)
    sent(kiosk, 1200)
    dispensed, _ = kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 15, 0))
    assert (dispensed.extra, dispensed.found) == (300, 300)


# -- the attendant -----------------------------------------------------------------------------------------------


def test_an_attendant_counts_what_the_hopper_cannot_tell(kiosk):
    number = sent(kiosk, 1200)
    assert kiosk.refuse(payout.ResolvePayout(FIRST, 5, "eve", "why")) == Code.WRONG_VOUCHER_STATE
    kiosk.do(payout.CoinsInDoubt(HOPPER, FIRST, "absent"))
    dispensed, reserved = kiosk.do(payout.ResolvePayout(FIRST, 5, "eve", "counted"))
    assert (dispensed.paid, dispensed.by, dispensed.reason) == (5, "eve", "counted")
    assert (reserved.number, reserved.amount) == (number, 700)


def test_a_pay_out_that_never_began_is_taken_back_without_a_ticket(kiosk):
    coins(kiosk, 1200)
    assert kiosk.refuse(payout.ResolvePayout(FIRST, 1, "eve", "why")) == Code.WRONG_VOUCHER_STATE
    (dispensed,) = kiosk.do(payout.ResolvePayout(FIRST, 0, "eve", "why"))
    assert (dispensed.left, dispensed.balance) == (1200, 7000)
    assert not kiosk.kiosk.pays


@pytest.mark.parametrize(("by", "reason", "code"), [("", "why", Code.NOT_ALLOWED), ("eve", " ", Code.REASON_NEEDED)])
def test_r_mtr_9_nobody_moves_money_without_name_and_reason(kiosk, fold, by, reason, code):
    number = kiosk.issued(1000)
    sent(kiosk, 1200)
    kiosk.do(payout.CoinsInDoubt(HOPPER, FIRST, "absent"))
    fold(kiosk.kiosk, open_claim(kiosk.kiosk, 3, Money(500), "471108"))
    for command in (
        payout.ResolvePayout(FIRST, 5, by, reason),
        payout.SettleHandPay(FIRST, "paid", by, reason),
        payout.PayClaim(ClaimId(1), by, reason),
        cash.ResolveVoucher(number, "hand-paid", by, reason=reason),
    ):
        assert kiosk.refuse(command) == code


# -- what is in the hopper ---------------------------------------------------------------------------------------


def test_staff_fill_count_and_empty_the_hopper(kiosk):
    assert kiosk.do(payout.FillHopper(20, "eve")) == [payout.HopperFilled("eve", 20, Money(2000))]
    assert kiosk.do(payout.CountHopper(99, "eve")) == [payout.HopperCounted("eve", Money(9900), Money(10_000))]
    assert kiosk.do(payout.CountHopper(99, "eve", emptied=True)) == [
        payout.HopperCounted("eve", Money(9900), Money(10_000), emptied=True)
    ]


@pytest.mark.parametrize("command", [payout.FillHopper(20, "eve"), payout.CountHopper(20, "eve")])
def test_nobody_reaches_into_a_hopper_that_owes_coins(kiosk, command):
    coins(kiosk, 1200)
    assert kiosk.refuse(command) == Code.PAY_OUT_RUNNING


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (payout.FillHopper(20, ""), Code.NOT_ALLOWED),
        (payout.FillHopper(0, "eve"), Code.AMOUNT_UNUSABLE),
        (payout.FillHopper(-1, "eve"), Code.AMOUNT_UNUSABLE),
        (payout.CountHopper(-1, "eve"), Code.AMOUNT_UNUSABLE),
        (payout.CountHopper(1, ""), Code.NOT_ALLOWED),
    ],
)
def test_a_hopper_is_filled_and_counted_by_somebody(kiosk, command, code):
    assert kiosk.refuse(command) == code


def test_an_empty_hopper_may_be_counted(kiosk):
    kiosk.do(payout.CountHopper(0, "eve"))


def test_without_a_hopper_nothing_is_filled_or_counted(funded):
    assert funded.refuse(payout.FillHopper(1, "eve")) == Code.NO_SUCH_DEVICE
    assert funded.refuse(payout.CountHopper(1, "eve")) == Code.NO_SUCH_DEVICE


# -- at the edges ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", ["coins", "hand"])
def test_a_request_for_coins_or_a_hand_pay_is_carried_out_once(kiosk, way):
    asked = cash.CashOut(kiosk.request(), Money(1200), kiosk.number(), way=way)
    kiosk.do(asked)
    assert kiosk.refuse(asked) == Code.ALREADY_DONE


def test_the_smallest_coin_and_the_smallest_hand_pay_go_out(kiosk):
    kiosk.terms = msgspec.structs.replace(kiosk.terms, hopper=Hopper(HOPPER, Money(1)))
    (reserved,), _ = coins(kiosk, 1)
    assert (reserved.coins, reserved.amount) == (1, 1)
    assert by_hand(kiosk, 1).amount == 1
