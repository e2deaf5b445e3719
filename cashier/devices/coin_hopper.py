"""The driver of a ccTalk coin hopper: a counted payout that is never repeated blindly.

Source: ccTalk Generic Specification part 2 (headers in `_Header`). The recipe for one order of `n` coins:

1. enable the hopper (164 with 165), read its event counter (166) and say `PayReady` with it as the mark;
2. when the host hands the order back with the mark, read the counter again. At the mark: dispense (167). One further:
   the order was taken, whoever sent it; watch `remaining` until it is 0, then believe `paid`. Anything else: doubt.

An answer that is lost changes nothing, since every step begins with the counter. The hopper is disabled between orders.
"""

from collections.abc import Collection
from enum import IntEnum
from typing import Final

from cashier.devices.cctalk_line import Line, NoAnswer
from cashier.devices.driver import Opener, out_of_reach
from cashier.devices.hopper_status import (
    COIN_ID_BYTES,
    LARGEST_ORDER,
    STATUS_BYTES,
    HopperCounters,
    HopperHealth,
    coin_value,
    fate,
    read_counters,
    read_health,
)
from cashier.devices.payout import (
    PAYING,
    Cause,
    Dispensed,
    Incomplete,
    Mark,
    OrderId,
    PayCount,
    PayerReport,
    PayInDoubt,
    PayOrder,
    PayOutcome,
    PayoutStatus,
    PayReady,
    PayWord,
)
from cashier.invariant import invariant
from cashier.money import Money
from cashier.records import DeviceId
from cashier.usb import BytePipe, UsbError

ADDRESS: Final = 3
"""The address ccTalk gives the first hopper."""

_CATEGORY: Final = "Payout"
_ENABLE: Final = b"\xa5"
_DISABLE: Final = b"\x00"
_SERIAL_BYTES: Final = 3
_SILENCES: Final = 3
"""So many steps without an answer, and the hopper counts as absent."""

_TRIES: Final = 3
"""So often an order is given that the hopper proves not to have taken; then it counts as refused."""


class _Header(IntEnum):
    """The ccTalk commands in use."""

    SIMPLE_POLL = 254
    CATEGORY = 245
    SERIAL_NUMBER = 242
    LEVEL = 217
    EMERGENCY_STOP = 172
    COIN = 171
    DISPENSE = 167
    STATUS = 166
    ENABLE = 164
    TEST = 163
    RESET = 1


class _OtherDevice(Exception):  # noqa: N818 - what was found, not an error of ours
    """What answers is no hopper, or one of other coins."""


