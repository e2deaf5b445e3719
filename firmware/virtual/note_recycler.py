"""An eSSP note validator with escrow (NV200), alone or with a note store that pays out (SMART Payout).

Source: SSP protocol manual (GA138), protocol version 6. What matters for money:

- A poll while a note is in escrow takes the note; HOLD keeps it there, REJECT NOTE gives it back.
- Events that move money (credit, dispensed, incomplete payout, cleared at power-up) are told by POLL WITH ACK until
  EVENT ACK has come.
- The five counters (stacked, stored, dispensed, transferred, rejected) and the store's levels survive without power;
  key, inhibits, the enabled state and events not yet told do not, and the first event after it is a reset.
"""

from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Literal

import msgspec

from firmware.virtual import essp
from firmware.virtual.adapters import Nameplate, serial_device
from firmware.virtual.note_events import ACKED, Event
from firmware.virtual.note_slot import NoteSlot
from firmware.virtual.note_store import NoteStore
from firmware.virtual.serial_line import LineCoding

if TYPE_CHECKING:
    from firmware.virtual.adapters import Adapter
    from firmware.virtual.control import NoteOutcome, StackerState
    from firmware.virtual.device import Fact, VirtualDevice
    from firmware.virtual.faults import FaultPlan

VENDOR, PRODUCT = 0x1209, 0x0006

_PLAIN = frozenset({0x01, 0x05, 0x06, 0x07, 0x08, 0x09, 0x0A, 0x02, 0x0C, 0x18, 0x56, 0x57})
"""Commands that need no encryption; any other without it is refused."""


class RecyclerSettings(msgspec.Struct, frozen=True):
    """The build of one device. Note values are whole currency units; times are milliseconds.

    `stored` is how many of each note the store holds; without `payout` there is no store.
    """

    country: str = "EUR"
    notes: tuple[int, ...] = (5, 10, 20, 50, 100)
    payout: bool = True
    stored: tuple[int, ...] = (20, 20, 20, 0, 0)
    serial: int = 5_000_001
    fixed_key: int = 0x0123456701234567
    stack_ms: int = 400
    escrow_ms: int = 5000
    note_ms: int = 300
    cashbox_capacity: int = 500
    ack_polls: bool = True
    after_power_cut: Literal["stacked", "returned"] = "stacked"


class _Place(enum.Enum):
    """Where the one note in the slot is."""

    NOWHERE = "nowhere"
    BEZEL = "bezel"
    ESCROW = "escrow"
    MOVING = "moving"
    STUCK = "stuck"


