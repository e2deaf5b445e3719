"""What the kiosk wants of its devices, derived from its state after every commit and at start-up."""

from typing import Final

from cashier.kiosk.card_desk import card_wants
from cashier.kiosk.device_faults import stops_of
from cashier.kiosk.rules import notes_taken
from cashier.kiosk.standing import condition_of, stopped
from cashier.kiosk.state import Kiosk
from cashier.note_records import DispenseNotes, StandReady, WatchStore
from cashier.payout_records import DispenseCoins
from cashier.records import PrintTicket, ReturnNote, StackNote, TakeNotes, Want
from cashier.redeem_records import AskAuthority, TicketsExpire
from cashier.terms import KioskTerms, Role

_PAYERS: Final[tuple[Role, ...]] = ("hopper", "recycler")


def wants(kiosk: Kiosk, terms: KioskTerms, taking: bool, *, in_hand: bool) -> list[Want]:
    """Return the open requests to devices and authority, and when the next ticket expires.

    `taking` says whether the table takes money now (no pause, no fault), `in_hand` whether a hand runs at it. The slot
    is closed as long as the validator has not said that it is ready; a note already accepted is stacked all the same,
    and a ticket already reserved is printed. A running pay-out does not close the slot: its amount has gone.
    """
    open_slot = taking and "notes-in" not in stopped(kiosk, terms, in_hand=in_hand)
    requests: list[Want] = [TakeNotes(terms.validator, notes_taken(kiosk, terms) if open_slot else ())]
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
    return [] if terms.recycler is None else [WatchStore(terms.recycler, kiosk.store, not kiosk.is_store_told)]


def _in_order(kiosk: Kiosk, terms: KioskTerms) -> list[Want]:
    """Which of the paying devices are held to be in order."""
    payers = (role for role in _PAYERS if role in terms.roles)
    return [StandReady(terms.roles[role]) for role in payers if not stops_of(role, condition_of(kiosk, terms, role))]


def _tickets_back(kiosk: Kiosk) -> list[Want]:
    """What is to be asked about tickets that were presented, and the day of those that were not."""
    vouchers = kiosk.vouchers.values()
    pending: list[Want] = [AskAuthority(row.number, row.amount) for row in vouchers if row.state == "pending"]
    expires = min((row.expires for row in vouchers if row.state == "issued"), default=None)
    return pending if expires is None else [*pending, TicketsExpire(expires)]
