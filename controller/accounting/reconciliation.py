"""The account of a session: money in, money out, what is still there, and a difference that must be zero."""

import msgspec

from cashier.accounts import TransferCode
from cashier.ledger import Ledger
from cashier.money import Money
from controller.accounting.audit import Holdings


class Row(msgspec.Struct, frozen=True):
    """One line of the account: a stable key that the language catalogues name, how many movements, and the amount.

    `count` is 0 for an amount that is held and not moved. Money that came in is positive, all other lines negative.
    """

    key: str
    amount: Money
    count: int = 0


class Reconciliation(msgspec.Struct, frozen=True):
    """The lines of a session's account; meters come from the ledger, what is held from the table itself."""

    rows: tuple[Row, ...]

    @property
    def difference(self) -> Money:
        """What the lines leave unexplained; anything but zero is a finding."""
        return Money(sum(row.amount for row in self.rows))


def reconcile(ledger: Ledger, held: Holdings) -> Reconciliation:
    """Set money in against money out and what is still there (reliability LED-3)."""
    paid = [
        row
        for row in (
            _metered("tickets-in", 1, ledger, TransferCode.TICKET_IN),
            Row("tickets-presented", _presented(ledger)),
            _metered("notes-out", -1, ledger, TransferCode.NOTES_OUT),
            _metered("cards-in", 1, ledger, TransferCode.CARD_IN),
            Row("cards-asked", _asked_of_cards(ledger)),
            _metered("cards-out", -1, ledger, TransferCode.CARD_OUT),
            _metered("coins-out", -1, ledger, TransferCode.COINS_OUT),
            _metered("hand-paid", -1, ledger, TransferCode.HAND_PAID),
            _metered("claims-hand-paid", -1, ledger, TransferCode.CLAIM_HAND_PAID),
        )
        if row.amount
    ]
    fees = [
        row
        for row in (
            _metered("time-charge", -1, ledger, TransferCode.TIME_CHARGE),
            _metered("jackpot-seed", 1, ledger, TransferCode.JACKPOT_SEED),
            _metered("jackpot-hand-paid", -1, ledger, TransferCode.JACKPOT_HAND_PAID),
            Row("jackpots", Money(-sum(held.jackpots.values()))),
            Row("set-aside", Money(-sum(held.aside.values()))),
        )
        if row.amount
    ]
    return Reconciliation(
        (
            _metered("notes-in", 1, ledger, TransferCode.NOTE_IN),
            _metered("tickets-out", -1, ledger, TransferCode.TICKET_OUT),
            *paid,
            _metered("rake", -1, ledger, TransferCode.RAKE),
            *fees,
            Row("stacks", Money(-sum(held.stacks.values()))),
            Row("reserved", Money(-sum(held.reserved.values()))),
            Row("pot", Money(-held.pot)),
            Row("claims", Money(-held.claims)),
            Row("tickets-unproven", Money(-held.suspense)),
            Row("balance", Money(-held.balance)),
        )
    )


def _presented(ledger: Ledger) -> Money:
    """What tickets that came back wait for an answer with: it is among what waits, and did not come in as a note."""
    ended = ledger.meter(TransferCode.TICKET_IN).amount + ledger.meter(TransferCode.TICKET_RELEASED).amount
    return Money(ledger.meter(TransferCode.TICKET_PRESENTED).amount - ended)


def _asked_of_cards(ledger: Ledger) -> Money:
    """What a card is being asked for: it is among what waits, and has not come in yet."""
    ended = ledger.meter(TransferCode.CARD_IN).amount + ledger.meter(TransferCode.CARD_DECLINED).amount
    return Money(ledger.meter(TransferCode.CARD_ASKED).amount - ended)


def _metered(key: str, sign: int, ledger: Ledger, code: TransferCode) -> Row:
    meter = ledger.meter(code)
    return Row(key, Money(sign * meter.amount), meter.count)
