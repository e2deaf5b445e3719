"""The bus: named ports with devices in them, addresses, and who is plugged in at the moment."""

from __future__ import annotations

import msgspec

from firmware.virtual.device import Completion, VirtualDevice
from firmware.virtual.faults import PowerCut
from firmware.virtual.usbip import DeviceSummary, InterfaceSummary

_LAST_ADDRESS = 127
BUS_NUMBER = 1


class Attached(msgspec.Struct, frozen=True):
    """One plugged-in device as a host lists it: bus id such as ``1-2``, and its address."""

    name: str
    bus_id: str
    address: int
    device: VirtualDevice

    @property
    def device_id(self) -> int:
        """The device id of USB/IP: bus number and address in one word."""
        return BUS_NUMBER << 16 | self.address


class _Port:
    __slots__ = ("address", "back_at", "device", "name", "number", "plugged", "powered")

    def __init__(self, number: int, name: str, device: VirtualDevice) -> None:
        self.number = number
        self.name = name
        self.device = device
        self.address = 0
        self.plugged = False
        self.powered = True
        self.back_at: float | None = None


class VirtualBus:
    """A hub without end. All calls come from one thread; ``at`` is one monotonic clock in seconds."""

    def __init__(self) -> None:
        self._ports: dict[str, _Port] = {}
        self._last_address = 1

    def attach(self, name: str, device: VirtualDevice) -> None:
        """Give a device a port of its own and plug it in; raises ``ValueError`` when the name is taken."""
        if name in self._ports:
            raise ValueError(f"two devices are named {name!r}: give each its own name")
        port = _Port(len(self._ports) + 1, name, device)
        self._ports[name] = port
        self._plug_in(port)

    def names(self) -> tuple[str, ...]:
        """The devices' names in the order of their ports."""
        return tuple(self._ports)

    def device(self, name: str) -> VirtualDevice:
        """The device of that name, plugged in or not; raises ``ValueError`` when there is none."""
        return self._port(name).device

    def attached(self) -> tuple[Attached, ...]:
        """Every device that a host can see now."""
        return tuple(
            Attached(port.name, f"{BUS_NUMBER}-{port.number}", port.address, port.device)
            for port in self._ports.values()
            if port.plugged
        )

    def find(self, name: str) -> Attached | None:
        """The device of that name as a host sees it, or None while it is unplugged."""
        return next((found for found in self.attached() if found.name == name), None)

    def unplug(self, name: str) -> list[Completion]:
        """Pull the cable; the device keeps its power. Returns the transfers that this ended."""
        port = self._port(name)
        port.plugged = False
        port.back_at = None
        return port.device.detach()

    def replug(self, name: str, at: float) -> None:
        """Put the cable back, and power if it was cut; the device gets a new address."""
        port = self._port(name)
        if not port.powered:
            port.device.function.power_up(at)
            port.powered = True
        if not port.plugged:
            self._plug_in(port)

    def power_cut(self, name: str) -> list[Completion]:
        """Take the device's power away. Returns the transfers that this ended."""
        port = self._port(name)
        if port.powered:
            port.device.function.power_cut()
            port.powered = False
        return self.unplug(name)

    def pump(self, at: float) -> list[Completion]:
        """Let every device work up to ``at``; carries out accidents and returns due."""
        done: list[Completion] = []
        for port in self._ports.values():
            if port.back_at is not None and port.back_at <= at:
                self.replug(port.name, at)
            if port.powered:
                done += port.device.pump(at)
                done += self._accidents(port, at)
        return done

    def due(self, at: float) -> float | None:
        """The next instant at which something happens without a host's doing."""
        instants = [port.back_at for port in self._ports.values()]
        instants += [port.device.due(at) for port in self._ports.values() if port.powered]
        return min((instant for instant in instants if instant is not None), default=None)

    def _accidents(self, port: _Port, at: float) -> list[Completion]:
        accident = port.device.take_accident()
        if accident is None:
            return []
        cut = isinstance(accident, PowerCut)
        done = self.power_cut(port.name) if cut else self.unplug(port.name)
        if accident.back_after_ms is not None:
            port.back_at = at + accident.back_after_ms / 1000
        return done

    def _plug_in(self, port: _Port) -> None:
        self._last_address = self._last_address + 1 if self._last_address < _LAST_ADDRESS else 2
        port.address = self._last_address
        port.plugged = True
        port.back_at = None
        port.device.reset()

    def _port(self, name: str) -> _Port:
        if name not in self._ports:
            raise ValueError(f"no device is named {name!r}: this bus has {', '.join(self._ports) or 'none'}")
        return self._ports[name]


def summary_of(found: Attached, *, listing: bool) -> DeviceSummary:
    """What USB/IP tells of a device; its interfaces only in a list of devices."""
    spec = found.device.spec
    codes = tuple(InterfaceSummary(item.code.major, item.code.minor, item.code.protocol) for item in spec.interfaces)
    return DeviceSummary(
        path=f"/jakaja/virtual/{found.bus_id}",
        bus_id=found.bus_id,
        bus_number=BUS_NUMBER,
        address=found.address,
        speed=spec.speed,
        vendor=spec.vendor,
        product=spec.product,
        release=spec.release,
        major=spec.code.major,
        minor=spec.code.minor,
        protocol=spec.code.protocol,
        configuration=found.device.configuration,
        configurations=1,
        interface_count=len(codes),
        interfaces=codes if listing else (),
    )
