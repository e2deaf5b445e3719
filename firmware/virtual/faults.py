"""Faults on purpose: a declarative, seedable plan per device, and the injector that carries it out.

A plan is data, so that it can be written in a configuration file and sent over the control channel::

    {"seed": 7, "faults": [{"kind": "unplug", "endpoint": 1, "at_byte": 512, "back_after_ms": 200}]}

``endpoint`` is an endpoint address with its direction bit (0x81 is 129); ``at_byte`` counts the bytes that
have passed that endpoint since the plan was set. Each fault happens once.
"""

from __future__ import annotations

import enum
import random
from typing import TypeAlias

import msgspec


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="kind", forbid_unknown_fields=True):
    """The packet at that byte is acknowledged and lost."""

    endpoint: int
    at_byte: int = 0


class Nak(msgspec.Struct, frozen=True, tag="nak", tag_field="kind", forbid_unknown_fields=True):
    """The endpoint is busy (it answers NAK) for ``ms`` milliseconds."""

    endpoint: int
    ms: int
    at_byte: int = 0


class Stall(msgspec.Struct, frozen=True, tag="stall", tag_field="kind", forbid_unknown_fields=True):
    """The endpoint halts until the host clears it."""

    endpoint: int
    at_byte: int = 0


class Garbage(msgspec.Struct, frozen=True, tag="garbage", tag_field="kind", forbid_unknown_fields=True):
    """The packet at that byte arrives with random content of the same length."""

    endpoint: int
    at_byte: int = 0


class Unplug(msgspec.Struct, frozen=True, tag="unplug", tag_field="kind", forbid_unknown_fields=True):
    """The cable comes out right after that byte; with ``back_after_ms`` it returns with a new address."""

    endpoint: int
    at_byte: int = 0
    back_after_ms: int | None = None


class PowerCut(msgspec.Struct, frozen=True, tag="power_cut", tag_field="kind", forbid_unknown_fields=True):
    """The device loses its power right after that byte; with ``back_after_ms`` it starts again."""

    endpoint: int
    at_byte: int = 0
    back_after_ms: int | None = None


Fault: TypeAlias = Drop | Nak | Stall | Garbage | Unplug | PowerCut
Accident: TypeAlias = Unplug | PowerCut
PacketFault: TypeAlias = Drop | Garbage | Accident


def parse_fault(text: str) -> Fault:
    """Read ``KIND:ENDPOINT[@BYTE][,NAME=NUMBER...]``, such as ``unplug:0x81@512,back_after_ms=200``.

    Raises ``ValueError`` with one sentence for anything else.
    """
    head, *extras = text.split(",")
    kind, _, place = head.partition(":")
    endpoint, _, at_byte = place.partition("@")
    fields: dict[str, object] = {"kind": kind}
    try:
        fields |= {"endpoint": int(endpoint, 0), "at_byte": int(at_byte or "0", 0)}
        fields |= {name: int(number, 0) for name, _, number in (extra.partition("=") for extra in extras)}
        fault: Fault = msgspec.convert(fields, Fault)
    except (ValueError, msgspec.ValidationError) as problem:
        form = "KIND:ENDPOINT[@BYTE][,NAME=NUMBER] such as unplug:0x81@512,back_after_ms=200"
        raise ValueError(f"fault {text!r} is none: write {form}") from problem
    return fault


class FaultPlan(msgspec.Struct, frozen=True):
    """The faults of one device and the seed of the random bytes in them."""

    faults: tuple[Fault, ...] = ()
    seed: int = 0


class Handshake(enum.Enum):
    """A device's answer to one packet: taken, busy (ask again), or refused until the halt is cleared."""

    ACK = "ack"
    NAK = "nak"
    STALL = "stall"


class Verdict(msgspec.Struct, frozen=True):
    """What becomes of one packet: the bytes that get through, and the fault that struck, if any."""

    packet: bytes
    fault: PacketFault | None = None


class FaultInjector:
    """Carries out one plan. ``at`` is the device's clock in seconds."""

    def __init__(self, plan: FaultPlan) -> None:
        self._waiting = list(plan.faults)
        self._random = random.Random(plan.seed)
        self._passed: dict[int, int] = {}
        self._busy_until: dict[int, float] = {}

    def gate(self, endpoint: int, at: float) -> Handshake:
        """Whether the endpoint takes part in a packet now; STALL is answered once, the device keeps the halt."""
        for fault in self._waiting:
            if fault.endpoint != endpoint or self._at(endpoint) < fault.at_byte:
                continue
            if isinstance(fault, Nak):
                self._waiting.remove(fault)
                self._busy_until[endpoint] = at + fault.ms / 1000
                break
            if isinstance(fault, Stall):
                self._waiting.remove(fault)
                return Handshake.STALL
        return Handshake.NAK if self._busy_until.get(endpoint, at) > at else Handshake.ACK

    def due(self, at: float) -> float | None:
        """When the next busy endpoint becomes free again."""
        return min((until for until in self._busy_until.values() if until > at), default=None)

    def judge(self, endpoint: int, packet: bytes) -> Verdict:
        """Pass one packet through the plan and count its bytes."""
        start = self._at(endpoint)
        self._passed[endpoint] = start + len(packet)
        fault = self._striking(endpoint, start + len(packet))
        match fault:
            case None:
                return Verdict(packet)
            case Drop():
                return Verdict(b"", fault)
            case Garbage():
                return Verdict(self._random.randbytes(len(packet)), fault)
            case Unplug() | PowerCut():
                return Verdict(packet[: max(0, fault.at_byte - start)], fault)

    def _at(self, endpoint: int) -> int:
        return self._passed.get(endpoint, 0)

    def _striking(self, endpoint: int, end: int) -> PacketFault | None:
        for fault in self._waiting:
            if isinstance(fault, Nak | Stall) or fault.endpoint != endpoint:
                continue
            reached = end >= fault.at_byte if isinstance(fault, Unplug | PowerCut) else end > fault.at_byte
            if reached:
                self._waiting.remove(fault)
                return fault
        return None
