"""Payments by card: chips bought with one, and winnings paid back to one.

A payment passes two phases, as everything with a device in the middle. It is *reserved*; the terminal says where its
own numbers stand, and that mark is durable before anything is asked of the bank. From then on the payment is *sent*,
and nobody ever sends it a second time: what became of it the terminal is asked, and its numbers against the mark tell.
"""

from typing import ClassVar, Literal, NewType

import msgspec

from cashier.money import ZERO, Money
from cashier.records import Audience, Command, Condition, DeviceId, Event, RequestId, Want

CardPaymentId = NewType("CardPaymentId", int)
"""A purchase by card or a refund to one; both count on together, from 1."""

SettlementId = NewType("SettlementId", int)
"""An end of day of the terminal, counted from 1."""

CardKind = Literal["purchase", "refund"]
"""`purchase`: from a card to the balance; `refund`: from the balance to a card."""

CardState = Literal["reserved", "sent", "unknown", "reversing", "stuck"]
"""`reserved`: the terminal knows nothing of it; `sent`: it may be paying; `unknown`: nobody knows what it did.

`reversing`: it took what may not stand, and is told to give it back; `stuck`: only an attendant can end it.
"""

CardPhase = Literal["wait", "insert-card", "pin", "confirm", "choose", "remove-card"]
"""What the player has to do at the terminal."""

DeclineCause = Literal[
    "declined", "cancelled", "card", "funds", "currency", "limit", "terminal", "not-taken", "reversed", "attendant"
]
"""Why no money moved: the bank said no, somebody pressed stop or nobody came, the card is of no use, and so on.

`not-taken`: the terminal proves that it never began; `reversed`: what it took is back on the card.
"""

Undoing = Literal["amount", "currency", "late"]
"""Why a payment that was taken is reversed: it is not the one that was asked for, or the player has gone since."""


class CardMark(msgspec.Struct, frozen=True):
    """Where the terminal's own numbers stand: its last trace and receipt number, and the sums of its open day.

    0 for the numbers when it has no receipt in store, and -1 for sums that it does not tell.
    """

    trace: int = 0
    receipt: int = 0
    count: int = -1
    amount: Money = Money(-1)


class CardReceipt(msgspec.Struct, frozen=True):
    """What the terminal says of a transaction that went through: its numbers, amount and ISO currency number.

    `card` are the last four digits of the card and `name` its kind; no more of a card enters the journal.
    """

    trace: int
    receipt: int
    amount: Money
    currency: int
    card: str = ""
    name: str = ""
    terminal: int = 0


class BatchTotals(msgspec.Struct, frozen=True):
    """How many transactions, and purchases less refunds in minor units."""

    count: int = 0
    amount: Money = ZERO


# -- commands from the kiosk screen and the attendant ------------------------------------------------------------


class BuyByCard(Command, frozen=True):
    """Take `amount` from a card and put it on the balance."""

    request: RequestId
    amount: Money


class CancelCard(Command, frozen=True):
    """The player does not want to pay by card after all; the terminal is told to break off if it still can."""

    request: RequestId


class ResolveCard(Command, frozen=True):
    """An attendant has looked at the terminal's slips: the payment went through (`taken`), or it did not."""

    payment: CardPaymentId
    taken: bool
    by: str
    reason: str


class SettleCards(Command, frozen=True):
    """Have the terminal end its day and hold its sums against the books."""

    by: str


class ResolveCardDifference(Command, frozen=True):
    """An attendant has found why the sums of the last days differ; what is left open is booked as over or short."""

    by: str
    reason: str


# -- commands from the terminal ----------------------------------------------------------------------------------


class CardSending(Command, frozen=True):
    """The terminal stands ready at `mark`, and the driver asks leave to begin."""

    device: DeviceId
    payment: CardPaymentId
    mark: CardMark


class CardProgress(Command, frozen=True):
    """The terminal says what the player has to do."""

    device: DeviceId
    payment: CardPaymentId
    phase: CardPhase


class CardTaken(Command, frozen=True):
    """The transaction is through, by the terminal's result and its completion."""

    device: DeviceId
    payment: CardPaymentId
    receipt: CardReceipt


class CardRefused(Command, frozen=True):
    """Nothing was charged or paid, for certain; `code` is the terminal's result, 0 where there is none."""

    device: DeviceId
    payment: CardPaymentId
    cause: DeclineCause
    code: int = 0


class CardInDoubt(Command, frozen=True):
    """The link is lost, or what the terminal says does not fit: nobody knows yet what became of the payment.

    `stuck` says that asking again will not help.
    """

    device: DeviceId
    payment: CardPaymentId
    condition: Condition
    stuck: bool = False


class CardReversed(Command, frozen=True):
    """The terminal has given back what it took, or proves that it has."""

    device: DeviceId
    payment: CardPaymentId
    receipt: int


