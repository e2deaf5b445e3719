"""The driver of an eSSP note validator (NV9, NV200): the same wants and words as the ccTalk validator's.

The device's events carry no numbers of their own, and its lifetime counters do. Each note that comes to a decision
moves one of them: taken (stacked or stored) or rejected. Twice their sum, and one more while a note is in escrow, is
therefore the number of an event: it is known to the device without power and to a driver that has just been started,
and the machine can take an event twice and count it once. What is amiss between that number and the journal's is told
by what the device still says (it repeats unacknowledged credits); where nothing tells it, events are lost and an
attendant counts.

Source: SSP protocol manual (GA138), NV200 command and event tables.
"""

from collections.abc import Collection
from typing import Final

import msgspec

from cashier.devices.driver import ConditionReport, out_of_reach
from cashier.devices.essp_events import CONDITIONS, MONEY_MOVED, Happening, NoteCounters, PollEvent
from cashier.devices.essp_line import Command, NoAnswer
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.note_wants import LossLock, wanted_amounts
from cashier.money import ZERO, Money
from cashier.records import (
    Command as CashCommand,
)
from cashier.records import (
    DeviceId,
    EventsLost,
    NoteEscrowed,
    NoteReturned,
    NoteStacked,
    ReturnNote,
    StackNote,
    ValidatorMoved,
    ValidatorReset,
    Want,
)
from cashier.usb import UsbError

_COUNTER_MAX: Final = 255
_SILENCES: Final = 3
"""So many steps without an answer, and the device counts as absent."""

_IDLE_STEPS: Final = 10
"""So many steps may a note that was told be neither in escrow nor moving nor counted; then it is lost."""

_SOMEWHERE: Final = frozenset(
    {Happening.READ, Happening.STACKING, Happening.REJECTING, Happening.UNSAFE_JAM, Happening.SAFE_JAM}
)
"""Events that account for a note which is not in escrow and not counted yet."""

_SAME, _OPEN, _DONE, _WHOLE = 0, -1, 1, 2
"""How far the device's number is from the journal's: not at all; a note is open; it has come to its end; a whole note
passed unseen."""


def number_of(total: int) -> int:
    """The number of the last event when so many events have ever been: 0 for none, then 1 to 255 and 1 again."""
    return (total - 1) % _COUNTER_MAX + 1 if total else 0


def distance(last: int, now: int) -> int:
    """How many numbers lie from `last` to `now`, the shorter way round; 0 has no number before it."""
    if last == 0 or now == 0:
        return now - last
    ahead = (now - last) % _COUNTER_MAX
    return ahead if ahead <= _COUNTER_MAX // 2 else ahead - _COUNTER_MAX


class _Open(msgspec.Struct, frozen=True):
    """The note that was told and has not come to its end: its number, and its amount where this driver saw it."""

    counter: int
    amount: Money | None


