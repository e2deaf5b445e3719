"""Every whole transaction that is tried with a mishap at each of its transfers, by name."""

from collections.abc import Callable

from firmware.virtual.adapters import Adapter
from tests.devices.card_scenes import CardDay, CardPurchase, CardRefund
from tests.devices.coin_scenes import Payout
from tests.devices.note_scenes import EsspNoteIn, EsspPayout, NoteIn, NotesOut
from tests.devices.scenes import Scene
from tests.devices.ticket_scenes import TicketOut

SCENES: dict[str, Callable[[Adapter], Scene]] = {
    "hopper": Payout,
    "hopper runs empty": lambda adapter: Payout(adapter, holds=10),
    "validator": NoteIn,
    "validator gives back": lambda adapter: NoteIn(adapter, "returned"),
    "printer": TicketOut,
    "recycler takes": EsspNoteIn,
    "recycler gives back": lambda adapter: EsspNoteIn(adapter, after_power_cut="returned"),
    "recycler pays": EsspPayout,
    "recycler pays for the kiosk": NotesOut,
    "card purchase": CardPurchase,
    "card purchase taken back": lambda adapter: CardPurchase(adapter, unanswered="reverses"),
    "card of another amount": lambda adapter: CardPurchase(adapter, "wrong-amount"),
    "card refund": CardRefund,
    "card settlement": lambda adapter: CardDay(adapter, forgets_receipts=True),
}
"""What is tried; the printer hangs on no adapter, whatever it is given."""
