"""Programs that nobody here wrote use the virtual devices over the real libusb and libudev."""

import os
import re
import shutil
import subprocess
import sys

import pytest

from firmware.virtual.config import BusConfig, build_bus
from firmware.virtual.control import BusControl
from firmware.virtual.descriptors import configuration_descriptor
from tests.routes.fittings import DEVICES
from tests.routes.route import RemoteBus, printed_by

pytestmark = pytest.mark.ci

_DOUBTS = re.compile(r"warning|invalid|unrecognized|error|can't|couldn't|junk|bogus|unavailable", re.IGNORECASE)

_OF_ITSELF = "bcdCCID 1.10 (Warning: Only accurate for version 1.0)"
"""lsusb knows no more than the first version of CCID, and says so of every reader of a later one."""


def told_by(bus: RemoteBus, *command: str) -> list[str]:
    """What a program of usbutils prints; it must have nothing to complain of."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"no {command[0]} here: apt-get install usbutils")
    environment = os.environ | bus.environment | {"LC_ALL": "C"}
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, timeout=60)
    assert told.stderr == ""
    return [" ".join(line.split()) for line in told.stdout.splitlines()]


@pytest.fixture
def lines(libusb_bus: RemoteBus) -> list[str]:
    """What `lsusb -v` says of all devices."""
    return told_by(libusb_bus, "lsusb", "-v")


def test_lsusb_finds_nothing_amiss_but_a_keyboard_that_the_kernel_holds(lines: list[str]) -> None:
    assert [line for line in lines if _DOUBTS.search(line)] == [_OF_ITSELF, "** UNAVAILABLE **"]


def test_a_devices_status_and_its_configuration_agree_on_where_the_power_comes_from(lines: list[str]) -> None:
    assert not [line for line in lines if "Bus Powered" in line]
    assert lines.count("Self Powered") == 2 * len(DEVICES)


def test_lsusb_reads_what_the_devices_say_of_themselves(lines: list[str]) -> None:
    for found in build_bus(BusConfig("", None, DEVICES)).attached():
        spec = found.device.spec
        head = f"Bus 001 Device {found.address:03d}: ID {spec.vendor:04x}:{spec.product:04x}"
        start = next(number for number, line in enumerate(lines) if line.startswith(head))
        end = next((at for at in range(start + 1, len(lines)) if lines[at].startswith("Bus ")), len(lines))
        told = lines[start:end]
        assert f"iManufacturer 1 {spec.manufacturer}" in told
        assert f"iProduct 2 {spec.product_name}" in told
        assert f"iSerial 3 {spec.serial}" in told
        assert f"wTotalLength 0x{len(configuration_descriptor(spec)):04x}" in told
        assert sum(line.startswith("bInterfaceNumber") for line in told) == len(spec.interfaces)
        endpoints = [line.split()[1] for line in told if line.startswith("bEndpointAddress")]
        assert endpoints == [f"0x{endpoint.address:02x}" for endpoint in spec.endpoints]


def test_a_keyboards_keys_are_described_once_the_kernels_driver_is_off(libusb_bus: RemoteBus) -> None:
    head, *report = told_by(libusb_bus, "usbhid-dump", "-e", "descriptor")
    assert ":DESCRIPTOR" in head
    assert bytes.fromhex("".join(report)).startswith(bytes.fromhex("05 01 09 06 a1 01"))
    assert bytes.fromhex("".join(report)).endswith(b"\xc0")


def test_a_device_is_reset(libusb_bus: RemoteBus) -> None:
    assert told_by(libusb_bus, "usbreset", "1209:0003") == ["Resetting Ticket printer ... ok"]


_SOMEBODY_ELSES_TICKET = """
from escpos.printer import Usb
printer = Usb(0x1209, 0x0003, in_ep=0x82, out_ep=0x01, profile="TM-T88V")
printer.text("a ticket by somebody else\\n")
printer.barcode("123456789012345678", "ITF", function_type="B")
printer.cut()
print("online" if printer.is_online() else "offline", "paper", printer.paper_status())
printer.close()
"""


def test_the_printer_prints_what_python_escpos_sends_by_its_own_driver(libusb_bus: RemoteBus) -> None:
    printed = printed_by(libusb_bus.open(sys.executable, "-c", _SOMEBODY_ELSES_TICKET))
    assert printed.splitlines()[-1] == b"online paper 2"
    with BusControl(libusb_bus.hands) as hands:
        facts = hands.status("printer").facts
    assert (facts["tickets"], facts["torn"], facts["complaints"]) == (1, 0, "")
