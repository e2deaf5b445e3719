"""One opened device node: the calls of ``<linux/usbdevice_fs.h>`` that libusb makes, and the speech they come in.

A call names memory of the calling program. The caller waits in the call and reads or writes it on our behalf.
"""

from __future__ import annotations

import errno
import struct
from collections import deque
from typing import TYPE_CHECKING

import msgspec

from firmware.virtual import descriptors
from firmware.virtual.device import Completion, Setup, Urb, Waiter

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from firmware.virtual.usbfs import Node

_WORDS = struct.Struct("=QQQ")
_CALL, _READ, _WRITE = 1, 7, 8
_DONE, _RUN, _RESULT, _READ_MEMORY, _WRITE_MEMORY = 3, 4, 2, 5, 6
"""The speech of the preload library: three words each way. A call, its result, and what may come between."""

_USBFS = ord("U")
_NAME_BYTES = 256

_URB = struct.Struct("=BBxxiIxxxxQiiiiiIQ")
"""``struct usbdevfs_urb`` on a 64-bit machine: type, endpoint, status, flags, buffer, length, actual, ..."""

_STATUS_AT, _ACTUAL_AT = 4, 28
_CONTROL_TYPE = 2
_SETUP_BYTES = 8

_CAPABILITIES = 0x01 | 0x04 | 0x10
"""A zero packet may end a transfer, transfers have any size, and what ended is told also after an unplugging."""

_DISCONNECT, _CONNECT = _USBFS << 8 | 22, _USBFS << 8 | 23
_SET_CONFIGURATION, _SET_INTERFACE, _CLEAR_FEATURE = 9, 11, 1


class _Ended(msgspec.Struct, frozen=True):
    """A transfer that waits to be fetched: where the caller keeps it, and what became of it."""

    place: int
    urb: Urb
    completion: Completion


