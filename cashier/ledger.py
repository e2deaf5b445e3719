"""The double-entry ledger: what every account holds, and the one function that moves money between accounts.

Transfers are immutable and reasoned: a code says why money moved and thereby between which kinds of account. Limits
stand inside the ledger. Corrections are new transfers, never edits. Where a device stands in the middle, money moves
in two phases: it *pends* under a key, out of its owner's reach at once, and is then *posted*, in full or for less, or
*voided*; nothing else ends its waiting.
"""

from collections.abc import Iterable
from typing import Final, NewType

import msgspec

from cashier.accounts import (
    KINDS,
    ROUTES,
    Account,
    AccountKey,
    AccountKind,
    Phase,
    PoolId,
    Side,
    TransferCode,
    account_of,
)
from cashier.invariant import invariant
from cashier.money import Money

TransferId = NewType("TransferId", bytes)
"""16 bytes, derived from the number of the event that moved the money; never used twice."""

PendingKey = NewType("PendingKey", str)
"""What money waits for: the number of a ticket that is to be proven or paid, or the pay-out of hopper or hand."""

RECENT_IDS: Final = 128
"""How many transfer ids the ledger itself remembers. Ids derive from ever-growing event numbers, so a repeat can only
come from an event folded twice, which is caught here at once; the store's primary key guards all ids for ever."""

METER_DIGITS: Final = 12
"""How many decimal digits a meter shows before it rolls over (requirements R-MTR-1 asks for ten)."""

_METER_TURN: Final = 10**METER_DIGITS


class Transfer(msgspec.Struct, frozen=True):
    """One movement of `amount` minor units: `debit` is debited, `credit` credited.

    `pending` names the waiting money that it begins or ends; it is empty for every other transfer.
    """

    id: TransferId
    code: TransferCode
    debit: Account
    credit: Account
    amount: Money
    pending: PendingKey = PendingKey("")


def transfer(
    identity: TransferId,
    code: TransferCode,
    amount: Money,
    seat: int = 0,
    pending: PendingKey = PendingKey(""),
    pool: PoolId | None = None,
) -> Transfer:
    """Make the transfer that `code` stands for.

    `seat` and `pool` name the seat and the jackpot wherever its route passes an account of one.
    """
    route = ROUTES[code]
    debit, credit = (
        Account(kind, seat if KINDS[kind].per_seat else 0, pool if KINDS[kind].per_pool else None)
        for kind in (route.debit, route.credit)
    )
    return Transfer(identity, code, debit, credit, amount, pending)


class Totals(msgspec.Struct, frozen=True):
    """Everything ever debited to and credited to one account."""

    debits: int = 0
    credits: int = 0


class Meter(msgspec.Struct, frozen=True):
    """How often one code moved money, and how much in all, since the table was made; it never decreases (LED-5)."""

    count: int = 0
    amount: int = 0

    @property
    def reading(self) -> "Meter":
        """What the meter shows: its last `METER_DIGITS` digits, beginning at zero again after the largest."""
        return Meter(self.count % _METER_TURN, self.amount % _METER_TURN)


class Ledger(msgspec.Struct):
    """The state of all accounts. Changed by `post` and `hand_over` alone.

    `pending` is how much waits under each key; all of it stands on the suspense account.
    """

    accounts: dict[AccountKey, Totals] = {}
    meters: dict[TransferCode, Meter] = {}
    recent: list[TransferId] = []
    pending: dict[PendingKey, Money] = {}

    def __post_init__(self) -> None:
        """Refuse a snapshot that does not say what its suspended money waits for."""
        if sum(self.pending.values()) != self.balance(Account(AccountKind.SUSPENSE)):
            raise ValueError("the ledger holds money in suspense that waits for nothing")

    def copy(self) -> "Ledger":
        """Return a ledger that can be posted to without touching this one."""
        return Ledger(dict(self.accounts), dict(self.meters), list(self.recent), dict(self.pending))

    def balance(self, account: Account) -> Money:
        """What `account` holds, counted on its normal side."""
        return _held(account.kind, self.accounts.get(account.key, Totals()))

    def total(self, kind: AccountKind) -> Money:
        """What all accounts of one kind hold together."""
        return Money(sum(self.balance(account) for account in map(account_of, self.accounts) if account.kind is kind))

    def meter(self, code: TransferCode) -> Meter:
        """How often and how much money has moved for this reason."""
        return self.meters.get(code, Meter())


def _held(kind: AccountKind, totals: Totals) -> Money:
    """Return the balance of an account of `kind` on its normal side."""
    grown = totals.credits - totals.debits
    return Money(grown if KINDS[kind].normal is Side.CREDIT else -grown)


def post(ledger: Ledger, *linked: Transfer) -> None:
    """Carry out linked transfers, all or none: the only function that moves money between accounts.

    Raises `InvariantBreach` and leaves the ledger as it was when an id is malformed or known, an amount is not above
    zero, accounts are not those of their code, an account would fall below its limit, or waiting money is begun
    twice, ended twice or left half ended. A known id is a breach, not a retry: requests are made idempotent before an
    event exists (reliability LED-6).
    """
    after = ledger.copy()
    for moved in linked:
        _check(after, moved)
        _move(after, moved)
    for moved in linked:
        half_ended = _phase(moved) in (Phase.POSTS, Phase.VOIDS) and moved.pending in after.pending
        left = after.pending.get(moved.pending, 0)
        invariant(not half_ended, "pending-ended-whole", f"{left} would wait on after {moved.code} ended the waiting")
    ledger.accounts, ledger.meters = after.accounts, after.meters
    ledger.recent, ledger.pending = after.recent[-RECENT_IDS:], after.pending


