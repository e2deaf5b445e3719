"""What became of a payment by card, told by the terminal's own numbers against the mark taken before it.

The terminal knows nothing of our payments. But nobody else gives it work, one payment runs at a time, and each that
goes through leaves a receipt with numbers of its own. The same last receipt as before says that nothing went through;
another one is ours. Where the terminal has no receipt in store, as after an end of day, the sums of its open day tell.
"""

from typing import Literal

from cashier.card_records import BatchTotals, CardMark, CardReceipt
from cashier.devices.zvt_codes import DONE
from cashier.devices.zvt_messages import StatusInformation
from cashier.money import Money

Fate = Literal["taken", "not-taken", "refused", "undone", "unclear"]
"""`undone`: it went through and the terminal took it back by itself; `refused`: the bank's no is on the receipt."""


def mark_of(record: StatusInformation | None, totals: BatchTotals | None) -> CardMark:
    """Where the terminal stands: its last receipt, and the sums of its open day if it tells them."""
    trace, receipt = (record.trace or 0, record.receipt or 0) if record is not None else (0, 0)
    count, amount = (totals.count, totals.amount) if totals is not None else (-1, Money(-1))
    return CardMark(trace, receipt, count, amount)


def fate(mark: CardMark, record: StatusInformation | None, totals: BatchTotals | None) -> Fate:
    """What became of the payment that was to begin at `mark`, now that the terminal is idle and shows this."""
    if record is None:
        same = totals is not None and (totals.count, totals.amount) == (mark.count, mark.amount)
        return "not-taken" if same and not mark.trace and not mark.receipt else "unclear"
    if record.trace is None or record.receipt is None:
        return "unclear"
    if (record.trace, record.receipt) == (mark.trace, mark.receipt):
        return "not-taken"
    if record.original is not None:
        return "undone" if record.original != mark.trace else "unclear"
    if record.result != DONE:
        return "unclear" if record.result is None else "refused"
    return "taken" if record.amount is not None else "unclear"


def receipt_of(record: StatusInformation, currency: int) -> CardReceipt | None:
    """What the journal keeps of a transaction that went through; None if the terminal leaves out what it needs.

    A terminal that names no currency means the one it was registered with.
    """
    if record.trace is None or record.receipt is None or record.amount is None:
        return None
    return CardReceipt(
        trace=record.trace,
        receipt=record.receipt,
        amount=Money(record.amount),
        currency=currency if record.currency is None else record.currency,
        card=record.card,
        name=record.card_name,
        terminal=record.terminal or 0,
    )
