"""A driver's view of the bus: pyusb, unchanged, against devices in another process."""

from __future__ import annotations

import errno
import threading
from typing import TYPE_CHECKING, Any

import pytest
import usb.core
import usb.util

from firmware.virtual.backend import get_backend
from firmware.virtual.loopback import BULK_IN, BULK_OUT, INTERRUPT_IN, PRODUCT, VENDOR, Ask

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from firmware.virtual.control import BusControl
    from firmware.virtual.process import BusProcess

TO_DEVICE, TO_HOST = 0x40, 0xC0
SOON, LATE = 100, 5000


def find(bus: BusProcess) -> Any:
    return usb.core.find(backend=get_backend(bus.address), idVendor=VENDOR, idProduct=PRODUCT)


@pytest.fixture
def device(bus: BusProcess) -> Iterator[Any]:
    found = find(bus)
    found.set_configuration()
    yield found
    usb.util.dispose_resources(found)


def errno_of(act: Callable[[], object]) -> int | None:
    with pytest.raises(usb.core.USBError) as caught:
        act()
    code: int | None = caught.value.errno
    return code


def test_find_reads_descriptors_and_strings(device: Any) -> None:
    assert (device.manufacturer, device.product, device.serial_number) == ("Jakaja", "Loopback", "LOOP0001")
    assert (device.bus, device.port_number, device.bcdDevice) == (1, 1, 0x0100)
    interface = device[0][0, 0]
    assert [endpoint.bEndpointAddress for endpoint in interface] == [BULK_OUT, BULK_IN, INTERRUPT_IN]


def test_every_device_of_the_bus_is_found_with_its_class(bus: BusProcess) -> None:
    found = usb.core.find(find_all=True, backend=get_backend(bus.address))
    classes = [tuple(interface.bInterfaceClass for interface in device[0]) for device in found]
    assert classes == [(0xFF,), (2, 10), (7,)]


def test_class_specific_descriptors_reach_the_host(bus: BusProcess) -> None:
    validator = usb.core.find(backend=get_backend(bus.address), bDeviceClass=2)
    assert bytes(validator[0][0, 0].extra_descriptors)[:5] == b"\x05\x24\x00\x10\x01"
    usb.util.dispose_resources(validator)


def test_the_configuration_is_remembered_by_the_device(device: Any, bus: BusProcess) -> None:
    other = find(bus)
    assert other.get_active_configuration().bConfigurationValue == 1
    usb.util.dispose_resources(other)


def test_control_transfers_go_both_ways(device: Any) -> None:
    assert device.ctrl_transfer(TO_DEVICE, Ask.KEEP, 0, 0, b"kept") == 4
    assert bytes(device.ctrl_transfer(TO_HOST, Ask.GIVE, 0, 0, 64)) == b"kept"


def test_bulk_data_of_an_odd_length_come_back_whole(device: Any) -> None:
    data = bytes(index % 251 for index in range(1025))
    assert device.write(BULK_OUT, data, LATE) == 1025
    assert bytes(device.read(BULK_IN, 2048, LATE)) == data


def test_interrupt_packets_arrive(device: Any) -> None:
    device.ctrl_transfer(TO_DEVICE, Ask.NOTIFY, 0, 0, b"door")
    assert bytes(device.read(INTERRUPT_IN, 8, LATE)) == b"door"


def test_a_read_that_times_out_loses_nothing(device: Any) -> None:
    assert errno_of(lambda: device.read(BULK_IN, 64, SOON)) == errno.ETIMEDOUT
    device.write(BULK_OUT, b"x" * 64, LATE)
    assert errno_of(lambda: device.read(BULK_IN, 128, SOON)) == errno.ETIMEDOUT, "a full packet is not the end"
    device.write(BULK_OUT, b"y", LATE)
    assert bytes(device.read(BULK_IN, 128, LATE)) == b"x" * 64 + b"y"


