"""The ledger against a second one that is as plain as can be: lists of what happened, added up anew each time.

Whatever is tried, both agree on whether it may happen and on every balance afterwards (reliability LED-1 to LED-6).
"""

from copy import deepcopy

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from cashier.accounts import POOLS, ROUTES, Account, AccountKind, Phase, TransferCode, account_of
from cashier.invariant import InvariantBreach
from cashier.ledger import Ledger, PendingKey, Transfer, TransferId, audit, audit_meters, hand_over, post, transfer
from cashier.money import Money

ON_THE_DEBIT_SIDE = {AccountKind.DROP_BOX, AccountKind.HOPPER, AccountKind.NOTE_STORE, AccountKind.CARD_CLEARING}
WITHOUT_A_FLOOR = {AccountKind.HOUSE, AccountKind.OVER_SHORT}
PER_SEAT = {AccountKind.STACK, AccountKind.RESERVED}
AMOUNTS = st.integers(-1, 40)
CODES = st.sampled_from(list(TransferCode))
KEYS = st.sampled_from([PendingKey(""), PendingKey("1"), PendingKey("2")])


class Model:
    """Everything that was carried out, in order; sums are made when they are asked for."""

    def __init__(self) -> None:
        self.moved: list[Transfer] = []
        self.waiting: dict[str, int] = {}

    def holds(self, account: Account) -> int:
        grown = sum(row.amount * ((row.credit == account) - (row.debit == account)) for row in self.moved)
        return -grown if account.kind in ON_THE_DEBIT_SIDE else grown

    def may(self, linked: list[Transfer]) -> bool:
        """Try a group on a copy, step by step."""
        twin = deepcopy(self)
        ended: set[str] = set()
        for row in linked:
            if row.amount <= 0 or any(row.id == other.id for other in twin.moved):
                return False
            phase = ROUTES[row.code].phase
            if (phase is Phase.SINGLE) is bool(row.pending):
                return False
            if phase is Phase.PENDS and row.pending in twin.waiting:
                return False
            twin.moved.append(row)
            if any(twin.holds(each) < 0 and each.kind not in WITHOUT_A_FLOOR for each in (row.debit, row.credit)):
                return False
            if not twin.wait(row, phase):
                return False
            if phase in (Phase.POSTS, Phase.VOIDS):
                ended.add(row.pending)
        return not any(key in twin.waiting for key in ended)

    def wait(self, row: Transfer, phase: Phase) -> bool:
        if phase is Phase.PENDS:
            self.waiting[row.pending] = row.amount
        elif phase is not Phase.SINGLE:
            left = self.waiting.pop(row.pending, 0) - row.amount
            if left < 0:
                return False
            if left:
                self.waiting[row.pending] = left
        return True

    def do(self, linked: list[Transfer]) -> None:
        for row in linked:
            self.moved.append(row)
            self.wait(row, ROUTES[row.code].phase)


class LedgerAgainstModel(RuleBasedStateMachine):
    """One ledger and its model."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.model = Model()
        self.drawn = 0
        self.past = self.ledger.copy()

    def identity(self, *, used: bool) -> TransferId:
        if used and self.model.moved:
            return self.model.moved[-1].id
        self.drawn += 1
        return TransferId(self.drawn.to_bytes(16, "big"))

    def draw(self, data: st.DataObject) -> Transfer:
        code, amount = data.draw(CODES), Money(data.draw(AMOUNTS))
        route = ROUTES[code]
        key = data.draw(KEYS) if route.phase is not Phase.SINGLE else PendingKey("")
        seat = data.draw(st.integers(1, 2)) if {route.debit, route.credit} & PER_SEAT else 0
        pool = data.draw(st.sampled_from(POOLS))
        return transfer(self.identity(used=data.draw(st.integers(0, 20)) == 0), code, amount, seat, key, pool)

    @rule(amount=st.integers(1, 100))
    def note(self, amount: int) -> None:
        self.attempt([transfer(self.identity(used=False), TransferCode.NOTE_IN, Money(amount))])

    @rule(data=st.data(), size=st.integers(1, 3))
    def anything(self, data: st.DataObject, size: int) -> None:
        self.attempt([self.draw(data) for _row in range(size)])

    @precondition(lambda self: self.model.waiting)
    @rule(data=st.data(), less=st.integers(0, 5), ends=st.booleans())
    def end_what_waits(self, data: st.DataObject, less: int, ends: bool) -> None:
        """Post for less or in full, with or without the rest voided beside it."""
        key = PendingKey(data.draw(st.sampled_from(sorted(self.model.waiting))))
        waits = self.model.waiting[key]
        linked = [transfer(self.identity(used=False), TransferCode.TICKET_OUT, Money(waits - less), pending=key)]
        if ends and less:
            linked.append(transfer(self.identity(used=False), TransferCode.TICKET_CANCELLED, Money(less), pending=key))
        self.attempt(linked)

    @rule(before=KEYS, after=KEYS)
    def replace(self, before: PendingKey, after: PendingKey) -> None:
        may = before in self.model.waiting and bool(after) and after not in self.model.waiting
        kept = deepcopy(self.ledger)
        try:
            hand_over(self.ledger, before, after)
        except InvariantBreach:
            assert not may
            assert self.ledger == kept
        else:
            assert may
            self.model.waiting[after] = self.model.waiting.pop(before)

    def attempt(self, linked: list[Transfer]) -> None:
        may, kept = self.model.may(linked), deepcopy(self.ledger)
        try:
            post(self.ledger, *linked)
        except InvariantBreach:
            assert not may, f"{linked} was refused"
            assert self.ledger == kept
        else:
            assert may, f"{linked} was carried out"
            self.model.do(linked)

    @invariant()
    def both_hold_the_same(self) -> None:
        for key in self.ledger.accounts:
            account = account_of(key)
            assert self.ledger.balance(account) == self.model.holds(account)
        assert self.ledger.pending == self.model.waiting
        for code in TransferCode:
            rows = [row.amount for row in self.model.moved if row.code is code]
            meter = self.ledger.meter(code)
            assert (meter.count, meter.amount) == (len(rows), sum(rows))

    @invariant()
    def the_ledger_agrees_with_itself_and_its_past(self) -> None:
        audit(self.ledger)
        audit_meters(self.past, self.ledger)
        self.past = self.ledger.copy()


LedgerAgainstModel.TestCase.settings = settings(max_examples=100, stateful_step_count=40)
TestLedgerAgainstModel = LedgerAgainstModel.TestCase