class NoteRecycler(NoteSlot):
    """The device: its line, its note path, its store, and hands that push notes in."""

    line = LineCoding(stop=2)

    def __init__(self, settings: RecyclerSettings) -> None:
        self.settings = settings
        self.store = NoteStore(settings.notes, settings.stored, settings.note_ms)
        self.cashbox: list[int] = []
        self.stacked = self.stored = self.rejected = 0
        self._mouth = essp.Mouth(0, settings.fixed_key)
        self._outgoing = bytearray()
        self._stacker: StackerState = "fitted"
        self._jam: Literal["transport", "stacker"] | None = None
        self._place = _Place.NOWHERE
        self._note = 0
        self._until: float | None = None
        self._unknown: list[int] = []
        self._restart()

    def _restart(self) -> None:
        """The state after reset and power-up."""
        self._mouth.restart()
        self._outgoing.clear()
        self._inhibits = 0
        self._enabled = False
        self._to_store: set[int] = set()
        self._payout_enabled = False
        self._unacked: list[bytes] = []
        self._events = [bytes((Event.RESET,))]

    # Hands

    def insert_note(self, value: int, at: float) -> NoteOutcome:
        """Push a note in; raises ``ValueError`` when the slot is taken or no such note exists."""
        if value not in self.settings.notes:
            raise ValueError(
                f"the device knows no note of {value}: it takes {', '.join(map(str, self.settings.notes))}"
            )
        if self._place is not _Place.NOWHERE or self.store.paying:
            raise ValueError("a note is in the machine already: wait until it is gone")
        self._note = value
        channel = self.settings.notes.index(value) + 1
        if not self._enabled or not self._inhibits >> channel - 1 & 1 or self._stacker != "fitted":
            self._give_back()
            return "refused"
        if self._jam == "transport":
            self._place = _Place.STUCK
            return "jammed"
        self._place = _Place.ESCROW
        self._until = at + self.settings.escrow_ms / 1000
        self._tell(Event.READ, channel)
        return "escrow"

    def take_note(self) -> int:
        """Take the note at the bezel; its value, or 0."""
        if self._place is not _Place.BEZEL:
            return 0
        self._place = _Place.NOWHERE
        return self._note

    def set_stacker(self, state: StackerState) -> None:
        """Fit an empty cash box, fill the one there, or take it out."""
        if state == "fitted":
            if self._stacker == "removed":
                self._tell(Event.REPLACED)
            self.cashbox.clear()
        self._stacker = state

    def jam(self, place: Literal["transport", "stacker"]) -> None:
        """The next note gets stuck there; with ``stacker`` also the next note on its way out."""
        self._jam = place
        self.store.jammed = place == "stacker"

    def clear_jam(self, at: float) -> None:
        """Take out the stuck note; it is in the hands of whoever opened the machine."""
        self._jam = None
        self.store.jammed = False
        if self._place is _Place.STUCK:
            self._place = _Place.NOWHERE

    def facts(self) -> dict[str, Fact]:
        """Note path, cash box, store, counters, and commands that were not understood."""
        return {
            "note_at": self._place.value,
            "note": self._note if self._place is not _Place.NOWHERE else 0,
            "stacked": len(self.cashbox),
            "stacked_value": sum(self.cashbox),
            "stored_value": self.store.value,
            "paid_out": self.store.paid_out,
            "paying": self.store.paying,
            "stacker": self._stacker,
            "accepting": self._enabled and self._inhibits != 0,
            "unknown_commands": " ".join(f"{command:#04x}" for command in self._unknown),
        }

    # Time and power

    def tick(self, at: float) -> None:
        """End an escrow that nobody kept, let a moving note arrive, and notes leave the store."""
        if self._until is not None and at >= self._until:
            self._until = None
            if self._place is _Place.ESCROW:
                self._give_back()
            elif self._place is _Place.MOVING:
                self._arrive()
        for event in self.store.tick(at):
            self._events.append(self._money(Event[event.kind], event.amounts))

    def due(self) -> float | None:
        """When the next note moves."""
        instants = (self._until, self.store.due())
        return min((instant for instant in instants if instant is not None), default=None)

    def power_cut(self) -> None:
        """Everything stops where it is."""
        self._until = None
        self.store.power_cut()
        self._mouth.restart()
        self._outgoing.clear()

    def power_up(self, at: float) -> None:
        """Clear the path and tell where its note went."""
        self._restart()
        channel = self.settings.notes.index(self._note) + 1 if self._note else 0
        in_slot = self._place in (_Place.ESCROW, _Place.MOVING)
        if self._place is _Place.MOVING and self.settings.after_power_cut == "stacked":
            self.cashbox.append(self._note)
            self.stacked += 1
            self._place = _Place.NOWHERE
            self._tell(Event.CLEARED_CASHBOX, channel)
        elif in_slot:
            self._place = _Place.BEZEL
            self.rejected += 1
            self._tell(Event.CLEARED_FRONT, channel)
        broken_off = self.store.power_up()
        if broken_off is not None:
            self._events.append(self._money(Event.INCOMPLETE, broken_off))

    # The note path

    def _give_back(self) -> None:
        self._place = _Place.BEZEL
        self._until = None
        self.rejected += 1
        self._tell(Event.REJECTING)
        self._tell(Event.REJECTED)

    def _take_in(self, at: float) -> None:
        self._place = _Place.MOVING
        self._until = at + self.settings.stack_ms / 1000

    def _arrive(self) -> None:
        if self._jam == "stacker":
            self._place = _Place.STUCK
            return
        self._place = _Place.NOWHERE
        self._tell(Event.CREDIT, self.settings.notes.index(self._note) + 1)
        if self._payout_enabled and self._note in self._to_store:
            self.store.put(self._note)
            self.stored += 1
            self._tell(Event.STORED)
        else:
            self.cashbox.append(self._note)
            self.stacked += 1
            self._tell(Event.STACKED)
        if len(self.cashbox) >= self.settings.cashbox_capacity:
            self._stacker = "full"

    def _tell(self, event: Event, *data: int) -> None:
        self._events.append(bytes((event, *data)))

    def _money(self, event: Event, amounts: tuple[int, ...]) -> bytes:
        """An event with amounts: one country, each amount in hundredths."""
        values = b"".join((100 * amount).to_bytes(4, "little") for amount in amounts)
        return bytes((event, 1)) + values + self.settings.country.encode("ascii")

    # The line

    def receive(self, data: bytes, at: float) -> None:
        """Hear bytes and answer every packet that is for this device."""
        for heard in self._mouth.commands(data):
            self._outgoing += self._mouth.repeat(heard) or self._act(heard, at)

    def transmit(self, limit: int) -> bytes:
        """Give what the device said."""
        data = bytes(self._outgoing[:limit])
        del self._outgoing[:limit]
        return data

    def _act(self, heard: essp.Heard, at: float) -> bytes:
        """Carry out a packet that is no repeat; nothing is said to one that cannot be read."""
        secret = heard.data[:1] == b"\x7e"
        content = self._mouth.secrets.unwrap(heard.data) if secret else heard.data
        if not content:
            return b""
        command, data = content[0], content[1:]
        if command == essp.SYNC and not data:
            answer = bytes((essp.OK,))
        elif essp.SET_GENERATOR <= command <= essp.KEY_EXCHANGE and len(data) == 8:
            answer = self._mouth.secrets.exchange(command, int.from_bytes(data, "little"))
        elif not secret and command not in _PLAIN:
            answer = bytes((essp.NO_KEY,))
        else:
            answer = self._answer(command, data, at)
        return self._mouth.keep(heard, self._mouth.secrets.wrap(answer) if secret else answer)

    def _answer(self, command: int, data: bytes, at: float) -> bytes:
        """What one command is answered with."""
        told = self._tell_facts(command, data)
        if told is not None:
            return bytes((essp.OK,)) + told
        reply = self._obey(command, data, at)
        if reply is None and self.settings.payout:
            reply = self._pay(command, data, at)
        if reply is None:
            self._unknown.append(command)
            return bytes((essp.UNKNOWN,))
        return reply

    def _tell_facts(self, command: int, data: bytes) -> bytes | None:
        """Answer a question, None when it is not one."""
        match command, len(data):
            case 0x05, 0:
                return self._setup()
            case 0x0C, 0:
                return self.settings.serial.to_bytes(4, "big")
            case 0x58, 0:
                counts = (self.stacked, self.stored, self.store.dispensed, 0, self.rejected)
                return b"\x05" + b"".join(count.to_bytes(4, "little") for count in counts)
            case 0x22, 0 if self.settings.payout:
                return self.store.levels(self.settings.country)
            case _:
                return None

    def _obey(self, command: int, data: bytes, at: float) -> bytes | None:
        """Carry out a command of the note path, None when it is not one."""
        match command, len(data):
            case 0x60, 8:
                self._mouth.secrets.fix(int.from_bytes(data, "little"))
            case 0x06, 1:
                return bytes((essp.OK if data[0] <= 6 else 0xF8,))
            case 0x02, 2:
                self._inhibits = int.from_bytes(data, "little")
            case 0x0A, 0:
                self._enabled = True
            case 0x09, 0:
                self._enabled = False
            case 0x18, 0:
                if self._place is not _Place.ESCROW:
                    return bytes((essp.NOT_NOW,))
                self._until = at + self.settings.escrow_ms / 1000
            case 0x08, 0:
                if self._place is not _Place.ESCROW:
                    return bytes((essp.NOT_NOW,))
                self._give_back()
            case (0x07, 0):
                return self._poll(at, keep=False)
            case (0x56, 0) if self.settings.ack_polls:
                return self._poll(at, keep=True)
            case (0x57, 0) if self.settings.ack_polls:
                return self._acknowledge()
            case _:
                return None
        return bytes((essp.OK,))

    def _pay(self, command: int, data: bytes, at: float) -> bytes | None:
        """Carry out a command of the store, None when it is not one."""
        match command, len(data):
            case 0x5C, 0 | 1:
                self._payout_enabled = True
            case 0x5B, 0:
                self._payout_enabled = False
            case 0x3B, 8:
                note = int.from_bytes(data[1:5], "little") // 100
                (self._to_store.discard if data[0] else self._to_store.add)(note)
            case 0x38, 0:
                self.store.halt()
            case 0x33, 8:
                return self._start_payout(int.from_bytes(data[:4], "little"), test=data[7] == 0x19, at=at)
            case _:
                return None
        return bytes((essp.OK,))

    def _start_payout(self, hundredths: int, *, test: bool, at: float) -> bytes:
        if not self._payout_enabled:
            return bytes((essp.NOT_NOW, 4))
        if self.store.paying or self._place in (_Place.ESCROW, _Place.MOVING):
            return bytes((essp.NOT_NOW, 3))
        amount, rest = divmod(hundredths, 100)
        if amount > self.store.value:
            return bytes((essp.NOT_NOW, 1))
        notes = self.store.choose(amount)
        if rest or not notes:
            return bytes((essp.NOT_NOW, 2))
        if not test:
            self.store.start(notes, at)
        return bytes((essp.OK,))

    def _poll(self, at: float, *, keep: bool) -> bytes:
        """Tell what has happened and what goes on; a note in escrow whose reading was told is taken in."""
        events = [*self._unacked, *self._events]
        read = any(event[0] == Event.READ for event in self._events)
        self._unacked = [event for event in events if keep and event[0] in ACKED]
        self._events.clear()
        if self._place is _Place.ESCROW and not read:
            self._take_in(at)
        return bytes((essp.OK,)) + b"".join(events) + self._going_on()

    def _acknowledge(self) -> bytes:
        if not self._unacked:
            return bytes((essp.NOT_NOW,))
        self._unacked.clear()
        return bytes((essp.OK,))

    def _going_on(self) -> bytes:
        """The states that every poll tells as long as they last."""
        states = {
            Event.DISABLED: not self._enabled,
            Event.STACKING: self._place is _Place.MOVING,
            Event.JAMMED: self._place is _Place.STUCK,
            Event.FULL: self._stacker == "full",
            Event.REMOVED: self._stacker == "removed",
        }
        told = bytes(event for event, holds in states.items() if holds)
        return told + (self._money(Event.DISPENSING, (self.store.paid_now,)) if self.store.paying else b"")

    def _setup(self) -> bytes:
        """Unit, firmware, country, channels and their values."""
        notes = self.settings.notes
        country = self.settings.country.encode("ascii")
        head = bytes((6 if self.settings.payout else 0,)) + b"0416" + country + (1).to_bytes(3, "big")
        channels = bytes((len(notes),)) + bytes(notes) + bytes((2,)) * len(notes)
        tail = (100).to_bytes(3, "big") + b"\x06" + country * len(notes)
        return head + channels + tail + b"".join(note.to_bytes(4, "little") for note in notes)


def recycler_device(
    settings: RecyclerSettings, plan: FaultPlan | None = None, adapter: Adapter = "cdc-acm"
) -> VirtualDevice:
    """The device behind its USB converter, which bears its serial number."""
    plate = Nameplate(VENDOR, PRODUCT, "Note recycler", f"NR{settings.serial:08d}")
    return serial_device(NoteRecycler(settings), plate, adapter, plan)
