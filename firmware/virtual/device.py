"""A USB device in software, with the semantics of USB request blocks (URBs).

The device model is free of clocks and sockets: a host side submits and unlinks URBs, then calls
:meth:`VirtualDevice.pump` with the time, and gets the completions. What makes a printer a printer is its
:class:`Function`. Source: USB 2.0 §8.5 (transactions), §9.4 (standard requests).

- OUT data is accepted packet by packet, so a write that is unlinked may have been taken in part.
- IN data that an unlinked URB had gathered goes back to its endpoint: the device loses nothing.
- NAK leaves an URB pending, STALL completes it with EPIPE and halts the endpoint.
"""

from __future__ import annotations

import errno
import struct
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, TypeAlias

import msgspec

from firmware.virtual import descriptors
from firmware.virtual.faults import Accident, FaultInjector, FaultPlan, Handshake, PowerCut, Unplug

if TYPE_CHECKING:
    from firmware.virtual.descriptors import DeviceSpec, EndpointSpec

Fact: TypeAlias = bool | int | str
"""One visible property of a device."""

_GET_STATUS, _CLEAR_FEATURE, _SET_FEATURE, _SET_ADDRESS = 0, 1, 3, 5
_GET_DESCRIPTOR, _GET_CONFIGURATION, _SET_CONFIGURATION = 6, 8, 9
_GET_INTERFACE, _SET_INTERFACE = 10, 11
_TO_DEVICE, _TO_ENDPOINT, _PORT_REQUEST, _INTERFACE_TO_HOST = 0x00, 0x02, 0x23, 0x81
_ENDPOINT_HALT, _PORT_RESET = 0, 4


class Setup(msgspec.Struct, frozen=True):
    """The eight bytes that open a control transfer."""

    request_type: int
    request: int
    value: int
    index: int
    length: int

    @classmethod
    def decode(cls, raw: bytes) -> Setup:
        """Read the wire form: exactly eight bytes."""
        return cls(*struct.unpack("<BBHHH", raw))

    def encode(self) -> bytes:
        """The wire form."""
        return struct.pack("<BBHHH", self.request_type, self.request, self.value, self.index, self.length)

    @property
    def is_in(self) -> bool:
        """Whether data flows to the host."""
        return bool(self.request_type & descriptors.IN)

    @property
    def kind(self) -> int:
        """0 for a standard, 1 for a class, 2 for a vendor request."""
        return (self.request_type >> 5) & 3


class Waiter(ABC):
    """Whoever submits transfers and wants to be told how they end. The model itself hands any owner back."""

    @abstractmethod
    def complete(self, completion: Completion) -> None:
        """A transfer has ended."""


class Urb:
    """One transfer in flight. ``endpoint`` carries the direction bit; a control transfer has a ``setup``."""

    __slots__ = ("data", "endpoint", "gathered", "length", "owner", "seq", "setup", "taken")

    def __init__(
        self,
        owner: Hashable,
        seq: int,
        endpoint: int,
        *,
        data: bytes = b"",
        length: int = 0,
        setup: Setup | None = None,
    ) -> None:
        self.owner = owner
        self.seq = seq
        self.endpoint = endpoint
        self.data = data
        self.length = length
        self.setup = setup
        self.taken = 0
        self.gathered: list[bytes] = []


class Completion(msgspec.Struct, frozen=True):
    """How an URB ended: ``status`` is 0 or a negated errno; ``actual`` counts bytes either way."""

    owner: Hashable
    seq: int
    status: int
    data: bytes
    actual: int


class Function:
    """What a device does behind its endpoints. Every method has a harmless default.

    ``at`` is the device's clock in seconds; it never runs backwards.
    """

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """Answer a class or vendor request, or one for an interface's descriptor.

        The answer is IN data (or any bytes for an OUT request), STALL, or NAK.
        """
        return Handshake.STALL

    def ready(self, endpoint: int, at: float) -> Handshake:
        """Whether the next OUT packet would be taken (ACK), must wait (NAK) or is refused (STALL)."""
        return Handshake.ACK

    def accept(self, endpoint: int, packet: bytes, at: float) -> None:
        """Take one OUT packet; called only after :meth:`ready` said ACK."""

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """Give the next IN packet of at most ``limit`` bytes, or NAK or STALL."""
        return Handshake.NAK

    def tick(self, at: float) -> None:
        """Let time pass up to ``at``."""

    def due(self) -> float | None:
        """The next instant at which :meth:`tick` would change something."""
        return None

    def facts(self) -> dict[str, Fact]:
        """What a person standing in front of the device could see of it, by name."""
        return {}

    def body(self) -> object:
        """The thing that hands can reach: a serial device behind its USB converter, or the function itself."""
        return self

    def bus_reset(self) -> None:
        """The host reset the port or the cable was plugged in; the device kept its power."""

    def power_cut(self) -> None:
        """Power is gone: whatever lived in volatile memory is lost."""

    def power_up(self, at: float) -> None:
        """Power returns."""


