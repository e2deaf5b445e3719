"""Devices that cannot be spoken to: there is none, or what is there is another or not ours to use."""

import pytest

from cashier.devices.bill_validator import BillValidator
from cashier.devices.card_terminal import CardTerminal
from cashier.devices.coin_hopper import CoinHopper
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.note_acceptor import NoteAcceptor
from cashier.devices.note_payer import NotePayer
from cashier.devices.payout import PayerReported
from cashier.devices.ticket_printer import TicketPrinter
from cashier.devices.ticket_scanner import ScannerReported, TicketScanner
from cashier.money import EUR, Money
from cashier.records import DeviceId, DeviceReported
from cashier.usb import DeviceAbsent, DeviceRefused, Gone
from tests.devices.test_bill_validator import TEN, VALIDATOR, FakeLine, steps, take
from tests.devices.test_bill_validator import make as validator_on
from tests.devices.test_note_recycler import PAYER, Site

DEVICE = DeviceId("device")
JAMMED = "01 01 28 00 27 af"
STRING_SEEN = "01 0b 28 00 01 00 12 00 00 00 00 00 00 00 00 b9"


def no_ticket(ticket):
    raise AssertionError(f"nothing is printed here, not even {ticket.number}")


DRIVERS = {
    "validator": lambda find: BillValidator(DEVICE, find, EUR),
    "acceptor": lambda find: NoteAcceptor(DEVICE, EsspUnit(find)),
    "recycler": lambda find: NotePayer(DEVICE, EsspUnit(find)),
    "hopper": lambda find: CoinHopper(DEVICE, find, Money(50)),
    "printer": lambda find: TicketPrinter(DEVICE, find, no_ticket),
    "scanner": lambda find: TicketScanner(DEVICE, find),
    "cards": lambda find: CardTerminal(DEVICE, find, 978),
}


@pytest.mark.parametrize("make", DRIVERS.values(), ids=DRIVERS)
@pytest.mark.parametrize(
    ("problem", "condition"), [(DeviceAbsent, "absent"), (Gone, "absent"), (DeviceRefused, "wrong-device")]
)
def test_what_is_not_there_is_absent_and_what_may_not_be_used_is_the_wrong_device(make, problem, condition):
    def find():
        raise problem("in the port")

    driver = make(find)
    word = driver.step() if isinstance(driver, TicketScanner) else driver.step(())
    told = {DeviceReported(DEVICE, condition), PayerReported(DEVICE, condition), ScannerReported(DEVICE, condition)}
    assert len(word) == 1
    assert word[0] in told


def test_a_string_at_a_note_is_fraud():
    line = FakeLine()
    driver = validator_on(line)
    steps(driver, 5)
    line.ring = STRING_SEEN
    assert DeviceReported(VALIDATOR, "fraud") in steps(driver, 3)


def test_a_validator_that_an_attendant_calls_ready_too_soon_says_again_what_is_the_matter():
    line = FakeLine()
    driver = validator_on(line)
    line.answers["28 00 01 e8 ef"] = JAMMED
    jammed = DeviceReported(VALIDATOR, "jam")
    assert steps(driver, 5) == [jammed]
    assert steps(driver, 3) == []
    assert steps(driver, 3, [take(TEN)]) == [jammed]
    assert steps(driver, 3, [take(TEN)]) == []


def test_while_the_cash_box_is_out_the_store_pays_nothing():
    site = Site()
    site.steps(6)
    site.recycler.set_stacker("removed")
    site.steps(3)
    assert site.paid[-1] == PayerReported(PAYER, "stacker-removed")
    site.recycler.set_stacker("fitted")
    site.steps(3)
    assert site.paid[-1] == PayerReported(PAYER, "ready")
