"""Kiosk and ledger under any order of reports, repeats, losses and restarts: no cent appears, none is lost.

The model beside them knows three facts only: what was stacked, which tickets are good, and what lies before the seats.
"""

from copy import deepcopy
from hashlib import blake2b

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, initialize, invariant, multiple, precondition, rule

from cashier import records as cash
from cashier.accounts import Account, AccountKind
from cashier.kiosk import Kiosk, KioskTerms, can_withdraw, decide, evolve, evolve_withdrawal, open_claim, wants
from cashier.kiosk.state import counter_after
from cashier.ledger import Ledger
from cashier.money import Money
from cashier.records import DeviceId, RequestId, VoucherNumber, VoucherState
from cashier.refusal import Code, Refusal
from cashier.unions import CashCommand
from cashier.vouchers import UNPROVEN, make_number
from controller.accounting import book, compare, holdings, reconcile, transfers
from controller.vocab import table_records as table

VALIDATOR, PRINTER = DeviceId("validator"), DeviceId("printer")
TERMS = KioskTerms(VALIDATOR, PRINTER, (Money(1000), Money(2000), Money(5000)), ticket_days=30)
NOTES = st.sampled_from([Money(1000), Money(2000), Money(5000), Money(50_000)])
NoteReport = type[cash.NoteEscrowed] | type[cash.NoteStacked] | type[cash.NoteReturned]
SHARES = st.sampled_from([10, 50, 100])
"""Percent of the balance that is asked for."""
SEATS = st.integers(1, 10)

