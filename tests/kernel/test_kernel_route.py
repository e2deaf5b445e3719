"""The evening over the real kernel: its host controller, its device nodes, the real libusb, and our devices behind."""

from pathlib import Path

import msgspec
import pytest

from firmware.virtual.backend import get_backend
from firmware.virtual.config import BusConfig, LoopbackConfig
from firmware.virtual.process import start_bus
from tests.kernel.guest import Finished, Guest
from tests.kernel.inside import evening, loop
from tests.kernel.inside.exercise import LOOP, exercise
from tests.routes.error_classes import EXPECTED, Met
from tests.routes.evening import DEVICES
from tests.routes.route import NearRoute
from tests.routes.script import Result, play

pytestmark = pytest.mark.ci

EVENING_S = 900


@pytest.fixture(scope="module")
def played(guest: Guest) -> Finished:
    """What an evening in the guest has left."""
    return guest.run_module(evening.__name__, EVENING_S)


def left(played: Finished, name: str) -> bytes:
    """A file of the evening's; where it is missing, the evening says why."""
    path = played.folder / name
    assert path.exists(), played.stderr
    return path.read_bytes()


def test_the_kernel_and_libusb_tell_what_our_own_backend_tells(guest: Guest, tmp_path: Path) -> None:
    finished = guest.run_module(loop.__name__)
    assert finished.code == 0, finished.stderr
    over_kernel = msgspec.json.decode((finished.folder / loop.SAID).read_bytes(), type=dict[str, str])
    config = BusConfig(f"unix:{tmp_path}/usb", f"unix:{tmp_path}/hands", (LoopbackConfig(LOOP),))
    with start_bus(config) as bus, bus.control() as hands:
        over_usbip = exercise(get_backend(bus.address), hands, lambda: hands.replug(LOOP))
    assert over_kernel == over_usbip


def test_the_errors_over_the_real_kernel(played: Finished) -> None:
    assert msgspec.json.decode(left(played, evening.ERRORS), type=tuple[Met, ...]) == EXPECTED


def test_the_evening_is_the_same_over_the_real_kernel(played: Finished, tmp_path: Path) -> None:
    over_kernel = msgspec.json.decode(left(played, evening.RESULTS), type=tuple[Result, ...])
    assert over_kernel == play(NearRoute(DEVICES), tmp_path)