class NoteAcceptor:
    """A `Driver` for the note-taking side of one unit; `last_counter` as for the ccTalk validator."""

    def __init__(self, device: DeviceId, unit: EsspUnit, *, last_counter: int | None = None) -> None:
        self.device = device
        self._unit = unit
        self._events = unit.subscribe()
        unit.takes_notes = True
        self._report = ConditionReport(device)
        self._silences = 0
        self._counter = last_counter or 0
        self._seen: NoteCounters | None = None
        self._unsure: NoteCounters | None = None
        """Numbers that a note's end has moved while no poll has told which end it was."""
        self._generation = 0
        self._open: _Open | None = None
        self._credit: Money | None = None
        self._given_back = False
        self._was_reset = False
        self._idle = 0
        self._taking: frozenset[int] | None = None
        self._routed = False
        self._lock = LossLock()

    def step(self, wants: Collection[Want]) -> list[CashCommand]:
        """Hold or poll once and act on each want once; see `Driver`."""
        said: list[CashCommand] = []
        if self._lock.turn(bool(wanted_amounts(self.device, wants)), self._report.condition):
            self._report.forget()
        with self._unit.lock:
            try:
                self._work(wants, said)
                self._silences = 0
            except NoAnswer:
                self._silences += 1
                if self._silences >= _SILENCES:
                    said += self._report.changed("absent")
            except UsbError as problem:
                self._unit.close()
                said += self._report.changed(out_of_reach(problem))
        return said

    def close(self) -> None:
        """Give the port back; see `Driver`."""
        with self._unit.lock:
            self._unit.close()

    def _work(self, wants: Collection[Want], said: list[CashCommand]) -> None:
        """What a step is made of; what was read before an error stays said."""
        self._unit.beat(acknowledge=not self._events)
        news = list(self._events)
        for event in news:
            self._remember(event)
        renewed = self._generation != self._unit.generation
        moved = any(event.code in MONEY_MOVED for event in news)
        if renewed or moved or self._open is not None or self._credit is not None or self._unsure is not None:
            said += self._settle(self._unit.counters())
        self._events.clear()
        if renewed:
            self._taking = None
            self._generation = self._unit.generation
        said += self._escrow()
        said += self._condition(news)
        self._obey(wants)

    # -- events --------------------------------------------------------------------------------------------------

    def _remember(self, event: PollEvent) -> None:
        """What an event says of a note's end, until the counters settle it."""
        match event.code:
            case Happening.CREDIT | Happening.CLEARED_CASHBOX:
                self._credit = self._unit.setup.channels.get(event.channel)
            case Happening.REJECTED | Happening.CLEARED_FRONT:
                self._given_back = True
            case Happening.RESET:
                self._was_reset = True
            case _:
                return

    def _forget_note(self) -> None:
        """No note is open; what was said of the last one is settled."""
        self._open = self._credit = None
        self._given_back = self._was_reset = False
        self._idle = 0

    def _settle(self, counters: NoteCounters) -> list[CashCommand]:
        """Compare the device's number with the journal's, and tell what happened in between."""
        before, self._seen = self._seen, counters
        unsure, self._unsure = self._unsure, None
        now = number_of(2 * (counters.taken + counters.rejected))
        steps = distance(self._counter, now)
        if steps == _SAME:
            self._forget_note()
            return []
        if steps == _OPEN:
            return self._still_open(now)
        one_note = steps in (_DONE, _WHOLE)
        if one_note and self._is_untold(before) and unsure != counters:
            # The note may have come to its end between the poll and these numbers: the next poll tells of it.
            self._seen, self._unsure = before, counters
            return []
        taken = self._was_taken(before, counters) if one_note else None
        told = None if taken is None else self._told(steps, now, taken=taken)
        return self._lose(now) if told is None else told

    def _is_untold(self, before: NoteCounters | None) -> bool:
        """Whether no poll told a note's end, and numbers alone do not tell which end it was, or of what amount."""
        if self._credit is not None or self._given_back:
            return False
        return before is None or self._open is None or self._open.amount is None

    def _was_taken(self, before: NoteCounters | None, now: NoteCounters) -> bool | None:
        """Whether the note that came to its end was taken; None where nothing tells."""
        if before is not None:
            return now.taken > before.taken
        if self._credit is not None or self._given_back:
            return self._credit is not None
        repeated = self._unit.acknowledges and not self._was_reset
        return False if repeated else None

    def _told(self, steps: int, now: int, *, taken: bool) -> list[CashCommand] | None:
        """The words for one note's end, or for a whole note that passed; None if its amount is not known."""
        amount = self._open.amount if self._open is not None and self._open.amount is not None else self._credit
        if taken and amount is None:
            return None
        self._forget_note()
        self._counter = now
        begun = number_of_before(now)
        if taken and amount is not None:
            stacked = NoteStacked(self.device, now, amount)
            return [stacked] if steps == _DONE else [NoteEscrowed(self.device, begun, amount), stacked]
        if steps == _DONE:
            return [NoteReturned(self.device, now, amount or ZERO)]
        codes = ((begun, Happening.REJECTING), (now, Happening.REJECTED))
        return [ValidatorMoved(self.device, counter, int(code)) for counter, code in codes]

    def _still_open(self, now: int) -> list[CashCommand]:
        """The journal holds a note that has not come to its end; it must be somewhere."""
        if self._open is None:
            self._open = _Open(self._counter, self._unit.setup.channels.get(self._unit.holding))
            self._routed = False
        moving = any(event.code in _SOMEWHERE for event in self._events)
        self._idle = 0 if moving or self._unit.holding else self._idle + 1
        return self._lose(now) if self._idle > _IDLE_STEPS else []

    def _lose(self, now: int) -> list[CashCommand]:
        """Nobody knows what happened, so an attendant must count."""
        missed = (now - self._counter) % _COUNTER_MAX or _COUNTER_MAX
        self._counter = now
        self._forget_note()
        if now == 0:
            return [ValidatorReset(device=self.device)]
        self._lock.close()
        return [EventsLost(device=self.device, counter=now, missed=missed)]

    def _escrow(self) -> list[CashCommand]:
        """Tell of the note that is held, once. One of another country goes back untold."""
        amount = self._unit.setup.channels.get(self._unit.holding)
        if self._unit.holding and amount is None:
            self._unit.give_back()
        if self._open is not None or amount is None:
            return []
        self._counter = self._counter % _COUNTER_MAX + 1
        self._open = _Open(self._counter, amount)
        self._idle = 0
        self._routed = False
        return [NoteEscrowed(self.device, self._counter, amount)]

    def _condition(self, news: Collection[PollEvent]) -> list[CashCommand]:
        """The gravest condition that the poll told; while a note is held, nothing is polled and nothing is news."""
        if self._lock.closed or self._unit.holding:
            return []
        told = [CONDITIONS[event.code] for event in news if event.code in CONDITIONS]
        return self._report.changed(told[0] if told else "ready")

    # -- wants ---------------------------------------------------------------------------------------------------

    def _obey(self, wants: Collection[Want]) -> None:
        """Route the held note, and open or close the slot."""
        for want in wants:
            if isinstance(want, StackNote | ReturnNote) and want.device == self.device:
                self._route(want)
        closed = self._lock.closed or self._unit.paying
        amounts = frozenset() if closed else wanted_amounts(self.device, wants)
        channels = frozenset(channel for channel, amount in self._unit.setup.channels.items() if amount in amounts)
        if channels != self._taking:
            self._take(channels)

    def _route(self, want: StackNote | ReturnNote) -> None:
        """Send the held note on its way, once; whether it went, the counters tell."""
        if self._open is None or want.counter != self._open.counter or self._routed or not self._unit.holding:
            return
        if isinstance(want, StackNote):
            self._unit.take()
        else:
            self._unit.give_back()
        self._routed = True

    def _take(self, channels: frozenset[int]) -> None:
        """Accept the notes of these channels and no others; with none, the device is disabled first."""
        self._taking = None
        mask = sum(1 << (channel - 1) for channel in channels).to_bytes(2, "little")
        if not channels:
            self._unit.ask(Command.DISABLE)
        self._unit.ask(Command.SET_INHIBITS, mask)
        if channels:
            self._unit.ask(Command.ENABLE)
        self._unit.slot_open = bool(channels)
        self._taking = channels


def number_of_before(number: int) -> int:
    """The number before this one."""
    return number - 1 if number > 1 else _COUNTER_MAX
