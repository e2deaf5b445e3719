"""A USB serial converter of the communications class (CDC-ACM) with a serial device behind it.

Source: USB CDC 1.2 and its PSTN subclass 1.2.
"""

from __future__ import annotations

import struct

import msgspec

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Fact, Function, Setup
from firmware.virtual.faults import Handshake

NOTICE_IN, DATA_IN, DATA_OUT = 0x83, 0x81, 0x02

_SET_LINE_CODING, _GET_LINE_CODING, _SET_CONTROL_LINE_STATE, _SEND_BREAK = 0x20, 0x21, 0x22, 0x23
_CODING = struct.Struct("<IBBB")
_HEADER, _CALL_MANAGEMENT, _ACM, _UNION = 0, 1, 2, 6


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


class CdcAcm(Function):
    """The converter. Bytes in flight are lost on a bus reset; the serial device is not."""

    def __init__(self, serial: SerialDevice) -> None:
        self._serial = serial
        self._coding = LineCoding()

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """Line coding, control lines and break."""
        if setup.request == _SET_LINE_CODING and len(data) == _CODING.size:
            self._coding = LineCoding(*_CODING.unpack(data))
            return b""
        if setup.request == _GET_LINE_CODING:
            return _CODING.pack(*msgspec.structs.astuple(self._coding))
        known = setup.request in (_SET_CONTROL_LINE_STATE, _SEND_BREAK)
        return b"" if known else Handshake.STALL

    def accept(self, endpoint: int, packet: bytes, at: float) -> None:
        """Send the packet down the line."""
        if self._coding == self._serial.line:
            self._serial.receive(packet, at)

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """Give what came up the line; the notification endpoint stays silent."""
        data = self._serial.transmit(limit) if endpoint == DATA_IN else b""
        return data or Handshake.NAK

    def tick(self, at: float) -> None:
        """Pass the time on."""
        self._serial.tick(at)

    def due(self) -> float | None:
        """The serial device's next instant."""
        return self._serial.due()

    def bus_reset(self) -> None:
        """Default line coding, nothing in flight."""
        self._coding = LineCoding()
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


def serial_spec(vendor: int, product: int, manufacturer: str, product_name: str, serial: str) -> DeviceSpec:
    """The descriptors of a converter: a communications and a data interface."""
    functional = b"".join(
        bytes((len(body) + 3, 0x24, kind)) + body
        for kind, body in (
            (_HEADER, b"\x10\x01"),
            (_CALL_MANAGEMENT, b"\x00\x01"),
            (_ACM, b"\x02"),
            (_UNION, b"\x00\x01"),
        )
    )
    notice = EndpointSpec(NOTICE_IN, TransferKind.INTERRUPT, packet_size=16, interval=16)
    data = (EndpointSpec(DATA_IN, TransferKind.BULK), EndpointSpec(DATA_OUT, TransferKind.BULK))
    interfaces = (
        InterfaceSpec(ClassCode(2, 2, 1), (notice,), "control", functional),
        InterfaceSpec(ClassCode(10), data, "data"),
    )
    return DeviceSpec(vendor, product, manufacturer, product_name, serial, interfaces, ClassCode(2))
