"""A bus in this process, on a clock that only moves when somebody waits: the same devices, no sockets, no seconds.

A transfer that nothing answers takes its whole time-out at once, so that a test of every fault at every transfer
takes milliseconds. :class:`Mishap` names what may befall one transfer, counted from the moment it is set.
"""

from __future__ import annotations

import errno
import random
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from firmware.virtual.bus import Attached, VirtualBus, summary_of
from firmware.virtual.device import Completion, Setup, Urb
from firmware.virtual.link import LinkError
from firmware.virtual.usbip import Submitted

if TYPE_CHECKING:
    from firmware.virtual.usbip import DeviceSummary

Kind: TypeAlias = Literal[
    "drop", "late", "nak", "stall", "garbage", "unplug-before", "unplug-after", "cut-before", "cut-after", "kill"
]
"""What befalls a transfer.

`drop`: its bytes vanish on the way. `late`: they move, after the host has given up. `nak`: the endpoint is busy until
the host gives up. `stall`: refused. `garbage`: noise of the same length. `unplug` and `cut` (power): the cable or the
supply fails before or after the bytes moved, and is back after a while. `kill`: the host's process dies after it.
"""

KINDS: tuple[Kind, ...] = (
    "drop",
    "late",
    "nak",
    "stall",
    "garbage",
    "unplug-before",
    "unplug-after",
    "cut-before",
    "cut-after",
    "kill",
)

_A_TRANSFER_S = 0.001
_BACK_AFTER_S = 0.3
_FOR_EVER_S = 3600.0


class Mishap(msgspec.Struct, frozen=True):
    """`kind` befalls the `transfer`-th bulk or interrupt transfer that moves bytes, counted from 1."""

    transfer: int
    kind: Kind


class HostKilled(BaseException):
    """The host's process is dead; only a test, which plays the operating system, catches this."""


class LocalHost:
    """The way to a bus in this process; `at` is its clock in seconds."""

    def __init__(self, bus: VirtualBus, seed: int = 0) -> None:
        self.bus = bus
        self.at = 0.0
        self.transfers = 0
        self._mishap: Mishap | None = None
        self._random = random.Random(seed)
        self._last_seq = 0
        self._back: list[tuple[float, str]] = []

    def set_mishap(self, mishap: Mishap | None) -> None:
        """Let that befall, counting transfers from now."""
        self._mishap = mishap
        self.transfers = 0

    def devices(self) -> tuple[DeviceSummary, ...]:
        """What is plugged in now."""
        return tuple(summary_of(found, listing=True) for found in self.bus.attached())

    def link(self, device: DeviceSummary) -> LocalLink:
        """Import one device; raises `LinkError` with ENODEV when it is no longer there."""
        for found in self.bus.attached():
            if found.device_id == device.device_id:
                return LocalLink(self, found)
        raise LinkError(errno.ENODEV, f"device {device.bus_id} left the bus")

    def wait(self, seconds: float) -> None:
        """Let time pass; the devices go on."""
        end = self.at + seconds
        while self.at < end:
            self.work()
            self._advance(end)
        self.work()

    def work(self) -> list[Completion]:
        """Let every device do what is due now."""
        for instant, name in [item for item in self._back if item[0] <= self.at]:
            self._back.remove((instant, name))
            self.bus.replug(name, self.at)
        return self.bus.pump(self.at)

    def run(self, found: Attached, urb: Urb, timeout_s: float) -> Completion | None:
        """Have one transfer run until it ends, or None after its time-out, when it is withdrawn."""
        found.device.submit(urb)
        end = self.at + timeout_s
        self.at += _A_TRANSFER_S
        while True:
            for completion in self.work():
                if completion.owner is urb.owner and completion.seq == urb.seq:
                    return completion
            if self.bus.find(found.name) != found:
                return Completion(urb.owner, urb.seq, -errno.ENODEV, b"", 0)
            if self.at >= end:
                found.device.unlink(urb.owner, urb.seq)
                return None
            self._advance(end)

    def next_seq(self) -> int:
        """A number for the next transfer."""
        self._last_seq += 1
        return self._last_seq

    def mishap_now(self) -> Kind | None:
        """Count one transfer that moved bytes, or is about to; tell what befalls it."""
        self.transfers += 1
        mishap = self._mishap
        return mishap.kind if mishap is not None and mishap.transfer == self.transfers else None

    def noise(self, length: int) -> bytes:
        """Random bytes."""
        return self._random.randbytes(length)

    def fail(self, found: Attached, kind: Kind) -> None:
        """Pull the cable or cut the power; it is back after a while."""
        if kind.startswith("cut"):
            self.bus.power_cut(found.name)
        else:
            self.bus.unplug(found.name)
        self._back.append((self.at + _BACK_AFTER_S, found.name))

    def _advance(self, end: float) -> None:
        """Move the clock to the next instant at which something happens, at most to `end`."""
        instants = [self.bus.due(self.at), *(instant for instant, _ in self._back)]
        later = [instant for instant in instants if instant is not None and instant > self.at]
        self.at = min([*later, end])


