"""The ccTalk hopper against frames as a maker prints them, and against the generic specification's counters."""

from __future__ import annotations

import pytest

from firmware.virtual.coin_hopper import CoinHopper, HopperSettings

ACK, NAK = "01 00 03 00 fc", "01 00 03 05 f7"
TEST, STATUS, STOP = "03 00 01 a3 59", "03 00 01 a6 56", "03 00 01 ac 50"
ENABLE, DISABLE = "03 01 01 a4 a5 b2", "03 01 01 a4 00 57"
ONE_COIN = "03 04 01 a7 df d7 0a 01 90"
"""An order for one coin of the hopper with the serial number 0x0AD7DF."""

VECTORS = {
    "a hopper is disabled after power-up": (TEST, "01 02 03 00 80 00 7a"),
    "serial number": ("03 00 01 f2 0a", "01 03 03 00 df d7 0a 39"),
    "enable": (ENABLE, ACK),
    "an order without an enable is refused": (ONE_COIN, NAK),
    "counters of a new hopper": (STATUS, "01 04 03 00 00 00 00 00 f8"),
    "nothing to stop": (STOP, "01 01 03 00 00 fb"),
    "category": ("03 00 01 f5 07", "01 06 03 00 50 61 79 6f 75 74 74"),
    "coin": ("03 00 01 ab 51", "01 06 03 00 45 55 32 30 30 41 89"),
}


class Bench:
    """A hopper on a table, its line, and a clock that stands still unless moved."""

    def __init__(self, **settings: object) -> None:
        self.hopper = CoinHopper(HopperSettings(**settings))  # type: ignore[arg-type]
        self.at = 0.0

    def say(self, frame: str) -> str:
        self.hopper.receive(bytes.fromhex(frame), self.at)
        return self.hopper.transmit(1000).hex(" ")

    def order(self, coins: int) -> str:
        body = bytes.fromhex("03 04 01 a7 df d7 0a") + bytes((coins,))
        return self.say((body + bytes((-sum(body) & 0xFF,))).hex())

    def wait(self, seconds: float) -> None:
        self.at += seconds
        self.hopper.tick(self.at)

    def counters(self) -> list[int]:
        """Event counter, remaining, paid, unpaid."""
        raw = bytes.fromhex(self.say(STATUS))
        assert sum(raw) % 256 == 0
        return list(raw[4:-1])

    def flags(self) -> int:
        return bytes.fromhex(self.say(TEST))[4]


@pytest.mark.parametrize(("question", "answer"), VECTORS.values(), ids=VECTORS.keys())
def test_published_frames_get_published_answers(question: str, answer: str) -> None:
    assert Bench().say(question) == answer


def test_an_order_is_answered_with_its_counter_and_pays_coin_by_coin() -> None:
    bench = Bench()
    bench.say(ENABLE)
    assert bench.say(ONE_COIN) == "01 01 03 00 01 fa"
    assert bench.counters() == [1, 1, 0, 0]
    bench.wait(0.15)
    assert bench.counters() == [1, 0, 1, 0]
    bench.order(3)
    bench.wait(0.3)
    assert bench.counters() == [2, 1, 2, 0]
    assert bench.hopper.facts()["paid_out"] == 3


def test_an_order_for_another_serial_number_is_refused() -> None:
    bench = Bench(serial=1)
    bench.say(ENABLE)
    assert bench.say(ONE_COIN) == NAK
    assert bench.counters() == [0, 0, 0, 0]


def test_a_second_order_while_one_runs_is_refused() -> None:
    bench = Bench()
    bench.say(ENABLE)
    bench.order(5)
    assert bench.order(5) == NAK
    bench.wait(5)
    assert bench.hopper.paid_out == 5


def test_an_empty_hopper_gives_up_and_counts_the_rest_as_unpaid() -> None:
    bench = Bench(coins=2)
    bench.say(ENABLE)
    bench.order(5)
    bench.wait(10)
    assert bench.counters() == [1, 0, 2, 3]
    assert bench.flags() & 0x02


def test_the_emergency_stop_tells_how_many_coins_are_left_and_disables() -> None:
    bench = Bench()
    bench.say(ENABLE)
    bench.order(5)
    bench.wait(0.3)
    assert bench.say(STOP) == "01 01 03 00 03 f8"
    bench.wait(5)
    assert bench.counters() == [1, 0, 2, 3]
    assert bench.flags() == 0x80


def test_counters_survive_a_power_cut_and_what_remained_is_unpaid() -> None:
    bench = Bench()
    bench.say(ENABLE)
    bench.order(5)
    bench.wait(0.3)
    bench.hopper.power_cut()
    bench.wait(60)
    bench.hopper.power_up(bench.at)
    bench.wait(60)
    assert bench.counters() == [1, 0, 2, 3]
    assert bench.flags() == 0x80
    assert bench.hopper.paid_out == 2


def test_the_counter_runs_from_255_to_1_and_is_0_only_after_a_reset() -> None:
    bench = Bench(coins=1000)
    bench.say(ENABLE)
    for _ in range(255):
        bench.order(1)
        bench.wait(1)
    assert bench.counters()[0] == 255
    bench.order(1)
    assert bench.counters()[0] == 1
    assert bench.say("03 00 01 01 fb") == ACK
    assert bench.counters()[0] == 0


def test_a_header_that_the_hopper_does_not_know_gets_no_answer_and_is_noted() -> None:
    bench = Bench()
    assert bench.say("03 00 01 9f 5d") == ""
    assert bench.hopper.facts()["unknown_headers"] == "159"
