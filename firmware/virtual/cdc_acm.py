"""A USB serial converter of the communications class (CDC-ACM) with a serial device behind it.

Source: USB CDC 1.2 and its PSTN subclass 1.2.
"""

from __future__ import annotations

import struct

import msgspec

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Setup
from firmware.virtual.faults import Handshake
from firmware.virtual.serial_line import Converter, LineCoding

NOTICE_IN, DATA_IN, DATA_OUT = 0x83, 0x81, 0x02

_SET_LINE_CODING, _GET_LINE_CODING, _SET_CONTROL_LINE_STATE, _SEND_BREAK = 0x20, 0x21, 0x22, 0x23
_CODING = struct.Struct("<IBBB")
_HEADER, _CALL_MANAGEMENT, _ACM, _UNION = 0, 1, 2, 6


class CdcAcm(Converter):
    """The converter; its notification endpoint stays silent."""

    data_in = DATA_IN

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """Line coding, control lines and break."""
        if setup.request == _SET_LINE_CODING and len(data) == _CODING.size:
            self.coding = LineCoding(*_CODING.unpack(data))
            return b""
        if setup.request == _GET_LINE_CODING:
            return _CODING.pack(*msgspec.structs.astuple(self.coding))
        known = setup.request in (_SET_CONTROL_LINE_STATE, _SEND_BREAK)
        return b"" if known else Handshake.STALL


def cdc_acm_spec(vendor: int, product: int, manufacturer: str, product_name: str, serial: str) -> DeviceSpec:
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
