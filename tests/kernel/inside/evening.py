"""In the guest: the scripted evening over the kernel's own bus and libusb."""

from pathlib import Path

import msgspec

from firmware.virtual.config import BusConfig
from firmware.virtual.control import Hands
from firmware.virtual.process import start_bus
from tests.kernel import vhci
from tests.routes.evening import DEVICES
from tests.routes.route import Route
from tests.routes.script import play


class KernelRoute(Route):
    """Devices on the kernel's virtual host controller; a cable that is put back is a connection made anew."""

    def __init__(self, address: str, hands: Hands) -> None:
        super().__init__(hands)
        self._address = address

    def replug(self, device: str) -> None:
        """Put cable and power back, and wait until the kernel has met the device."""
        super().replug(device)
        vhci.attach(self._address, self.hands.status(device).bus_id)


def main() -> int:
    """Play the evening; leave its results in `results.json`."""
    with start_bus(BusConfig("unix:/tmp/usb", "unix:/tmp/hands", DEVICES)) as bus, bus.control() as hands:
        vhci.attach_all(bus.address, hands)
        results = play(KernelRoute(bus.address, hands), Path("/tmp/evening"))
    Path("results.json").write_bytes(msgspec.json.encode(results))
    return 0


if __name__ == "__main__":
    main()
