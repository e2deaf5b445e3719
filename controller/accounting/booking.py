"""Booking an event: its transfers enter the ledger together or not at all, and the ledger is checked at once."""

from collections.abc import Sequence

from cashier.accounts import Account, AccountKind
from cashier.invariant import invariant
from cashier.ledger import Ledger, PendingKey, Transfer, audit, hand_over, post
from cashier.payout_records import HandPayLocked
from cashier.records import DropCounted, Event, VoucherReserved
from controller.accounting.transfers import payout_key


def book(ledger: Ledger, event: Event, moved: Sequence[Transfer]) -> None:
    """Carry out the transfers that `event` stands for.

    Raises `InvariantBreach` when the books may not take them, or do not add up afterwards (reliability LED-1 to LED-7).
    """
    if isinstance(event, VoucherReserved) and event.replaces:
        hand_over(ledger, PendingKey(event.replaces), PendingKey(event.number))
    if isinstance(event, HandPayLocked) and event.replaces:
        hand_over(ledger, PendingKey(event.replaces), payout_key(event.payout))
    if moved:
        post(ledger, *moved)
        audit(ledger)
    if isinstance(event, DropCounted):
        left = ledger.balance(Account(AccountKind.DROP_BOX))
        invariant(left == 0, "drop-box-emptied", f"the books leave {left} in a drop box that was emptied")
