"""Drivers over the real kernel: its host controller, its device nodes, the real libusb, and our devices behind them."""

from pathlib import Path

import msgspec
import pytest

from firmware.virtual.backend import get_backend
from firmware.virtual.config import BusConfig, LoopbackConfig
from firmware.virtual.process import start_bus
from tests.kernel.guest import Guest
from tests.kernel.inside.exercise import LOOP, exercise

pytestmark = pytest.mark.ci


def test_the_kernel_and_libusb_tell_what_our_own_backend_tells(guest: Guest, tmp_path: Path) -> None:
    finished = guest.run_module("tests.kernel.inside.loop")
    assert finished.code == 0, finished.stderr
    over_kernel = msgspec.json.decode((finished.folder / "said.json").read_bytes(), type=dict[str, str])
    config = BusConfig(f"unix:{tmp_path}/usb", f"unix:{tmp_path}/hands", (LoopbackConfig(LOOP),))
    with start_bus(config) as bus, bus.control() as hands:
        over_usbip = exercise(get_backend(bus.address), hands, lambda: hands.replug(LOOP))
    assert over_kernel == over_usbip