class BatchSending(Command, frozen=True):
    """The terminal's open day holds `totals`, and the driver asks leave to have it ended."""

    device: DeviceId
    settlement: SettlementId
    totals: BatchTotals


class BatchClosed(Command, frozen=True):
    """The terminal has ended its day with `totals`."""

    device: DeviceId
    settlement: SettlementId
    totals: BatchTotals


class BatchRefused(Command, frozen=True):
    """The terminal did not end its day; `code` is its result."""

    device: DeviceId
    settlement: SettlementId
    code: int


# -- events ------------------------------------------------------------------------------------------------------


class CardReserved(Event, frozen=True):
    """A payment by card is to begin; a refund's amount has left the balance. `at` is wall ms, `day` the gaming day."""

    request: RequestId
    payment: CardPaymentId
    kind: CardKind
    device: DeviceId
    amount: Money
    balance: Money
    currency: int
    day: int
    at: int


class CardSent(Event, frozen=True):
    """From here on the bank may be asked. The terminal stood at `mark` before."""

    payment: CardPaymentId
    mark: CardMark


class CardMoved(Event, frozen=True):
    """What the player has to do at the terminal has changed."""

    payment: CardPaymentId
    phase: CardPhase


class CardCancelling(Event, frozen=True):
    """The player wants out; what becomes of it the terminal says."""

    request: RequestId
    payment: CardPaymentId


class CardUnknown(Event, frozen=True):
    """Nobody knows what became of the payment; the terminal is asked, or (`stuck`) an attendant looks."""

    payment: CardPaymentId
    condition: Condition
    stuck: bool = False


class CardPurchased(Event, frozen=True):
    """A purchase became balance. `receipt` is None where an attendant said so without the terminal."""

    payment: CardPaymentId
    amount: Money
    balance: Money
    receipt: CardReceipt | None = None
    by: str = ""
    reason: str = ""


class CardRefundPaid(Event, frozen=True):
    """A refund is on the player's card."""

    payment: CardPaymentId
    amount: Money
    receipt: CardReceipt | None = None
    by: str = ""
    reason: str = ""


class CardUndoing(Event, frozen=True):
    """The terminal took what may not stand; it is told to give it back."""

    payment: CardPaymentId
    receipt: CardReceipt
    why: Undoing


class CardDropped(Event, frozen=True):
    """A payment came to nothing: no money is with the bank, and a refund's is back on the balance."""

    payment: CardPaymentId
    kind: CardKind
    amount: Money
    balance: Money
    cause: DeclineCause
    code: int = 0
    by: str = ""
    reason: str = ""


class BatchReserved(Event, frozen=True):
    """The terminal is to end its day; `expected` is what the books say it holds."""

    audience: ClassVar[Audience] = "staff"
    settlement: SettlementId
    device: DeviceId
    by: str
    expected: BatchTotals


class BatchSent(Event, frozen=True):
    """From here on the terminal may end its day, which holds `totals` by its own count."""

    audience: ClassVar[Audience] = "staff"
    settlement: SettlementId
    totals: BatchTotals


class CardsSettled(Event, frozen=True):
    """The terminal has ended its day. `settled` of the amounts agrees and goes to the house; `difference` stays open.

    A positive difference says that the terminal has more than the books.
    """

    audience: ClassVar[Audience] = "staff"
    settlement: SettlementId
    by: str
    expected: BatchTotals
    totals: BatchTotals
    settled: Money
    difference: Money


class BatchDropped(Event, frozen=True):
    """The terminal's day goes on; `code` is its result."""

    audience: ClassVar[Audience] = "staff"
    settlement: SettlementId
    code: int


class CardDifferenceResolved(Event, frozen=True):
    """What settlements left open is booked as over and as short, by the attendant `by`, for a reason."""

    audience: ClassVar[Audience] = "staff"
    by: str
    reason: str
    over: Money
    short: Money


# -- wants -------------------------------------------------------------------------------------------------------


class RunCard(Want, frozen=True):
    """Carry out this payment, asking leave with `CardSending` before the bank is asked.

    A driver that did not begin it itself asks the terminal before anything else. With `cancel` it breaks off what it
    still can.
    """

    device: DeviceId
    payment: CardPaymentId
    kind: CardKind
    amount: Money
    currency: int
    state: CardState
    mark: CardMark = CardMark()
    cancel: bool = False


class UndoCard(Want, frozen=True):
    """Reverse the transaction of this receipt; one that is reversed already is as good."""

    device: DeviceId
    payment: CardPaymentId
    receipt: CardReceipt


class CloseBatch(Want, frozen=True):
    """End the terminal's day, asking leave with `BatchSending`; once it was given (`sent`), ask before acting again."""

    device: DeviceId
    settlement: SettlementId
    sent: bool
    totals: BatchTotals = BatchTotals()
