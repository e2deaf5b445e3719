"""Coins out of a hopper."""

import msgspec

from cashier.devices.coin_hopper import CoinHopper
from cashier.devices.payout import Dispensed, Incomplete, OrderId, PayInDoubt, PayOrder, PayOutcome, PayReady
from cashier.devices.serial_pipes import open_serial
from cashier.money import Money
from cashier.records import DeviceId
from firmware.virtual.adapters import Adapter
from firmware.virtual.coin_hopper import CoinHopper as HopperEmulator
from firmware.virtual.coin_hopper import HopperSettings, hopper_device
from firmware.virtual.local import Kind
from tests.devices.near import Near
from tests.devices.scenes import POWER


class Payout:
    """Five coins out of a hopper."""

    coin, coins = Money(200), 5

    def __init__(self, adapter: Adapter, start_counter: int = 7, holds: int = 500) -> None:
        self.near = Near(hopper=hopper_device(HopperSettings(coins=holds, timeout_ms=1000), adapter=adapter))
        body = self.near.bus.device("hopper").function.body()
        assert isinstance(body, HopperEmulator)
        self.hopper = body
        for _ in range(start_counter):
            self.hopper.receive(bytes.fromhex("03 01 01 a4 a5 b2 03 04 01 a7 df d7 0a 01 90"), self.near.host.at)
            self.near.host.wait(0.2)
        self.hopper.transmit(4096)
        self.before = self.hopper.paid_out
        self.order = PayOrder(OrderId("a1"), Money(self.coin * self.coins))
        self.outcome: PayOutcome | None = None
        self.restart()

    def restart(self) -> None:
        address = self.near.address("hopper")
        self.driver = CoinHopper(DeviceId("hopper"), lambda: open_serial(address, self.near.backend), self.coin)

    def step(self) -> None:
        orders = [] if self.outcome is not None else [self.order]
        for word in self.driver.step(orders):
            if isinstance(word, PayReady) and self.order.mark is None:
                self.order = msgspec.structs.replace(self.order, mark=word.mark)
            elif isinstance(word, Dispensed | Incomplete | PayInDoubt):
                self.outcome = word

    def ended(self) -> bool:
        return self.outcome is not None

    def check(self, kind: Kind | None) -> None:
        paid = self.coin * (self.hopper.paid_out - self.before)
        assert paid <= self.order.amount
        match self.outcome:
            case Dispensed():
                assert paid == self.order.amount
            case Incomplete():
                assert paid == self.outcome.paid
                assert self.outcome.paid + self.outcome.unpaid == self.order.amount
                assert kind in POWER or self.hopper.coins == 0
            case _:
                raise AssertionError(f"counters that survive leave no doubt, but the driver said {self.outcome}")
