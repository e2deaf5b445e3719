"""What a driver of the system's own had is borrowed: taken when ours opens the device, given back when it closes."""

import errno
from typing import Any

import pytest
import usb.core

from cashier.devices.serial_pipes import open_serial
from cashier.usb import DeviceRefused, Stalled, UsbAddress, open_printer
from firmware.virtual.backend import VirtualBackend
from firmware.virtual.config import BusConfig, PrinterConfig, ValidatorConfig, build_bus
from firmware.virtual.local import LocalHost
from firmware.virtual.printer import PRODUCT, VENDOR

PRINTER = UsbAddress(VENDOR, PRODUCT)
VALIDATOR = UsbAddress(0x1209, 0x0002)
CDC_CONTROL, CDC_DATA = 0, 1


class WithDrivers(VirtualBackend):
    """A bus whose system has drivers of its own on some interfaces; CDC-ACM's binds and leaves both of its at once."""

    def __init__(self, held: set[int]) -> None:
        super().__init__(LocalHost(build_bus(BusConfig("", None, (PrinterConfig(), ValidatorConfig())))))
        self.held = held
        self.stalls = False

    def is_kernel_driver_active(self, dev_handle: Any, intf: int) -> bool:
        return intf in self.held

    def detach_kernel_driver(self, dev_handle: Any, intf: int) -> None:
        self.held.clear()

    def attach_kernel_driver(self, dev_handle: Any, intf: int) -> None:
        self.held |= {CDC_CONTROL, CDC_DATA} if intf == CDC_CONTROL else set()

    def ctrl_transfer(self, dev_handle: Any, *args: Any) -> Any:
        if self.stalls:
            raise usb.core.USBError("Pipe error", None, errno.EPIPE)
        return super().ctrl_transfer(dev_handle, *args)


@pytest.fixture
def backend() -> WithDrivers:
    return WithDrivers({CDC_CONTROL, CDC_DATA})


def test_a_device_is_borrowed(backend: WithDrivers) -> None:
    pipe = open_serial(VALIDATOR, backend)
    assert backend.held == set()
    pipe.close()
    assert backend.held == {CDC_CONTROL, CDC_DATA}


def test_what_nobody_had_is_left_to_nobody() -> None:
    backend = WithDrivers(set())
    open_printer(PRINTER, backend).close()
    assert backend.held == set()


def test_a_device_that_fails_while_it_is_set_up_is_given_back(backend: WithDrivers) -> None:
    open_serial(VALIDATOR, backend).close()
    backend.stalls = True
    with pytest.raises(Stalled):
        open_serial(VALIDATOR, backend)
    assert backend.held == {CDC_CONTROL, CDC_DATA}


def test_a_device_that_is_of_no_use_is_not_taken(backend: WithDrivers) -> None:
    with pytest.raises(DeviceRefused):
        open_serial(PRINTER, backend)
    assert backend.held == {CDC_CONTROL, CDC_DATA}
