"""A pyusb backend that reaches virtual devices: over USB/IP, or in this process.

``usb.core.find(backend=get_backend("unix:/run/jakaja/usb"), idVendor=..., idProduct=...)`` works as with
libusb, and errors carry the same errno: 110 time-out, 32 stall, 19 gone, 16 claimed by another handle.
Source of the interface: ``usb.backend.IBackend``; of the errors: libusb's documentation.
"""

# ruff: noqa: N803 - pyusb passes these arguments by the names of the USB specification

from __future__ import annotations

import array
import errno
import threading
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

import msgspec
import usb.backend
from usb.core import USBError, USBTimeoutError

from firmware.virtual.device import Setup
from firmware.virtual.link import LinkError, UsbIpLink, list_devices
from firmware.virtual.parse import (
    ConfigurationDescriptor,
    DeviceDescriptor,
    EndpointDescriptor,
    InterfaceDescriptor,
    parse_configuration,
    parse_device,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from firmware.virtual.usbip import DeviceSummary, Submitted

_DEVICE_DESCRIPTOR, _CONFIGURATION_DESCRIPTOR = 0x0100, 0x0200
_GET_DESCRIPTOR, _GET_CONFIGURATION, _SET_CONFIGURATION, _SET_INTERFACE = 6, 8, 9, 11
_CLEAR_FEATURE, _SET_FEATURE, _PORT_RESET = 1, 3, 4
_ENUMERATION_MS = 5000
_LARGEST_DESCRIPTOR = 4096


class _Descriptors:
    """What enumeration read from one device: the device descriptor and its configurations."""

    __slots__ = ("configurations", "device")

    def __init__(self, device: DeviceDescriptor, configurations: tuple[ConfigurationDescriptor, ...]) -> None:
        self.device = device
        self.configurations = configurations


class Link(Protocol):
    """One imported device; raises ``LinkError`` as :class:`firmware.virtual.link.UsbIpLink` does."""

    def transfer(self, endpoint: int, payload: bytes | int, setup: bytes = bytes(8), timeout_ms: int = 0) -> Submitted:
        """Run one transfer: ``payload`` is the OUT data, or the number of bytes wanted IN."""

    def close(self) -> None:
        """Hang up."""


class Host(Protocol):
    """A way to the devices of one bus; both methods raise ``LinkError``."""

    def devices(self) -> tuple[DeviceSummary, ...]:
        """What is plugged in now."""

    def link(self, device: DeviceSummary) -> Link:
        """Import one device."""


class RemoteHost:
    """The bus served at ``address``, over USB/IP."""

    def __init__(self, address: str) -> None:
        self._address = address

    def devices(self) -> tuple[DeviceSummary, ...]:
        """What the server exports now."""
        return list_devices(self._address)

    def link(self, device: DeviceSummary) -> UsbIpLink:
        """Connect and import one device."""
        return UsbIpLink(self._address, device)


class _Handle:
    """An opened device."""

    __slots__ = ("claimed", "device", "link")

    def __init__(self, device: DeviceSummary, link: Link) -> None:
        self.device = device
        self.link = link
        self.claimed: set[int] = set()


def get_backend(address: str) -> VirtualBackend:
    """The backend for the bus served at ``address`` (``unix:/path`` or ``tcp:host:port``).

    Nothing is connected until devices are looked for; then an unreachable bus raises ``usb.core.USBError``.
    """
    return VirtualBackend(RemoteHost(address))


class VirtualBackend(usb.backend.IBackend):  # type: ignore[misc]
    """pyusb's device access to the bus behind `host`; safe for use by several threads if that is."""

    def __init__(self, host: Host) -> None:
        super().__init__()
        self._host = host
        self._lock = threading.Lock()
        self._known: dict[DeviceSummary, _Descriptors] = {}
        self._claims: dict[tuple[int, int], _Handle] = {}

    def enumerate_devices(self) -> Iterator[DeviceSummary]:
        """Every device on the bus now; one that leaves while it is being looked at is skipped."""
        try:
            present = self._host.devices()
        except LinkError as problem:
            _raise(problem)
        present = tuple(_identity(summary) for summary in present)
        with self._lock:
            for summary in [summary for summary in self._known if summary not in present]:
                del self._known[summary]
        for summary in present:
            try:
                self._describe(summary)
            except USBError as problem:
                if problem.errno != errno.ENODEV:
                    raise
                continue
            yield summary

    def get_parent(self, dev: DeviceSummary) -> None:
        """Devices hang on no hub that a host could open."""
        return

    def get_device_descriptor(self, dev: DeviceSummary) -> DeviceDescriptor:
        """The device descriptor with bus, address, speed and port."""
        return self._describe(dev).device

    def get_configuration_descriptor(self, dev: DeviceSummary, config: int) -> ConfigurationDescriptor:
        """The configuration with that index (not value); ``IndexError`` past the last."""
        return self._describe(dev).configurations[config]

    def get_interface_descriptor(self, dev: DeviceSummary, intf: int, alt: int, config: int) -> InterfaceDescriptor:
        """The interface with that index and alternate setting; ``IndexError`` past the last."""
        return self.get_configuration_descriptor(dev, config).alternates(intf)[alt]

    def get_endpoint_descriptor(
        self, dev: DeviceSummary, ep: int, intf: int, alt: int, config: int
    ) -> EndpointDescriptor:
        """The endpoint with that index; ``IndexError`` past the last."""
        return self.get_interface_descriptor(dev, intf, alt, config).endpoints[ep]

    def open_device(self, dev: DeviceSummary) -> _Handle:
        """Connect to the device."""
        try:
            return _Handle(dev, self._host.link(dev))
        except LinkError as problem:
            _raise(problem)

    def close_device(self, dev_handle: _Handle) -> None:
        """Release what the handle claimed and hang up."""
        for interface in tuple(dev_handle.claimed):
            self.release_interface(dev_handle, interface)
        dev_handle.link.close()

    def set_configuration(self, dev_handle: _Handle, config_value: int) -> None:
        """Select a configuration by its value."""
        self._request(dev_handle, 0x00, _SET_CONFIGURATION, config_value)

    def get_configuration(self, dev_handle: _Handle) -> int:
        """The value of the active configuration, 0 when there is none."""
        answer = array.array("B", bytes(1))
        self.ctrl_transfer(dev_handle, 0x80, _GET_CONFIGURATION, 0, 0, answer, _ENUMERATION_MS)
        return answer[0]

    def set_interface_altsetting(self, dev_handle: _Handle, intf: int, altsetting: int) -> None:
        """Select an alternate setting."""
        self._request(dev_handle, 0x01, _SET_INTERFACE, altsetting, intf)

    def claim_interface(self, dev_handle: _Handle, intf: int) -> None:
        """Claim an interface for this handle; errno 16 when another handle holds it."""
        key = (dev_handle.device.device_id, intf)
        with self._lock:
            holder = self._claims.setdefault(key, dev_handle)
            if holder is not dev_handle:
                raise USBError("Resource busy", None, errno.EBUSY)
            dev_handle.claimed.add(intf)

    def release_interface(self, dev_handle: _Handle, intf: int) -> None:
        """Give an interface back."""
        with self._lock:
            if intf not in dev_handle.claimed:
                raise USBError("Entity not found", None, errno.ENOENT)
            dev_handle.claimed.remove(intf)
            self._claims.pop((dev_handle.device.device_id, intf), None)

    def bulk_write(self, dev_handle: _Handle, ep: int, intf: int, data: Any, timeout: int) -> int:
        """Write; returns the bytes taken. After an error, how many were taken is unknown."""
        return self._transfer(dev_handle, ep, bytes(data), timeout=timeout)[0]

    def bulk_read(self, dev_handle: _Handle, ep: int, intf: int, buff: Any, timeout: int) -> int:
        """Read into ``buff``; returns the bytes read."""
        count, data = self._transfer(dev_handle, ep, len(buff) * buff.itemsize, timeout=timeout)
        _fill(buff, data)
        return count

    intr_write = bulk_write
    intr_read = bulk_read

    def ctrl_transfer(
        self,
        dev_handle: _Handle,
        bmRequestType: int,
        bRequest: int,
        wValue: int,
        wIndex: int,
        data: Any,
        timeout: int,
    ) -> int:
        """A control transfer; IN data land in ``data``. Returns the bytes moved."""
        size = len(data) * data.itemsize
        setup = Setup(bmRequestType, bRequest, wValue, wIndex, size)
        payload = size if setup.is_in else bytes(data)
        count, answer = self._transfer(dev_handle, 0, payload, setup.encode(), timeout)
        if setup.is_in:
            _fill(data, answer)
        return count

    def clear_halt(self, dev_handle: _Handle, ep: int) -> None:
        """Clear an endpoint's halt."""
        self._request(dev_handle, 0x02, _CLEAR_FEATURE, 0, ep)

    def reset_device(self, dev_handle: _Handle) -> None:
        """Reset the device's port, and restore its configuration as libusb does."""
        value = self.get_configuration(dev_handle)
        self._request(dev_handle, 0x23, _SET_FEATURE, _PORT_RESET)
        if value:
            self.set_configuration(dev_handle, value)

    def is_kernel_driver_active(self, dev_handle: _Handle, intf: int) -> bool:
        """No kernel ever sees these devices."""
        return False

    def detach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None:
        """There is none to detach: errno 2, as libusb says."""
        raise USBError("Entity not found", None, errno.ENOENT)

    def attach_kernel_driver(self, dev_handle: _Handle, intf: int) -> None:
        """There is none to attach: errno 2, as libusb says."""
        raise USBError("Entity not found", None, errno.ENOENT)

    def _request(self, handle: _Handle, kind: int, request: int, value: int, index: int = 0) -> None:
        self.ctrl_transfer(handle, kind, request, value, index, array.array("B"), _ENUMERATION_MS)

    def _transfer(
        self, handle: _Handle, endpoint: int, payload: bytes | int, setup: bytes = bytes(8), timeout: int = 0
    ) -> tuple[int, bytes]:
        try:
            answer = handle.link.transfer(endpoint, payload, setup, timeout)
        except LinkError as problem:
            _raise(problem)
        return answer.actual, answer.data

    def _describe(self, summary: DeviceSummary) -> _Descriptors:
        with self._lock:
            known = self._known.get(summary)
        if known is not None:
            return known
        handle = self.open_device(summary)
        try:
            device = parse_device(self._read_descriptor(handle, _DEVICE_DESCRIPTOR), summary)
            configurations = tuple(
                parse_configuration(self._read_descriptor(handle, _CONFIGURATION_DESCRIPTOR | index))
                for index in range(device.bNumConfigurations)
            )
        finally:
            self.close_device(handle)
        described = _Descriptors(device, configurations)
        with self._lock:
            self._known[summary] = described
        return described

    def _read_descriptor(self, handle: _Handle, value: int) -> bytes:
        buffer = array.array("B", bytes(_LARGEST_DESCRIPTOR))
        count = self.ctrl_transfer(handle, 0x80, _GET_DESCRIPTOR, value, 0, buffer, _ENUMERATION_MS)
        return bytes(buffer[:count])


def _identity(summary: DeviceSummary) -> DeviceSummary:
    """The summary without what changes while the device stays the same: its active configuration."""
    return msgspec.structs.replace(summary, configuration=0, interfaces=())


def _fill(buffer: Any, data: bytes) -> None:
    memoryview(buffer).cast("B")[: len(data)] = data


def _raise(problem: LinkError) -> NoReturn:
    if problem.errno == errno.ETIMEDOUT:
        raise USBTimeoutError(problem.strerror, None, problem.errno) from problem
    raise USBError(problem.strerror, None, problem.errno) from problem
