"""The driver of a ticket scanner that types what it reads, as a HID boot keyboard.

What is scanned is a claim to be checked, never proof: anybody can type. A scanner is therefore pinned to its vendor and
product id and, where it has neither serial number, to its port. Words and conditions only; the books decide.
"""

from collections.abc import Callable
from typing import Final, Literal

import msgspec

from cashier.devices.driver import out_of_reach
from cashier.devices.keyboard_pipe import ReportPipe
from cashier.devices.scan_keys import Fault, Scan, ScanReader
from cashier.records import DeviceId
from cashier.usb import Stalled, Timeout, UsbError

_READ_MS: Final = 20
_MOST_REPORTS: Final = 256
"""So many reports are taken in one step; a keyboard that never stops leaves the rest for the next."""

_SILENT_STEPS: Final = 5
"""So many steps without a key, and what has begun is no scan; a scanner types a ticket in a tenth of a second."""

_CODE_PREFIX: Final = "JKJ1"
_CODE_FIELDS: Final = 4

ScannerCondition = Literal["absent", "wrong-device", "ready"]


class Scanned(msgspec.Struct, frozen=True, tag=True):
    """Somebody claims a ticket of this number. `code` is the whole QR code where one was read, else empty."""

    device: DeviceId
    digits: str
    code: str = ""


class ScanFailed(msgspec.Struct, frozen=True, tag=True):
    """A scan came to nothing: no digits, or the fault named."""

    device: DeviceId
    fault: Fault


class ScannerReported(msgspec.Struct, frozen=True, tag=True):
    """The scanner's condition changed."""

    device: DeviceId
    condition: ScannerCondition


ScannerWord = Scanned | ScanFailed | ScannerReported


class TicketScanner:
    """One scanner. As with `Driver`, a host calls `step` about every 100 ms and nothing happens between steps."""

    def __init__(self, device: DeviceId, open_pipe: Callable[[], ReportPipe]) -> None:
        self.device = device
        self._open_pipe = open_pipe
        self._pipe: ReportPipe | None = None
        self._reader = ScanReader()
        self._condition: ScannerCondition | None = None
        self._silent = 0
        self._settled = False

    def step(self) -> list[ScannerWord]:
        """Take what was typed since the last step; return the scans that are whole, oldest first."""
        try:
            if self._pipe is None:
                self._pipe = self._open_pipe()
                self._settled = False
            said = self._changed("ready")
            return [*said, *self._listen(self._pipe)]
        except UsbError as problem:
            self.close()
            return self._changed(out_of_reach(problem))

    def close(self) -> None:
        """Give the scanner back to the system; half a scan is forgotten."""
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = None
        self._reader.forget()
        self._silent = 0

    def _listen(self, pipe: ReportPipe) -> list[ScannerWord]:
        """Read until nothing more comes. What comes right after opening is the rest of a scan nobody saw begin."""
        scans: list[Scan] = []
        for number in range(_MOST_REPORTS):
            try:
                report = pipe.read(_READ_MS)
            except Timeout:
                self._settled = True
                self._silent += number == 0
                break
            except Stalled:
                self._reader.spoil("unreadable")
                continue
            self._silent = 0
            if self._settled:
                scans += self._reader.feed(report)
        if self._silent >= _SILENT_STEPS:
            scans += self._reader.give_up()
        return [self._word(scan) for scan in scans]

    def _word(self, scan: Scan) -> ScannerWord:
        """What a scan says: a bare number, or the number in a ticket's QR code."""
        if scan.fault is not None:
            return ScanFailed(self.device, scan.fault)
        if _is_number(scan.text):
            return Scanned(self.device, scan.text)
        fields = scan.text.split(":")
        if fields[0] == _CODE_PREFIX and len(fields) >= _CODE_FIELDS and _is_number(fields[1]):
            return Scanned(self.device, fields[1], scan.text)
        return ScanFailed(self.device, "unreadable")

    def _changed(self, condition: ScannerCondition) -> list[ScannerWord]:
        """The condition, if it is news."""
        if condition == self._condition:
            return []
        self._condition = condition
        return [ScannerReported(self.device, condition)]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal()
