"""The hopper's driver against a hopper that shares no code with it: counted, and never repeated blindly."""

import pytest

from cashier.devices.coin_hopper import CoinHopper
from cashier.devices.hopper_status import coin_value, fate, next_event, read_health
from cashier.devices.payout import (
    Dispensed,
    Incomplete,
    Mark,
    OrderId,
    PayerReported,
    PayInDoubt,
    PayOrder,
    PayoutStatus,
    PayReady,
    PayWord,
)
from cashier.devices.serial_pipes import open_serial
from cashier.invariant import InvariantBreach
from cashier.money import Money
from cashier.records import DeviceId
from firmware.virtual.coin_hopper import CoinHopper as HopperEmulator
from firmware.virtual.coin_hopper import HopperJam, HopperSettings, hopper_device
from firmware.virtual.local import Kind, Mishap
from tests.devices.near import Near

HOPPER, ORDER, COIN = DeviceId("hopper"), OrderId("a1"), Money(200)
FIVE_COINS = Money(1000)
STEP_S = 0.1


class Site:
    """A hopper, its driver, and a host that hands the order back with its mark."""

    def __init__(self, **settings: object) -> None:
        self.near = Near(hopper=hopper_device(HopperSettings(**settings)))  # type: ignore[arg-type]
        body = self.near.bus.device("hopper").function.body()
        assert isinstance(body, HopperEmulator)
        self.hopper = body
        self.driver = self.new_driver()
        self.order = PayOrder(ORDER, FIVE_COINS)
        self.said: list[PayWord] = []

    def new_driver(self) -> CoinHopper:
        address = self.near.address("hopper")
        return CoinHopper(HOPPER, lambda: open_serial(address, self.near.backend), COIN)

    def step(self) -> list[PayWord]:
        """One step; the host makes a mark durable as soon as it is told."""
        words = self.driver.step([self.order])
        for word in words:
            if isinstance(word, PayReady) and self.order.mark is None:
                self.order = PayOrder(word.order, FIVE_COINS, word.mark)
        self.near.host.wait(STEP_S)
        self.said += words
        return words

    def outcome(self) -> PayWord:
        """Step until the order has ended."""
        for _ in range(200):
            for word in self.step():
                if isinstance(word, Dispensed | Incomplete | PayInDoubt):
                    return word
        pytest.fail(f"the order never ends; last words {self.said[-3:]}")

    def until_paid(self, coins: int) -> None:
        """Step until so many coins lie in the tray."""
        for _ in range(200):
            if self.hopper.paid_out >= coins:
                return
            self.step()
        pytest.fail("the coins never come")


def test_leave_is_asked_with_the_counter_before_a_coin_moves() -> None:
    site = Site()
    words = site.driver.step([site.order])
    assert words == [PayerReported(HOPPER, "ready"), PayReady(HOPPER, ORDER, Mark(0))]
    site.near.host.wait(10)
    assert site.hopper.paid_out == 0


def test_an_order_is_paid_to_the_coin_and_the_hopper_locked_again() -> None:
    site = Site()
    assert site.outcome() == Dispensed(HOPPER, ORDER, 1, FIVE_COINS)
    assert site.hopper.paid_out == 5
    assert site.hopper.facts()["enabled"] is False
    assert site.hopper.facts()["unknown_headers"] == ""


def test_the_coins_that_have_come_can_be_read_while_the_order_runs() -> None:
    site = Site()
    counted = []
    while not isinstance(site.step()[-1:] and site.said[-1], Dispensed):
        counted.append(site.driver.count)
    assert counted[0] is None, "no coin has been asked for yet"
    paid = [count.paid for count in counted if count is not None]
    assert paid == sorted(paid)
    assert {Money(200), Money(600)} < set(paid) <= {Money(coins * COIN) for coins in range(6)}
    assert site.driver.count is None


