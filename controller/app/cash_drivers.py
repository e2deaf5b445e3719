"""Hopper, note store and scanner as drivers of the core: their words become the cashier's commands.

The drivers of hopper and store speak of orders and marks, the cashier of pay-outs and counts; one order stands for one
pay-out. A device in trouble starts anew when the host, which knew of it, holds it to be in order again: then somebody
has looked. If it is in trouble still, it says so once more.
"""

from collections.abc import Collection
from typing import Final, assert_never

from cashier.devices import payout as payers
from cashier.devices import ticket_scanner as scanners
from cashier.devices.note_payer import NotePayer
from cashier.devices.note_wants import LossLock
from cashier.kiosk.device_faults import ROWS
from cashier.money import Money
from cashier.note_records import (
    DispenseNotes,
    NotesInDoubt,
    NotesPaid,
    NotesSending,
    StandReady,
    StoreMark,
    StoreSeen,
    WatchStore,
)
from cashier.payout_records import CoinsInDoubt, CoinsPaid, CoinsSending, CoinsUntaken, DispenseCoins
from cashier.records import Command, Condition, DeviceReported, PayoutId, Want
from cashier.redeem_records import TicketScanned
from cashier.terms import Role
from controller.wire.messages import Counting

_UNTIL_TOLD: Final = 2
"""Steps from a new start to the first word that follows from it."""


class _Mending:
    """When a paying device is to start anew, and whether that has helped."""

    def __init__(self, payer: payers.Payer, role: Role) -> None:
        self._payer = payer
        self._trouble = frozenset(row.condition for row in ROWS if row.role == role and row.restarts)
        self._lock = LossLock()
        self._steps = 0

    def before(self, condition: Condition, wants: Collection[Want]) -> None:
        """Start the device anew if somebody has looked at its trouble."""
        stands = any(isinstance(want, StandReady) and want.device == self._payer.device for want in wants)
        if condition in self._trouble and not self._lock.closed:
            self._lock.close()
        if self._lock.turn(stands) and condition in self._trouble:
            self._payer.reset()
            self._steps = _UNTIL_TOLD

    def after(self, condition: Condition) -> list[Command]:
        """Say again what is the matter where the new start has not helped."""
        if not self._steps:
            return []
        self._steps -= 1
        still = not self._steps and condition in self._trouble
        return [DeviceReported(self._payer.device, condition)] if still else []


