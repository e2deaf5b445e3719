"""Kiosk and ledger under any order of reports, repeats, losses and restarts: no cent appears, none is lost.

The model beside them knows three facts only: what was stacked, which tickets are good, and what lies before the seats.
"""

from hashlib import blake2b

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from cashier import records as cash
from cashier.kiosk import Kiosk, KioskTerms, can_withdraw, decide, evolve, evolve_withdrawal, open_claim, wants
from cashier.kiosk.state import next_counter
from cashier.ledger import Ledger, post
from cashier.money import Money
from cashier.records import DeviceId, RequestId, VoucherNumber
from cashier.refusal import Code, Refusal
from cashier.vouchers import UNPROVEN, make_number
from controller.accounting import compare, holdings, reconcile, transfers
from controller.vocab import table_records as table

VALIDATOR, PRINTER = DeviceId("validator"), DeviceId("printer")
TERMS = KioskTerms(VALIDATOR, PRINTER, (Money(1000), Money(2000), Money(5000)), ticket_days=30)
NOTES = st.sampled_from([Money(1000), Money(2000), Money(5000), Money(50_000)])
AMOUNTS = st.integers(-100, 12_000).map(Money)
SEATS = st.integers(1, 10)


class MoneyStaysWhole(RuleBasedStateMachine):
    """One kiosk, its ledger, and seats that only hold chips."""

    sent = Bundle("sent")
    """Commands whose repeat must move nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.kiosk = Kiosk()
        self.ledger = Ledger()
        self.stacks: dict[int, int] = {}
        self.events = 0
        self.drawn = 0
        self.stacked = 0
        self.good: dict[VoucherNumber, int] = {}

    # -- the host ------------------------------------------------------------------------------------------------

    def book(self, event: cash.Event) -> None:
        self.events += 1
        for moved in transfers(event, "T1", self.events):
            post(self.ledger, moved)

    def tell(self, command: cash.CashCommand) -> Code | None:
        """Decide and commit a command; return the code of a refusal."""
        before = self.kiosk.copy()
        answer = decide(self.kiosk, command, TERMS, wall_ms=1_800_000_000_000)
        assert self.kiosk == before, "deciding changes nothing"
        if isinstance(answer, Refusal):
            return answer.code
        for event in answer:
            evolve(self.kiosk, event)
            self.book(event)
        return None

    def number(self) -> VoucherNumber:
        self.drawn += 1
        return make_number(blake2b(self.drawn.to_bytes(8, "big"), digest_size=16).digest())

    def request(self) -> RequestId:
        self.drawn += 1
        return RequestId(f"{self.drawn:032x}")

    def counter(self) -> int:
        return next_counter(self.kiosk.counters.get(VALIDATOR, 0))

    @initialize()
    def power_on(self) -> None:
        self.tell(cash.DeviceReported(VALIDATOR, "ready"))

    # -- the validator -------------------------------------------------------------------------------------------

    @rule(target=sent, amount=NOTES)
    def escrow(self, amount: Money) -> cash.CashCommand:
        command = cash.NoteEscrowed(VALIDATOR, self.counter(), amount)
        assert self.tell(command) is None
        return command

    @rule(target=sent, amount=NOTES)
    def stack(self, amount: Money) -> cash.CashCommand:
        command = cash.NoteStacked(VALIDATOR, self.counter(), amount)
        assert self.tell(command) is None
        self.stacked += amount
        return command

    @rule(target=sent, amount=NOTES)
    def give_back(self, amount: Money) -> cash.CashCommand:
        command = cash.NoteReturned(VALIDATOR, self.counter(), amount)
        assert self.tell(command) is None
        return command

    @rule(amount=NOTES, skipped=st.integers(1, 100))
    def skip_counts(self, amount: Money, skipped: int) -> None:
        counter = (self.counter() + skipped - 1) % 255 + 1
        assert self.tell(cash.NoteStacked(VALIDATOR, counter, amount)) == Code.COUNTER_OUT_OF_ORDER

    @rule(target=sent, missed=st.integers(6, 20))
    def lose_events(self, missed: int) -> cash.CashCommand:
        counter = (self.counter() + missed - 2) % 255 + 1
        command = cash.EventsLost(VALIDATOR, counter, missed)
        assert self.tell(command) is None
        assert wants(self.kiosk, TERMS, taking=True)[0] == cash.TakeNotes(VALIDATOR, ())
        return command

    @rule(condition=st.sampled_from(["ready", "jam"]), by=st.sampled_from(["", "eve"]))
    def report(self, condition: cash.Condition, by: str) -> None:
        self.tell(cash.DeviceReported(VALIDATOR, condition, by))

    # -- the printer and the attendant ---------------------------------------------------------------------------

    @rule(target=sent, amount=AMOUNTS)
    def cash_out(self, amount: Money) -> cash.CashCommand:
        possible = 0 < amount <= self.kiosk.balance and self.kiosk.paying is None
        command = cash.CashOut(self.request(), amount, self.number())
        assert (self.tell(command) is None) is possible
        return command if possible else multiple()

    @precondition(lambda self: self.kiosk.paying is not None)
    @rule(target=sent, doing=st.sampled_from(["send", "print", "doubt", "good", "void"]))
    def handle_ticket(self, doing: str) -> cash.CashCommand:
        assert self.kiosk.paying is not None
        voucher = self.kiosk.vouchers[self.kiosk.paying]
        command, states = {
            "send": (cash.TicketSending(voucher.number), {"reserved"}),
            "print": (cash.TicketPrinted(voucher.number), {"sent"}),
            "doubt": (cash.TicketInDoubt(voucher.number, "jam"), {"sent"}),
            "good": (cash.ResolveVoucher(voucher.number, "issued", "eve"), {"unknown"}),
            "void": (cash.ResolveVoucher(voucher.number, "void", "eve", self.number()), {"unknown", "reserved"}),
        }[doing]
        carried_out = self.tell(command) is None
        assert carried_out is (voucher.state in states)
        if carried_out and doing in ("print", "good"):
            self.good[voucher.number] = voucher.amount
        return command if carried_out else multiple()

    # -- seats ---------------------------------------------------------------------------------------------------

    @rule(seat=SEATS, amount=AMOUNTS)
    def buy_in(self, seat: int, amount: Money) -> None:
        request = self.request()
        refusal = can_withdraw(self.kiosk, request, amount)
        assert (refusal is None) is (0 < amount <= self.kiosk.balance)
        if refusal is None:
            balance = Money(self.kiosk.balance - amount)
            self.stacks[seat] = self.stacks.get(seat, 0) + amount
            evolve_withdrawal(self.kiosk, request, amount, balance)
            self.book(table.BoughtIn(request, seat, "Ada", amount, self.stacks[seat], balance))

    @precondition(lambda self: self.stacks)
    @rule(data=st.data(), code=st.sampled_from(["000000", "999999"]))
    def leave(self, data: st.DataObject, code: str) -> None:
        seat = data.draw(st.sampled_from(sorted(self.stacks)))
        amount = Money(self.stacks.pop(seat))
        self.book(table.SeatLeft(seat, amount))
        for event in open_claim(self.kiosk, seat, amount, code):
            evolve(self.kiosk, event)
            self.book(event)

    @precondition(lambda self: self.kiosk.claims)
    @rule(target=sent, data=st.data())
    def collect(self, data: st.DataObject) -> cash.CashCommand:
        claim = data.draw(st.sampled_from(list(self.kiosk.claims.values())))
        command = cash.CollectClaim(self.request(), claim.code)
        balance = self.kiosk.balance
        assert self.tell(command) is None
        assert self.kiosk.balance == balance + claim.amount
        return command

    # -- what goes wrong -----------------------------------------------------------------------------------------

    @rule(command=sent)
    def repeat(self, command: cash.CashCommand) -> None:
        before, booked = self.kiosk.copy(), self.ledger.copy()
        assert self.tell(command) is not None
        assert (self.kiosk, self.ledger) == (before, booked)

    @rule()
    def restart(self) -> None:
        self.kiosk = msgspec.msgpack.decode(msgspec.msgpack.encode(self.kiosk), type=Kiosk)
        self.ledger = msgspec.msgpack.decode(msgspec.msgpack.encode(self.ledger), type=Ledger)

    # -- what always holds ---------------------------------------------------------------------------------------

    @invariant()
    def books_match_the_table(self) -> None:
        held = holdings(self.kiosk, self.stacks)
        compare(self.ledger, held)
        assert reconcile(self.ledger, held).difference == 0

    @invariant()
    def every_note_is_somewhere(self) -> None:
        claims = sum(claim.amount for claim in self.kiosk.claims.values())
        unproven = sum(voucher.amount for voucher in self.kiosk.vouchers.values() if voucher.state in UNPROVEN)
        tickets = sum(self.good.values())
        assert self.stacked == self.kiosk.balance + sum(self.stacks.values()) + claims + unproven + tickets

    @invariant()
    def exactly_the_proven_tickets_are_good(self) -> None:
        issued = {v.number: v.amount for v in self.kiosk.vouchers.values() if v.state == "issued"}
        assert issued == self.good

    @invariant()
    def claims_have_codes_of_their_own(self) -> None:
        codes = [claim.code for claim in self.kiosk.claims.values()]
        assert len(codes) == len(set(codes))


MoneyStaysWhole.TestCase.settings = settings(max_examples=60, stateful_step_count=50)
TestMoneyStaysWhole = MoneyStaysWhole.TestCase
