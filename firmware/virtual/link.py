"""The host's end of one USB/IP connection: many transfers in flight, each with its own time-out."""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
from typing import TYPE_CHECKING, TypeVar

from firmware.virtual import usbip
from firmware.virtual.address import connect
from firmware.virtual.usbip import (
    DeviceListRequest,
    DeviceSummary,
    ImportRequest,
    MalformedFrameError,
    Submitted,
)

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 16
_HANDSHAKE_SECONDS = 10.0
_UNLINK_SECONDS = 5.0
_Answer = TypeVar("_Answer")


class LinkError(OSError):
    """A transfer or a connection failed; ``errno`` says how, as the kernel would."""


class _Pending:
    __slots__ = ("answer", "arrived", "is_in")

    def __init__(self, *, is_in: bool) -> None:
        self.is_in = is_in
        self.arrived = threading.Event()
        self.answer: usbip.Return | None = None


def list_devices(address: str) -> tuple[DeviceSummary, ...]:
    """The devices a server exports now; raises :class:`LinkError` when it cannot be asked."""
    with _open(address) as stream:
        stream.sendall(usbip.encode_operation(DeviceListRequest()))
        return _receive(stream, usbip.Incoming(), usbip.next_device_list)


class UsbIpLink:
    """One imported device. Every method may be called from any thread."""

    def __init__(self, address: str, device: DeviceSummary) -> None:
        """Import the device; raises :class:`LinkError` with ENODEV when it is no longer there."""
        self._device = device
        self._incoming = usbip.Incoming()
        self._stream = _open(address)
        try:
            self._stream.sendall(usbip.encode_operation(ImportRequest(device.bus_id)))
            imported = _receive(self._stream, self._incoming, usbip.next_import).device
            if imported is None or imported.device_id != device.device_id:
                raise LinkError(errno.ENODEV, f"device {device.bus_id} left the bus")
            self._stream.settimeout(None)
        except OSError:
            self._stream.close()
            raise
        self._lock = threading.Lock()
        self._sending = threading.Lock()
        self._pending: dict[int, _Pending] = {}
        self._last_seq = 0
        self._dead = False
        self._reader = threading.Thread(target=self._read, name=f"usbip {device.bus_id}", daemon=True)
        self._reader.start()

    def transfer(self, endpoint: int, payload: bytes | int, setup: bytes = bytes(8), timeout_ms: int = 0) -> Submitted:
        """Run one transfer: ``payload`` is the OUT data, or the number of bytes wanted IN.

        ``timeout_ms`` 0 waits for ever. Raises :class:`LinkError`: ETIMEDOUT after the transfer was withdrawn,
        or the errno with which it ended.
        """
        is_in = isinstance(payload, int)
        data = b"" if isinstance(payload, int) else payload
        length = payload if isinstance(payload, int) else len(payload)
        seq, pending = self._start(is_in=is_in)
        command = usbip.Submit(seq, self._device.device_id, is_in, endpoint & 0x0F, length, setup, data)
        self._send(usbip.encode_command(command))
        if not pending.arrived.wait(timeout_ms / 1000 if timeout_ms else None):
            self._withdraw(seq, pending)
        return self._result(seq, pending)

    def close(self) -> None:
        """Hang up; transfers in flight end with ENODEV."""
        try:
            self._stream.shutdown(socket.SHUT_RDWR)
        except OSError as problem:
            if problem.errno != errno.ENOTCONN:
                raise
        if threading.current_thread() is not self._reader:
            self._reader.join()
        self._stream.close()

    def _start(self, *, is_in: bool) -> tuple[int, _Pending]:
        pending = _Pending(is_in=is_in)
        with self._lock:
            if self._dead:
                raise LinkError(errno.ENODEV, "No such device (it may have been disconnected)")
            self._last_seq = self._last_seq % 0x7FFFFFFF + 1
            self._pending[self._last_seq] = pending
            return self._last_seq, pending

    def _send(self, frame: bytes) -> None:
        try:
            with self._sending:
                self._stream.sendall(frame)
        except OSError:
            with self._lock:
                self._bury()

    def _withdraw(self, seq: int, pending: _Pending) -> None:
        """Unlink a transfer that took too long; afterwards ``pending`` has its answer, whichever won."""
        unlink_seq, unlinking = self._start(is_in=False)
        self._send(usbip.encode_command(usbip.Unlink(unlink_seq, self._device.device_id, seq)))
        if not unlinking.arrived.wait(_UNLINK_SECONDS):
            with self._lock:
                self._bury()
            return
        with self._lock:
            self._pending.pop(unlink_seq, None)
            if pending.answer is None:
                pending.answer = unlinking.answer

    def _result(self, seq: int, pending: _Pending) -> Submitted:
        with self._lock:
            self._pending.pop(seq, None)
        answer = pending.answer
        if answer is None:
            raise LinkError(errno.ENODEV, "No such device (it may have been disconnected)")
        if not isinstance(answer, Submitted):
            raise LinkError(errno.ETIMEDOUT, "Operation timed out")
        if answer.status == 0:
            return answer
        code = _ERRNO_OF_STATUS.get(-answer.status, -answer.status)
        raise LinkError(code, _MESSAGES.get(code, "Input/Output Error"))

    def _read(self) -> None:
        # A lost stream and one that makes no sense are alike: every waiting transfer ends with ENODEV below.
        with contextlib.suppress(OSError, MalformedFrameError):
            while data := self._stream.recv(_CHUNK):
                self._incoming.feed(data)
                while (answer := usbip.next_return(self._incoming, self._is_in)) is not None:
                    self._deliver(answer)
        with self._lock:
            self._bury()

    def _is_in(self, seq: int) -> bool:
        with self._lock:
            pending = self._pending.get(seq)
            return pending is not None and pending.is_in

    def _deliver(self, answer: usbip.Return) -> None:
        with self._lock:
            pending = self._pending.get(answer.seq)
            if pending is not None:
                pending.answer = answer
                pending.arrived.set()

    def _bury(self) -> None:
        """Mark the device as gone and wake everyone; called with the lock held."""
        self._dead = True
        for pending in self._pending.values():
            pending.arrived.set()


_ERRNO_OF_STATUS = {
    errno.ESHUTDOWN: errno.ENODEV,
    errno.EPROTO: errno.ENODEV,
    errno.ENOENT: errno.ENOENT,
}
_MESSAGES = {
    errno.ENODEV: "No such device (it may have been disconnected)",
    errno.EPIPE: "Pipe error",
    errno.EOVERFLOW: "Overflow",
    errno.ENOENT: "Entity not found",
}


def _open(address: str) -> socket.socket:
    try:
        return connect(address, _HANDSHAKE_SECONDS)
    except OSError as problem:
        text = f"no USB/IP server answers at {address}: start one with python -m firmware.virtual"
        raise LinkError(problem.errno or errno.EIO, text) from problem


def _receive(
    stream: socket.socket, incoming: usbip.Incoming, read: Callable[[usbip.Incoming], _Answer | None]
) -> _Answer:
    while True:
        data = stream.recv(_CHUNK)
        if not data:
            raise LinkError(errno.EIO, "the USB/IP server hung up in the middle of an answer")
        incoming.feed(data)
        try:
            answer = read(incoming)
        except MalformedFrameError as problem:
            raise LinkError(errno.EPROTO, str(problem)) from problem
        if answer is not None:
            return answer