STEPS = 60
MOST_MISSED = 40
REPEATABLE = 253
"""A validator's report is known as a repeat until it has counted so much further."""


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
        self.missed = 0
        self.stacked = 0
        self.boxed = 0
        self.taking = True
        self.good: dict[VoucherNumber, int] = {}

    # -- the host ------------------------------------------------------------------------------------------------

    def book(self, event: cash.Event) -> None:
        self.events += 1
        book(self.ledger, event, transfers(event, "T1", self.events))

    def tell(self, command: CashCommand) -> Code | None:
        """Decide and commit a command; return the code of a refusal."""
        before = deepcopy(self.kiosk)
        answer = decide(self.kiosk, command, TERMS, 1_800_000_000_000, self.taking, self.box())
        assert self.kiosk == before, "deciding changes nothing"
        if isinstance(answer, Refusal):
            return answer.code
        for event in answer:
            evolve(self.kiosk, event)
            self.book(event)
        return None

    def box(self) -> Money:
        return self.ledger.balance(Account(AccountKind.DROP_BOX))

    def number(self) -> VoucherNumber:
        self.drawn += 1
        return make_number(blake2b(self.drawn.to_bytes(8, "big"), digest_size=16).digest())

    def request(self) -> RequestId:
        self.drawn += 1
        return RequestId(f"{self.drawn:032x}")

    def counter(self) -> int:
        return counter_after(self.kiosk.counters.get(VALIDATOR, 0), 1)

    @initialize()
    def power_on(self) -> None:
        self.tell(cash.DeviceReported(VALIDATOR, "ready"))
        self.note(Money(5000), cash.NoteStacked)

    # -- the validator -------------------------------------------------------------------------------------------

    @rule(target=sent, amount=NOTES, kind=st.sampled_from([cash.NoteEscrowed, cash.NoteStacked, cash.NoteReturned]))
    def note(self, amount: Money, kind: NoteReport) -> CashCommand:
        command = kind(VALIDATOR, self.counter(), amount)
        assert self.tell(command) is None
        if isinstance(command, cash.NoteStacked):
            self.stacked += amount
            self.boxed += amount
        return command

    @precondition(lambda self: self.missed < REPEATABLE - MOST_MISSED - STEPS)
    @rule(target=sent, amount=NOTES, missed=st.integers(6, MOST_MISSED))
    def lose_events(self, amount: Money, missed: int) -> CashCommand:
        counter = counter_after(self.kiosk.counters.get(VALIDATOR, 0), missed)
        assert self.tell(cash.NoteStacked(VALIDATOR, counter, amount)) == Code.COUNTER_OUT_OF_ORDER
        command = cash.EventsLost(VALIDATOR, counter, missed)
        assert self.tell(command) is None
        self.missed += missed
        assert wants(self.kiosk, TERMS, taking=True, in_hand=False)[0] == cash.TakeNotes(VALIDATOR, ())
        return command

    @rule(condition=st.sampled_from(["ready", "jam"]), by=st.sampled_from(["", "eve"]))
    def report(self, condition: cash.Condition, by: str) -> None:
        self.tell(cash.DeviceReported(VALIDATOR, condition, by))

    # -- the printer and the attendant ---------------------------------------------------------------------------

    @precondition(lambda self: self.kiosk.balance > 0 and self.kiosk.paying is None)
    @rule(target=sent, share=SHARES, steps=st.integers(0, 2), choice=st.integers(0, 1))
    def cash_out(self, share: int, steps: int, choice: int) -> CashCommand:
        """Reserve a ticket and let the printer take it some steps on its way."""
        command = cash.CashOut(self.request(), self.share_of_balance(share), self.number())
        assert self.tell(command) is None
        told = [command, *(self.take_step(0 if step == 0 else choice) for step in range(steps))]
        return multiple(*told)

    @precondition(lambda self: self.kiosk.paying is not None)
    @rule(target=sent, choice=st.integers(0, 1))
    def ticket_goes_on(self, choice: int) -> CashCommand:
        return self.take_step(choice)

    @rule(short=st.integers(-1, 1))
    def ask_for_what_is_not_there(self, short: int) -> None:
        amount = Money(self.kiosk.balance + 1 if short > 0 else short)
        assert self.tell(cash.CashOut(self.request(), amount, self.number())) is not None
        assert can_withdraw(self.kiosk, self.request(), amount) is not None

    @precondition(lambda self: self.kiosk.vouchers)
    @rule(data=st.data())
    def ticket_out_of_step(self, data: st.DataObject) -> None:
        voucher = data.draw(st.sampled_from(list(self.kiosk.vouchers.values())))
        steps = self.ticket_steps(voucher.number)
        allowed = {type(command) for command in steps.get(voucher.state, [])}
        strange = [command for state in steps for command in steps[state] if type(command) not in allowed]
        assert self.tell(data.draw(st.sampled_from(strange))) is not None

    def take_step(self, choice: int) -> CashCommand:
        """Take the ticket that is being paid one of its two ways."""
        assert self.kiosk.paying is not None
        voucher = self.kiosk.vouchers[self.kiosk.paying]
        command = self.ticket_steps(voucher.number)[voucher.state][choice]
        assert self.tell(command) is None
        if self.kiosk.vouchers[voucher.number].state == "issued":
            self.good[voucher.number] = voucher.amount
        return command

    def ticket_steps(self, number: VoucherNumber) -> dict[VoucherState, list[CashCommand]]:
        """What may be said of a ticket in each state."""
        void = cash.ResolveVoucher(number, "void", "eve", self.number())
        return {
            "reserved": [cash.TicketSending(number), void],
            "sent": [cash.TicketPrinted(number), cash.TicketInDoubt(number, "jam")],
            "unknown": [cash.ResolveVoucher(number, "issued", "eve"), void],
        }

    def share_of_balance(self, percent: int) -> Money:
        return Money(-(-self.kiosk.balance * percent // 100))

    @precondition(lambda self: self.kiosk.held is None)
    @rule(off=st.sampled_from([-1000, 0, 0, 1]))
    def count_the_drop_box(self, off: int) -> None:
        """Whatever is counted, the box is empty in the books afterwards and nobody's money has moved."""
        self.taking = False
        counted = Money(max(0, self.boxed + off))
        before = self.ledger.balance(Account(AccountKind.OVER_SHORT))
        assert self.tell(cash.CountDropBox("eve", counted)) is None
        assert self.ledger.balance(Account(AccountKind.OVER_SHORT)) - before == counted - self.boxed
        self.boxed = 0
        self.taking = True

    # -- seats ---------------------------------------------------------------------------------------------------

    @precondition(lambda self: self.kiosk.balance > 0)
    @rule(seat=SEATS, share=SHARES)
    def buy_in(self, seat: int, share: int) -> None:
        request, amount = self.request(), self.share_of_balance(share)
        assert can_withdraw(self.kiosk, request, amount) is None
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
    def collect(self, data: st.DataObject) -> CashCommand:
        claim = data.draw(st.sampled_from(list(self.kiosk.claims.values())))
        command = cash.CollectClaim(self.request(), claim.code)
        balance = self.kiosk.balance
        assert self.tell(command) is None
        assert self.kiosk.balance == balance + claim.amount
        return command

    # -- what goes wrong -----------------------------------------------------------------------------------------

    @rule(command=sent)
    def repeat(self, command: CashCommand) -> None:
        before, booked = deepcopy(self.kiosk), deepcopy(self.ledger)
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
    def the_drop_box_holds_what_was_stacked_since_the_count(self) -> None:
        assert self.box() == self.boxed

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


MoneyStaysWhole.TestCase.settings = settings(max_examples=100, stateful_step_count=STEPS)
TestMoneyStaysWhole = MoneyStaysWhole.TestCase
