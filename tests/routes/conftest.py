"""The two buses in other processes that routes lead to."""

import ctypes
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from firmware.virtual.usbfs import PRELOAD
from tests.routes.evening import DEVICES
from tests.routes.route import LibusbBus, Route, before_libusb, over_socket


@pytest.fixture
def socket_route(tmp_path: Path) -> Iterator[Route]:
    """The evening's devices in another process, reached over USB/IP."""
    with over_socket(tmp_path, DEVICES) as route:
        yield route


@pytest.fixture
def libusb_bus() -> Iterator[LibusbBus]:
    """The evening's devices as Linux would show them, for programs that use the real libusb."""
    for library, package in ((PRELOAD, "libumockdev0"), ("libusb-1.0.so.0", "libusb-1.0-0")):
        if not _is_there(library):
            pytest.skip(f"no {library} here: apt-get install {package}")
    with before_libusb(DEVICES) as bus:
        yield bus


def _is_there(library: str) -> bool:
    with suppress(OSError):
        ctypes.CDLL(library)
        return True
    return False
