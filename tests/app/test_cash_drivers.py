"""The core's drivers of paying devices: what they say of themselves, and when they start anew."""

import pytest

from cashier.devices.payout import PayCondition, PayerReported, PayoutStatus, PayWord
from cashier.money import Money
from cashier.note_records import StandReady
from cashier.records import Condition, DeviceId, DeviceReported
from controller.app.cash_drivers import HopperDriver

HOPPER = DeviceId("hopper")
STANDS = StandReady(HOPPER)


class Body:
    """A payer that is in the condition it is set to, and mended by `reset` where that helps."""

    device = HOPPER

    def __init__(self, condition: PayCondition, *, helps: bool) -> None:
        self.condition, self.helps, self.resets = condition, helps, 0
        self._told: PayCondition | None = None
        self._due = False

    def step(self, orders: object) -> list[PayWord]:
        said: list[PayWord] = []
        if self.condition != self._told:
            self._told = self.condition
            said = [PayerReported(HOPPER, self.condition)]
        if self._due and self.helps:
            self.condition = "ready"
        self._due = False
        return said

    def ask(self) -> PayoutStatus | None:
        return None

    def stop(self) -> None:
        """Nothing runs."""

    def reset(self) -> None:
        self.resets, self._due = self.resets + 1, True

    def close(self) -> None:
        """There is no port."""


def said(driver: HopperDriver, *wants: StandReady, steps: int = 1) -> list[Condition]:
    commands = [command for _ in range(steps) for command in driver.step(wants)]
    return [command.condition for command in commands if isinstance(command, DeviceReported)]


@pytest.mark.parametrize("condition", ["ready", "low", "empty", "jam", "fraud", "fault", "absent"])
def test_every_condition_is_told_as_it_is(condition):
    assert said(HopperDriver(Body(condition, helps=False), Money(50))) == [condition]


def test_a_jam_is_left_alone_until_the_host_knows_of_it_and_somebody_has_looked():
    body = Body("jam", helps=True)
    driver = HopperDriver(body, Money(50))
    assert said(driver, STANDS, steps=4) == ["jam"]
    assert body.resets == 0, "what the host wants may be older than the jam"
    assert said(driver, steps=4) == []
    assert said(driver, STANDS, steps=4) == ["ready"]
    assert body.resets == 1


def test_where_a_new_start_does_not_help_the_trouble_is_told_again():
    body = Body("fraud", helps=False)
    driver = HopperDriver(body, Money(50))
    said(driver, STANDS)
    said(driver)
    assert said(driver, STANDS, steps=4) == ["fraud"]
    said(driver)
    assert said(driver, STANDS, steps=4) == ["fraud"]
    assert body.resets == 2


@pytest.mark.parametrize("condition", ["ready", "low", "empty", "absent"])
def test_what_is_in_no_trouble_is_never_started_anew(condition):
    body = Body(condition, helps=True)
    driver = HopperDriver(body, Money(50))
    for wants in ((STANDS,), (), (STANDS,)):
        said(driver, *wants, steps=3)
    assert body.resets == 0


def test_what_has_mended_itself_is_not_started_anew():
    body = Body("jam", helps=True)
    driver = HopperDriver(body, Money(50))
    said(driver, STANDS)
    body.condition = "ready"
    assert said(driver, steps=2) == ["ready"]
    assert said(driver, STANDS, steps=4) == []
    assert body.resets == 0
