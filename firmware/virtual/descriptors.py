"""What a device says of itself: typed specifications and the descriptor bytes made from them.

Source: Universal Serial Bus Specification 2.0, chapter 9.6.
"""

from __future__ import annotations

import enum
import struct

import msgspec

DEVICE, CONFIGURATION, STRING, INTERFACE, ENDPOINT = 1, 2, 3, 4, 5
IN = 0x80
"""Direction bit of an endpoint address: set when data flows from the device to the host."""

_ENGLISH = 0x0409
_SELF_POWERED = 0xC0


class TransferKind(enum.IntEnum):
    """Transfer type of an endpoint as coded in ``bmAttributes``; isochronous ones are not modelled."""

    BULK = 2
    INTERRUPT = 3


class Speed(enum.IntEnum):
    """Bus speed as USB/IP and libusb number it."""

    LOW = 1
    FULL = 2
    HIGH = 3


class ClassCode(msgspec.Struct, frozen=True):
    """Class, subclass and protocol of a device or an interface."""

    major: int
    minor: int = 0
    protocol: int = 0


class EndpointSpec(msgspec.Struct, frozen=True):
    """One endpoint: address with its direction bit, transfer kind, bytes per packet, polling interval."""

    address: int
    kind: TransferKind
    packet_size: int = 64
    interval: int = 0


class InterfaceSpec(msgspec.Struct, frozen=True):
    """One interface with its endpoints; ``extra`` holds ready class-specific descriptors."""

    code: ClassCode
    endpoints: tuple[EndpointSpec, ...]
    name: str = ""
    extra: bytes = b""


class DeviceSpec(msgspec.Struct, frozen=True):
    """Everything that enumeration shows of a device with one configuration.

    ``release`` is the device's release number in binary-coded decimal, as ``bcdDevice``; a value with a digit
    above nine raises ``ValueError``, since hosts refuse such devices.
    """

    vendor: int
    product: int
    manufacturer: str
    product_name: str
    serial: str
    interfaces: tuple[InterfaceSpec, ...]
    code: ClassCode = ClassCode(0)
    release: int = 0x0100
    speed: Speed = Speed.FULL

    def __post_init__(self) -> None:
        if any(digit > "9" for digit in f"{self.release:04x}"):
            raise ValueError(f"release {self.release:#06x} is not binary-coded decimal: use digits 0 to 9 only")

    @property
    def endpoints(self) -> tuple[EndpointSpec, ...]:
        """Every endpoint of every interface."""
        return tuple(endpoint for interface in self.interfaces for endpoint in interface.endpoints)


def device_descriptor(spec: DeviceSpec) -> bytes:
    """The 18 bytes of the device descriptor."""
    return struct.pack(
        "<BBHBBBBHHHBBBB",
        18,
        DEVICE,
        0x0200,
        spec.code.major,
        spec.code.minor,
        spec.code.protocol,
        64,
        spec.vendor,
        spec.product,
        spec.release,
        1,
        2,
        3,
        1,
    )


def configuration_descriptor(spec: DeviceSpec) -> bytes:
    """The configuration descriptor with all interface, class-specific and endpoint descriptors behind it."""
    body = b"".join(_interface(spec, number) for number in range(len(spec.interfaces)))
    head = struct.pack("<BBHBBBBB", 9, CONFIGURATION, 9 + len(body), len(spec.interfaces), 1, 0, _SELF_POWERED, 50)
    return head + body


def string_descriptor(spec: DeviceSpec, index: int) -> bytes | None:
    """The string descriptor of ``index`` (0 lists the languages), or None when the device has no such string."""
    if index == 0:
        return struct.pack("<BBH", 4, STRING, _ENGLISH)
    texts = (spec.manufacturer, spec.product_name, spec.serial, *(item.name for item in spec.interfaces))
    if index > len(texts):
        return None
    encoded = texts[index - 1].encode("utf-16-le")[:252]
    return bytes((2 + len(encoded), STRING)) + encoded


def _interface(spec: DeviceSpec, number: int) -> bytes:
    interface = spec.interfaces[number]
    code = interface.code
    name_index = 4 + number if interface.name else 0
    count = len(interface.endpoints)
    head = bytes((9, INTERFACE, number, 0, count, code.major, code.minor, code.protocol, name_index))
    return head + interface.extra + b"".join(map(_endpoint, interface.endpoints))


def _endpoint(spec: EndpointSpec) -> bytes:
    return struct.pack("<BBBBHB", 7, ENDPOINT, spec.address, spec.kind, spec.packet_size, spec.interval)
