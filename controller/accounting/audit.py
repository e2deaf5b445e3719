"""The audit: the ledger against what table and kiosk say they hold."""

from collections.abc import Mapping

import msgspec

from cashier.accounts import Account, AccountKey, AccountKind, account_of
from cashier.invariant import invariant
from cashier.kiosk import Kiosk
from cashier.ledger import Ledger, audit
from cashier.money import ZERO, Money
from cashier.vouchers import OUTSTANDING, WAITING
from controller.vocab.ids import Chips, Seat


class Holdings(msgspec.Struct, frozen=True):
    """Every place where the table holds money of players or owes it, as its own state says (minor units)."""

    balance: Money
    reserved: dict[Seat, Money]
    stacks: dict[Seat, Chips]
    pot: Chips
    claims: Money
    suspense: Money
    """What waits for a printer, the hopper, the note store, an authority or an attendant."""
    vouchers: Money
    """Tickets proven, and neither paid nor presented."""
    jackpots: dict[AccountKey, Money] = {}
    """What every jackpot holds, and what it has collected today."""
    aside: dict[Seat, Chips] = {}
    """The stacks of players whose seats are played over."""
    cards: Money = ZERO
    """What the bank owes for payments by card."""


def holdings(
    kiosk: Kiosk,
    stacks: Mapping[Seat, Chips],
    pot: Chips = 0,
    reserved: Mapping[Seat, Money] | None = None,
    jackpots: Mapping[AccountKey, Money] | None = None,
    aside: Mapping[Seat, Chips] | None = None,
) -> Holdings:
    """Collect what kiosk and table hold: `stacks` behind, `pot` with every bet of the hand, `reserved` per seat.

    `jackpots` is what stands on each of their accounts, `aside` what belongs to those whose seats are played over.
    """
    tickets = kiosk.vouchers.values()
    return Holdings(
        balance=kiosk.balance,
        reserved=dict(reserved or {}),
        stacks=dict(stacks),
        pot=pot,
        claims=Money(sum(claim.amount for claim in kiosk.claims.values())),
        suspense=Money(
            sum(ticket.amount for ticket in tickets if ticket.state in WAITING)
            + sum(waits.amount for waits in kiosk.hand_pays.values())
            + (kiosk.payout.amount if kiosk.payout else 0)
            + (kiosk.notes.amount if kiosk.notes else 0)
            + kiosk.cards.waiting
        ),
        vouchers=Money(sum(ticket.amount for ticket in tickets if ticket.state in OUTSTANDING)),
        jackpots=dict(jackpots or {}),
        aside=dict(aside or {}),
        cards=kiosk.cards.clearing,
    )


def compare(ledger: Ledger, held: Holdings) -> None:
    """Check the ledger against itself and against the table, account by account.

    Raises `InvariantBreach` named `books-match-table` with both amounts of the first account that differs.
    """
    audit(ledger)
    expected = _expected(held)
    divided = {account_of(key) for key in ledger.accounts if "/" in key}
    for account in sorted(expected.keys() | divided, key=lambda account: account.key):
        booked, found = ledger.balance(account), expected.get(account, 0)
        invariant(
            booked == found, "books-match-table", f"{account.key}: the ledger has {booked}, the table has {found}"
        )


def _expected(held: Holdings) -> dict[Account, int]:
    """What each account must hold for the ledger to agree."""
    return {
        Account(AccountKind.BALANCE): held.balance,
        Account(AccountKind.POT): held.pot,
        Account(AccountKind.CLAIM): held.claims,
        Account(AccountKind.SUSPENSE): held.suspense,
        Account(AccountKind.VOUCHER): held.vouchers,
        Account(AccountKind.CARD_CLEARING): held.cards,
        **{Account(AccountKind.RESERVED, seat): amount for seat, amount in held.reserved.items()},
        **{Account(AccountKind.STACK, seat): amount for seat, amount in held.stacks.items()},
        **{Account(AccountKind.ASIDE, seat): amount for seat, amount in held.aside.items()},
        **{account_of(key): amount for key, amount in held.jackpots.items()},
    }
