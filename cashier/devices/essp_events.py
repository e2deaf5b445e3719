"""What an eSSP device tells of itself: poll events, set-up, counters and levels, protocol version 6. No I/O.

Source: SSP protocol manual (GA138), event and command tables of NV200 and SMART Payout. Amounts are minor units.
"""

from enum import IntEnum
from typing import Final

import msgspec

from cashier.money import Money
from cashier.note_records import NotePile
from cashier.records import Condition

COUNTERS: Final = 5
_LEVEL_BYTES: Final = 9
_COUNTRY_BYTES: Final = 3
_SETUP_HEAD: Final = 12


class Malformed(Exception):  # noqa: N818 - what an answer is, not what we did
    """An answer that does not add up."""


class Happening(IntEnum):
    """Poll events in use."""

    JAM_RECOVERY = 0xB0
    INITIALISING = 0xB6
    EMPTYING = 0xC2
    EMPTIED = 0xC3
    PAYOUT_OUT_OF_SERVICE = 0xC6
    TRANSFERRED = 0xC9
    STACKING = 0xCC
    DEVICE_FULL = 0xCF
    DISPENSED = 0xD2
    PAYOUT_JAMMED = 0xD5
    HALTED = 0xD6
    FLOATING = 0xD7
    FLOATED = 0xD8
    TIMED_OUT = 0xD9
    DISPENSING = 0xDA
    STORED = 0xDB
    INCOMPLETE = 0xDC
    INCOMPLETE_FLOAT = 0xDD
    CLEARED_FRONT = 0xE1
    CLEARED_CASHBOX = 0xE2
    CASHBOX_REMOVED = 0xE3
    CASHBOX_REPLACED = 0xE4
    FRAUD = 0xE6
    FULL = 0xE7
    DISABLED = 0xE8
    UNSAFE_JAM = 0xE9
    SAFE_JAM = 0xEA
    STACKED = 0xEB
    REJECTED = 0xEC
    REJECTING = 0xED
    CREDIT = 0xEE
    READ = 0xEF
    RESET = 0xF1


_CHANNEL: Final = frozenset(
    {Happening.CLEARED_FRONT, Happening.CLEARED_CASHBOX, Happening.FRAUD, Happening.CREDIT, Happening.READ}
)
"""Events with one byte behind them: the channel of the note, or 0."""

_AMOUNTS: Final[dict[Happening, int]] = {
    Happening.DISPENSED: 1,
    Happening.PAYOUT_JAMMED: 1,
    Happening.HALTED: 1,
    Happening.FLOATING: 1,
    Happening.FLOATED: 1,
    Happening.TIMED_OUT: 1,
    Happening.DISPENSING: 1,
    Happening.INCOMPLETE: 2,
    Happening.INCOMPLETE_FLOAT: 2,
}
"""Events with amounts behind them, and how many for each country: paid, or paid and asked for."""

CONDITIONS: Final[dict[int, Condition]] = {
    Happening.UNSAFE_JAM: "jam",
    Happening.SAFE_JAM: "jam",
    Happening.FULL: "stacker-full",
    Happening.CASHBOX_REMOVED: "stacker-removed",
    Happening.FRAUD: "fraud",
    Happening.INITIALISING: "fault",
}
"""Events that keep a device from taking notes, for as long as polls tell them."""

MONEY_MOVED: Final = frozenset(
    {
        Happening.CREDIT,
        Happening.STACKED,
        Happening.STORED,
        Happening.REJECTED,
        Happening.CLEARED_FRONT,
        Happening.CLEARED_CASHBOX,
    }
)
"""Events after which the note counters are worth asking for."""


STATES: Final = frozenset(
    {
        Happening.DISABLED,
        Happening.STACKING,
        Happening.DISPENSING,
        Happening.FULL,
        Happening.UNSAFE_JAM,
        Happening.CASHBOX_REMOVED,
        Happening.INITIALISING,
    }
)
"""What polls tell as long as it lasts; there is nothing to acknowledge."""


