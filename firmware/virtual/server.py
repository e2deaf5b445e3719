"""Exports a :class:`VirtualBus` over USB/IP, and its control desk over lines of JSON, from one thread.

The devices, the bus and every connection live in the thread that runs :meth:`BusServer.serve`, so none of
them needs a lock; :meth:`BusServer.stop` may be called from any thread.
"""

from __future__ import annotations

import contextlib
import errno
import selectors
import socket
import time
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from firmware.virtual import usbip
from firmware.virtual.address import listen, name_of
from firmware.virtual.bus import Attached, VirtualBus, summary_of
from firmware.virtual.desk import ControlDesk, LineSession
from firmware.virtual.device import Completion, Setup, Urb, Waiter
from firmware.virtual.usbfs import UsbfsFront
from firmware.virtual.usbip import MalformedFrameError

if TYPE_CHECKING:
    from collections.abc import Callable

_CHUNK = 1 << 16
_MAX_UNSENT = 8 << 20


class UsbIpSession(Waiter):
    """One host connection, sans-I/O: bytes in, URBs to its device, bytes out.

    Raises :class:`MalformedFrameError` from :meth:`receive` when the peer does not speak USB/IP.
    """

    def __init__(self, bus: VirtualBus) -> None:
        self._bus = bus
        self._incoming = usbip.Incoming()
        self._attached: Attached | None = None
        self._directions: dict[int, bool] = {}
        self.outgoing = bytearray()

    def receive(self, data: bytes) -> None:
        """Understand what arrived; answers that need no device gather in ``outgoing``."""
        self._incoming.feed(data)
        while self._step():
            pass

    def complete(self, completion: Completion) -> None:
        """Answer a transfer that ended."""
        is_in = self._directions.pop(completion.seq)
        data = completion.data if is_in else b""
        answer = usbip.Submitted(completion.seq, completion.status, completion.actual, data)
        self.outgoing += usbip.encode_return(answer)

    def gone(self) -> bool:
        """Whether the imported device left the bus, so that this connection has nothing more to say."""
        return self._attached is not None and self._bus.find(self._attached.name) != self._attached

    def close(self) -> None:
        """Withdraw whatever is pending for this connection."""
        if self._attached is not None:
            self._attached.device.drop_owner(self)

    def _step(self) -> bool:
        if self._attached is not None:
            command = usbip.next_command(self._incoming)
            if command is not None:
                self._command(self._attached, command)
            return command is not None
        operation = usbip.next_operation(self._incoming)
        match operation:
            case usbip.DeviceListRequest():
                listed = tuple(summary_of(found, listing=True) for found in self._bus.attached())
                self.outgoing += usbip.encode_device_list(listed)
            case usbip.ImportRequest(bus_id):
                found = next((found for found in self._bus.attached() if found.bus_id == bus_id), None)
                self._attached = found
                self.outgoing += usbip.encode_import(summary_of(found, listing=False) if found else None)
            case None:
                return False
        return True

    def _command(self, attached: Attached, command: usbip.Command) -> None:
        if isinstance(command, usbip.Unlink):
            withdrawn = attached.device.unlink(self, command.target)
            if withdrawn:
                del self._directions[command.target]
            status = -errno.ECONNRESET if withdrawn else 0
            self.outgoing += usbip.encode_return(usbip.Unlinked(command.seq, status))
            return
        if command.seq in self._directions:
            raise MalformedFrameError(f"USB/IP transfer {command.seq} is still in flight: use a new number")
        self._directions[command.seq] = command.is_in
        if self.gone():
            self.complete(Completion(self, command.seq, -errno.ENODEV, b"", 0))
            return
        setup = Setup.decode(command.setup) if command.endpoint == 0 else None
        address = command.endpoint | (0x80 if command.is_in and command.endpoint else 0)
        urb = Urb(self, command.seq, address, data=command.data, length=command.length, setup=setup)
        attached.device.submit(urb)


Session: TypeAlias = UsbIpSession | LineSession


class _Connection:
    """A socket with the session behind it."""

    __slots__ = ("session", "stream")

    def __init__(self, stream: socket.socket, session: Session) -> None:
        self.stream = stream
        self.session = session


class _Listener:
    """A listening socket and the session that each of its connections gets."""

    __slots__ = ("session", "stream")

    def __init__(self, stream: socket.socket, session: Callable[[], Session]) -> None:
        self.stream = stream
        self.session = session


