"""Captures of USB transfers as Wireshark reads them: pcap with usbmon's memory-mapped header (link type 220).

Source: the pcap format's public description, and Linux's `Documentation/usb/usbmon.rst` (binary interface).
"""

import struct
from typing import Final, Literal

import msgspec

LINK_TYPE: Final = 220
_SNAP: Final = 262_144
_FILE: Final = struct.Struct("<IHHiIII")
_RECORD: Final = struct.Struct("<IIII")
_HEADER: Final = struct.Struct("<QBBBBHBBqiiII8siiII")

Phase = Literal["submit", "complete"]
TransferType = Literal["interrupt", "control", "bulk"]
_TYPES: Final[dict[TransferType, int]] = {"interrupt": 1, "control": 2, "bulk": 3}
_NO_SETUP: Final = bytes(8)


class Transfer(msgspec.Struct, frozen=True):
    """One half of a transfer: how it began, or how it ended.

    `at_us` is microseconds since the epoch, `status` 0 or a negated errno, `length` the bytes asked for or moved;
    `endpoint` carries the direction bit; `setup` is the eight bytes of a control transfer.
    """

    number: int
    phase: Phase
    kind: TransferType
    endpoint: int
    bus: int
    device: int
    at_us: int
    status: int
    length: int
    data: bytes = b""
    setup: bytes = b""


def file_header() -> bytes:
    """What a capture begins with."""
    return _FILE.pack(0xA1B2C3D4, 2, 4, 0, 0, _SNAP, LINK_TYPE)


def record(transfer: Transfer) -> bytes:
    """One half of a transfer as a packet of the capture."""
    seconds, micros = divmod(transfer.at_us, 1_000_000)
    is_in = bool(transfer.endpoint & 0x80)
    header = _HEADER.pack(
        transfer.number,
        ord("S" if transfer.phase == "submit" else "C"),
        _TYPES[transfer.kind],
        transfer.endpoint,
        transfer.device,
        transfer.bus,
        0 if transfer.setup and transfer.phase == "submit" else ord("-"),
        0 if transfer.data else ord("<" if is_in else ">"),
        seconds,
        micros,
        transfer.status,
        transfer.length,
        len(transfer.data),
        transfer.setup or _NO_SETUP,
        0,
        0,
        0,
        0,
    )
    size = len(header) + len(transfer.data)
    return _RECORD.pack(seconds, micros, size, size) + header + transfer.data
