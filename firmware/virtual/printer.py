"""A ticket printer of the USB printer class that speaks ESC/POS and prints pictures.

Sources: USB Device Class Definition for Printing Devices 1.1 (class requests, port status), Epson's public
ESC/POS command reference (status bytes). Behaviour that matters for vouchers:

- ``DLE EOT`` is answered at once, even off line; ``GS r`` and ``GS ( H`` are answered only when everything
  before them is on paper, so that their answers prove the print.
- Off line (no paper, cover open, jam) the printer keeps what it has in its buffer and goes on later; after a
  power cut the buffer is gone. Either way paper that was not cut after a clean start is only a part of a
  ticket, and is rendered as such.
"""

from __future__ import annotations

import io
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from firmware.virtual.descriptors import ClassCode, DeviceSpec, EndpointSpec, InterfaceSpec, TransferKind
from firmware.virtual.device import Fact, Function, Setup, VirtualDevice
from firmware.virtual.escpos import Command, Reader, Token
from firmware.virtual.faults import FaultPlan, Handshake
from firmware.virtual.paper import LINE, WIDTH, Typeface, developed
from firmware.virtual.typesetter import (
    Answer,
    Cut,
    Output,
    StatusQuestion,
    StatusSwitch,
    Strip,
    Typesetter,
)

if TYPE_CHECKING:
    from PIL import Image

VENDOR, PRODUCT = 0x1209, 0x0003
BULK_OUT, BULK_IN = 0x01, 0x82

_GET_DEVICE_ID, _GET_PORT_STATUS, _SOFT_RESET = 0, 1, 2
_NOT_ERROR, _SELECTED, _PAPER_EMPTY = 0x08, 0x10, 0x20
_PACKET = 64
_BUFFER = 4096
_SLICE = 24
"""Rows of dots that leave together, so that paper and power can end in the middle of a bar code."""

_KEPT = 100
_NEAR_END_DOTS = 24_000
_FULL_ROLL_DOTS = 640_000

Cause: TypeAlias = Literal["cut", "continued", "paper_out", "power_cut", "jam"]


class PrinterSettings(msgspec.Struct, frozen=True):
    """The build of one printer.

    ``tickets`` is a folder for pictures (none if absent), ``font`` a TrueType file (Pillow's own if absent),
    ``dots_per_second`` the speed of the paper (0 prints in no time; real ones do about 1200).
    """

    tickets: str | None = None
    font: str | None = None
    serial: str = "TP000001"
    dots_per_second: int = 0


class Ticket(msgspec.Struct, frozen=True):
    """A piece of paper in someone's hand. Only ``cut`` is a whole ticket; other causes made a torn one."""

    number: int
    cause: Cause
    png: bytes
    path: str

    @property
    def whole(self) -> bool:
        """Whether it began after a cut and ended with one."""
        return self.cause == "cut"


