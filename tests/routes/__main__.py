"""`python -m tests.routes DEED --hands ADDRESS`: do it over this process's libusb, and print what came of it.

The devices hang on the bus that libusb sees, and answer to hands at ADDRESS; with `--usbip ADDRESS` they are reached
over USB/IP instead. Results are one line of JSON. Exit code 1: money went astray, and a line says where.
"""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from firmware.virtual.control import BusControl
from tests.kernel.inside.exercise import LOOP, exercise
from tests.routes.error_classes import hold, meet_all
from tests.routes.live import live
from tests.routes.route import Route, SocketRoute
from tests.routes.script import play
from tests.routes.speed import measure


def _evening(route: Route) -> object:
    with TemporaryDirectory(prefix="jakaja-") as folder:
        return play(route, Path(folder))


def _live(route: Route) -> object:
    with TemporaryDirectory(prefix="jakaja-") as folder:
        return live(route, Path(folder))


def _exercise(route: Route) -> dict[str, str]:
    return exercise(route.backend(), route.hands, lambda: route.replug(LOOP))


_DEEDS: dict[str, Callable[[Route], object]] = {
    "evening": _evening,
    "errors": meet_all,
    "exercise": _exercise,
    "hold": hold,
    "live": _live,
    "speed": measure,
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Do it; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.routes")
    parser.add_argument("deed", choices=_DEEDS)
    parser.add_argument("--hands", required=True, metavar="ADDRESS", help="the control channel of the devices")
    parser.add_argument("--usbip", metavar="ADDRESS", help="reach the devices here instead of over libusb")
    options = parser.parse_args(arguments)
    with BusControl(options.hands) as hands:
        route = SocketRoute(options.usbip, hands) if options.usbip else Route(hands)
        try:
            results = _DEEDS[options.deed](route)
        except AssertionError as astray:
            sys.stderr.write(f"{astray}\n")
            return 1
    sys.stdout.write(msgspec.json.encode(results).decode() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
