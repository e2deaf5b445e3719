"""Every way in which a device does not do what was asked, and the error of `cashier.usb` that it must be."""

import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Final, NewType

import msgspec

from cashier.devices.keyboard_pipe import open_keyboard
from cashier.devices.serial_pipes import open_serial
from cashier.usb import (
    BytePipe,
    DeviceAbsent,
    DeviceRefused,
    Gone,
    Stalled,
    Timeout,
    UsbAddress,
    UsbError,
    open_printer,
)
from firmware.virtual.faults import Drop, FaultPlan, Nak, Stall, Unplug
from tests.routes.route import Route

ErrorName = NewType("ErrorName", str)
"""An error's class, or `none`."""

PRINTER: Final = "printer"
_ASK: Final = b"\x10\x04\x04"
_ANSWER: Final = b"\x12"
_OUT, _IN = 0x01, 0x82
_TICKET: Final = bytes(64) * 8
PATIENCE_S: Final = 10
_LONG_MS: Final = 5000


class Met(msgspec.Struct, frozen=True):
    """What was met on a route."""

    name: str
    error: ErrorName


class Bench:
    """A printer to do things to, over some route."""

    def __init__(self, route: Route) -> None:
        self.route = route
        self.backend = route.backend()
        self.address = self.address_of(PRINTER)

    def address_of(self, device: str) -> UsbAddress:
        """Where a device is found, whatever its port."""
        found = self.route.hands.status(device)
        return UsbAddress(vendor=found.vendor, product=found.product, serial=found.serial)

    @contextmanager
    def pipe(self) -> Iterator[BytePipe]:
        """A printer that answers."""
        pipe = open_printer(self.address, self.backend)
        try:
            self.answers(pipe)
            yield pipe
        finally:
            pipe.close()

    def answers(self, pipe: BytePipe) -> None:
        """The printer is asked something, and must answer it."""
        pipe.write(_ASK, _LONG_MS)
        assert pipe.read(_LONG_MS) == _ANSWER

    def fault(self, *faults: Drop | Nak | Stall | Unplug) -> None:
        """Let something go wrong."""
        self.route.hands.set_faults(PRINTER, FaultPlan(faults=faults))


def meet_all(route: Route) -> tuple[Met, ...]:
    """Meet every error on a route, each on a printer that works before and after it."""
    bench = Bench(route)
    return tuple(Met(row.name, _met(bench, row.deed)) for row in ERRORS)


def hold(route: Route) -> str:
    """Hold the printer and wait for it to say something, until somebody ends this process."""
    with Bench(route).pipe() as pipe:
        sys.stdout.write("held\n")
        sys.stdout.flush()
        pipe.read(60_000)
    return "nobody has ended this process"


def _met(bench: Bench, deed: Callable[[Bench], None]) -> ErrorName:
    """The error that a deed ends with; afterwards the printer must work again."""
    try:
        deed(bench)
        met = ErrorName("none")
    except UsbError as problem:
        met = ErrorName(type(problem).__name__)
    bench.fault()
    if not bench.route.hands.status(PRINTER).plugged:
        bench.route.replug(PRINTER)
    end = bench.route.now() + PATIENCE_S
    while True:
        try:
            with bench.pipe():
                return met
        except UsbError:
            assert bench.route.now() < end, f"after {deed.__name__} the printer never works again"
            bench.route.pause(0.01)


def _nothing(bench: Bench) -> None:
    with bench.pipe():
        pass


def _silence(bench: Bench) -> None:
    with bench.pipe() as pipe:
        pipe.read(50)


