"""A live table, its drivers in threads, over USB/IP and over the real libusb."""

import msgspec
import pytest

from tests.routes.live import EXPECTED, Lived
from tests.routes.route import RemoteBus, printed_by

pytestmark = pytest.mark.ci


def test_a_live_table_with_a_thread_for_each_driver_pays_and_is_paid(
    usbip_bus: RemoteBus, libusb_bus: RemoteBus
) -> None:
    living = [bus.start("live") for bus in (usbip_bus, libusb_bus)]
    for printed in [printed_by(process) for process in living]:
        assert msgspec.json.decode(printed, type=Lived) == EXPECTED
