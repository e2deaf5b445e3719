"""The ticket printer's driver against a scripted printer: how it is, tickets sent once and believed on proof, slips."""

import pytest

from cashier.devices.ticket_layout import cut_off, slip_bytes, ticket_bytes
from cashier.devices.ticket_printer import TicketPrinter
from cashier.records import (
    Condition,
    TicketPrinted,
    TicketSending,
    VoucherState,
)
from tests.devices.printer_scenes import (
    BUFFER_STATUS_REQUEST,
    COVER_OPEN,
    CUTTER_JAMMED,
    FED_BY_HAND,
    HEAD_BROKEN,
    NUMBER,
    OTHER,
    PAPER_LOW,
    PAPER_OUT,
    PRINTER,
    PROCESS_ID_REQUEST,
    READY,
    TEXT,
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


# -- the condition -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("status", "condition"),
    [
        (READY, "ready"),
        (PAPER_LOW, "paper-low"),
        (PAPER_OUT, "paper-out"),
        (COVER_OPEN, "cover-open"),
        (CUTTER_JAMMED, "cutter"),
        (HEAD_BROKEN, "fault"),
    ],
)
def test_the_printers_status_is_told_once_as_one_condition(
    printer: FakePrinter, status: bytes, condition: Condition
) -> None:
    printer.status = status
    driver = make(printer)
    assert [driver.step([]) for _ in range(3)] == [[reported(condition)], [], []]


def test_a_change_of_condition_is_told(driver: TicketPrinter, printer: FakePrinter) -> None:
    printer.status = COVER_OPEN
    assert driver.step([]) == [reported("cover-open")]
    printer.status = READY
    assert driver.step([]) == [reported("ready")]


def test_feeding_paper_by_hand_is_no_condition_until_it_lasts(driver: TicketPrinter, printer: FakePrinter) -> None:
    printer.status = FED_BY_HAND
    assert [driver.step([ticket("reserved")]) for _ in range(3)] == [[], [], [reported("fault")]]


def test_a_printer_that_is_not_plugged_in_is_absent_and_found_again(printer: FakePrinter) -> None:
    printer.unplug()
    driver = make(printer)
    assert [driver.step([]) for _ in range(2)] == [[reported("absent")], []]
    printer.plug()
    assert driver.step([]) == [reported("ready")]


