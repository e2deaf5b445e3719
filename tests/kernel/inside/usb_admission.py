"""In the guest: the kernel under the rules that are written for it, when known things and strangers are plugged in."""

import os
import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from cashier.devices.usb_guard import Listed, look, strangers
from cashier.usb import UsbAddress, open_printer
from controller.app.usb_rules import admitted, rules
from firmware.virtual.bus import VirtualBus
from firmware.virtual.control import BusControl, Hands
from firmware.virtual.descriptors import ClassCode, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Function, VirtualDevice
from firmware.virtual.printer import PRODUCT, VENDOR, PrinterSettings, printer_device
from firmware.virtual.scanner import ScannerSettings, scanner_device
from firmware.virtual.server import BusServer
from tests.kernel import vhci
from tests.kernel.inside.tried import Tries
from tests.kernel.inside.word import tell_host

GLASS_PORT, STRANGER_PORT = "1-1", "1-2"
LISTED: Final = "listed"
CLOSED: Final = "closed"
TABLE, SEAT = 901, 902

_ADDRESS, _HANDS = "unix:/tmp/admission", "unix:/tmp/admission-hands"
_DEVICES: Final = Path("/sys/bus/usb/devices")
_INPUTS: Final = Path("/sys/class/input")
_RULES: Final = Path("/run/udev/rules.d/72-jakaja.rules")
_UDEVADM: Final = Path("/run/udevadm")
_USERS: Final = f"root:x:0:0::/:/bin/sh\njakaja-table:x:{TABLE}:0::/:/bin/sh\njakaja-seat-3:x:{SEAT}:0::/:/bin/sh\n"


def main() -> None:
    """Write the rules from what is plugged in, close the kernel, and plug in one thing after another."""
    tries = Tries()
    with _served(_bus()), BusControl(_HANDS) as hands:
        port = vhci.attach(_ADDRESS, "1-1")
        found = look(None)
        said = rules([admitted(one, screen="seat-3" if one.address.port == GLASS_PORT else "") for one in found], [])
        _pull(hands, "printer", port)
        tell_host(LISTED)
        vhci.awaited(lambda: not (_DEVICES / GLASS_PORT).exists() or None, "the end of the glass")
        with _closed(said):
            tell_host(CLOSED)
            tries.do("a keyboard", lambda: _refused(hands, "keyboard", port))
            tries.do("the printer", lambda: _known(hands, "printer", port))
            tries.do("the printer's driver", lambda: f"{_spoken_to():#04x}")
            tries.do("a changed printer", lambda: _refused(hands, "changed", port, instead="printer"))
            tries.do("a printer with a keyboard", lambda: _refused(hands, "grown", port, instead="changed"))
            tries.do("the glass", lambda: _touched(GLASS_PORT))
            tries.do("another keyboard", lambda: _seen(STRANGER_PORT))
            tries.do("keys without USB", _keys)
            tries.do("the guard", lambda: _guarded([one.listed for one in found], port))
    tries.leave()


def _bus() -> VirtualBus:
    """A bus with a printer and what might be plugged in; only the printer hangs on it at first."""
    bus = VirtualBus()
    printer = printer_device(PrinterSettings())
    bus.attach("printer", printer)
    bus.attach("keyboard", scanner_device(ScannerSettings()))
    bus.attach("changed", VirtualDevice(msgspec.structs.replace(printer.spec, release=0x0101), Function()))
    keys = InterfaceSpec(ClassCode(3, 1, 1), (EndpointSpec(0x8A, TransferKind.INTERRUPT, 8),))
    both = msgspec.structs.replace(printer.spec, interfaces=(*printer.spec.interfaces, keys))
    bus.attach("grown", VirtualDevice(both, Function()))
    return bus


@contextmanager
def _served(bus: VirtualBus) -> Iterator[None]:
    server = BusServer(bus, _ADDRESS, _HANDS)
    worker = threading.Thread(target=server.serve)
    worker.start()
    try:
        yield
    finally:
        server.stop()
        worker.join()


