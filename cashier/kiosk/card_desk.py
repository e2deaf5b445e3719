"""The kiosk's half of payments by card: the one that runs, the open day of the terminal, and how events change them.

All of it is one frozen record in the kiosk's state. One payment runs at a time, and none while the terminal ends its
day.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from cashier.card_records import (
    BatchTotals,
    CardKind,
    CardMark,
    CardPaymentId,
    CardPhase,
    CardReceipt,
    CardState,
    CloseBatch,
    RunCard,
    SettlementId,
    UndoCard,
)
from cashier.invariant import InvariantBreach, invariant
from cashier.money import ZERO, Money
from cashier.records import DeviceId, RequestId, Want

_STEPS: Final[Mapping[CardState, tuple[CardState, ...]]] = {
    "reserved": ("sent",),
    "sent": ("unknown", "reversing", "stuck"),
    "unknown": ("reversing", "stuck"),
    "reversing": ("stuck",),
    "stuck": ("reversing",),
}
"""A payment that was sent is never sent again, so nothing leads back to `reserved` or `sent`."""


class CardPayment(msgspec.Struct, frozen=True):
    """A payment by card that has not come to its end. `at` is wall ms, `day` the gaming day in which it counts.

    `receipt` is what the terminal took where that may not stand.
    """

    payment: CardPaymentId
    request: RequestId
    kind: CardKind
    device: DeviceId
    amount: Money
    currency: int
    day: int
    at: int
    state: CardState = "reserved"
    mark: CardMark = CardMark()
    phase: CardPhase = "wait"
    cancelling: bool = False
    receipt: CardReceipt | None = None


class Settlement(msgspec.Struct, frozen=True):
    """An end of day that runs; `totals` is what the terminal said it holds, once it may end it."""

    settlement: SettlementId
    device: DeviceId
    by: str
    expected: BatchTotals
    totals: BatchTotals | None = None


class BoughtToday(msgspec.Struct, frozen=True):
    """What came in by card on gaming day `day`."""

    day: int = 0
    amount: Money = ZERO

    def on(self, day: int) -> "BoughtToday":
        """The same for `day`: nothing yet, if that is a later day."""
        return BoughtToday(day) if day > self.day else self


class CardDesk(msgspec.Struct, frozen=True):
    """Payments by card: the running one, what the books say the terminal holds, and what settlements left open.

    `over` is what the bank has paid or owes beyond the books, `short` what it does not owe by the terminal's word.
    """

    running: CardPayment | None = None
    next_payment: CardPaymentId = CardPaymentId(1)
    batch: BatchTotals = BatchTotals()
    bought: BoughtToday = BoughtToday()
    settlement: Settlement | None = None
    next_settlement: SettlementId = SettlementId(1)
    over: Money = ZERO
    short: Money = ZERO

    @property
    def busy(self) -> bool:
        """Whether the terminal has something to do."""
        return self.running is not None or self.settlement is not None

    @property
    def waiting(self) -> Money:
        """What stands in suspense for the running payment."""
        return self.running.amount if self.running is not None else ZERO

    @property
    def clearing(self) -> Money:
        """What the bank should owe the house by the books, a purchase that runs included."""
        asked = self.waiting if self.running is not None and self.running.kind == "purchase" else ZERO
        return Money(self.batch.amount + self.short + asked)


# -- steps --------------------------------------------------------------------------------------------------------


def begin(desk: CardDesk, payment: CardPayment) -> CardDesk:
    """A payment is reserved."""
    invariant(not desk.busy, "one-card-payment-at-a-time", "a payment by card begins while the terminal is at another")
    invariant(
        payment.payment == desk.next_payment and payment.amount > 0,
        "card-payment-once",
        f"payment {payment.payment} of {payment.amount} begins, the next one is {desk.next_payment}",
    )
    after = CardPaymentId(payment.payment + 1)
    return msgspec.structs.replace(desk, running=payment, next_payment=after)


def running(desk: CardDesk, payment: CardPaymentId) -> CardPayment:
    """The payment that an event speaks of, which must be the running one."""
    if desk.running is None or desk.running.payment != payment:
        raise InvariantBreach("card-payment-runs", f"an event speaks of payment {payment}, which does not run")
    return desk.running


def step(
    desk: CardDesk,
    payment: CardPaymentId,
    state: CardState,
    mark: CardMark | None = None,
    receipt: CardReceipt | None = None,
) -> CardDesk:
    """Take the running payment one step along its path."""
    before = running(desk, payment)
    invariant(
        state in _STEPS[before.state], "card-payment-on-its-path", f"a payment went from {before.state} to {state}"
    )
    after = msgspec.structs.replace(
        before, state=state, mark=mark or before.mark, receipt=receipt or before.receipt, phase="wait"
    )
    return msgspec.structs.replace(desk, running=after)


def end(desk: CardDesk, payment: CardPaymentId, amount: Money, kind: CardKind) -> CardPayment:
    """Check that an event may end the running payment with this amount, and return it as it was."""
    before = running(desk, payment)
    invariant(
        before.kind == kind and before.amount == amount,
        "card-payment-keeps-its-amount",
        f"a {before.kind} of {before.amount} ends as a {kind} of {amount}",
    )
    return before


def over(desk: CardDesk, moved: int) -> CardDesk:
    """The running payment is over; the bank owes `moved` more for it, or less, or the same where that is 0."""
    batch = BatchTotals(desk.batch.count + bool(moved), Money(desk.batch.amount + moved))
    invariant(batch.amount >= 0, "cards-not-below-zero", f"the bank would owe {batch.amount} for its open day")
    return msgspec.structs.replace(desk, running=None, batch=batch)


# -- wants --------------------------------------------------------------------------------------------------------


def card_wants(desk: CardDesk) -> list[Want]:
    """What the terminal is to do; what is stuck it is not asked again."""
    wanted: list[Want] = []
    if desk.running is not None:
        wanted += _of_payment(desk.running)
    if desk.settlement is not None:
        closing = desk.settlement
        totals = closing.totals or BatchTotals()
        wanted.append(CloseBatch(closing.device, closing.settlement, closing.totals is not None, totals))
    return wanted


def _of_payment(row: CardPayment) -> list[Want]:
    if row.state == "stuck":
        return []
    if row.state == "reversing" and row.receipt is not None:
        return [UndoCard(row.device, row.payment, row.receipt)]
    return [RunCard(row.device, row.payment, row.kind, row.amount, row.currency, row.state, row.mark, row.cancelling)]
