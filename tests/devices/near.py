"""Virtual devices in the test's own process, on a clock that moves only when somebody waits."""

from cashier.usb import UsbAddress
from firmware.virtual.backend import VirtualBackend
from firmware.virtual.bus import VirtualBus
from firmware.virtual.device import VirtualDevice
from firmware.virtual.local import LocalHost


class Near:
    """A bus with named devices, and a driver's way to them."""

    def __init__(self, **devices: VirtualDevice) -> None:
        self.bus = VirtualBus()
        for name, device in devices.items():
            self.bus.attach(name, device)
        self.host = LocalHost(self.bus)
        self.backend = VirtualBackend(self.host)

    def address(self, name: str) -> UsbAddress:
        """Where a driver finds the device of that name."""
        spec = self.bus.device(name).spec
        return UsbAddress(vendor=spec.vendor, product=spec.product, serial=spec.serial)

    def new_process(self) -> None:
        """The host's process has died and another has begun: what the first had claimed is free again."""
        self.backend = VirtualBackend(self.host)
        self.host.set_mishap(None)
