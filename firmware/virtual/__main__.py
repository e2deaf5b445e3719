"""``python -m firmware.virtual``: serve a virtual USB bus until stopped.

Prints one line, ``ready USB-ADDRESS CONTROL-ADDRESS``, when hosts may connect. Exit code 2 means wrong usage.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from firmware.virtual.config import BusConfig, DeviceConfig, PrinterConfig, build_bus
from firmware.virtual.kinds import KINDS, config_of
from firmware.virtual.printer import PrinterSettings
from firmware.virtual.server import BusServer

if TYPE_CHECKING:
    from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bus; returns the exit code."""
    options = _parser().parse_args(arguments)
    try:
        config = _configuration(options)
        server = BusServer(build_bus(config), config.listen, config.control, _complain, config.usbfs)
    except (OSError, ValueError, msgspec.MsgspecError) as problem:
        _complain(f"cannot start the bus: {problem}")
        return 2
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: server.stop())
    if options.config == "-":
        threading.Thread(target=_stop_at_end_of_input, args=(server,), daemon=True).start()
    sys.stdout.write(f"ready {server.address} {server.control_address}".rstrip() + "\n")
    sys.stdout.flush()
    server.serve()
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m firmware.virtual", description="Serve a virtual USB bus over USB/IP."
    )
    parser.add_argument(
        "--config",
        metavar="FILE",
        help="a bus as JSON; '-' reads one line from standard input and stops the bus when that ends",
    )
    parser.add_argument("--listen", metavar="ADDRESS", help="unix:/path or tcp:host:port for USB/IP")
    parser.add_argument("--control", metavar="ADDRESS", help="where the control channel listens")
    parser.add_argument(
        "--device",
        action="append",
        default=[],
        metavar="KIND[:NAME]",
        help=f"plug in a device: {', '.join(KINDS)}; may be repeated",
    )
    parser.add_argument("--tickets", metavar="FOLDER", help="where printers put pictures of their tickets")
    parser.add_argument("--font", metavar="FILE", help="a TrueType font for the tickets")
    return parser


def _configuration(options: argparse.Namespace) -> BusConfig:
    if options.config:
        raw = sys.stdin.readline() if options.config == "-" else Path(options.config).read_text("utf-8")
        return msgspec.json.decode(raw, type=BusConfig)
    if not options.listen or not options.device:
        raise ValueError("say --listen ADDRESS and at least one --device KIND, or --config FILE")
    return BusConfig(options.listen, options.control, tuple(_device(text, options) for text in options.device))


def _device(text: str, options: argparse.Namespace) -> DeviceConfig:
    kind, _, name = text.partition(":")
    config = config_of(kind, name)
    if isinstance(config, PrinterConfig):
        settings = PrinterSettings(tickets=options.tickets, font=options.font)
        return msgspec.structs.replace(config, settings=settings)
    return config


def _stop_at_end_of_input(server: BusServer) -> None:
    while sys.stdin.readline():
        pass
    server.stop()


def _complain(line: str) -> None:
    sys.stderr.write(f"firmware.virtual: {line}\n")


if __name__ == "__main__":
    sys.exit(main())
