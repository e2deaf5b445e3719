"""`python -m tests.routes --hands ADDRESS FOLDER`: play the evening over this process's libusb, and print its results.

The devices hang on the bus that libusb sees, and answer to hands at ADDRESS; with `--usbip ADDRESS` they are reached
over USB/IP instead. The results are one line of JSON. Exit code 1: money went astray, and a line says where.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from firmware.virtual.control import BusControl
from tests.routes.route import Route, SocketRoute
from tests.routes.script import play


def main(arguments: Sequence[str] | None = None) -> int:
    """Play; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.routes")
    parser.add_argument("--hands", required=True, metavar="ADDRESS", help="the control channel of the devices")
    parser.add_argument("--usbip", metavar="ADDRESS", help="reach the devices here instead of over libusb")
    parser.add_argument("folder", type=Path, help="an empty folder for the tables")
    options = parser.parse_args(arguments)
    with BusControl(options.hands) as hands:
        route = SocketRoute(options.usbip, hands) if options.usbip else Route(hands)
        try:
            results = play(route, options.folder)
        except AssertionError as astray:
            sys.stderr.write(f"{astray}\n")
            return 1
    sys.stdout.write(msgspec.json.encode(results).decode() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
