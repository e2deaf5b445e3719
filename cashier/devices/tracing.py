"""A pyusb backend that writes down every transfer on its way to another backend."""

# ruff: noqa: N803 - pyusb passes these arguments by the names of the USB specification

import errno
import time
from collections.abc import Callable
from typing import Any, BinaryIO, Final

import usb.backend
import usb.backend.libusb1
import usb.core

from cashier.devices.pcap import Phase, Transfer, TransferType, file_header, record
from cashier.usb import Backend, DeviceRefused

_IN_PROGRESS: Final = -errno.EINPROGRESS


class TracingBackend(usb.backend.IBackend):  # type: ignore[misc]
    """Hands everything on to `inner` (None: the machine's own bus) and writes transfers to `file` as a capture."""

    def __init__(self, inner: Backend | None, file: BinaryIO, clock: Callable[[], float] = time.time) -> None:
        super().__init__()
        self._inner: Any = inner if inner is not None else usb.backend.libusb1.get_backend()
        if self._inner is None:
            raise DeviceRefused("no libusb on this machine: install the package libusb-1.0-0")
        self._file = file
        self._clock = clock
        self._number = 0
        self._places: dict[int, tuple[int, int]] = {}
        file.write(file_header())

    def __getattribute__(self, name: str) -> Any:
        """What is not about transfers is the inner backend's affair; `IBackend` would refuse it."""
        own = name.startswith("_") or name in TracingBackend.__dict__
        return object.__getattribute__(self, name) if own else getattr(self._inner, name)

    def finalize(self) -> None:
        """Leave the inner backend alone: it ends with its own last user."""

    def open_device(self, dev: Any) -> Any:
        """Open, and remember where the device is."""
        handle = self._inner.open_device(dev)
        described = self._inner.get_device_descriptor(dev)
        self._places[id(handle)] = (described.bus or 0, described.address or 0)
        return handle

    def bulk_write(self, dev_handle: Any, ep: int, intf: int, data: Any, timeout: int) -> int:
        """A bulk transfer out."""
        return self._out(
            "bulk", dev_handle, ep, data, lambda: self._inner.bulk_write(dev_handle, ep, intf, data, timeout)
        )

    def bulk_read(self, dev_handle: Any, ep: int, intf: int, buff: Any, timeout: int) -> int:
        """A bulk transfer in."""
        return self._in(
            "bulk", dev_handle, ep, buff, lambda: self._inner.bulk_read(dev_handle, ep, intf, buff, timeout)
        )

    def intr_write(self, dev_handle: Any, ep: int, intf: int, data: Any, timeout: int) -> int:
        """An interrupt transfer out."""
        move = self._inner.intr_write
        return self._out("interrupt", dev_handle, ep, data, lambda: move(dev_handle, ep, intf, data, timeout))

    def intr_read(self, dev_handle: Any, ep: int, intf: int, buff: Any, timeout: int) -> int:
        """An interrupt transfer in."""
        move = self._inner.intr_read
        return self._in("interrupt", dev_handle, ep, buff, lambda: move(dev_handle, ep, intf, buff, timeout))

    def ctrl_transfer(
        self,
        dev_handle: Any,
        bmRequestType: int,
        bRequest: int,
        wValue: int,
        wIndex: int,
        data: Any,
        timeout: int,
    ) -> int:
        """A control transfer either way."""
        size = len(data) * data.itemsize
        words = b"".join(number.to_bytes(2, "little") for number in (wValue, wIndex, size))
        setup = bytes((bmRequestType, bRequest)) + words

        def move() -> int:
            args = (bmRequestType, bRequest, wValue, wIndex, data, timeout)
            return int(self._inner.ctrl_transfer(dev_handle, *args))

        way = self._in if bmRequestType & 0x80 else self._out
        return way("control", dev_handle, bmRequestType & 0x80, data, move, setup)

    def _out(
        self, kind: TransferType, handle: Any, endpoint: int, data: Any, move: Callable[[], int], setup: bytes = b""
    ) -> int:
        sent = bytes(data)
        self._number += 1
        self._write("submit", kind, handle, endpoint, _IN_PROGRESS, len(sent), sent, setup)
        moved = self._run(kind, handle, endpoint, move)
        self._write("complete", kind, handle, endpoint, 0, moved)
        return moved

    def _in(
        self, kind: TransferType, handle: Any, endpoint: int, buffer: Any, move: Callable[[], int], setup: bytes = b""
    ) -> int:
        self._number += 1
        size = len(buffer) * buffer.itemsize
        self._write("submit", kind, handle, endpoint, _IN_PROGRESS, size, b"", setup)
        moved = self._run(kind, handle, endpoint, move)
        self._write("complete", kind, handle, endpoint, 0, moved, memoryview(buffer).cast("B")[:moved].tobytes())
        return moved

    def _run(self, kind: TransferType, handle: Any, endpoint: int, move: Callable[[], int]) -> int:
        """Run the transfer; one that fails is written down as well."""
        try:
            return int(move())
        except usb.core.USBError as problem:
            self._write("complete", kind, handle, endpoint, -(problem.errno or errno.EIO), 0)
            raise

    def _write(
        self,
        phase: Phase,
        kind: TransferType,
        handle: Any,
        endpoint: int,
        status: int,
        length: int,
        data: bytes = b"",
        setup: bytes = b"",
    ) -> None:
        bus, device = self._places.get(id(handle), (0, 0))
        half = Transfer(
            number=self._number,
            phase=phase,
            kind=kind,
            endpoint=endpoint,
            bus=bus,
            device=device,
            at_us=int(self._clock() * 1_000_000),
            status=status,
            length=length,
            data=data,
            setup=setup,
        )
        self._file.write(record(half))
