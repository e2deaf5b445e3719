"""The evening over the real kernel: its host controller, its device nodes, the real libusb, and our devices behind."""

from pathlib import Path

import msgspec
import pytest

from firmware.virtual.backend import get_backend
from firmware.virtual.config import BusConfig, LoopbackConfig
from firmware.virtual.process import start_bus
from tests.kernel.guest import Guest
from tests.kernel.inside import errors, evening, loop
from tests.kernel.inside.exercise import LOOP, exercise
from tests.routes.error_classes import EXPECTED, Met
from tests.routes.fittings import DEVICES
from tests.routes.route import NearRoute
from tests.routes.script import Result, disagreements, play

pytestmark = pytest.mark.ci


def test_the_kernel_and_libusb_tell_what_our_own_backend_tells(guest: Guest, tmp_path: Path) -> None:
    finished = guest.run_module(loop.__name__)
    assert finished.code == 0, finished.stderr
    over_kernel = msgspec.json.decode((finished.folder / loop.SAID).read_bytes(), type=dict[str, str])
    config = BusConfig(f"unix:{tmp_path}/usb", f"unix:{tmp_path}/hands", (LoopbackConfig(LOOP),))
    with start_bus(config) as bus, bus.control() as hands:
        over_usbip = exercise(get_backend(bus.address), hands, lambda: hands.replug(LOOP))
    assert over_kernel == over_usbip


def test_the_errors_over_the_real_kernel(guest: Guest) -> None:
    finished = guest.run_module(errors.__name__)
    assert finished.code == 0, finished.stderr
    assert msgspec.json.decode((finished.folder / errors.MET).read_bytes(), type=tuple[Met, ...]) == EXPECTED


def test_the_evening_is_the_same_over_the_real_kernel(guest: Guest, tmp_path: Path) -> None:
    finished = guest.run_module(evening.__name__, timeout_s=900)
    assert finished.code == 0, finished.stderr
    results = msgspec.json.decode((finished.folder / evening.RESULTS).read_bytes(), type=tuple[Result, ...])
    assert not disagreements(results, play(NearRoute(DEVICES), tmp_path))
