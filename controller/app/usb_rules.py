"""The rules by which the machine's kernel admits USB devices: those of the profile's list, each at its port (SEC-3).

The kernel reads what a device says of itself, and goes no further: it sets up nothing, binds no driver and makes no
input of a device that nobody authorises. These rules, for udev, authorise what the guard of the table allows
(`cashier/devices/usb_guard.py`) and that is the same to the byte. The table's devices get no driver of the kernel at
all, and a file that only the table's user may open; a screen's glass gets the kernel's, and its user.

Source: the kernel's `Documentation/usb/authorization.rst`; udev(7).
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from cashier.devices.usb_guard import Code, Found, Listed
from controller.app.problem import Problem

DEVICES: Final = Path("/sys/bus/usb/devices")

_HID: Final = 0x03
_HUB: Final = 0x09
_TABLE: Final = "jakaja-table"


class Admitted(msgspec.Struct, frozen=True):
    """A device to be admitted: its row of the list, its interfaces, and the SHA-256 of what the kernel has read of it.

    `screen` names the screen whose glass it is; empty: it is the table's.
    """

    row: Listed
    codes: tuple[Code, ...]
    descriptors: str
    screen: str = ""


def admitted(one: Found, devices: Path = DEVICES, screen: str = "") -> Admitted:
    """A device as the kernel has read it; `screen` whose glass it is. Raises `Problem` where no kernel has."""
    device = devices / one.address.port
    try:
        descriptors = hashlib.sha256((device / "descriptors").read_bytes()).hexdigest()
    except OSError as error:
        raise Problem(str(device), f"cannot be read ({error.strerror})", "run this on the table's machine") from error
    return Admitted(one.listed, one.codes, descriptors, screen)


class Picture(msgspec.Struct, frozen=True):
    """Which graphics adapter is which screen's; the adapter by udev's `ID_PATH`, such as `pci-0000:03:00.0`."""

    screen: str
    adapter: str


_HEAD: Final = """\
# Written by `jakaja devices rules`; write it anew after every change of the profile's list.
# Nothing that is plugged in is set up unless a line below says so, and what was set up before is taken away again.
ACTION=="remove", GOTO="jakaja_end"
SUBSYSTEM!="usb", GOTO="jakaja_input"
KERNEL=="usb[0-9]*", ENV{DEVTYPE}=="usb_device", ATTR{authorized_default}="0", \
ATTR{interface_authorized_default}="0", OWNER="root", GROUP="root", MODE="0600", GOTO="jakaja_end"
KERNEL=="*-0:1.0", GOTO="jakaja_end"
"""

_DENIED: Final = """
# everything else
ENV{DEVTYPE}=="usb_device", OWNER="root", GROUP="root", MODE="0600", ATTR{authorized}="0", GOTO="jakaja_end"
ENV{DEVTYPE}=="usb_interface", ENV{MODALIAS}="", ATTR{authorized}="0", GOTO="jakaja_end"

LABEL="jakaja_input"
# Nothing types at this machine, wherever it comes from; what is no screen's glass is nobody's.
SUBSYSTEM=="input", KERNEL=="input[0-9]*", IMPORT{builtin}="input_id", ENV{ID_INPUT_KEYBOARD}=="1", ATTR{inhibited}="1"
SUBSYSTEM=="input", KERNEL=="event[0-9]*", OWNER="root", GROUP="root", MODE="0600"
"""

_TAIL: Final = """
LABEL="jakaja_end"
"""

_PROBED: Final = """RUN+="/bin/sh -c 'echo %k >/sys/bus/usb/drivers_probe'\""""
"""An interface that is authorised late gets its driver only when somebody asks for it."""


def rules(admitted: Iterable[Admitted], pictures: Iterable[Picture]) -> str:
    """The text for `/etc/udev/rules.d`; a port stands in `admitted` once."""
    devices = sorted(admitted, key=lambda one: one.row.port)
    hubs = sorted({hub for one in devices for hub in _hubs_before(one.row.port)})
    parts = [_HEAD, *map(_hub, hubs), *map(_device, devices), _DENIED]
    parts += [_glass(one) for one in devices if one.screen]
    parts += map(_picture, pictures)
    return "".join((*parts, _TAIL))


