"""In the guest: every error that there is, and then the scripted evening, over the kernel's own bus and libusb."""

from pathlib import Path
from typing import Final

import msgspec

from firmware.virtual.config import BusConfig, DeviceConfig, HopperConfig
from firmware.virtual.control import Hands
from firmware.virtual.process import start_bus
from tests.kernel import vhci
from tests.routes.error_classes import meet_all
from tests.routes.evening import DEVICES
from tests.routes.route import Route
from tests.routes.script import play

ERRORS: Final = "errors.json"
RESULTS: Final = "results.json"

_COIN_MS: Final = 300
_EMPTY_MS: Final = 3000


class KernelRoute(Route):
    """Devices on the kernel's virtual host controller; a cable that is put back is a connection made anew."""

    def __init__(self, address: str, hands: Hands) -> None:
        super().__init__(hands)
        self._address = address

    def replug(self, device: str) -> None:
        """Put cable and power back, and wait until the kernel has met the device."""
        super().replug(device)
        vhci.attach(self._address, self.hands.status(device).bus_id)


def main() -> None:
    """Leave what came of both."""
    devices = tuple(map(_unhurried, DEVICES))
    with start_bus(BusConfig("unix:/tmp/usb", "unix:/tmp/hands", devices)) as bus, bus.control() as hands:
        vhci.attach_all(bus.address, hands)
        route = KernelRoute(bus.address, hands)
        Path(ERRORS).write_bytes(msgspec.json.encode(meet_all(route)))
        Path(RESULTS).write_bytes(msgspec.json.encode(play(route, Path("/tmp/evening"))))


def _unhurried(device: DeviceConfig) -> DeviceConfig:
    """A hopper whose coins fall so slowly that a guest can do something between two of them."""
    if not isinstance(device, HopperConfig):
        return device
    settings = msgspec.structs.replace(device.settings, coin_ms=_COIN_MS, timeout_ms=_EMPTY_MS)
    return msgspec.structs.replace(device, settings=settings)


if __name__ == "__main__":
    main()
