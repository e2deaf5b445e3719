"""The one USB port module: finds a device, takes it from the kernel, and hands out a pipe of bytes.

A driver never sees pyusb; it sees a `BytePipe` and the errors named here. Which bus a device hangs on is decided by
the backend handed in: `None` is the machine's own bus, anything else an object that pyusb accepts in `usb.core.find`.

After any error of a write the device's state is unknown: it may have taken all of the bytes, some or none. Ask it,
never send again blindly. After `Gone` the pipe is dead; a device that comes back is found again.
"""

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Final, Protocol

import msgspec
import usb.backend.libusb1
import usb.core
import usb.util

Backend = object
"""A pyusb backend (`usb.backend.IBackend`), or None for the machine's own bus."""

_CLASS_PRINTER: Final = 0x07
_CONTROL_TIMEOUT_MS: Final = 1000


class UsbError(Exception):
    """A device did not do what was asked of it."""


class DeviceAbsent(UsbError):  # noqa: N818 - the four conditions are the field's words
    """No device of this address is plugged in."""


class DeviceRefused(UsbError):  # noqa: N818
    """The device is there and cannot be used: no permission, held by another program, or of another kind."""


class Timeout(UsbError):  # noqa: N818
    """Nothing came, or not everything was taken, in the time given."""


class Stalled(UsbError):  # noqa: N818
    """The device refused the transfer; the endpoint has been cleared since."""


class Gone(UsbError):  # noqa: N818
    """The device was unplugged, or the transfer failed in a way that leaves nothing to rely on."""


_ERRORS: Final[dict[int, type[UsbError]]] = {
    errno.ETIMEDOUT: Timeout,
    errno.EPIPE: Stalled,
    errno.EACCES: DeviceRefused,
    errno.EPERM: DeviceRefused,
    errno.EBUSY: DeviceRefused,
}
"""What the error numbers of libusb and Linux mean here; any other number is `Gone`."""


def machine_backend() -> Backend | None:
    """The machine's own bus, to be had before drivers go their ways in threads; None where there is no libusb.

    Each thread that looks for a device without a backend has pyusb make one, and two at once take it from each other.
    """
    backend: Backend | None = usb.backend.libusb1.get_backend()
    return backend


class UsbAddress(msgspec.Struct, frozen=True):
    """Where a device is: vendor and product id, and where needed its serial number or port (`1-1.4`)."""

    vendor: int
    product: int
    serial: str = ""
    port: str = ""

    def __str__(self) -> str:
        """The address in the words of `lsusb`: `04b8:0202 serial X at 1-1.4`."""
        serial = f" serial {self.serial}" if self.serial else ""
        port = f" at {self.port}" if self.port else ""
        return f"{self.vendor:04x}:{self.product:04x}{serial}{port}"


class BytePipe(Protocol):
    """Bytes to a device and bytes back; what every driver speaks through."""

    def write(self, data: bytes, timeout_ms: int) -> None:
        """Send all of `data`; `Timeout`, `Stalled` or `Gone` leave open how much of it arrived."""

    def read(self, timeout_ms: int) -> bytes:
        """Return what has come, at least one byte; `Timeout` if nothing does."""

    def close(self) -> None:
        """Give the device back; the pipe is of no use afterwards."""


class PrinterPipe(BytePipe, Protocol):
    """A pipe to a device of the printer class, with two of the class's requests beside the bytes."""

    def port_status(self) -> int:
        """GET_PORT_STATUS: bit 3 no error, bit 4 selected, bit 5 paper empty."""

    def soft_reset(self) -> None:
        """SOFT_RESET: the device drops what it has not worked off."""


