"""The ticket printer's driver against a scripted printer: whatever is not proven is in doubt, and never sent again."""

import pytest

from cashier.devices.ticket_layout import cut_off
from cashier.devices.ticket_printer import TicketPrinter
from cashier.records import (
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
)
from cashier.usb import Stalled
from tests.devices.printer_scenes import (
    AUTOMATIC_PAPER_OUT,
    COVER_OPEN,
    INITIALISE,
    NUMBER,
    OTHER,
    PAPER_OUT,
    READY,
    THIRD,
    FakePrinter,
    ask_leave,
    found,
    make,
    reported,
    ticket,
)


@pytest.fixture
def printer() -> FakePrinter:
    return FakePrinter()


@pytest.fixture
def driver(printer: FakePrinter) -> TicketPrinter:
    """A driver that has found its printer ready."""
    return found(printer)


def test_a_ticket_sent_by_an_earlier_run_is_in_doubt_without_a_byte(printer: FakePrinter) -> None:
    driver = make(printer)
    assert driver.step([ticket("sent")]) == [reported("ready"), TicketInDoubt(NUMBER, "ready")]
    assert printer.tickets() == []


def test_a_ticket_sent_by_an_earlier_run_is_in_doubt_also_without_a_printer(printer: FakePrinter) -> None:
    printer.unplug()
    assert make(printer).step([ticket("sent")]) == [reported("absent"), TicketInDoubt(NUMBER, "absent")]


def test_paper_out_in_the_middle_is_doubt_and_the_rest_of_the_ticket_is_dropped(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    ask_leave(driver)
    printer.held_up = True
    driver.step([ticket("sent")])
    before = printer.resets
    printer.status = PAPER_OUT
    assert driver.step([ticket("sent")]) == [reported("paper-out"), TicketInDoubt(NUMBER, "paper-out")]
    assert printer.resets == before + 1
    printer.status, printer.held_up = READY, False
    assert driver.step([ticket("sent")]) == [reported("ready"), TicketInDoubt(NUMBER, "paper-out")]
    assert len(printer.tickets()) == 1


def test_paper_that_was_out_for_a_moment_only_is_doubt_all_the_same(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    ask_leave(driver)
    printer.held_up = True
    driver.step([ticket("sent")])
    printer.coming = AUTOMATIC_PAPER_OUT
    assert driver.step([ticket("sent")]) == [TicketInDoubt(NUMBER, "paper-out")]


def test_a_printer_that_stops_taking_bytes_is_doubt_with_its_cause(driver: TicketPrinter, printer: FakePrinter) -> None:
    ask_leave(driver)
    printer.full, printer.port = True, 0x30
    assert driver.step([ticket("sent")]) == [TicketInDoubt(NUMBER, "paper-out")]
    printer.full = False
    assert driver.step([ticket("sent")]) == [TicketInDoubt(NUMBER, "paper-out")]
    assert len(printer.tickets()) == 1


def test_unplugging_while_bytes_go_out_is_doubt(driver: TicketPrinter, printer: FakePrinter) -> None:
    ask_leave(driver)
    printer.gone_after = len(printer.jobs)
    assert driver.step([ticket("sent")]) == [TicketInDoubt(NUMBER, "absent")]
    assert driver.step([]) == [reported("absent")]
    printer.gone_after = None
    printer.plug()
    assert driver.step([ticket("sent")]) == [reported("ready"), TicketInDoubt(NUMBER, "absent")]
    assert len(printer.tickets()) == 1


def test_what_is_left_of_a_ticket_in_doubt_is_cut_off_before_the_next_one(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    ask_leave(driver)
    printer.gone_after = len(printer.jobs)
    driver.step([ticket("sent")])
    printer.gone_after = None
    printer.plug()
    for number in (OTHER, THIRD):
        driver.step([ticket("reserved", number)])
        assert TicketPrinted(number) in driver.step([ticket("sent", number)])
    _broken_off, second, third = printer.tickets()
    assert second.startswith(cut_off() + INITIALISE)
    assert cut_off() not in third


def test_what_an_earlier_run_may_have_begun_is_cut_off_too(printer: FakePrinter) -> None:
    driver = make(printer)
    driver.step([ticket("sent")])
    driver.step([ticket("reserved", OTHER)])
    driver.step([ticket("sent", OTHER)])
    (only,) = printer.tickets()
    assert only.startswith(cut_off() + INITIALISE)


def test_unplugging_while_the_proof_is_awaited_is_doubt(driver: TicketPrinter, printer: FakePrinter) -> None:
    ask_leave(driver)
    printer.held_up = True
    driver.step([ticket("sent")])
    printer.unplug()
    assert driver.step([ticket("sent")]) == [reported("absent"), TicketInDoubt(NUMBER, "absent")]


def test_a_proof_that_never_comes_is_doubt(printer: FakePrinter) -> None:
    driver = make(printer, patience=2)
    driver.step([])
    ask_leave(driver)
    printer.held_up = True
    assert [driver.step([ticket("sent")]) for _ in range(4)] == [[], [], [], [TicketInDoubt(NUMBER, "fault")]]


def test_a_cover_opened_between_leave_and_first_byte_is_doubt_without_a_byte(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    ask_leave(driver)
    printer.status = COVER_OPEN
    assert driver.step([ticket("sent")]) == [reported("cover-open"), TicketInDoubt(NUMBER, "cover-open")]
    assert printer.tickets() == []


def test_closing_the_driver_puts_the_ticket_in_flight_in_doubt(driver: TicketPrinter, printer: FakePrinter) -> None:
    ask_leave(driver)
    printer.held_up = True
    driver.step([ticket("sent")])
    driver.close()
    assert TicketInDoubt(NUMBER, "absent") in driver.step([ticket("sent")])


def test_a_printer_that_refuses_the_reset_is_used_on(
    driver: TicketPrinter, printer: FakePrinter, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise Stalled("the request is not known")

    monkeypatch.setattr(printer, "soft_reset", refuse)
    ask_leave(driver)
    printer.full = True
    driver.step([ticket("sent")])
    printer.full = False
    assert driver.step([ticket("reserved", OTHER)]) == [TicketSending(OTHER)]
