"""A serial line: what hangs on it, and the part that every USB converter to it has in common."""

from __future__ import annotations

import msgspec

from firmware.virtual.device import Fact, Function
from firmware.virtual.faults import Handshake

_TOLERANCE_PER_MILLE = 20
"""How far two ends' speeds may lie apart before bytes turn into noise."""


class LineCoding(msgspec.Struct, frozen=True):
    """Speed in bits a second, stop bits (0 is one), parity (0 is none), data bits."""

    rate: int = 9600
    stop: int = 0
    parity: int = 0
    bits: int = 8


class SerialDevice:
    """What hangs on the serial line: bytes in, bytes out, and a clock in seconds."""

    line = LineCoding()
    """The only line coding it understands; bytes sent with another one are noise to it."""

    def receive(self, data: bytes, at: float) -> None:
        """Take what the host sent."""

    def transmit(self, limit: int) -> bytes:
        """Give up to ``limit`` bytes for the host."""
        return b""

    def tick(self, at: float) -> None:
        """Let time pass up to ``at``."""

    def due(self) -> float | None:
        """The next instant at which :meth:`tick` would change something."""
        return None

    def power_cut(self) -> None:
        """Power is gone."""

    def power_up(self, at: float) -> None:
        """Power returns."""

    def facts(self) -> dict[str, Fact]:
        """What can be seen of it."""
        return {}


class Converter(Function):
    """A USB converter with a serial device behind it, both on one supply.

    Bytes in flight are lost on a bus reset; the serial device is not. A subclass sets `coding` by its own requests.
    """

    data_in = 0x81
    """The endpoint on which the line's bytes reach the host."""

    def __init__(self, serial: SerialDevice) -> None:
        self._serial = serial
        self.coding = LineCoding()

    def accept(self, endpoint: int, packet: bytes, at: float) -> None:
        """Send the packet down the line; with another setting than its own, the device hears noise."""
        wanted = self._serial.line
        near = abs(self.coding.rate - wanted.rate) * 1000 <= wanted.rate * _TOLERANCE_PER_MILLE
        if near and msgspec.structs.replace(self.coding, rate=wanted.rate) == wanted:
            self._serial.receive(packet, at)

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """Give what came up the line; any other endpoint stays silent."""
        data = self._serial.transmit(limit) if endpoint == self.data_in else b""
        return data or Handshake.NAK

    def tick(self, at: float) -> None:
        """Pass the time on."""
        self._serial.tick(at)

    def due(self) -> float | None:
        """The serial device's next instant."""
        return self._serial.due()

    def bus_reset(self) -> None:
        """Default line coding, nothing in flight."""
        self.coding = LineCoding()
        while self._serial.transmit(4096):
            pass

    def power_cut(self) -> None:
        """Converter and device share one supply."""
        self._serial.power_cut()

    def power_up(self, at: float) -> None:
        """Converter and device share one supply."""
        self._serial.power_up(at)

    def facts(self) -> dict[str, Fact]:
        """The serial device's."""
        return self._serial.facts()

    def body(self) -> object:
        """The serial device."""
        return self._serial
