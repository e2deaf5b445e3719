"""The double-entry ledger: what every account holds, and the one function that moves money between accounts.

Transfers are immutable and reasoned: a code says why money moved and thereby between which kinds of account. Limits
stand inside the ledger, in one table of account kinds. Corrections are new transfers, never edits.
"""

from collections.abc import Iterable
from enum import Enum, StrEnum
from typing import Final, NewType

import msgspec

from cashier.invariant import invariant
from cashier.money import Money

TransferId = NewType("TransferId", bytes)
"""16 bytes, derived from the number of the event that moved the money; never used twice."""

AccountKey = NewType("AccountKey", str)
"""An account as stable text: `balance`, `stack/3`."""

RECENT_IDS: Final = 128
"""How many transfer ids the ledger itself remembers. Ids derive from ever-growing event numbers, so a repeat can only
come from an event folded twice, which is caught here at once; the store's primary key guards all ids for ever."""


class AccountKind(StrEnum):
    """What an account stands for (architecture §1)."""

    BALANCE = "balance"
    RESERVED = "reserved"
    STACK = "stack"
    POT = "pot"
    CLAIM = "claim"
    VOUCHER = "voucher"
    SUSPENSE = "suspense"
    RAKE = "rake"
    JACKPOT = "jackpot"
    DROP_BOX = "drop-box"
    HOPPER = "hopper"
    HOUSE = "house"


class Side(Enum):
    """The side of an account on which it grows."""

    DEBIT = "debit"
    CREDIT = "credit"


class KindRule(msgspec.Struct, frozen=True):
    """How accounts of one kind behave: normal side, whether they may fall below zero, whether each seat has one."""

    normal: Side
    floored: bool = True
    per_seat: bool = False


KINDS: Final[dict[AccountKind, KindRule]] = {
    AccountKind.BALANCE: KindRule(Side.CREDIT),
    AccountKind.RESERVED: KindRule(Side.CREDIT, per_seat=True),
    AccountKind.STACK: KindRule(Side.CREDIT, per_seat=True),
    AccountKind.POT: KindRule(Side.CREDIT),
    AccountKind.CLAIM: KindRule(Side.CREDIT),
    AccountKind.VOUCHER: KindRule(Side.CREDIT),
    AccountKind.SUSPENSE: KindRule(Side.CREDIT),
    AccountKind.RAKE: KindRule(Side.CREDIT),
    AccountKind.JACKPOT: KindRule(Side.CREDIT),
    AccountKind.DROP_BOX: KindRule(Side.DEBIT),
    AccountKind.HOPPER: KindRule(Side.DEBIT),
    AccountKind.HOUSE: KindRule(Side.CREDIT, floored=False),
}
"""Reliability LED-2. Only the house's own account may stand on either side of zero."""


class Account(msgspec.Struct, frozen=True):
    """One account: its kind, and its seat (1 to 10) where every seat has one of that kind, otherwise 0."""

    kind: AccountKind
    seat: int = 0

    def __post_init__(self) -> None:
        """Refuse an account that the table of kinds does not know."""
        if KINDS[self.kind].per_seat is not (self.seat > 0):
            raise ValueError(f"there is no account {self.kind} of seat {self.seat}")

    @property
    def key(self) -> AccountKey:
        """The account as stable text, for books and stores."""
        return AccountKey(f"{self.kind}/{self.seat}" if self.seat else str(self.kind))


def account_of(key: str) -> Account:
    """Read an account back from its text. Raises `ValueError` for text that names none."""
    kind, _, seat = key.partition("/")
    return Account(AccountKind(kind), int(seat) if seat else 0)


class TransferCode(StrEnum):
    """Why money moved."""

    NOTE_IN = "note-in"
    CHIPS_RESERVED = "chips-reserved"
    RESERVED_BOUGHT_IN = "reserved-bought-in"
    BOUGHT_IN = "bought-in"
    FORCED_BET = "forced-bet"
    BET = "bet"
    UNCALLED = "uncalled"
    AWARD = "award"
    RAKE = "rake"
    SEAT_LEFT = "seat-left"
    CLAIM_COLLECTED = "claim-collected"
    TICKET_RESERVED = "ticket-reserved"
    TICKET_CANCELLED = "ticket-cancelled"
    TICKET_OUT = "ticket-out"


class Route(msgspec.Struct, frozen=True):
    """The kinds of account between which one code moves money."""

    debit: AccountKind
    credit: AccountKind


ROUTES: Final[dict[TransferCode, Route]] = {
    TransferCode.NOTE_IN: Route(AccountKind.DROP_BOX, AccountKind.BALANCE),
    TransferCode.CHIPS_RESERVED: Route(AccountKind.BALANCE, AccountKind.RESERVED),
    TransferCode.RESERVED_BOUGHT_IN: Route(AccountKind.RESERVED, AccountKind.STACK),
    TransferCode.BOUGHT_IN: Route(AccountKind.BALANCE, AccountKind.STACK),
    TransferCode.FORCED_BET: Route(AccountKind.STACK, AccountKind.POT),
    TransferCode.BET: Route(AccountKind.STACK, AccountKind.POT),
    TransferCode.UNCALLED: Route(AccountKind.POT, AccountKind.STACK),
    TransferCode.AWARD: Route(AccountKind.POT, AccountKind.STACK),
    TransferCode.RAKE: Route(AccountKind.POT, AccountKind.RAKE),
    TransferCode.SEAT_LEFT: Route(AccountKind.STACK, AccountKind.CLAIM),
    TransferCode.CLAIM_COLLECTED: Route(AccountKind.CLAIM, AccountKind.BALANCE),
    TransferCode.TICKET_RESERVED: Route(AccountKind.BALANCE, AccountKind.SUSPENSE),
    TransferCode.TICKET_CANCELLED: Route(AccountKind.SUSPENSE, AccountKind.BALANCE),
    TransferCode.TICKET_OUT: Route(AccountKind.SUSPENSE, AccountKind.VOUCHER),
}
"""A ticket's money waits in suspense from its reservation to its proof, so that the voucher account and the meter
`ticket-out` count proven paper only (requirements R-TIC-4)."""


