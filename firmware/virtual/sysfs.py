"""What Linux shows of a USB device in files, made in a folder for a test bed, and the events that tell of changes.

The files are those that libusb, libudev and lsusb read; see the kernel's ``Documentation/ABI`` (sysfs-bus-usb). An
event has the form in which udev passes it on: a header with hashes of subsystem and kind, then ``NAME=value`` strings.
"""

from __future__ import annotations

import shutil
import socket
import struct
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

from firmware.virtual import descriptors
from firmware.virtual.bus import BUS_NUMBER
from firmware.virtual.descriptors import Speed

if TYPE_CHECKING:
    from firmware.virtual.bus import Attached
    from firmware.virtual.descriptors import DeviceSpec

Action: TypeAlias = Literal["add", "remove"]

_MAJOR = 189
"""The number that Linux gives USB device nodes."""

_DEVICES_A_BUS = 128
_MEGABITS = {Speed.LOW: "1.5", Speed.FULL: "12", Speed.HIGH: "480"}
_MAGIC = 0xFEEDCAFE
_HEADER = struct.Struct("=8s I III I I II")
_WORD = 0xFFFFFFFF


def node_path(found: Attached) -> str:
    """The device's node, as ``/dev/bus/usb/001/002`` without the leading slash."""
    return f"dev/bus/usb/{BUS_NUMBER:03d}/{found.address:03d}"


class SysfsTree:
    """The files of one bus below ``root``, which stands for ``/``."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._devices = root / "sys" / "devices" / "jakaja"
        self._links = root / "sys" / "bus" / "usb" / "devices"
        for folder in (self._devices, self._links, root / "sys" / "class", root / "dev"):
            folder.mkdir(parents=True, exist_ok=True)

    def add(self, found: Attached) -> None:
        """Show a device and its interfaces."""
        folder = self._devices / found.bus_id
        _fill(folder, _device_files(found), "../../../bus/usb")
        for number, interface in enumerate(found.device.spec.interfaces):
            code = interface.code
            kind = {
                "bInterfaceClass": code.major,
                "bInterfaceSubClass": code.minor,
                "bInterfaceProtocol": code.protocol,
            }
            files = {name: f"{value:02x}\n" for name, value in kind.items()} | {
                "bInterfaceNumber": f"{number:02x}\n",
                "bAlternateSetting": " 0\n",
                "uevent": "DEVTYPE=usb_interface\n",
            }
            _fill(folder / f"{found.bus_id}:1.{number}", files, "../../../../bus/usb")
        (self._links / found.bus_id).symlink_to(f"../../../devices/jakaja/{found.bus_id}")

    def remove(self, found: Attached) -> None:
        """Show it no longer."""
        (self._links / found.bus_id).unlink()
        shutil.rmtree(self._devices / found.bus_id)

    def tell(self, action: Action, found: Attached, number: int) -> None:
        """Send the event to everyone who listens; ``number`` counts events."""
        properties = {
            "ACTION": action,
            "DEVPATH": f"/devices/jakaja/{found.bus_id}",
            "SUBSYSTEM": "usb",
            "SEQNUM": str(number),
            "DEVTYPE": "usb_device",
            "DEVNAME": f"/{node_path(found)}",
            "BUSNUM": f"{BUS_NUMBER:03d}",
            "DEVNUM": f"{found.address:03d}",
            "MAJOR": str(_MAJOR),
            "MINOR": str(_minor(found)),
        }
        told = b"".join(f"{name}={value}".encode() + b"\0" for name, value in properties.items())
        hashes = (_network(string_hash(b"usb")), _network(string_hash(b"usb_device")))
        head = _HEADER.pack(b"libudev", _network(_MAGIC), _HEADER.size, _HEADER.size, len(told), *hashes, 0, 0)
        for listener in self._root.glob("event[0-9]*"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
                try:
                    sender.sendto(head + told, str(listener))
                except (ConnectionRefusedError, FileNotFoundError):
                    listener.unlink(missing_ok=True)


def string_hash(text: bytes) -> int:
    """MurmurHash2 with the length as its seed: what libudev filters events by."""
    factor = 0x5BD1E995
    mixed = len(text)
    whole = len(text) // 4 * 4
    for (word,) in struct.iter_unpack("<I", text[:whole]):
        word = word * factor & _WORD
        word = (word ^ word >> 24) * factor & _WORD
        mixed = (mixed * factor & _WORD) ^ word
    rest = text[whole:]
    if rest:
        mixed = (mixed ^ int.from_bytes(rest, "little")) * factor & _WORD
    mixed = (mixed ^ mixed >> 13) * factor & _WORD
    return mixed ^ mixed >> 15


def _network(number: int) -> int:
    return socket.htonl(number)


def _minor(found: Attached) -> int:
    return (BUS_NUMBER - 1) * _DEVICES_A_BUS + found.address - 1


def _device_files(found: Attached) -> dict[str, str | bytes]:
    """The attributes of a device by name."""
    spec = found.device.spec
    return {
        "busnum": f"{BUS_NUMBER}\n",
        "devnum": f"{found.address}\n",
        "devpath": f"{found.bus_id.partition('-')[2]}\n",
        "dev": f"{_MAJOR}:{_minor(found)}\n",
        "speed": f"{_MEGABITS[spec.speed]}\n",
        "bConfigurationValue": "1\n",
        "descriptors": descriptors.device_descriptor(spec) + descriptors.configuration_descriptor(spec),
        "idVendor": f"{spec.vendor:04x}\n",
        "idProduct": f"{spec.product:04x}\n",
        "uevent": f"MAJOR={_MAJOR}\nMINOR={_minor(found)}\nDEVNAME={node_path(found)[4:]}\nDEVTYPE=usb_device\n",
        **_names(spec),
    }


def _names(spec: DeviceSpec) -> dict[str, str]:
    names = {"manufacturer": spec.manufacturer, "product": spec.product_name, "serial": spec.serial}
    return {name: f"{text}\n" for name, text in names.items()}


def _fill(folder: Path, files: dict[str, str] | dict[str, str | bytes], subsystem: str) -> None:
    """Make one device's folder; links are relative, since the root is not where it seems to be."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    (folder / "subsystem").symlink_to(subsystem)
