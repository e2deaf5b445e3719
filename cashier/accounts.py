"""The chart of accounts: what money may stand on, why it may move, and between which kinds of account.

Two tables say it all: `KINDS`, how an account of each kind behaves, and `ROUTES`, what each reason moves.
"""

from enum import Enum, StrEnum
from typing import Final, Literal, NewType, get_args

import msgspec

AccountKey = NewType("AccountKey", str)
"""An account as stable text: `balance`, `stack/3`, `jackpot/bad-beat`."""

PoolId = Literal["bad-beat", "month-hand", "stud"]
"""A jackpot: the bad beat's, the hand of the month's, five-card stud's (jackpots.md §2, §3, §4)."""

POOLS: Final[tuple[PoolId, ...]] = get_args(PoolId)


class AccountKind(StrEnum):
    """What an account stands for (architecture §1)."""

    BALANCE = "balance"
    RESERVED = "reserved"
    STACK = "stack"
    ASIDE = "aside"
    POT = "pot"
    CLAIM = "claim"
    VOUCHER = "voucher"
    SUSPENSE = "suspense"
    RAKE = "rake"
    TIME_CHARGE = "time-charge"
    JACKPOT = "jackpot"
    JACKPOT_TODAY = "jackpot-today"
    DROP_BOX = "drop-box"
    HOPPER = "hopper"
    NOTE_STORE = "note-store"
    CARD_CLEARING = "card-clearing"
    OVER_SHORT = "over-short"
    HOUSE = "house"


class Side(Enum):
    """The side of an account on which it grows."""

    DEBIT = "debit"
    CREDIT = "credit"


class KindRule(msgspec.Struct, frozen=True):
    """How accounts of one kind behave: normal side, whether they may fall below zero, whether each seat has one.

    Or each jackpot.
    """

    normal: Side
    floored: bool = True
    per_seat: bool = False
    per_pool: bool = False


KINDS: Final[dict[AccountKind, KindRule]] = {
    AccountKind.BALANCE: KindRule(Side.CREDIT),
    AccountKind.RESERVED: KindRule(Side.CREDIT, per_seat=True),
    AccountKind.STACK: KindRule(Side.CREDIT, per_seat=True),
    AccountKind.ASIDE: KindRule(Side.CREDIT, per_seat=True),
    AccountKind.POT: KindRule(Side.CREDIT),
    AccountKind.CLAIM: KindRule(Side.CREDIT),
    AccountKind.VOUCHER: KindRule(Side.CREDIT),
    AccountKind.SUSPENSE: KindRule(Side.CREDIT),
    AccountKind.RAKE: KindRule(Side.CREDIT),
    AccountKind.TIME_CHARGE: KindRule(Side.CREDIT),
    AccountKind.JACKPOT: KindRule(Side.CREDIT, per_pool=True),
    AccountKind.JACKPOT_TODAY: KindRule(Side.CREDIT, per_pool=True),
    AccountKind.DROP_BOX: KindRule(Side.DEBIT),
    AccountKind.HOPPER: KindRule(Side.DEBIT),
    AccountKind.NOTE_STORE: KindRule(Side.DEBIT),
    AccountKind.CARD_CLEARING: KindRule(Side.DEBIT),
    AccountKind.OVER_SHORT: KindRule(Side.CREDIT, floored=False),
    AccountKind.HOUSE: KindRule(Side.CREDIT, floored=False),
}
"""Reliability LED-2. Only what the house owns or bears itself may stand on either side of zero."""


class Account(msgspec.Struct, frozen=True):
    """One account: its kind, and the seat (1 to 10) or jackpot whose it is where each of them has one of that kind."""

    kind: AccountKind
    seat: int = 0
    pool: PoolId | None = None

    def __post_init__(self) -> None:
        """Refuse an account that the table of kinds does not know."""
        if KINDS[self.kind].per_seat is not (self.seat > 0):
            raise ValueError(f"there is no account {self.kind} of seat {self.seat}")
        if KINDS[self.kind].per_pool is not (self.pool in POOLS):
            raise ValueError(f"there is no account {self.kind} of pool {self.pool}")

    @property
    def key(self) -> AccountKey:
        """The account as stable text, for books and stores."""
        part = self.pool or self.seat
        return AccountKey(f"{self.kind}/{part}" if part else str(self.kind))


