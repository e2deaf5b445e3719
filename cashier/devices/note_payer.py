"""The driver of an eSSP note store (SMART Payout): a counted payout that is never repeated blindly.

The device numbers no payouts. Its mark is what it knows without power: how many notes it has ever dispensed or moved
to the cash box, and the notes it holds. Nothing dispensed and the same notes held: the order was not taken. As many
dispensed as are missing, none moved: those are what was paid. Anything else: doubt. No note is taken in while an order
is open.

Source: SSP protocol manual (GA138), SMART Payout command and event tables.
"""

from collections.abc import Collection
from typing import Final

from cashier.devices.driver import out_of_reach
from cashier.devices.essp_events import Happening, PollEvent
from cashier.devices.essp_line import Command, NoAnswer, Reply
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.payout import (
    PAYING,
    Cause,
    Dispensed,
    Incomplete,
    Mark,
    OrderId,
    PayCondition,
    PayCount,
    PayerReport,
    PayInDoubt,
    PayOrder,
    PayOutcome,
    PayoutStatus,
    PayReady,
    PayWord,
)
from cashier.money import ZERO, Money
from cashier.note_records import NotePile, worth
from cashier.records import DeviceId
from cashier.usb import UsbError

_SILENCES: Final = 3
_TRIES: Final = 3
_IDLE_POLLS: Final = 5
"""So many polls without a word of paying, and no payout is under way, nor about to begin."""

_PAY: Final = b"\x58"
_TEST: Final = b"\x19"
_NOT_ENOUGH, _NOT_EXACT = 1, 2
_TO_STORE: Final = b"\x00"

_ENDS: Final[dict[int, Cause | None]] = {
    Happening.DISPENSED: None,
    Happening.HALTED: "stopped",
    Happening.PAYOUT_JAMMED: "jam",
    Happening.TIMED_OUT: "jam",
    Happening.INCOMPLETE: "power",
}
"""Events that end a payout, and why it fell short if it did."""

_TROUBLE: Final[dict[int, PayCondition]] = {
    Happening.PAYOUT_JAMMED: "jam",
    Happening.UNSAFE_JAM: "jam",
    Happening.TIMED_OUT: "jam",
    Happening.FRAUD: "fraud",
    Happening.PAYOUT_OUT_OF_SERVICE: "fault",
}
"""Events after which nothing is paid until an attendant has looked."""


