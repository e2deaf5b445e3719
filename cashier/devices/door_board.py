"""The driver of the board that watches door switches and drives the tower light: a HID device of our own make.

The board counts each door's openings from a battery, also while the table has no power, so that no opening is missed
however rarely it is asked. It is asked with GET_REPORT and told with SET_REPORT (USB HID 1.11, §7.2):

| report | bytes |
|---|---|
| input | format 1 · number of inputs · memory (2) · open doors, a bit each (2) · 16 counts · CRC-CCITT (2) |
| output | lamp: 0 off, 1 amber, 2 red · siren: 1 on, 2 one sound of at least 1.5 s |

Numbers are little-endian. `memory` is never 0 and another one whenever the counts began anew.
"""

from binascii import crc_hqx
from collections.abc import Callable, Sequence
from typing import Final, Literal, Protocol

import msgspec
import usb.core

from cashier.fault_rows import Lamp
from cashier.records import DeviceId
from cashier.usb import (
    Backend,
    DeviceRefused,
    Opened,
    Stalled,
    Timeout,
    UsbAddress,
    UsbError,
    interface_of,
    opened,
    transfer_errors,
)

MOST_INPUTS: Final = 16
REPORT_BYTES: Final = 24

_FORMAT: Final = 1
_CLASS_HID: Final = 0x03
_FROM_INTERFACE: Final = 0xA1
_TO_INTERFACE: Final = 0x21
_GET_REPORT: Final = 0x01
_SET_REPORT: Final = 0x09
_INPUT: Final = 0x0100
_OUTPUT: Final = 0x0200
_ANSWER_MS: Final = 500
_SILENCES: Final = 3
"""So many steps without a word that can be understood, and the board counts as absent."""

_LAMPS: Final[dict[Lamp, int]] = {"off": 0, "amber": 1, "red": 2}
_SIREN_ON: Final = 1
_SIREN_ONCE: Final = 2


class Switch(msgspec.Struct, frozen=True):
    """One input: whether its door is open, and how often it was opened, counted from 0 to 255 and again from 0."""

    open: bool
    count: int


class Switches(msgspec.Struct, frozen=True, tag=True):
    """All inputs as they stand, in their order, and the memory in which they are counted."""

    device: DeviceId
    memory: int
    inputs: tuple[Switch, ...]


class BoardReported(msgspec.Struct, frozen=True, tag=True):
    """The board answers, or does it no more."""

    device: DeviceId
    condition: Literal["absent", "ready"]


BoardWord = Switches | BoardReported


class Signal(msgspec.Struct, frozen=True):
    """What the board is to show. `sounds` counts the alarms so far: one more makes the siren sound once at least."""

    lamp: Lamp = "off"
    alarm: bool = False
    sounds: int = 0


class BoardPipe(Protocol):
    """The two reports; what the driver needs of USB."""

    def ask(self) -> bytes:
        """Return the input report."""

    def tell(self, report: bytes) -> None:
        """Send the output report."""

    def close(self) -> None:
        """Give the device back; the pipe is of no use afterwards."""


class DoorBoard:
    """One board. As with `Driver`, a host calls `step` about every 100 ms and nothing happens between steps."""

    def __init__(self, device: DeviceId, open_pipe: Callable[[], BoardPipe]) -> None:
        self.device = device
        self._open_pipe = open_pipe
        self._pipe: BoardPipe | None = None
        self._silences = 0
        self._told: Switches | None = None
        self._condition: Literal["absent", "ready"] | None = None
        self._shown: bytes | None = None
        self._sounds: int | None = None

    def step(self, signal: Signal | None = None) -> list[BoardWord]:
        """Ask the board once and show `signal`; return what has changed, all inputs before that it answers again."""
        try:
            if self._pipe is None:
                self._pipe = self._open_pipe()
                self._shown = None
            seen = read_switches(self.device, self._pipe.ask())
            if signal is not None:
                self._show(self._pipe, signal)
        except (Timeout, Stalled):
            return self._silent()
        except UsbError:
            self.close()
            return self._changed("absent")
        if seen is None:
            return self._silent()
        self._silences = 0
        news: list[BoardWord] = [] if seen == self._told and self._condition == "ready" else [seen]
        self._told = seen
        return [*news, *self._changed("ready")]

    def close(self) -> None:
        """Give the board back to the system."""
        if self._pipe is not None:
            self._pipe.close()
        self._pipe = None

    def _silent(self) -> list[BoardWord]:
        self._silences += 1
        return self._changed("absent") if self._silences >= _SILENCES else []

    def _changed(self, condition: Literal["absent", "ready"]) -> list[BoardWord]:
        if condition == self._condition:
            return []
        self._condition = condition
        return [BoardReported(self.device, condition)]

    def _show(self, pipe: BoardPipe, signal: Signal) -> None:
        """Tell the board what it does not show yet. What sounded before this driver began is over."""
        once = self._sounds is not None and signal.sounds != self._sounds
        report = bytes((_LAMPS[signal.lamp], _SIREN_ON if signal.alarm else 0))
        if once or report != self._shown:
            pipe.tell(bytes((report[0], report[1] | (_SIREN_ONCE if once else 0))))
            self._shown = report
        self._sounds = signal.sounds


def read_switches(device: DeviceId, report: bytes) -> Switches | None:
    """Read an input report; None for anything else."""
    if len(report) != REPORT_BYTES or crc_hqx(report[:-2], 0) != int.from_bytes(report[-2:], "little"):
        return None
    inputs, memory = report[1], int.from_bytes(report[2:4], "little")
    if report[0] != _FORMAT or not 1 <= inputs <= MOST_INPUTS or memory == 0:
        return None
    is_open, counts = int.from_bytes(report[4:6], "little"), report[6:22]
    return Switches(
        device, memory, tuple(Switch(bool(is_open >> number & 1), counts[number]) for number in range(inputs))
    )


class HidBoardPipe:
    """The board's interface on the control endpoint."""

    def __init__(self, port: Opened) -> None:
        self._port = port
        self._device = port.device
        self._interface = port.interfaces[0].bInterfaceNumber

    def ask(self) -> bytes:
        """Return the input report; see `BoardPipe`."""
        with transfer_errors(self._device):
            return bytes(
                self._device.ctrl_transfer(
                    _FROM_INTERFACE, _GET_REPORT, _INPUT, self._interface, REPORT_BYTES, _ANSWER_MS
                )
            )

    def tell(self, report: bytes) -> None:
        """Send the output report; see `BoardPipe`."""
        with transfer_errors(self._device):
            self._device.ctrl_transfer(_TO_INTERFACE, _SET_REPORT, _OUTPUT, self._interface, report, _ANSWER_MS)

    def close(self) -> None:
        """Give the board back; see `BoardPipe`."""
        self._port.give_back()


def open_board(address: UsbAddress, backend: Backend | None = None) -> HidBoardPipe:
    """Take the board from the system. Raises `UsbError`: `DeviceAbsent`, `DeviceRefused` or another."""

    def choose(device: usb.core.Device) -> Sequence[usb.core.Interface]:
        board = interface_of(device, _CLASS_HID, 0)
        if board is None:
            raise DeviceRefused(f"USB device {address} is no board of door switches: it has no plain HID interface")
        return (board,)

    with opened(address, backend, choose) as port:
        return HidBoardPipe(port)
