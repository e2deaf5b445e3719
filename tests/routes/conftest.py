"""The buses in other processes that routes lead to."""

import ctypes
from collections.abc import Iterator
from contextlib import suppress

import pytest

from firmware.virtual.config import LoopbackConfig
from firmware.virtual.usbfs import PRELOAD
from tests.kernel.inside.exercise import LOOP
from tests.routes.fittings import DEVICES
from tests.routes.route import RemoteBus, before_libusb, over_usbip


@pytest.fixture
def usbip_bus() -> Iterator[RemoteBus]:
    """The evening's devices, reached over USB/IP."""
    with over_usbip(DEVICES) as bus:
        yield bus


@pytest.fixture
def libusb_bus() -> Iterator[RemoteBus]:
    """The evening's devices as Linux would show them, for programs that use the real libusb."""
    _need_libraries()
    with before_libusb(DEVICES) as bus:
        yield bus


@pytest.fixture
def loop_bus() -> Iterator[RemoteBus]:
    """The loop-back device, shown in the same way."""
    _need_libraries()
    with before_libusb((LoopbackConfig(LOOP),)) as bus:
        yield bus


def _need_libraries() -> None:
    for library, package in ((PRELOAD, "libumockdev0"), ("libusb-1.0.so.0", "libusb-1.0-0")):
        if not _is_there(library):
            pytest.skip(f"no {library} here: apt-get install {package}")


def _is_there(library: str) -> bool:
    with suppress(OSError):
        ctypes.CDLL(library)
        return True
    return False
