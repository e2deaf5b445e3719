"""A route: one way from the drivers to the devices. What is done over it is written once (`tests.routes.script`).

A new route is a `Route` of its own: where drivers find the devices, whose hands reach them, and how time passes.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from cashier.usb import Backend
from firmware.virtual.backend import VirtualBackend, get_backend
from firmware.virtual.config import BusConfig, DeviceConfig, build_bus
from firmware.virtual.control import Hands
from firmware.virtual.local import LocalHost
from firmware.virtual.near_hands import NearHands
from firmware.virtual.process import start_bus
from firmware.virtual.usbfs import preloaded

_ROOT: Final = Path(__file__).parents[2]
_SECONDS: Final = 300


class Route:
    """Devices and a way to them. Here time is the machine's own, and a cable is pulled where the devices are."""

    def __init__(self, hands: Hands) -> None:
        self.hands = hands

    def backend(self) -> Backend | None:
        """What a new process of the table finds its devices by; None is the machine's own libusb."""
        return None

    def pause(self, seconds: float) -> None:
        """Let time pass."""
        time.sleep(seconds)

    def now(self) -> float:
        """Seconds on the devices' clock."""
        return time.monotonic()

    def unplug(self, device: str) -> None:
        """Pull a device's cable."""
        self.hands.unplug(device)

    def cut_power(self, device: str) -> None:
        """Take a device's power away, and with it the device from the bus."""
        self.hands.power_cut(device)

    def replug(self, device: str) -> None:
        """Put cable and power back. The device gets a new address, and can be found soon after."""
        self.hands.replug(device)


class NearRoute(Route):
    """Everything in this process: pyusb's backend calls the devices, on a clock that moves when somebody waits."""

    def __init__(self, devices: tuple[DeviceConfig, ...]) -> None:
        self._host = LocalHost(build_bus(BusConfig("", None, devices)))
        super().__init__(NearHands(self._host))

    def backend(self) -> Backend:
        """A backend without claims: whatever an older process held is free again."""
        return VirtualBackend(self._host)

    def pause(self, seconds: float) -> None:
        """Move the devices' clock."""
        self._host.wait(seconds)

    def now(self) -> float:
        """Seconds on the clock that stands still between waits."""
        return self._host.at


class SocketRoute(Route):
    """Devices in another process, reached by pyusb over USB/IP."""

    def __init__(self, address: str, hands: Hands) -> None:
        super().__init__(hands)
        self._address = address

    def backend(self) -> Backend:
        """A backend with connections of its own."""
        return get_backend(self._address)


class RemoteBus(msgspec.Struct, frozen=True):
    """Devices in another process: the hands' address, and how a program of its own gets to them.

    That is an address of USB/IP, or an environment in which its libusb sees them. umockdev's preload library must be
    there when a program starts; so what is to be done over the real libusb is done by a process of its own.
    """

    hands: str
    environment: dict[str, str] = {}
    usbip: str = ""

    def start(self, deed: str) -> subprocess.Popen[bytes]:
        """Begin one of the deeds of `python -m tests.routes`."""
        way = ["--usbip", self.usbip] if self.usbip else []
        return self.open(sys.executable, "-m", "tests.routes", deed, "--hands", self.hands, *way)

    def open(self, *command: str) -> subprocess.Popen[bytes]:
        """Begin a program that finds the devices by its own libusb."""
        return subprocess.Popen(command, env=os.environ | self.environment, cwd=_ROOT, stdout=subprocess.PIPE)


def printed_by(process: subprocess.Popen[bytes]) -> bytes:
    """Wait for a program and return what it printed. Raises `AssertionError` if it failed."""
    with process:
        printed, _ = process.communicate(timeout=_SECONDS)
    assert not process.returncode, f"{process.args!r} ended with {process.returncode}"
    return printed


@contextmanager
def over_usbip(devices: tuple[DeviceConfig, ...]) -> Iterator[RemoteBus]:
    """Devices that are reached over USB/IP. The paths of sockets must be short."""
    with (
        TemporaryDirectory(prefix="jakaja-") as folder,
        start_bus(BusConfig(f"unix:{folder}/usb", f"unix:{folder}/hands", devices)) as bus,
    ):
        yield RemoteBus(bus.control_address, usbip=bus.address)


@contextmanager
def before_libusb(devices: tuple[DeviceConfig, ...]) -> Iterator[RemoteBus]:
    """Devices for the real libusb and libudev to find."""
    with TemporaryDirectory(prefix="jakaja-") as folder:
        root = Path(folder, "root")
        root.mkdir()
        config = BusConfig(f"unix:{folder}/usb", f"unix:{folder}/hands", devices, str(root))
        with start_bus(config) as bus:
            yield RemoteBus(bus.control_address, preloaded(root))