class TicketPrinter(Function):
    """Buffer, mechanics, sensors and status of the printer."""

    def __init__(self, settings: PrinterSettings) -> None:
        self.settings = settings
        self.tickets: deque[Ticket] = deque(maxlen=_KEPT)
        identity = {65: "1.00", 66: "Jakaja", 67: "JP-80", 68: settings.serial}
        self._typesetter = Typesetter(Typeface(settings.font), identity)
        self._reader = Reader()
        self._tokens: deque[Token] = deque()
        self._outputs: deque[Output] = deque()
        self._answers = bytearray()
        self._piece: list[Image.Image] = []
        self._fresh = True
        self._roll = _FULL_ROLL_DOTS
        self._cover_open = False
        self._armed: Literal["paper", "cutter"] | None = None
        self._jammed: Literal["paper", "cutter"] | None = None
        self._busy_until = 0.0
        self._auto_status = 0
        self._told = b""
        self._whole = 0
        self._torn = 0
        self._number = 0
        if settings.tickets is not None:
            self._number = _last_number(Path(settings.tickets))

    # USB

    def control(self, setup: Setup, data: bytes) -> bytes | Handshake:
        """The three requests of the printer class."""
        if setup.kind != 1:
            return Handshake.STALL
        if setup.request == _GET_DEVICE_ID:
            text = b"MFG:Jakaja;MDL:JP-80;CMD:ESC/POS;CLS:PRINTER;DES:Ticket printer;"
            return (len(text) + 2).to_bytes(2, "big") + text
        if setup.request == _GET_PORT_STATUS:
            fine = self._jammed is None and not self._cover_open and self._roll > 0
            bits = _SELECTED | (_NOT_ERROR if fine else 0) | (0 if self._roll else _PAPER_EMPTY)
            return bytes((bits,))
        if setup.request == _SOFT_RESET:
            self._forget()
            return b""
        return Handshake.STALL

    def ready(self, endpoint: int, at: float) -> Handshake:
        """Busy while the buffer cannot take another packet."""
        waiting = sum(token.size if isinstance(token, Command) else len(token.raw) for token in self._tokens)
        return Handshake.NAK if waiting + _PACKET > _BUFFER else Handshake.ACK

    def accept(self, endpoint: int, packet: bytes, at: float) -> None:
        """Take bytes; real-time commands are carried out before anything that waits."""
        if not self._waiting:
            self._busy_until = max(self._busy_until, at)
        for token in self._reader.feed(packet):
            if isinstance(token, Command) and token.name.startswith("DLE"):
                self._real_time(token)
            else:
                self._tokens.append(token)
        self.tick(at)

    def produce(self, endpoint: int, limit: int) -> bytes | Handshake:
        """Give answers."""
        data = bytes(self._answers[:limit])
        del self._answers[:limit]
        return data or Handshake.NAK

    def tick(self, at: float) -> None:
        """Print until the buffer is empty, the paper is moving, or something is wrong."""
        while self._online and at >= self._busy_until:
            if self._outputs:
                self._carry_out(self._outputs.popleft())
            elif self._tokens:
                self._outputs.extend(self._typesetter.set(self._tokens.popleft()))
            else:
                break
        self._tell_changes()

    def due(self) -> float | None:
        """When the paper has moved as far as it was told to."""
        return self._busy_until if self._online and self._waiting else None

    def power_cut(self) -> None:
        """The buffer is lost; paper that hangs out is torn off."""
        self._tear("power_cut")
        self._forget()
        self._fresh = True
        self._auto_status = 0

    def power_up(self, at: float) -> None:
        """Ready, and silent."""
        self._busy_until = at

    def facts(self) -> dict[str, Fact]:
        """What stands in the tray, the sensors, and what the printer complained about."""
        last = self.tickets[-1] if self.tickets else None
        return {
            "tickets": self._whole,
            "torn": self._torn,
            "last_ticket": last.path if last else "",
            "last_cause": last.cause if last else "",
            "paper": "out" if not self._roll else "low" if self._low else "ok",
            "cover_open": self._cover_open,
            "jam": self._jammed or "",
            "online": self._online,
            "idle": not self._waiting,
            "complaints": "; ".join(self._typesetter.complaints),
        }

    # Hands

    def end_roll_after(self, lines: int, at: float) -> None:
        """Let the roll end after so many lines of 30 dots."""
        self._roll = lines * LINE
        if not self._roll:
            self._tear("paper_out")
        self.tick(at)

    def set_paper_low(self, at: float) -> None:
        """Let the roll reach its near-end sensor."""
        self._roll = min(self._roll, _NEAR_END_DOTS)
        self.tick(at)

    def refill(self, at: float) -> None:
        """Put a new roll in; the printer goes on with what it has in its buffer."""
        self._roll = _FULL_ROLL_DOTS
        self._resume(at)

    def set_cover(self, at: float, *, is_open: bool) -> None:
        """Open or close the cover."""
        self._cover_open = is_open
        self._resume(at)

    def jam(self, place: Literal["paper", "cutter"]) -> None:
        """The next movement of paper or cutter jams."""
        self._armed = place

    def clear_jam(self, at: float) -> None:
        """Take the torn paper out; the printer goes on with what it has in its buffer."""
        self._armed = None
        self._jammed = None
        self._resume(at)

    # Mechanics

    @property
    def _online(self) -> bool:
        return self._roll > 0 and not self._cover_open and self._jammed is None

    @property
    def _waiting(self) -> bool:
        return bool(self._tokens or self._outputs)

    def _resume(self, at: float) -> None:
        """Go on after a stop: time spent stopped has moved no paper."""
        self._busy_until = max(self._busy_until, at)
        self.tick(at)

    @property
    def _low(self) -> bool:
        return self._roll <= _NEAR_END_DOTS

    def _carry_out(self, output: Output) -> None:
        match output:
            case Strip(picture):
                self._print(picture)
            case Cut():
                self._cut()
            case Answer(data):
                self._answers += data
            case StatusQuestion(kind):
                paper = (0x03 if self._low else 0) | (0 if self._roll else 0x0C)
                self._answers.append(paper if kind == 1 else 0)
            case StatusSwitch(mask):
                self._auto_status = mask
                self._told = b""

    def _print(self, picture: Image.Image) -> None:
        if self._armed == "paper":
            self._stop("paper")
            return
        speed = self.settings.dots_per_second
        height = min(picture.height, self._roll, _SLICE if speed else picture.height)
        self._piece.append(picture.crop((0, 0, WIDTH, height)))
        self._roll -= height
        if speed:
            self._busy_until += height / speed
        if height < picture.height:
            self._outputs.appendleft(Strip(picture.crop((0, height, WIDTH, picture.height))))
        if not self._roll:
            self._tear("paper_out")

    def _cut(self) -> None:
        if self._armed == "cutter":
            self._stop("cutter")
            self._fresh = True
            return
        self._eject("cut" if self._fresh else "continued")
        self._fresh = True

    def _stop(self, place: Literal["paper", "cutter"]) -> None:
        self._armed = None
        self._jammed = place
        self._tear("jam")

    def _tear(self, cause: Cause) -> None:
        """Paper leaves without a cut; what is printed next belongs to a ticket that began elsewhere."""
        unfinished = bool(self._piece) or bool(self._outputs)
        self._eject(cause)
        self._fresh = self._fresh and not unfinished

    def _eject(self, cause: Cause) -> None:
        inked = any(piece.getbbox() for piece in self._piece)
        if inked:
            self._deliver(cause, developed(self._piece))
        self._piece = []

    def _deliver(self, cause: Cause, picture: Image.Image) -> None:
        self._number += 1
        number = self._number
        stream = io.BytesIO()
        picture.save(stream, "PNG", dpi=(203, 203))
        path = ""
        if self.settings.tickets is not None:
            suffix = "" if cause == "cut" else f"-{cause}"
            path = str(_write(Path(self.settings.tickets), f"ticket-{number:04d}{suffix}.png", stream.getvalue()))
        self.tickets.append(Ticket(number, cause, stream.getvalue(), path))
        if cause == "cut":
            self._whole += 1
        else:
            self._torn += 1

    def _forget(self) -> None:
        """Empty buffer and modes, as after power-up; the paper stays where it is.

        What is printed next begins a ticket, unless it hangs on a piece that is half printed.
        """
        self._fresh = not self._piece
        self._reader.clear()
        self._tokens.clear()
        self._outputs.clear()
        self._answers.clear()
        self._typesetter.reset()

    # Status

    def _real_time(self, command: Command) -> None:
        if command.name == "DLE EOT" and command.value in _REAL_TIME_STATUS:
            self._answers.append(_REAL_TIME_STATUS[command.value](self))
        elif command.name == "DLE ENQ" and command.value == 2:
            self._forget()
        elif command.name == "DLE DC4" and command.data == b"\x08\x01\x03\x14\x01\x06\x02\x08":
            self._forget()
            self._answers += b"\x37\x25\x00"
        else:
            self._typesetter.complain(f"unknown command {command.name} {command.data.hex(' ')}")

    def _status_printer(self) -> int:
        return 0x12 | (0 if self._online else 0x08)

    def _status_offline_cause(self) -> int:
        cover = 0x04 if self._cover_open else 0
        return 0x12 | cover | (0 if self._roll else 0x20) | (0x40 if self._jammed else 0)

    def _status_error_cause(self) -> int:
        return 0x12 | {None: 0, "paper": 0x04, "cutter": 0x08}[self._jammed]

    def _status_paper(self) -> int:
        return 0x12 | (0x0C if self._low else 0) | (0 if self._roll else 0x60)

    def _automatic_status(self) -> bytes:
        first = 0x10 | (0 if self._online else 0x08) | (0x20 if self._cover_open else 0)
        second = {None: 0, "paper": 0x04, "cutter": 0x08}[self._jammed]
        third = (0x03 if self._low else 0) | (0 if self._roll else 0x0C)
        return bytes((first, second, third, 0))

    def _tell_changes(self) -> None:
        status = self._automatic_status()
        if self._auto_status and status != self._told:
            self._answers += status
        self._told = status


