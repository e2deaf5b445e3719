"""USB/IP with a package that nobody here wrote (`usbip` on PyPI), each side against the other's.

Its devices stand on its server under our backend and drivers; its host reaches our devices on our server.
"""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import usbip
from usbip.classes.device.cdc_acm import CDCACM
from usbip.classes.device.hid import HID, PROTOCOL_KEYBOARD, SUBCLASS_BOOT, keyboard_report_descriptor
from usbip.classes.host.hid import HIDDriver

from cashier.devices.bill_validator import BillValidator as ValidatorDriver
from cashier.devices.keyboard_pipe import open_keyboard
from cashier.devices.serial_pipes import open_serial
from cashier.devices.ticket_scanner import Scanned, ScannerReported, TicketScanner
from cashier.money import EUR, Money
from cashier.records import (
    DeviceId,
    DeviceReported,
    NoteEscrowed,
    NoteStacked,
    StackNote,
    TakeNotes,
)
from cashier.usb import UsbAddress
from firmware.virtual import loopback, scanner
from firmware.virtual.backend import get_backend
from firmware.virtual.bill_validator import BillValidator, ValidatorSettings
from firmware.virtual.config import BusConfig, LoopbackConfig, ScannerConfig
from firmware.virtual.control import BusControl
from firmware.virtual.process import BusProcess, start_bus

HERE = "127.0.0.1"
NUMBER = "123456789012345678"
THEIRS = UsbAddress(0x1209, 0x0077, "PEER0001")
TO_DEVICE, TO_HOST = 0x40, 0xC0


@contextmanager
def served(function: Any) -> Iterator[Any]:
    """A device of theirs with one function, on their server; gives the backend to reach it by, ours."""
    with socket.socket() as probe:
        probe.bind((HERE, 0))
        port = probe.getsockname()[1]
    device = usbip.USBDevice(THEIRS.vendor, THEIRS.product, product="Peer", serial=THEIRS.serial)
    device.add(function)
    with device.plug(via=usbip.USBIP(HERE, port)):
        yield get_backend(f"tcp:{HERE}:{port}")


# -- their devices ----------------------------------------------------------------------------------------------------


def test_a_note_is_credited_over_their_serial_port() -> None:
    validator, at = BillValidator(ValidatorSettings(stack_ms=10)), iter(range(1, 1000))

    def pass_on(port: Any, data: bytes) -> None:
        validator.tick(float(now := next(at)))
        validator.receive(data, float(now))
        port.write(validator.transmit(1 << 12))

    device = DeviceId("validator")
    take = TakeNotes(device=device, amounts=(Money(1000),))
    port = CDCACM(on_rx=pass_on)
    with served(port) as backend:
        driver = ValidatorDriver(device, lambda: open_serial(THEIRS, backend), EUR, last_counter=0)
        said = driver.step([take])
        assert validator.insert_note(10, at=float(next(at))) == "escrow"
        said += driver.step([take])
        for _step in range(3):
            said += driver.step([take, StackNote(device, 1)])
        driver.close()
    assert said == [
        DeviceReported(device=device, condition="ready"),
        NoteEscrowed(device, 1, Money(1000)),
        NoteStacked(device, 2, Money(1000)),
    ]
    assert (port.comm.line_coding.baud, port.comm.line_coding.data_bits) == (9600, 8)


def test_a_number_typed_on_their_keyboard_is_a_scan() -> None:
    keyboard = HID(keyboard_report_descriptor(), subclass=SUBCLASS_BOOT, protocol=PROTOCOL_KEYBOARD)
    device = DeviceId("scanner")
    with served(keyboard) as backend:
        driver = TicketScanner(device, lambda: open_keyboard(THEIRS, backend))
        said = driver.step()
        for code in (*(0x1E + (int(digit) - 1) % 10 for digit in NUMBER), 0x28):
            keyboard.send_report(bytes((0, 0, code, 0, 0, 0, 0, 0)))
            keyboard.send_report(bytes(8))
        said += driver.step()
        driver.close()
    assert said == [ScannerReported(device, "ready"), Scanned(device, NUMBER)]


# -- their host -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BusProcess]:
    """Our devices on our server, reached over TCP as a kernel would."""
    folder = tmp_path_factory.mktemp("peer")
    devices = (LoopbackConfig(), ScannerConfig())
    with start_bus(BusConfig(f"tcp:{HERE}:0", f"unix:{folder}/hands", devices)) as running:
        yield running


@pytest.fixture
def hands(bus: BusProcess) -> Iterator[BusControl]:
    with bus.control() as control:
        yield control


@pytest.fixture
def wire(bus: BusProcess) -> Any:
    return usbip.USBIP(HERE, int(bus.address.rpartition(":")[2]))


def test_their_host_lists_what_is_plugged_in(wire: Any) -> None:
    listed = [(each["idVendor"], each["idProduct"], each["busid"]) for each in usbip.host.list_devices(wire)]
    assert listed == [(loopback.VENDOR, loopback.PRODUCT, "1-1"), (scanner.VENDOR, scanner.PRODUCT, "1-2")]


def test_their_host_moves_bytes_and_meets_refusals(wire: Any) -> None:
    data = bytes(index % 251 for index in range(1025))
    with usbip.open(loopback.VENDOR, loopback.PRODUCT, transport=wire) as handle:
        assert handle.bulk_out(loopback.BULK_OUT, data) == 1025
        assert handle.bulk_in(loopback.BULK_IN, 2048) == data
        handle.control(TO_DEVICE, loopback.Ask.KEEP, 0, 0, b"kept")
        assert handle.control(TO_HOST, loopback.Ask.GIVE, 0, 0, 64) == b"kept"
        with pytest.raises(usbip.Stall):
            handle.control(TO_DEVICE, loopback.Ask.REFUSE, 0, 0, b"")
        handle.control(TO_DEVICE, loopback.Ask.HALT, 0, loopback.BULK_IN, b"")
        with pytest.raises(usbip.Stall):
            handle.bulk_in(loopback.BULK_IN, 64)
        handle.clear_halt(loopback.BULK_IN)
        handle.bulk_out(loopback.BULK_OUT, b"again")
        assert handle.bulk_in(loopback.BULK_IN, 64) == b"again"


def test_their_keyboard_driver_reads_a_scan_of_ours(wire: Any, hands: BusControl) -> None:
    with HIDDriver(usbip.open(scanner.VENDOR, scanner.PRODUCT, transport=wire)) as driver:
        assert driver.input_report_size() == 8, "by the report descriptor"
        driver.set_protocol(0)
        hands.scan("scanner", NUMBER)
        pressed = [driver.read_report()[2] for _report in range(2 * len(NUMBER) + 2)]
    assert bytes(filter(None, pressed)) == bytes((*(0x1E + (int(digit) - 1) % 10 for digit in NUMBER), 0x28))