class BulkPipe:
    """A pair of bulk endpoints of one interface, and the control pipe beside them."""

    def __init__(self, port: "Opened", interface: usb.core.Interface) -> None:
        self._port = port
        self._device = port.device
        self._interface = interface
        self._out = endpoint_of(interface, usb.util.ENDPOINT_OUT)
        self._in = endpoint_of(interface, usb.util.ENDPOINT_IN)

    def write(self, data: bytes, timeout_ms: int) -> None:
        """Send all of `data`; see `BytePipe`."""
        with transfer_errors(self._device, self._out.bEndpointAddress):
            taken = self._out.write(data, timeout_ms)
        if taken != len(data):
            raise Timeout(f"the device took {taken} of {len(data)} bytes")

    def read(self, timeout_ms: int) -> bytes:
        """Return what has come; see `BytePipe`.

        One packet is read at a time: a device that ends on a full packet and sends no empty one keeps nobody waiting.
        """
        with transfer_errors(self._device, self._in.bEndpointAddress):
            received = bytes(self._in.read(self._in.wMaxPacketSize, timeout_ms))
        if not received:
            raise Timeout("the device sent an empty packet")
        return received

    def control_in(self, request_type: int, request: int, length: int, value: int = 0) -> bytes:
        """Ask for `length` bytes on the control pipe, about this pipe's interface."""
        with transfer_errors(self._device):
            number = self._interface.bInterfaceNumber
            return bytes(self._device.ctrl_transfer(request_type, request, value, number, length, _CONTROL_TIMEOUT_MS))

    def control_out(self, request_type: int, request: int, data: bytes = b"", value: int = 0) -> None:
        """Tell the interface something on the control pipe."""
        with transfer_errors(self._device):
            number = self._interface.bInterfaceNumber
            self._device.ctrl_transfer(request_type, request, value, number, data, _CONTROL_TIMEOUT_MS)

    def close(self) -> None:
        """Give the device back to the system; see `BytePipe`."""
        self._port.give_back()


class PrinterClassPipe(BulkPipe):
    """A device of the printer class (7/1/2): bytes over bulk, status over control requests."""

    def port_status(self) -> int:
        """GET_PORT_STATUS; see `PrinterPipe`."""
        status = self.control_in(0xA1, 1, 1)
        if len(status) != 1:
            raise Gone(f"the printer's port status has {len(status)} bytes instead of 1")
        return status[0]

    def soft_reset(self) -> None:
        """SOFT_RESET; see `PrinterPipe`."""
        self.control_out(0x21, 2)


class Opened(msgspec.Struct, frozen=True):
    """A found device whose interfaces are claimed, ready to be made into a pipe."""

    device: usb.core.Device
    interfaces: tuple[usb.core.Interface, ...]
    taken: tuple[int, ...] = ()
    """The numbers of the interfaces that the kernel's own drivers held."""

    def give_back(self) -> None:
        """Release and close the device, and let the kernel's drivers have again what was theirs."""
        _give_back(self.device, self.taken)

    def tell(self, request_type: int, request: int, value: int, index: int = 0, data: bytes = b"") -> None:
        """Send one control request."""
        with _translated():
            self.device.ctrl_transfer(request_type, request, value, index, data, _CONTROL_TIMEOUT_MS)


Chooser = Callable[[usb.core.Device], Sequence[usb.core.Interface]]
"""Names the interfaces to claim; raises `DeviceRefused` if the device is of another kind."""


@contextmanager
def opened(address: UsbAddress, backend: Backend | None, choose: Chooser) -> Iterator[Opened]:
    """Find, configure and claim a device; an error in the `with` block gives it back, so that the next try is clean.

    Raises `UsbError`: `DeviceAbsent`, `DeviceRefused` or another.
    """
    device = _find(address, backend)
    taken: list[int] = []
    try:
        _configure(device)
        interfaces = tuple(choose(device))
        for interface in interfaces:
            _claim(device, address, interface.bInterfaceNumber, taken)
        yield Opened(device, interfaces, tuple(taken))
    except UsbError:
        _give_back(device, taken)
        raise


def open_printer(address: UsbAddress, backend: Backend | None = None) -> PrinterClassPipe:
    """Find and claim a printer-class device. Raises `UsbError`: `DeviceAbsent`, `DeviceRefused` or another."""

    def choose(device: usb.core.Device) -> Sequence[usb.core.Interface]:
        printer = interface_of(device, _CLASS_PRINTER)
        if printer is None:
            raise DeviceRefused(f"USB device {address} is no printer: it has no interface of class 7")
        return (printer,)

    with opened(address, backend, choose) as port:
        return PrinterClassPipe(port, port.interfaces[0])


