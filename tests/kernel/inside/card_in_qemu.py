"""In the guest: our driver on the card reader that QEMU makes."""

import time
from pathlib import Path
from typing import Final

import msgspec

from cashier.devices.card_reader import CardReader, CardWithdrawn, ReaderReported, ReaderWord
from cashier.devices.ccid_line import open_reader
from cashier.devices.player_card import House
from cashier.player_cards import CardNumber
from cashier.records import DeviceId
from cashier.usb import UsbAddress
from tests.kernel import vhci
from tests.kernel.inside.word import tell_host

READER: Final = DeviceId("reader")
HOUSE: Final = House(bytes(range(32)))
NUMBER: Final = CardNumber("1000200030004003")
READ: Final = "read"
SAID: Final = "said.json"

_QEMU_READER: Final = UsbAddress(0x08E6, 0x4433)
_BETWEEN_STEPS_S: Final = 0.1


def main() -> None:
    """Read the card that lies in the reader, say so, and wait until it is out."""
    driver = CardReader(READER, lambda: open_reader(_QEMU_READER), HOUSE)
    said: list[ReaderWord] = []

    def has(kind: type[ReaderWord]) -> bool | None:
        time.sleep(_BETWEEN_STEPS_S)
        said.extend(word for word in driver.step() if word != ReaderReported(READER, "absent"))
        return True if any(isinstance(word, kind) for word in said) else None

    vhci.awaited(lambda: has(ReaderReported), "the reader")
    tell_host(READ)
    vhci.awaited(lambda: has(CardWithdrawn), "the end of the card")
    driver.close()
    Path(SAID).write_bytes(msgspec.json.encode(said))


if __name__ == "__main__":
    main()
