"""How long things take on a route: medians in microseconds, to be put beside those of another route."""

import statistics
import time
from collections.abc import Callable
from contextlib import closing

import msgspec

from cashier.usb import UsbAddress, open_printer
from tests.routes.route import Route

_TIMES = 200


class Speed(msgspec.Struct, frozen=True):
    """Medians in microseconds: finding and opening the printer, a control request, a question and its answer."""

    opening: int
    control: int
    question: int


def measure(route: Route) -> Speed:
    """Measure on the printer of a route, in the machine's own time."""
    found = route.hands.status("printer")
    address = UsbAddress(vendor=found.vendor, product=found.product, serial=found.serial)
    backend = route.backend()
    opening = _median(lambda: open_printer(address, backend).close(), _TIMES // 10)
    with closing(open_printer(address, backend)) as pipe:

        def question() -> None:
            pipe.write(b"\x10\x04\x04", 500)
            pipe.read(500)

        return Speed(opening, _median(pipe.port_status, _TIMES), _median(question, _TIMES))


def _median(deed: Callable[[], object], times: int) -> int:
    took = []
    for _time in range(times):
        start = time.perf_counter()
        deed()
        took.append(time.perf_counter() - start)
    return round(statistics.median(took) * 1_000_000)
