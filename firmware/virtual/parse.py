"""Descriptor bytes as pyusb wants them: objects with the field names of the USB specification.

The names follow USB 2.0 chapter 9.6, since pyusb copies them by name; ``extra_descriptors`` are
class-specific descriptors as raw bytes in a list of numbers.
"""

# ruff: noqa: N815 - pyusb copies these fields by the names of the USB specification

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from firmware.virtual.usbip import DeviceSummary

_INTERFACE, _ENDPOINT = 4, 5


class DeviceDescriptor(msgspec.Struct, frozen=True):
    """The device descriptor with the device's place on the bus."""

    bLength: int
    bDescriptorType: int
    bcdUSB: int
    bDeviceClass: int
    bDeviceSubClass: int
    bDeviceProtocol: int
    bMaxPacketSize0: int
    idVendor: int
    idProduct: int
    bcdDevice: int
    iManufacturer: int
    iProduct: int
    iSerialNumber: int
    bNumConfigurations: int
    bus: int
    address: int
    speed: int
    port_number: int | None
    port_numbers: tuple[int, ...] | None


class EndpointDescriptor(msgspec.Struct, frozen=True):
    """An endpoint descriptor; the last two numbered fields exist for audio devices only."""

    bLength: int
    bDescriptorType: int
    bEndpointAddress: int
    bmAttributes: int
    wMaxPacketSize: int
    bInterval: int
    bRefresh: int
    bSynchAddress: int
    extra_descriptors: list[int]


class InterfaceDescriptor(msgspec.Struct, frozen=True):
    """One alternate setting of an interface."""

    bLength: int
    bDescriptorType: int
    bInterfaceNumber: int
    bAlternateSetting: int
    bNumEndpoints: int
    bInterfaceClass: int
    bInterfaceSubClass: int
    bInterfaceProtocol: int
    iInterface: int
    endpoints: tuple[EndpointDescriptor, ...]
    extra_descriptors: list[int]


class ConfigurationDescriptor(msgspec.Struct, frozen=True):
    """A configuration with all that belongs to it."""

    bLength: int
    bDescriptorType: int
    wTotalLength: int
    bNumInterfaces: int
    bConfigurationValue: int
    iConfiguration: int
    bmAttributes: int
    bMaxPower: int
    settings: tuple[InterfaceDescriptor, ...]
    extra_descriptors: list[int]

    def alternates(self, index: int) -> tuple[InterfaceDescriptor, ...]:
        """The alternate settings of the interface with that index; ``IndexError`` past the last."""
        numbers = list(dict.fromkeys(setting.bInterfaceNumber for setting in self.settings))
        return tuple(item for item in self.settings if item.bInterfaceNumber == numbers[index])


def parse_device(raw: bytes, summary: DeviceSummary) -> DeviceDescriptor:
    """Read the 18 bytes; the port is taken from the bus id (``1-2`` is port 2 of bus 1)."""
    ports = summary.bus_id.partition("-")[2].split(".")
    numbers = tuple(int(port) for port in ports) if all(map(str.isdecimal, ports)) else None
    port = numbers[-1] if numbers else None
    place = (summary.bus_number, summary.address, summary.speed, port, numbers)
    fields: tuple[Any, ...] = (*struct.unpack("<BBHBBBBHHHBBBB", raw[:18]), *place)
    return DeviceDescriptor(*fields)


def parse_configuration(raw: bytes) -> ConfigurationDescriptor:
    """Read a configuration and everything behind it; raises ``ValueError`` when lengths do not add up."""
    head, *rest = _split(raw)
    groups = _grouped(rest, _INTERFACE)
    settings = tuple(_interface(group) for group in groups.items)
    fields: tuple[Any, ...] = (*struct.unpack("<BBHBBBBB", head[:9]), settings, groups.before)
    return ConfigurationDescriptor(*fields)


class _Groups(msgspec.Struct, frozen=True):
    """Descriptors in order: raw ones before the first of the wanted kind, then one group from each such."""

    before: list[int]
    items: list[list[bytes]]


def _split(raw: bytes) -> list[bytes]:
    pieces = []
    while raw:
        if not 2 <= raw[0] <= len(raw):
            raise ValueError(f"descriptor of {raw[0]} bytes where {len(raw)} are left")
        pieces.append(raw[: raw[0]])
        raw = raw[raw[0] :]
    return pieces


def _grouped(pieces: list[bytes], kind: int) -> _Groups:
    groups = _Groups([], [])
    for piece in pieces:
        if piece[1] == kind:
            groups.items.append([piece])
        elif groups.items:
            groups.items[-1].append(piece)
        else:
            groups.before.extend(piece)
    return groups


def _interface(pieces: list[bytes]) -> InterfaceDescriptor:
    head, *rest = pieces
    groups = _grouped(rest, _ENDPOINT)
    endpoints = tuple(_endpoint(group) for group in groups.items)
    fields: tuple[Any, ...] = (*head[:9], endpoints, groups.before)
    return InterfaceDescriptor(*fields)


def _endpoint(pieces: list[bytes]) -> EndpointDescriptor:
    head, *rest = pieces
    extra = list(b"".join(rest))
    fields: tuple[Any, ...] = (*struct.unpack("<BBBBHBBB", head[:9].ljust(9, b"\0")), extra)
    return EndpointDescriptor(*fields)
