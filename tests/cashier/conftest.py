"""A kiosk on the bench: commands go in, events are folded, everything stays in reach of the test."""

from collections.abc import Callable
from copy import deepcopy
from hashlib import blake2b

import pytest

from cashier import records as cash
from cashier.kiosk import Kiosk, KioskTerms, decide, evolve, wants
from cashier.money import Money
from cashier.records import DeviceId, RequestId, VoucherNumber
from cashier.redeem_records import NumberRefused
from cashier.refusal import Code, Refusal
from cashier.unions import CashCommand, CashEvent
from cashier.vouchers import make_number

VALIDATOR = DeviceId("validator")
PRINTER = DeviceId("printer")
WALL_MS = 1_800_000_000_500


class Bench:
    """A kiosk with its terms. `do` carries a command out, `refuse` expects its refusal and an untouched state."""

    def __init__(self) -> None:
        self.kiosk = Kiosk()
        self.terms = KioskTerms(VALIDATOR, PRINTER, (Money(1000), Money(2000), Money(5000)), ticket_days=30)
        self.hopper = Money(0)
        self.requests = 0
        self.numbers = 0

    def do(self, command: CashCommand, taking: bool = True, wall_ms: int = WALL_MS) -> list[CashEvent]:
        answer = decide(self.kiosk, command, self.terms, wall_ms, taking, hopper=self.hopper)
        assert not isinstance(answer, Refusal), answer
        for event in answer:
            evolve(self.kiosk, event)
        return answer

    def refuse(self, command: CashCommand, taking: bool = True, wall_ms: int = WALL_MS) -> Code:
        before = deepcopy(self.kiosk)
        answer = decide(self.kiosk, command, self.terms, wall_ms, taking, hopper=self.hopper)
        assert isinstance(answer, Refusal), answer
        assert self.kiosk == before
        return answer.code

    def turn_away(self, command: CashCommand, wall_ms: int = WALL_MS) -> NumberRefused:
        """Try a number that opens nothing: that is written down, and told to whoever tried."""
        answer = decide(self.kiosk, command, self.terms, wall_ms)
        assert isinstance(answer, list), answer
        (event,) = answer
        assert isinstance(event, NumberRefused), event
        evolve(self.kiosk, event)
        return event

    def wants(self, taking: bool = True) -> list[cash.Want]:
        return wants(self.kiosk, self.terms, taking, in_hand=False)

    def request(self) -> RequestId:
        self.requests += 1
        return RequestId(f"{self.requests:032x}")

    def number(self) -> VoucherNumber:
        self.numbers += 1
        return make_number(blake2b(self.numbers.to_bytes(8, "big"), digest_size=16).digest())

    def insert(self, amount: int) -> None:
        """Let the validator hold and stack one note."""
        counter = self.kiosk.counters.get(VALIDATOR, 0)
        self.do(cash.NoteEscrowed(VALIDATOR, counter + 1, Money(amount)))
        self.do(cash.NoteStacked(VALIDATOR, counter + 2, Money(amount)))

    def cash_out(self, amount: int) -> VoucherNumber:
        """Reserve a ticket and return its number."""
        number = self.number()
        self.do(cash.CashOut(self.request(), Money(amount), number))
        return number

    def issued(self, amount: int) -> VoucherNumber:
        """Pay a ticket out whose paper is proven."""
        number = self.cash_out(amount)
        self.do(cash.TicketSending(number))
        self.do(cash.TicketPrinted(number))
        return number

    def in_doubt(self, amount: int) -> VoucherNumber:
        """Reserve a ticket, send it, and lose sight of it."""
        number = self.cash_out(amount)
        self.do(cash.TicketSending(number))
        self.do(cash.TicketInDoubt(number, "paper-out"))
        return number


@pytest.fixture
def bench() -> Bench:
    """A kiosk whose devices are ready and whose balance is zero."""
    fresh = Bench()
    fresh.do(cash.DeviceReported(VALIDATOR, "ready"))
    fresh.do(cash.DeviceReported(PRINTER, "ready"))
    return fresh


@pytest.fixture
def funded(bench: Bench) -> Bench:
    """The same kiosk with a balance of 70.00; the validator stands at 4."""
    bench.insert(5000)
    bench.insert(2000)
    return bench


@pytest.fixture
def fold() -> Callable[[Kiosk, list[CashEvent]], None]:
    """Fold events as they are, asking no rule."""

    def fold_all(kiosk: Kiosk, events: list[CashEvent]) -> None:
        for event in events:
            evolve(kiosk, event)

    return fold_all
