"""A serial device of ours at the end of a socket, as if the socket were its wire."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from firmware.virtual.serial_line import SerialDevice

_LOOK_S = 0.01
_CHUNK = 4096

DeviceT = TypeVar("DeviceT", bound=SerialDevice)
_Result = TypeVar("_Result")


class SerialLine(Generic[DeviceT]):
    """Moves bytes between the device and whoever connects to the socket, in a thread of its own."""

    def __init__(self, device: DeviceT, listener: socket.socket) -> None:
        self._device = device
        self._listener = listener
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._worker = threading.Thread(target=self._serve)

    def start(self) -> None:
        """Begin to wait for the other end."""
        self._worker.start()

    def stop(self) -> None:
        """Hang up."""
        self._over.set()
        self._worker.join()

    def touch(self, deed: Callable[[DeviceT, float], _Result]) -> _Result:
        """Do something to the device by hand; the deed gets its clock, too."""
        with self._lock:
            return deed(self._device, time.monotonic())

    def _serve(self) -> None:
        with self._accepted() as stream:
            while stream is not None and not self._over.is_set():
                data = self._received(stream)
                if data == b"":
                    return
                with self._lock:
                    self._device.receive(data or b"", time.monotonic())
                    self._device.tick(time.monotonic())
                    answer = self._device.transmit(_CHUNK)
                stream.sendall(answer)

    @contextmanager
    def _accepted(self) -> Iterator[socket.socket | None]:
        self._listener.settimeout(_LOOK_S)
        while not self._over.is_set():
            try:
                stream, _ = self._listener.accept()
            except TimeoutError:
                continue
            with stream:
                stream.settimeout(_LOOK_S)
                yield stream
            return
        yield None

    def _received(self, stream: socket.socket) -> bytes | None:
        """What has come; None for nothing yet, empty when the other end has hung up."""
        try:
            return stream.recv(_CHUNK)
        except TimeoutError:
            return None


@contextmanager
def serial_line(device: DeviceT, path: Path) -> Iterator[SerialLine[DeviceT]]:
    """A line that listens at a UNIX socket until the block ends."""
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path.as_posix())
        listener.listen(1)
        line = SerialLine(device, listener)
        line.start()
        try:
            yield line
        finally:
            line.stop()
