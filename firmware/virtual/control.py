"""The control channel: how a demonstration or a test plays the people around the machine.

One JSON object a line over a stream socket, one line back for each, in order::

    {"do": "insert_note", "device": "validator", "value": 20}
    {"ok": true, "result": {"outcome": "escrow"}}
    {"do": "dance"}
    {"ok": false, "error": "Invalid value 'dance' - at `$.do`"}

:class:`Hands` is what can be done, typed; :class:`BusControl` does it over the channel.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from types import NoneType, TracebackType
from typing import Any, Literal, TypeAlias, TypeVar

import msgspec

from firmware.virtual.address import connect
from firmware.virtual.card_settings import BankAnswer, TerminalKey, Trick
from firmware.virtual.device import Fact
from firmware.virtual.faults import FaultPlan
from firmware.virtual.player_card import CardBuild

_Result = TypeVar("_Result")
NoteOutcome: TypeAlias = Literal["escrow", "stacking", "refused", "jammed"]
StackerState: TypeAlias = Literal["fitted", "full", "removed"]
JamPlace: TypeAlias = Literal["transport", "stacker", "cutter", "paper", "coin", "opto"]

_SECONDS = 10.0


class Status(msgspec.Struct, frozen=True, tag="status", tag_field="do"):
    """Ask what every device looks like, or one."""

    device: str | None = None


class InsertNote(msgspec.Struct, frozen=True, tag="insert_note", tag_field="do"):
    """Push a note of that face value (in whole currency units, as printed on it) into the validator."""

    device: str
    value: int


class TakeNote(msgspec.Struct, frozen=True, tag="take_note", tag_field="do"):
    """Take away the note that a validator holds out."""

    device: str


class SetStacker(msgspec.Struct, frozen=True, tag="stacker", tag_field="do"):
    """Fit (an empty one), fill or remove the validator's stacker."""

    device: str
    state: StackerState


class Jam(msgspec.Struct, frozen=True, tag="jam", tag_field="do"):
    """The next movement jams: a note in ``transport`` or ``stacker``, a ticket in ``paper`` or ``cutter``,

    a coin in the hopper's disk (``coin``) or in front of its ``opto``.
    """

    device: str
    place: JamPlace


class ClearJam(msgspec.Struct, frozen=True, tag="clear_jam", tag_field="do"):
    """Open the device, take out what is stuck, close it."""

    device: str


class FillHopper(msgspec.Struct, frozen=True, tag="fill_hopper", tag_field="do"):
    """Pour so many coins into a hopper; a negative number takes them out."""

    device: str
    coins: int


class ScanCode(msgspec.Struct, frozen=True, tag="scan", tag_field="do"):
    """Hold a code in front of a scanner: it types the text and Enter."""

    device: str
    text: str


class InsertCard(msgspec.Struct, frozen=True, tag="insert_card", tag_field="do"):
    """Put a card into a card terminal that asks for one; `bank` is what its bank will say, `card` its last digits."""

    device: str
    bank: BankAnswer = "approve"
    card: str = "4771"


class PressKey(msgspec.Struct, frozen=True, tag="press_key", tag_field="do"):
    """Press the green (``ok``, behind the PIN) or the red (``stop``) key of a card terminal."""

    device: str
    key: TerminalKey


class PlayTrick(msgspec.Struct, frozen=True, tag="play_trick", tag_field="do"):
    """Let something go wrong with a card terminal's next transaction."""

    device: str
    trick: Trick | None = None


class LayCard(msgspec.Struct, frozen=True, tag="lay_card", tag_field="do"):
    """Lay a chip card into a slot of a card reader, counted from 1; one that lies there already stays."""

    device: str
    card: CardBuild = CardBuild()
    slot: int = 1


class LiftCard(msgspec.Struct, frozen=True, tag="lift_card", tag_field="do"):
    """Take away whatever lies in a slot of a card reader."""

    device: str
    slot: int = 1


class PaperOut(msgspec.Struct, frozen=True, tag="paper_out", tag_field="do"):
    """Let the roll end after so many text lines (30 dots each) from now."""

    device: str
    after_lines: int = 0


class PaperLow(msgspec.Struct, frozen=True, tag="paper_low", tag_field="do"):
    """Let the roll be at its near-end sensor."""

    device: str


