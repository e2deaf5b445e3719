"""Attaches devices of a USB/IP bus to this kernel's virtual host controller, and looks at what the kernel made of them.

Runs inside the guest. Source: the kernel's `drivers/usb/usbip`, whose attach file takes port, connected socket, device
id and speed.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

from firmware.virtual.address import connect
from firmware.virtual.control import Hands
from firmware.virtual.usbip import DeviceSummary, ImportRequest, Incoming, encode_operation, next_import

_CONTROLLER: Final = Path("/sys/devices/platform/vhci_hcd.0")
_PORT_FREE: Final = "004"
_DEVICES: Final = Path("/sys/bus/usb/devices")
_PATIENCE_S: Final = 60.0
_BETWEEN_LOOKS_S: Final = 0.02

_Value = TypeVar("_Value")


def attach(address: str, bus_id: str) -> str:
    """Import a device and hand its connection to the kernel; returns the kernel's name for it, such as `2-1`.

    It is configured by then, and the kernel's own drivers have looked at it.
    """
    port = plug_in(address, bus_id)
    return awaited(lambda: _name_at(port, "bConfigurationValue"), f"a device at port {port}")


def plug_in(address: str, bus_id: str) -> int:
    """Import a device and hand its connection to the kernel; returns the controller's port."""
    with connect(address, _PATIENCE_S) as stream:
        stream.sendall(encode_operation(ImportRequest(bus_id)))
        incoming = Incoming()
        while (reply := next_import(incoming)) is None:
            incoming.feed(stream.recv(4096))
        if reply.device is None:
            raise LookupError(f"{address} has no device {bus_id}")
        port = awaited(_free_port, "a free port")
        stream.settimeout(None)
        _hand_over(port, stream.fileno(), reply.device)
    return port


def seen_at(port: int) -> str:
    """The kernel's name for what is plugged in there, authorised or not."""
    return awaited(lambda: _name_at(port, "authorized"), f"a device at port {port}")


def attach_all(address: str, hands: Hands) -> dict[str, str]:
    """Attach everything that is plugged in; the kernel's names by the devices' own."""
    return {each.name: attach(address, each.bus_id) for each in hands.status_of_all() if each.plugged}


def drivers_of(name: str) -> list[str]:
    """The kernel drivers on a device's interfaces, in their order; an interface without one is left out."""
    interfaces = sorted(_DEVICES.glob(f"{name}:*"))
    return [(each / "driver").resolve().name for each in interfaces if (each / "driver").exists()]


def node(name: str, pattern: str) -> Path:
    """The device node that a kernel driver made for a device, such as `ttyACM*`."""

    def found() -> Path | None:
        classes = (path for path in (_DEVICES / name).resolve().rglob(pattern) if (path / "dev").exists())
        made = next(classes, None)
        if made is None:
            return None
        words = dict(line.split("=", 1) for line in (made / "uevent").read_text().splitlines())
        return Path("/dev") / words["DEVNAME"]

    return awaited(found, f"a {pattern} of {name}")


def awaited(look: Callable[[], _Value | None], what: str) -> _Value:
    """Look until there is something to see. Raises `TimeoutError`."""
    end = time.monotonic() + _PATIENCE_S
    while (seen := look()) is None:
        if time.monotonic() > end:
            raise TimeoutError(f"{what} never came")
        time.sleep(_BETWEEN_LOOKS_S)
    return seen


def _hand_over(port: int, descriptor: int, device: DeviceSummary) -> None:
    (_CONTROLLER / "attach").write_text(f"{port} {descriptor} {device.device_id} {device.speed}")


def _ports() -> list[list[str]]:
    """The rows of the controller's table: hub, port, state, speed, device id, socket, the kernel's name."""
    return [line.split() for line in (_CONTROLLER / "status").read_text().splitlines()[1:]]


def _free_port() -> int | None:
    return next((int(row[1]) for row in _ports() if row[0] == "hs" and row[2] == _PORT_FREE), None)


def _name_at(port: int, known: str) -> str | None:
    """The device's name, once the kernel knows that of it: `bConfigurationValue` is chosen last."""
    name = next(row[6] for row in _ports() if int(row[1]) == port)
    told = _DEVICES / name / known
    return name if told.exists() and told.read_text().strip() else None
