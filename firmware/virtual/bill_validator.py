"""A ccTalk bill validator with an escrow and a stacker, address 40.

Source: ccTalk Generic Specification parts 2 and 3. What matters for money:

- Events are numbered: the counter is 0 only after a reset or power-up, then 1 to 255 and 1 again; header 159
  returns it with the last five events, newest first.
- A note in escrow is event (type, 1); it is credited only by (type, 0), after the stacker has it.
- Power that fails while a note travels to the stacker leaves it in the stacker **without** an event: only
  the host's journal and the stacker's content can tell.
"""

from __future__ import annotations

import enum
from collections import deque
from typing import TYPE_CHECKING, Literal

import msgspec

from firmware.virtual import cctalk
from firmware.virtual.adapters import Nameplate, serial_device
from firmware.virtual.note_slot import NoteSlot

if TYPE_CHECKING:
    from firmware.virtual.adapters import Adapter
    from firmware.virtual.control import NoteOutcome, StackerState
    from firmware.virtual.device import Fact, VirtualDevice
    from firmware.virtual.faults import FaultPlan

VENDOR, PRODUCT = 0x1209, 0x0002
ADDRESS = 40

_EVENTS_KEPT = 5
_TYPES = 16
_RETURN, _STACK, _EXTEND = 0, 1, 255
_USE_STACKER, _USE_ESCROW = 1, 2
_FAULT_UNSPECIFIED = 255
_ESCROW_EMPTY, _ROUTE_FAILED = 254, 255


class Happening(enum.IntEnum):
    """The second byte of a status event (whose first byte is 0)."""

    MASTER_INHIBIT = 0
    RETURNED = 1
    INHIBITED = 4
    JAM_TRANSPORT = 6
    JAM_STACKER = 7
    STACKER_OK = 10
    STACKER_REMOVED = 11
    STACKER_INSERTED = 12
    STACKER_FULL = 14


class ValidatorSettings(msgspec.Struct, frozen=True):
    """The build of one validator. Note values are whole currency units; times are milliseconds."""

    country: str = "EU"
    notes: tuple[int, ...] = (5, 10, 20, 50, 100, 200)
    serial: int = 4711
    echo: bool = False
    stack_ms: int = 300
    escrow_ms: int = 30_000
    stacker_capacity: int = 600
    after_power_cut: Literal["stacked", "returned"] = "stacked"


class _Place(enum.Enum):
    """Where the one note in the machine is."""

    NOWHERE = "nowhere"
    BEZEL = "bezel"
    ESCROW = "escrow"
    MOVING = "moving"
    STUCK = "stuck"