def test_an_outcome_stays_said_while_the_order_is_open_and_pays_nothing_more() -> None:
    site = Site()
    done = site.outcome()
    for _ in range(5):
        assert site.step() == [done]
    assert site.hopper.paid_out == 5


def test_an_empty_hopper_pays_what_it_has_and_tells_the_rest() -> None:
    site = Site(coins=3)
    assert site.outcome() == Incomplete(HOPPER, ORDER, 1, Money(600), Money(400), "empty")
    assert PayerReported(HOPPER, "empty") in site.said or site.step()
    assert site.hopper.paid_out == 3


def test_a_filled_hopper_comes_back_by_its_level_sensor() -> None:
    site = Site(coins=3)
    site.outcome()
    site.hopper.fill(100)
    said = [word for _ in range(3) for word in site.driver.step([])]
    assert said[-1] == PayerReported(HOPPER, "ready")


def test_a_hopper_without_a_sensor_waits_for_the_attendants_word() -> None:
    site = Site(coins=3, level_sensor=False)
    site.outcome()
    site.hopper.fill(100)
    assert PayerReported(HOPPER, "ready") not in [word for _ in range(5) for word in site.driver.step([])]
    site.driver.reset()
    assert [word for _ in range(3) for word in site.driver.step([])][-1] == PayerReported(HOPPER, "ready")


@pytest.mark.parametrize("place", ["coin", "opto"])
def test_a_jam_ends_the_order_with_what_was_paid(place: HopperJam) -> None:
    site = Site()
    site.until_paid(2)
    site.hopper.jam(place)
    outcome = site.outcome()
    assert isinstance(outcome, Incomplete)
    assert (outcome.paid, outcome.cause) == (COIN * site.hopper.paid_out, "jam")
    assert outcome.paid + outcome.unpaid == FIVE_COINS


def test_the_emergency_stop_ends_the_order_with_what_was_paid() -> None:
    site = Site(unpaid_after_stop=False)
    site.until_paid(2)
    site.driver.stop()
    outcome = site.outcome()
    assert isinstance(outcome, Incomplete)
    assert outcome.paid == COIN * site.hopper.paid_out < FIVE_COINS
    assert outcome.cause == "stopped"


def test_power_cut_in_the_middle_is_paid_by_the_counters_afterwards() -> None:
    site = Site()
    site.until_paid(2)
    site.near.bus.power_cut("hopper")
    paid = site.hopper.paid_out
    for _ in range(4):
        site.step()
    assert PayerReported(HOPPER, "absent") in site.said
    site.near.bus.replug("hopper", site.near.host.at)
    assert site.outcome() == Incomplete(HOPPER, ORDER, 1, COIN * paid, FIVE_COINS - COIN * paid, "power")


def test_a_hopper_that_forgets_its_counters_leaves_doubt_and_pays_no_more() -> None:
    site = Site(counters_survive=False)
    site.until_paid(2)
    site.near.bus.power_cut("hopper")
    site.near.bus.replug("hopper", site.near.host.at)
    paid = site.hopper.paid_out
    assert isinstance(site.outcome(), PayInDoubt)
    site.near.host.wait(60)
    assert site.hopper.paid_out == paid


def test_another_process_goes_on_with_an_order_that_was_taken() -> None:
    site = Site()
    site.until_paid(1)
    site.driver.close()
    site.driver = site.new_driver()
    assert site.outcome() == Dispensed(HOPPER, ORDER, 1, FIVE_COINS)
    assert site.hopper.paid_out == 5


def test_another_process_gives_an_order_that_was_not_taken() -> None:
    site = Site()
    site.step()
    assert site.order.mark == Mark(0)
    site.driver.close()
    site.driver = site.new_driver()
    assert site.outcome() == Dispensed(HOPPER, ORDER, 1, FIVE_COINS)
    assert site.hopper.paid_out == 5


