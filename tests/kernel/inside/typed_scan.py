"""In the guest: our scanner's driver on the keyboard that QEMU makes."""

import time
from pathlib import Path
from typing import Final

import msgspec

from cashier.devices.keyboard_pipe import open_keyboard
from cashier.devices.ticket_scanner import ScanFailed, Scanned, ScannerReported, ScannerWord, TicketScanner
from cashier.records import DeviceId
from cashier.usb import UsbAddress
from tests.kernel import vhci
from tests.kernel.inside.word import tell_host

SCANNER: Final = DeviceId("scanner")
LISTENING: Final = "listening"
SAID: Final = "said.json"

_KEYBOARD: Final = UsbAddress(0x0627, 0x0001)
_BETWEEN_STEPS_S: Final = 0.1


def main() -> None:
    """Take the keyboard, say so, and wait for one scan."""
    driver = TicketScanner(SCANNER, lambda: open_keyboard(_KEYBOARD))
    said: list[ScannerWord] = []

    def has(word: object) -> bool | None:
        time.sleep(_BETWEEN_STEPS_S)
        said.extend(driver.step())
        return (
            True if any(isinstance(each, word) if isinstance(word, type) else each == word for each in said) else None
        )

    vhci.awaited(lambda: has(ScannerReported(SCANNER, "ready")), "the keyboard")
    has(Scanned)
    tell_host(LISTENING)
    vhci.awaited(lambda: has(Scanned) or has(ScanFailed), "the scan")
    driver.close()
    Path(SAID).write_bytes(msgspec.json.encode(said))


if __name__ == "__main__":
    main()