class BillValidator(NoteSlot):
    """The validator: its line, its note path, and hands that push notes in."""

    def __init__(self, settings: ValidatorSettings) -> None:
        self.settings = settings
        self._stacked: list[int] = []
        self._stacker: StackerState = "fitted"
        self._place = _Place.NOWHERE
        self._note = 0
        self._jam: Literal["transport", "stacker"] | None = None
        self._unknown: list[int] = []
        self._line = cctalk.Line()
        self._outgoing = bytearray()
        self._restart()

    def _restart(self) -> None:
        """The state after reset and power-up: everything inhibited, no events, counter 0."""
        self._counter = 0
        self._events: deque[bytes] = deque([bytes(2)] * _EVENTS_KEPT, _EVENTS_KEPT)
        self._inhibit_mask = bytes(2)
        self._master = 0
        self._mode = _USE_STACKER | _USE_ESCROW
        self._until: float | None = None

    # Hands

    def insert_note(self, value: int, at: float) -> NoteOutcome:
        """Push a note in; raises ``ValueError`` when the slot is taken or no such note exists."""
        if value not in self.settings.notes:
            known = ", ".join(map(str, self.settings.notes))
            raise ValueError(f"the validator knows no note of {value}: it takes {known}")
        if self._place is _Place.BEZEL:
            raise ValueError(f"a note of {self._note} still sticks out of the bezel: take it first")
        if self._place is not _Place.NOWHERE:
            raise ValueError(f"a note of {self._note} is in the machine: wait until it is stacked or returned")
        self._note = value
        index = self.settings.notes.index(value)
        if not self._master & 1:
            return self._refuse(Happening.MASTER_INHIBIT)
        if not int.from_bytes(self._inhibit_mask, "little") >> index & 1:
            return self._refuse(Happening.INHIBITED)
        if self._stacker != "fitted":
            full = self._stacker == "full"
            return self._refuse(Happening.STACKER_FULL if full else Happening.STACKER_REMOVED)
        if self._jam == "transport":
            self._stick(Happening.JAM_TRANSPORT)
            return "jammed"
        if not self._mode & _USE_ESCROW:
            self._move(at)
            return "stacking"
        self._place = _Place.ESCROW
        self._until = at + self.settings.escrow_ms / 1000
        self._log(index + 1, 1)
        return "escrow"

    def take_note(self) -> int:
        """Take the note at the bezel; its value, or 0."""
        if self._place is not _Place.BEZEL:
            return 0
        self._place = _Place.NOWHERE
        return self._note

    def set_stacker(self, state: StackerState) -> None:
        """Fit an empty stacker, fill the one there, or take it out."""
        if state == "removed" and self._stacker != "removed":
            self._log(0, Happening.STACKER_REMOVED)
        if state == "fitted":
            if self._stacker == "removed":
                self._log(0, Happening.STACKER_INSERTED)
            self._stacked.clear()
        if state == "full":
            self._log(0, Happening.STACKER_FULL)
        self._stacker = state

    def jam(self, place: Literal["transport", "stacker"]) -> None:
        """The next note gets stuck there."""
        self._jam = place

    def clear_jam(self, at: float) -> None:
        """Take out the stuck note; it is in the hands of whoever opened the machine."""
        self._jam = None
        if self._place is _Place.STUCK:
            self._place = _Place.NOWHERE
            self._log(0, Happening.STACKER_OK)

    def facts(self) -> dict[str, Fact]:
        """Note path, stacker, event counter, and headers that were not understood."""
        return {
            "note_at": self._place.value,
            "note": self._note if self._place is not _Place.NOWHERE else 0,
            "stacked": len(self._stacked),
            "stacked_value": sum(self._stacked),
            "stacker": self._stacker,
            "event_counter": self._counter,
            "accepting": bool(self._master & 1),
            "unknown_headers": " ".join(map(str, self._unknown)),
        }

    # Time and power

    def tick(self, at: float) -> None:
        """End an escrow that nobody routed, and let a moving note arrive."""
        if self._until is None or at < self._until:
            return
        self._until = None
        if self._place is _Place.ESCROW:
            self._hold_out()
        elif self._place is _Place.MOVING:
            self._arrive()

    def due(self) -> float | None:
        """When the note in the machine moves next."""
        return self._until

    def power_cut(self) -> None:
        """The note path stops where it is; events and settings are lost, the stacker is paper."""
        self._line.deaf()
        self._outgoing.clear()
        self._restart()

    def power_up(self, at: float) -> None:
        """Clear the path: an escrowed note goes back, a moving one where the build sends it. No event."""
        if self._place is _Place.MOVING and self.settings.after_power_cut == "stacked":
            self._stacked.append(self._note)
            self._place = _Place.NOWHERE
        elif self._place in (_Place.ESCROW, _Place.MOVING):
            self._place = _Place.BEZEL

    # The line

    def receive(self, data: bytes, at: float) -> None:
        """Hear bytes and answer every frame that is for this address."""
        if self.settings.echo:
            self._outgoing += data
        for frame in self._line.hear(data, at):
            if frame.destination in (ADDRESS, cctalk.BROADCAST):
                answer = self._answer(frame, at)
                if answer is not None:
                    self._outgoing += cctalk.Frame(frame.source, ADDRESS, 0, answer).encode()

    def transmit(self, limit: int) -> bytes:
        """Give what the validator said (and the line echoed)."""
        data = bytes(self._outgoing[:limit])
        del self._outgoing[:limit]
        return data

    def _answer(self, frame: cctalk.Frame, at: float) -> bytes | None:
        told = _FIXED.get(frame.header) if not frame.data else None
        answer = told if told is not None else self._tell(frame.header, frame.data)
        if answer is None:
            answer = self._obey(frame.header, frame.data, at)
        if answer is None:
            self._unknown.append(frame.header)
        return answer

    def _tell(self, header: int, data: bytes) -> bytes | None:
        """Answer a question that changes nothing, None when it is not one."""
        match header, len(data):
            case 242, 0:
                return self.settings.serial.to_bytes(3, "little")
            case 232, 0:
                return bytes((_FAULT_UNSPECIFIED if self._place is _Place.STUCK else 0,))
            case 230, 0:
                return self._inhibit_mask
            case 227, 0:
                return bytes((self._master,))
            case 159, 0:
                return bytes((self._counter,)) + b"".join(self._events)
            case 157, 1:
                return self._bill_id(data[0])
            case 156, 2:
                known = data == self.settings.country.encode("ascii")
                return bytes((100, 0, 2)) if known else bytes(3)
            case 152, 0:
                return bytes((self._mode,))
            case _:
                return None

    def _obey(self, header: int, data: bytes, at: float) -> bytes | None:
        """Carry out an order, None when it is not one."""
        match header, len(data):
            case 231, 2:
                self._inhibit_mask = data
            case 228, 1:
                self._master = data[0] & 1
            case 154, 1:
                return self._route(data[0], at)
            case 153, 1:
                self._mode = data[0] & (_USE_STACKER | _USE_ESCROW)
            case 1, 0:
                self._reset()
            case _:
                return None
        return cctalk.ACK

    def _reset(self) -> None:
        held = self._place in (_Place.ESCROW, _Place.MOVING)
        self._restart()
        if held:
            self._place = _Place.BEZEL

    def _bill_id(self, number: int) -> bytes:
        if not 1 <= number <= len(self.settings.notes):
            return b"......." if number <= _TYPES else b""
        return f"{self.settings.country}{self.settings.notes[number - 1]:04d}A".encode("ascii")

    def _route(self, where: int, at: float) -> bytes:
        if self._place is not _Place.ESCROW:
            return bytes((_ESCROW_EMPTY,))
        if where == _RETURN:
            self._hold_out()
        elif where == _STACK:
            if self._stacker != "fitted":
                return bytes((_ROUTE_FAILED,))
            self._move(at)
        elif where == _EXTEND:
            self._until = at + self.settings.escrow_ms / 1000
        else:
            return bytes((_ROUTE_FAILED,))
        return cctalk.ACK

    # The note path

    def _move(self, at: float) -> None:
        self._place = _Place.MOVING
        self._until = at + self.settings.stack_ms / 1000

    def _arrive(self) -> None:
        if self._jam == "stacker":
            self._stick(Happening.JAM_STACKER)
            return
        self._place = _Place.NOWHERE
        self._stacked.append(self._note)
        self._log(self.settings.notes.index(self._note) + 1, 0)
        if len(self._stacked) >= self.settings.stacker_capacity:
            self._stacker = "full"
            self._log(0, Happening.STACKER_FULL)

    def _hold_out(self) -> None:
        self._place = _Place.BEZEL
        self._until = None
        self._log(0, Happening.RETURNED)

    def _refuse(self, why: Happening) -> NoteOutcome:
        self._place = _Place.BEZEL
        self._log(0, why)
        return "refused"

    def _stick(self, why: Happening) -> None:
        self._place = _Place.STUCK
        self._log(0, why)

    def _log(self, first: int, second: int) -> None:
        self._counter = self._counter % 255 + 1
        self._events.appendleft(bytes((first, second)))


_FIXED: dict[int, bytes] = {
    254: cctalk.ACK,
    249: b"\x02\xc8",
    246: b"JAK",
    245: b"Bill Validator",
    244: b"JV-1",
    241: b"1.00",
    192: b"VIRTUAL",
    145: b"EU2024A",
    4: b"\x01\x04\x06",
}
"""Headers with one answer for ever: simple poll, polling priority (200 ms), manufacturer, category, product,
software and build, currency revision, communications revision (release 1, version 4.6)."""


def validator_device(
    settings: ValidatorSettings, plan: FaultPlan | None = None, adapter: Adapter = "cdc-acm"
) -> VirtualDevice:
    """The validator behind its USB converter, which bears the validator's serial number."""
    plate = Nameplate(VENDOR, PRODUCT, "Bill validator", f"BV{settings.serial:08d}")
    return serial_device(BillValidator(settings), plate, adapter, plan)
