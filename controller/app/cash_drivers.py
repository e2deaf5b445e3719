"""Hopper and scanner as drivers of the core: their words become the cashier's commands.

The hopper's driver speaks of orders and marks, the cashier of pay-outs and counts; one order stands for one pay-out.
"""

from collections.abc import Collection
from typing import Final, assert_never

from cashier.devices import payout as payers
from cashier.devices import ticket_scanner as scanners
from cashier.money import Money
from cashier.payout_records import CoinsInDoubt, CoinsPaid, CoinsSending, DispenseCoins
from cashier.records import Command, Condition, DeviceReported, PayoutId, Want
from cashier.redeem_records import TicketScanned

_CONDITIONS: Final[dict[payers.PayCondition, Condition]] = {
    "absent": "absent",
    "ready": "ready",
    "low": "ready",
    "empty": "empty",
    "jam": "jam",
    "fraud": "fraud",
    "fault": "fault",
}
"""A hopper that runs low pays on."""


class HopperDriver:
    """Has a `Payer` count out coins of `coin` each."""

    def __init__(self, payer: payers.Payer, coin: Money) -> None:
        self.device = payer.device
        self._payer = payer
        self._coin = coin
        self._condition: Condition = "absent"

    def step(self, wants: Collection[Want]) -> list[Command]:
        """Hand the pay-out that is wanted on as an order, with its mark once the count is durable."""
        orders = [self._order(want) for want in wants if isinstance(want, DispenseCoins) and want.device == self.device]
        return [command for word in self._payer.step(orders) for command in self._said(word)]

    def close(self) -> None:
        """Give the hopper back to the system."""
        self._payer.close()

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
                self._condition = _CONDITIONS[word.condition]
                return [DeviceReported(self.device, self._condition)]
            case _:
                assert_never(word)

    def _paid(self, order: payers.OrderId, counter: int, paid: Money, unpaid: Money) -> Command:
        return CoinsPaid(self.device, _payout(order), counter, paid // self._coin, unpaid // self._coin)


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


def _payout(order: payers.OrderId) -> PayoutId:
    return PayoutId(int(order))
