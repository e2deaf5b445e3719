"""A scripted ticket printer for the tests of its driver: it answers as it is told, and keeps what it was sent.

The four bytes of a status are those of DLE EOT 1 to 4 in Epson's public reference; each has bits 1 and 4 set.
"""

from cashier.devices.ticket_layout import TicketText
from cashier.devices.ticket_printer import TicketPrinter
from cashier.money import Money
from cashier.records import (
    Command,
    Condition,
    DeviceId,
    DeviceReported,
    PrintTicket,
    TicketSending,
    VoucherNumber,
    VoucherState,
)
from cashier.usb import DeviceAbsent, Gone, Timeout

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


def make(printer: FakePrinter, patience: int = 3) -> TicketPrinter:
    return TicketPrinter(PRINTER, printer.open, lambda ticket: TEXT, patience=patience)


def ticket(state: VoucherState, number: VoucherNumber = NUMBER, issued_at: int = 1000) -> PrintTicket:
    return PrintTicket(number=number, amount=Money(12345), issued_at=issued_at, expires=2000, state=state)


def reported(condition: Condition) -> Command:
    return DeviceReported(device=PRINTER, condition=condition)


def ask_leave(driver: TicketPrinter, number: VoucherNumber = NUMBER) -> None:
    """The driver asks leave for the ticket; the caller then says `sent`."""
    assert driver.step([ticket("reserved", number)]) == [TicketSending(number)]


def found(printer: FakePrinter) -> TicketPrinter:
    """A driver that has found its printer ready."""
    ticket_printer = make(printer)
    assert ticket_printer.step([]) == [reported("ready")]
    return ticket_printer
