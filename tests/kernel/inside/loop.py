"""In the guest: the exercise over the kernel's own bus and libusb."""

from pathlib import Path
from typing import Final

import msgspec

from firmware.virtual.config import BusConfig, LoopbackConfig
from firmware.virtual.process import start_bus
from tests.kernel import vhci
from tests.kernel.inside.exercise import LOOP, exercise

SAID: Final = "said.json"


def main() -> None:
    """Leave `said.json`."""
    with (
        start_bus(BusConfig("unix:/tmp/usb", "unix:/tmp/hands", (LoopbackConfig(LOOP),))) as bus,
        bus.control() as hands,
    ):

        def replug() -> None:
            hands.replug(LOOP)
            vhci.attach_all(bus.address, hands)

        vhci.attach_all(bus.address, hands)
        said = exercise(None, hands, replug)
    Path(SAID).write_bytes(msgspec.json.encode(said))


if __name__ == "__main__":
    main()