def test_a_write_to_a_busy_device_times_out_and_the_next_one_works(device: Any) -> None:
    device.ctrl_transfer(TO_DEVICE, Ask.BUSY, 1, 0, b"")
    with pytest.raises(usb.core.USBTimeoutError):
        device.write(BULK_OUT, b"waits", SOON)
    device.ctrl_transfer(TO_DEVICE, Ask.BUSY, 0, 0, b"")
    device.write(BULK_OUT, b"works", LATE)
    assert bytes(device.read(BULK_IN, 64, LATE)) == b"works"


def test_a_refused_control_request_stalls_and_the_next_one_works(device: Any) -> None:
    assert errno_of(lambda: device.ctrl_transfer(TO_DEVICE, Ask.REFUSE, 0, 0, b"")) == errno.EPIPE
    assert device.ctrl_transfer(TO_DEVICE, Ask.KEEP, 0, 0, b"") == 0


def test_a_halted_endpoint_stalls_until_it_is_cleared(device: Any) -> None:
    device.ctrl_transfer(TO_DEVICE, Ask.HALT, 0, BULK_IN, b"")
    assert errno_of(lambda: device.read(BULK_IN, 64, LATE)) == errno.EPIPE
    assert errno_of(lambda: device.read(BULK_IN, 64, LATE)) == errno.EPIPE
    device.clear_halt(BULK_IN)
    device.write(BULK_OUT, b"again", LATE)
    assert bytes(device.read(BULK_IN, 64, LATE)) == b"again"


def test_several_threads_transfer_at_once(device: Any) -> None:
    notices: list[bytes] = []
    reader = threading.Thread(target=lambda: notices.append(bytes(device.read(INTERRUPT_IN, 8, LATE))))
    reader.start()
    for number in range(50):
        device.write(BULK_OUT, bytes([number]), LATE)
        assert bytes(device.read(BULK_IN, 64, LATE)) == bytes([number])
    device.ctrl_transfer(TO_DEVICE, Ask.NOTIFY, 0, 0, b"end")
    reader.join(LATE / 1000)
    assert notices == [b"end"]


def test_unplugging_ends_a_blocked_read_and_everything_after_it(
    device: Any, bus: BusProcess, hands: BusControl
) -> None:
    codes: list[int | None] = []
    reader = threading.Thread(target=lambda: codes.append(errno_of(lambda: device.read(BULK_IN, 64, 0))))
    reader.start()
    hands.unplug("loopback")
    reader.join(LATE / 1000)
    assert codes == [errno.ENODEV]
    assert errno_of(lambda: device.write(BULK_OUT, b"x", LATE)) == errno.ENODEV
    assert find(bus) is None


def test_a_device_plugged_in_again_is_another_device(device: Any, bus: BusProcess, hands: BusControl) -> None:
    hands.unplug("loopback")
    hands.replug("loopback")
    again = find(bus)
    assert again.address != device.address
    assert errno_of(lambda: device.write(BULK_OUT, b"old", LATE)) == errno.ENODEV
    again.set_configuration()
    again.write(BULK_OUT, b"new", LATE)
    assert bytes(again.read(BULK_IN, 64, LATE)) == b"new"
    usb.util.dispose_resources(again)


def test_an_interface_is_claimed_by_one_handle_at_a_time(bus: BusProcess) -> None:
    backend = get_backend(bus.address)
    first, second = (usb.core.find(backend=backend, idVendor=VENDOR, idProduct=PRODUCT) for _ in range(2))
    usb.util.claim_interface(first, 0)
    assert errno_of(lambda: usb.util.claim_interface(second, 0)) == errno.EBUSY
    usb.util.release_interface(first, 0)
    usb.util.claim_interface(second, 0)
    for device in (first, second):
        usb.util.dispose_resources(device)


def test_a_port_reset_keeps_the_configuration_and_empties_the_loop(device: Any) -> None:
    device.write(BULK_OUT, b"gone", LATE)
    device.reset()
    assert device.get_active_configuration().bConfigurationValue == 1
    assert errno_of(lambda: device.read(BULK_IN, 64, SOON)) == errno.ETIMEDOUT


def test_a_bus_that_is_not_there_is_an_error_that_says_so() -> None:
    backend = get_backend("unix:/nowhere/usb")
    with pytest.raises(usb.core.USBError, match="no USB/IP server answers at unix:/nowhere/usb"):
        usb.core.find(backend=backend)