def _find(address: UsbAddress, backend: Backend | None) -> usb.core.Device:
    """The device at `address`; found anew each time, since a replug makes a new one."""

    def matches(device: usb.core.Device) -> bool:
        return _matches(device, address)

    with _translated():
        try:
            device = usb.core.find(
                backend=backend, idVendor=address.vendor, idProduct=address.product, custom_match=matches
            )
        except usb.core.NoBackendError as problem:
            raise DeviceRefused("no libusb on this machine: install the package libusb-1.0-0") from problem
        if device is None:
            raise DeviceAbsent(f"no USB device {address} is plugged in")
    return device


def _matches(device: usb.core.Device, address: UsbAddress) -> bool:
    """Whether serial number and port are the wanted ones; a device that cannot be asked is not the one."""
    if address.port:
        path = ".".join(str(number) for number in device.port_numbers or ())
        if f"{device.bus}-{path}" != address.port:
            return False
    if not address.serial:
        return True
    try:
        return bool(device.serial_number == address.serial)
    except (usb.core.USBError, ValueError):
        return False


def _configure(device: usb.core.Device) -> None:
    """Select the first configuration unless the device is configured already: selecting again would reset it."""
    try:
        device.get_active_configuration()
    except usb.core.USBError:
        with _translated():
            device.set_configuration()


def interface_of(
    device: usb.core.Device, kind: int, subclass: int | None = None, protocol: int | None = None
) -> usb.core.Interface | None:
    """The first interface of a class (and subclass, and protocol) in the active configuration."""
    with _translated():
        configuration = device.get_active_configuration()
    for interface in configuration:
        fits = subclass in (None, interface.bInterfaceSubClass) and protocol in (None, interface.bInterfaceProtocol)
        if interface.bInterfaceClass == kind and fits:
            return interface
    return None


def _claim(device: usb.core.Device, address: UsbAddress, number: int, taken: list[int]) -> None:
    """Claim an interface, from the kernel's own driver where it has one; its number is then noted in `taken`."""
    try:
        with _translated():
            if _held_by_kernel(device, number):
                device.detach_kernel_driver(number)
                taken.append(number)
            usb.util.claim_interface(device, number)
    except DeviceRefused as problem:
        raise DeviceRefused(
            f"USB device {address} is not ours to use ({problem}): end the program that holds it, "
            "or give this user access by a udev rule"
        ) from problem


def _held_by_kernel(device: usb.core.Device, number: int) -> bool:
    """Whether a kernel driver sits on the interface; a backend without a kernel has none."""
    try:
        return bool(device.is_kernel_driver_active(number))
    except NotImplementedError:
        return False


def endpoint_of(
    interface: usb.core.Interface, direction: int, kind: int = usb.util.ENDPOINT_TYPE_BULK
) -> usb.core.Endpoint:
    """The interface's endpoint of one direction and kind. Raises `DeviceRefused` if it has none."""
    for endpoint in interface:
        fits = usb.util.endpoint_type(endpoint.bmAttributes) == kind
        if fits and usb.util.endpoint_direction(endpoint.bEndpointAddress) == direction:
            return endpoint
    way = "IN" if direction == usb.util.ENDPOINT_IN else "OUT"
    word = "bulk" if kind == usb.util.ENDPOINT_TYPE_BULK else "interrupt"
    raise DeviceRefused(f"interface {interface.bInterfaceNumber} has no {word} {way} endpoint")


@contextmanager
def transfer_errors(device: usb.core.Device, endpoint: int | None = None) -> Iterator[None]:
    """Turn pyusb's errors into ours; clear a stalled `endpoint`, so that the next transfer can pass."""
    try:
        with _translated():
            yield
    except Stalled:
        if endpoint is not None:
            with _translated():
                device.clear_halt(endpoint)
        raise


def _give_back(device: usb.core.Device, taken: Sequence[int]) -> None:
    """Release the device; one that is unplugged already has nothing left to release, and no driver to return to."""
    with suppress(usb.core.USBError):
        usb.util.dispose_resources(device)
        for number in taken:
            device.attach_kernel_driver(number)
    with suppress(usb.core.USBError):
        usb.util.dispose_resources(device)


@contextmanager
def _translated() -> Iterator[None]:
    """Turn pyusb's errors into the ones of this module."""
    try:
        yield
    except usb.core.USBError as problem:
        raise error_class(problem)(str(problem)) from problem


def error_class(problem: usb.core.USBError) -> type[UsbError]:
    """Which of the errors of this module pyusb's is."""
    return _ERRORS.get(problem.errno or 0, Gone)
