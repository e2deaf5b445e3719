"""What a ccTalk hopper says of itself: its counters, its test flags and its level. No I/O.

Source: ccTalk Generic Specification part 2, headers 163 (test), 166 (status), 171 (coin) and 217 (level). Makers differ
in what `unpaid` holds after a stop, so what was paid is read from `paid` alone.
"""

from typing import Final, Literal

import msgspec

from cashier.devices.payout import Cause, PayCondition

STATUS_BYTES: Final = 4
COIN_ID_BYTES: Final = 6
LARGEST_ORDER: Final = 255
"""The most coins that one order can name."""

_COUNTER_MAX: Final = 255
_DISABLED: Final = 0x80
_LEVEL_LOW: Final = 0x01
_LEVEL_LOW_FITTED: Final = 0x10

_FLAG_CONDITIONS: Final[tuple[tuple[int, PayCondition], ...]] = (
    (0x0008, "fraud"),
    (0x0010, "fraud"),
    (0x0100, "fraud"),
    (0x0800, "fraud"),
    (0x0001, "jam"),
    (0x0006, "jam"),
    (0x0020, "jam"),
    (0x1000, "jam"),
    (0x0002, "empty"),
    (0x2000, "fault"),
    (0x4000, "fault"),
)
"""Test flags (first byte low, second byte high) that keep a hopper from paying, the gravest first.

All bits of a row must be set. Current too high, opto blocked, reverse limit, a time-out after the motor was reversed:
jam. A time-out alone: no coin came any more. Opto tricked: fraud. Coil or memory: fault. The other bits (motor
reversed, single-coin mode, PIN) are of no matter here.
"""

_CAUSES: Final[dict[PayCondition, Cause]] = {"empty": "empty", "jam": "jam", "fraud": "fraud", "fault": "fault"}


class HopperCounters(msgspec.Struct, frozen=True):
    """The answer to header 166. `event` counts orders taken: 0 after a reset, then 1 to 255 and 1 again."""

    event: int
    remaining: int
    paid: int
    unpaid: int


class HopperHealth(msgspec.Struct, frozen=True):
    """The answers to headers 163 and 217: what is the matter, and whether the hopper may pay at all."""

    condition: PayCondition
    enabled: bool
    coins_seen: bool
    """Whether a level sensor is fitted and covered."""

    @property
    def cause(self) -> Cause:
        """Why a payout that came to its end early did so."""
        return _CAUSES.get(self.condition, "stopped" if self.enabled else "power")


Order = Literal["not-taken", "taken", "unclear"]


def read_counters(data: bytes) -> HopperCounters:
    """The answer to header 166, which has `STATUS_BYTES` bytes."""
    return HopperCounters(event=data[0], remaining=data[1], paid=data[2], unpaid=data[3])


def read_health(flags: bytes, level: bytes) -> HopperHealth:
    """What the test flags (at least one byte) and the level byte (or nothing) say."""
    bits = int.from_bytes(flags[:2], "little")
    fitted = bool(level) and level[0] & _LEVEL_LOW_FITTED != 0
    low = fitted and level[0] & _LEVEL_LOW != 0
    healthy: PayCondition = "low" if low else "ready"
    condition = next((condition for flag, condition in _FLAG_CONDITIONS if bits & flag == flag), healthy)
    return HopperHealth(condition=condition, enabled=not bits & _DISABLED, coins_seen=fitted and not low)


def next_event(counter: int) -> int:
    """The counter's value after the next order."""
    return counter % _COUNTER_MAX + 1


def fate(mark: int, now: int, *, enabled: bool) -> Order:
    """Whether the one order given since the counter stood at `mark` was taken.

    A hopper that is still enabled has not been reset since it was enabled for this order. One that was reset and kept a
    counter other than 0 keeps its counters without power; where the counter reads 0 nobody can tell.
    """
    if now == next_event(mark):
        return "taken"
    if now == mark and (enabled or mark):
        return "not-taken"
    return "unclear"


def coin_value(data: bytes) -> int | None:
    """The value in a coin's id (`EU200A` is 200); None where the hopper names no coin."""
    text = data.decode("ascii", "replace")
    digits = text[2:5]
    return int(digits) if len(text) == COIN_ID_BYTES and digits.isascii() and digits.isdecimal() else None
