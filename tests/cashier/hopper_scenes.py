"""A kiosk with a hopper for the tests of pay-outs, and what is asked of it there."""

import msgspec

from cashier import payout_records as payout
from cashier import records as cash
from cashier.money import Money
from cashier.records import DeviceId, PayoutId
from cashier.terms import CashLimits, Hopper

HOPPER, PRINTER = DeviceId("hopper"), DeviceId("printer")
COIN = 100
FIRST = PayoutId(1)


def with_hopper(funded):
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


def by_hand(kiosk, amount):
    (locked,) = kiosk.do(cash.CashOut(kiosk.request(), Money(amount), way="hand"))
    return locked
