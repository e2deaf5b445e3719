"""The simulation's own books: every chip and cent counted anew from the amounts of committed events.

They are kept by another way than the product's: from amounts alone, where the product believes results, and held
against the product's results, its state, its ledger, and what lies in the stacker and on paper.
"""

from collections import Counter

from cashier import card_records as cr
from cashier import note_records as nr
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.accounts import Account, AccountKind, TransferCode
from cashier.kiosk import Kiosk
from cashier.money import ZERO, Money
from cashier.note_records import worth
from cashier.records import ClaimId, RequestId, VoucherNumber, VoucherState
from controller import machine as machines
from controller.machine import Machine
from controller.vocab import hand_records as hr
from controller.vocab import jackpot_records as jr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.ids import DecisionId, Seat
from controller.vocab.records import AnyEvent
from tests.sim.card_books import CardBooks
from tests.sim.devices import PrinterBody, ValidatorBody
from tests.sim.finding import check
from tests.sim.note_books import NoteBooks
from tests.sim.payouts import Payouts

BALANCE, RAKE, SUSPENSE, VOUCHER = map(
    Account, (AccountKind.BALANCE, AccountKind.RAKE, AccountKind.SUSPENSE, AccountKind.VOUCHER)
)
DROP_BOX, OVER_SHORT = Account(AccountKind.DROP_BOX), Account(AccountKind.OVER_SHORT)
COIN = 50
"""What a coin of the hopper is worth."""

_TELLS_BALANCE = nr.NotesReserved | nr.NotesDispensed | cr.CardReserved | cr.CardPurchased | cr.CardDropped
JACKPOTS = (AccountKind.JACKPOT, AccountKind.JACKPOT_TODAY)