class CoinHopper:
    """A `Payer` for one hopper whose coins are each worth `coin` minor units.

    An order must be a whole number of coins, 1 to 255 of them. A hopper that names another coin is the wrong one.
    """

    def __init__(self, device: DeviceId, open_pipe: Opener[BytePipe], coin: Money, *, address: int = ADDRESS) -> None:
        self.device = device
        self._open_pipe = open_pipe
        self._coin = coin
        self._address = address
        self._report = PayerReport(device)
        self._line: Line | None = None
        self._serial: bytes | None = None
        self._has_level = False
        self._silences = 0
        self._outcomes: dict[OrderId, PayOutcome] = {}
        self._tries: dict[OrderId, int] = {}
        self._refused: set[OrderId] = set()
        self._count: PayCount | None = None
        self._stop = False
        self._stopped = False
        self._reset = False

    @property
    def count(self) -> PayCount | None:
        """How far the running order has come; see `Payer`."""
        return self._count

    def step(self, orders: Collection[PayOrder]) -> list[PayWord]:
        """Look at the hopper once and take the first open order one step on; see `Payer`."""
        self._forget_settled(orders)
        said: list[PayWord] = []
        try:
            self._work(orders, said)
            self._silences = 0
        except _OtherDevice:
            said += self._report.changed("wrong-device")
        except NoAnswer:
            self._silences += 1
            if self._silences >= _SILENCES:
                self._serial = None
                said += self._report.changed("absent")
        except UsbError as problem:
            self.close()
            said += self._report.changed(out_of_reach(problem))
        return [*said, *(self._outcomes[order.order] for order in orders if order.order in self._outcomes)]

    def ask(self) -> PayoutStatus | None:
        """Ask the hopper and move nothing; see `Payer`."""
        try:
            line = self._prepared()
            counters, health = self._counters(line), self._health(line)
        except (_OtherDevice, NoAnswer):
            return None
        except UsbError:
            self.close()
            return None
        return PayoutStatus(
            condition=health.condition,
            counter=counters.event,
            remaining=self._value(counters.remaining),
            paid=self._value(counters.paid),
            unpaid=self._value(counters.unpaid),
        )

    def stop(self) -> None:
        """Send the emergency stop with the next step; see `Payer`."""
        self._stop = True

    def reset(self) -> None:
        """Send a reset with the next step; see `Payer`."""
        self._reset = True

    def close(self) -> None:
        """Give the port back; see `Payer`."""
        if self._line is not None:
            self._line.close()
        self._line = None
        self._serial = None

    # -- the hopper ----------------------------------------------------------------------------------------------

    def _prepared(self) -> Line:
        """The line to a hopper that has said who it is."""
        if self._line is None:
            self._line = Line(self._open_pipe(), self._address)
        if self._serial is None:
            self._serial = self._learn(self._line)
        return self._line

    def _learn(self, line: Line) -> bytes:
        """Learn who answers: its serial number, which an order must repeat. Raises `_OtherDevice`."""
        line.ask(_Header.SIMPLE_POLL)
        category = line.text(_Header.CATEGORY)
        if category != _CATEGORY:
            raise _OtherDevice(f"ccTalk address {self._address} is a {category!r}, not a hopper")
        answer = _optional(line, _Header.COIN)
        coin = coin_value(answer) if len(answer) == COIN_ID_BYTES else None
        if coin is not None and coin != self._coin:
            raise _OtherDevice(f"the hopper holds coins of {coin}, not of {self._coin}")
        self._has_level = len(_optional(line, _Header.LEVEL)) == 1
        return line.data(_Header.SERIAL_NUMBER, _SERIAL_BYTES)

    def _counters(self, line: Line) -> HopperCounters:
        return read_counters(line.data(_Header.STATUS, STATUS_BYTES))

    def _health(self, line: Line) -> HopperHealth:
        """The test flags, and the level where a sensor tells it. Raises `NoAnswer` without flags."""
        flags = line.ask(_Header.TEST)
        if flags.refused or not flags.data:
            raise NoAnswer("the hopper does not tell its test flags")
        return read_health(flags.data, line.data(_Header.LEVEL, 1) if self._has_level else b"")

    def _value(self, coins: int) -> Money:
        return Money(coins * self._coin)

    def _coins(self, order: PayOrder) -> int:
        coins, rest = divmod(order.amount, self._coin)
        invariant(
            rest == 0 and 1 <= coins <= LARGEST_ORDER,
            "hopper-order-in-coins",
            f"order {order.order} of {order.amount} is not 1 to {LARGEST_ORDER} coins of {self._coin}",
        )
        return coins

    # -- orders --------------------------------------------------------------------------------------------------

    def _work(self, orders: Collection[PayOrder], said: list[PayWord]) -> None:
        """What a step is made of; what was read before an error stays said."""
        line = self._prepared()
        if self._stop:
            line.ask(_Header.EMERGENCY_STOP)
            self._stop = False
            self._stopped = True
        health = self._health(line)
        said += self._report.changed(health.condition)
        order = next((order for order in orders if order.order not in self._outcomes), None)
        if order is None:
            self._mend(line, health)
        elif order.mark is None:
            said += self._prepare(line, order, health)
        else:
            self._pay(line, order, order.mark, health)

    def _mend(self, line: Line, health: HopperHealth) -> None:
        """With no order open: start anew on an attendant's word, or when the coins are back that were missing."""
        if self._reset or (health.condition == "empty" and health.coins_seen):
            line.ask(_Header.RESET)
        self._reset = False

    def _prepare(self, line: Line, order: PayOrder, health: HopperHealth) -> list[PayWord]:
        """Enable the hopper and tell where its counter stands, if it can pay and is not paying already."""
        self._coins(order)
        if health.condition not in PAYING:
            return []
        if not health.enabled:
            line.data(_Header.ENABLE, 0, _ENABLE)
            if not self._health(line).enabled:
                return []
        counters = self._counters(line)
        return [] if counters.remaining else [PayReady(self.device, order.order, Mark(counters.event))]

    def _pay(self, line: Line, order: PayOrder, mark: Mark, health: HopperHealth) -> None:
        """Ask what became of the order, and give it only if it was not taken."""
        counters = self._counters(line)
        match fate(mark.counter, counters.event, enabled=health.enabled):
            case "taken" if counters.remaining:
                self._count = PayCount(order.order, self._value(counters.paid))
            case "taken" if order.order in self._refused:
                self._end_short(line, order, counters.event, 0, "refused")
            case "taken":
                self._settle(line, order, counters, health)
            case "not-taken":
                self._dispense(line, order, mark, health)
            case "unclear":
                doubt = PayInDoubt(self.device, order.order, counters.event, self._value(counters.paid))
                self._end(line, order, doubt)

    def _dispense(self, line: Line, order: PayOrder, mark: Mark, health: HopperHealth) -> None:
        """Give the order; whether it was taken, the next step's counter tells."""
        if health.condition not in PAYING or self._tries.get(order.order, 0) >= _TRIES:
            cause = health.cause if health.condition not in PAYING else "refused"
            self._end_short(line, order, mark.counter, 0, cause)
            return
        if not health.enabled:
            line.data(_Header.ENABLE, 0, _ENABLE)
        self._tries[order.order] = self._tries.get(order.order, 0) + 1
        self._refused.discard(order.order)
        answer = line.ask(_Header.DISPENSE, (self._serial or b"") + bytes((self._coins(order),)))
        if answer.refused:
            self._refused.add(order.order)

    def _settle(self, line: Line, order: PayOrder, counters: HopperCounters, health: HopperHealth) -> None:
        """The payout is over: what was paid decides, whatever the hopper thinks is unpaid."""
        coins = self._coins(order)
        if counters.paid == coins:
            done = Dispensed(self.device, order.order, counters.event, order.amount)
            self._end(line, order, done)
        elif counters.paid < coins:
            cause = "stopped" if self._stopped else health.cause
            self._end_short(line, order, counters.event, counters.paid, cause)
        else:
            doubt = PayInDoubt(self.device, order.order, counters.event, self._value(counters.paid))
            self._end(line, order, doubt)

    def _end_short(self, line: Line, order: PayOrder, counter: int, coins: int, cause: Cause) -> None:
        paid = self._value(coins)
        unpaid = Money(order.amount - paid)
        self._end(line, order, Incomplete(self.device, order.order, counter, paid, unpaid, cause))

    def _end(self, line: Line, order: PayOrder, outcome: PayOutcome) -> None:
        """Remember how the order ended, then lock the hopper until the next one."""
        self._outcomes[order.order] = outcome
        self._count = None
        self._stopped = False
        line.ask(_Header.ENABLE, _DISABLE)

    def _forget_settled(self, orders: Collection[PayOrder]) -> None:
        """Keep in mind only orders that the host still hands in."""
        open_orders = {order.order for order in orders}
        self._outcomes = {order: word for order, word in self._outcomes.items() if order in open_orders}
        self._tries = {order: tries for order, tries in self._tries.items() if order in open_orders}
        self._refused &= open_orders


def _optional(line: Line, header: _Header) -> bytes:
    """The answer to a command that not every hopper knows; nothing from one that does not."""
    try:
        return line.ask(header).data
    except NoAnswer:
        return b""