def hand_over(ledger: Ledger, before: PendingKey, after: PendingKey) -> None:
    """Let the money that waits under one key wait under another: a replacement takes over from a torn-up ticket.

    Raises `InvariantBreach` when nothing waits under `before`, or something under `after` already.
    """
    invariant(before in ledger.pending, "pending-known", "a replacement takes over money that does not wait")
    invariant(bool(after) and after not in ledger.pending, "pending-begun-once", "two tickets wait under one key")
    ledger.pending[after] = ledger.pending.pop(before)


def _phase(moved: Transfer) -> Phase:
    return ROUTES[moved.code].phase


def _check(ledger: Ledger, moved: Transfer) -> None:
    """Everything about a transfer that can be judged before it moves."""
    route = ROUTES[moved.code]
    invariant(len(moved.id) == 16, "transfer-id-whole", f"a transfer id has 16 bytes, this one {len(moved.id)}")
    invariant(moved.id not in ledger.recent, "transfer-once", f"transfer {moved.id.hex()} was posted before")
    invariant(moved.amount > 0, "transfer-positive", f"{moved.code} would move {moved.amount}")
    invariant(
        moved.debit.kind is route.debit and moved.credit.kind is route.credit,
        "transfer-on-its-route",
        f"{moved.code} goes from {route.debit} to {route.credit}, not {moved.debit.key} to {moved.credit.key}",
    )
    invariant(
        bool(moved.pending) is (route.phase is not Phase.SINGLE),
        "transfer-in-its-phase",
        f"{moved.code} is {route.phase.value} and its key is {moved.pending[-4:]!r}",
    )


def _move(ledger: Ledger, moved: Transfer) -> None:
    """Carry out one transfer that has been checked, within the limits of both accounts."""
    debit = ledger.accounts.get(moved.debit.key, Totals())
    credit = ledger.accounts.get(moved.credit.key, Totals())
    debit = Totals(debit.debits + moved.amount, debit.credits)
    credit = Totals(credit.debits, credit.credits + moved.amount)
    _within_limit(moved.debit.kind, moved.debit.key, debit)
    _within_limit(moved.credit.kind, moved.credit.key, credit)
    _wait(ledger, moved)
    meter = ledger.meter(moved.code)
    ledger.accounts[moved.debit.key] = debit
    ledger.accounts[moved.credit.key] = credit
    ledger.meters[moved.code] = Meter(meter.count + 1, meter.amount + moved.amount)
    ledger.recent.append(moved.id)


def _wait(ledger: Ledger, moved: Transfer) -> None:
    """Begin or end the waiting that a transfer stands for."""
    match _phase(moved):
        case Phase.PENDS:
            invariant(moved.pending not in ledger.pending, "pending-begun-once", f"{moved.code} would wait twice")
            ledger.pending[moved.pending] = moved.amount
        case Phase.POSTS | Phase.VOIDS:
            waits = ledger.pending.pop(moved.pending, Money(0))
            left = Money(waits - moved.amount)
            invariant(left >= 0, "pending-known", f"{moved.code} would end {moved.amount} where {waits} waits")
            if left:
                ledger.pending[moved.pending] = left


def _within_limit(kind: AccountKind, key: AccountKey, totals: Totals) -> None:
    """Reliability LED-2: no account below zero but those that the house bears itself."""
    held = _held(kind, totals)
    invariant(held >= 0 or not KINDS[kind].floored, "account-not-below-zero", f"{key} would hold {held}")


def audit(ledger: Ledger) -> None:
    """Check the whole ledger against itself; cheap enough for every event (reliability LED-7).

    Raises `InvariantBreach` unless all debits equal all credits (LED-1), every account is within its limit (LED-2),
    each kind of account holds exactly what the meters say flowed into and out of it (LED-3, LED-5), and all money in
    suspense waits for something that has a name.
    """
    debits = sum(totals.debits for totals in ledger.accounts.values())
    credits_ = sum(totals.credits for totals in ledger.accounts.values())
    invariant(debits == credits_, "debits-equal-credits", f"debits are {debits}, credits {credits_}")
    grown = dict.fromkeys(AccountKind, 0)
    for key, totals in ledger.accounts.items():
        kind = AccountKind(key.partition("/")[0])
        _within_limit(kind, key, totals)
        grown[kind] += totals.credits - totals.debits
    flowed = _flows((code, meter.amount) for code, meter in ledger.meters.items())
    for kind in AccountKind:
        invariant(
            grown[kind] == flowed[kind],
            "meters-match-accounts",
            f"accounts of kind {kind} grew by {grown[kind]}, the meters say {flowed[kind]}",
        )
    waits, suspended = sum(ledger.pending.values()), grown[AccountKind.SUSPENSE]
    invariant(waits == suspended, "pending-is-suspense", f"{suspended} stands in suspense, {waits} of it waits")


def audit_meters(before: Ledger, after: Ledger) -> None:
    """Check that no meter went back from one state of the ledger to a later one (reliability LED-5)."""
    for code, meter in before.meters.items():
        later = after.meter(code)
        invariant(
            later.count >= meter.count and later.amount >= meter.amount,
            "meters-never-decrease",
            f"{code} stood at {meter.count} for {meter.amount} and would stand at {later.count} for {later.amount}",
        )


def _flows(amounts: Iterable[tuple[TransferCode, int]]) -> dict[AccountKind, int]:
    """Return per kind of account what the given amounts credited less what they debited."""
    flowed = dict.fromkeys(AccountKind, 0)
    for code, amount in amounts:
        flowed[ROUTES[code].debit] -= amount
        flowed[ROUTES[code].credit] += amount
    return flowed