@contextmanager
def _closed(said: str) -> Iterator[None]:
    """The kernel under the rules; afterwards it is as open as it was."""
    before = Path("/etc/passwd").read_text() if Path("/etc/passwd").exists() else ""
    Path("/etc/passwd").write_text(_USERS)
    _RULES.parent.mkdir(parents=True, exist_ok=True)
    _RULES.write_text(said)
    shutil.copy("/box/systemd-udevd", _UDEVADM)
    try:
        _udev("control", "--reload")
        _udev("trigger", "--settle", "--subsystem-match=usb", "--subsystem-match=input")
        yield
    finally:
        _RULES.unlink()
        for silenced in _INPUTS.glob("input*/inhibited"):
            silenced.write_text("0")
        Path("/etc/passwd").write_text(before)
        _udev("control", "--reload")
        for host in _DEVICES.glob("usb*"):
            for default in ("authorized_default", "interface_authorized_default"):
                (host / default).write_text("1")


def _udev(*words: str) -> None:
    subprocess.run(("udevadm", *words), executable=_UDEVADM, check=True)


def _plugged(hands: Hands, name: str, port: str) -> str:
    """Plug it into the port, which is the only one that is taken; return it as soon as the kernel knows it."""
    if not hands.status(name).plugged:
        hands.replug(name)
    place = vhci.seen_at(vhci.plug_in(_ADDRESS, hands.status(name).bus_id))
    if place != port:
        raise LookupError(f"{name} is at {place} instead of {port}")
    return port


def _refused(hands: Hands, name: str, port: str, instead: str = "") -> str:
    """What becomes of a device at the printer's port, `instead` of one that is pulled out of it first."""
    if instead:
        _pull(hands, instead, port)
    return _seen(_plugged(hands, name, port))


def _pull(hands: Hands, name: str, port: str) -> None:
    """Pull the plug, and wait until the port is free again."""
    hands.unplug(name)
    vhci.awaited(lambda: not (_DEVICES / port).exists() or None, f"the end of the {name}")


def _known(hands: Hands, name: str, port: str) -> str:
    _pull(hands, "keyboard", port)
    _plugged(hands, name, port)
    vhci.awaited(lambda: list(_DEVICES.glob(f"{port}:*")) or None, "its interfaces")
    return _seen(port)


def _seen(port: str) -> str:
    """Whether a device is authorised, its interfaces, the kernel's drivers, its inputs, and whose its file is."""
    device = _DEVICES / port
    vhci.awaited(lambda: device.exists() or None, f"a device at {port}")
    _udev("settle")
    interfaces = sorted(device.glob(f"{port}:*"))
    ways = [(one / "authorized").read_text().strip() for one in interfaces]
    inputs = len(list(device.resolve().rglob("event*")))
    node = os.stat(f"/dev/bus/usb/{int(_said(device, 'busnum')):03}/{int(_said(device, 'devnum')):03}")
    drivers = "+".join(vhci.drivers_of(port)) or "none"
    whose = f"{node.st_uid} {node.st_mode & 0o777:o}"
    return f"{_said(device, 'authorized')}, interfaces {'+'.join(ways) or 'none'}, {drivers}, inputs {inputs}, {whose}"


def _touched(port: str) -> str:
    """The same of a glass, and whose its touches are."""
    event = vhci.node(port, "event*")
    seen = _seen(port)
    node = os.stat(event)
    return f"{seen}, touches {node.st_uid} {node.st_mode & 0o777:o}"


def _keys() -> str:
    """The machine's own keyboard, which is at no USB, and whether it is silenced."""
    (keyboard,) = (one for one in _INPUTS.glob("input*") if "keyboard" in _said(one, "name"))
    return f"{_said(keyboard, 'name')}: {_said(keyboard, 'inhibited')}"


def _guarded(allowed: list[Listed], port: str) -> str:
    """What the table's own guard says of all that is plugged in, which it sees though the kernel has not let it in."""
    flaws = {one.address.port: one.flaw for one in strangers(look(None), allowed, keyboard_port="")}
    return f"{flaws.pop(port)} at the printer's port, {flaws.pop(STRANGER_PORT)} beside it, {flaws or 'nothing'} else"


def _said(device: Path, name: str) -> str:
    return (device / name).read_text().strip()


def _spoken_to() -> int:
    pipe = open_printer(UsbAddress(VENDOR, PRODUCT))
    try:
        return pipe.port_status()
    finally:
        pipe.close()


if __name__ == "__main__":
    main()
