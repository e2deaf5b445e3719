"""`jakaja devices` at a machine with devices plugged in, as far as its libusb can tell."""

import sys
from pathlib import Path

import pytest

from tests.routes.route import RemoteBus, printed_by

pytestmark = pytest.mark.ci


def said_by(bus: RemoteBus, *arguments: str) -> str:
    """What the command prints."""
    return printed_by(bus.open(sys.executable, "-m", "controller.app.cli", "devices", *arguments)).decode()


def test_what_is_plugged_in_is_listed_and_tested_and_traced(libusb_bus: RemoteBus, tmp_path: Path) -> None:
    listed = said_by(libusb_bus, "list")
    assert all(
        serial in listed for serial in ("BV00004711", "TP000001", "CH00710623", "SC000001", "CR000001", "NR05000001")
    )
    assert "1209:0003" in said_by(libusb_bus, "test", "printer")
    capture = tmp_path / "capture.pcap"
    assert str(capture) in said_by(libusb_bus, "trace", str(capture), "validator", "--usb", "1209:0002")
    assert capture.stat().st_size > 1000
