"""Pay-outs in coins and by hand that may never be: each breach has its name."""

import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.kiosk import evolve, open_claim
from cashier.money import Money
from cashier.records import ClaimId, PayoutId, RequestId, VoucherNumber
from tests.cashier.hopper_scenes import COIN, FIRST, HOPPER, with_hopper


@pytest.fixture
def kiosk(funded):
    """A kiosk with 70.00 and a hopper of a hundred one-euro coins."""
    return with_hopper(funded)


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
