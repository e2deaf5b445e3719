"""Money that an attendant pays by hand, and how much may go out by every way."""

import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.kiosk import open_claim
from cashier.money import Money
from cashier.records import ClaimId, DeviceId
from cashier.refusal import Code
from cashier.terms import PayLimit
from tests.cashier.hopper_scenes import FIRST, HOPPER, PRINTER, by_hand, coins, limited, sent, with_hopper


@pytest.fixture
def kiosk(funded):
    """A kiosk with 70.00 and a hopper of a hundred one-euro coins."""
    return with_hopper(funded)


# -- by hand -----------------------------------------------------------------------------------------------------


def test_money_for_an_attendant_is_locked_until_he_has_paid_it(kiosk):
    locked = by_hand(kiosk, 3000)
    assert (locked.amount, locked.balance, locked.cause) == (3000, 4000, "asked")
    assert kiosk.do(payout.SettleHandPay(FIRST, "paid", "eve", "cash")) == [
        payout.HandPaid(FIRST, Money(3000), "eve", "cash")
    ]
    assert kiosk.refuse(payout.SettleHandPay(FIRST, "paid", "eve", "cash")) == Code.ALREADY_DONE


def test_a_hand_pay_may_go_back_to_the_balance(kiosk):
    by_hand(kiosk, 3000)
    assert kiosk.kiosk.paid.hand == 3000
    assert kiosk.do(payout.SettleHandPay(FIRST, "cancelled", "eve", "he stays")) == [
        payout.HandPayCancelled(FIRST, Money(3000), Money(7000), "eve", "he stays")
    ]
    assert kiosk.kiosk.paid.hand == 0


def test_what_was_locked_yesterday_is_not_given_back_to_the_limit_of_today(kiosk):
    by_hand(kiosk, 3000)
    tomorrow = 1_800_000_000_000 + 86_400_000
    kiosk.do(cash.CashOut(kiosk.request(), Money(1000), way="hand"), wall_ms=tomorrow)
    kiosk.do(payout.SettleHandPay(FIRST, "cancelled", "eve", "he stays"), wall_ms=tomorrow)
    assert kiosk.kiosk.paid.hand == 1000


def test_hand_pays_wait_beside_each_other_and_beside_a_ticket(kiosk):
    by_hand(kiosk, 1000)
    kiosk.cash_out(500)
    by_hand(kiosk, 2000)
    assert {waits.amount for waits in kiosk.kiosk.hand_pays.values()} == {1000, 2000}


def test_r_mon_6_from_the_limit_on_an_attendant_pays(kiosk):
    limited(kiosk, hand_pay=Money(2000))
    (locked,) = kiosk.do(cash.CashOut(kiosk.request(), Money(2000), kiosk.number()))
    assert locked.cause == "limit"
    (reserved,) = kiosk.do(cash.CashOut(kiosk.request(), Money(1999), kiosk.number()))
    assert isinstance(reserved, cash.VoucherReserved)


@pytest.mark.parametrize("condition", ["absent", "paper-out", "cover-open", "jam", "fault"])
def test_r_tlt_4_what_no_device_can_pay_is_locked_for_an_attendant(kiosk, condition):
    kiosk.do(cash.DeviceReported(PRINTER, condition))
    kiosk.do(cash.DeviceReported(HOPPER, "empty"))
    (locked,), _ = coins(kiosk, 3000)
    assert (locked.cause, locked.amount) == ("no-device", 3000)


def test_r_tlt_4_the_rest_of_coins_is_locked_where_no_ticket_can_be_printed(kiosk):
    sent(kiosk, 1200)
    kiosk.do(cash.DeviceReported(PRINTER, "paper-out"))
    dispensed, locked = kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 5, 7))
    assert (dispensed.left, locked.amount, locked.cause, locked.payout) == (700, 700, "no-device", 2)


def test_a_ticket_in_doubt_may_be_paid_by_hand(kiosk):
    number = kiosk.in_doubt(3000)
    voided, locked = kiosk.do(cash.ResolveVoucher(number, "hand-paid", "eve", reason="no paper"))
    assert voided.balance is None
    assert (locked.amount, locked.replaces, locked.cause) == (3000, number, "in-doubt")
    assert kiosk.kiosk.owed is None
    assert not kiosk.kiosk.pays
    assert kiosk.kiosk.balance == 4000


