"""How pay-outs by hopper and hand change the kiosk."""

from typing import Final

import msgspec

from cashier import payout_records as payout
from cashier.invariant import InvariantBreach, invariant
from cashier.kiosk.rows import Evolver
from cashier.kiosk.rows import evolver_row as _row
from cashier.kiosk.state import CoinPayout, HandPay, Kiosk, move, remember, take_number, take_out
from cashier.money import Money
from cashier.payout_records import PayoutState
from cashier.records import Event, PayoutId, VoucherNumber

_STEPS: Final[dict[PayoutState, tuple[PayoutState, ...]]] = {
    "reserved": ("sent",),
    "sent": ("reserved", "unknown"),
    "unknown": ("reserved",),
}
"""From `sent` and `unknown` back to `reserved` leads only the hopper's own count, which had not moved."""


def _coins_reserved(kiosk: Kiosk, event: payout.CoinsReserved) -> None:
    invariant(not kiosk.pays, "one-pay-out-at-a-time", "coins are reserved while another pay-out is not proven")
    invariant(
        0 < event.coin * event.coins <= event.amount,
        "coins-within-the-amount",
        f"{event.coins} coins of {event.coin} are to be paid out of {event.amount}",
    )
    take_number(kiosk, event.payout)
    take_out(kiosk, event.amount, event.balance, VoucherNumber(""))
    kiosk.payout = CoinPayout(
        event.payout, event.request, event.device, event.coin, event.coins, event.amount, event.number, event.day
    )
    remember(kiosk, event.request)


def _open(kiosk: Kiosk, number: PayoutId) -> CoinPayout:
    """The hopper's pay-out, which the event must speak of."""
    running = kiosk.payout
    if running is None or running.payout != number:
        raise InvariantBreach("pay-out-runs", f"an event speaks of pay-out {number}, which does not run")
    return running


def _step(kiosk: Kiosk, number: PayoutId, state: PayoutState, counter: int | None = None) -> None:
    before = _open(kiosk, number)
    invariant(state in _STEPS[before.state], "pay-out-on-its-path", f"a pay-out went from {before.state} to {state}")
    after = before.counter if counter is None else counter
    kiosk.payout = msgspec.structs.replace(before, state=state, counter=after)


def _coins_sent(kiosk: Kiosk, event: payout.CoinsSent) -> None:
    _step(kiosk, event.payout, "sent", event.counter)


def _coins_not_taken(kiosk: Kiosk, event: payout.CoinsNotTaken) -> None:
    _step(kiosk, event.payout, "reserved")


def _coins_unknown(kiosk: Kiosk, event: payout.CoinsUnknown) -> None:
    _step(kiosk, event.payout, "unknown")


def _coins_dispensed(kiosk: Kiosk, event: payout.CoinsDispensed) -> None:
    before = _open(kiosk, event.payout)
    invariant(
        event.amount + event.left == before.amount
        and event.amount == event.paid * before.coin
        and event.paid <= before.coins,
        "pay-out-adds-up",
        f"{before.amount} were to be paid, {event.paid} coins and {event.left} on the balance do not make it",
    )
    invariant(
        before.state != "reserved" or event.paid == 0,
        "paid-after-leave",
        f"{event.paid} coins were paid before the hopper was told",
    )
    kiosk.payout = None
    kiosk.paid = kiosk.paid.plus(before.day, "coins", event.amount)
    move(kiosk, event.left, event.balance)


def _hand_pay_locked(kiosk: Kiosk, event: payout.HandPayLocked) -> None:
    invariant(event.amount > 0, "hand-pay-positive", f"{event.amount} are to be paid by hand")
    take_number(kiosk, event.payout)
    take_out(kiosk, event.amount, event.balance, event.replaces)
    kiosk.hand_pays[event.payout] = HandPay(event.payout, event.amount, event.cause, event.day)
    kiosk.paid = kiosk.paid.plus(event.day, "hand", event.amount)
    remember(kiosk, event.request)


def _settle(kiosk: Kiosk, number: PayoutId, amount: Money) -> HandPay:
    waits = kiosk.hand_pays.pop(number, None)
    if waits is None or waits.amount != amount:
        raise InvariantBreach("hand-paid-once", f"hand-pay {number} of {amount} ends, the books have {waits}")
    return waits


def _hand_paid(kiosk: Kiosk, event: payout.HandPaid) -> None:
    _settle(kiosk, event.payout, event.amount)


def _hand_pay_cancelled(kiosk: Kiosk, event: payout.HandPayCancelled) -> None:
    before = _settle(kiosk, event.payout, event.amount)
    move(kiosk, event.amount, event.balance)
    if before.day == kiosk.paid.day:
        kiosk.paid = kiosk.paid.plus(before.day, "hand", -event.amount)


def _claim_hand_paid(kiosk: Kiosk, event: payout.ClaimHandPaid) -> None:
    claim = kiosk.claims.pop(event.claim, None)
    invariant(
        claim is not None and claim.amount == event.amount,
        "claim-collected-once",
        f"claim {event.claim} of {event.amount} was paid by hand, the books have {claim}",
    )


def _in_the_ledger_alone(_kiosk: Kiosk, _event: Event) -> None:
    """The content of the hopper stands in the ledger."""


PAYOUT_EVOLVERS: Final[tuple[tuple[type[Event], Evolver], ...]] = (
    _row(payout.CoinsReserved, _coins_reserved),
    _row(payout.CoinsSent, _coins_sent),
    _row(payout.CoinsNotTaken, _coins_not_taken),
    _row(payout.CoinsUnknown, _coins_unknown),
    _row(payout.CoinsDispensed, _coins_dispensed),
    _row(payout.HandPayLocked, _hand_pay_locked),
    _row(payout.HandPaid, _hand_paid),
    _row(payout.HandPayCancelled, _hand_pay_cancelled),
    _row(payout.ClaimHandPaid, _claim_hand_paid),
    _row(payout.HopperFilled, _in_the_ledger_alone),
    _row(payout.HopperCounted, _in_the_ledger_alone),
)