def test_a_printer_that_gives_a_wrong_number_of_answers_is_not_believed(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    printer.status = PAPER_OUT[:3]
    assert [driver.step([]) for _ in range(4)] == [[], [], [reported("absent")], []]
    printer.status = READY
    assert driver.step([]) == [reported("ready")]


def test_a_printer_whose_buffer_is_full_tells_by_its_port_status_that_paper_is_out(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    printer.deaf = True
    printer.port = 0x30
    assert driver.step([]) == [reported("paper-out")]


def test_what_an_earlier_run_left_in_the_printer_is_dropped_at_the_start(printer: FakePrinter) -> None:
    make(printer).step([])
    assert printer.resets == 1


def test_a_printer_that_stays_silent_is_reset_once_it_counts_as_absent(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    before = printer.resets
    printer.deaf = True
    assert [driver.step([]) for _ in range(3)] == [[], [], [reported("absent")]]
    assert printer.resets == before + 1


# -- a ticket ------------------------------------------------------------------------------------------------------


def test_a_ticket_is_asked_for_then_sent_once_then_proven(driver: TicketPrinter, printer: FakePrinter) -> None:
    ask_leave(driver)
    assert printer.tickets() == []
    assert driver.step([ticket("sent")]) == [TicketPrinted(NUMBER)]
    assert printer.tickets() == [ticket_bytes(ticket("sent"), TEXT) + PROCESS_ID_REQUEST + b"0001"]
    assert driver.step([]) == []


def test_a_printed_ticket_is_told_until_the_host_has_noted_it_and_never_sent_again(
    driver: TicketPrinter, printer: FakePrinter
) -> None:
    ask_leave(driver)
    assert [driver.step([ticket("sent")]) for _ in range(3)] == [[TicketPrinted(NUMBER)]] * 3
    assert driver.step([ticket("reserved")]) == []
    assert len(printer.tickets()) == 1


def test_the_proof_may_come_later(driver: TicketPrinter, printer: FakePrinter) -> None:
    ask_leave(driver)
    printer.held_up = True
    assert [driver.step([ticket("sent")]) for _ in range(2)] == [[], []]
    printer.work_off()
    assert driver.step([ticket("sent")]) == [TicketPrinted(NUMBER)]
    assert len(printer.tickets()) == 1


def test_a_proof_of_another_ticket_proves_nothing(driver: TicketPrinter, printer: FakePrinter) -> None:
    ask_leave(driver)
    printer.held_up = True
    printer.coming = b"\x37\x229999\x00"
    assert driver.step([ticket("sent")]) == []


def test_a_printer_without_process_ids_proves_by_the_answer_that_waits_behind_the_ticket(printer: FakePrinter) -> None:
    printer.knows_process_ids = False
    driver = make(printer)
    driver.step([])
    ask_leave(driver)
    assert driver.step([ticket("sent")]) == [TicketPrinted(NUMBER)]
    assert printer.tickets()[0].endswith(BUFFER_STATUS_REQUEST)


def test_an_answer_from_before_the_ticket_proves_nothing(printer: FakePrinter) -> None:
    printer.knows_process_ids = False
    driver = make(printer)
    driver.step([])
    ask_leave(driver)
    printer.held_up = True
    assert [driver.step([ticket("sent")]) for _ in range(2)] == [[], []]
    printer.work_off()
    assert driver.step([ticket("sent")]) == [TicketPrinted(NUMBER)]


def test_a_printer_that_works_nothing_off_is_reset_and_not_used(printer: FakePrinter) -> None:
    printer.held_up = True
    driver = make(printer)
    assert driver.step([ticket("reserved")]) == [reported("fault")]
    assert printer.resets == 2
    printer.held_up = False
    assert driver.step([ticket("reserved")]) == [reported("ready"), TicketSending(NUMBER)]


@pytest.mark.parametrize("status", [PAPER_OUT, COVER_OPEN, CUTTER_JAMMED, FED_BY_HAND])
def test_no_leave_is_asked_while_nothing_can_be_printed(
    driver: TicketPrinter, printer: FakePrinter, status: bytes
) -> None:
    printer.status = status
    assert TicketSending(NUMBER) not in driver.step([ticket("reserved")])
    printer.status = PAPER_LOW
    assert TicketSending(NUMBER) in driver.step([ticket("reserved")])


def test_tickets_go_out_one_after_the_other_the_oldest_first(driver: TicketPrinter, printer: FakePrinter) -> None:
    both = [ticket("reserved", OTHER, issued_at=2000), ticket("reserved", NUMBER)]
    assert driver.step(both) == [TicketSending(NUMBER), TicketSending(OTHER)]
    printer.held_up = True
    both = [ticket("sent", OTHER, issued_at=2000), ticket("sent", NUMBER)]
    assert driver.step(both) == []
    assert len(printer.tickets()) == 1
    printer.work_off()
    printer.held_up = False
    assert driver.step(both) == [TicketPrinted(NUMBER), TicketPrinted(OTHER)]


# -- slips that are no tickets ---------------------------------------------------------------------------------------

SLIP = slip_bytes(["Your receipt"])


def with_slips(printer: FakePrinter, *slips: bytes) -> TicketPrinter:
    waiting = list(slips)
    driver = TicketPrinter(
        PRINTER, printer.open, lambda ticket: TEXT, patience=3, slips=lambda: waiting.pop(0) if waiting else None
    )
    assert driver.step([ticket("unknown", OTHER)]) == [reported("ready")]
    return driver


def test_slips_are_printed_one_after_the_other_and_nobody_is_told(printer: FakePrinter) -> None:
    driver = with_slips(printer, SLIP, SLIP + SLIP)
    assert [driver.step([]) for _ in range(3)] == [[], [], []]
    assert printer.tickets() == [SLIP + PROCESS_ID_REQUEST + b"0001", SLIP + SLIP + PROCESS_ID_REQUEST + b"0002"]


@pytest.mark.parametrize("state", ["reserved", "sent", "unknown"])
def test_no_slip_is_printed_while_a_ticket_is_open(printer: FakePrinter, state: VoucherState) -> None:
    driver = with_slips(printer, SLIP)
    driver.step([ticket("reserved")])
    driver.step([ticket(state)])
    assert SLIP + PROCESS_ID_REQUEST + b"0001" not in printer.tickets()
    driver.step([])
    assert printer.tickets()[-1].startswith(SLIP)


def test_a_ticket_waits_until_the_slip_before_it_is_on_paper(printer: FakePrinter) -> None:
    driver = with_slips(printer, SLIP)
    printer.held_up = True
    driver.step([])
    assert driver.step([ticket("reserved")]) == []
    printer.held_up = False
    printer.work_off()
    assert driver.step([ticket("reserved")]) == [TicketSending(NUMBER)]
    assert driver.step([ticket("sent")]) == [TicketPrinted(NUMBER)]


def test_what_is_left_of_a_slip_without_paper_does_not_come_out_before_the_next_ticket(printer: FakePrinter) -> None:
    driver = with_slips(printer, SLIP)
    printer.held_up = True
    driver.step([])
    before = printer.resets
    printer.status = PAPER_OUT
    assert driver.step([]) == [reported("paper-out")]
    assert printer.resets > before
    printer.held_up = False
    printer.status = READY
    assert driver.step([ticket("reserved")]) == [reported("ready"), TicketSending(NUMBER)]
    assert driver.step([ticket("sent")]) == [TicketPrinted(NUMBER)]
    slip, voucher = printer.tickets()
    assert slip.startswith(SLIP)
    assert voucher.startswith(cut_off() + ticket_bytes(ticket("sent"), TEXT))
