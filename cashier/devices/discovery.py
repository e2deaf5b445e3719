"""What is plugged in, and what it could be used for: for the service menu and the command line."""

from collections.abc import Callable
from typing import Final, Literal

import msgspec
import usb.core

from cashier.usb import Backend, DeviceRefused, Gone, UsbAddress

Use = Literal["printer", "serial", "keyboard", "cards", "other"]
State = Literal["free", "held", "closed"]
"""Nobody's; with a driver of the system, which we take it from; not to be opened by this user."""

_HUB: Final = 0x09
"""The class of hubs."""

_FTDI: Final = 0x0403
_SILABS: Final = 0x10C4
_SERIAL_MAKERS: Final = frozenset({_FTDI, _SILABS})


class Plugged(msgspec.Struct, frozen=True):
    """One device: where it is, what it calls itself, its use and its state."""

    address: UsbAddress
    name: str
    use: Use
    state: State


def plugged(backend: Backend | None = None) -> list[Plugged]:
    """Everything on the bus that is no hub, in the order of its ports. Raises `DeviceRefused` or `Gone`."""
    devices = [_plugged(device) for device in bus_devices(backend)]
    return sorted(devices, key=lambda one: (one.address.port, str(one.address)))


def bus_devices(backend: Backend | None) -> list[usb.core.Device]:
    """Everything on the bus that is no hub, unopened. Raises `DeviceRefused` or `Gone`."""
    try:
        found = list(usb.core.find(find_all=True, backend=backend) or ())
    except usb.core.NoBackendError as problem:
        raise DeviceRefused("no libusb on this machine: install the package libusb-1.0-0") from problem
    except usb.core.USBError as problem:
        raise Gone(str(problem)) from problem
    return [device for device in found if device.bDeviceClass != _HUB]


def port_of(device: usb.core.Device) -> str:
    """Where a device is plugged in: its bus and the ports on the way to it (`1-1.4`)."""
    return f"{device.bus}-{'.'.join(map(str, device.port_numbers or ()))}"


def _plugged(device: usb.core.Device) -> Plugged:
    serial = _text(lambda: device.serial_number)
    return Plugged(
        address=UsbAddress(device.idVendor, device.idProduct, serial or "", port_of(device)),
        name=_text(lambda: device.product) or "",
        use=_use(device),
        state=_state(device, readable=serial is not None),
    )


def _text(read: Callable[[], str | None]) -> str | None:
    """A string of the device; None where it may not be asked."""
    try:
        return read() or ""
    except (usb.core.USBError, ValueError, NotImplementedError):
        return None


def _use(device: usb.core.Device) -> Use:
    """By class where there is one, by maker where there is none."""
    codes = {
        (interface.bInterfaceClass, interface.bInterfaceSubClass, interface.bInterfaceProtocol)
        for configuration in device
        for interface in configuration
    }
    if any(code[0] == 7 for code in codes):
        return "printer"
    if any(code[0] == 0x0B for code in codes):
        return "cards"
    if (3, 1, 1) in codes:
        return "keyboard"
    if any(code[:2] == (2, 2) for code in codes) or device.idVendor in _SERIAL_MAKERS:
        return "serial"
    return "other"


def _state(device: usb.core.Device, *, readable: bool) -> State:
    try:
        numbers = [interface.bInterfaceNumber for configuration in device for interface in configuration]
        held = any(device.is_kernel_driver_active(number) for number in numbers)
    except (usb.core.USBError, NotImplementedError):
        held = False
    if not readable:
        return "closed"
    return "held" if held else "free"
