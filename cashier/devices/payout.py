"""What a device that pays cash is to its host: orders in, words out, and a mark that makes an order unrepeatable.

An order is carried out in two steps, like a ticket. The driver says `PayReady` with the device's own counters as they
stand; the host makes that mark durable and hands the order back with it; only then is the device told to pay. Whatever
happens afterwards - a lost answer, a pulled cable, another process - the counters against the mark tell whether the
order was taken, so it is asked before it acts and never repeated blindly (reliability.md §2, "hopper short pay").
"""

from collections.abc import Collection
from typing import Literal, NewType, Protocol

import msgspec

from cashier.money import Money
from cashier.note_records import NotePile
from cashier.records import DeviceId

OrderId = NewType("OrderId", str)
"""The host's name for one order; the same id is paid once."""

PayCondition = Literal["absent", "wrong-device", "ready", "low", "empty", "jam", "stacker-removed", "fraud", "fault"]
"""What a paying device says of itself, in the words of `cashier.records.Condition`; `low` still pays."""

Cause = Literal["empty", "jam", "fraud", "stopped", "power", "refused", "fault"]
"""Why less was paid than ordered."""

PAYING: frozenset[PayCondition] = frozenset({"ready", "low"})
"""Conditions in which an order can be begun."""


class Mark(msgspec.Struct, frozen=True):
    """A device's counters before an order.

    `counter` is its event counter, or the number of notes it has ever paid out; a recycler adds the number of notes it
    has ever moved from its store to the cash box, and those it holds.
    """

    counter: int
    moved: int = 0
    piles: tuple[NotePile, ...] = ()


class PayOrder(msgspec.Struct, frozen=True):
    """Pay `amount`. Without a mark the driver only asks for leave; with one it may act."""

    order: OrderId
    amount: Money
    mark: Mark | None = None


class PayReady(msgspec.Struct, frozen=True, tag=True):
    """The device can begin this order; its counters stand at `mark`."""

    device: DeviceId
    order: OrderId
    mark: Mark


class Dispensed(msgspec.Struct, frozen=True, tag=True):
    """All of the order is paid; `counter` is the device's own number of this payout, `piles` the notes if any."""

    device: DeviceId
    order: OrderId
    counter: int
    paid: Money
    piles: tuple[NotePile, ...] = ()


class Incomplete(msgspec.Struct, frozen=True, tag=True):
    """The device stopped for good after `paid`, by its own count; `unpaid` is the host's to pay another way."""

    device: DeviceId
    order: OrderId
    counter: int
    paid: Money
    unpaid: Money
    cause: Cause
    piles: tuple[NotePile, ...] = ()


class PayInDoubt(msgspec.Struct, frozen=True, tag=True):
    """The counters do not tell what was paid. `counted` is what the device claims, if it claims anything."""

    device: DeviceId
    order: OrderId
    counter: int
    counted: Money


class PayCount(msgspec.Struct, frozen=True):
    """How far an order has come that the device is paying: `paid` of it lies before the player. It books nothing."""

    order: OrderId
    paid: Money


class PayerReported(msgspec.Struct, frozen=True, tag=True):
    """The device's condition changed."""

    device: DeviceId
    condition: PayCondition


PayOutcome = Dispensed | Incomplete | PayInDoubt
PayWord = PayReady | PayOutcome | PayerReported


class PayoutStatus(msgspec.Struct, frozen=True):
    """What the device answers when it is only asked: its counters, and the payout that is running or was the last."""

    condition: PayCondition
    counter: int
    remaining: Money
    paid: Money
    unpaid: Money


class Payer(Protocol):
    """A device that pays cash. As with `Driver`, nothing happens between calls, and trouble is no exception."""

    device: DeviceId

    @property
    def count(self) -> PayCount | None:
        """How far the running order had come at the last step; None where none runs."""

    def step(self, orders: Collection[PayOrder]) -> list[PayWord]:
        """Look at the device once and take the first open order one step on.

        An outcome stays said as long as its order is handed in.
        """

    def ask(self) -> PayoutStatus | None:
        """Ask the device and move nothing; None if it does not answer."""

    def stop(self) -> None:
        """Stop a running payout at once; what was paid until then the next steps tell."""

    def reset(self) -> None:
        """An attendant has mended or filled the device: let it start anew. Ignored while an order is open."""

    def close(self) -> None:
        """Give the device back to the system; `step` would open it again."""


class PayerReport:
    """A paying device's condition, told to the host only when it changes."""

    def __init__(self, device: DeviceId) -> None:
        self._device = device
        self.condition: PayCondition | None = None

    def changed(self, condition: PayCondition) -> list[PayWord]:
        """Note `condition`; return the word that tells of it, or nothing if it was so already."""
        if condition == self.condition:
            return []
        self.condition = condition
        return [PayerReported(self._device, condition)]
