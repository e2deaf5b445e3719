"""A test device: what goes out comes back, and every refusal can be had on request.

KEEP keeps its OUT data and GIVE returns them, BUSY makes bulk OUT busy (value 1) or free (value 0), REFUSE
always stalls, HALT halts the bulk endpoint named by the index, NOTIFY queues its OUT data as one interrupt
packet, NEVER is busy for ever.
"""

from __future__ import annotations

import enum
from collections import deque

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Function, Setup
from firmware.virtual.faults import Handshake

VENDOR, PRODUCT = 0x1209, 0x0001
BULK_OUT, BULK_IN, INTERRUPT_IN = 0x01, 0x81, 0x82

_CAPACITY = 1 << 16


class Ask(enum.IntEnum):
    """The vendor requests, as ``bRequest``."""

    KEEP = 1
    GIVE = 2
    BUSY = 3
    REFUSE = 4
    HALT = 5
    NOTIFY = 6
    NEVER = 7


class Loopback(Function):
    """The loop: a queue of packets from bulk OUT to bulk IN."""

    def __init__(self) -> None:
        self._kept = b""
        self._busy = False
        self._halting: set[int] = set()
        self._loop: deque[bytes] = deque()
        self._notices: deque[bytes] = deque()

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """Answer the vendor requests; see :class:`Ask`."""
        match setup.request:
            case Ask.KEEP:
                self._kept = data
            case Ask.GIVE:
                return self._kept
            case Ask.BUSY:
                self._busy = bool(setup.value)
            case Ask.HALT:
                self._halting.add(setup.index)
            case Ask.NOTIFY:
                self._notices.append(data)
            case Ask.NEVER:
                return Handshake.NAK
            case _:
                return Handshake.STALL
        return b""

    def ready(self, endpoint: int, at: float) -> Handshake:
        """Busy while told to be, and when the loop holds 64 KiB."""
        if endpoint in self._halting:
            self._halting.discard(endpoint)
            return Handshake.STALL
        full = sum(map(len, self._loop)) >= _CAPACITY
        return Handshake.NAK if self._busy or full else Handshake.ACK

    def accept(self, endpoint: int, packet: bytes, at: float) -> None:
        """Put the packet on the loop."""
        self._loop.append(packet)

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """Give the next packet of the loop, or the next notice."""
        if endpoint in self._halting:
            self._halting.discard(endpoint)
            return Handshake.STALL
        queue = self._loop if endpoint == BULK_IN else self._notices
        return queue.popleft() if queue else Handshake.NAK

    def bus_reset(self) -> None:
        """Forget what is on its way."""
        self._busy = False
        self._halting.clear()
        self._loop.clear()
        self._notices.clear()


def loopback_spec(serial: str = "LOOP0001") -> DeviceSpec:
    """The descriptors of the test device."""
    endpoints = (
        EndpointSpec(BULK_OUT, TransferKind.BULK),
        EndpointSpec(BULK_IN, TransferKind.BULK),
        EndpointSpec(INTERRUPT_IN, TransferKind.INTERRUPT, packet_size=8, interval=10),
    )
    interface = InterfaceSpec(ClassCode(0xFF, 0, 0), endpoints, "loop")
    return DeviceSpec(VENDOR, PRODUCT, "Jakaja", "Loopback", serial, (interface,))
