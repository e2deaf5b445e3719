"""The same errors on every route: a driver need not know over what it speaks."""

import errno

import msgspec
import pytest
import usb.core

from cashier.usb import DeviceRefused, Gone, Stalled, Timeout, UsbError, error_class
from tests.routes.error_classes import EXPECTED, Met, meet_all
from tests.routes.evening import DEVICES
from tests.routes.route import LibusbBus, NearRoute, Route


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


def test_the_errors_with_devices_in_another_process(socket_route: Route) -> None:
    assert meet_all(socket_route) == EXPECTED


@pytest.mark.ci
def test_the_errors_over_the_real_libusb_also_after_a_process_that_was_killed(libusb_bus: LibusbBus) -> None:
    with libusb_bus.start("hold") as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
    assert msgspec.json.decode(libusb_bus.run("errors"), type=tuple[Met, ...]) == EXPECTED
