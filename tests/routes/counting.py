"""What the books say and what lies in the devices, side by side; at the end of the evening they agree to the cent."""

from pathlib import Path

import msgspec

from cashier.accounts import AccountKind
from controller.app.folder import read_folder
from controller.journal.rows import Fault
from controller.service.meters import equations, read_meters
from tests.routes.evening import Evening
from tests.routes.fittings import CARDS, COIN, HOPPER, PRINTER


class Count(msgspec.Struct, frozen=True):
    """Amounts in minor units. What is `booked_*` stands in the ledger; the rest is counted at the devices.

    `read` and `refused` are player cards that proved themselves, and those that did not.
    """

    balance: int
    booked_box: int
    notes: int
    booked_store: int
    store: int
    notes_out: int
    booked_hopper: int
    coins: int
    coins_out: int
    booked_cards: int
    cards: int
    reversals: int
    booked_tickets: int
    tickets: int
    torn: int
    hand_paid: int
    read: int
    refused: int


def count(evening: Evening) -> Count:
    """Count everything, at rest."""
    return Count(
        balance=evening.balance,
        booked_box=evening.booked(AccountKind.DROP_BOX),
        notes=evening.in_notes("stacked_value"),
        booked_store=evening.booked(AccountKind.NOTE_STORE),
        store=evening.in_notes("stored_value"),
        notes_out=evening.in_notes("paid_out"),
        booked_hopper=evening.booked(AccountKind.HOPPER),
        coins=COIN * int(evening.look(HOPPER).facts["coins"]),
        coins_out=COIN * evening.since(HOPPER, "paid_out"),
        booked_cards=evening.by_card,
        cards=evening.since(CARDS, "charged"),
        reversals=evening.since(CARDS, "reversals"),
        booked_tickets=evening.told["VoucherIssued"],
        tickets=evening.since(PRINTER, "tickets"),
        torn=evening.since(PRINTER, "torn"),
        hand_paid=evening.paid_by_hand,
        read=evening.told["PlayerCardRead"],
        refused=evening.told["PlayerCardUnread"],
    )


def reconcile(evening: Evening) -> None:
    """Close the account of the evening; raises `AssertionError` with what does not agree."""
    counted = count(evening)
    assert counted.booked_box == counted.notes, "the drop box is not what the stackers hold"
    assert counted.booked_store == counted.store, "the note store is not what it holds"
    assert counted.booked_hopper == counted.coins, "the hopper is not what its coins are worth"
    assert evening.paid_in_coins == counted.coins_out, "other coins fell than were booked"
    assert counted.booked_tickets == counted.tickets, "there are other tickets than those in the books"
    assert counted.booked_cards == counted.cards, "cards were charged something else than the books have"
    assert not evening.booked(AccountKind.CARD_CLEARING), "the bank has not settled all that it owes"
    money_in = counted.cards + counted.notes + evening.from_the_box + counted.store + counted.notes_out
    money_out = counted.notes_out + counted.coins_out + counted.hand_paid + evening.booked(AccountKind.VOUCHER)
    kept = evening.booked(AccountKind.RAKE) + counted.balance
    assert money_in == money_out + kept, f"{money_in} came in, {money_out} went out and {kept} is here"


def reconcile_meters(table: Path) -> None:
    """Hold the meters of a closed table against its balances; raises `AssertionError` where an equation fails."""
    folder = read_folder(table, with_key=False)
    assert not isinstance(folder, Fault), f"the journal is not whole: {folder}"
    for line in equations(read_meters(folder.records()), folder.balances):
        assert line.left == line.right, f"the meters do not agree: {line}"
