"""The simulation's own books of notes that go out again, counted from amounts and held against the store."""

from cashier import note_records as notes
from cashier.accounts import Account, AccountKind, TransferCode
from cashier.ledger import Ledger
from cashier.note_records import NotePile, worth
from cashier.records import Event
from tests.sim.finding import check
from tests.sim.store import StoreBody

STORE_ACCOUNT = Account(AccountKind.NOTE_STORE)


class NoteBooks:
    """What the store was given, and what came out of it."""

    def __init__(self, store: StoreBody) -> None:
        self.store = store
        self.running: notes.NotesReserved | None = None
        self.out = self.shifted = self.found = 0

    @property
    def waiting(self) -> int:
        """What the store's running pay-out stands for."""
        return self.running.amount if self.running is not None else 0

    @property
    def outside(self) -> int:
        """What lies in people's hands."""
        return sum(amount * count for amount, count in self.store.outside.items())

    def follow(self, event: Event) -> int:
        """Count one event, and return by how much it changes the balance."""
        match event:
            case notes.NotesReserved():
                check(self.running is None, "one-pay-out", f"pay-out {event.payout} begins beside another")
                self.running = event
                return -event.amount
            case notes.NotesDispensed():
                return self._dispensed(event)
            case notes.StoreCounted():
                self.shifted += event.shifted
                self.found += event.found
        return 0

    def _dispensed(self, event: notes.NotesDispensed) -> int:
        """What the books say was paid lies in somebody's hands, note by note."""
        asked, self.running = self.running, None
        if asked is None or asked.payout != event.payout:
            check(False, "pay-out-known", f"pay-out {event.payout} ends, running was {asked}")
            return 0
        fell = self.outside - self.out
        check(fell == event.amount, "notes-as-fallen", f"notes worth {event.amount} count as paid, {fell} came out")
        told = worth(event.piles)
        check(told == event.amount or bool(event.by), "notes-as-fallen", f"{event.piles} are {event.amount}")
        self.out += event.amount
        check(event.left == asked.amount - event.amount, "rest-of-the-notes", f"{event.left} of {asked.amount} is left")
        return event.left

    def compare(self, ledger: Ledger) -> None:
        """Hold the ledger against what was counted here, and the store against both."""
        booked, meter = ledger.balance(STORE_ACCOUNT), ledger.meter(TransferCode.NOTES_OUT).amount
        counted = self.shifted + self.found - self.out
        check(booked == counted, "books-as-counted", f"note store: the ledger has {booked}, counted are {counted}")
        check(meter == self.out, "books-as-counted", f"notes out: the ledger has {meter}, counted are {self.out}")
        if self.running is None:
            check(self.outside == self.out, "notes-fall-once", f"{self.outside} came out, {self.out} are booked")

    def settle(self, known: tuple[NotePile, ...]) -> None:
        """Once everybody has gone home, the books know every note in the store."""
        there, booked = self.store.piles, self.shifted + self.found - self.out
        check(known == there, "store-as-counted", f"{there} lie in the store, the table knows of {known}")
        check(worth(there) == booked, "store-as-counted", f"{worth(there)} lie in the store, booked are {booked}")
        check(not self.waiting, "everybody-paid", f"{self.waiting} wait for the store")
