"""A HID boot keyboard taken from the system: its reports come here and its keys reach no console and no window.

Source: USB HID 1.11, appendix B (boot interface) and §7.2 (SET_PROTOCOL, SET_IDLE).
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, Protocol

import usb.core
import usb.util

from cashier.usb import (
    Backend,
    DeviceRefused,
    Opened,
    Stalled,
    Timeout,
    UsbAddress,
    endpoint_of,
    interface_of,
    opened,
    transfer_errors,
)

_CLASS_HID: Final = 0x03
_SUBCLASS_BOOT: Final = 0x01
_PROTOCOL_KEYBOARD: Final = 0x01
_TO_INTERFACE: Final = 0x21
_SET_IDLE: Final = 0x0A
_SET_PROTOCOL: Final = 0x0B
_BOOT_PROTOCOL: Final = 0


class ReportPipe(Protocol):
    """Reports of a keyboard; what the scanner's driver reads."""

    def read(self, timeout_ms: int) -> bytes:
        """Return the next report; `Timeout` if none comes."""

    def close(self) -> None:
        """Give the device back; the pipe is of no use afterwards."""


class KeyboardPipe:
    """The interrupt endpoint of a boot keyboard, set to the boot protocol and to report changes only."""

    def __init__(self, port: Opened) -> None:
        interface = port.interfaces[0]
        self._port = port
        self._device = port.device
        self._in = endpoint_of(interface, usb.util.ENDPOINT_IN, usb.util.ENDPOINT_TYPE_INTR)
        number = interface.bInterfaceNumber
        port.tell(_TO_INTERFACE, _SET_PROTOCOL, _BOOT_PROTOCOL, number)
        with suppress(Stalled):  # a keyboard need not know this one, and then reports changes only
            port.tell(_TO_INTERFACE, _SET_IDLE, 0, number)

    def read(self, timeout_ms: int) -> bytes:
        """Return the next report; see `ReportPipe`."""
        with transfer_errors(self._device, self._in.bEndpointAddress):
            report = bytes(self._in.read(self._in.wMaxPacketSize, timeout_ms))
        if not report:
            raise Timeout("the keyboard sent an empty report")
        return report

    def close(self) -> None:
        """Give the keyboard back; see `ReportPipe`."""
        self._port.give_back()


def open_keyboard(address: UsbAddress, backend: Backend | None = None) -> KeyboardPipe:
    """Take a boot keyboard from the kernel. Raises `UsbError`: `DeviceAbsent`, `DeviceRefused` or another."""

    def choose(device: usb.core.Device) -> Sequence[usb.core.Interface]:
        keyboard = interface_of(device, _CLASS_HID, _SUBCLASS_BOOT, _PROTOCOL_KEYBOARD)
        if keyboard is None:
            raise DeviceRefused(f"USB device {address} is no keyboard: set the scanner to 'USB HID keyboard'")
        return (keyboard,)

    with opened(address, backend, choose) as port:
        return KeyboardPipe(port)