_REAL_TIME_STATUS = {
    1: TicketPrinter._status_printer,
    2: TicketPrinter._status_offline_cause,
    3: TicketPrinter._status_error_cause,
    4: TicketPrinter._status_paper,
}


def printer_device(settings: PrinterSettings, plan: FaultPlan | None = None) -> VirtualDevice:
    """The printer with its USB side."""
    return VirtualDevice(printer_spec(settings.serial), TicketPrinter(settings), plan)


def printer_spec(serial: str) -> DeviceSpec:
    """The descriptors: class 7, subclass 1, protocol 2 (bidirectional)."""
    endpoints = (EndpointSpec(BULK_OUT, TransferKind.BULK), EndpointSpec(BULK_IN, TransferKind.BULK))
    interface = InterfaceSpec(ClassCode(7, 1, 2), endpoints)
    return DeviceSpec(VENDOR, PRODUCT, "Jakaja", "Ticket printer", serial, (interface,))


def _last_number(folder: Path) -> int:
    """Make the tray, and tell the highest number of a ticket that lies in it already."""
    folder.mkdir(parents=True, exist_ok=True)
    names = (path.stem.split("-") for path in folder.glob("ticket-*.png"))
    return max((int(name[1]) for name in names if name[1].isdecimal()), default=0)


def _write(folder: Path, name: str, content: bytes) -> Path:
    """Write a file so that nobody ever reads half of it."""
    draft = folder / f".{name}"
    draft.write_bytes(content)
    return draft.replace(folder / name)
