"""One ticket, one payment: copies, forged faces, and a clock that is set back (LED-9, LED-10)."""

import random

import msgspec
import pytest

from cashier import redeem_records as redeem
from cashier.money import Money
from cashier.records import CashOut, DeviceId, DeviceReported, TicketPrinted, TicketSending, VoucherNumber
from cashier.refusal import Code, Refusal
from cashier.tickets import read_signed
from controller.app.clock import VirtualClock
from controller.app.steady_clock import SteadyClock
from controller.app.ticket_proof import sign_ticket
from controller.journal.seal import is_signed
from controller.vocab.tries import Tries
from tests.app.test_ticket_proof import MACHINE, SEALS, TICKET
from tests.machine.room import Room

TEN = Money(1_000)
COPIES = 8
DAYS_31 = 31 * 86_400_000
HOUR_MS = 3_600_000


@pytest.fixture
def room() -> Room:
    """A table with 100.00 at its kiosk, of which a ticket over 10.00 is printed; everybody holds a copy."""
    room = Room()
    cash = room.profile.cash
    for device in (cash.printer, cash.validator):
        room.do(DeviceReported(device=device, condition="ready"))
    room.insert(10_000)
    return room


def printed(room: Room) -> VoucherNumber:
    room.do(CashOut(request=room.request(), amount=TEN, number=room.number()))
    number = room.machine.kiosk.paying
    assert number is not None
    room.do(TicketSending(number=number))
    room.do(TicketPrinted(number=number))
    return number


def test_led_10_of_many_who_hold_a_copy_one_is_paid(room: Room) -> None:
    number, dice = printed(room), random.Random(3)
    before = room.machine.kiosk.balance
    answers = 0
    for _copy in range(COPIES):
        room.submit(redeem.RedeemTicket(room.request(), number))
        if dice.randrange(2):
            answers += not isinstance(room.submit(redeem.TicketAnswered(number, granted=True)), Refusal)
    room.submit(redeem.TicketAnswered(number, granted=True))
    paid = room.machine.kiosk.balance - before
    assert paid == TEN, f"a ticket over {TEN} has paid {paid}"


def test_led_6_a_purchase_that_is_sent_again_is_made_once(room: Room) -> None:
    before, purchase = room.machine.kiosk.balance, room.buy_in(1, 4_000)
    room.do(purchase)
    room.submit(purchase)
    charged = before - room.machine.kiosk.balance
    assert charged == purchase.amount, f"a purchase of {purchase.amount} was charged twice: {charged}"


def test_led_9_a_ticket_is_worth_what_the_books_say_whatever_its_code_says(room: Room) -> None:
    scanner = DeviceId("scanner")
    number = printed(room)
    before = room.machine.kiosk.balance
    answer = room.submit(redeem.TicketScanned(scanner, f"JKJ1:{number}:9999999:EUR"))
    if not isinstance(answer, Refusal):
        room.do(redeem.TicketAnswered(number, granted=True))
    assert room.machine.kiosk.balance - before in (0, TEN)


def test_led_9_a_ticket_with_another_amount_is_not_signed() -> None:
    code = f"JKJ1:{TICKET.number}:{TICKET.amount}:EUR:{sign_ticket(TICKET, MACHINE, 'EUR', SEALS.sign)}"
    forged = read_signed(code.replace(f":{TICKET.amount}:", ":92345:"))
    assert forged is not None
    assert forged.ticket.amount == 92_345
    signed = is_signed(forged.ticket.statement, SEALS.signer, forged.signature)
    assert not signed, "a ticket over another amount passes for signed"


def test_a_clock_set_back_makes_no_ticket_good_and_ends_no_wait(room: Room) -> None:
    """The wall time that the machine is given, by a clock that is set back after the ticket has expired."""
    number = printed(room)
    system = VirtualClock(table_ms=room.ms, wall_ms=room.now.wall + DAYS_31)
    clock = SteadyClock(system)
    late = clock.now().wall
    tries = Tries().after_failure(late)
    system._offset -= DAYS_31
    room.ahead = clock.now().wall - room.now.wall + room.ahead
    answer = room.submit(redeem.RedeemTicket(room.request(), number))
    (refused,) = answer if isinstance(answer, list) else ()
    assert getattr(refused, "code", None) is Code.TICKET_EXPIRED, f"an expired ticket is good again: {refused}"
    assert tries.wait(clock.now().wall) == tries.until
    assert msgspec.structs.replace(tries, until=late + HOUR_MS).wait(clock.now().wall)
