"""What the kiosk wants of its devices, derived from its state after every commit and at start-up."""

from cashier.kiosk.rules import KioskTerms
from cashier.kiosk.state import Kiosk
from cashier.records import PrintTicket, ReturnNote, StackNote, TakeNotes, Want


def wants(kiosk: Kiosk, terms: KioskTerms, taking: bool) -> list[Want]:
    """Return the open requests to validator and printer.

    `taking` says whether the table takes money now (no pause, no fault). The slot is closed as long as the validator
    has not said that it is ready; a note already accepted is stacked all the same, and a ticket already reserved is
    printed. A running pay-out does not close the slot: its amount has left the balance.
    """
    ready = kiosk.condition(terms.validator) == "ready"
    requests: list[Want] = [TakeNotes(terms.validator, terms.notes if taking and ready else ())]
    if kiosk.held is not None:
        move = StackNote if kiosk.held.accept else ReturnNote
        requests.append(move(kiosk.held.device, kiosk.held.counter))
    if kiosk.paying is not None:
        voucher = kiosk.vouchers[kiosk.paying]
        if voucher.state in ("reserved", "sent"):
            requests.append(
                PrintTicket(voucher.number, voucher.amount, voucher.issued_at, voucher.expires, voucher.state)
            )
    return requests
