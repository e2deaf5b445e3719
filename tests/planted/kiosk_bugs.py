"""The planted bugs of a whole kiosk: notes out of the store, and payments by card, in the rules and in the drivers."""

from typing import Final

from tests.planted.bug import Bug


def _bug(name: str, room: str, breaks: str, module: str, old: str, new: str, *caught_by: str, seed: int = 1) -> Bug:
    """A bug that is looked for in one evening at a table with note store and card terminal."""
    return Bug(name, room, breaks, module, old, new, caught_by, STEPS, (seed,), "whole-kiosk")


STEPS: Final = 1_000

KIOSK_BUGS: Final[tuple[Bug, ...]] = (
    _bug(
        "notes-ordered-blindly",
        "notes out",
        "a pay-out of notes is ordered again without a look at what has come out",
        "cashier.devices.note_payer",
        "        if untouched and not self._ended:\n",
        "        if not self._ended:\n",
        "notes-fall-once",
        "notes-as-fallen",
        "comes-to-rest",
    ),
    _bug(
        "broken-off-counts-whole",
        "notes out",
        "what an attendant counts after a pay-out was broken off counts as all of it",
        "cashier.kiosk.paying_notes",
        "(), command.paid, command.by",
        "(), running.notes, command.by",
        "notes-as-fallen",
        seed=4,
    ),
    _bug(
        "rest-of-the-notes-lost",
        "notes out",
        "what notes cannot pay is lost where they have paid less than they should",
        "cashier.kiosk.paying_notes",
        "    left = Money(running.amount - paid)\n",
        "    left = Money(running.amount - running.notes if paid else running.amount)\n",
        "froze:pay-out-adds-up",
        "rest-of-the-notes",
        seed=9,
    ),
    _bug(
        "notes-out-not-booked",
        "notes out",
        "what comes back of a pay-out of notes never enters the books",
        "controller.accounting.transfers",
        "Move(TransferCode.NOTES_CANCELLED, event.left, pending=key)",
        "Move(TransferCode.NOTES_CANCELLED, 0, pending=key)",
        "froze:pending-ended-whole",
    ),
    _bug(
        "card-authorised-twice",
        "cards",
        "a payment that may have been asked of the bank is asked again",
        "cashier.devices.card_terminal",
        "            case RunCard() if self._leave == _key(work):\n",
        '            case RunCard() if work.state == "sent":\n',
        "bank-asked-once",
    ),
    _bug(
        "old-receipt-is-no-receipt",
        "cards",
        "a payment whose end was lost is taken for one that never began",
        "cashier.devices.card_fate",
        "    if (record.trace, record.receipt) == (mark.trace, mark.receipt):\n",
        "    if record.original is None:\n",
        "card-as-charged",
    ),
    _bug(
        "unknown-refund-is-paid",
        "cards",
        "a refund of which nobody knows what became of it counts as paid",
        "cashier.kiosk.paying_by_card",
        "    return [card.CardUnknown(row.payment, command.condition, command.stuck)]\n",
        '    return [_through(request, row, None) if row.kind == "refund" else '
        "card.CardUnknown(row.payment, command.condition, command.stuck)]\n",
        "card-as-charged",
        seed=3,
    ),
    _bug(
        "reversal-forgotten",
        "cards",
        "a purchase that may not stand is dropped, and what was charged stays charged",
        "cashier.kiosk.paying_by_card",
        "        return [card.CardUndoing(row.payment, receipt, wrong)]\n",
        '        return [_dropped(request, row, "reversed")]\n',
        "card-as-charged",
    ),
    _bug(
        "late-purchase-stands",
        "cards",
        "what comes to be known late is given to whoever stands at the kiosk now",
        "cashier.kiosk.paying_by_card",
        '    return "late" if late else None\n',
        "    return None\n",
        "late-goes-back",
        seed=5,
    ),
    _bug(
        "cancelled-is-over",
        "cards",
        "a payment that the player wants out of is over, whatever the terminal does",
        "cashier.kiosk.paying_by_card",
        '    if row.state == "reserved":\n        return [_dropped(request, row, "cancelled")]\n',
        '    if row.state != "stuck":\n        return [_dropped(request, row, "cancelled")]\n',
        "card-as-charged",
    ),
    _bug(
        "card-request-forgotten",
        "cards",
        "a payment by card that is asked for twice is made twice",
        "cashier.kiosk.folding_cards",
        "ZERO, event.balance)\n    remember(kiosk, event.request)\n",
        "ZERO, event.balance)\n",
        "request-once",
        seed=2,
    ),
    _bug(
        "settlement-half-booked",
        "cards",
        "half of what the bank has settled stays owed in the books",
        "controller.accounting.transfers",
        "Move(TransferCode.CARD_SETTLED, event.settled)",
        "Move(TransferCode.CARD_SETTLED, event.settled // 2)",
        "froze:books-match-table",
    ),
)
"""Some are in the drivers, which are the product's own at these tables. More of those stand in
`tests/devices/test_every_transfer.py`, where every single word is lost once."""
