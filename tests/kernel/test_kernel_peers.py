"""Devices that nobody here wrote, under our drivers: the kernel's printer gadget, and QEMU's FTDI chip and keyboard."""

import re
from pathlib import Path

import msgspec
import pytest
import zxingcpp
from PIL import Image

from cashier.devices.escpos_status import ASK_STATUS, AUTOMATIC_STATUS, BUFFER_STATUS, process_id_request
from cashier.devices.ticket_layout import qr_payload, ticket_bytes
from cashier.devices.ticket_scanner import Scanned, ScannerReported, ScannerWord
from cashier.money import Money
from cashier.records import DeviceReported, NoteEscrowed, NoteStacked
from firmware.virtual.bill_validator import BillValidator, ValidatorSettings
from firmware.virtual.printer import BULK_OUT, PrinterSettings, TicketPrinter
from tests.kernel.guest import Guest
from tests.kernel.inside import gadget, note_over_ftdi, printer_gadget, printer_vudc, typed_scan
from tests.kernel.serial_line import serial_line

pytestmark = pytest.mark.ci

NUMBER = "123456789012345678"
KEY_MS = 40


# -- the kernel's printer gadget --------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[printer_gadget, printer_vudc], ids=["over libusb", "over usbip"])
def printed(guest: Guest, request: pytest.FixtureRequest) -> Path:
    """The folder of a print on the gadget, by either way to it."""
    finished = guest.run_module(request.param.__name__)
    assert finished.code == 0, finished.stderr
    return finished.folder


def test_the_gadget_receives_the_ticket_once_and_nothing_else_but_questions(printed: Path) -> None:
    ticket = ticket_bytes(gadget.ticket("sent"), gadget.TEXT)
    before, found, after = (printed / gadget.RECEIVED).read_bytes().partition(ticket)
    assert found == ticket
    ids = re.escape(process_id_request("")) + rb"[ -~]{4}"
    question = b"|".join([*map(re.escape, (ASK_STATUS, AUTOMATIC_STATUS, BUFFER_STATUS, b"\x1b@")), ids])
    assert re.fullmatch(rb"(?:%b)*" % question, before + after)


def test_the_ticket_that_came_through_the_gadget_can_be_read(printed: Path, tmp_path: Path) -> None:
    printer = TicketPrinter(PrinterSettings(tickets=str(tmp_path)))
    printer.accept(BULK_OUT, (printed / gadget.RECEIVED).read_bytes(), at=0.0)
    (picture,) = tmp_path.iterdir()
    with Image.open(picture) as image:
        codes = {code.text for code in zxingcpp.read_barcodes(image)}
    assert codes == {gadget.NUMBER, qr_payload(gadget.ticket("sent"), "EUR")}


# -- QEMU's devices ---------------------------------------------------------------------------------------------------


def test_a_note_is_credited_over_the_ftdi_chip_of_qemu(guest: Guest, tmp_path: Path) -> None:
    validator = BillValidator(ValidatorSettings(stack_ms=10))
    with serial_line(validator, tmp_path / "line") as line:
        guest.monitor.connect("line", tmp_path / "line")
        with guest.monitor.plugged("usb-serial", chardev="line"):
            job = guest.begin_module(note_over_ftdi.__name__)
            job.await_word(note_over_ftdi.OPEN)
            assert line.touch(lambda device, at: device.insert_note(10, at)) == "escrow"
            finished = job.wait()
    assert finished.code == 0, finished.stderr
    raw = (finished.folder / note_over_ftdi.SAID).read_bytes()
    assert msgspec.json.decode(raw, type=list[DeviceReported | NoteEscrowed | NoteStacked]) == [
        DeviceReported(device=note_over_ftdi.VALIDATOR, condition="ready"),
        NoteEscrowed(note_over_ftdi.VALIDATOR, 1, Money(1000)),
        NoteStacked(note_over_ftdi.VALIDATOR, 2, Money(1000)),
    ]
    assert validator.facts()["stacked_value"] == 10


def test_a_number_typed_on_the_keyboard_of_qemu_is_a_scan(guest: Guest) -> None:
    with guest.monitor.plugged("usb-kbd"):
        job = guest.begin_module(typed_scan.__name__)
        job.await_word(typed_scan.LISTENING)
        for key in (*NUMBER, "ret"):
            guest.monitor.do("send-key", keys=[{"type": "qcode", "data": key}], **{"hold-time": KEY_MS})
        finished = job.wait()
    assert finished.code == 0, finished.stderr
    assert msgspec.json.decode((finished.folder / typed_scan.SAID).read_bytes(), type=list[ScannerWord]) == [
        ScannerReported(typed_scan.SCANNER, "ready"),
        Scanned(typed_scan.SCANNER, NUMBER),
    ]