class NotePayer:
    """A `Payer` for the note store of one unit. Notes of the amounts in `to_store` are kept there when they come in."""

    def __init__(self, device: DeviceId, unit: EsspUnit, *, to_store: frozenset[Money] = frozenset()) -> None:
        self.device = device
        self._unit = unit
        self._to_store = to_store
        self._events = unit.subscribe()
        self._report = PayerReport(device)
        self._silences = 0
        self._generation = 0
        self._trouble: PayCondition | None = None
        self._box_out = False
        self._idle = 0
        self._ended = False
        self._cause: Cause | None = None
        self._paid_now = ZERO
        self._count: PayCount | None = None
        self._outcomes: dict[OrderId, PayOutcome] = {}
        self._tries: dict[OrderId, int] = {}
        self._stop = False
        self._reset = False
        self.seen: tuple[NotePile, ...] | None = None
        """What the store held when it was last looked at; None while notes may be on their way."""

    @property
    def count(self) -> PayCount | None:
        """How far the running order has come; see `Payer`."""
        return self._count

    def step(self, orders: Collection[PayOrder]) -> list[PayWord]:
        """Look at the store once and take the first open order one step on; see `Payer`."""
        self._forget_settled(orders)
        said: list[PayWord] = []
        self.seen = None
        with self._unit.lock:
            try:
                self._work(orders, said)
                self._silences = 0
            except NoAnswer:
                self._idle = 0
                self._silences += 1
                if self._silences >= _SILENCES:
                    said += self._report.changed("absent")
            except UsbError as problem:
                self._unit.close()
                self._idle = 0
                said += self._report.changed(out_of_reach(problem))
        return [*said, *(self._outcomes[order.order] for order in orders if order.order in self._outcomes)]

    def ask(self) -> PayoutStatus | None:
        """Ask the device and move nothing; see `Payer`."""
        with self._unit.lock:
            try:
                counters = self._unit.counters()
            except NoAnswer:
                return None
            except UsbError:
                self._unit.close()
                return None
        condition = self._report.condition or "ready"
        return PayoutStatus(condition, counters.dispensed, remaining=ZERO, paid=self._paid_now, unpaid=ZERO)

    def stop(self) -> None:
        """Halt the payout with the next step, which begins none; see `Payer`."""
        self._stop = True

    def reset(self) -> None:
        """Forget the trouble with the next step; see `Payer`."""
        self._reset = True

    def close(self) -> None:
        """Give the port back; see `Payer`."""
        with self._unit.lock:
            self._unit.close()

    # -- the store -----------------------------------------------------------------------------------------------

    def _work(self, orders: Collection[PayOrder], said: list[PayWord]) -> None:
        """What a step is made of; what was read before an error stays said."""
        order = next((order for order in orders if order.order not in self._outcomes), None)
        self._unit.paying = order is not None
        self._unit.beat(acknowledge=not self._unit.takes_notes and not self._events)
        self._follow(list(self._events))
        self._events.clear()
        if self._generation != self._unit.generation:
            self._set_up()
        if self._reset and order is None:
            self._trouble = None
        self._reset = False
        halted, self._stop = self._stop, False
        if halted and order is not None and order.mark is not None:
            self._unit.ask(Command.HALT_PAYOUT)
        piles = self._unit.piles() if self._unit.setup.payout else ()
        said += self._report.changed(self._condition(piles))
        if order is None:
            at_rest = not self._unit.holding and self._idle >= _IDLE_POLLS
            self.seen = piles if at_rest and self._unit.setup.payout else None
        elif order.mark is None:
            said += [] if halted else self._prepare(order, piles)
        else:
            self._pay(order, order.mark, piles, halted=halted)

    def _set_up(self) -> None:
        """Switch the store on and say which notes it keeps."""
        if self._unit.setup.payout:
            self._unit.ask(Command.ENABLE_PAYOUT)
            for amount in sorted(self._to_store):
                self._unit.ask(Command.SET_ROUTE, _TO_STORE + self._amount(amount))
        self._generation = self._unit.generation

    def _follow(self, news: list[PollEvent]) -> None:
        """See whether a payout goes on, and how one ended."""
        self._idle += 1
        self._box_out = any(event.code == Happening.CASHBOX_REMOVED for event in news)
        for event in news:
            if event.code in _ENDS:
                self._ended = True
                self._cause = _ENDS[event.code]
                self._paid_now = event.amount
            if event.code == Happening.DISPENSING:
                self._idle = 0
                self._ended = False
                self._paid_now = event.amount
            self._trouble = _TROUBLE.get(event.code, self._trouble)

    def _condition(self, piles: tuple[NotePile, ...]) -> PayCondition:
        if not self._unit.setup.payout:
            return "wrong-device"
        return self._trouble or ("stacker-removed" if self._box_out else "ready" if piles else "empty")

    def _amount(self, amount: Money) -> bytes:
        return amount.to_bytes(4, "little") + self._unit.country.encode("ascii")

    # -- orders --------------------------------------------------------------------------------------------------

    def _prepare(self, order: PayOrder, piles: tuple[NotePile, ...]) -> list[PayWord]:
        """Tell where the counters stand, if the device can pay this amount and the slot is closed and empty."""
        busy = self._unit.slot_open or self._unit.holding or self._idle < _IDLE_POLLS
        if busy or self._report.condition not in PAYING:
            return []
        counters = self._unit.counters()
        answer = self._unit.ask(Command.PAYOUT_AMOUNT, self._amount(order.amount) + _TEST)
        if answer.ok:
            self._ended = False
            self._cause = None
            return [PayReady(self.device, order.order, Mark(counters.dispensed, counters.transferred, piles))]
        if answer.reply == Reply.NOT_NOW and answer.data[:1] in (bytes((_NOT_ENOUGH,)), bytes((_NOT_EXACT,))):
            cause: Cause = "empty" if answer.data[0] == _NOT_ENOUGH else "refused"
            self._end_short(order, counters.dispensed, (), cause)
        return []

    def _pay(self, order: PayOrder, mark: Mark, piles: tuple[NotePile, ...], *, halted: bool) -> None:
        """Ask what became of the order, and give it only if it was not taken and the motor may run."""
        self._count = PayCount(order.order, self._paid_now) if self._idle < _IDLE_POLLS else None
        if self._count is not None:
            return
        counters = self._unit.counters()
        gone = _missing(mark.piles, piles)
        untouched = (counters.dispensed, counters.transferred, piles) == (mark.counter, mark.moved, mark.piles)
        if untouched and not self._ended:
            if not halted:
                self._give(order, mark)
            return
        if untouched:
            self._end_short(order, mark.counter, (), self._cause or "fault")
            return
        paid, count = worth(gone or ()), sum(pile.count for pile in gone or ())
        told = counters.transferred == mark.moved and counters.dispensed == mark.counter + count
        if gone is None or not told or not 0 < paid <= order.amount:
            doubt = PayInDoubt(self.device, order.order, counters.dispensed, self._paid_now)
            self._outcomes[order.order] = doubt
        elif paid == order.amount:
            self._outcomes[order.order] = Dispensed(self.device, order.order, counters.dispensed, paid, gone)
        else:
            self._end_short(order, counters.dispensed, gone, self._cause or "power")

    def _give(self, order: PayOrder, mark: Mark) -> None:
        """Give the order; whether it was taken, the next polls and counters tell."""
        tries = self._tries.get(order.order, 0)
        if self._trouble is not None or tries >= _TRIES:
            self._end_short(order, mark.counter, (), "refused")
            return
        self._tries[order.order] = tries + 1
        self._paid_now = ZERO
        self._idle = 0
        self._ended = False
        self._unit.ask(Command.PAYOUT_AMOUNT, self._amount(order.amount) + _PAY)

    def _end_short(self, order: PayOrder, counter: int, piles: tuple[NotePile, ...], cause: Cause) -> None:
        paid = worth(piles)
        unpaid = Money(order.amount - paid)
        self._outcomes[order.order] = Incomplete(self.device, order.order, counter, paid, unpaid, cause, piles)

    def _forget_settled(self, orders: Collection[PayOrder]) -> None:
        """Keep in mind only orders that the host still hands in."""
        open_orders = {order.order for order in orders}
        self._outcomes = {order: word for order, word in self._outcomes.items() if order in open_orders}
        self._tries = {order: tries for order, tries in self._tries.items() if order in open_orders}


def _missing(before: tuple[NotePile, ...], now: tuple[NotePile, ...]) -> tuple[NotePile, ...] | None:
    """The notes that are no longer there; None if there are more of any amount than before."""
    left = {pile.amount: pile.count for pile in before}
    for pile in now:
        left[pile.amount] = left.get(pile.amount, 0) - pile.count
    if any(count < 0 for count in left.values()):
        return None
    return tuple(NotePile(amount, count) for amount, count in sorted(left.items()) if count)