def account_of(key: str) -> Account:
    """Read an account back from its text. Raises `ValueError` for text that names none."""
    word, _, part = key.partition("/")
    kind = AccountKind(word)
    if KINDS[kind].per_pool:
        return Account(kind, pool=next((pool for pool in POOLS if pool == part), None))
    return Account(kind, int(part) if part else 0)


class TransferCode(StrEnum):
    """Why money moved."""

    NOTE_IN = "note-in"
    CHIPS_RESERVED = "chips-reserved"
    RESERVED_BOUGHT_IN = "reserved-bought-in"
    BOUGHT_IN = "bought-in"
    FORCED_BET = "forced-bet"
    BET = "bet"
    UNCALLED = "uncalled"
    STAKE_RETURNED = "stake-returned"
    AWARD = "award"
    RAKE = "rake"
    TIME_CHARGE = "time-charge"
    JACKPOT_DROP = "jackpot-drop"
    JACKPOT_CHARGE = "jackpot-charge"
    JACKPOT_POSTED = "jackpot-posted"
    JACKPOT_SEED = "jackpot-seed"
    JACKPOT_PAID = "jackpot-paid"
    JACKPOT_HAND_PAID = "jackpot-hand-paid"
    SEAT_LEFT = "seat-left"
    SEAT_MOVED_OUT = "seat-moved-out"
    SEAT_MOVED_IN = "seat-moved-in"
    STACK_SET_ASIDE = "stack-set-aside"
    STACK_BROUGHT_BACK = "stack-brought-back"
    CLAIM_COLLECTED = "claim-collected"
    TICKET_RESERVED = "ticket-reserved"
    TICKET_CANCELLED = "ticket-cancelled"
    TICKET_OUT = "ticket-out"
    TICKET_PRESENTED = "ticket-presented"
    TICKET_RELEASED = "ticket-released"
    TICKET_IN = "ticket-in"
    TICKET_EXPIRED = "ticket-expired"
    TICKET_HAND_PAID = "ticket-hand-paid"
    COINS_RESERVED = "coins-reserved"
    COINS_CANCELLED = "coins-cancelled"
    COINS_OUT = "coins-out"
    COINS_EXTRA = "coins-extra"
    NOTES_RESERVED = "notes-reserved"
    NOTES_CANCELLED = "notes-cancelled"
    NOTES_OUT = "notes-out"
    NOTES_STORED = "notes-stored"
    NOTES_BOXED = "notes-boxed"
    NOTES_FOUND = "notes-found"
    HAND_PAY_LOCKED = "hand-pay-locked"
    HAND_PAY_CANCELLED = "hand-pay-cancelled"
    HAND_PAID = "hand-paid"
    CLAIM_HAND_PAID = "claim-hand-paid"
    HOPPER_FILLED = "hopper-filled"
    HOPPER_OVER = "hopper-over"
    HOPPER_SHORT = "hopper-short"
    HOPPER_EMPTIED = "hopper-emptied"
    DROP_OVER = "drop-over"
    DROP_SHORT = "drop-short"
    DROP_COLLECTED = "drop-collected"
    CARD_ASKED = "card-asked"
    CARD_DECLINED = "card-declined"
    CARD_IN = "card-in"
    CARD_REFUND_ASKED = "card-refund-asked"
    CARD_REFUND_CANCELLED = "card-refund-cancelled"
    CARD_OUT = "card-out"
    CARD_SETTLED = "card-settled"
    CARD_OVER = "card-over"
    CARD_SHORT = "card-short"


class Phase(Enum):
    """What a transfer means for money that waits for a device: nothing, or that it begins or ends to wait."""

    SINGLE = "single"
    PENDS = "pends"
    POSTS = "posts"
    VOIDS = "voids"


class Route(msgspec.Struct, frozen=True):
    """The kinds of account between which one code moves money, and its phase."""

    debit: AccountKind
    credit: AccountKind
    phase: Phase = Phase.SINGLE