class LocalLink:
    """One imported device of a bus in this process."""

    def __init__(self, host: LocalHost, found: Attached) -> None:
        self._host = host
        self._found = found
        self._late: dict[int, bytes] = {}

    def transfer(self, endpoint: int, payload: bytes | int, setup: bytes = bytes(8), timeout_ms: int = 0) -> Submitted:
        """Run one transfer; see :class:`firmware.virtual.backend.Link`."""
        if self._host.bus.find(self._found.name) != self._found:
            raise _error(errno.ENODEV)
        timeout_s = timeout_ms / 1000 if timeout_ms else _FOR_EVER_S
        number = endpoint & 0x0F
        if isinstance(payload, int):
            return self._read(number, payload, setup, timeout_s)
        return self._write(number, payload, setup, timeout_s)

    def close(self) -> None:
        """Withdraw whatever is still pending."""
        self._found.device.drop_owner(self)

    def _write(self, endpoint: int, data: bytes, setup: bytes, timeout_s: float) -> Submitted:
        kind = self._host.mishap_now() if endpoint else None
        if kind in ("nak", "stall", "unplug-before", "cut-before"):
            self._refuse(kind, timeout_s)
        if kind == "drop":
            return Submitted(0, 0, len(data))
        sent = self._host.noise(len(data)) if kind == "garbage" else data
        decoded = None if endpoint else Setup.decode(setup)
        completion = self._run(Urb(self, self._host.next_seq(), endpoint, data=sent, setup=decoded), timeout_s)
        self._befall(kind, timeout_s)
        return Submitted(completion.seq, 0, completion.actual)

    def _read(self, endpoint: int, length: int, setup: bytes, timeout_s: float) -> Submitted:
        if endpoint in self._late:
            data = self._late.pop(endpoint)
            return Submitted(0, 0, len(data), data)
        address = endpoint | 0x80 if endpoint else 0
        decoded = None if endpoint else Setup.decode(setup)
        while True:
            completion = self._run(Urb(self, self._host.next_seq(), address, length=length, setup=decoded), timeout_s)
            kind = self._host.mishap_now() if endpoint else None
            data = completion.data
            if kind in ("nak", "late", "stall"):
                self._late[endpoint] = data
            if kind == "drop":
                continue
            if kind == "garbage":
                data = self._host.noise(len(data))
            if kind in ("nak", "stall"):
                self._refuse(kind, timeout_s)
            self._befall(kind, timeout_s)
            return Submitted(completion.seq, 0, len(data), data)

    def _run(self, urb: Urb, timeout_s: float) -> Completion:
        """The transfer's end, if it is a good one."""
        completion = self._host.run(self._found, urb, timeout_s)
        if completion is None:
            raise _error(errno.ETIMEDOUT)
        if completion.status:
            code = -completion.status
            raise _error(errno.ENODEV if code in (errno.ESHUTDOWN, errno.ECONNRESET) else code)
        return completion

    def _refuse(self, kind: Kind, timeout_s: float) -> None:
        """Nothing moves."""
        if kind == "stall":
            raise _error(errno.EPIPE)
        if kind == "nak":
            self._host.wait(timeout_s)
            raise _error(errno.ETIMEDOUT)
        self._host.fail(self._found, kind)
        raise _error(errno.ENODEV)

    def _befall(self, kind: Kind | None, timeout_s: float) -> None:
        """The bytes have moved; what happens then."""
        match kind:
            case "late":
                self._host.wait(timeout_s)
                raise _error(errno.ETIMEDOUT)
            case "unplug-before" | "cut-before" | "unplug-after" | "cut-after":
                self._host.fail(self._found, kind)
                raise _error(errno.ENODEV)
            case "kill":
                raise HostKilled
            case _:
                return


def _error(code: int) -> LinkError:
    return LinkError(code, _MESSAGES.get(code, f"USB error {code}"))


_MESSAGES = {
    errno.ENODEV: "No such device (it may have been disconnected)",
    errno.ETIMEDOUT: "Operation timed out",
    errno.EPIPE: "Pipe error",
}
