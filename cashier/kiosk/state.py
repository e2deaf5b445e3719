"""The kiosk's state: balance, escrow, device counters, vouchers, claims and pay-outs, and the steps that change them.

Every event changes the state by these steps alone (`cashier.kiosk.folding`). Each event tells its result (the balance
after it), and the steps check what they are told: what may never happen stops here.
"""

from typing import Final

import msgspec

from cashier import records as cash
from cashier.claims import Claim
from cashier.invariant import invariant
from cashier.kiosk.card_desk import CardDesk
from cashier.money import ZERO, Money
from cashier.note_records import NotePile, StoreMark
from cashier.payout_records import HandPayCause, PayoutState
from cashier.records import (
    ClaimId,
    Condition,
    DeviceId,
    PayoutId,
    PayWay,
    RequestId,
    VoucherNumber,
    VoucherState,
)
from cashier.vouchers import FINAL, UNPROVEN, Voucher, allowed

REQUESTS_KEPT: Final = 256
"""How many completed requests are remembered. A screen has one request open at a time, so none can be repeated after so
many others."""

COUNTER_TOP: Final = 255
"""A validator counts 1 to 255 and again from 1; 0 comes only with a reset (ccTalk header 159). So does a hopper."""

ENDED_KEPT: Final = 35
"""How many tickets that are paid, void or expired the kiosk still knows, so that it can say so. The journal has all
(requirements R-RCL-6)."""


class CoinPayout(msgspec.Struct, frozen=True):
    """What the hopper is paying: `coins` coins of `coin` each out of `amount`, the rest of it on ticket `number`.

    `counter` is where the hopper stood before it was told, `day` the gaming day in which it counts.
    """

    payout: PayoutId
    request: RequestId
    device: DeviceId
    coin: Money
    coins: int
    amount: Money
    number: VoucherNumber
    day: int
    state: PayoutState = "reserved"
    counter: int = 0


class NotePayout(msgspec.Struct, frozen=True):
    """What the note store is paying: notes worth `notes` out of `amount`, the rest in coins and on ticket `number`.

    `mark` is how the store stood before it was told, `day` the gaming day in which it counts.
    """

    payout: PayoutId
    request: RequestId
    device: DeviceId
    notes: Money
    amount: Money
    number: VoucherNumber
    day: int
    state: PayoutState = "reserved"
    mark: StoreMark | None = None


class HandPay(msgspec.Struct, frozen=True):
    """Money that waits for an attendant to pay it out by hand."""

    payout: PayoutId
    amount: Money
    cause: HandPayCause
    day: int


class Tries(msgspec.Struct, frozen=True):
    """How many unknown numbers there were on gaming day `day`, and until when (wall ms) none may be tried."""

    day: int = 0
    count: int = 0
    until: int = 0


class PaidToday(msgspec.Struct, frozen=True):
    """What went out on gaming day `day`, by ways."""

    day: int = 0
    ticket: int = 0
    coins: int = 0
    hand: int = 0
    notes: int = 0
    card: int = 0

    def on(self, day: int) -> "PaidToday":
        """The same for `day`: nothing yet, if that is a later day."""
        return PaidToday(day) if day > self.day else self

    def plus(self, day: int, way: PayWay, amount: int) -> "PaidToday":
        """After `amount` went out on `day`; a clock that went back begins no day anew."""
        today = self.on(day)
        return msgspec.structs.replace(today, **{way: getattr(today, way) + amount})

    @property
    def total(self) -> int:
        """All ways together."""
        return self.ticket + self.coins + self.notes + self.hand + self.card


class Kiosk(msgspec.Struct):
    """The money terminal.

    `held` is the note in escrow, `paying` the ticket that is reserved and not yet proven, `owed` a torn-up ticket whose
    replacement is still to be reserved (never longer than one decision), `requests` those carried out last. `payout` is
    what the hopper pays, `notes` what the note store does, `hand_pays` what attendants are to pay. `store` are the
    notes that the store has told of; `is_store_told` is false from a pay-out after which nobody can know them until it
    has told them anew. `cards` is all about payments by card. `vouchers` are those that are good or on their way, and
    the `ENDED_KEPT` that ended last; a claim that was paid leaves at once.
    """

    balance: Money = ZERO
    held: cash.NoteHeld | None = None
    counters: dict[DeviceId, int] = {}
    conditions: dict[DeviceId, Condition] = {}
    vouchers: dict[VoucherNumber, Voucher] = {}
    paying: VoucherNumber | None = None
    owed: VoucherNumber | None = None
    claims: dict[ClaimId, Claim] = {}
    next_claim: ClaimId = ClaimId(1)
    requests: list[RequestId] = []
    payout: CoinPayout | None = None
    hand_pays: dict[PayoutId, HandPay] = {}
    next_payout: PayoutId = PayoutId(1)
    tries: Tries = Tries()
    paid: PaidToday = PaidToday()
    notes: NotePayout | None = None
    store: tuple[NotePile, ...] = ()
    is_store_told: bool = True
    cards: CardDesk = CardDesk()

    def copy(self) -> "Kiosk":
        """Return a kiosk that can evolve without touching this one."""
        return Kiosk(
            self.balance,
            self.held,
            dict(self.counters),
            dict(self.conditions),
            dict(self.vouchers),
            self.paying,
            self.owed,
            dict(self.claims),
            self.next_claim,
            list(self.requests),
            self.payout,
            dict(self.hand_pays),
            self.next_payout,
            self.tries,
            self.paid,
            self.notes,
            self.store,
            self.is_store_told,
            self.cards,
        )

    def condition(self, device: DeviceId) -> Condition:
        """What a device last said of itself; `absent` before it has answered."""
        return self.conditions.get(device, "absent")

    @property
    def pays(self) -> bool:
        """Whether a ticket, the hopper or the note store has money to pay out that is not proven."""
        return self.paying is not None or self.payout is not None or self.notes is not None


