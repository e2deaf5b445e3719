"""In the guest: the evening's devices on the kernel's own bus, a route like any other."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import msgspec

from firmware.virtual.config import BusConfig, DeviceConfig, HopperConfig, build_bus
from firmware.virtual.control import BusControl, Hands
from firmware.virtual.server import BusServer
from tests.kernel import vhci
from tests.routes.fittings import DEVICES
from tests.routes.route import Route

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


@contextmanager
def kernel_route() -> Iterator[KernelRoute]:
    """Every device of the evening, plugged in.

    They live in a thread: what they say goes through the kernel all the same, and a guest that interprets every
    instruction is a third faster when it need not change between two processes for each packet.
    """
    bus = build_bus(BusConfig("", None, tuple(map(_unhurried, DEVICES))))
    server = BusServer(bus, "unix:/tmp/usb", "unix:/tmp/hands")
    worker = threading.Thread(target=server.serve)
    worker.start()
    try:
        with BusControl(server.control_address) as hands:
            vhci.attach_all(server.address, hands)
            yield KernelRoute(server.address, hands)
    finally:
        server.stop()
        worker.join()


def _unhurried(device: DeviceConfig) -> DeviceConfig:
    """The device as patient as a guest is slow: coins fall one by one."""
    match device:
        case HopperConfig():
            settings = msgspec.structs.replace(device.settings, coin_ms=_COIN_MS, timeout_ms=_EMPTY_MS)
            return msgspec.structs.replace(device, settings=settings)
        case _:
            return device
