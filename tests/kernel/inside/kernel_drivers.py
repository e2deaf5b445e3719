"""In the guest: the kernel's own drivers as hosts of our devices, and our drivers that borrow the devices from them."""

import fcntl
import os
import select
import struct
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cashier.devices.keyboard_pipe import open_keyboard
from cashier.devices.serial_pipes import open_serial
from cashier.usb import UsbAddress, open_printer
from firmware.virtual.coin_hopper import HopperSettings
from firmware.virtual.config import BusConfig, HopperConfig, PrinterConfig, ScannerConfig, ValidatorConfig
from firmware.virtual.control import BusControl
from firmware.virtual.process import start_bus
from tests.kernel import vhci
from tests.kernel.inside.tried import Tries

VALIDATOR, PRINTER, SCANNER, HOPPER, OTHER_HOPPER = "validator", "printer", "scanner", "hopper", "other-hopper"
NUMBER: Final = "123456789012345678"

DEVICES: Final = (
    ValidatorConfig(VALIDATOR),
    PrinterConfig(PRINTER),
    ScannerConfig(SCANNER),
    HopperConfig(HOPPER, adapter="ftdi"),
    HopperConfig(OTHER_HOPPER, HopperSettings(serial=99), adapter="cp210x"),
)

_PATIENCE_S: Final = 60.0
_DEVICE_ID, _PORT_STATUS = 0x84005001, 0x060B
"""LPIOC_GET_DEVICE_ID for 1,024 bytes, and LPGETSTATUS."""

_KEY_EVENT: Final = struct.Struct("@llHHi")
_KEY, _PRESSED, _ENTER = 1, 1, 28


def main() -> None:
    """Let the kernel's drivers speak to each device, then ours, then look who has it."""
    tries = Tries()
    with start_bus(BusConfig("unix:/tmp/usb", "unix:/tmp/hands", DEVICES)) as bus, bus.control() as hands:
        names = vhci.attach_all(bus.address, hands)
        hosts: dict[str, Callable[[], str]] = {
            VALIDATOR: lambda: _polled(vhci.node(names[VALIDATOR], "ttyACM*"), "280001fed9"),
            HOPPER: lambda: _polled(vhci.node(names[HOPPER], "ttyUSB*"), "030001fefe"),
            OTHER_HOPPER: lambda: _polled(vhci.node(names[OTHER_HOPPER], "ttyUSB*"), "030001fefe"),
            PRINTER: lambda: _printer(vhci.node(names[PRINTER], "lp*")),
            SCANNER: lambda: _typed(vhci.node(names[SCANNER], "event*"), hands),
        }
        for device, act in hosts.items():
            tries.do(f"{device} with the kernel", act)
        for device in hosts:
            tries.do(f"{device} with us", lambda device=device: _borrowed(names[device], device, hands))
    tries.leave()


# -- the kernel's drivers as hosts ------------------------------------------------------------------------------------


def _polled(path: Path, question: str) -> str:
    """Ask a ccTalk device over the kernel's serial port whether it is there; question and answer in hexadecimal."""
    with _opened(path) as port:
        tty.setraw(port)
        settings = termios.tcgetattr(port)
        settings[4] = settings[5] = termios.B9600
        termios.tcsetattr(port, termios.TCSANOW, settings)
        os.write(port, bytes.fromhex(question))
        return _read(port, 5).hex()


def _printer(path: Path) -> str:
    """What `usblp` hears from the printer: its name, its port's status, and its answer to DLE EOT 1."""
    with _opened(path) as port:
        identity = bytearray(1024)
        fcntl.ioctl(port, _DEVICE_ID, identity)
        status = bytearray(4)
        fcntl.ioctl(port, _PORT_STATUS, status)
        os.write(port, b"\x10\x04\x01")
        name = identity[2:].split(b";")[1].decode()
        return f"{name}, port status {status[0]:#04x}, printer status {_read(port, 1).hex()}"


def _typed(path: Path, hands: BusControl) -> str:
    """What the kernel's keyboard driver makes of a scan, up to Enter."""
    with _opened(path) as port:
        hands.scan(SCANNER, NUMBER)
        digits = ""
        while True:
            *_, kind, code, value = _KEY_EVENT.unpack(_read(port, _KEY_EVENT.size))
            if (kind, value) != (_KEY, _PRESSED):
                continue
            if code == _ENTER:
                return digits
            digits += str((code - 1) % 10)


@contextmanager
def _opened(path: Path) -> Iterator[int]:
    port = os.open(path, os.O_RDWR | os.O_NOCTTY)
    try:
        yield port
    finally:
        os.close(port)


def _read(port: int, length: int) -> bytes:
    """So many bytes. Raises `TimeoutError`."""
    received = b""
    while len(received) < length:
        if not select.select([port], [], [], _PATIENCE_S)[0]:
            raise TimeoutError(f"only {received.hex() or 'nothing'} came")
        received += os.read(port, length - len(received))
    return received


# -- ours -------------------------------------------------------------------------------------------------------------


def _borrowed(name: str, device: str, hands: BusControl) -> str:
    """The kernel drivers on a device before, while and after ours has it."""
    found = hands.status(device)
    address = UsbAddress(found.vendor, found.product, found.serial)
    opener = {PRINTER: open_printer, SCANNER: open_keyboard}.get(device, open_serial)
    before = vhci.drivers_of(name)
    pipe = opener(address)
    while_open = vhci.drivers_of(name)
    pipe.close()
    return " → ".join("+".join(drivers) for drivers in (before, while_open, vhci.drivers_of(name)))


if __name__ == "__main__":
    main()
