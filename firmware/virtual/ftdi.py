"""An FTDI FT232R: a serial converter with vendor requests, and two status bytes before each packet's bytes.

Source: FTDI's application note AN232B-04 (status bytes, latency timer) and the public vendor requests that Linux's
and libftdi's drivers send. The chip divides 3 MHz by a number of eighths that it codes in its own way.
"""

from __future__ import annotations

import enum

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Setup
from firmware.virtual.faults import Handshake
from firmware.virtual.serial_line import Converter, LineCoding, SerialDevice

VENDOR, PRODUCT = 0x0403, 0x6001
DATA_IN, DATA_OUT = 0x81, 0x02

_STATUS = b"\x01\x60"
_EIGHTHS = {0: 0, 1: 4, 2: 2, 3: 1, 4: 3, 5: 5, 6: 6, 7: 7}
_DEFAULT_LATENCY_MS = 16


class _Request(enum.IntEnum):
    """The vendor requests, as ``bRequest``."""

    RESET = 0
    MODEM = 1
    FLOW = 2
    BAUD = 3
    DATA = 4
    LATENCY = 9
    GET_LATENCY = 10


class Ftdi(Converter):
    """The chip. It says its status when its latency timer has run out and the line was silent."""

    data_in = DATA_IN

    def __init__(self, serial: SerialDevice) -> None:
        super().__init__(serial)
        self._latency_ms = _DEFAULT_LATENCY_MS
        self._at = 0.0
        self._next_status = 0.0

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """The vendor requests; an unknown one stalls."""
        if setup.kind != 2:
            return Handshake.STALL
        match setup.request:
            case _Request.RESET if setup.value == 0:
                self.bus_reset()
            case _Request.BAUD:
                self.coding = LineCoding(
                    _rate(setup.value, setup.index), self.coding.stop, self.coding.parity, self.coding.bits
                )
            case _Request.DATA:
                stop, parity, bits = setup.value >> 11 & 7, setup.value >> 8 & 7, setup.value & 0xFF
                self.coding = LineCoding(self.coding.rate, stop, parity, bits)
            case _Request.LATENCY:
                self._latency_ms = max(1, setup.value & 0xFF)
            case _Request.GET_LATENCY:
                return bytes((self._latency_ms,))
            case _Request.RESET | _Request.MODEM | _Request.FLOW:
                pass
            case _:
                return Handshake.STALL
        return b""

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """Status and what came up the line; status alone when the timer has run out."""
        data = self._serial.transmit(limit - len(_STATUS))
        if not data and self._at < self._next_status:
            return Handshake.NAK
        self._next_status = self._at + self._latency_ms / 1000
        return _STATUS + data

    def tick(self, at: float) -> None:
        """Pass the time on."""
        self._at = at
        super().tick(at)

    def due(self) -> float | None:
        """The serial device's next instant, or the latency timer's."""
        instants = (super().due(), self._next_status if self._next_status > self._at else None)
        return min((instant for instant in instants if instant is not None), default=None)

    def bus_reset(self) -> None:
        """Defaults, nothing in flight."""
        super().bus_reset()
        self._latency_ms = _DEFAULT_LATENCY_MS


def _rate(value: int, index: int) -> int:
    """Bits a second that a divisor stands for."""
    code = value >> 14 | (index & 1) << 2
    eighths = (value & 0x3FFF) * 8 + _EIGHTHS[code]
    return 24_000_000 // eighths if eighths else 3_000_000


def ftdi_spec(product_name: str, serial: str) -> DeviceSpec:
    """The chip's descriptors with the device's name and serial number in its memory."""
    data = (EndpointSpec(DATA_IN, TransferKind.BULK), EndpointSpec(DATA_OUT, TransferKind.BULK))
    interface = InterfaceSpec(ClassCode(0xFF, 0xFF, 0xFF), data, product_name)
    return DeviceSpec(VENDOR, PRODUCT, "FTDI", product_name, serial, (interface,), release=0x0600)
