"""The same errors on every route: a driver need not know over what it speaks."""

import errno

import msgspec
import pytest
import usb.core

from cashier.usb import DeviceRefused, Gone, Stalled, Timeout, UsbError, error_class
from firmware.virtual.config import LoopbackConfig
from firmware.virtual.control import BusControl
from tests.kernel.inside.exercise import LOOP
from tests.routes.error_classes import EXPECTED, Met, meet_all
from tests.routes.fittings import DEVICES
from tests.routes.route import NearRoute, RemoteBus, SocketRoute, over_usbip, printed_by


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ETIMEDOUT, Timeout),
        (errno.EPIPE, Stalled),
        (errno.ENODEV, Gone),
        (errno.EIO, Gone),
        (errno.EOVERFLOW, Gone),
        (errno.ENOENT, Gone),
        (None, Gone),
        (errno.EACCES, DeviceRefused),
        (errno.EPERM, DeviceRefused),
        (errno.EBUSY, DeviceRefused),
    ],
)
def test_each_number_of_libusb_has_its_class(number: int | None, kind: type[UsbError]) -> None:
    assert error_class(usb.core.USBError("as libusb says it", None, number)) is kind


def test_the_errors_in_one_process() -> None:
    assert meet_all(NearRoute(DEVICES)) == EXPECTED


def test_the_errors_over_usbip(usbip_bus: RemoteBus) -> None:
    with BusControl(usbip_bus.hands) as hands:
        assert meet_all(SocketRoute(usbip_bus.usbip, hands)) == EXPECTED


@pytest.mark.ci
def test_the_errors_over_the_real_libusb_also_after_a_process_that_was_killed(libusb_bus: RemoteBus) -> None:
    with libusb_bus.start("hold") as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    assert msgspec.json.decode(printed_by(libusb_bus.start("errors")), type=tuple[Met, ...]) == EXPECTED


@pytest.mark.ci
def test_the_exercise_of_the_loop_back_device_is_the_same_over_the_real_libusb(loop_bus: RemoteBus) -> None:
    with over_usbip((LoopbackConfig(LOOP),)) as other:
        exercising = [bus.start("exercise") for bus in (loop_bus, other)]
        said, said_over_usbip = [printed_by(process) for process in exercising]
    assert said == said_over_usbip
    assert msgspec.json.decode(said)["while reading"] == "ENODEV"