class OpenNode(Waiter):
    """One opened node: the transfers of its caller, and its calls."""

    def __init__(self, node: Node, stream: socket.socket) -> None:
        self.stream = stream
        self.done: deque[_Ended] = deque()
        self._node = node
        self._places: dict[int, int] = {}
        self._urbs: dict[int, Urb] = {}
        self._last = 0

    def serve(self) -> None:
        """Answer one call; a caller that has gone is forgotten."""
        try:
            kind, number, argument = self._take_words()
            if kind in (_READ, _WRITE):
                self._run_there()
                return
            result = self._call(number, argument) if kind == _CALL else -errno.ENOTTY
            self._say(_DONE, result if result >= 0 else -1, -result if result < 0 else 0)
        except OSError:
            self._node.left(self)

    def complete(self, completion: Completion) -> None:
        """A transfer has ended; it is kept until the caller fetches it."""
        urb = self._urbs.pop(completion.seq)
        self.done.append(_Ended(self._places.pop(completion.seq), urb, completion))
        self._node.ring()

    # -- the speech ----------------------------------------------------------------------------------------------

    def _take(self, length: int) -> bytes:
        data = b""
        while len(data) < length:
            piece = self.stream.recv(length - len(data))
            if not piece:
                raise ConnectionResetError("the caller has gone")
            data += piece
        return data

    def _take_words(self) -> tuple[int, int, int]:
        kind, first, second = _WORDS.unpack(self._take(_WORDS.size))
        return kind, first, second

    def _say(self, kind: int, first: int, second: int, data: bytes = b"") -> None:
        self.stream.sendall(_WORDS.pack(kind, first & (1 << 64) - 1, second) + data)

    def _read(self, place: int, length: int) -> bytes:
        """The caller's memory at ``place``."""
        if not length:
            return b""
        self._say(_READ_MEMORY, place, length)
        return self._take(length)

    def _write(self, place: int, data: bytes) -> None:
        """Put ``data`` into the caller's memory."""
        if data:
            self._say(_WRITE_MEMORY, place, len(data), data)

    def _run_there(self) -> None:
        """Have the caller do it itself."""
        self._say(_RUN, 0, 0)
        _, result, problem = self._take_words()
        self._say(_DONE, result, problem)

    # -- the calls -----------------------------------------------------------------------------------------------

    def _call(self, request: int, argument: int) -> int:
        """Carry out one call; the result, or a negated errno."""
        act = _CALLS.get(request & 0xFF) if request >> 8 & 0xFF == _USBFS else None
        if act is None:
            return -errno.ENOTTY
        if not self._node.plugged and act not in _AFTER_UNPLUG:
            return -errno.ENODEV
        return act(self, argument)

    def _number(self, place: int) -> int:
        (number,) = struct.unpack("=I", self._read(place, 4))
        return int(number)

    def _submit(self, place: int) -> int:
        kind, endpoint, _, _, buffer, length, *_ = _URB.unpack(self._read(place, _URB.size))
        self._last += 1
        if kind == _CONTROL_TYPE:
            setup = Setup.decode(self._read(buffer, _SETUP_BYTES))
            data = b"" if setup.is_in else self._read(buffer + _SETUP_BYTES, setup.length)
            urb = Urb(self, self._last, 0, data=data, length=setup.length, setup=setup)
        elif endpoint & descriptors.IN:
            urb = Urb(self, self._last, endpoint, length=length)
        else:
            urb = Urb(self, self._last, endpoint, data=self._read(buffer, length))
        self._urbs[urb.seq], self._places[urb.seq] = urb, place
        self._node.found.device.submit(urb)
        return 0

    def _discard(self, place: int) -> int:
        """Withdraw a transfer; it is fetched like one that has ended."""
        seq = next((seq for seq, kept in self._places.items() if kept == place), None)
        if seq is None or not self._node.found.device.unlink(self, seq):
            return -errno.EINVAL
        self.complete(Completion(self, seq, -errno.ENOENT, b"", self._urbs[seq].taken))
        return 0

    def _reap(self, place: int) -> int:
        """Fetch a transfer that has ended: its data, its end, and last where the caller keeps it."""
        if not self.done:
            self._node.hush()
            return -errno.EAGAIN if self._node.plugged else -errno.ENODEV
        ended = self.done.popleft()
        completion = ended.completion
        if completion.data:
            buffer = _URB.unpack(self._read(ended.place, _URB.size))[4]
            self._write(buffer + (_SETUP_BYTES if ended.urb.setup else 0), completion.data)
        self._write(ended.place + _STATUS_AT, struct.pack("=i", completion.status))
        self._write(ended.place + _ACTUAL_AT, struct.pack("=i", completion.actual))
        self._write(place, struct.pack("=Q", ended.place))
        self._node.hush()
        return 0

    def _claim(self, place: int) -> int:
        number = self._number(place)
        if number not in self._node.drivers:
            return -errno.EINVAL
        if self._node.drivers[number] or self._node.claims.get(number, self) is not self:
            return -errno.EBUSY
        self._node.claims[number] = self
        return 0

    def _release(self, place: int) -> int:
        number = self._number(place)
        if self._node.claims.get(number) is not self:
            return -errno.EINVAL
        del self._node.claims[number]
        return 0

    def _driver(self, place: int) -> int:
        """Name the driver on an interface."""
        number = self._number(place)
        name = "usbfs" if number in self._node.claims else self._node.drivers.get(number, "")
        if not name:
            return -errno.ENODATA
        self._write(place + 4, name.encode().ljust(_NAME_BYTES, b"\0"))
        return 0

    def _to_driver(self, place: int) -> int:
        """Take the kernel's driver off an interface, or have it come back."""
        number, what = struct.unpack("=iI", self._read(place, 8))
        drivers = self._node.drivers
        if what == _DISCONNECT and drivers.get(number):
            drivers[number] = ""
            return 0
        if what == _CONNECT and drivers.get(number) == "" and number not in self._node.claims:
            drivers[number] = self._node.kernel_driver(number)
            return 1
        return -errno.ENODATA if what == _DISCONNECT else -errno.EBUSY if what == _CONNECT else -errno.ENOTTY

    def _set_interface(self, place: int) -> int:
        number, setting = struct.unpack("=II", self._read(place, 8))
        return self._node.request(Setup(0x01, _SET_INTERFACE, setting, number, 0))

    def _set_configuration(self, place: int) -> int:
        if self._node.claims or any(self._node.drivers.values()):
            return -errno.EBUSY
        return self._node.request(Setup(0x00, _SET_CONFIGURATION, self._number(place), 0, 0))

    def _clear_halt(self, place: int) -> int:
        return self._node.request(Setup(0x02, _CLEAR_FEATURE, 0, self._number(place), 0))

    def _reset(self, _place: int) -> int:
        """Reset the port, and configure the device again as the kernel does."""
        self._node.found.device.reset()
        return self._node.request(Setup(0x00, _SET_CONFIGURATION, 1, 0, 0))

    def _capabilities(self, place: int) -> int:
        self._write(place, struct.pack("=I", _CAPABILITIES))
        return 0

    def _speed(self, _place: int) -> int:
        return int(self._node.found.device.spec.speed)


_CALLS: dict[int, Callable[[OpenNode, int], int]] = {
    4: OpenNode._set_interface,
    5: OpenNode._set_configuration,
    8: OpenNode._driver,
    10: OpenNode._submit,
    11: OpenNode._discard,
    13: OpenNode._reap,
    15: OpenNode._claim,
    16: OpenNode._release,
    18: OpenNode._to_driver,
    20: OpenNode._reset,
    21: OpenNode._clear_halt,
    26: OpenNode._capabilities,
    31: OpenNode._speed,
}
"""The calls by their number in ``<linux/usbdevice_fs.h>``."""

_AFTER_UNPLUG = frozenset({OpenNode._reap, OpenNode._release})
"""What may be asked of a node whose device has gone."""
