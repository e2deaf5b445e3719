"""The scanner's driver: whole scans, and what keyboards and hands do instead."""

import pytest
import usb.core
from hypothesis import given
from hypothesis import strategies as st

from cashier.devices.keyboard_pipe import open_keyboard
from cashier.devices.scan_keys import LONGEST, Scan, ScanReader
from cashier.devices.ticket_scanner import (
    ScanFailed,
    Scanned,
    ScannerReported,
    ScannerWord,
    TicketScanner,
)
from cashier.records import DeviceId
from cashier.usb import DeviceRefused
from firmware.virtual.bill_validator import ValidatorSettings, validator_device
from firmware.virtual.local import KINDS, HostKilled, Kind, Mishap
from firmware.virtual.scanner import ScannerSettings, scanner_device
from firmware.virtual.scanner import TicketScanner as ScannerEmulator
from tests.devices.near import Near

SCANNER = DeviceId("scanner")
NUMBER, NEXT = "123456789012345678", "000000000000000018"
ENTER = bytes((0, 0, 0x28, 0, 0, 0, 0, 0))
UP = bytes(8)


class Site:
    """A scanner, its driver, and somebody who holds tickets in front of it."""

    def __init__(self, **settings: object) -> None:
        device = scanner_device(ScannerSettings(**settings))  # type: ignore[arg-type]
        self.near = Near(scanner=device)
        assert isinstance(device.function, ScannerEmulator)
        self.scanner = device.function
        self.driver = self.new_driver()
        assert self.driver.step() == [ScannerReported(SCANNER, "ready")]

    def new_driver(self) -> TicketScanner:
        address = self.near.address("scanner")
        return TicketScanner(SCANNER, lambda: open_keyboard(address, self.near.backend))

    def steps(self, count: int = 12) -> list[ScannerWord]:
        said: list[ScannerWord] = []
        for _ in range(count):
            said += self.driver.step()
            self.near.host.wait(0.1)
        return said

    def scan(self, text: str) -> list[ScannerWord]:
        self.scanner.scan(text)
        return self.steps()


def is_part(found: str, whole: str) -> bool:
    """Whether `found` is `whole` with at most one character missing."""
    return found == whole or found in [whole[:place] + whole[place + 1 :] for place in range(len(whole))]


def press(key: int, modifiers: int = 0) -> bytes:
    return bytes((modifiers, 0, key, 0, 0, 0, 0, 0))


def test_a_number_is_a_claim_once() -> None:
    site = Site()
    assert site.scan(NUMBER) == [Scanned(SCANNER, NUMBER)]
    assert site.steps() == []


def test_the_same_digit_twice_in_a_row_is_two_digits() -> None:
    site = Site()
    assert site.scan("1" * 18) == [Scanned(SCANNER, "1" * 18)]


def test_keypad_digits_are_digits_too() -> None:
    site = Site(keypad=True)
    assert site.scan(NUMBER) == [Scanned(SCANNER, NUMBER)]


def test_two_scans_between_two_steps_are_two_claims() -> None:
    site = Site()
    site.scanner.scan(NUMBER)
    site.scanner.scan(NEXT)
    assert site.steps() == [Scanned(SCANNER, NUMBER), Scanned(SCANNER, NEXT)]


def test_a_tickets_qr_code_is_a_claim_of_the_number_in_it() -> None:
    site = Site()
    code = f"JKJ1:{NUMBER}:12345:EUR"
    assert site.scan(code) == [Scanned(SCANNER, NUMBER, code)]


@pytest.mark.parametrize("code", ["JKJ2:1:2:EUR", "JKJ1:12a:2:EUR", "JKJ1:12", "http:example", "JKJ1"])
def test_another_code_is_no_claim(code: str) -> None:
    site = Site()
    assert site.scan(code) == [ScanFailed(SCANNER, "unreadable")]


def test_a_scanner_set_to_another_layout_is_told_as_such() -> None:
    site = Site(layout="fr")
    assert site.scan(NUMBER) == [ScanFailed(SCANNER, "layout")]


def test_a_scan_without_an_end_is_given_up_and_spoils_nothing_later() -> None:
    site = Site(enter=False)
    assert site.scan("12345") == [ScanFailed(SCANNER, "unfinished")]
    site.scanner.scan("67")
    site.scanner.send_reports(ENTER, UP)
    assert site.steps() == [Scanned(SCANNER, "67")]


def test_half_a_scan_is_forgotten_with_the_cable() -> None:
    site = Site(enter=False)
    site.scanner.scan("12345")
    site.steps(2)
    site.near.bus.unplug("scanner")
    assert site.steps(2) == [ScannerReported(SCANNER, "absent")]
    site.near.bus.replug("scanner", site.near.host.at)
    assert site.steps(1) == [ScannerReported(SCANNER, "ready")]
    site.scanner.send_reports(press(0x1E), UP, ENTER, UP)
    assert site.steps() == [Scanned(SCANNER, "1")]


