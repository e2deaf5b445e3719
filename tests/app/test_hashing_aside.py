"""A PIN is hashed beside the table's thread: the hand goes on meanwhile, and nothing is counted twice or forgotten."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from cashier.refusal import Code
from controller.app.aside import InTurn
from controller.app.config import demo_profile
from controller.app.hub import MOST_PARKED
from controller.vocab import staff_records as sr
from controller.vocab import table_records as tr
from controller.vocab.fault_records import IncidentNoted
from controller.vocab.pins import PinCost
from controller.wire.messages import Accepted, Refused
from controller.wire.viewers import STAFF
from tests.app.house import House, Screen

RIGHT, WRONG = "314159", "909090"


class Later:
    """Work that is done when the test says so."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Callable[[], Any], Callable[[Any], None], Callable[[Exception], None]]] = []

    def __call__(self, work: Any, then: Any, fell: Any, wanted: Any) -> None:
        self.jobs.append((work, then, fell))
        self.wanted = wanted

    def do_next(self) -> None:
        work, then, _fell = self.jobs.pop(0)
        then(work())

    def fall(self) -> None:
        _work, _then, fell = self.jobs.pop(0)
        fell(ZeroDivisionError())


class Site:
    """A table with a floor manager, whose PINs are hashed later."""

    def __init__(self, folder: Path) -> None:
        profile = msgspec.structs.replace(demo_profile(), pins=PinCost(kibibytes=8, passes=1))
        self.house = House(folder / "table", profile=profile)
        self.house.do(sr.HireStaff("Anna", "technician", "Anna", pin="270451"))
        self.house.do(sr.HireStaff("Cleo", "floor", "Anna", pin=RIGHT))
        self.later = Later()
        self.house.hub.aside = self.later

    def desk(self) -> Screen:
        desk = self.house.connect(STAFF)
        desk.exchange()
        return desk

    @property
    def tries(self) -> int:
        return self.house.machine.access.people["cleo"].tries.failed


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    site = Site(tmp_path)
    yield site
    site.house.close()


def answers(desk: Screen) -> list[Code | None]:
    """What the desk has been answered since it was asked last, in order."""
    told = [message for message in desk.exchange() if isinstance(message, Accepted | Refused)]
    return [message.refusal.code if isinstance(message, Refused) else None for message in told]


def test_the_table_goes_on_while_a_pin_is_hashed_and_that_desk_waits_its_turn(site: Site) -> None:
    house, desk = site.house, site.desk()
    house.sit(1)
    house.sit(2)
    house.deal()
    desk.client.ask(sr.SignIn(by="Cleo", pin=RIGHT))
    desk.client.ask(tr.Pause(by="Cleo"))
    assert answers(desk) == []
    assert not house.machine.table.paused
    house.act("fold")
    house.deal()
    site.later.do_next()
    assert answers(desk) == [None, None]
    assert house.machine.table.paused


def test_sec_7_two_guesses_at_once_count_one_after_the_other(site: Site) -> None:
    """The second connection replaces the first, whose guess counts all the same."""
    first = site.desk()
    first.client.ask(sr.SignIn(by="Cleo", pin=WRONG))
    first.exchange()
    second = site.desk()
    second.client.ask(sr.SignIn(by="Cleo", pin=RIGHT))
    second.exchange()
    assert first.session.closed
    site.later.do_next()
    assert site.tries == 1
    site.later.do_next()
    assert answers(second) == [Code.PIN_WAITS]
    assert site.tries == 1


def test_a_pin_that_is_changed_meanwhile_makes_no_wrong_try(site: Site) -> None:
    desk = site.desk()
    desk.client.ask(sr.SignIn(by="Cleo", pin=RIGHT))
    desk.exchange()
    site.house.do(sr.ChangeStaffPin(by="Cleo", pin="577215"))
    site.later.do_next()
    assert answers(desk) == [Code.PIN_UNUSABLE]
    assert site.tries == 0


def test_who_says_too_much_meanwhile_is_ended_and_his_guess_counts(site: Site) -> None:
    desk = site.desk()
    desk.client.ask(sr.SignIn(by="Cleo", pin=WRONG))
    for _again in range(MOST_PARKED + 1):
        desk.client.ask(tr.Pause(by="Cleo"))
    desk.exchange()
    assert desk.session.closed
    site.later.do_next()
    assert site.tries == 1
    assert not site.house.machine.table.paused


