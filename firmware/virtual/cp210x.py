"""A Silicon Labs CP2102: a serial converter set by vendor requests to its interface. Source: AN571."""

from __future__ import annotations

import enum

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Setup
from firmware.virtual.faults import Handshake
from firmware.virtual.serial_line import Converter, LineCoding, SerialDevice

VENDOR, PRODUCT = 0x10C4, 0xEA60
DATA_IN, DATA_OUT = 0x81, 0x01


class _Request(enum.IntEnum):
    """The vendor requests, as ``bRequest``."""

    ENABLE = 0x00
    LINE = 0x03
    HANDSHAKE = 0x07
    PURGE = 0x12
    GET_BAUD = 0x1D
    BAUD = 0x1E


class Cp210x(Converter):
    """The chip; its UART is off until it is enabled."""

    data_in = DATA_IN

    def __init__(self, serial: SerialDevice) -> None:
        super().__init__(serial)
        self._enabled = False

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """The vendor requests; an unknown one stalls."""
        if setup.kind != 2:
            return Handshake.STALL
        coding = self.coding
        match setup.request:
            case _Request.ENABLE:
                self._enabled = bool(setup.value)
            case _Request.LINE:
                stop, parity, bits = setup.value & 0xF, setup.value >> 4 & 0xF, setup.value >> 8
                self.coding = LineCoding(coding.rate, stop, parity, bits)
            case _Request.BAUD if len(data) == 4:
                self.coding = LineCoding(int.from_bytes(data, "little"), coding.stop, coding.parity, coding.bits)
            case _Request.GET_BAUD:
                return coding.rate.to_bytes(4, "little")
            case _Request.HANDSHAKE:
                pass
            case _Request.PURGE:
                while self._serial.transmit(4096):
                    pass
            case _:
                return Handshake.STALL
        return b""

    def accept(self, endpoint: int, packet: bytes, at: float) -> None:
        """Send the packet down the line, if the UART is on."""
        if self._enabled:
            super().accept(endpoint, packet, at)

    def bus_reset(self) -> None:
        """Defaults, nothing in flight, UART off."""
        super().bus_reset()
        self._enabled = False


def cp210x_spec(product_name: str, serial: str) -> DeviceSpec:
    """The chip's descriptors with the device's name and serial number in its memory."""
    data = (EndpointSpec(DATA_IN, TransferKind.BULK), EndpointSpec(DATA_OUT, TransferKind.BULK))
    interface = InterfaceSpec(ClassCode(0xFF), data, product_name)
    return DeviceSpec(VENDOR, PRODUCT, "Silicon Labs", product_name, serial, (interface,))
