"""The emulated scanner as a host's HID driver sees it, and the desk that plays the hands around new devices."""

from __future__ import annotations

import msgspec
import pytest

from firmware.virtual.bus import VirtualBus
from firmware.virtual.coin_hopper import HopperSettings, hopper_device
from firmware.virtual.desk import ControlDesk, LineSession
from firmware.virtual.device import Setup
from firmware.virtual.faults import Handshake
from firmware.virtual.scanner import KEYS_IN, ScannerSettings, TicketScanner, scanner_device, scanner_spec


def reports(scanner: TicketScanner) -> list[str]:
    """All that the scanner types, however fast."""
    typed = []
    at = 0.0
    while isinstance(report := scanner.produce(KEYS_IN, 8), bytes):
        typed.append(report.hex(" "))
        at += 1
        scanner.tick(at)
    return typed


def test_a_digit_is_a_key_that_goes_down_and_up_and_enter_ends_the_scan() -> None:
    scanner = TicketScanner(ScannerSettings())
    scanner.scan("10")
    assert reports(scanner) == [
        "00 00 1e 00 00 00 00 00",
        "00 00 00 00 00 00 00 00",
        "00 00 27 00 00 00 00 00",
        "00 00 00 00 00 00 00 00",
        "00 00 28 00 00 00 00 00",
        "00 00 00 00 00 00 00 00",
    ]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        (ScannerSettings(keypad=True), "00 00 61"),
        (ScannerSettings(layout="fr"), "02 00 26"),
        (ScannerSettings(), "00 00 26"),
    ],
)
def test_a_nine_by_layout(settings: ScannerSettings, expected: str) -> None:
    scanner = TicketScanner(settings)
    scanner.scan("9")
    assert reports(scanner)[0].startswith(expected)


def test_reports_keep_their_pace() -> None:
    scanner = TicketScanner(ScannerSettings(key_ms=10))
    scanner.scan("1")
    assert isinstance(scanner.produce(KEYS_IN, 8), bytes)
    assert scanner.produce(KEYS_IN, 8) is Handshake.NAK
    assert scanner.due() == 0.01


def test_the_report_descriptor_is_the_boot_keyboards_and_its_length_is_announced() -> None:
    scanner = TicketScanner(ScannerSettings())
    descriptor = scanner.control(Setup(0x81, 6, 0x2200, 0, 255), b"")
    assert isinstance(descriptor, bytes)
    assert len(descriptor) == 63
    hid = scanner_spec(ScannerSettings()).interfaces[0].extra
    assert hid[0] == len(hid) == 9
    assert int.from_bytes(hid[7:], "little") == 63


def test_what_was_typed_with_the_cable_out_is_lost() -> None:
    scanner = TicketScanner(ScannerSettings())
    scanner.scan("123")
    scanner.bus_reset()
    assert reports(scanner) == []


def test_hands_scan_fill_and_jam_by_lines_of_the_control_channel() -> None:
    bus = VirtualBus()
    bus.attach("scanner", scanner_device(ScannerSettings()))
    bus.attach("hopper", hopper_device(HopperSettings(coins=10)))
    session = LineSession(ControlDesk(bus))

    def do(line: str) -> dict[str, object]:
        session.outgoing.clear()
        session.receive(line.encode() + b"\n")
        return msgspec.json.decode(bytes(session.outgoing), type=dict[str, object])

    assert do('{"do": "scan", "device": "scanner", "text": "12"}') == {"ok": True}
    assert bus.device("scanner").function.facts()["waiting"] == 6
    assert do('{"do": "fill_hopper", "device": "hopper", "coins": 5}') == {"ok": True}
    assert do('{"do": "fill_hopper", "device": "hopper", "coins": -100}') == {"ok": True}
    assert bus.device("hopper").function.facts()["coins"] == 0
    assert do('{"do": "jam", "device": "hopper", "place": "opto"}') == {"ok": True}
    assert do('{"do": "clear_jam", "device": "hopper"}') == {"ok": True}
    assert do('{"do": "scan", "device": "scanner", "text": "é"}')["ok"] is False
    assert do('{"do": "jam", "device": "scanner", "place": "coin"}')["ok"] is False