def test_hashing_that_breaks_ends_the_connection_and_is_noted(site: Site) -> None:
    desk = site.desk()
    desk.client.ask(sr.SignIn(by="Cleo", pin=RIGHT))
    desk.exchange()
    site.later.fall()
    assert desk.session.closed
    events = [event for record in site.house.journal.iter_records() for event in record.events]
    (noted,) = (event for event in events if isinstance(event, IncidentNoted))
    assert (noted.incident, noted.place, noted.detail) == ("connection-broke", "staff", "ZeroDivisionError")


def test_what_is_done_in_a_thread_comes_back_on_the_loops_own() -> None:
    async def work() -> tuple[int, int, str]:
        loop = asyncio.get_running_loop()
        done: asyncio.Future[tuple[int, int]] = loop.create_future()
        broken: asyncio.Future[str] = loop.create_future()
        aside = InTurn(loop)
        aside(threading.get_ident, lambda there: done.set_result((there, threading.get_ident())), _never, _yes)
        aside(lambda: 1 // 0, _never, lambda accident: broken.set_result(type(accident).__name__), _yes)
        async with asyncio.timeout(20):
            return (*await done, await broken)

    there, back, broken = asyncio.run(work())
    assert there != back == threading.get_ident()
    assert broken == "ZeroDivisionError"


class Bench:
    """Work whose threads are begun and ended by the test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[Callable[[], None]] = []
        monkeypatch.setattr("controller.app.aside.begin", lambda _name, work, _fell: self.begun.append(work))
        self.told: list[str] = []

    def call_soon_threadsafe(self, callback: Any, *arguments: Any) -> None:
        """What the loop of the core's thread is asked."""
        callback(*arguments)

    def ask(self, aside: InTurn, name: str, wanted: Callable[[], bool]) -> None:
        aside(lambda: name, self.told.append, _never, wanted)


def test_a_flood_of_pins_takes_the_memory_of_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever connects again and again has no two hashed at once, and none of a connection that he has left since."""
    bench, here = Bench(monkeypatch), True
    aside = InTurn(bench)  # type: ignore[arg-type]
    bench.ask(aside, "first", lambda: True)
    bench.ask(aside, "left", lambda: here)
    bench.ask(aside, "third", lambda: True)
    assert len(bench.begun) == 1
    here = False
    bench.begun[0]()
    assert (bench.told, len(bench.begun)) == (["first"], 2)
    bench.begun[1]()
    assert (bench.told, len(bench.begun)) == (["first", "third"], 2)


def test_a_table_that_has_ended_is_told_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal has its last record by then: none may come behind it."""
    bench = Bench(monkeypatch)
    aside = InTurn(bench)  # type: ignore[arg-type]
    bench.ask(aside, "first", _yes)
    bench.ask(aside, "second", _yes)
    aside.end()
    bench.begun[0]()
    assert (bench.told, len(bench.begun)) == ([], 1)


@pytest.mark.parametrize("reason", ["gone", "unpaired"])
def test_a_connection_that_is_gone_has_nothing_done_but_its_guesses_counted(site: Site, reason: str) -> None:
    """A technician's words that were hashed when his desk lost its key are not carried out."""
    desk = site.desk()
    desk.client.ask(sr.SignIn(by="Anna", pin="270451"))
    desk.exchange()
    site.later.do_next()
    desk.client.ask(sr.ChangeStaffPin(by="Anna", pin="577215"))
    desk.exchange()
    kept = site.house.machine.access.people["anna"].pin
    assert site.later.wanted()
    if reason == "gone":
        desk.session.lost()
    else:
        desk.session.say_bye("unpaired")
    assert not site.later.wanted()
    site.later.do_next()
    assert site.house.machine.access.people["anna"].pin == kept


def test_no_pin_is_hashed_for_what_is_refused_anyway(site: Site) -> None:
    desk = site.desk()
    for _again in range(2):
        desk.client.ask(sr.HireStaff("Eve", "technician", "Anna", pin="577215"))
    assert answers(desk) == [Code.NOT_SIGNED_IN] * 2
    assert site.later.jobs == []


def _never(_told: object) -> None:
    raise AssertionError("this is not what comes of it")


def _yes() -> bool:
    return True
