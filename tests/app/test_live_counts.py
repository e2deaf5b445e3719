"""How far a device has come with a pay-out: told to the kiosk alone, and neither booked nor written down."""

from collections.abc import Collection
from pathlib import Path

import pytest

from cashier.money import Money
from cashier.records import Command, DeviceReported, PayoutId, Want
from controller.app.device_threads import Rhythm
from controller.app.fitting import Fitting
from controller.vocab.fault_records import FaultRaised
from controller.wire.messages import Counting
from controller.wire.view_payouts import CountedView
from tests.app.house import House
from tests.app.test_falling_drivers import PATIENCE, live, told

FIRST = PayoutId(1)
RESTING = Rhythm(waits=(PATIENCE,), well=2)


class Counter:
    """A driver whose device lays a coin down with every step."""

    def __init__(self, *words: Command) -> None:
        self.steps, self.words = 0, list(words)

    @property
    def counting(self) -> Counting | None:
        return Counting(FIRST, Money(200 * min(self.steps, 3))) if self.steps else None

    def step(self, _wants: Collection[Want]) -> list[Command]:
        self.steps += 1
        return self.words if self.steps == 1 else []

    def close(self) -> None: ...


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "table")


def test_each_count_is_told_once_to_the_kiosk_alone_and_leaves_no_trace(house: House) -> None:
    kiosk, seat, counter = house.kiosk, house.seat(1), Counter()
    assert kiosk.view.counted is None
    before = house.core.record
    device = house.profile.cash.validator
    live(house, [Fitting(device, lambda: [counter], ())], lambda: counter.steps > 8)
    assert kiosk.view.counted == CountedView(FIRST, Money(600))
    counts = [message.paid for message in kiosk.sent if isinstance(message, Counting)]
    assert counts == [Money(200), Money(400), Money(600)]
    assert seat.view.counted is None
    assert not [message for message in seat.sent if isinstance(message, Counting)]
    assert house.core.record == before
    house.close()


def test_a_count_that_cannot_be_told_costs_no_word_of_the_device(house: House) -> None:
    """What is shown breaks the driver's thread at worst; what was paid is in the books before."""
    device = house.profile.cash.validator

    def breaks(_counting: Counting) -> None:
        raise ZeroDivisionError

    house.core.on_count(breaks)
    lives = iter([Counter(DeviceReported(device, "jam"))])
    live(house, [Fitting(device, lambda: [next(lives)], ())], lambda: bool(told(house, FaultRaised)), RESTING)
    assert house.machine.kiosk.conditions[device] == "jam"
    house.close()
