"""Serial lines behind USB: one pipe of bytes, whichever adapter the device hangs on.

Three kinds are spoken: the communications class (CDC-ACM), FTDI's chips and Silicon Labs' CP210x. What a protocol
driver gets is a `BytePipe` at the line setting it asked for; the adapter's own requests stay here.

Sources: USB CDC 1.2 with its PSTN subclass; the public description of FTDI's vendor requests in Linux's `ftdi_sio`
and of its status bytes in application note AN232B-04; Silicon Labs' application note AN571.
"""

from collections.abc import Callable, Sequence
from typing import Final

import msgspec
import usb.core

from cashier.usb import (
    Backend,
    BulkPipe,
    BytePipe,
    DeviceRefused,
    Opened,
    Timeout,
    UsbAddress,
    interface_of,
    opened,
)

_CLASS_CDC_CONTROL: Final = 0x02
_CLASS_CDC_DATA: Final = 0x0A
_CLASS_VENDOR: Final = 0xFF
_SUBCLASS_ACM: Final = 0x02

_VENDOR_FTDI: Final = 0x0403
_VENDOR_SILABS: Final = 0x10C4


class LineSetting(msgspec.Struct, frozen=True):
    """Bits a second and the number of stop bits (1 or 2); always eight data bits, no parity."""

    baud: int = 9600
    stop_bits: int = 1


def open_serial(address: UsbAddress, backend: Backend | None = None, setting: LineSetting | None = None) -> BytePipe:
    """Find and claim a serial adapter and set its line, by default 9600 8N1.

    Raises `UsbError`: `DeviceAbsent`, `DeviceRefused` or another.
    """

    def choose(device: usb.core.Device) -> Sequence[usb.core.Interface]:
        return _kind_of(device, address).choose(device)

    with opened(address, backend, choose) as port:
        return _kind_of(port.device, address).make(port, setting or LineSetting())


# -- the communications class -------------------------------------------------------------------------------------


class _Bulk:
    """The bytes of a serial line on a pair of bulk endpoints."""

    def __init__(self, port: Opened) -> None:
        self._bytes = BulkPipe(port, port.interfaces[-1])

    def write(self, data: bytes, timeout_ms: int) -> None:
        """Send all of `data`; see `BytePipe`."""
        self._bytes.write(data, timeout_ms)

    def read(self, timeout_ms: int) -> bytes:
        """Return what has come; see `BytePipe`."""
        return self._bytes.read(timeout_ms)

    def close(self) -> None:
        """Give the adapter back; see `BytePipe`."""
        self._bytes.close()


class CdcAcmPipe(_Bulk):
    """CDC-ACM: two interfaces, the line's setting on one and its bytes on the other."""

    def __init__(self, port: Opened, setting: LineSetting) -> None:
        super().__init__(port)
        number = port.interfaces[0].bInterfaceNumber
        coding = setting.baud.to_bytes(4, "little") + bytes((2 if setting.stop_bits == 2 else 0, 0, 8))
        port.tell(0x21, 0x20, 0, number, coding)
        port.tell(0x21, 0x22, 3, number)


# -- FTDI ---------------------------------------------------------------------------------------------------------

_FTDI_CLOCK: Final = 3_000_000
_FTDI_EIGHTHS: Final = (0, 3, 2, 4, 1, 5, 6, 7)
"""How the chip writes 0 to 7 eighths of a divisor."""

_FTDI_LATENCY_MS: Final = 16
_FTDI_STATUS_BYTES: Final = 2


def ftdi_divisor(baud: int) -> int:
    """The 17 bits by which the chip divides its 3 MHz clock: 14 of whole numbers, 3 of eighths (9600 is 0x4138)."""
    eighths = (_FTDI_CLOCK * 8 + baud // 2) // baud
    whole, part = divmod(eighths, 8)
    return whole | _FTDI_EIGHTHS[part] << 14


class FtdiPipe(_Bulk):
    """An FTDI chip. Each packet from it begins with two status bytes; one with nothing else says "still here".

    The chip sends such an empty packet every `_FTDI_LATENCY_MS`, so that silence on the line is counted in packets.
    """

    def __init__(self, port: Opened, setting: LineSetting) -> None:
        super().__init__(port)
        number = port.interfaces[0].bInterfaceNumber
        several = len(tuple(port.device.get_active_configuration())) > 1
        index = number + 1 if several else 0
        divisor = ftdi_divisor(setting.baud)
        port.tell(0x40, 0, 0, index)
        port.tell(0x40, 9, _FTDI_LATENCY_MS, index)
        port.tell(0x40, 4, 8 | (2 << 11 if setting.stop_bits == 2 else 0), index)
        port.tell(0x40, 2, 0, index)
        port.tell(0x40, 3, divisor & 0xFFFF, divisor >> 16 << 8 | index if several else divisor >> 16)
        port.tell(0x40, 1, 0x0303, index)

    def read(self, timeout_ms: int) -> bytes:
        """Return what has come; see `BytePipe`."""
        for _ in range(timeout_ms // _FTDI_LATENCY_MS + 1):
            received = self._bytes.read(timeout_ms)[_FTDI_STATUS_BYTES:]
            if received:
                return received
        raise Timeout(f"the line was silent for {timeout_ms} ms")


# -- CP210x -------------------------------------------------------------------------------------------------------


class Cp210xPipe(_Bulk):
    """A Silicon Labs CP210x: enabled, set and purged by requests to its interface, bytes as they are."""

    def __init__(self, port: Opened, setting: LineSetting) -> None:
        super().__init__(port)
        number = port.interfaces[0].bInterfaceNumber
        port.tell(0x41, 0x00, 1, number)
        port.tell(0x41, 0x1E, 0, number, setting.baud.to_bytes(4, "little"))
        port.tell(0x41, 0x03, 0x0800 | (2 if setting.stop_bits == 2 else 0), number)
        port.tell(0x41, 0x12, 0x000F, number)
        port.tell(0x41, 0x07, 0x0303, number)


# -- which is which -----------------------------------------------------------------------------------------------


class _Kind(msgspec.Struct, frozen=True):
    """One kind of adapter: the interfaces it works with and the pipe made of them."""

    choose: Callable[[usb.core.Device], Sequence[usb.core.Interface]]
    make: Callable[[Opened, LineSetting], BytePipe]


def _cdc_interfaces(device: usb.core.Device) -> Sequence[usb.core.Interface]:
    pair = (interface_of(device, _CLASS_CDC_CONTROL, _SUBCLASS_ACM), interface_of(device, _CLASS_CDC_DATA))
    return () if None in pair else pair


def _vendor_interface(device: usb.core.Device) -> Sequence[usb.core.Interface]:
    found = interface_of(device, _CLASS_VENDOR)
    return () if found is None else (found,)


_BY_VENDOR: Final[dict[int, _Kind]] = {
    _VENDOR_FTDI: _Kind(_vendor_interface, FtdiPipe),
    _VENDOR_SILABS: _Kind(_vendor_interface, Cp210xPipe),
}
"""Adapters without a class of their own are known by their maker."""

_CDC_ACM: Final = _Kind(_cdc_interfaces, CdcAcmPipe)


def _kind_of(device: usb.core.Device, address: UsbAddress) -> _Kind:
    """The kind of the adapter. Raises `DeviceRefused` if it is none of the three."""
    kind = _BY_VENDOR.get(device.idVendor)
    if kind is not None and kind.choose(device):
        return kind
    if _CDC_ACM.choose(device):
        return _CDC_ACM
    raise DeviceRefused(
        f"USB device {address} is no serial port we speak to: plug in a CDC-ACM, FTDI or CP210x adapter"
    )
