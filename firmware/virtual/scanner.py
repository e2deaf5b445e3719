"""A barcode scanner of the keyboard kind: it types what is held in front of it, then Enter.

Source: USB HID 1.11 (boot keyboard, appendix B and E) and its usage tables, keyboard page. The scanner may be set to
another layout or to the keypad, as real ones are by a leaflet of barcodes.
"""

from __future__ import annotations

import enum
from collections import deque
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Fact, Function, Setup, VirtualDevice
from firmware.virtual.faults import Handshake

if TYPE_CHECKING:
    from firmware.virtual.faults import FaultPlan

VENDOR, PRODUCT = 0x1209, 0x0005
KEYS_IN = 0x81

Layout: TypeAlias = Literal["us", "fr"]

_REPORT_DESCRIPTOR = 0x22
_LEFT_SHIFT = 0x02
_ENTER = 0x28
_RELEASED = bytes(8)

_DESCRIPTOR = bytes.fromhex(
    "05 01 09 06 a1 01 05 07 19 e0 29 e7 15 00 25 01 75 01 95 08 81 02 95 01 75 08 81 01"
    "95 05 75 01 05 08 19 01 29 05 91 02 95 01 75 03 91 01"
    "95 06 75 08 15 00 25 65 05 07 19 00 29 65 81 00 c0"
)
"""The report descriptor of a boot keyboard, as appendix E.6 of the specification prints it."""


class _Request(enum.IntEnum):
    """The requests of the class, and the one for its descriptor."""

    GET_REPORT = 0x01
    GET_IDLE = 0x02
    GET_PROTOCOL = 0x03
    GET_DESCRIPTOR = 0x06
    SET_REPORT = 0x09
    SET_IDLE = 0x0A
    SET_PROTOCOL = 0x0B


class ScannerSettings(msgspec.Struct, frozen=True):
    """How the scanner is set up; `key_ms` is the pause between two reports."""

    serial: str = "SC000001"
    layout: Layout = "us"
    keypad: bool = False
    enter: bool = True
    key_ms: int = 2


class TicketScanner(Function):
    """The scanner: a queue of reports, one for each key that goes down and up."""

    def __init__(self, settings: ScannerSettings) -> None:
        self.settings = settings
        self.scans = 0
        self._reports: deque[bytes] = deque()
        self._next = 0.0
        self._at = 0.0
        self._idle = 125
        self._protocol = 1

    # Hands

    def scan(self, text: str) -> None:
        """Hold a code in front of it; raises ``ValueError`` for a character that no key types."""
        reports = [report for letter in text for report in (_press(letter, self.settings), _RELEASED)]
        if self.settings.enter:
            reports += [bytes((0, 0, _ENTER, 0, 0, 0, 0, 0)), _RELEASED]
        self._reports += reports
        self.scans += 1

    def send_reports(self, *reports: bytes) -> None:
        """Say these reports as they are, sense or not."""
        self._reports += reports

    def facts(self) -> dict[str, Fact]:
        """Scans so far, reports still to come, and how the host has set it up."""
        return {"scans": self.scans, "waiting": len(self._reports), "idle": self._idle, "protocol": self._protocol}

    # The interface

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """The report descriptor and the requests of the class."""
        match setup.request:
            case _Request.GET_DESCRIPTOR if setup.value >> 8 == _REPORT_DESCRIPTOR:
                return _DESCRIPTOR
            case _Request.GET_REPORT:
                return _RELEASED
            case _Request.GET_IDLE:
                return bytes((self._idle,))
            case _Request.GET_PROTOCOL:
                return bytes((self._protocol,))
            case _Request.SET_IDLE:
                self._idle = setup.value >> 8
            case _Request.SET_PROTOCOL if setup.value in (0, 1):
                self._protocol = setup.value
            case _Request.SET_REPORT:
                pass
            case _:
                return Handshake.STALL
        return b""

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """The next report, if it is time for one."""
        if not self._reports or self._at < self._next:
            return Handshake.NAK
        self._next = self._at + self.settings.key_ms / 1000
        return self._reports.popleft()

    def tick(self, at: float) -> None:
        """Let time pass."""
        self._at = at

    def due(self) -> float | None:
        """When the next report may go."""
        return self._next if self._reports and self._next > self._at else None

    def bus_reset(self) -> None:
        """What was not fetched is lost."""
        self._reports.clear()
        self._idle, self._protocol = 125, 1

    def power_cut(self) -> None:
        """It forgets everything."""
        self.bus_reset()


def _press(letter: str, settings: ScannerSettings) -> bytes:
    """The report of one key going down."""
    if letter not in _KEYS:
        raise ValueError(f"the scanner has no key for {letter!r}")
    modifiers, key = _KEYS[letter]
    if letter.isdecimal():
        if settings.keypad:
            key = 0x62 if letter == "0" else 0x58 + int(letter)
        elif settings.layout == "fr":
            modifiers |= _LEFT_SHIFT
    return bytes((modifiers, 0, key, 0, 0, 0, 0, 0))


def _keys() -> dict[str, tuple[int, int]]:
    """Each character's modifiers and key on a US keyboard."""
    keys = {str(digit): (0, 0x27 if digit == 0 else 0x1D + digit) for digit in range(10)}
    for number in range(26):
        keys[chr(ord("a") + number)] = (0, 4 + number)
        keys[chr(ord("A") + number)] = (_LEFT_SHIFT, 4 + number)
    keys |= {"-": (0, 0x2D), "_": (_LEFT_SHIFT, 0x2D), "=": (0, 0x2E), "+": (_LEFT_SHIFT, 0x2E)}
    return keys | {":": (_LEFT_SHIFT, 0x33), ".": (0, 0x37), "/": (0, 0x38), "!": (_LEFT_SHIFT, 0x1E)}


_KEYS = _keys()


def scanner_device(settings: ScannerSettings, plan: FaultPlan | None = None) -> VirtualDevice:
    """The scanner as a USB device."""
    return VirtualDevice(scanner_spec(settings), TicketScanner(settings), plan)


def scanner_spec(settings: ScannerSettings) -> DeviceSpec:
    """One interface: a boot keyboard with its HID descriptor."""
    hid = bytes((9, 0x21, 0x11, 0x01, 0, 1, _REPORT_DESCRIPTOR)) + len(_DESCRIPTOR).to_bytes(2, "little")
    keys = EndpointSpec(KEYS_IN, TransferKind.INTERRUPT, packet_size=8, interval=10)
    interface = InterfaceSpec(ClassCode(3, 1, 1), (keys,), "keyboard", hid)
    return DeviceSpec(VENDOR, PRODUCT, "Jakaja", "Ticket scanner", settings.serial, (interface,))
