"""`jakaja devices`: what is plugged in, self-tests, emulated devices for a laptop, and captures for Wireshark."""

import argparse
import re
import signal
import sys
from pathlib import Path
from typing import Final

import msgspec

from cashier.devices.discovery import Plugged, Use, plugged
from cashier.devices.tracing import TracingBackend
from cashier.devices.usb_guard import look
from cashier.money import Money
from cashier.usb import Backend, UsbAddress, UsbError
from controller.app import device_key, device_rules
from controller.app.columns import Column, columns
from controller.app.device_tests import SELF_TESTS, Bench
from controller.app.problem import Problem
from firmware.virtual.backend import get_backend
from firmware.virtual.config import BusConfig, build_bus
from firmware.virtual.faults import FaultPlan, parse_fault
from firmware.virtual.kinds import KINDS, config_of
from firmware.virtual.server import BusServer

_LIST: Final = (Column("port"), Column("id"), Column("serial"), Column("use"), Column("state"), Column("name"))
_USB: Final = re.compile(r"([0-9a-fA-F]{4}):([0-9a-fA-F]{4})(?:/([^@]*))?(?:@(\S+))?")
_USBIP: Final = "tcp:127.0.0.1:3240"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what `jakaja devices` takes."""
    deeds = parser.add_subparsers(dest="deed", metavar="DEED", required=True)
    listing = deeds.add_parser("list", help="what is plugged in")
    allow = deeds.add_parser("allow", help="what is plugged in, as the profile's list of devices that may be there")
    test = deeds.add_parser("test", help="open a device by its driver and ask how it is; no money moves")
    trace = deeds.add_parser("trace", help="the same, with every transfer written to a capture for Wireshark")
    trace.add_argument("file", type=Path, metavar="FILE")
    for tried in (test, trace):
        tried.add_argument("name", choices=SELF_TESTS, metavar="NAME", help=", ".join(SELF_TESTS))
        tried.add_argument("--usb", metavar="VID:PID[/SERIAL][@PORT]", help="which device, where several could be it")
        tried.add_argument("--coin", type=int, default=200, metavar="CENTS", help="the value of a hopper's coins")
        tried.add_argument("--seconds", type=int, default=0, metavar="N", help="wait so long for a scan")
    key = deeds.add_parser("key", help="give a table's eSSP note acceptor a key of its own")
    device_key.add_arguments(key)
    ruled = deeds.add_parser("rules", help="the profile's list as rules by which the kernel admits devices")
    device_rules.add_arguments(ruled)
    for looked in (listing, allow, test, trace, key, ruled):
        looked.add_argument("--bus", metavar="ADDRESS", help="a virtual bus, such as tcp:127.0.0.1:3240")
    emulate = deeds.add_parser("emulate", help="serve a virtual device over USB/IP until interrupted")
    emulate.add_argument("name", choices=KINDS, metavar="NAME", help=", ".join(KINDS))
    emulate.add_argument("--fault", action="append", default=[], metavar="SPEC", help="KIND:ENDPOINT[@BYTE][,NAME=N]")
    emulate.add_argument("--listen", default=_USBIP, metavar="ADDRESS", help=f"where; {_USBIP} by default")
    emulate.add_argument("--control", metavar="ADDRESS", help="where hands (notes in, plugs out) are played")


def run(arguments: argparse.Namespace) -> int:
    """Do it: 0 done or well, 1 a device that cannot be used. Raises Problem for what cannot be tried."""
    try:
        match arguments.deed:
            case "list":
                return _list(_backend(arguments))
            case "allow":
                return _allow(_backend(arguments))
            case "test":
                return _test(arguments, _backend(arguments))
            case "trace":
                return _trace(arguments)
            case "rules":
                return device_rules.write_rules(arguments, _backend(arguments))
            case "key":
                return device_key.change_key(arguments, _backend(arguments))
            case _:
                return _emulate(arguments)
    except UsbError as problem:
        raise Problem("devices", str(problem), "see `jakaja devices list` for what is plugged in") from problem


def _backend(arguments: argparse.Namespace) -> Backend | None:
    return get_backend(arguments.bus) if arguments.bus else None


def _list(backend: Backend | None) -> int:
    for line in columns(_LIST, [_row(device) for device in plugged(backend)]):
        sys.stdout.write(f"{line}\n")
    return 0


def _allow(backend: Backend | None) -> int:
    """Write the rows for a profile; 1 where something is plugged in that no list allows."""
    found = sorted(look(backend), key=lambda one: one.address.port)
    for one in found:
        listed = one.listed
        sys.stdout.write(
            f"[[usb]]\nvendor = 0x{listed.vendor:04x}\nproduct = 0x{listed.product:04x}\n"
            f'port = "{listed.port}"\ndigest = "{listed.digest}"\n\n'
        )
    return 0


def _row(device: Plugged) -> tuple[str, ...]:
    address = device.address
    number = f"{address.vendor:04x}:{address.product:04x}"
    return address.port, number, address.serial or "-", device.use, device.state, device.name or "-"


def _test(arguments: argparse.Namespace, backend: Backend | None) -> int:
    test = SELF_TESTS[arguments.name]
    address = find_device(arguments.name, arguments.usb, test.use, backend)
    finding = test.run(Bench(address, backend, Money(arguments.coin), arguments.seconds))
    for line in (f"{arguments.name}: {address}", *finding.lines):
        sys.stdout.write(f"{line}\n")
    return 0 if finding.well else 1


def find_device(name: str, usb: str | None, use: Use, backend: Backend | None) -> UsbAddress:
    """The device at `usb`, or the only one of that use. Raises `Problem`."""
    if usb:
        match = _USB.fullmatch(usb)
        if match is None:
            raise Problem(usb, "is no USB device", "write VID:PID in hexadecimal, as `lsusb` shows it")
        vendor, product, serial, port = match.groups(default="")
        return UsbAddress(int(vendor, 16), int(product, 16), serial, port)
    fitting = [device.address for device in plugged(backend) if device.use == use]
    if len(fitting) == 1:
        return fitting[0]
    found = "none is plugged in" if not fitting else f"{len(fitting)} could be it"
    raise Problem(name, found, "name one with --usb VID:PID; `jakaja devices list` shows them")


def _trace(arguments: argparse.Namespace) -> int:
    """The self-test through a backend that writes down what passes."""
    try:
        with arguments.file.open("xb") as file:
            outcome = _test(arguments, TracingBackend(_backend(arguments), file))
    except FileExistsError as problem:
        raise Problem(str(arguments.file), "is there already", "name a new file") from problem
    except OSError as problem:
        raise Problem(str(arguments.file), problem.strerror or "cannot be written", "name another file") from problem
    sys.stdout.write(f"every transfer is in {arguments.file}\n")
    return outcome


def _emulate(arguments: argparse.Namespace) -> int:
    """Serve one device until SIGINT or SIGTERM."""
    try:
        plan = FaultPlan(faults=tuple(parse_fault(text) for text in arguments.fault))
        device = msgspec.structs.replace(config_of(arguments.name), faults=plan)
        config = BusConfig(arguments.listen, arguments.control, (device,))
        server = BusServer(build_bus(config), config.listen, config.control)
    except ValueError as problem:
        raise Problem.told(problem) from problem
    except OSError as problem:
        raise Problem(arguments.listen, problem.strerror or "cannot be used", "name another with --listen") from problem
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    sys.stdout.write(f"{arguments.name} at {server.address}, bus id 1-1\n")
    if server.address.startswith("tcp:"):
        host, _, port = server.address.removeprefix("tcp:").rpartition(":")
        sys.stdout.write(f"attach it with: usbip --tcp-port {port} attach -r {host} -b 1-1\n")
    if server.control_address:
        sys.stdout.write(f"hands at {server.control_address}\n")
    sys.stdout.flush()
    server.serve()
    return 0