class PollEvent(msgspec.Struct, frozen=True):
    """One event: its code, and the channel or the first country's amount behind it."""

    code: int
    channel: int = 0
    amount: Money = Money(0)


class PollReader:
    """Reads the bytes behind a poll's OK one event after the other."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._place = 0

    def events(self) -> list[PollEvent]:
        """All events in order. Raises `Malformed` where one is unknown or cut off, since nothing after it is sure."""
        events: list[PollEvent] = []
        while self._place < len(self._data):
            events.append(self._event())
        return events

    def _event(self) -> PollEvent:
        code = self._bytes(1)[0]
        try:
            happening = Happening(code)
        except ValueError as unknown:
            raise Malformed(f"event {code:#04x} is not known") from unknown
        if happening in _CHANNEL:
            return PollEvent(code, channel=self._bytes(1)[0])
        if happening in _AMOUNTS:
            return PollEvent(code, amount=self._amount(_AMOUNTS[happening]))
        return PollEvent(code)

    def _amount(self, amounts: int) -> Money:
        """The first amount of the first country; the rest is passed over."""
        countries = self._bytes(1)[0]
        size = 4 * amounts + _COUNTRY_BYTES
        rows = self._bytes(countries * size)
        return Money(int.from_bytes(rows[:4], "little"))

    def _bytes(self, count: int) -> bytes:
        end = self._place + count
        if end > len(self._data):
            raise Malformed("an event is cut off")
        data, self._place = self._data[self._place : end], end
        return data


class NoteCounters(msgspec.Struct, frozen=True):
    """The answer to GET COUNTERS: notes ever stacked, stored, dispensed, moved from store to box, and rejected."""

    stacked: int
    stored: int
    dispensed: int
    transferred: int
    rejected: int

    @property
    def taken(self) -> int:
        """Notes that became money."""
        return self.stacked + self.stored


def read_counters(data: bytes) -> NoteCounters:
    """Read the counters. Raises `Malformed`."""
    if len(data) < 1 + 4 * COUNTERS or data[0] < COUNTERS:
        raise Malformed(f"{len(data)} bytes are no {COUNTERS} counters")
    numbers = (int.from_bytes(data[1 + 4 * place : 5 + 4 * place], "little") for place in range(COUNTERS))
    return NoteCounters(*numbers)


def read_levels(data: bytes) -> tuple[NotePile, ...]:
    """The notes that the store holds, by their amounts, from GET ALL LEVELS. Raises `Malformed`."""
    if not data or len(data) != 1 + data[0] * _LEVEL_BYTES:
        raise Malformed("the levels do not add up")
    rows = (data[start : start + _LEVEL_BYTES] for start in range(1, len(data), _LEVEL_BYTES))
    counts = {Money(int.from_bytes(row[2:6], "little")): int.from_bytes(row[:2], "little") for row in rows}
    return tuple(NotePile(amount, count) for amount, count in sorted(counts.items()) if count)


class Setup(msgspec.Struct, frozen=True):
    """The answer to SETUP REQUEST: whether a note store is fitted, and each channel's amount of our country."""

    payout: bool
    channels: dict[int, Money]


def read_setup(data: bytes, country: str) -> Setup:
    """Read the set-up of a validator, with or without a store. Raises `Malformed`."""
    if len(data) < _SETUP_HEAD:
        raise Malformed("the set-up is cut off")
    count = data[11]
    rest = data[_SETUP_HEAD + 2 * count :]
    if len(rest) < 4 + count * (_COUNTRY_BYTES + 4):
        raise Malformed("the set-up is cut off")
    factor = int.from_bytes(rest[:3], "big")
    countries = rest[4 : 4 + _COUNTRY_BYTES * count]
    values = rest[4 + _COUNTRY_BYTES * count :]
    channels = {
        place + 1: Money(int.from_bytes(values[4 * place : 4 * place + 4], "little") * factor)
        for place in range(count)
        if countries[_COUNTRY_BYTES * place : _COUNTRY_BYTES * (place + 1)] == country.encode("ascii")
    }
    return Setup(payout=data[0] == 6, channels=channels)
