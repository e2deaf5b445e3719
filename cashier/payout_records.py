"""Money that goes out otherwise than on a ticket: counted out by the hopper, or paid by hand.

The hopper counts its pay-outs. Its count is committed before it is told to pay, and asked for when no answer comes: the
same count means that it never heard of it, the next one that it did. Only what it says it has paid is paid; the rest
goes on a ticket.
"""

from typing import ClassVar, Literal

from cashier.money import ZERO, Money
from cashier.records import (
    Audience,
    ClaimId,
    Command,
    Condition,
    DeviceId,
    Event,
    PayoutId,
    RequestId,
    VoucherNumber,
    Want,
)

PayoutState = Literal["reserved", "sent", "unknown"]
"""`reserved`: the hopper knows nothing of it; `sent`: it may be paying; `unknown`: nobody knows what it has paid."""

HandPayCause = Literal["asked", "limit", "no-device", "in-doubt"]
"""Why an attendant must pay: he was asked to, it is too much for the devices, none of them works, or a ticket in doubt
is not printed again."""

HandPayVerdict = Literal["paid", "cancelled"]


# -- commands from the hopper ------------------------------------------------------------------------------------


class CoinsSending(Command, frozen=True):
    """The hopper stands ready at `counter`, and the driver asks leave to have it pay."""

    device: DeviceId
    payout: PayoutId
    counter: int


class CoinsPaid(Command, frozen=True):
    """The hopper has ended this pay-out, standing at `counter`: so many coins are paid, so many are not."""

    device: DeviceId
    payout: PayoutId
    counter: int
    paid: int
    unpaid: int


class CoinsUntaken(Command, frozen=True):
    """The hopper was asked and stands at `counter`, as before the pay-out: it never heard of it."""

    device: DeviceId
    payout: PayoutId
    counter: int


class CoinsInDoubt(Command, frozen=True):
    """The hopper may have paid and cannot say what."""

    device: DeviceId
    payout: PayoutId
    condition: Condition


# -- commands from the attendant ---------------------------------------------------------------------------------


class ResolvePayout(Command, frozen=True):
    """An attendant has counted what the hopper gave: `paid` coins. 0 takes back a pay-out that it never heard of."""

    payout: PayoutId
    paid: int
    by: str
    reason: str


class SettleHandPay(Command, frozen=True):
    """An attendant has paid a hand-pay, or takes it back to the balance."""

    payout: PayoutId
    verdict: HandPayVerdict
    by: str
    reason: str


class PayClaim(Command, frozen=True):
    """An attendant has paid a claim by hand, since nobody collected it at the kiosk."""

    claim: ClaimId
    by: str
    reason: str


class FillHopper(Command, frozen=True):
    """Staff have put so many coins into the hopper."""

    coins: int
    by: str


class CountHopper(Command, frozen=True):
    """Staff have counted so many coins in the hopper, and taken them out if `emptied`."""

    coins: int
    by: str
    emptied: bool = False


# -- events ------------------------------------------------------------------------------------------------------


class CoinsReserved(Event, frozen=True):
    """The hopper is to pay `coins` coins of `coin` each out of `amount`; the rest will go on ticket `number`."""

    request: RequestId
    payout: PayoutId
    device: DeviceId
    coin: Money
    coins: int
    amount: Money
    balance: Money
    number: VoucherNumber
    day: int


class CoinsSent(Event, frozen=True):
    """From here on coins may fall. The hopper stood at `counter` before."""

    payout: PayoutId
    device: DeviceId
    counter: int


class CoinsNotTaken(Event, frozen=True):
    """The hopper never heard of the pay-out; it may be told again."""

    payout: PayoutId
    device: DeviceId


class CoinsUnknown(Event, frozen=True):
    """Nobody knows how many coins fell; the hopper is asked when it answers again, or an attendant counts."""

    payout: PayoutId
    device: DeviceId
    condition: Condition


class CoinsDispensed(Event, frozen=True):
    """The pay-out is over: `paid` coins worth `amount` went out, and `left` is back on the balance.

    `extra` is what fell beyond what was asked for, and `found` that part of it which the books did not know of.
    """

    payout: PayoutId
    device: DeviceId
    paid: int
    amount: Money
    left: Money
    balance: Money
    extra: Money = ZERO
    found: Money = ZERO
    by: str = ""
    reason: str = ""


class HandPayLocked(Event, frozen=True):
    """Money waits for an attendant to pay it out. `replaces` is a torn-up ticket whose money it is, if any."""

    request: RequestId
    payout: PayoutId
    amount: Money
    balance: Money
    cause: HandPayCause
    day: int
    replaces: VoucherNumber = VoucherNumber("")


class HandPaid(Event, frozen=True):
    """An attendant has paid it."""

    payout: PayoutId
    amount: Money
    by: str
    reason: str


class HandPayCancelled(Event, frozen=True):
    """An attendant has put it back on the balance."""

    payout: PayoutId
    amount: Money
    balance: Money
    by: str
    reason: str


class ClaimHandPaid(Event, frozen=True):
    """An attendant has paid a claim."""

    claim: ClaimId
    amount: Money
    by: str
    reason: str


class HopperFilled(Event, frozen=True):
    """Coins worth `amount` were put into the hopper."""

    audience: ClassVar[Audience] = "staff"
    by: str
    coins: int
    amount: Money


class HopperCounted(Event, frozen=True):
    """The hopper holds `counted`, where the books had `expected`; `emptied` says that it was taken out."""

    audience: ClassVar[Audience] = "staff"
    by: str
    counted: Money
    expected: Money
    emptied: bool = False


# -- wants -------------------------------------------------------------------------------------------------------


class DispenseCoins(Want, frozen=True):
    """Pay so many coins, asking leave with `CoinsSending` before the hopper is told.

    `counter` is where the hopper stood when leave was given. A driver that did not ask for that leave itself asks the
    hopper before anything else (`sent`, `unknown`). `halt`: a door is open, and its motor must not run.
    """

    device: DeviceId
    payout: PayoutId
    coins: int
    state: PayoutState
    counter: int
    halt: bool = False
