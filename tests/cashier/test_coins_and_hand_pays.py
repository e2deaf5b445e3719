"""Coins counted out by the hopper with the rest on a ticket, and money that an attendant pays by hand."""

import msgspec
import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.kiosk import evolve, open_claim
from cashier.money import Money
from cashier.records import ClaimId, DeviceId, PayoutId, RequestId, VoucherNumber
from cashier.refusal import Code
from cashier.terms import CashLimits, Hopper, PayLimit

HOPPER, PRINTER = DeviceId("hopper"), DeviceId("printer")
COIN = 100
FIRST = PayoutId(1)


@pytest.fixture
def kiosk(funded):
    """A kiosk with 70.00 and a hopper of a hundred one-euro coins."""
    funded.terms = msgspec.structs.replace(funded.terms, hopper=Hopper(HOPPER, Money(COIN)))
    funded.hopper = Money(100 * COIN)
    funded.do(cash.DeviceReported(HOPPER, "ready"))
    return funded


def limited(kiosk, **limits):
    kiosk.terms = msgspec.structs.replace(kiosk.terms, limits=CashLimits(**limits))


def coins(kiosk, amount):
    """Ask for coins; return the events and the number for the rest."""
    number = kiosk.number()
    return kiosk.do(cash.CashOut(kiosk.request(), Money(amount), number, way="coins")), number


def sent(kiosk, amount, counter=7):
    """Ask for coins and give the hopper leave, where it stands at `counter`."""
    _, number = coins(kiosk, amount)
    kiosk.do(payout.CoinsSending(HOPPER, kiosk.kiosk.payout.payout, counter))
    return number


def wanted(kiosk):
    return [want for want in kiosk.wants() if isinstance(want, payout.DispenseCoins)]


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


# -- by hand -----------------------------------------------------------------------------------------------------


def by_hand(kiosk, amount):
    (locked,) = kiosk.do(cash.CashOut(kiosk.request(), Money(amount), way="hand"))
    return locked


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


# -- what may never happen, broken on purpose --------------------------------------------------------------------

OTHER = VoucherNumber("9" * 18)


def breach(kiosk, *events):
    *before, impossible = events
    for event in before:
        evolve(kiosk.kiosk, event)
    with pytest.raises(InvariantBreach) as caught:
        evolve(kiosk.kiosk, impossible)
    return caught.value.name


def reserved(number=FIRST, coins=12, amount=1200, balance=5800):
    return payout.CoinsReserved(
        RequestId("f"), number, HOPPER, Money(COIN), coins, Money(amount), Money(balance), OTHER, 1
    )


def paid(coins, amount, left, balance, number=FIRST):
    return payout.CoinsDispensed(number, HOPPER, coins, Money(amount), Money(left), Money(balance))


SENT = payout.CoinsSent(FIRST, HOPPER, 7)


def locked(number, amount, balance, replaces=""):
    return payout.HandPayLocked(
        RequestId("f"), PayoutId(number), Money(amount), Money(balance), "asked", 1, VoucherNumber(replaces)
    )


@pytest.mark.parametrize(
    ("events", "name"),
    [
        ((reserved(), reserved(PayoutId(2), balance=4600)), "one-pay-out-at-a-time"),
        ((reserved(coins=13),), "coins-within-the-amount"),
        ((reserved(coins=0),), "coins-within-the-amount"),
        ((reserved(PayoutId(2)),), "pay-out-once"),
        ((reserved(balance=5801),), "balance-as-told"),
        ((SENT,), "pay-out-runs"),
        ((reserved(), payout.CoinsSent(PayoutId(2), HOPPER, 7)), "pay-out-runs"),
        ((reserved(), SENT, SENT), "pay-out-on-its-path"),
        ((reserved(), payout.CoinsNotTaken(FIRST, HOPPER)), "pay-out-on-its-path"),
        ((reserved(), payout.CoinsUnknown(FIRST, HOPPER, "jam")), "pay-out-on-its-path"),
        ((reserved(), paid(12, 1200, 0, 5800)), "paid-after-leave"),
        ((reserved(), SENT, paid(12, 1200, 1, 5801)), "pay-out-adds-up"),
        ((reserved(), SENT, paid(11, 1200, 0, 5800)), "pay-out-adds-up"),
        ((reserved(coins=11), SENT, paid(12, 1200, 0, 5800)), "pay-out-adds-up"),
        ((reserved(), SENT, paid(11, 1100, 100, 5800)), "balance-as-told"),
        ((reserved(), SENT, paid(12, 1200, 0, 5800), paid(12, 1200, 0, 5800)), "pay-out-runs"),
        ((locked(1, 0, 7000),), "hand-pay-positive"),
        ((locked(2, 100, 6900),), "pay-out-once"),
        ((locked(1, 100, 6900, OTHER),), "replaced-once"),
        ((locked(1, 100, 6900), payout.HandPaid(FIRST, Money(99), "eve", "why")), "hand-paid-once"),
        ((payout.HandPaid(FIRST, Money(100), "eve", "why"),), "hand-paid-once"),
        ((locked(1, 100, 6900), payout.HandPayCancelled(FIRST, Money(100), Money(6999), "e", "w")), "balance-as-told"),
        ((payout.ClaimHandPaid(ClaimId(1), Money(100), "eve", "why"),), "claim-collected-once"),
    ],
)
def test_a_pay_out_out_of_order_is_a_breach(kiosk, events, name):
    assert breach(kiosk, *events) == name


def test_a_claim_paid_by_hand_for_another_amount_is_a_breach(kiosk, fold):
    fold(kiosk.kiosk, open_claim(kiosk.kiosk, 3, Money(500), "471108"))
    assert breach(kiosk, payout.ClaimHandPaid(ClaimId(1), Money(499), "eve", "why")) == "claim-collected-once"


def test_a_ticket_reserved_beside_coins_is_a_breach(kiosk):
    beside = cash.VoucherReserved(RequestId("f"), OTHER, Money(1), Money(5799), 1, 2)
    assert breach(kiosk, reserved(), beside) == "one-pay-out-at-a-time"


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