ROUTES: Final[dict[TransferCode, Route]] = {
    TransferCode.NOTE_IN: Route(AccountKind.DROP_BOX, AccountKind.BALANCE),
    TransferCode.CHIPS_RESERVED: Route(AccountKind.BALANCE, AccountKind.RESERVED),
    TransferCode.RESERVED_BOUGHT_IN: Route(AccountKind.RESERVED, AccountKind.STACK),
    TransferCode.BOUGHT_IN: Route(AccountKind.BALANCE, AccountKind.STACK),
    TransferCode.FORCED_BET: Route(AccountKind.STACK, AccountKind.POT),
    TransferCode.BET: Route(AccountKind.STACK, AccountKind.POT),
    TransferCode.UNCALLED: Route(AccountKind.POT, AccountKind.STACK),
    TransferCode.STAKE_RETURNED: Route(AccountKind.POT, AccountKind.STACK),
    TransferCode.AWARD: Route(AccountKind.POT, AccountKind.STACK),
    TransferCode.RAKE: Route(AccountKind.POT, AccountKind.RAKE),
    TransferCode.TIME_CHARGE: Route(AccountKind.STACK, AccountKind.TIME_CHARGE),
    TransferCode.JACKPOT_DROP: Route(AccountKind.POT, AccountKind.JACKPOT_TODAY),
    TransferCode.JACKPOT_CHARGE: Route(AccountKind.STACK, AccountKind.JACKPOT_TODAY),
    TransferCode.JACKPOT_POSTED: Route(AccountKind.JACKPOT_TODAY, AccountKind.JACKPOT),
    TransferCode.JACKPOT_SEED: Route(AccountKind.HOUSE, AccountKind.JACKPOT),
    TransferCode.JACKPOT_PAID: Route(AccountKind.JACKPOT, AccountKind.CLAIM),
    TransferCode.JACKPOT_HAND_PAID: Route(AccountKind.JACKPOT, AccountKind.HOUSE),
    TransferCode.SEAT_LEFT: Route(AccountKind.STACK, AccountKind.CLAIM),
    TransferCode.SEAT_MOVED_OUT: Route(AccountKind.STACK, AccountKind.POT),
    TransferCode.SEAT_MOVED_IN: Route(AccountKind.POT, AccountKind.STACK),
    TransferCode.STACK_SET_ASIDE: Route(AccountKind.STACK, AccountKind.ASIDE),
    TransferCode.STACK_BROUGHT_BACK: Route(AccountKind.ASIDE, AccountKind.STACK),
    TransferCode.CLAIM_COLLECTED: Route(AccountKind.CLAIM, AccountKind.BALANCE),
    TransferCode.TICKET_RESERVED: Route(AccountKind.BALANCE, AccountKind.SUSPENSE, Phase.PENDS),
    TransferCode.TICKET_CANCELLED: Route(AccountKind.SUSPENSE, AccountKind.BALANCE, Phase.VOIDS),
    TransferCode.TICKET_OUT: Route(AccountKind.SUSPENSE, AccountKind.VOUCHER, Phase.POSTS),
    TransferCode.TICKET_PRESENTED: Route(AccountKind.VOUCHER, AccountKind.SUSPENSE, Phase.PENDS),
    TransferCode.TICKET_RELEASED: Route(AccountKind.SUSPENSE, AccountKind.VOUCHER, Phase.VOIDS),
    TransferCode.TICKET_IN: Route(AccountKind.SUSPENSE, AccountKind.BALANCE, Phase.POSTS),
    TransferCode.TICKET_EXPIRED: Route(AccountKind.VOUCHER, AccountKind.HOUSE),
    TransferCode.TICKET_HAND_PAID: Route(AccountKind.VOUCHER, AccountKind.HOUSE),
    TransferCode.COINS_RESERVED: Route(AccountKind.BALANCE, AccountKind.SUSPENSE, Phase.PENDS),
    TransferCode.COINS_CANCELLED: Route(AccountKind.SUSPENSE, AccountKind.BALANCE, Phase.VOIDS),
    TransferCode.COINS_OUT: Route(AccountKind.SUSPENSE, AccountKind.HOPPER, Phase.POSTS),
    TransferCode.COINS_EXTRA: Route(AccountKind.OVER_SHORT, AccountKind.HOPPER),
    TransferCode.NOTES_RESERVED: Route(AccountKind.BALANCE, AccountKind.SUSPENSE, Phase.PENDS),
    TransferCode.NOTES_CANCELLED: Route(AccountKind.SUSPENSE, AccountKind.BALANCE, Phase.VOIDS),
    TransferCode.NOTES_OUT: Route(AccountKind.SUSPENSE, AccountKind.NOTE_STORE, Phase.POSTS),
    TransferCode.NOTES_STORED: Route(AccountKind.NOTE_STORE, AccountKind.DROP_BOX),
    TransferCode.NOTES_BOXED: Route(AccountKind.DROP_BOX, AccountKind.NOTE_STORE),
    TransferCode.NOTES_FOUND: Route(AccountKind.NOTE_STORE, AccountKind.OVER_SHORT),
    TransferCode.HAND_PAY_LOCKED: Route(AccountKind.BALANCE, AccountKind.SUSPENSE, Phase.PENDS),
    TransferCode.HAND_PAY_CANCELLED: Route(AccountKind.SUSPENSE, AccountKind.BALANCE, Phase.VOIDS),
    TransferCode.HAND_PAID: Route(AccountKind.SUSPENSE, AccountKind.HOUSE, Phase.POSTS),
    TransferCode.CLAIM_HAND_PAID: Route(AccountKind.CLAIM, AccountKind.HOUSE),
    TransferCode.HOPPER_FILLED: Route(AccountKind.HOPPER, AccountKind.HOUSE),
    TransferCode.HOPPER_OVER: Route(AccountKind.HOPPER, AccountKind.OVER_SHORT),
    TransferCode.HOPPER_SHORT: Route(AccountKind.OVER_SHORT, AccountKind.HOPPER),
    TransferCode.HOPPER_EMPTIED: Route(AccountKind.HOUSE, AccountKind.HOPPER),
    TransferCode.DROP_OVER: Route(AccountKind.DROP_BOX, AccountKind.OVER_SHORT),
    TransferCode.DROP_SHORT: Route(AccountKind.OVER_SHORT, AccountKind.DROP_BOX),
    TransferCode.DROP_COLLECTED: Route(AccountKind.HOUSE, AccountKind.DROP_BOX),
    TransferCode.CARD_ASKED: Route(AccountKind.CARD_CLEARING, AccountKind.SUSPENSE, Phase.PENDS),
    TransferCode.CARD_DECLINED: Route(AccountKind.SUSPENSE, AccountKind.CARD_CLEARING, Phase.VOIDS),
    TransferCode.CARD_IN: Route(AccountKind.SUSPENSE, AccountKind.BALANCE, Phase.POSTS),
    TransferCode.CARD_REFUND_ASKED: Route(AccountKind.BALANCE, AccountKind.SUSPENSE, Phase.PENDS),
    TransferCode.CARD_REFUND_CANCELLED: Route(AccountKind.SUSPENSE, AccountKind.BALANCE, Phase.VOIDS),
    TransferCode.CARD_OUT: Route(AccountKind.SUSPENSE, AccountKind.CARD_CLEARING, Phase.POSTS),
    TransferCode.CARD_SETTLED: Route(AccountKind.HOUSE, AccountKind.CARD_CLEARING),
    TransferCode.CARD_OVER: Route(AccountKind.HOUSE, AccountKind.OVER_SHORT),
    TransferCode.CARD_SHORT: Route(AccountKind.OVER_SHORT, AccountKind.CARD_CLEARING),
}
"""A ticket's money waits in suspense from its reservation to its proof, so that the voucher account and the meter
`ticket-out` count proven paper only (requirements R-TIC-4). What the hopper or an attendant is to pay waits there as
well, and so does a ticket that has come back, until it is known to be paid. Counting the drop box first books what is
over or short and then hands the content to the house (reliability LED-8). A note that comes in lies in the drop box
until the recycler says that it has it in its store. What hands pay into a jackpot stands apart until the gaming day
ends (jackpots.md §1). What people pay by hand, and what tickets lose that nobody brought back in time, goes over the
house's account. The card clearing account is what the bank owes for payments by card until the terminal has ended its
day."""