def _lost_answer(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.fault(Drop(_IN))
        pipe.write(_ASK, _LONG_MS)
        pipe.read(50)


def _busy(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.fault(Nak(_OUT, 400))
        pipe.write(_ASK, 50)


def _stalled_in(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.fault(Stall(_IN))
        pipe.read(_LONG_MS)


def _stalled_out(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.fault(Stall(_OUT))
        pipe.write(_ASK, _LONG_MS)


def _cleared(bench: Bench) -> None:
    """The pipe itself clears the halt of a stalled endpoint: the next transfer passes."""
    with bench.pipe() as pipe:
        bench.fault(Stall(_OUT))
        try:
            pipe.write(_ASK, _LONG_MS)
        except UsbError:
            bench.answers(pipe)


def _refused_request(bench: Bench) -> None:
    """A control request that the device does not know."""
    pipe = open_printer(bench.address, bench.backend)
    with closing(pipe):
        pipe.control_in(0xA1, 0x7F, 4)


def _pulled_before_writing(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.route.unplug(PRINTER)
        pipe.write(_ASK, _LONG_MS)


def _pulled_while_writing(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.fault(Unplug(_OUT, 100))
        pipe.write(_TICKET, _LONG_MS)


def _pulled_while_reading(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.fault(Unplug(_IN))
        pipe.write(_ASK, _LONG_MS)
        pipe.read(_LONG_MS)


def _power_gone(bench: Bench) -> None:
    with bench.pipe() as pipe:
        bench.route.cut_power(PRINTER)
        pipe.read(_LONG_MS)


def _another_address(bench: Bench) -> None:
    """What was opened before a replug stays gone, though the same device is there again."""
    with bench.pipe() as pipe:
        bench.route.unplug(PRINTER)
        bench.route.replug(PRINTER)
        pipe.write(_ASK, _LONG_MS)


def _unplugged(bench: Bench) -> None:
    """Not to be found any more, as soon as word of it has come round."""
    bench.route.unplug(PRINTER)
    end = bench.route.now() + PATIENCE_S
    while bench.route.now() < end:
        try:
            open_printer(bench.address, bench.backend).close()
        except Gone:
            bench.route.pause(0.01)


def _another_serial_number(bench: Bench) -> None:
    open_printer(msgspec.structs.replace(bench.address, serial="TP999999"), bench.backend)


def _another_port(bench: Bench) -> None:
    open_printer(msgspec.structs.replace(bench.address, port="9-9"), bench.backend)


def _held_by_another(bench: Bench) -> None:
    with bench.pipe():
        open_printer(bench.address, bench.backend)


def _no_printer(bench: Bench) -> None:
    open_printer(bench.address_of("scanner"), bench.backend)


def _no_serial_line(bench: Bench) -> None:
    open_serial(bench.address, bench.backend)


def _no_keyboard(bench: Bench) -> None:
    open_keyboard(bench.address, bench.backend)


class Row(msgspec.Struct, frozen=True):
    """A deed, and the error that it must end with on every route; None for none."""

    name: str
    deed: Callable[[Bench], None]
    error: type[UsbError] | None


ERRORS: Final[tuple[Row, ...]] = (
    Row("nothing is wrong", _nothing, None),
    Row("nothing to read", _silence, Timeout),
    Row("an answer is lost", _lost_answer, Timeout),
    Row("the device is busy", _busy, Timeout),
    Row("an answer stalls", _stalled_in, Stalled),
    Row("a command stalls", _stalled_out, Stalled),
    Row("the transfer after a stall", _cleared, None),
    Row("a request is refused", _refused_request, Stalled),
    Row("the cable is out before a write", _pulled_before_writing, Gone),
    Row("the cable comes out in a write", _pulled_while_writing, Gone),
    Row("the cable comes out in a read", _pulled_while_reading, Gone),
    Row("the power is out", _power_gone, Gone),
    Row("the device has another address", _another_address, Gone),
    Row("the device is not plugged in", _unplugged, DeviceAbsent),
    Row("the device has another serial number", _another_serial_number, DeviceAbsent),
    Row("the device is at another port", _another_port, DeviceAbsent),
    Row("somebody else holds the device", _held_by_another, DeviceRefused),
    Row("the device is no printer", _no_printer, DeviceRefused),
    Row("the device is no serial line", _no_serial_line, DeviceRefused),
    Row("the device is no keyboard", _no_keyboard, DeviceRefused),
)

EXPECTED: Final = tuple(Met(row.name, ErrorName(row.error.__name__ if row.error else "none")) for row in ERRORS)
"""What every route must say."""