class HopperDriver:
    """Has a `Payer` count out coins of `coin` each."""

    def __init__(self, payer: payers.Payer, coin: Money) -> None:
        self.device = payer.device
        self._payer = payer
        self._coin = coin
        self._condition: Condition = "absent"
        self._mending = _Mending(payer, "hopper")

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Hand the pay-out that is wanted on as an order, with its mark once the count is durable."""
        mine = [want for want in wants if isinstance(want, DispenseCoins) and want.device == self.device]
        untaken = [want for want in mine if want.halt and self._halted(want)]
        orders = [self._order(want) for want in mine if want not in untaken]
        self._mending.before(self._condition, wants)
        said = [command for word in self._payer.step(orders) for command in self._said(word)]
        said += [CoinsUntaken(self.device, want.payout, want.counter) for want in untaken]
        return said or self._mending.after(self._condition)

    @property
    def counting(self) -> Counting | None:
        """How far the pay-out that runs has come."""
        return _counting(self._payer)

    def close(self) -> None:
        """Give the hopper back to the system."""
        self._payer.close()

    def _halted(self, want: DispenseCoins) -> bool:
        """Stop the motor; return whether the hopper has not heard of this pay-out yet, which it then never does."""
        self._payer.stop()
        told = self._payer.ask()
        return told is not None and told.counter == want.counter

    def _order(self, want: DispenseCoins) -> payers.PayOrder:
        mark = None if want.state == "reserved" else payers.Mark(want.counter)
        return payers.PayOrder(payers.OrderId(str(want.payout)), Money(want.coins * self._coin), mark)

    def _said(self, word: payers.PayWord) -> list[Command]:
        match word:
            case payers.PayReady():
                return [CoinsSending(self.device, _payout(word.order), word.mark.counter)]
            case payers.Dispensed():
                return [self._paid(word.order, word.counter, word.paid, Money(0))]
            case payers.Incomplete():
                return [self._paid(word.order, word.counter, word.paid, word.unpaid)]
            case payers.PayInDoubt():
                return [CoinsInDoubt(self.device, _payout(word.order), self._condition)]
            case payers.PayerReported():
                self._condition = word.condition
                return [DeviceReported(self.device, self._condition)]
            case _:
                assert_never(word)

    def _paid(self, order: payers.OrderId, counter: int, paid: Money, unpaid: Money) -> Command:
        return CoinsPaid(self.device, _payout(order), counter, paid // self._coin, unpaid // self._coin)


class NotesDriver:
    """Has a note store pay out, and tells the host which notes it holds."""

    def __init__(self, payer: NotePayer) -> None:
        self.device = payer.device
        self._payer = payer
        self._condition: Condition = "absent"
        self._mending = _Mending(payer, "recycler")

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Hand the pay-out that is wanted on as an order, with its mark once it is durable; else look at the store."""
        mine = [want for want in wants if isinstance(want, DispenseNotes) and want.device == self.device]
        if any(want.halt for want in mine):
            self._payer.stop()
        orders = [_note_order(want) for want in mine]
        self._mending.before(self._condition, wants)
        said = [command for word in self._payer.step(orders) for command in self._said(word)]
        return said or self._mending.after(self._condition) or self._seen(wants)

    @property
    def counting(self) -> Counting | None:
        """How far the pay-out that runs has come."""
        return _counting(self._payer)

    def close(self) -> None:
        """Give the store back to the system."""
        self._payer.close()

    def _seen(self, wants: Collection[Want]) -> list[Command]:
        """The notes in the store, where they are others than the host knows of."""
        seen = self._payer.seen
        watched = any(
            isinstance(want, WatchStore) and want.device == self.device and (want.anew or want.piles != seen)
            for want in wants
        )
        return [StoreSeen(self.device, seen)] if watched and seen is not None else []

    def _said(self, word: payers.PayWord) -> list[Command]:
        match word:
            case payers.PayReady():
                mark = StoreMark(word.mark.counter, word.mark.moved, word.mark.piles)
                return [NotesSending(self.device, _payout(word.order), mark)]
            case payers.Dispensed() | payers.Incomplete():
                return [NotesPaid(self.device, _payout(word.order), word.counter, word.piles)]
            case payers.PayInDoubt():
                return [NotesInDoubt(self.device, _payout(word.order), self._condition)]
            case payers.PayerReported():
                self._condition = word.condition
                return [DeviceReported(self.device, self._condition)]
            case _:
                assert_never(word)


def _note_order(want: DispenseNotes) -> payers.PayOrder:
    mark = None if want.mark is None else payers.Mark(want.mark.counter, want.mark.moved, want.mark.piles)
    return payers.PayOrder(payers.OrderId(str(want.payout)), want.amount, mark)


class ScannerDriver:
    """Has a scanner's reads looked up; what it could not read nobody is told of."""

    def __init__(self, scanner: scanners.TicketScanner) -> None:
        self.device = scanner.device
        self._scanner = scanner

    def step(self, _wants: Collection[Want]) -> list[Command]:
        """Take what was scanned."""
        return [command for word in self._scanner.step() for command in self._said(word)]

    def close(self) -> None:
        """Give the scanner back to the system."""
        self._scanner.close()

    def _said(self, word: scanners.ScannerWord) -> list[Command]:
        match word:
            case scanners.Scanned():
                return [TicketScanned(self.device, word.code or word.digits)]
            case scanners.ScannerReported():
                return [DeviceReported(self.device, word.condition)]
            case scanners.ScanFailed():
                return []


def _counting(payer: payers.Payer) -> Counting | None:
    count = payer.count
    return None if count is None else Counting(_payout(count.order), count.paid)


def _payout(order: payers.OrderId) -> PayoutId:
    return PayoutId(int(order))
