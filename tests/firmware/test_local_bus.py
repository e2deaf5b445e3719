"""The bus in the test's own process: the same errors as over USB/IP, on a clock that moves only while one waits."""

from __future__ import annotations

import errno
from typing import Any

import pytest
import usb.core
import usb.util

from firmware.virtual.backend import VirtualBackend
from firmware.virtual.bus import VirtualBus
from firmware.virtual.device import VirtualDevice
from firmware.virtual.local import HostKilled, Kind, LocalHost, Mishap
from firmware.virtual.loopback import BULK_IN, BULK_OUT, PRODUCT, VENDOR, Ask, Loopback, loopback_spec


class Bench:
    """A loop-back device, opened."""

    def __init__(self) -> None:
        self.bus = VirtualBus()
        self.bus.attach("loop", VirtualDevice(loopback_spec(), Loopback()))
        self.host = LocalHost(self.bus)
        self.backend = VirtualBackend(self.host)
        self.device: Any = usb.core.find(backend=self.backend, idVendor=VENDOR, idProduct=PRODUCT)
        self.device.set_configuration()

    def errno_of_loop(self) -> int | None:
        """The error of writing three bytes and reading them back."""
        with pytest.raises(usb.core.USBError) as caught:
            self.loop()
        code: int | None = caught.value.errno
        return code

    def loop(self, data: bytes = b"abc") -> bytes:
        self.device.write(BULK_OUT, data, 500)
        return bytes(self.device.read(BULK_IN, 64, 500))


def test_bytes_go_round_and_time_hardly_moves() -> None:
    bench = Bench()
    assert bench.loop() == b"abc"
    assert bench.host.at < 0.1


def test_a_time_out_takes_its_time_on_the_bus_clock_only() -> None:
    bench = Bench()
    before = bench.host.at
    with pytest.raises(usb.core.USBTimeoutError):
        bench.device.read(BULK_IN, 64, 2000)
    assert bench.host.at - before == pytest.approx(2.0, abs=0.01)


def test_a_busy_endpoint_a_refused_request_and_an_empty_port() -> None:
    bench = Bench()
    bench.device.ctrl_transfer(0x40, Ask.BUSY, 1)
    assert bench.errno_of_loop() == errno.ETIMEDOUT
    with pytest.raises(usb.core.USBError) as refused:
        bench.device.ctrl_transfer(0x40, Ask.REFUSE)
    assert refused.value.errno == errno.EPIPE
    bench.bus.unplug("loop")
    assert bench.errno_of_loop() == errno.ENODEV
    assert usb.core.find(backend=bench.backend, idVendor=VENDOR) is None


@pytest.mark.parametrize(
    ("kind", "transfer", "error"),
    [
        ("drop", 1, errno.ETIMEDOUT),
        ("drop", 2, errno.ETIMEDOUT),
        ("late", 1, errno.ETIMEDOUT),
        ("late", 2, errno.ETIMEDOUT),
        ("nak", 1, errno.ETIMEDOUT),
        ("nak", 2, errno.ETIMEDOUT),
        ("stall", 1, errno.EPIPE),
        ("stall", 2, errno.EPIPE),
        ("unplug-before", 1, errno.ENODEV),
        ("unplug-after", 2, errno.ENODEV),
        ("cut-before", 2, errno.ENODEV),
        ("cut-after", 1, errno.ENODEV),
    ],
)
def test_each_mishap_befalls_its_transfer_as_its_own_error(kind: Kind, transfer: int, error: int) -> None:
    bench = Bench()
    bench.host.set_mishap(Mishap(transfer, kind))
    assert bench.errno_of_loop() == error


@pytest.mark.parametrize("kind", ["late", "nak", "stall"])
def test_what_was_only_late_or_held_back_comes_with_the_next_read(kind: Kind) -> None:
    bench = Bench()
    bench.host.set_mishap(Mishap(2, kind))
    bench.errno_of_loop()
    assert bytes(bench.device.read(BULK_IN, 64, 500)) == b"abc"


def test_garbage_has_the_length_of_what_it_replaces() -> None:
    bench = Bench()
    bench.host.set_mishap(Mishap(1, "garbage"))
    heard = bench.loop(b"abcdefgh")
    assert len(heard) == 8
    assert heard != b"abcdefgh"


def test_a_killed_host_is_no_usb_error_and_a_new_backend_may_claim_again() -> None:
    bench = Bench()
    usb.util.claim_interface(bench.device, 0)
    bench.host.set_mishap(Mishap(1, "kill"))
    with pytest.raises(HostKilled):
        bench.loop()
    found = usb.core.find(backend=VirtualBackend(bench.host), idVendor=VENDOR)
    usb.util.claim_interface(found, 0)


def test_a_cable_that_was_pulled_is_back_with_a_new_address() -> None:
    bench = Bench()
    before = bench.device.address
    bench.host.set_mishap(Mishap(1, "unplug-after"))
    bench.errno_of_loop()
    bench.host.wait(1.0)
    found = usb.core.find(backend=bench.backend, idVendor=VENDOR)
    assert found.address != before