class RefillPaper(msgspec.Struct, frozen=True, tag="refill_paper", tag_field="do"):
    """Put a new roll in."""

    device: str


class Cover(msgspec.Struct, frozen=True, tag="cover", tag_field="do"):
    """Open or close the printer's cover."""

    device: str
    open: bool


class SetDoor(msgspec.Struct, frozen=True, tag="door", tag_field="do"):
    """Open or close the door at an input of a door board, counted from 1."""

    device: str
    number: int
    open: bool


class SetCell(msgspec.Struct, frozen=True, tag="cell", tag_field="do"):
    """Take a door board's cell out, or put a good one in."""

    device: str
    good: bool


class Unplug(msgspec.Struct, frozen=True, tag="unplug", tag_field="do"):
    """Pull the cable; the device keeps its power."""

    device: str


class Replug(msgspec.Struct, frozen=True, tag="replug", tag_field="do"):
    """Put cable and power back; the device gets a new address."""

    device: str


class CutPower(msgspec.Struct, frozen=True, tag="power_cut", tag_field="do"):
    """Take the device's power away."""

    device: str


class SetFaults(msgspec.Struct, frozen=True, tag="faults", tag_field="do"):
    """Replace a device's fault plan."""

    device: str
    plan: FaultPlan


class Wait(msgspec.Struct, frozen=True, tag="wait", tag_field="do"):
    """Answer as soon as a fact equals ``equals``, or has reached ``at_least``."""

    device: str
    fact: str
    equals: Fact | None = None
    at_least: int | None = None
    timeout_ms: int = 5000


class Stop(msgspec.Struct, frozen=True, tag="stop", tag_field="do"):
    """End the bus process."""


Deed: TypeAlias = (
    Status
    | InsertNote
    | TakeNote
    | SetStacker
    | Jam
    | ClearJam
    | FillHopper
    | ScanCode
    | InsertCard
    | PressKey
    | PlayTrick
    | LayCard
    | LiftCard
    | PaperOut
    | PaperLow
    | RefillPaper
    | Cover
    | SetDoor
    | SetCell
    | Unplug
    | Replug
    | CutPower
    | SetFaults
    | Wait
    | Stop
)


class DeviceStatus(msgspec.Struct, frozen=True):
    """One device: identity, place on the bus (address 0 while unplugged), and what can be seen of it."""

    name: str
    vendor: int
    product: int
    serial: str
    bus_id: str
    address: int
    facts: dict[str, Fact]

    @property
    def plugged(self) -> bool:
        """Whether a host can see it."""
        return self.address != 0


class Noted(msgspec.Struct, frozen=True):
    """What became of a note that was pushed in."""

    outcome: NoteOutcome


