"""The driver of a ccTalk bill validator with escrow.

A note is money once the validator says "stacked", and each of its events carries the validator's counter, so that
the machine can take an event twice and count it once. The driver keeps nothing between runs: the host hands it the
counter that its journal holds, and the ring of five events tells what happened in between.

Sources: ccTalk Generic Specification part 2 (headers in `_Header`), part 3 (events and fault codes).
"""

from collections.abc import Collection
from enum import IntEnum
from typing import Final

import msgspec

from cashier.devices.bill_events import (
    BILL_ID_BYTES,
    BILL_TYPES,
    EVENT_CONDITIONS,
    POLL_BYTES,
    RING,
    SCALING_BYTES,
    UNKNOWN_STACKED,
    CountedEvent,
    Ring,
    bill_amount,
    fault_condition,
    read_bill_id,
    read_ring,
)
from cashier.devices.cctalk_line import Line, NoAnswer
from cashier.devices.driver import ConditionReport, Opener, out_of_reach
from cashier.devices.note_wants import LossLock, wanted_amounts
from cashier.money import ZERO, Currency, Money
from cashier.records import (
    Command,
    Condition,
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
from cashier.usb import BytePipe, UsbError

ADDRESS: Final = 40
"""The address ccTalk gives bill validators."""

_CATEGORY: Final = "Bill Validator"
_SILENCES: Final = 3
"""So many steps without an answer, and the validator counts as absent."""

_STACKER_AND_ESCROW: Final = 3
_ROUTE_RETURN: Final = 0
_ROUTE_STACK: Final = 1


class _Header(IntEnum):
    """The ccTalk commands in use."""

    SIMPLE_POLL = 254
    MANUFACTURER = 246
    CATEGORY = 245
    PRODUCT = 244
    SELF_CHECK = 232
    INHIBITS = 231
    MASTER_INHIBIT = 228
    MASTER_INHIBIT_STATUS = 227
    READ_EVENTS = 159
    BILL_ID = 157
    SCALING = 156
    ROUTE = 154
    OPERATING_MODE = 153


class Identity(msgspec.Struct, frozen=True):
    """What the validator calls itself, for the service menu."""

    manufacturer: str = ""
    product: str = ""


class _OtherDevice(Exception):  # noqa: N818 - what was found, not an error of ours
    """Something answers at the validator's address and is none."""


class _Held(msgspec.Struct, frozen=True):
    """The note in escrow: the counter of the event that told of it, and its amount."""

    counter: int
    amount: Money


class BillValidator:
    """A `Driver` for one validator.

    `last_counter` is the counter of the last event in the host's journal, None if it has none: the validator's
    events since then are then all that the ring holds since its reset. Notes are taken by their country letters
    (`EU` for the euro) and their amount in minor units of `currency`.

    After `EventsLost` the slot is closed at once, and stays so until the host has wanted no notes for a step and then
    wants some again: it is the host that knows whether an attendant has looked.
    """

    def __init__(
        self,
        device: DeviceId,
        open_pipe: Opener[BytePipe],
        currency: Currency,
        *,
        country: str = "EU",
        last_counter: int | None = None,
        address: int = ADDRESS,
    ) -> None:
        self.device = device
        self.identity = Identity()
        self._open_pipe = open_pipe
        self._currency = currency
        self._country = country
        self._address = address
        self._report = ConditionReport(device)
        self._line: Line | None = None
        self._prepared = False
        self._silences = 0
        self._counter = last_counter
        self._seen_ring = False
        self._lock = LossLock()
        self._amounts: dict[int, Money] = {}
        self._taking: frozenset[int] | None = None
        self._held: _Held | None = None
        self._routed = False

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Poll the validator once and act on each want once; see `Driver`."""
        said: list[Command] = []
        if self._lock.turn(bool(wanted_amounts(self.device, wants)), self._report.condition):
            self._report.forget()
        try:
            self._work(wants, said)
            self._silences = 0
        except _OtherDevice:
            said += self._report.changed("wrong-device")
        except NoAnswer:
            self._silences += 1
            if self._silences >= _SILENCES:
                self._prepared = False
                said += self._report.changed("absent")
        except UsbError as problem:
            self.close()
            said += self._report.changed(out_of_reach(problem))
        return said

    def close(self) -> None:
        """Give the port back; see `Driver`."""
        if self._line is not None:
            self._line.close()
        self._line = None
        self._prepared = False

    def _work(self, wants: Collection[Want], said: list[Command]) -> None:
        """What a step is made of; what was read before an error stays said."""
        if self._line is None:
            self._line = Line(self._open_pipe(), self._address)
        if not self._prepared:
            self._prepare(self._line)
            said += self._check(self._line, otherwise="ready")
        news = self._poll(self._line, said)
        if not news and self._report.condition != "ready":
            said += self._check(self._line, otherwise=None)
        self._obey(self._line, wants)

    # -- start-up ------------------------------------------------------------------------------------------------

    def _prepare(self, line: Line) -> None:
        """Learn who answers and which bills it knows, switch escrow on and the slot off."""
        line.ask(_Header.SIMPLE_POLL)
        category = line.text(_Header.CATEGORY)
        if category != _CATEGORY:
            raise _OtherDevice(f"ccTalk address {self._address} is a {category!r}, not a bill validator")
        self.identity = Identity(manufacturer=line.text(_Header.MANUFACTURER), product=line.text(_Header.PRODUCT))
        self._amounts = self._bill_table(line)
        self._taking = None
        line.data(_Header.OPERATING_MODE, 0, bytes((_STACKER_AND_ESCROW,)))
        self._take(line, frozenset())
        self._prepared = True

    def _bill_table(self, line: Line) -> dict[int, Money]:
        """The amount of each bill type of our country that is a whole number of minor units."""
        values: dict[int, int] = {}
        for bill_type in range(1, BILL_TYPES + 1):
            answer = line.ask(_Header.BILL_ID, bytes((bill_type,)))
            bill = read_bill_id(answer.data) if len(answer.data) == BILL_ID_BYTES else None
            if bill is not None and bill.country == self._country:
                values[bill_type] = bill.value
        if not values:
            return {}
        scaling = line.data(_Header.SCALING, SCALING_BYTES, self._country.encode("ascii"))
        amounts = {bill_type: bill_amount(value, scaling, self._currency) for bill_type, value in values.items()}
        return {bill_type: amount for bill_type, amount in amounts.items() if amount is not None}

    def _check(self, line: Line, otherwise: Condition | None) -> list[Command]:
        """Ask for the fault code; `otherwise` is the condition of a device that has no self-check."""
        answer = line.ask(_Header.SELF_CHECK)
        condition = fault_condition(answer.data[0]) if answer.data else otherwise
        if condition is None or self._lock.closed:
            return []
        return self._report.changed(condition)

    # -- events --------------------------------------------------------------------------------------------------

    def _poll(self, line: Line, said: list[Command]) -> bool:
        """Read the ring, tell each event that has not been told, and return whether there was one."""
        ring = read_ring(line.data(_Header.READ_EVENTS, POLL_BYTES))
        if ring.counter == 0:
            return self._note_reset(line, said)
        last = self._counter or 0
        missed = ring.missed_since(last)
        if not self._seen_ring:
            self._remember_held(ring, missed)
        self._seen_ring = True
        if missed > RING:
            self._lose(ring, missed, said)
            return True
        for counted in ring.since(last):
            said += self._tell(counted)
            self._counter = counted.counter
        return missed > 0

    def _note_reset(self, line: Line, said: list[Command]) -> bool:
        """The counter reads 0; return whether it did not before. The validator has forgotten notes, bills and inhibits.

        A second reset before the first event does not show in the counter; it shows in the closed slot.
        """
        self._seen_ring = True
        if self._counter == 0:
            self._prepared = not self._taking or self._slot_open(line)
            return False
        self._counter = 0
        self._held = None
        self._prepared = False
        said.append(ValidatorReset(device=self.device))
        return True

    def _slot_open(self, line: Line) -> bool:
        """Whether the validator says that its master inhibit is off; a device that cannot say so is believed."""
        answer = line.ask(_Header.MASTER_INHIBIT_STATUS)
        return not answer.data or answer.data[0] & 1 == 1

    def _lose(self, ring: Ring, missed: int, said: list[Command]) -> None:
        """More happened than the ring can hold: nobody knows what, so an attendant must count."""
        self._counter = ring.counter
        self._held = None
        self._lock.close()
        said.append(EventsLost(device=self.device, counter=ring.counter, missed=missed))

    def _remember_held(self, ring: Ring, missed: int) -> None:
        """A new driver learns from the events its journal has already which note is in escrow."""
        for counted in ring.counted()[: max(RING - missed, 0)]:
            self._follow(counted)

    def _follow(self, counted: CountedEvent) -> None:
        """Keep in mind which note is in escrow."""
        event = counted.event
        amount = self._amounts.get(event.bill_type)
        if event.escrowed and amount is not None:
            self._held = _Held(counter=counted.counter, amount=amount)
            self._routed = False
        elif event.stacked or event.returned:
            self._held = None

    def _tell(self, counted: CountedEvent) -> list[Command]:
        """One event as the machine's command, and the condition it brings.

        `NoteReturned` has the amount 0 if the note came into escrow before this driver's time.
        """
        counter, event = counted.counter, counted.event
        held = self._held
        self._follow(counted)
        amount = self._amounts.get(event.bill_type)
        if event.returned:
            return [NoteReturned(self.device, counter, held.amount if held else ZERO)]
        if event.escrowed and amount is not None:
            return [NoteEscrowed(self.device, counter, amount)]
        if event.stacked and amount is not None:
            return [NoteStacked(self.device, counter, amount)]
        code = UNKNOWN_STACKED if event.stacked else event.code
        return [ValidatorMoved(self.device, counter, code), *self._condition_of(code)]

    def _condition_of(self, code: int) -> list[Command]:
        """The condition that a status event brings, if it brings one."""
        condition = EVENT_CONDITIONS.get(code)
        if condition is None or self._lock.closed:
            return []
        return self._report.changed(condition)

    # -- wants ---------------------------------------------------------------------------------------------------

    def _obey(self, line: Line, wants: Collection[Want]) -> None:
        """Route the held note, and open or close the slot."""
        if not self._prepared:
            return
        for want in wants:
            if isinstance(want, StackNote | ReturnNote) and want.device == self.device:
                self._route(line, want)
        amounts = frozenset() if self._lock.closed else wanted_amounts(self.device, wants)
        bills = frozenset(bill_type for bill_type, amount in self._amounts.items() if amount in amounts)
        if bills != self._taking:
            self._take(line, bills)

    def _route(self, line: Line, want: StackNote | ReturnNote) -> None:
        """Send the held note on its way, once; whether it went, the next poll tells.

        The command is never repeated: if its answer is lost, the note may be gone already and another in its place.
        """
        if self._held is None or want.counter != self._held.counter or self._routed:
            return
        self._routed = True
        line.ask(_Header.ROUTE, bytes((_ROUTE_STACK if isinstance(want, StackNote) else _ROUTE_RETURN,)))

    def _take(self, line: Line, bills: frozenset[int]) -> None:
        """Accept these bill types and no others; with none, the master inhibit closes the slot first."""
        self._taking = None
        mask = sum(1 << (bill_type - 1) for bill_type in bills).to_bytes(2, "little")
        if not bills:
            line.data(_Header.MASTER_INHIBIT, 0, b"\x00")
        line.data(_Header.INHIBITS, 0, mask)
        if bills:
            line.data(_Header.MASTER_INHIBIT, 0, b"\x01")
        self._taking = bills