def test_the_rest_of_a_scan_that_nobody_saw_begin_is_no_claim() -> None:
    site = Site()
    site.driver.close()
    site.scanner.send_reports(press(0x1E), UP, press(0x1F), UP, ENTER, UP)
    assert site.steps() == []
    assert site.scan(NUMBER) == [Scanned(SCANNER, NUMBER)]


def test_an_over_long_scan_is_told_once_and_the_next_one_counts() -> None:
    site = Site()
    site.scanner.scan("7" * (LONGEST + 50))
    site.scanner.scan(NUMBER)
    assert site.steps(40) == [ScanFailed(SCANNER, "too-long"), Scanned(SCANNER, NUMBER)]


@pytest.mark.parametrize(
    "noise",
    [b"\x00\x00\x01\x01\x01\x01\x01\x01", b"\x00\x07\x1e\x00\x00\x00\x00\x00", b"\x00\x00\x1e", press(0x3A)],
    ids=["roll-over", "spare byte", "short report", "a function key"],
)
def test_noise_spoils_the_scan_it_falls_into_and_no_other(noise: bytes) -> None:
    site = Site()
    site.scanner.send_reports(press(0x1E), UP, noise, UP, press(0x1F), UP, ENTER, UP)
    site.scanner.scan(NUMBER)
    assert site.steps() == [ScanFailed(SCANNER, "unreadable"), Scanned(SCANNER, NUMBER)]


def test_enter_alone_is_nothing() -> None:
    site = Site()
    site.scanner.send_reports(ENTER, UP, ENTER, UP)
    assert site.steps() == []


def test_a_held_key_and_keys_that_overlap_count_once_each() -> None:
    reader = ScanReader()
    overlap = [press(0x1E), bytes((0, 0, 0x1E, 0x1F, 0, 0, 0, 0)), bytes((0, 0, 0x1F, 0, 0, 0, 0, 0)), UP, ENTER]
    assert [scan for report in overlap for scan in reader.feed(report)] == [Scan("12")]


def test_the_keyboard_is_taken_from_the_kernel_and_set_to_the_boot_protocol(monkeypatch: pytest.MonkeyPatch) -> None:
    detached: list[int] = []
    monkeypatch.setattr(usb.core.Device, "is_kernel_driver_active", lambda device, number: True)
    monkeypatch.setattr(usb.core.Device, "detach_kernel_driver", lambda device, number: detached.append(number))
    site = Site()
    assert detached == [0]
    facts = site.scanner.facts()
    assert (facts["protocol"], facts["idle"]) == (0, 0)


def test_a_device_that_is_no_keyboard_is_refused_with_a_remedy() -> None:
    near = Near(validator=validator_device(ValidatorSettings()))
    with pytest.raises(DeviceRefused, match="set the scanner to 'USB HID keyboard'"):
        open_keyboard(near.address("validator"), near.backend)


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_befalls_any_report_no_number_is_made_up(kind: Kind) -> None:
    """A fault may lose a scan or spoil it; only a report lost on the way takes a digit with it unseen.

    The check digits of a number catch that, in the books.
    """
    for transfer in range(1, 39):
        site = Site()
        site.near.host.set_mishap(Mishap(transfer, kind))
        site.scanner.scan(NUMBER)
        try:
            said = site.steps(8)
        except HostKilled:
            site.near.new_process()
            site.driver = site.new_driver()
            said = site.steps(8)
        digits = [word.digits for word in said if isinstance(word, Scanned)]
        assert len(digits) <= 1
        if kind in ("nak", "late"):
            assert digits == [NUMBER]
        elif kind == "drop":
            assert all(is_part(found, NUMBER) for found in digits)
        else:
            assert digits in ([], [NUMBER])
        site.near.host.set_mishap(None)
        assert site.scan(NEXT)[-1] == Scanned(SCANNER, NEXT)


@given(st.lists(st.binary(min_size=0, max_size=10), max_size=60))
def test_the_reader_survives_any_reports_and_then_reads_a_scan(reports: list[bytes]) -> None:
    reader = ScanReader()
    for report in reports:
        for scan in reader.feed(report):
            assert (scan.fault is None) == bool(scan.text)
    reader.give_up()
    reader.feed(UP)
    typed = [reader.feed(report) for key in (0x1E, 0x1F, 0x27) for report in (press(key), UP)]
    assert not any(typed)
    assert reader.feed(ENTER) == [Scan("120")]