@pytest.mark.parametrize("kind", ["drop", "late", "garbage"])
def test_a_lost_answer_at_any_place_is_no_second_order(kind: Kind) -> None:
    for transfer in range(1, 40):
        site = Site()
        site.near.host.set_mishap(Mishap(transfer, kind))
        assert site.outcome() == Dispensed(HOPPER, ORDER, 1, FIVE_COINS)
        site.near.host.wait(10)
        assert site.hopper.paid_out == 5


def test_a_refused_order_is_refused_money_also_where_the_counter_moves() -> None:
    site = Site(nak_counts=True)
    site.step()
    site.hopper.jam("opto")
    outcome = site.outcome()
    assert isinstance(outcome, Incomplete)
    assert (outcome.paid, outcome.cause) == (Money(0), "refused")


def test_an_order_is_tried_a_few_times_where_the_hopper_proves_that_it_did_not_take_it() -> None:
    site = Site()
    site.step()
    site.hopper.jam("opto")
    assert site.outcome() == Incomplete(HOPPER, ORDER, 0, Money(0), FIVE_COINS, "refused")


def test_asking_moves_nothing() -> None:
    site = Site()
    assert site.driver.ask() == PayoutStatus("ready", 0, Money(0), Money(0), Money(0))
    site.until_paid(2)
    told = site.driver.ask()
    assert told is not None
    assert told.paid + told.remaining == FIVE_COINS
    site.near.bus.unplug("hopper")
    assert site.driver.ask() is None


def test_a_hopper_of_other_coins_is_the_wrong_one_and_pays_nothing() -> None:
    site = Site(coin="EU100A")
    assert site.step() == [PayerReported(HOPPER, "wrong-device")]


@pytest.mark.parametrize("amount", [Money(0), Money(199), Money(256 * 200)])
def test_an_amount_that_is_no_number_of_coins_is_a_broken_promise_of_the_host(amount: Money) -> None:
    site = Site()
    with pytest.raises(InvariantBreach, match="hopper-order-in-coins"):
        site.driver.step([PayOrder(ORDER, amount)])


def test_a_second_order_waits_until_the_first_has_left_the_list() -> None:
    site = Site()
    done = site.outcome()
    second = PayOrder(OrderId("b2"), COIN)
    words = site.driver.step([site.order, second])
    assert words == [PayReady(HOPPER, second.order, Mark(1)), done]


@pytest.mark.parametrize(
    ("mark", "now", "enabled", "expected"),
    [
        (4, 5, True, "taken"),
        (4, 5, False, "taken"),
        (255, 1, False, "taken"),
        (4, 4, True, "not-taken"),
        (4, 4, False, "not-taken"),
        (0, 0, True, "not-taken"),
        (0, 0, False, "unclear"),
        (4, 0, False, "unclear"),
        (4, 6, True, "unclear"),
        (255, 0, True, "unclear"),
    ],
)
def test_what_the_counter_tells_of_an_order(mark: int, now: int, enabled: bool, expected: str) -> None:
    assert fate(mark, now, enabled=enabled) == expected


def test_the_counter_never_passes_zero() -> None:
    assert [next_event(counter) for counter in (0, 1, 254, 255)] == [1, 2, 255, 1]


@pytest.mark.parametrize(
    ("flags", "level", "condition"),
    [
        ("00", "", "ready"),
        ("80", "10", "ready"),
        ("00", "11", "low"),
        ("00", "01", "ready"),
        ("02", "", "empty"),
        ("0300", "", "jam"),
        ("0600", "", "jam"),
        ("0a", "", "fraud"),
        ("0040", "", "fault"),
        ("0480", "", "ready"),
    ],
)
def test_flags_as_conditions(flags: str, level: str, condition: str) -> None:
    assert read_health(bytes.fromhex(flags), bytes.fromhex(level)).condition == condition


@pytest.mark.parametrize(("coin", "value"), [(b"EU200A", 200), (b"GB010B", 10), (b"......", None), (b"EU200", None)])
def test_the_value_in_a_coins_id(coin: bytes, value: int | None) -> None:
    assert coin_value(coin) == value
