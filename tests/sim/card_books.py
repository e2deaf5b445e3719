"""The simulation's own books of payments by card, held against what the terminal's own book says was charged.

The terminal's book is the truth: what cards lost and got back, whoever heard of it.
"""

from cashier import card_records as card
from cashier.accounts import Account, AccountKind, TransferCode
from cashier.ledger import Ledger
from cashier.records import Event
from tests.sim.finding import check
from tests.sim.terminal import TerminalBody

CLEARING = Account(AccountKind.CARD_CLEARING)


class CardBooks:
    """What came in by card and went back to cards, counted from amounts alone."""

    def __init__(self, terminal: TerminalBody, late_ms: int) -> None:
        self.terminal = terminal
        self.running: card.CardReserved | None = None
        self.bought = self.refunded = self.settled = 0
        self.over = self.short = 0
        """What settlements left open."""
        self.over_booked = self.short_booked = 0
        self.odd = 0
        """What cards were charged beyond the books, where an attendant took another amount for the one asked for."""
        self._late_ms = late_ms
        self._doubted = False
        self._charged = self._asked = 0
        self._day_from = self._booked_from = 0
        """Where the terminal's book and ours stood at the last end of a day."""

    @property
    def waiting(self) -> int:
        """What stands in suspense for the running payment."""
        return self.running.amount if self.running is not None else 0

    @property
    def asked(self) -> int:
        """What a card is being asked for, which has not come in."""
        return self.waiting if self.running is not None and self.running.kind == "purchase" else 0

    @property
    def charged_since(self) -> int:
        """What the card that is used now was charged."""
        return self.terminal.charged - self._charged

    def follow(self, event: Event, wall_ms: int) -> int:
        """Count one event of this wall time, and return by how much it changes the balance."""
        match event:
            case card.CardReserved():
                return self._begins(event)
            case card.CardUnknown():
                self._doubted = True
            case card.CardPurchased():
                self._in_time(event, wall_ms)
                self._ends(event.payment, "purchase", event.amount, event.amount, event.by)
                self.bought += event.amount
                return event.amount
            case card.CardRefundPaid():
                self._ends(event.payment, "refund", event.amount, -event.amount, event.by)
                self.refunded += event.amount
            case card.CardDropped():
                self._ends(event.payment, event.kind, event.amount, 0, event.by)
                return event.amount if event.kind == "refund" else 0
            case card.CardsSettled():
                self._day_ends(event)
            case card.CardDifferenceResolved():
                told, ours = (event.over, event.short), (self.over, self.short)
                check(told == ours, "difference-as-it-was", f"{told} is resolved, open was {ours}")
                self.over_booked += event.over
                self.short_booked += event.short
                self.over = self.short = 0
        return 0

    def _begins(self, event: card.CardReserved) -> int:
        check(self.running is None, "one-card-payment", f"payment {event.payment} begins beside another")
        self.running, self._doubted = event, False
        self._charged, self._asked = self.terminal.charged, self.terminal.device.authorisations
        return -event.amount if event.kind == "refund" else 0

    def _ends(self, payment: card.CardPaymentId, kind: card.CardKind, amount: int, due: int, by: str) -> None:
        """A payment ends as the card saw it: it was charged `due`; what an attendant says may be odd."""
        asked, self.running = self.running, None
        known = asked is not None and (asked.payment, asked.kind, asked.amount) == (payment, kind, amount)
        check(known, "card-payment-known", f"payment {payment} of {amount} ends, running was {asked}")
        moved = self.charged_since
        check(moved == due or bool(by), "card-as-charged", f"payment {payment} counts as {due}, the card lost {moved}")
        self.odd += moved - due

    def _in_time(self, event: card.CardPurchased, wall_ms: int) -> None:
        """What comes to be known late belongs to somebody who has gone: it goes back to his card."""
        waited = wall_ms - self.running.at if self.running is not None else 0
        late = self._doubted and not event.by and waited > self._late_ms
        check(not late, "late-goes-back", f"payment {event.payment} counts {waited} ms after it was asked for")

    def _day_ends(self, event: card.CardsSettled) -> None:
        """The terminal's sums are its book's, ours are ours, and what differs is told whole."""
        booked = self.bought - self.refunded - self._booked_from
        held = self.terminal.charged - self._day_from
        check(event.expected.amount == booked, "settled-as-booked", f"{event.expected} is expected, {booked} is booked")
        check(event.totals.amount == held, "settled-as-charged", f"{event.totals} is told, the book holds {held}")
        check(event.difference == held - booked, "difference-told", f"{event.difference} differs, {held - booked} does")
        check(event.settled == min(held, booked), "difference-told", f"{event.settled} of {held} and {booked} agree")
        self.settled += event.settled
        self.over += max(0, held - booked)
        self.short += max(0, booked - held)
        self._day_from, self._booked_from = self.terminal.charged, self.bought - self.refunded

    def compare(self, ledger: Ledger) -> None:
        """Hold the ledger against what was counted here, and the terminal's book against both."""
        clearing = self.bought + self.asked - self.refunded - self.settled - self.short_booked
        pairs = {
            "card clearing": (ledger.balance(CLEARING), clearing),
            "cards in": (ledger.meter(TransferCode.CARD_IN).amount, self.bought),
            "cards out": (ledger.meter(TransferCode.CARD_OUT).amount, self.refunded),
        }
        for what, (theirs, ours) in pairs.items():
            check(theirs == ours, "books-as-counted", f"{what}: the ledger has {theirs}, counted are {ours}")
        asked = self.terminal.device.authorisations - self._asked
        once = self.running is None or asked <= 1
        check(once, "bank-asked-once", f"the bank was asked {asked} times for {self.running}")
        if self.running is None:
            charged, booked = self.terminal.charged, self.bought - self.refunded + self.odd
            check(charged == booked, "card-as-charged", f"cards lost {charged}, the books have {booked}")

    def settle(self) -> None:
        """Once everybody has gone home, the bank has settled everything and nothing is left unexplained."""
        clearing = self.bought - self.refunded - self.settled - self.short_booked
        check(not clearing and not self.over and not self.short, "cards-settled", f"{clearing} is with the bank")
        check(not self.waiting, "everybody-paid", f"{self.waiting} wait for the card terminal")