class Transfer(msgspec.Struct, frozen=True):
    """One movement of `amount` minor units: `debit` is debited, `credit` credited."""

    id: TransferId
    code: TransferCode
    debit: Account
    credit: Account
    amount: Money


def transfer(identity: TransferId, code: TransferCode, amount: Money, seat: int = 0) -> Transfer:
    """Make the transfer that `code` stands for; `seat` names the seat wherever its route passes an account per seat."""
    route = ROUTES[code]
    debit, credit = (Account(kind, seat if KINDS[kind].per_seat else 0) for kind in (route.debit, route.credit))
    return Transfer(identity, code, debit, credit, amount)


class Totals(msgspec.Struct, frozen=True):
    """Everything ever debited to and credited to one account."""

    debits: int = 0
    credits: int = 0


class Meter(msgspec.Struct, frozen=True):
    """How often one code moved money, and how much in all; it never decreases (reliability LED-5)."""

    count: int = 0
    amount: int = 0


class Ledger(msgspec.Struct):
    """The state of all accounts. Changed by `post` alone."""

    accounts: dict[AccountKey, Totals] = {}
    meters: dict[TransferCode, Meter] = {}
    recent: list[TransferId] = []

    def copy(self) -> "Ledger":
        """Return a ledger that can be posted to without touching this one."""
        return Ledger(dict(self.accounts), dict(self.meters), list(self.recent))

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


def post(ledger: Ledger, moved: Transfer) -> None:
    """Carry out one transfer: the only function that moves money between accounts.

    Raises `InvariantBreach` and leaves the ledger as it was when the id is malformed or known, the amount is not
    above zero, the accounts are not those of the code, or an account would fall below its limit. A known id is a
    breach, not a retry: requests are made idempotent before an event exists (reliability LED-6).
    """
    route = ROUTES[moved.code]
    invariant(len(moved.id) == 16, "transfer-id-whole", f"a transfer id has 16 bytes, this one {len(moved.id)}")
    invariant(moved.id not in ledger.recent, "transfer-once", f"transfer {moved.id.hex()} was posted before")
    invariant(moved.amount > 0, "transfer-positive", f"{moved.code} would move {moved.amount}")
    invariant(
        moved.debit.kind is route.debit and moved.credit.kind is route.credit,
        "transfer-on-its-route",
        f"{moved.code} goes from {route.debit} to {route.credit}, not {moved.debit.key} to {moved.credit.key}",
    )
    debit = ledger.accounts.get(moved.debit.key, Totals())
    credit = ledger.accounts.get(moved.credit.key, Totals())
    debit = Totals(debit.debits + moved.amount, debit.credits)
    credit = Totals(credit.debits, credit.credits + moved.amount)
    _within_limit(moved.debit, debit)
    _within_limit(moved.credit, credit)
    meter = ledger.meter(moved.code)
    ledger.accounts[moved.debit.key] = debit
    ledger.accounts[moved.credit.key] = credit
    ledger.meters[moved.code] = Meter(meter.count + 1, meter.amount + moved.amount)
    ledger.recent.append(moved.id)
    del ledger.recent[:-RECENT_IDS]


def _within_limit(account: Account, totals: Totals) -> None:
    """Reliability LED-2: no account but the house's own below zero."""
    held = _held(account.kind, totals)
    invariant(
        held >= 0 or not KINDS[account.kind].floored,
        "account-not-below-zero",
        f"{account.key} would hold {held}",
    )


def audit(ledger: Ledger) -> None:
    """Check the whole ledger against itself; cheap enough for every event (reliability LED-7).

    Raises `InvariantBreach` unless all debits equal all credits (LED-1), every account is within its limit (LED-2),
    and each kind of account holds exactly what the meters say flowed into and out of it (LED-3, LED-5).
    """
    debits = sum(totals.debits for totals in ledger.accounts.values())
    credits_ = sum(totals.credits for totals in ledger.accounts.values())
    invariant(debits == credits_, "debits-equal-credits", f"debits are {debits}, credits {credits_}")
    grown = dict.fromkeys(AccountKind, 0)
    for key, totals in ledger.accounts.items():
        account = account_of(key)
        _within_limit(account, totals)
        grown[account.kind] += totals.credits - totals.debits
    flowed = _flows((code, meter.amount) for code, meter in ledger.meters.items())
    for kind in AccountKind:
        invariant(
            grown[kind] == flowed[kind],
            "meters-match-accounts",
            f"accounts of kind {kind} grew by {grown[kind]}, the meters say {flowed[kind]}",
        )


def _flows(amounts: Iterable[tuple[TransferCode, int]]) -> dict[AccountKind, int]:
    """Return per kind of account what the given amounts credited less what they debited."""
    flowed = dict.fromkeys(AccountKind, 0)
    for code, amount in amounts:
        flowed[ROUTES[code].debit] -= amount
        flowed[ROUTES[code].credit] += amount
    return flowed