def _hubs_before(port: str) -> Iterator[str]:
    """The hubs that a device hangs on, but the machine's own: `1-1` and `1-1.4` of `1-1.4.2`."""
    steps = port.split(".")
    return (".".join(steps[:place]) for place in range(1, len(steps)))


def _hub(port: str) -> str:
    return (
        f"\n# a hub on the way to what is listed\n"
        f'ENV{{DEVTYPE}}=="usb_device", KERNEL=="{port}", ATTR{{bDeviceClass}}=="{_HUB:02x}", '
        f'OWNER="root", GROUP="root", MODE="0600", ATTR{{authorized}}="1", GOTO="jakaja_end"\n'
        f'ENV{{DEVTYPE}}=="usb_interface", KERNEL=="{port}:*", ATTR{{bInterfaceClass}}=="{_HUB:02x}", '
        f'ATTR{{authorized}}="1", {_PROBED}, GOTO="jakaja_end"\n'
    )


def _device(one: Admitted) -> str:
    row = one.row
    user = "root" if one.screen else _TABLE
    said = f'PROGRAM=="/usr/bin/sha256sum /sys%p/descriptors", RESULT=="{one.descriptors} *"'
    lines = [
        f"\n# {f'the glass of {one.screen}' if one.screen else 'of the table'}",
        f'ENV{{DEVTYPE}}=="usb_device", KERNEL=="{row.port}", ATTR{{idVendor}}=="{row.vendor:04x}", '
        f'ATTR{{idProduct}}=="{row.product:04x}", {said}, '
        f'OWNER="{user}", GROUP="root", MODE="0600", ATTR{{authorized}}="1", GOTO="jakaja_end"',
        *(_interface(row.port, code, glass=bool(one.screen)) for code in _wanted(one)),
    ]
    return "\n".join(lines) + "\n"


def _wanted(one: Admitted) -> list[Code]:
    """All interfaces of the table's devices; of a glass only what the kernel makes touches of."""
    return [code for code in dict.fromkeys(one.codes) if not one.screen or code[0] == _HID]


def _interface(port: str, code: Code, *, glass: bool) -> str:
    kind, subkind, protocol = code
    driver = _PROBED if glass else 'ENV{MODALIAS}=""'
    return (
        f'ENV{{DEVTYPE}}=="usb_interface", KERNEL=="{port}:*", ATTR{{bInterfaceClass}}=="{kind:02x}", '
        f'ATTR{{bInterfaceSubClass}}=="{subkind:02x}", ATTR{{bInterfaceProtocol}}=="{protocol:02x}", '
        f'ATTR{{authorized}}="1", {driver}, GOTO="jakaja_end"'
    )


def _glass(one: Admitted) -> str:
    return (
        f'SUBSYSTEM=="input", KERNELS=="{one.row.port}", ENV{{ID_SEAT}}="{one.screen}"\n'
        f'SUBSYSTEM=="input", KERNEL=="event[0-9]*", KERNELS=="{one.row.port}", OWNER="jakaja-{one.screen}", '
        f'RUN+="/usr/bin/systemctl --no-block try-restart {_unit(one.screen)}"\n'
    )


def _unit(screen: str) -> str:
    """The unit of a screen, whose X server has to look for the glass anew."""
    return f"jakaja-{screen.replace('-', '@')}.service"


def _picture(picture: Picture) -> str:
    return (
        f'SUBSYSTEM=="drm", KERNEL=="card[0-9]*", IMPORT{{builtin}}="path_id", ENV{{ID_PATH}}=="{picture.adapter}", '
        f'ENV{{ID_SEAT}}="{picture.screen}", OWNER="jakaja-{picture.screen}", GROUP="root", MODE="0600"\n'
    )
