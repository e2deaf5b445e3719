"""What the kiosk wants of its devices, derived from its state after every commit and at start-up."""

from cashier.kiosk.card_desk import card_wants
from cashier.kiosk.paying import PAYS_ON
from cashier.kiosk.rules import notes_taken
from cashier.kiosk.state import Kiosk
from cashier.note_records import DispenseNotes, StandReady, WatchStore
from cashier.payout_records import DispenseCoins
from cashier.records import PrintTicket, ReturnNote, StackNote, TakeNotes, Want
from cashier.redeem_records import AskAuthority, TicketsExpire
from cashier.terms import KioskTerms


def wants(kiosk: Kiosk, terms: KioskTerms, taking: bool) -> list[Want]:
    """Return the open requests to devices and authority, and when the next ticket expires.

    `taking` says whether the table takes money now (no pause, no fault). The slot is closed as long as the validator
    has not said that it is ready; a note already accepted is stacked all the same, and a ticket already reserved is
    printed. A running pay-out does not close the slot: its amount has left the balance.
    """
    ready = kiosk.condition(terms.validator) == "ready"
    requests: list[Want] = [TakeNotes(terms.validator, notes_taken(kiosk, terms) if taking and ready else ())]
    if kiosk.held is not None:
        move = StackNote if kiosk.held.accept else ReturnNote
        requests.append(move(kiosk.held.device, kiosk.held.counter))
    if kiosk.paying is not None:
        voucher = kiosk.vouchers[kiosk.paying]
        if voucher.state in ("reserved", "sent"):
            requests.append(
                PrintTicket(voucher.number, voucher.amount, voucher.issued_at, voucher.expires, voucher.state)
            )
    if kiosk.payout is not None:
        paid = kiosk.payout
        requests.append(DispenseCoins(paid.device, paid.payout, paid.coins, paid.state, paid.counter))
    return [
        *requests,
        *_of_the_store(kiosk, terms),
        *_in_order(kiosk, terms),
        *card_wants(kiosk.cards),
        *_tickets_back(kiosk),
    ]


def _of_the_store(kiosk: Kiosk, terms: KioskTerms) -> list[Want]:
    """The notes that are to go out, or that the store is watched meanwhile."""
    paid = kiosk.notes
    if paid is not None:
        return [DispenseNotes(paid.device, paid.payout, paid.notes, paid.state, paid.mark)]
    return [] if terms.recycler is None else [WatchStore(terms.recycler, kiosk.store)]


def _in_order(kiosk: Kiosk, terms: KioskTerms) -> list[Want]:
    """Which of the paying devices are held to be in order."""
    hopper = terms.hopper.device if terms.hopper else None
    payers = (device for device in (hopper, terms.recycler) if device is not None)
    return [StandReady(device) for device in payers if kiosk.condition(device) in PAYS_ON]


def _tickets_back(kiosk: Kiosk) -> list[Want]:
    """What is to be asked about tickets that were presented, and the day of those that were not."""
    vouchers = kiosk.vouchers.values()
    pending: list[Want] = [AskAuthority(row.number, row.amount) for row in vouchers if row.state == "pending"]
    expires = min((row.expires for row in vouchers if row.state == "issued"), default=None)
    return pending if expires is None else [*pending, TicketsExpire(expires)]
