"""The ticket printer's driver against a scripted printer: sent once, believed on proof, otherwise in doubt.

The four bytes of a status are those of DLE EOT 1 to 4 in Epson's public reference; each has bits 1 and 4 set.
"""

import pytest

from cashier.devices.ticket_layout import TicketText, cut_off, slip_bytes, ticket_bytes
from cashier.devices.ticket_printer import TicketPrinter
from cashier.money import Money
from cashier.records import (
    Command,
    Condition,
    DeviceId,
    DeviceReported,
    PrintTicket,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    VoucherNumber,
    VoucherState,
)
from cashier.usb import DeviceAbsent, Gone, Stalled, Timeout

PRINTER = DeviceId("printer")
NUMBER = VoucherNumber("123456789012345678")
OTHER = VoucherNumber("876543210987654321")
THIRD = VoucherNumber("111111111111111111")

ASK_STATUS = bytes.fromhex("10 04 01 10 04 02 10 04 03 10 04 04")
READY = bytes.fromhex("12 12 12 12")
PAPER_LOW = bytes.fromhex("12 12 12 1e")
PAPER_OUT = bytes.fromhex("1a 32 12 7e")
COVER_OPEN = bytes.fromhex("1a 16 12 12")
CUTTER_JAMMED = bytes.fromhex("1a 52 1a 12")
HEAD_BROKEN = bytes.fromhex("1a 52 32 12")
FED_BY_HAND = bytes.fromhex("1a 1a 12 12")

AUTOMATIC_PAPER_OUT = bytes.fromhex("18 00 0c 0f")
PROCESS_ID_REQUEST = bytes.fromhex("1d 28 48 06 00 30 30")
BUFFER_STATUS_REQUEST = bytes.fromhex("1d 72 01")
INITIALISE = bytes.fromhex("1b 40")
PROBE_END = b"INIT" + BUFFER_STATUS_REQUEST

TEXT = TicketText(
    house="Table 7",
    title="Cash-out ticket",
    amount="€123.45",
    number_label="Validation number",
    issued="Issued 30.11.2026 12:00",
    expires="Good until 30.12.2026",
    machine="Kiosk 1",
    currency="EUR",
)


class FakePrinter:
    """A printer-class pipe. It answers status questions at once and the rest when `printing` is not held up."""

    def __init__(self) -> None:
        self.status = READY
        self.knows_process_ids = True
        self.held_up = False
        self.full = False
        self.deaf = False
        self.port = 0x18
        self.plugged = True
        self.gone_after: int | None = None
        self.jobs: list[bytes] = []
        self.resets = 0
        self.coming = b""
        self._waiting = b""

    def open(self) -> "FakePrinter":
        if not self.plugged:
            raise DeviceAbsent("no USB device 04b8:0202 is plugged in")
        return self

    def write(self, data: bytes, timeout_ms: int) -> None:
        self._still_there()
        if data == ASK_STATUS:
            if self.deaf:
                raise Timeout("the endpoint takes nothing")
            self.coming += self.status
            return
        self.jobs.append(data)
        if self.gone_after is not None and len(self.jobs) > self.gone_after:
            self.unplug()
            raise Gone("no such device")
        if self.full and not data.startswith(INITIALISE + b"\x1da"):
            raise Timeout("the endpoint takes nothing")
        self._waiting += self._answers(data)
        if not self.held_up:
            self.work_off()

    def read(self, timeout_ms: int) -> bytes:
        self._still_there()
        if not self.coming:
            raise Timeout("nothing came")
        coming, self.coming = self.coming[:3], self.coming[3:]
        return coming

    def port_status(self) -> int:
        self._still_there()
        return self.port

    def soft_reset(self) -> None:
        self._still_there()
        self.resets += 1
        self._waiting = b""

    def close(self) -> None:
        self.coming = b""

    def unplug(self) -> None:
        self.plugged = False

    def plug(self) -> None:
        self.plugged = True

    def work_off(self) -> None:
        """Print what is held, and answer what was asked behind it."""
        self.coming += self._waiting
        self._waiting = b""

    def tickets(self) -> list[bytes]:
        """The jobs that are no set-up."""
        return [job for job in self.jobs if not job.endswith(PROBE_END)]

    def _answers(self, data: bytes) -> bytes:
        """What the commands at the end of a job are answered with."""
        answers = b""
        place = data.rfind(PROCESS_ID_REQUEST)
        if place >= 0 and self.knows_process_ids:
            answers += b"\x37\x22" + data[place + 7 : place + 11] + b"\x00"
        return answers + (b"\x00" if data.endswith(BUFFER_STATUS_REQUEST) else b"")

    def _still_there(self) -> None:
        if not self.plugged:
            raise Gone("no such device")


@pytest.fixture
def printer() -> FakePrinter:
    return FakePrinter()


def make(printer: FakePrinter, patience: int = 3) -> TicketPrinter:
    return TicketPrinter(PRINTER, printer.open, lambda ticket: TEXT, patience=patience)


@pytest.fixture
def driver(printer: FakePrinter) -> TicketPrinter:
    """A driver that has found its printer ready."""
    ticket_printer = make(printer)
    assert ticket_printer.step([]) == [reported("ready")]
    return ticket_printer


def ticket(state: VoucherState, number: VoucherNumber = NUMBER, issued_at: int = 1000) -> PrintTicket:
    return PrintTicket(number=number, amount=Money(12345), issued_at=issued_at, expires=2000, state=state)


def reported(condition: Condition) -> Command:
    return DeviceReported(device=PRINTER, condition=condition)


def ask_leave(driver: TicketPrinter, number: VoucherNumber = NUMBER) -> None:
    """The driver asks leave for the ticket; the caller then says `sent`."""
    assert driver.step([ticket("reserved", number)]) == [TicketSending(number)]


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


# -- in doubt ------------------------------------------------------------------------------------------------------


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
