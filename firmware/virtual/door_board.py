"""The board that watches up to sixteen door switches, with a tower light and a siren: a HID device of our own make.

A small cell keeps counting while the board has no power: every opening of a door raises that door's count, 0 to 255 and
again from 0. When the cell is dead and the power goes, the counts begin anew and the memory gets another number.

Input report, 24 bytes, little-endian: 1 · inputs · memory (2) · open mask (2) · 16 counts · CRC-CCITT over all before.
Output report, 2 bytes: lamp (0 off, 1 amber, 2 red) · siren (bit 0: on; bit 1: sound once). Once begun, the siren
sounds for 1.5 s at least.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING

import msgspec

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Fact, Function, Setup, VirtualDevice
from firmware.virtual.faults import Handshake

if TYPE_CHECKING:
    from firmware.virtual.faults import FaultPlan

VENDOR, PRODUCT = 0x1209, 0x0008
REPORT_IN = 0x81
SIREN_SECONDS = 1.5

_INPUTS = 16
_REPORT_DESCRIPTOR = 0x22
_LAMPS = ("off", "amber", "red")

_DESCRIPTOR = bytes.fromhex("06 00 ff 09 01 a1 01 15 00 26 ff 00 75 08 95 18 09 02 81 02 95 02 09 03 91 02 c0")
"""A vendor's page with an input report of 24 bytes and an output report of two."""


class _Request(enum.IntEnum):
    """The requests of the class, and the one for its descriptor."""

    GET_REPORT = 0x01
    GET_DESCRIPTOR = 0x06
    SET_REPORT = 0x09
    SET_IDLE = 0x0A


class DoorBoardSettings(msgspec.Struct, frozen=True):
    """How the board is built: how many inputs, and whether its cell is good."""

    serial: str = "DB000001"
    inputs: int = 10
    cell: bool = True


class DoorBoard(Function):
    """The board: switches, counts, lamp and siren."""

    def __init__(self, settings: DoorBoardSettings) -> None:
        if not 1 <= settings.inputs <= _INPUTS:
            raise ValueError(f"a door board has 1 to {_INPUTS} inputs, not {settings.inputs}")
        self.settings = settings
        self._open = [False] * settings.inputs
        self._counts = [0] * settings.inputs
        self._memory = 1
        self._cell = settings.cell
        self._powered = True
        self._changed = True
        self._lamp = 0
        self._siren_on = False
        self._siren_until = 0.0
        self._sounded = 0
        self._at = 0.0

    # Hands

    def set_door(self, number: int, *, is_open: bool) -> None:
        """Open or close the door at an input, counted from 1; raises ``ValueError`` where there is none.

        A key switch is an input like any other: open as long as it is turned.
        """
        if not 1 <= number <= len(self._open):
            raise ValueError(f"the board has inputs 1 to {len(self._open)}, not {number}")
        before, self._open[number - 1] = self._open[number - 1], is_open
        if is_open and not before and (self._powered or self._cell):
            self._counts[number - 1] = (self._counts[number - 1] + 1) % 256
        self._changed = True

    def set_cell(self, *, is_good: bool) -> None:
        """Take the cell out, or put a good one in."""
        self._cell = is_good

    def facts(self) -> dict[str, Fact]:
        """Doors that stand open by number, all openings, lamp, siren, and how often it began to sound."""
        shut = [str(number) for number, is_open in enumerate(self._open, 1) if is_open]
        return {
            "open": " ".join(shut),
            "openings": sum(self._counts),
            "lamp": _LAMPS[self._lamp],
            "siren": self._sounds(),
            "sounded": self._sounded,
            "memory": self._memory,
        }

    # The interface

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """The report descriptor and the requests of the class."""
        match setup.request:
            case _Request.GET_DESCRIPTOR if setup.value >> 8 == _REPORT_DESCRIPTOR:
                return _DESCRIPTOR
            case _Request.GET_REPORT:
                return self._report()
            case _Request.SET_REPORT if len(data) == 2 and data[0] < len(_LAMPS):
                self._signal(data[0], data[1])
            case _Request.SET_IDLE:
                pass
            case _:
                return Handshake.STALL
        return b""

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """A report for every change."""
        if not self._changed:
            return Handshake.NAK
        self._changed = False
        return self._report()

    def tick(self, at: float) -> None:
        """Let time pass."""
        self._at = at

    def due(self) -> float | None:
        """When the siren falls silent."""
        return self._siren_until if self._siren_until > self._at else None

    def power_cut(self) -> None:
        """Lamp and siren go out; without a cell the counts are lost."""
        self._powered = False
        self._lamp, self._siren_on, self._siren_until = 0, False, 0.0
        if not self._cell:
            self._counts = [0] * len(self._counts)
            self._memory = self._memory % 0xFFFF + 1

    def power_up(self, at: float) -> None:
        """It counts on from where the cell has kept it."""
        self._at, self._powered, self._changed = at, True, True

    def _signal(self, lamp: int, siren: int) -> None:
        self._lamp = lamp
        was_sounding, self._siren_on = self._sounds(), bool(siren & 1)
        if siren & 2 or (self._siren_on and not was_sounding):
            self._siren_until = self._at + SIREN_SECONDS
            self._sounded += 1

    def _sounds(self) -> bool:
        return self._siren_on or self._siren_until > self._at

    def _report(self) -> bytes:
        mask = sum(1 << number for number, is_open in enumerate(self._open) if is_open)
        counts = bytes(self._counts) + bytes(_INPUTS - len(self._counts))
        head = bytes((1, len(self._open))) + self._memory.to_bytes(2, "little") + mask.to_bytes(2, "little") + counts
        return head + _crc(head).to_bytes(2, "little")


def _crc(data: bytes) -> int:
    """CRC-CCITT, polynomial 0x1021, from 0."""
    crc = 0
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1) ^ (0x1021 if crc & 0x8000 else 0)
    return crc & 0xFFFF


def door_board_device(settings: DoorBoardSettings, plan: FaultPlan | None = None) -> VirtualDevice:
    """The board as a USB device."""
    return VirtualDevice(door_board_spec(settings), DoorBoard(settings), plan)


def door_board_spec(settings: DoorBoardSettings) -> DeviceSpec:
    """One interface: a plain HID device with one interrupt endpoint."""
    hid = bytes((9, 0x21, 0x11, 0x01, 0, 1, _REPORT_DESCRIPTOR)) + len(_DESCRIPTOR).to_bytes(2, "little")
    reports = EndpointSpec(REPORT_IN, TransferKind.INTERRUPT, packet_size=32, interval=10)
    interface = InterfaceSpec(ClassCode(3, 0, 0), (reports,), "switches", hid)
    return DeviceSpec(VENDOR, PRODUCT, "Jakaja", "Door board", settings.serial, (interface,))
