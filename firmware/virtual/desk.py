"""The bus's side of the control channel: deeds in, replies out, and the waits that are still open."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

import msgspec

from firmware.virtual import control
from firmware.virtual.card_reader import CardReader
from firmware.virtual.card_terminal import CardTerminal
from firmware.virtual.coin_hopper import CoinHopper
from firmware.virtual.control import Deed, DeviceStatus, Reply, Wait
from firmware.virtual.door_board import DoorBoard
from firmware.virtual.note_slot import NoteSlot
from firmware.virtual.printer import TicketPrinter
from firmware.virtual.scanner import TicketScanner
from firmware.virtual.usbip import MalformedFrameError

if TYPE_CHECKING:
    from collections.abc import Callable

    from firmware.virtual.bus import VirtualBus
    from firmware.virtual.device import Completion

_MAX_LINE = 1 << 16
_Body = TypeVar("_Body")


class LineSession:
    """One control connection, sans-I/O. Replies leave in the order of their lines."""

    def __init__(self, desk: ControlDesk) -> None:
        self._desk = desk
        self._buffer = bytearray()
        self._lines: list[bytes] = []
        self.outgoing = bytearray()
        self.waiting: tuple[Wait, float] | None = None

    def receive(self, data: bytes) -> None:
        """Carry out every whole line; raises :class:`MalformedFrameError` for a line without an end."""
        self._buffer += data
        *lines, rest = self._buffer.split(b"\n")
        self._lines += map(bytes, lines)
        self._buffer = bytearray(rest)
        if len(rest) > _MAX_LINE:
            raise MalformedFrameError(f"control line of more than {_MAX_LINE} bytes without an end")
        self.proceed()

    def proceed(self) -> None:
        """Carry out waiting lines until one has to wait."""
        while self._lines and self.waiting is None:
            self._desk.take(self, self._lines.pop(0))

    def answer(self, reply: Reply) -> None:
        """Send one reply."""
        self.outgoing += msgspec.json.encode(reply) + b"\n"

    def gone(self) -> bool:
        """Control connections end only from the other side."""
        return False

    def close(self) -> None:
        """Forget an open wait."""
        self._desk.forget(self)


class ControlDesk:
    """Carries out deeds on one bus."""

    def __init__(self, bus: VirtualBus) -> None:
        self.bus = bus
        self.stopped = False
        self.completions: list[Completion] = []
        self._waiting: list[LineSession] = []
        self._decoder: msgspec.json.Decoder[Deed] = msgspec.json.Decoder(Deed)

    def take(self, session: LineSession, line: bytes) -> None:
        """Carry out one line; every problem in it becomes a one-line error reply."""
        at = time.monotonic()
        try:
            deed = self._decoder.decode(line)
            if isinstance(deed, Wait):
                self.status(deed.device)
                session.waiting = (deed, at + deed.timeout_ms / 1000)
                self._waiting.append(session)
                return
            session.answer(Reply(ok=True, result=ACTS[type(deed)](self, deed, at)))
        except (msgspec.MsgspecError, ValueError) as problem:
            session.answer(Reply(ok=False, error=str(problem)))

    def settle(self, at: float) -> None:
        """Answer every wait whose fact has come true or whose time is up."""
        for session in list(self._waiting):
            if session.waiting is None:
                continue
            wait, deadline = session.waiting
            status = self.status(wait.device)
            if is_met(wait, status):
                self._end_wait(session, Reply(ok=True, result=status))
            elif at >= deadline:
                self._end_wait(session, Reply(ok=False, error=too_late(wait, status)))

    def due(self) -> float | None:
        """When the next wait runs out."""
        return min((session.waiting[1] for session in self._waiting if session.waiting), default=None)

    def forget(self, session: LineSession) -> None:
        """Drop the open wait of a connection that ended."""
        if session in self._waiting:
            self._waiting.remove(session)

    def take_completions(self) -> list[Completion]:
        """The transfers that deeds (unplug, power cut) have ended since the last call."""
        done, self.completions = self.completions, []
        return done

    def status(self, name: str) -> DeviceStatus:
        """What one device looks like; raises ``ValueError`` when there is none of that name."""
        device = self.bus.device(name)
        found = self.bus.find(name)
        return DeviceStatus(
            name=name,
            vendor=device.spec.vendor,
            product=device.spec.product,
            serial=device.spec.serial,
            bus_id=found.bus_id if found else "",
            address=found.address if found else 0,
            facts=device.function.facts(),
        )

    def body(self, name: str, kind: type[_Body]) -> _Body:
        """The thing behind a device, when it is of that kind; raises ``ValueError`` otherwise."""
        body = self.bus.device(name).function.body()
        if not isinstance(body, kind):
            raise ValueError(f"device {name!r} is a {type(body).__name__}: this needs a {kind.__name__}")
        return body

    def _end_wait(self, session: LineSession, reply: Reply) -> None:
        self.forget(session)
        session.waiting = None
        session.answer(reply)
        session.proceed()


def is_met(wait: Wait, status: DeviceStatus) -> bool:
    """Whether what is waited for has come true."""
    fact = status.facts.get(wait.fact)
    if wait.at_least is not None:
        return isinstance(fact, int) and fact >= wait.at_least
    return fact is not None and fact == wait.equals


def too_late(wait: Wait, status: DeviceStatus) -> str:
    """What to say when the time is up."""
    if wait.fact not in status.facts:
        return f"device {wait.device!r} shows no {wait.fact!r}: it shows {', '.join(status.facts) or 'nothing'}"
    return f"{wait.fact} of {wait.device!r} is still {status.facts[wait.fact]!r} after {wait.timeout_ms} ms"


def _status(desk: ControlDesk, deed: control.Status, at: float) -> object:
    names = desk.bus.names() if deed.device is None else (deed.device,)
    return [desk.status(name) for name in names]


def _insert_note(desk: ControlDesk, deed: control.InsertNote, at: float) -> object:
    return control.Noted(desk.body(deed.device, NoteSlot).insert_note(deed.value, at))


def _take_note(desk: ControlDesk, deed: control.TakeNote, at: float) -> object:
    return desk.body(deed.device, NoteSlot).take_note()


def _set_stacker(desk: ControlDesk, deed: control.SetStacker, at: float) -> None:
    desk.body(deed.device, NoteSlot).set_stacker(deed.state)


def _jam(desk: ControlDesk, deed: control.Jam, at: float) -> None:
    match deed.place:
        case "transport" | "stacker":
            desk.body(deed.device, NoteSlot).jam(deed.place)
        case "coin" | "opto":
            desk.body(deed.device, CoinHopper).jam(deed.place)
        case "cutter" | "paper":
            desk.body(deed.device, TicketPrinter).jam(deed.place)


def _clear_jam(desk: ControlDesk, deed: control.ClearJam, at: float) -> None:
    body = desk.bus.device(deed.device).function.body()
    if isinstance(body, NoteSlot | CoinHopper):
        body.clear_jam(at)
    else:
        desk.body(deed.device, TicketPrinter).clear_jam(at)


def _fill_hopper(desk: ControlDesk, deed: control.FillHopper, at: float) -> None:
    desk.body(deed.device, CoinHopper).fill(deed.coins)


def _scan(desk: ControlDesk, deed: control.ScanCode, at: float) -> None:
    desk.body(deed.device, TicketScanner).scan(deed.text)


def _insert_card(desk: ControlDesk, deed: control.InsertCard, at: float) -> None:
    desk.body(deed.device, CardTerminal).insert_card(at, deed.bank, deed.card)


def _press_key(desk: ControlDesk, deed: control.PressKey, at: float) -> None:
    desk.body(deed.device, CardTerminal).press(deed.key, at)


def _play_trick(desk: ControlDesk, deed: control.PlayTrick, at: float) -> None:
    desk.body(deed.device, CardTerminal).play(deed.trick)


def _lay_card(desk: ControlDesk, deed: control.LayCard, at: float) -> None:
    desk.body(deed.device, CardReader).lay(deed.card, deed.slot)


def _lift_card(desk: ControlDesk, deed: control.LiftCard, at: float) -> object:
    return desk.body(deed.device, CardReader).lift(deed.slot)


def _paper_out(desk: ControlDesk, deed: control.PaperOut, at: float) -> None:
    desk.body(deed.device, TicketPrinter).end_roll_after(deed.after_lines, at)


def _paper_low(desk: ControlDesk, deed: control.PaperLow, at: float) -> None:
    desk.body(deed.device, TicketPrinter).set_paper_low(at)


def _refill_paper(desk: ControlDesk, deed: control.RefillPaper, at: float) -> None:
    desk.body(deed.device, TicketPrinter).refill(at)


def _cover(desk: ControlDesk, deed: control.Cover, at: float) -> None:
    desk.body(deed.device, TicketPrinter).set_cover(at, is_open=deed.open)


def _set_door(desk: ControlDesk, deed: control.SetDoor, at: float) -> None:
    desk.body(deed.device, DoorBoard).set_door(deed.number, is_open=deed.open)


def _set_cell(desk: ControlDesk, deed: control.SetCell, at: float) -> None:
    desk.body(deed.device, DoorBoard).set_cell(is_good=deed.good)


def _unplug(desk: ControlDesk, deed: control.Unplug, at: float) -> None:
    desk.completions += desk.bus.unplug(deed.device)


def _replug(desk: ControlDesk, deed: control.Replug, at: float) -> None:
    desk.bus.replug(deed.device, at)


def _power_cut(desk: ControlDesk, deed: control.CutPower, at: float) -> None:
    desk.completions += desk.bus.power_cut(deed.device)


def _set_faults(desk: ControlDesk, deed: control.SetFaults, at: float) -> None:
    desk.bus.device(deed.device).set_faults(deed.plan)


def _stop(desk: ControlDesk, deed: control.Stop, at: float) -> None:
    desk.stopped = True


ACTS: dict[type, Callable[..., object]] = {
    control.Status: _status,
    control.InsertNote: _insert_note,
    control.TakeNote: _take_note,
    control.SetStacker: _set_stacker,
    control.Jam: _jam,
    control.ClearJam: _clear_jam,
    control.FillHopper: _fill_hopper,
    control.ScanCode: _scan,
    control.InsertCard: _insert_card,
    control.PressKey: _press_key,
    control.PlayTrick: _play_trick,
    control.LayCard: _lay_card,
    control.LiftCard: _lift_card,
    control.PaperOut: _paper_out,
    control.PaperLow: _paper_low,
    control.RefillPaper: _refill_paper,
    control.Cover: _cover,
    control.SetDoor: _set_door,
    control.SetCell: _set_cell,
    control.Unplug: _unplug,
    control.Replug: _replug,
    control.CutPower: _power_cut,
    control.SetFaults: _set_faults,
    control.Stop: _stop,
}
"""Who carries out which deed; a wait is the desk's own."""