class Books:
    """What everybody has, from the first note to the last ticket."""

    def __init__(
        self, validator: ValidatorBody, printer: PrinterBody, payouts: Payouts, notes: NoteBooks, cards: CardBooks
    ) -> None:
        self.validator = validator
        self.printer = printer
        self.payouts = payouts
        self.notes = notes
        self.cards = cards
        self.balance = self.pot = self.rake = self.noted = self.dropped = self.over = 0
        self.pools = self.seeded = 0
        self.stacks: dict[Seat, int] = {}
        self.reserved: dict[Seat, int] = {}
        self.aside: dict[Seat, int] = {}
        """Stacks of players whose seats are played over."""
        self.claims: dict[ClaimId, int] = {}
        self.tickets: dict[VoucherNumber, VoucherState] = {}
        self._sums: Counter[VoucherState] = Counter()
        self.amounts: dict[VoucherNumber, int] = {}
        self.credited: Counter[int] = Counter()
        self.unaccounted: Counter[int] = Counter()
        self._left: list[int] = []
        self._paid: set[RequestId] = set()
        self._rests: set[RequestId] = set()
        """Requests of which notes were paid, and the rest may go on a ticket."""
        self._acted: set[DecisionId] = set()

    def follow(self, event: AnyEvent, wall_ms: int) -> None:
        """Count one event that was committed at this wall time."""
        match event:
            case cash.NoteCredited() | cash.NoteUnaccounted():
                self._note(event)
            case cash.DropCounted():
                self._drop(event)
            case cash.ClaimOpened() | cash.ClaimCollected():
                self._claim(event)
            case tr.ChipsReserved() | tr.BoughtIn() | tr.SeatLeft():
                self._seat(event)
            case (
                hr.Posted() | hr.Acted() | hr.UncalledReturned() | hr.StakeReturned() | hr.PotAwarded() | hr.RakeTaken()
            ):
                self._chips(event)
            case hr.DropTaken():
                self.pot -= event.amount
                self.pools += event.amount
            case jr.PoolSeeded():
                self.pools += event.amount
                self.seeded += event.amount
            case hr.RowsCompared():
                self._rows(event)
            case sr.SeatMoved() | sr.SeatPlayedOver() | sr.SeatTakenBack():
                self._changes(event)
            case cash.VoucherReserved() | cash.VoucherVoided():
                self._ticket_money(event)
            case cash.VoucherSent():
                self._becomes(event.number, ("reserved",), "sent")
            case cash.VoucherUnknown():
                self._becomes(event.number, ("sent",), "unknown")
            case cash.VoucherIssued():
                self._issued(event)
            case _:
                self._pay(event, wall_ms)

    def _pay(self, event: AnyEvent, wall_ms: int) -> None:
        """Count what comes back, and what goes out otherwise than on paper."""
        match event:
            case redeem.VoucherPresented():
                self._becomes(event.number, ("issued",), "pending")
                self._told("ticket", event.amount, self.amounts[event.number])
            case redeem.VoucherReleased():
                self._becomes(event.number, ("pending",), "issued")
            case redeem.VoucherRedeemed() | redeem.VoucherExpired() | redeem.VoucherHandPaid():
                self._comes_back(event)
            case payout.ClaimHandPaid():
                self._told("claim", event.amount, self.claims.pop(event.claim, 0))
                self.payouts.follow(event)
            case payout.HandPayLocked() | payout.HandPayCancelled() | payout.CoinsReserved() | payout.CoinsDispensed():
                self.balance += self.payouts.follow(event)
                self._told("balance", event.balance, self.balance)
            case payout.HandPaid() | payout.HopperFilled():
                self.payouts.follow(event)
            case _:
                self._pay_otherwise(event, wall_ms)

    def _pay_otherwise(self, event: AnyEvent, wall_ms: int) -> None:
        """Count what comes in and goes out by card, and what goes out in notes."""
        if isinstance(event, nr.NotesReserved | cr.CardReserved):
            self._once(event.request)
        if isinstance(event, nr.NotesReserved):
            self._rests.add(event.request)
        self.balance += self.notes.follow(event) + self.cards.follow(event, wall_ms)
        if isinstance(event, _TELLS_BALANCE):
            self._told("balance", event.balance, self.balance)

    def _note(self, event: cash.NoteCredited | cash.NoteUnaccounted) -> None:
        if isinstance(event, cash.NoteUnaccounted):
            self.unaccounted[event.amount] += 1
            return
        self.noted += event.amount
        self.balance += event.amount
        self.credited[event.amount] += 1
        lies = self.validator.stacked[event.amount]
        check(
            self.credited[event.amount] <= lies,
            "note-credited-once",
            f"{self.credited[event.amount]} notes of {event.amount} are credited, {lies} were stacked",
        )
        self._told("balance", event.balance, self.balance)

    def _drop(self, event: cash.DropCounted) -> None:
        """The box is empty: what was in it beyond the books is over, what is missing is short."""
        self._told("drop box", event.expected, self.box)
        self.dropped += event.expected
        self.over += event.counted - event.expected
        self.validator.box = 0
        self.notes.store.boxed = ZERO

    def _claim(self, event: cash.ClaimOpened | cash.ClaimCollected) -> None:
        if isinstance(event, cash.ClaimOpened):
            check(bool(self._left), "claim-of-a-leaver", f"claim {event.claim} opened though nobody left")
            self._told("claim", event.amount, self._left.pop(0))
            self.claims[event.claim] = event.amount
            return
        self._once(event.request)
        self._told("claim", event.amount, self.claims.pop(event.claim, 0))
        self.balance += event.amount
        self._told("balance", event.balance, self.balance)

    def _seat(self, event: tr.ChipsReserved | tr.BoughtIn | tr.SeatLeft) -> None:
        seat = event.seat
        if isinstance(event, tr.SeatLeft):
            self._told("stack", event.amount, self.stacks.pop(seat, 0))
            if event.amount:
                self._left.append(event.amount)
            return
        if isinstance(event, tr.ChipsReserved):
            self._once(event.request)
            self.balance -= event.amount
            self.reserved[seat] = self.reserved.get(seat, 0) + event.amount
        elif event.reserved:
            self._told("reserved", event.amount, self.reserved.pop(seat, 0))
            self.stacks[seat] += event.amount
        else:
            self._once(event.request)
            self.balance -= event.amount
            self.stacks[seat] = self.stacks.get(seat, 0) + event.amount
        self._told("balance", event.balance, self.balance)
        if isinstance(event, tr.BoughtIn):
            self._told("stack", event.stack, self.stacks[seat])

    def _chips(
        self, event: hr.Posted | hr.Acted | hr.UncalledReturned | hr.StakeReturned | hr.PotAwarded | hr.RakeTaken
    ) -> None:
        match event:
            case hr.RakeTaken():
                self.pot -= event.amount
                self.rake += event.amount
                return
            case hr.Acted():
                known = event.decision in self._acted
                check(not known, "act-counts-once", f"decision {event.decision} was answered twice")
                self._acted.add(event.decision)
                moved = event.added
            case hr.Posted():
                moved = event.amount
            case _:
                moved = -event.amount
        self.stacks[event.seat] -= moved
        self.pot += moved
        self._told("stack", event.stack, self.stacks[event.seat])

    def _rows(self, event: hr.RowsCompared) -> None:
        """What one set loses to another goes from stack to stack."""
        self.stacks[event.loser] -= event.amount
        self.stacks[event.seat] += event.amount
        self._told("stack", event.loser_stack, self.stacks[event.loser])
        self._told("stack", event.stack, self.stacks[event.seat])

    def _changes(self, event: sr.SeatMoved | sr.SeatPlayedOver | sr.SeatTakenBack) -> None:
        """What a player has goes aside while another plays at his seat, and comes back whole."""
        match event:
            case sr.SeatMoved():
                self._moved(event)
            case sr.SeatPlayedOver():
                self._told("stack", event.stack, self.stacks.pop(event.seat))
                self.aside[event.seat] = event.stack
            case sr.SeatTakenBack():
                check(event.seat not in self.stacks, "seat-free", f"seat {event.seat} is taken still")
                self._told("stack", event.stack, self.aside.pop(event.seat))
                self.stacks[event.seat] = event.stack

    def _moved(self, event: sr.SeatMoved) -> None:
        """A player takes all he has with him."""
        check(event.to not in self.stacks, "seat-free", f"seat {event.to} is taken already")
        self._told("stack", event.stack, self.stacks[event.seat])
        self.stacks[event.to] = self.stacks.pop(event.seat)
        if event.seat in self.reserved:
            self.reserved[event.to] = self.reserved.pop(event.seat)

    def _ticket_money(self, event: cash.VoucherReserved | cash.VoucherVoided) -> None:
        number = event.number
        if isinstance(event, cash.VoucherVoided):
            self._told("ticket", event.amount, self.amounts[number])
            if event.balance is None:
                self._becomes(number, ("unknown",), "void")
                slip = self.printer.slips.get(number)
                check(slip is None or slip.torn, "torn-before-void", f"ticket {number} is void and whole paper")
            else:
                self._becomes(number, ("reserved",), "void")
                check(number not in self.printer.sent, "only-unsent-refunded", f"ticket {number} was refunded")
                self.balance += event.amount
                self._told("balance", event.balance, self.balance)
            return
        check(number not in self.tickets, "number-used-once", f"ticket {number} is reserved again")
        self.tickets[number], self.amounts[number] = "reserved", event.amount
        self._sums["reserved"] += event.amount
        if event.replaces:
            check(self.tickets[event.replaces] == "void", "replaced-once", f"{event.replaces} is not torn up")
            self._told("ticket", event.amount, self.amounts[event.replaces])
        else:
            self._first_time(event.request)
            self.balance -= event.amount
        self._told("balance", event.balance, self.balance)

    def _issued(self, event: cash.VoucherIssued) -> None:
        self._becomes(event.number, ("unknown",) if event.by else ("sent",), "issued")
        self._told("ticket", event.amount, self.amounts[event.number])
        slip = self.printer.slips.get(event.number)
        good = slip is not None and slip.whole and not slip.torn and slip.amount == event.amount
        check(good, "issued-on-paper", f"ticket {event.number} counts as issued, the paper is {slip}")

    def _comes_back(self, event: redeem.VoucherRedeemed | redeem.VoucherExpired | redeem.VoucherHandPaid) -> None:
        """Paper that was paid is kept by the table's people; what expired is worth nothing."""
        self._told("ticket", event.amount, self.amounts[event.number])
        self.balance += self.payouts.follow(event)
        self.printer.slips[event.number].torn = True
        if isinstance(event, redeem.VoucherRedeemed):
            self._becomes(event.number, ("pending",), "redeemed")
            self._told("balance", event.balance, self.balance)
        else:
            self._becomes(
                event.number, ("issued",), "expired" if isinstance(event, redeem.VoucherExpired) else "hand-paid"
            )

    def _becomes(self, number: VoucherNumber, before: tuple[VoucherState, ...], after: VoucherState) -> None:
        was = self.tickets.get(number)
        check(was in before, "ticket-on-its-path", f"ticket {number} went from {was} to {after}")
        if was is not None:
            self._sums[was] -= self.amounts[number]
        self._sums[after] += self.amounts[number]
        self.tickets[number] = after

    def _first_time(self, request: RequestId) -> None:
        """A ticket is printed once for a request: all of what was asked for, or what notes have left of it."""
        if request in self._rests:
            self._rests.discard(request)
        else:
            self._once(request)

    def _once(self, request: RequestId) -> None:
        check(request not in self._paid, "request-once", f"request {request} was carried out twice")
        self._paid.add(request)

    @staticmethod
    def _told(what: str, told: int, counted: int) -> None:
        check(told == counted, "result-as-counted", f"an event tells a {what} of {told}, counted are {counted}")

    # -- both sides ----------------------------------------------------------------------------------------------

    def ticket_sum(self, *states: VoucherState) -> Money:
        """What all tickets in these states are worth together."""
        return Money(sum(self._sums[state] for state in states))

    def compare(self, machine: Machine) -> None:
        """Hold the machine, its ledger and its reconciliation against what was counted here."""
        kiosk, table, ledger = machine.kiosk, machine.table, machine.ledger
        unproven, issued = self.ticket_sum("reserved", "sent", "unknown", "pending"), self.ticket_sum("issued")
        unproven = Money(unproven + self.payouts.waiting + self.notes.waiting + self.cards.waiting)
        over = self.over + self.notes.found + self.cards.over_booked - self.cards.short_booked
        pairs = {
            "balance": (kiosk.balance, self.balance),
            "pot": (table.hand.pot if table.hand else 0, self.pot),
            "stacks": ({seat.seat: seat.stack for seat in table.seats.values()}, self.stacks),
            "aside": ({owner.seat: owner.stack for owner in table.owners.values()}, self.aside),
            "reserved": ({seat.seat: seat.reserved for seat in table.seats.values() if seat.reserved}, self.reserved),
            "claims": ({claim.claim: claim.amount for claim in kiosk.claims.values()}, self.claims),
            "ledger's rake": (ledger.balance(RAKE), self.rake),
            "ledger's jackpots": (sum(map(ledger.total, JACKPOTS)), self.pools),
            "ledger's suspense": (ledger.balance(SUSPENSE), unproven),
            "ledger's vouchers": (ledger.balance(VOUCHER), issued),
            "ledger's balance": (ledger.balance(BALANCE), self.balance),
            "ledger's drop box": (ledger.balance(DROP_BOX), self.box),
            "ledger's over and short": (ledger.balance(OVER_SHORT), over),
            "ledger's notes": (ledger.meter(TransferCode.NOTE_IN).amount, self.noted),
        }
        for what, (theirs, ours) in pairs.items():
            check(theirs == ours, "books-as-counted", f"{what}: the machine has {theirs}, counted are {ours}")
        held = self.balance + self.pot + sum(self.stacks.values()) + sum(self.reserved.values())
        held += sum(self.aside.values())
        gone = self.payouts.out + self.payouts.expired + self.payouts.tickets + self.notes.out + self.cards.refunded
        out = sum(self.claims.values()) + unproven + issued + self.rake + self.pools - self.seeded + gone
        came = self.noted + self.cards.bought + self.cards.asked
        check(held + out == came, "money-conserved", f"{came} came in, {held} are held and {out} are out")
        check(min((self.balance, self.pot, *self.stacks.values())) >= 0, "never-below-zero", "something is below zero")
        self.payouts.compare(ledger, COIN)
        self.notes.compare(ledger)
        self.cards.compare(ledger)
        difference = machines.reconciliation(machine).difference
        check(difference == 0, "reconciles", f"the reconciliation leaves {difference} unexplained")

    @property
    def box(self) -> int:
        """What lies in the drop box by the books."""
        return self.noted - self.dropped - self.notes.shifted

    def settle(self, kiosk: Kiosk) -> None:
        """Hold the books against the world once everybody has gone home and no report is on its way."""
        held = kiosk.held
        known = self.credited + self.unaccounted
        if held is not None:
            known[held.amount] += 1
        astray = self.validator.stacked - known
        check(not astray, "note-accounted-for", f"notes lie in the stacker of which nobody knows: {dict(astray)}")
        in_box = self.noted - self.dropped + sum(amount * count for amount, count in self.unaccounted.items())
        in_box += held.amount if held else 0
        box = self.validator.box + self.notes.store.boxed + self.over + worth(self.notes.store.piles) + self.notes.out
        check(box <= in_box, "drop-box-as-counted", f"{box} is over, out or in there, the books know of {in_box}")
        issued, paper = self.ticket_sum("issued"), self.printer.good
        check(issued == paper, "tickets-as-paper", f"tickets of {issued} are issued, good paper is worth {paper}")
        self.payouts.settle(COIN)
        self.notes.settle(kiosk.store)
        self.cards.settle()
        kept = {"balance": self.balance, "pot": self.pot, "unproven": self.ticket_sum("reserved", "sent", "unknown")}
        kept |= {"stacks": sum(self.stacks.values()), "claims": sum(self.claims.values())}
        check(not any(kept.values()), "everybody-paid", f"money is left at the table: {kept}")
