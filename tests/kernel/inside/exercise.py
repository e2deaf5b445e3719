"""What a driver may meet on a bus, done with the loop-back device: the same for every way to it."""

import errno
import threading
from collections.abc import Callable
from typing import Any

import usb.core
import usb.util

from cashier.usb import Backend
from firmware.virtual.control import Hands
from firmware.virtual.loopback import BULK_IN, BULK_OUT, INTERRUPT_IN, PRODUCT, VENDOR, Ask
from tests.kernel.vhci import awaited

LOOP = "loopback"
_TO_DEVICE, _TO_HOST = 0x40, 0xC0
_SOON_MS, _LATE_MS = 600, 20_000


def exercise(backend: Backend | None, hands: Hands, replug: Callable[[], None]) -> dict[str, str]:
    """What came of each thing tried, in words; `replug` puts the device back on the bus."""
    device = awaited(lambda: _find(backend), "the device")
    device.set_configuration()
    said = {"found": f"{device.manufacturer} {device.product} {device.serial_number}"}
    said |= _transfers(device) | _refusals(device) | _unplugged(device, hands)
    awaited(lambda: True if _find(backend) is None else None, "the absence of the device")
    replug()
    again = awaited(lambda: _find(backend), "the device")
    again.set_configuration()
    again.write(BULK_OUT, b"new", _LATE_MS)
    said["back"] = bytes(again.read(BULK_IN, 64, _LATE_MS)).decode()
    usb.util.dispose_resources(again)
    return said


def _find(backend: Backend | None) -> Any:
    return usb.core.find(backend=backend, idVendor=VENDOR, idProduct=PRODUCT)


def _transfers(device: Any) -> dict[str, str]:
    data = bytes(index % 251 for index in range(1025))
    written = device.write(BULK_OUT, data, _LATE_MS)
    looped = bytes(device.read(BULK_IN, 2048, _LATE_MS))
    device.ctrl_transfer(_TO_DEVICE, Ask.KEEP, 0, 0, b"kept")
    kept = bytes(device.ctrl_transfer(_TO_HOST, Ask.GIVE, 0, 0, 64))
    device.ctrl_transfer(_TO_DEVICE, Ask.NOTIFY, 0, 0, b"door")
    notice = bytes(device.read(INTERRUPT_IN, 8, _LATE_MS))
    return {
        "bulk": "whole" if (written, looped) == (1025, data) else f"{written} bytes out, {len(looped)} in",
        "control": kept.decode(),
        "interrupt": notice.decode(),
    }


def _refusals(device: Any) -> dict[str, str]:
    said = {"silence": _name_of(lambda: device.read(BULK_IN, 64, _SOON_MS))}
    device.ctrl_transfer(_TO_DEVICE, Ask.BUSY, 1, 0, b"")
    said["busy"] = _name_of(lambda: device.write(BULK_OUT, b"waits", _SOON_MS))
    device.ctrl_transfer(_TO_DEVICE, Ask.BUSY, 0, 0, b"")
    said["refused"] = _name_of(lambda: device.ctrl_transfer(_TO_DEVICE, Ask.REFUSE, 0, 0, b""))
    device.ctrl_transfer(_TO_DEVICE, Ask.HALT, 0, BULK_IN, b"")
    said["halted"] = _name_of(lambda: device.read(BULK_IN, 64, _LATE_MS))
    device.clear_halt(BULK_IN)
    device.write(BULK_OUT, b"again", _LATE_MS)
    said["cleared"] = bytes(device.read(BULK_IN, 64, _LATE_MS)).decode()
    return said


def _unplugged(device: Any, hands: Hands) -> dict[str, str]:
    """Pull the cable while somebody reads."""
    met: list[str] = []
    reader = threading.Thread(target=lambda: met.append(_name_of(lambda: device.read(BULK_IN, 64, _LATE_MS))))
    reader.start()
    hands.unplug(LOOP)
    reader.join(_LATE_MS / 1000)
    afterwards = _name_of(lambda: device.write(BULK_OUT, b"x", _LATE_MS))
    usb.util.dispose_resources(device)
    return {"while reading": met[0], "afterwards": afterwards}


def _name_of(act: Callable[[], object]) -> str:
    """The error's name in the words of the kernel."""
    try:
        return f"no error but {act()!r}"
    except usb.core.USBError as problem:
        return errno.errorcode.get(problem.errno, str(problem.errno))