class Reply(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to one line: a result, or an error in one sentence."""

    ok: bool
    result: Any = None
    error: str = ""


class ControlError(Exception):
    """The bus refused; the message is its one sentence."""


class Hands(ABC):
    """The people around a machine, wherever its devices are.

    Every method raises :class:`ControlError` when the bus refuses, for example because no device has that
    name or the device is of another kind.
    """

    def status(self, device: str) -> DeviceStatus:
        """What one device looks like now."""
        return self._do(Status(device), list[DeviceStatus])[0]

    def status_of_all(self) -> tuple[DeviceStatus, ...]:
        """What every device looks like now, in the order of their ports."""
        return tuple(self._do(Status(), list[DeviceStatus]))

    def insert_note(self, device: str, value: int) -> NoteOutcome:
        """Push a note in; ``value`` in whole currency units. Tells what the validator did with it."""
        return self._do(InsertNote(device, value), Noted).outcome

    def take_note(self, device: str) -> int:
        """Take the note held out at the bezel; its face value, or 0 when there was none."""
        return self._do(TakeNote(device), int)

    def set_stacker(self, device: str, state: StackerState) -> None:
        """Fit an empty stacker, fill it, or take it out."""
        self._do(SetStacker(device, state), NoneType)

    def jam(self, device: str, place: JamPlace) -> None:
        """Make the next movement through that place jam."""
        self._do(Jam(device, place), NoneType)

    def clear_jam(self, device: str) -> None:
        """Take out what is stuck."""
        self._do(ClearJam(device), NoneType)

    def fill_hopper(self, device: str, coins: int) -> None:
        """Pour coins into a hopper, or take some out."""
        self._do(FillHopper(device, coins), NoneType)

    def scan(self, device: str, text: str) -> None:
        """Hold a code in front of a scanner."""
        self._do(ScanCode(device, text), NoneType)

    def insert_card(self, device: str, bank: BankAnswer = "approve", card: str = "4771") -> None:
        """Put a card into a terminal that asks for one."""
        self._do(InsertCard(device, bank, card), NoneType)

    def press_key(self, device: str, key: TerminalKey) -> None:
        """Press a card terminal's green or red key."""
        self._do(PressKey(device, key), NoneType)

    def play_trick(self, device: str, trick: Trick | None) -> None:
        """Let that go wrong with a card terminal's next transaction."""
        self._do(PlayTrick(device, trick), NoneType)

    def lay_card(self, device: str, card: CardBuild, slot: int = 1) -> None:
        """Lay a chip card into a reader's slot."""
        self._do(LayCard(device, card, slot), NoneType)

    def lift_card(self, device: str, slot: int = 1) -> list[CardBuild]:
        """Take away whatever lies in a reader's slot; the cards as they are now."""
        return self._do(LiftCard(device, slot), list[CardBuild])

    def paper_out(self, device: str, after_lines: int = 0) -> None:
        """Let the roll end after so many text lines (30 dots each) from now."""
        self._do(PaperOut(device, after_lines), NoneType)

    def paper_low(self, device: str) -> None:
        """Let the roll be at its near-end sensor."""
        self._do(PaperLow(device), NoneType)

    def refill_paper(self, device: str) -> None:
        """Put a new roll in."""
        self._do(RefillPaper(device), NoneType)

    def cover(self, device: str, *, is_open: bool) -> None:
        """Open or close the printer's cover."""
        self._do(Cover(device, is_open), NoneType)

    def set_door(self, device: str, number: int, *, is_open: bool) -> None:
        """Open or close the door at an input, counted from 1."""
        self._do(SetDoor(device, number, is_open), NoneType)

    def set_cell(self, device: str, *, is_good: bool) -> None:
        """Take a door board's cell out, or put a good one in."""
        self._do(SetCell(device, is_good), NoneType)

    def unplug(self, device: str) -> None:
        """Pull the cable; the device keeps its power."""
        self._do(Unplug(device), NoneType)

    def replug(self, device: str) -> None:
        """Put cable and power back; the device gets a new address."""
        self._do(Replug(device), NoneType)

    def power_cut(self, device: str) -> None:
        """Take the device's power away until :meth:`replug`."""
        self._do(CutPower(device), NoneType)

    def set_faults(self, device: str, plan: FaultPlan) -> None:
        """Replace the device's fault plan."""
        self._do(SetFaults(device, plan), NoneType)

    def wait(
        self,
        device: str,
        fact: str,
        *,
        equals: Fact | None = None,
        at_least: int | None = None,
        timeout_ms: int = 5000,
    ) -> DeviceStatus:
        """Wait until a fact equals a value or has reached a number; the device's status at that moment."""
        return self._do(Wait(device, fact, equals, at_least, timeout_ms), DeviceStatus, timeout_ms)

    def stop(self) -> None:
        """End the bus process."""
        self._do(Stop(), NoneType)

    @abstractmethod
    def _do(self, deed: Deed, kind: type[_Result], extra_ms: int = 0) -> _Result:
        """Have the bus do one thing; ``extra_ms`` is how long that may take by itself."""


class BusControl(Hands):
    """A client of the control channel. Each call waits for its answer; not for use by two threads at once.

    Beside what :class:`Hands` says, every method raises ``OSError`` when the bus cannot be reached.
    """

    def __init__(self, address: str) -> None:
        self._stream = connect(address, _SECONDS)
        self._lines = self._stream.makefile("rb")

    def __enter__(self) -> BusControl:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up; the bus goes on."""
        self._lines.close()
        self._stream.close()

    def _do(self, deed: Deed, kind: type[_Result], extra_ms: int = 0) -> _Result:
        self._stream.settimeout(_SECONDS + extra_ms / 1000)
        self._stream.sendall(msgspec.json.encode(deed) + b"\n")
        line = self._lines.readline()
        if not line:
            raise ConnectionError("the bus hung up: its process has ended")
        reply = msgspec.json.decode(line, type=Reply)
        if not reply.ok:
            raise ControlError(reply.error)
        return msgspec.convert(reply.result, kind)
