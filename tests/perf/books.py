"""What the checks of the books cost: all of LED-1 to LED-5 after an event, at a full table in the middle of a hand."""

import time
from statistics import quantiles
from typing import Final

import msgspec

from cashier.ledger import audit_meters
from cashier.money import Money
from cashier.records import DeviceId, NoteCredited, TicketPrinted, TicketSending
from controller import accounting
from controller import machine as machines
from controller.machine import Machine
from tests.machine.room import Room

SEATS: Final = 9
TICKETS: Final = 100
LIMIT_MS: Final = 1.0
"""Reliability LED-7."""


class Cost(msgspec.Struct, frozen=True):
    """What one check took, in milliseconds, as the median and the 99th of a hundred, and what it may take."""

    what: str
    times: int
    median_ms: float
    p99_ms: float
    limit_ms: float


def full_table() -> Machine:
    """Nine players, a hundred tickets before them, and a hand in which everybody has called."""
    room = Room()
    for seat in range(1, SEATS + 1):
        room.sit(seat, 10_000)
    for _ticket in range(TICKETS):
        room.insert(1_000)
        room.do(room.cash_out(1_000))
        for kind in (TicketSending, TicketPrinted):
            room.do(kind(number=room.machine.kiosk.paying))
    for _hand in range(3):
        room.deal()
        room.check_down()
    room.deal()
    room.act("call")
    return room.machine


def books_cost(times: int) -> Cost:
    """Measure everything that is checked after one event that moves money, and again after its command."""
    machine = full_table()
    event = _a_note(machine)
    before = machine.ledger.copy()
    moved = accounting.transfers(event, machine.machine_id, machine.events + 1)
    took = []
    for _time in range(times):
        twin = machine.ledger.copy()
        began = time.perf_counter()
        accounting.book(twin, event, moved)
        machines.audit(machine)
        audit_meters(before, machine.ledger)
        took.append((time.perf_counter() - began) * 1000)
    steps = quantiles(took, n=100)
    return Cost("books posted and checked after an event", times, short(steps[49]), short(steps[98]), LIMIT_MS)


def _a_note(machine: Machine) -> NoteCredited:
    return NoteCredited(DeviceId("validator"), 1, Money(2_000), Money(machine.kiosk.balance + 2_000))


def short(value: float) -> float:
    """Return a figure with two digits."""
    return float(f"{value:.2g}")
