"""What a ccTalk bill validator tells of its notes: the event ring, its counter, and the bill table. No I/O.

Source: ccTalk Generic Specification part 2, headers 156, 157, 159 and 232, and the tables of bill events and fault
codes in part 3. The ring holds the last five events, newest first; its counter is 0 only after a reset, then runs
from 1 to 255 and from 255 to 1 again.
"""

from typing import Final

import msgspec

from cashier.money import Currency, Money
from cashier.records import Condition

RING: Final = 5
POLL_BYTES: Final = 1 + 2 * RING
BILL_TYPES: Final = 16
BILL_ID_BYTES: Final = 7
SCALING_BYTES: Final = 3

RETURNED: Final = 1
"""The status event of a note that went back from escrow."""

UNKNOWN_STACKED: Final = 21
"""The status event of a stacked note whose type the validator, or we, cannot name."""

EVENT_CONDITIONS: Final[dict[int, Condition]] = {
    6: "jam",
    7: "jam",
    10: "ready",
    11: "stacker-removed",
    12: "ready",
    13: "fault",
    14: "stacker-full",
    15: "jam",
    16: "jam",
    17: "fraud",
    18: "fraud",
    19: "fault",
    UNKNOWN_STACKED: "fault",
}
"""Status events that change the device's condition; the others are of the moment."""

_FAULT_CONDITIONS: Final[dict[int, Condition]] = {0: "ready", 39: "jam", 45: "stacker-full"}
_COUNTER_MAX: Final = 255


class BillEvent(msgspec.Struct, frozen=True):
    """One entry of the ring: a bill type (0 for a status event) and what happened to it, or the status."""

    bill_type: int
    code: int

    @property
    def escrowed(self) -> bool:
        """Whether a note was recognised and is held."""
        return self.bill_type > 0 and self.code == 1

    @property
    def stacked(self) -> bool:
        """Whether a note went into the stacker."""
        return self.bill_type > 0 and self.code == 0

    @property
    def returned(self) -> bool:
        """Whether the held note went back."""
        return self.bill_type == 0 and self.code == RETURNED


class CountedEvent(msgspec.Struct, frozen=True):
    """An event and the counter's value when it happened."""

    counter: int
    event: BillEvent


class Ring(msgspec.Struct, frozen=True):
    """One answer to header 159: the counter and the last five events, newest first."""

    counter: int
    events: tuple[BillEvent, ...]

    def missed_since(self, last: int) -> int:
        """How many events came after the counter stood at `last`; more than `RING` of them are lost."""
        if last == 0 or self.counter == 0:
            return self.counter
        return (self.counter - last) % _COUNTER_MAX

    def counted(self) -> list[CountedEvent]:
        """All of the ring, oldest first, each event with its counter.

        Places that no event has filled since the reset read as status 0; what they are numbered means nothing.
        """
        counter = self.counter
        newest_first: list[CountedEvent] = []
        for event in self.events:
            newest_first.append(CountedEvent(counter=counter, event=event))
            counter = counter - 1 if counter > 1 else _COUNTER_MAX
        return newest_first[::-1]

    def since(self, last: int) -> list[CountedEvent]:
        """The events after the counter stood at `last`, oldest first; at most `RING` are left of them."""
        count = min(self.missed_since(last), RING)
        return self.counted()[RING - count :]


def read_ring(data: bytes) -> Ring:
    """The answer to header 159, which has `POLL_BYTES` bytes."""
    pairs = zip(data[1::2], data[2::2], strict=True)
    return Ring(counter=data[0], events=tuple(BillEvent(bill_type, code) for bill_type, code in pairs))


def fault_condition(code: int) -> Condition:
    """What the self-check's fault code says of the device."""
    return _FAULT_CONDITIONS.get(code, "fault")


class BillId(msgspec.Struct, frozen=True):
    """The answer to header 157: two letters of country, four digits of value, one letter of issue (`EU0020A`)."""

    country: str
    value: int
    issue: str


def read_bill_id(data: bytes) -> BillId | None:
    """The bill's id; None where the validator's table has no bill."""
    text = data.decode("ascii", "replace")
    if len(text) != BILL_ID_BYTES or not text[:2].isalpha() or not text[2:6].isdecimal():
        return None
    return BillId(country=text[:2], value=int(text[2:6]), issue=text[6])


def bill_amount(value: int, scaling: bytes, currency: Currency) -> Money | None:
    """A bill's amount in the table's minor units, from the three bytes of header 156.

    The value times the scaling factor (low byte first) counts units of 10 to the minus third byte. None if the
    amount is nothing or no whole number of minor units.
    """
    scaled = value * int.from_bytes(scaling[:2], "little") * currency.units
    amount, rest = divmod(scaled, 10 ** scaling[2])
    return Money(amount) if amount > 0 and rest == 0 else None