def test_a_good_ticket_may_be_paid_by_hand_once(kiosk):
    number = kiosk.issued(3000)
    paid = cash.ResolveVoucher(number, "hand-paid", "eve", reason="the scanner is broken")
    (event,) = kiosk.do(paid)
    assert (event.amount, event.reason) == (3000, "the scanner is broken")
    assert kiosk.refuse(paid) == Code.ALREADY_DONE


@pytest.mark.parametrize("steps", [0, 1])
def test_a_ticket_that_is_being_printed_is_not_paid_by_hand(kiosk, steps):
    number = kiosk.cash_out(3000)
    for command in (cash.TicketSending(number),)[:steps]:
        kiosk.do(command)
    paid = cash.ResolveVoucher(number, "hand-paid", "eve", reason="why")
    assert kiosk.refuse(paid) == Code.WRONG_VOUCHER_STATE


def test_a_claim_that_nobody_collects_is_paid_by_hand_once(kiosk, fold):
    fold(kiosk.kiosk, open_claim(kiosk.kiosk, 3, Money(500), "471108"))
    assert kiosk.do(payout.PayClaim(ClaimId(1), "eve", "he came back")) == [
        payout.ClaimHandPaid(ClaimId(1), Money(500), "eve", "he came back")
    ]
    assert kiosk.refuse(payout.PayClaim(ClaimId(1), "eve", "he came back")) == Code.NO_SUCH_CLAIM


# -- limits ------------------------------------------------------------------------------------------------------


def test_no_more_goes_out_at_once_than_the_limit(kiosk):
    limited(kiosk, total=PayLimit(once=Money(2000)))
    assert kiosk.refuse(cash.CashOut(kiosk.request(), Money(2001), kiosk.number())) == Code.ABOVE_PAY_LIMIT
    kiosk.issued(2000)


def test_no_more_goes_out_in_a_gaming_day_than_the_limit(kiosk):
    limited(kiosk, total=PayLimit(day=Money(3000)))
    kiosk.issued(2000)
    assert kiosk.refuse(cash.CashOut(kiosk.request(), Money(1001), kiosk.number())) == Code.ABOVE_PAY_LIMIT
    by_hand(kiosk, 1000)
    tomorrow = 1_800_000_000_000 + 86_400_000
    kiosk.do(cash.CashOut(kiosk.request(), Money(3000), kiosk.number()), wall_ms=tomorrow)


def test_coins_tickets_and_hand_pays_all_count_toward_what_goes_out_in_a_gaming_day(kiosk):
    limited(kiosk, total=PayLimit(day=Money(3000)))
    coins(kiosk, 700)
    kiosk.do(payout.CoinsSending(HOPPER, FIRST, 7))
    kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 7, 0))
    kiosk.issued(1000)
    by_hand(kiosk, 500)
    assert kiosk.refuse(cash.CashOut(kiosk.request(), Money(801), kiosk.number())) == Code.ABOVE_PAY_LIMIT
    kiosk.issued(800)


def test_a_limit_that_is_set_below_what_went_out_already_leaves_no_room():
    assert PayLimit(day=Money(500)).room(100, today=800) == 0


def test_beyond_the_printers_limit_an_attendant_pays(kiosk):
    limited(kiosk, ticket=PayLimit(once=Money(2000), day=Money(3000)))
    kiosk.issued(2000)
    (locked,) = kiosk.do(cash.CashOut(kiosk.request(), Money(1001), kiosk.number()))
    assert locked.cause == "limit"
    kiosk.issued(1000)


def test_beyond_the_hoppers_limit_the_rest_goes_on_a_ticket(kiosk):
    limited(kiosk, coins=PayLimit(once=Money(550), day=Money(800)))
    (reserved,), _ = coins(kiosk, 1200)
    assert reserved.coins == 5
    kiosk.do(payout.CoinsSending(HOPPER, FIRST, 7))
    kiosk.do(payout.CoinsPaid(HOPPER, FIRST, 8, 5, 0))
    rest = kiosk.kiosk.paying
    kiosk.do(cash.TicketSending(rest))
    kiosk.do(cash.TicketPrinted(rest))
    (reserved,), _ = coins(kiosk, 1200)
    assert reserved.coins == 3


def test_r_mon_2_notes_are_taken_while_the_balance_stays_within_its_limit(kiosk):
    limited(kiosk, balance=Money(9000))
    (slot,) = (want for want in kiosk.wants() if isinstance(want, cash.TakeNotes))
    assert slot.amounts == (1000, 2000)
    (held,) = kiosk.do(cash.NoteEscrowed(DeviceId("validator"), 5, Money(5000)))
    assert not held.accept
