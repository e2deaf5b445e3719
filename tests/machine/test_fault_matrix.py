"""Every fault of a kiosk's device while the table is idle, in a hand, and while something is being paid out.

A kiosk's fault stops its own way of money and nothing else: never the hand, never the other ways (requirements R-TLT-1,
R-TLT-2).
"""

import msgspec
import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.config import demo_profile
from tests.machine.kiosk_deeds import HOPPER, with_hopper
from tests.machine.room import Room, changed

VALIDATOR, PRINTER = cash.DeviceId("validator"), cash.DeviceId("printer")


class Row(msgspec.Struct, frozen=True):
    """A device's fault, and what it leaves of the three ways of money: notes in, tickets out, coins out."""

    device: cash.DeviceId
    condition: cash.Condition
    notes: bool = True
    tickets: bool = True
    coins: bool = True


MATRIX = (
    *(
        Row(VALIDATOR, condition, notes=False)
        for condition in ("absent", "jam", "stacker-full", "stacker-removed", "fraud", "fault", "events-lost")
    ),
    *(Row(PRINTER, condition, tickets=False) for condition in ("absent", "paper-out", "cover-open", "jam", "fault")),
    Row(PRINTER, "paper-low"),
    *(Row(HOPPER, condition, coins=False) for condition in ("absent", "empty", "jam", "runaway", "fraud", "fault")),
)
ROWS = pytest.mark.parametrize("row", MATRIX, ids=lambda row: f"{row.device}-{row.condition}")


@pytest.fixture
def room():
    """Three seated players, 100.00 on the balance, every device ready and coins in the hopper."""
    fresh = Room(with_hopper(demo_profile()))
    for device in (VALIDATOR, PRINTER, HOPPER):
        fresh.do(cash.DeviceReported(device, "ready"))
    fresh.do(payout.FillHopper(200, "eve"))
    for seat in (1, 2, 3):
        fresh.sit(seat, 10_000)
    fresh.insert(10_000)
    return fresh


def takes_notes(room):
    (slot,) = (want for want in machines.wants(room.machine) if isinstance(want, cash.TakeNotes))
    return bool(slot.amounts)


def way_of(room, way):
    """Which event a cash-out of 10.00 begins with."""
    (event,) = room.do(changed(room.cash_out(1_000), way=way))
    return type(event)


def ways_are_as_told(room, row):
    assert takes_notes(room) is row.notes
    expected = cash.VoucherReserved if row.tickets else payout.HandPayLocked
    twin = machines.decode(machines.encode(room.machine))
    assert way_of(room, "ticket") is expected
    room.machine = twin
    assert way_of(room, "coins") is (payout.CoinsReserved if row.coins else cash.VoucherReserved)


@ROWS
def test_r_tlt_1_in_idle_a_fault_stops_its_own_way_of_money_alone(room, row):
    room.do(cash.DeviceReported(row.device, row.condition))
    assert not room.machine.table.paused
    ways_are_as_told(room, row)


@ROWS
def test_r_tlt_2_in_a_hand_a_fault_of_the_kiosk_never_stops_the_hand(room, row):
    room.deal()
    seat = room.decision.seat
    room.do(cash.DeviceReported(row.device, row.condition))
    assert not room.machine.table.paused
    assert room.decision.seat == seat
    ways_are_as_told(room, row)
    room.fold_out()


@ROWS
def test_r_tlt_1_while_coins_fall_a_fault_leaves_the_pay_out_to_the_hopper(room, row):
    """What is on its way ends by its device's word, and a second pay-out waits for it."""
    room.do(changed(room.cash_out(1_000), way="coins"))
    room.do(payout.CoinsSending(HOPPER, cash.PayoutId(1), 7))
    room.do(cash.DeviceReported(row.device, row.condition))
    assert not room.machine.table.paused
    (want,) = (want for want in machines.wants(room.machine) if isinstance(want, payout.DispenseCoins))
    assert (want.state, want.counter) == ("sent", 7)
    assert room.refuse(room.cash_out(100)) is Code.PAY_OUT_RUNNING
    room.do(payout.CoinsPaid(HOPPER, cash.PayoutId(1), 8, 20, 0))
    assert takes_notes(room) is row.notes


@ROWS
def test_r_tlt_1_when_it_is_mended_everything_is_as_before(room, row):
    room.do(cash.DeviceReported(row.device, row.condition))
    by = "eve" if isinstance(room.submit(cash.DeviceReported(row.device, "ready")), Refusal) else ""
    if by:
        room.do(cash.DeviceReported(row.device, "ready", by))
    ways_are_as_told(room, Row(row.device, "ready"))
    assert bool(by) is (row.condition in ("events-lost", "fraud", "runaway"))
