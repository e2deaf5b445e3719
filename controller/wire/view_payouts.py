"""What a screen knows of money on its way out, and of the card terminal."""

from typing import Literal

import msgspec

from cashier.card_records import BatchTotals, CardKind, CardPaymentId, CardPhase, CardState, DeclineCause
from cashier.money import Money
from cashier.payout_records import HandPayCause, PayoutState
from cashier.records import DeviceId, PayoutId, RequestId

DeviceWay = Literal["coins", "notes"]


class PaidView(msgspec.Struct, frozen=True):
    """What a device has paid of a pay-out that goes on, or was the latest; `left` it could not pay."""

    request: RequestId
    way: DeviceWay
    paid: Money
    left: Money


class CoinsView(msgspec.Struct, frozen=True):
    """What the hopper pays: `coins` coins of `coin` each out of `amount`; the rest will go on a ticket."""

    payout: PayoutId
    device: DeviceId
    coin: Money
    coins: int
    amount: Money
    state: PayoutState = "reserved"
    request: RequestId = RequestId("")


class NotesPayView(msgspec.Struct, frozen=True):
    """What the note store pays: notes worth `notes` out of `amount`; the rest will go out in coins and on a ticket."""

    payout: PayoutId
    device: DeviceId
    notes: Money
    amount: Money
    state: PayoutState = "reserved"
    request: RequestId = RequestId("")


class CountedView(msgspec.Struct, frozen=True):
    """How far a pay-out that runs had come when its device was last looked at."""

    payout: PayoutId
    paid: Money


class HandPayView(msgspec.Struct, frozen=True):
    """Money that waits for an attendant to pay it."""

    payout: PayoutId
    amount: Money
    cause: HandPayCause


class CardView(msgspec.Struct, frozen=True):
    """A payment by card that runs: what it is, and what the player has to do."""

    payment: CardPaymentId
    kind: CardKind
    device: DeviceId
    amount: Money
    state: CardState = "reserved"
    phase: CardPhase = "wait"
    cancelling: bool = False


class CardEndView(msgspec.Struct, frozen=True):
    """How the latest payment by card ended; `cause` is None where it went through."""

    payment: CardPaymentId
    kind: CardKind
    amount: Money
    cause: DeclineCause | None = None


class SettlementView(msgspec.Struct, frozen=True):
    """The terminal's latest end of day against the books, and what differs and is not explained yet; staff only."""

    running: bool = False
    expected: BatchTotals = BatchTotals()
    totals: BatchTotals | None = None
    over: int = 0
    short: int = 0