class BusServer:
    """Serves one bus until stopped.

    ``listen_on`` and ``control_on`` are addresses as in :mod:`firmware.virtual.address`; ``report`` is told
    one line for each connection that was closed for speaking nonsense. ``usbfs`` is a folder in which the devices
    are shown as Linux would show them (:mod:`firmware.virtual.usbfs`).
    """

    def __init__(
        self,
        bus: VirtualBus,
        listen_on: str,
        control_on: str | None = None,
        report: Callable[[str], None] = lambda line: None,
        usbfs: str | None = None,
    ) -> None:
        self._bus = bus
        self._report = report
        self._desk = ControlDesk(bus)
        self._selector = selectors.DefaultSelector()
        self._connections: dict[Session, _Connection] = {}
        self._running = True
        self._wake, waker = socket.socketpair()
        self._waker = waker
        self._selector.register(self._wake, selectors.EVENT_READ, None)
        self._listeners = [self._listen(listen_on, lambda: UsbIpSession(bus))]
        self.address = name_of(self._listeners[0])
        self.control_address = ""
        if control_on is not None:
            self._listeners.append(self._listen(control_on, lambda: LineSession(self._desk)))
            self.control_address = name_of(self._listeners[1])
        self._usbfs = None if usbfs is None else UsbfsFront(bus, Path(usbfs), self._selector, self._move)

    def serve(self) -> None:
        """Run until :meth:`stop` or the desk's ``stop``; closes every socket on the way out."""
        try:
            while self._running and not self._desk.stopped:
                for key, mask in self._selector.select(self._patience()):
                    self._ready(key, mask)
                self._settle()
        finally:
            self._shut()

    def stop(self) -> None:
        """End :meth:`serve`, from any thread."""
        self._running = False
        self._waker.send(b"\0")

    def _listen(self, address: str, session: Callable[[], Session]) -> socket.socket:
        stream = listen(address)
        stream.setblocking(False)
        self._selector.register(stream, selectors.EVENT_READ, _Listener(stream, session))
        return stream

    def _patience(self) -> float | None:
        at = time.monotonic()
        dues = [due for due in (self._bus.due(at), self._desk.due()) if due is not None]
        return max(0.0, min(dues) - at) if dues else None

    def _ready(self, key: selectors.SelectorKey, mask: int) -> None:
        if isinstance(key.data, _Connection):
            if mask & selectors.EVENT_READ:
                self._read(key.data)
        elif isinstance(key.data, _Listener):
            self._accept(key.data)
        elif key.data is not None:
            key.data()
        else:
            self._wake.recv(_CHUNK)

    def _accept(self, listener: _Listener) -> None:
        try:
            stream, _ = listener.stream.accept()
        except (BlockingIOError, ConnectionError):
            return
        stream.setblocking(False)
        if stream.family == socket.AF_INET:
            stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection = _Connection(stream, listener.session())
        self._connections[connection.session] = connection
        self._selector.register(stream, selectors.EVENT_READ, connection)

    def _read(self, connection: _Connection) -> None:
        try:
            data = connection.stream.recv(_CHUNK)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            self._close(connection)
            return
        try:
            connection.session.receive(data)
        except MalformedFrameError as problem:
            self._report(f"connection closed: {problem}")
            self._flush(connection)
            self._close(connection)

    def _settle(self) -> None:
        """Let the devices work, follow who is plugged in, and send what there is to send."""
        self._move()
        if self._usbfs is not None:
            self._usbfs.follow()
        for connection in list(self._connections.values()):
            if connection.session.outgoing:
                self._flush(connection)
            if connection.session.gone() and not connection.session.outgoing:
                self._close(connection)

    def _move(self) -> None:
        """Let the devices work, and tell whoever owns a transfer that it has ended."""
        at = time.monotonic()
        self._desk.settle(at)
        for completion in (*self._desk.take_completions(), *self._bus.pump(at)):
            owner = completion.owner
            if isinstance(owner, Waiter) and (not isinstance(owner, UsbIpSession) or owner in self._connections):
                owner.complete(completion)
        self._desk.settle(at)

    def _flush(self, connection: _Connection) -> None:
        outgoing = connection.session.outgoing
        try:
            # A peer that takes no more now gets the rest when it reads again.
            with contextlib.suppress(BlockingIOError):
                while outgoing:
                    del outgoing[: connection.stream.send(outgoing)]
        except ConnectionError:
            self._close(connection)
            return
        if len(outgoing) > _MAX_UNSENT:
            self._report("connection closed: the peer does not read its answers")
            self._close(connection)
            return
        wanted = selectors.EVENT_READ | (selectors.EVENT_WRITE if outgoing else 0)
        self._selector.modify(connection.stream, wanted, connection)

    def _close(self, connection: _Connection) -> None:
        if self._connections.pop(connection.session, None) is None:
            return
        connection.session.close()
        connection.session.outgoing.clear()
        self._selector.unregister(connection.stream)
        connection.stream.close()

    def _shut(self) -> None:
        if self._usbfs is not None:
            self._usbfs.close()
        for connection in list(self._connections.values()):
            self._flush(connection)
            self._close(connection)
        for listener in self._listeners:
            name = name_of(listener)
            listener.close()
            if name.startswith("unix:"):
                Path(name.removeprefix("unix:")).unlink(missing_ok=True)
        self._selector.close()
        self._wake.close()
        self._waker.close()