class VirtualDevice:
    """The USB side of a device: enumeration, endpoint queues, halts, and injected faults."""

    def __init__(self, spec: DeviceSpec, function: Function, plan: FaultPlan | None = None) -> None:
        self.spec = spec
        self.function = function
        self.configuration = 0
        self._endpoints = {endpoint.address: endpoint for endpoint in spec.endpoints}
        self._queues: dict[int, deque[Urb]] = {}
        self._put_back: dict[int, deque[bytes]] = {}
        self._halted: set[int] = set()
        self._accident: Accident | None = None
        self._injector = FaultInjector(FaultPlan())
        if plan is not None:
            self.set_faults(plan)

    def set_faults(self, plan: FaultPlan) -> None:
        """Replace the fault plan; raises ``ValueError`` when it names an endpoint the device lacks."""
        for fault in plan.faults:
            if fault.endpoint not in self._endpoints:
                known = ", ".join(f"{address:#04x}" for address in self._endpoints)
                raise ValueError(f"fault on endpoint {fault.endpoint:#04x}: this device has {known}")
        self._injector = FaultInjector(plan)

    def submit(self, urb: Urb) -> None:
        """Queue a transfer; :meth:`pump` reports its end."""
        self._queues.setdefault(urb.endpoint, deque()).append(urb)

    def unlink(self, owner: Hashable, seq: int) -> bool:
        """Withdraw a pending transfer; False when it has already completed."""
        for queue in self._queues.values():
            for urb in queue:
                if urb.owner == owner and urb.seq == seq:
                    queue.remove(urb)
                    self._put_back.setdefault(urb.endpoint, deque()).extendleft(reversed(urb.gathered))
                    return True
        return False

    def drop_owner(self, owner: Hashable) -> None:
        """Withdraw everything a vanished host connection had pending."""
        for queue in self._queues.values():
            for urb in [urb for urb in queue if urb.owner == owner]:
                self.unlink(owner, urb.seq)

    def pump(self, at: float) -> list[Completion]:
        """Move every packet that can move now and return the transfers that ended."""
        self.function.tick(at)
        done: list[Completion] = []
        moved = True
        while moved and self._accident is None:
            moved = False
            for queue in list(self._queues.values()):
                while queue and self._accident is None:
                    completion = self._serve(queue[0], at)
                    if completion is None:
                        break
                    queue.popleft()
                    done.append(completion)
                    moved = True
            self.function.tick(at)
        return done

    def due(self, at: float) -> float | None:
        """The next instant at which the device does something by itself."""
        instants = (self.function.due(), self._injector.due(at))
        return min((instant for instant in instants if instant is not None), default=None)

    def take_accident(self) -> Accident | None:
        """The unplugging or power cut that a fault asked for; the bus carries it out."""
        accident, self._accident = self._accident, None
        return accident

    def detach(self) -> list[Completion]:
        """End every pending transfer with ESHUTDOWN, as the kernel does when the cable comes out."""
        done = [
            Completion(urb.owner, urb.seq, -errno.ESHUTDOWN, b"", urb.taken)
            for queue in self._queues.values()
            for urb in queue
        ]
        self._queues.clear()
        return done

    def reset(self) -> None:
        """Bus reset: unconfigured, nothing halted, nothing half read."""
        self.configuration = 0
        self._halted.clear()
        self._put_back.clear()
        self.function.bus_reset()

    def _serve(self, urb: Urb, at: float) -> Completion | None:
        if urb.setup is not None:
            return self._serve_control(urb, urb.setup)
        endpoint = self._endpoints.get(urb.endpoint)
        if endpoint is None or not self.configuration:
            return _ended(urb, -errno.ENOENT)
        if urb.endpoint in self._halted:
            return _ended(urb, -errno.EPIPE)
        if urb.endpoint & descriptors.IN:
            return self._serve_in(urb, endpoint, at)
        return self._serve_out(urb, endpoint, at)

    def _serve_out(self, urb: Urb, endpoint: EndpointSpec, at: float) -> Completion | None:
        while True:
            packet = urb.data[urb.taken : urb.taken + endpoint.packet_size]
            answer = self._offer(endpoint.address, packet, at)
            if answer is Handshake.NAK or self._accident is not None:
                return None
            if answer is Handshake.STALL:
                self._halted.add(endpoint.address)
                return _ended(urb, -errno.EPIPE)
            urb.taken += len(packet)
            if urb.taken == len(urb.data):
                return _ended(urb, 0)

    def _offer(self, address: int, packet: bytes, at: float) -> Handshake:
        gate = self._injector.gate(address, at)
        if gate is not Handshake.ACK:
            return gate
        ready = self.function.ready(address, at)
        if ready is not Handshake.ACK:
            return ready
        verdict = self._injector.judge(address, packet)
        if verdict.packet:
            self.function.accept(address, verdict.packet, at)
        if isinstance(verdict.fault, Unplug | PowerCut):
            self._accident = verdict.fault
        return Handshake.ACK

    def _serve_in(self, urb: Urb, endpoint: EndpointSpec, at: float) -> Completion | None:
        while True:
            packet = self._next_packet(endpoint, at)
            if packet is Handshake.NAK or self._accident is not None:
                return None
            if packet is Handshake.STALL:
                self._halted.add(endpoint.address)
                return _ended(urb, -errno.EPIPE)
            if not isinstance(packet, bytes):
                continue
            room = urb.length - sum(map(len, urb.gathered))
            if len(packet) > room:
                return _ended(urb, -errno.EOVERFLOW)
            urb.gathered.append(packet)
            if len(packet) < endpoint.packet_size or len(packet) == room:
                return _ended(urb, 0)

    def _next_packet(self, endpoint: EndpointSpec, at: float) -> bytes | Handshake:
        """One IN packet after faults; ACK stands for a packet that a fault made vanish."""
        waiting = self._put_back.get(endpoint.address)
        if waiting:
            return waiting.popleft()
        gate = self._injector.gate(endpoint.address, at)
        if gate is not Handshake.ACK:
            return gate
        packet = self.function.produce(endpoint.address, endpoint.packet_size)
        if not isinstance(packet, bytes):
            return packet
        verdict = self._injector.judge(endpoint.address, packet)
        if isinstance(verdict.fault, Unplug | PowerCut):
            self._accident = verdict.fault
        return verdict.packet if verdict.packet or not packet else Handshake.ACK

    def _serve_control(self, urb: Urb, setup: Setup) -> Completion | None:
        if setup.request_type == _PORT_REQUEST and (setup.request, setup.value) == (
            _SET_FEATURE,
            _PORT_RESET,
        ):
            self.reset()
            return _ended(urb, 0)
        own = setup.kind != 0 or (setup.request_type, setup.request) == (_INTERFACE_TO_HOST, _GET_DESCRIPTOR)
        answer = self.function.control(setup, urb.data) if own else self._standard(setup)
        if answer is Handshake.NAK:
            return None
        if not isinstance(answer, bytes):
            return _ended(urb, -errno.EPIPE)
        if setup.is_in:
            urb.gathered.append(answer[: min(setup.length, urb.length)])
        else:
            urb.taken = len(urb.data)
        return _ended(urb, 0)

    def _standard(self, setup: Setup) -> bytes | Handshake:
        answers: dict[int, Callable[[Setup], bytes | Handshake]] = {
            _GET_STATUS: self._status,
            _CLEAR_FEATURE: self._feature,
            _SET_FEATURE: self._feature,
            _SET_ADDRESS: lambda _: b"",
            _GET_DESCRIPTOR: lambda asked: self._descriptor(asked.value >> 8, asked.value & 0xFF),
            _GET_CONFIGURATION: lambda _: bytes((self.configuration,)),
            _SET_CONFIGURATION: self._configure,
            _GET_INTERFACE: lambda _: b"\0",
            _SET_INTERFACE: lambda asked: Handshake.STALL if asked.value else b"",
        }
        answer = answers.get(setup.request)
        return Handshake.STALL if answer is None else answer(setup)

    def _configure(self, setup: Setup) -> bytes | Handshake:
        if setup.value not in (0, 1):
            return Handshake.STALL
        self.configuration = setup.value
        self._halted.clear()
        return b""

    def _status(self, setup: Setup) -> bytes | Handshake:
        """A device says that it is self-powered, as its configuration does; an endpoint whether it is halted."""
        recipient = setup.request_type & 0x1F
        bit = setup.index in self._halted if recipient == _TO_ENDPOINT else recipient == _TO_DEVICE
        return bytes((int(bit), 0))

    def _feature(self, setup: Setup) -> bytes | Handshake:
        to_endpoint = setup.request_type & 0x1F == _TO_ENDPOINT
        if not to_endpoint or setup.value != _ENDPOINT_HALT or setup.index not in self._endpoints:
            return Handshake.STALL
        if setup.request == _CLEAR_FEATURE:
            self._halted.discard(setup.index)
        else:
            self._halted.add(setup.index)
        return b""

    def _descriptor(self, kind: int, index: int) -> bytes | Handshake:
        found: bytes | None = None
        if kind == descriptors.DEVICE:
            found = descriptors.device_descriptor(self.spec)
        elif kind == descriptors.CONFIGURATION and index == 0:
            found = descriptors.configuration_descriptor(self.spec)
        elif kind == descriptors.STRING:
            found = descriptors.string_descriptor(self.spec, index)
        return Handshake.STALL if found is None else found


def _ended(urb: Urb, status: int) -> Completion:
    data = b"".join(urb.gathered)
    return Completion(urb.owner, urb.seq, status, data, len(data) or urb.taken)
