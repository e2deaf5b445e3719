"""In the guest: our validator's driver on the serial adapter that QEMU makes, with the validator outside."""

from pathlib import Path
from typing import Final

import msgspec

from cashier.devices.bill_validator import BillValidator
from cashier.devices.serial_pipes import open_serial
from cashier.money import EUR, Money
from cashier.records import Command, DeviceId, DeviceReported, NoteEscrowed, NoteStacked, StackNote, TakeNotes, Want
from cashier.usb import UsbAddress
from tests.kernel import vhci
from tests.kernel.inside.word import tell_host

VALIDATOR: Final = DeviceId("validator")
OPEN: Final = "open"
SAID: Final = "said.json"

_ADAPTER: Final = UsbAddress(0x0403, 0x6001)
_TAKE: Final = TakeNotes(device=VALIDATOR, amounts=(Money(1000),))


def main() -> None:
    """Open the slot, say so, and carry one note into the stacker."""
    driver = BillValidator(VALIDATOR, lambda: open_serial(_ADAPTER), EUR, last_counter=0)
    said: list[Command] = []

    def has(kind: type[Command]) -> bool | None:
        held = [command for command in said if isinstance(command, NoteEscrowed)]
        wants: list[Want] = [_TAKE, *(StackNote(VALIDATOR, command.counter) for command in held)]
        said.extend(driver.step(wants))
        return True if any(isinstance(command, kind) for command in said) else None

    vhci.awaited(lambda: True if has(DeviceReported) and said[-1].condition == "ready" else None, "the validator")
    tell_host(OPEN)
    vhci.awaited(lambda: has(NoteStacked), "the credit")
    driver.close()
    Path(SAID).write_bytes(msgspec.json.encode(said))


if __name__ == "__main__":
    main()