def counter_after(counter: int, events: int) -> int:
    """Return where a device that stood at `counter` stands after so many events (at least one)."""
    return (counter + events - 1) % COUNTER_TOP + 1


def evolve_withdrawal(kiosk: Kiosk, request: RequestId, amount: Money, balance: Money) -> None:
    """Fold a purchase of chips: `amount` left for a seat, `balance` is what remains (BoughtIn, ChipsReserved)."""
    remember(kiosk, request)
    move(kiosk, Money(-amount), balance)


def move(kiosk: Kiosk, amount: Money, balance: Money) -> None:
    """Change the balance by `amount`: the only function that does. `balance` is what the event says remains."""
    after = Money(kiosk.balance + amount)
    invariant(after == balance, "balance-as-told", f"the balance becomes {after}, the event says {balance}")
    invariant(after >= 0, "balance-not-below-zero", f"the balance would become {after}")
    kiosk.balance = after


def take_out(kiosk: Kiosk, amount: Money, balance: Money, replaces: VoucherNumber) -> None:
    """Take the money of a pay-out: from the balance, or from the torn-up ticket that it replaces."""
    invariant(
        replaces == (kiosk.owed or ""),
        "replaced-once",
        "a ticket replaces one that was not just torn up, or leaves a torn-up one unpaid",
    )
    if kiosk.owed is None:
        move(kiosk, Money(-amount), balance)
    else:
        same_amount(kiosk.vouchers[kiosk.owed], amount)
        move(kiosk, ZERO, balance)
        kiosk.owed = None


def remember(kiosk: Kiosk, request: RequestId) -> None:
    """Mark a request as carried out."""
    if request not in kiosk.requests:
        kiosk.requests.append(request)
        del kiosk.requests[:-REQUESTS_KEPT]


def take_number(kiosk: Kiosk, payout: PayoutId) -> None:
    """Use up the number of a pay-out by hopper or hand."""
    invariant(
        payout == kiosk.next_payout, "pay-out-once", f"pay-out {payout} begins, the next one is {kiosk.next_payout}"
    )
    kiosk.next_payout = PayoutId(payout + 1)


def voucher_becomes(kiosk: Kiosk, number: VoucherNumber, state: VoucherState, at: int = 0) -> Voucher:
    """Take a voucher one step along its paths; when it is proven or void the pay-out is over.

    `at` is when it ended (wall seconds). Of those that ended the kiosk keeps the latest.
    """
    before = kiosk.vouchers[number]
    invariant(
        allowed(before.state, state),
        "voucher-on-its-path",
        f"a {before.state} voucher of {before.amount} became {state}",
    )
    kiosk.vouchers[number] = msgspec.structs.replace(before, state=state, ended_at=at)
    if state not in UNPROVEN and kiosk.paying == number:
        kiosk.paying = None
    if state in FINAL:
        _let_go(kiosk, number)
    return before


def _let_go(kiosk: Kiosk, number: VoucherNumber) -> None:
    """Put a ticket that has ended behind all others, and forget the oldest of those that have."""
    kiosk.vouchers[number] = kiosk.vouchers.pop(number)
    ended = [voucher.number for voucher in kiosk.vouchers.values() if voucher.state in FINAL]
    for old in ended[:-ENDED_KEPT]:
        del kiosk.vouchers[old]


def same_amount(voucher: Voucher, amount: Money) -> None:
    """A voucher keeps its amount from reservation to the end."""
    invariant(
        voucher.amount == amount, "voucher-keeps-its-amount", f"reserved for {voucher.amount}, now said to be {amount}"
    )
