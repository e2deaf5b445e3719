"""Which devices may be on the bus: those of a list, each at its port and as it always described itself (SEC-3).

A device is judged by what it says before anybody speaks to it. Keyboards type into whatever has the focus, and network
devices talk to the machine itself, so neither is ever allowed, whatever the list says, but a keyboard at the port of
the ticket scanner.

Source: USB Class Codes (usb.org), class codes of interfaces.
"""

import errno
import hashlib
from collections.abc import Iterable, Iterator
from typing import Final, Literal

import msgspec
import usb.core

from cashier.devices.discovery import bus_devices, port_of
from cashier.usb import Backend, Gone, UsbAddress

Flaw = Literal["not-listed", "other-device", "changed", "keyboard", "network", "twice"]
"""A port that the list does not name, or names for another device; other descriptors than the list says; what is never
allowed; a second device that says it is at the same port."""

Code = tuple[int, int, int]
"""Class, subclass and protocol of an interface."""

_BOOT_KEYBOARD: Final[Code] = (0x03, 0x01, 0x01)
_WIRELESS: Final = 0xE0
_COMMUNICATION: Final = 0x02
_MODEM: Final = 0x02
"""The subclass of serial adapters (abstract control model); all others of that class are lines to a network."""

DIGEST_BYTES: Final = 8


class Listed(msgspec.Struct, frozen=True):
    """A device that may be there: ids, port (`1-1.4`), and the digest of its descriptors (16 hex digits)."""

    vendor: int
    product: int
    port: str
    digest: str


class Found(msgspec.Struct, frozen=True):
    """A device that is there: where, its interfaces' codes, and the digest of its descriptors."""

    address: UsbAddress
    codes: tuple[Code, ...]
    digest: str

    @property
    def listed(self) -> Listed:
        """The row by which it would be allowed."""
        return Listed(self.address.vendor, self.address.product, self.address.port, self.digest)


class Stranger(msgspec.Struct, frozen=True):
    """A device that may not be there, and why."""

    address: UsbAddress
    flaw: Flaw


def strangers(found: Iterable[Found], allowed: Iterable[Listed], keyboard_port: str) -> tuple[Stranger, ...]:
    """Judge everything on the bus; only a keyboard at `keyboard_port` may be one (empty: none at all)."""
    rows = {row.port: row for row in allowed}
    told: list[Stranger] = []
    seen: set[str] = set()
    for one in found:
        port = one.address.port
        flaw = "twice" if port in seen else _flaw(one, rows.get(port), keyboard_port)
        seen.add(port)
        if flaw is not None:
            told.append(Stranger(one.address, flaw))
    return tuple(told)


def _flaw(one: Found, row: Listed | None, keyboard_port: str) -> Flaw | None:
    """What is never allowed comes first: it says more than that it is not on the list."""
    if _BOOT_KEYBOARD in one.codes and one.address.port != keyboard_port:
        return "keyboard"
    if any(_is_network(code) for code in one.codes):
        return "network"
    if row is None:
        return "not-listed"
    if (row.vendor, row.product) != (one.address.vendor, one.address.product):
        return "other-device"
    return None if row.digest == one.digest else "changed"


def _is_network(code: Code) -> bool:
    return code[0] == _WIRELESS or (code[0] == _COMMUNICATION and code[1] != _MODEM)


def look(backend: Backend | None) -> list[Found]:
    """Everything on the bus but hubs, without opening anything. Raises `UsbError`.

    What leaves while it is looked at is passed over; what is there and does not describe itself is an error.
    """
    return [found for device in bus_devices(backend) if (found := _found(device)) is not None]


def _found(device: usb.core.Device) -> Found | None:
    try:
        return _as_described(device)
    except usb.core.USBError as problem:
        if problem.errno == errno.ENODEV:
            return None
        raise Gone(f"the device at {port_of(device)} does not describe itself: {problem}") from problem


def _as_described(device: usb.core.Device) -> Found:
    codes = tuple(
        (interface.bInterfaceClass, interface.bInterfaceSubClass, interface.bInterfaceProtocol)
        for configuration in device
        for interface in configuration
    )
    digest = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for row in _described(device):
        digest.update(msgspec.json.encode(row))
    return Found(UsbAddress(device.idVendor, device.idProduct, port=port_of(device)), codes, digest.hexdigest())


def _described(device: usb.core.Device) -> Iterator[tuple[int | list[int], ...]]:
    """All that a device says of itself but its strings: itself, its configurations, interfaces and endpoints."""
    yield (
        device.bcdUSB, device.bDeviceClass, device.bDeviceSubClass, device.bDeviceProtocol, device.bMaxPacketSize0,
        device.idVendor, device.idProduct, device.bcdDevice, device.bNumConfigurations,
    )  # fmt: skip
    for configuration in device:
        yield (configuration.bConfigurationValue, configuration.bmAttributes, configuration.bMaxPower)
        for interface in configuration:
            yield (
                interface.bInterfaceNumber, interface.bAlternateSetting, interface.bInterfaceClass,
                interface.bInterfaceSubClass, interface.bInterfaceProtocol, list(interface.extra_descriptors),
            )  # fmt: skip
            for endpoint in interface:
                yield (
                    endpoint.bEndpointAddress, endpoint.bmAttributes, endpoint.wMaxPacketSize, endpoint.bInterval,
                    list(endpoint.extra_descriptors),
                )  # fmt: skip
