"""A fault of the program in one device's driver is told at once and stops that device alone, for a while (R-TLT-2).

The drivers fall over whatever the test plants in them; a good one takes their place after a wait of nothing.
"""

import asyncio
from collections.abc import Callable, Collection
from pathlib import Path
from threading import Event

import msgspec
import pytest

from cashier.devices.driver import Driver
from cashier.invariant import InvariantBreach
from cashier.records import Command, DeviceId, DeviceReported, Want
from cashier.usb import Gone
from controller.app import device_threads
from controller.app.device_threads import DeviceThreads, Rhythm
from controller.app.devices import UNWATCHED, fit
from controller.app.fitting import Fitting
from controller.app.reader_driver import ReaderDriver
from controller.app.upkeep import Upkeep
from controller.app.watch import MemoryWatch
from controller.vocab.card_reader_records import PlayerCardProved
from controller.vocab.fault_records import FaultCleared, FaultRaised, ReportFault
from controller.vocab.player_card_records import ChoosePin, EnrolPlayerCard
from controller.vocab.player_records import RegisterPlayer
from controller.vocab.profile import PlayerRules
from tests.app.house import House
from tests.players.lounge import READER, lounge_profile

PATIENCE = 20.0
RHYTHM = Rhythm(waits=(0.0,), well=2)
SCANNER = DeviceId("scanner")
Until = Callable[[], bool]


class Planned:
    """A driver that says its words and falls at one of its steps, or when it is closed."""

    def __init__(self, device: DeviceId, accident: Exception | None = None, at: int | None = None) -> None:
        self.device, self._accident, self._at = device, accident, at
        self.steps, self.closed = 0, False

    def step(self, _wants: Collection[Want]) -> list[Command]:
        self.steps += 1
        if self._accident is not None and self.steps == self._at:
            raise self._accident
        return [DeviceReported(self.device, "ready")] if self.steps == 1 else []

    def close(self) -> None:
        self.closed = True
        if self._accident is not None and self._at is None:
            raise self._accident


def fitting(house: House, *lives: Driver | Exception) -> Fitting:
    """The validator's cable; each start has the next of `lives`, and one that is an accident never comes to be."""
    device, left = house.profile.cash.validator, iter(lives)

    def make() -> list[Driver]:
        life = next(left)
        if isinstance(life, Exception):
            raise life
        return [life]

    return Fitting(device, make, (DeviceReported(device, "absent"),))


def live(house: House, fittings: list[Fitting], until: Until, rhythm: Rhythm = RHYTHM) -> None:
    """Run the threads until something has come about, and end them."""

    async def run() -> None:
        threads = DeviceThreads(house.core, fittings, asyncio.get_running_loop(), rhythm)
        threads.start()
        try:
            async with asyncio.timeout(PATIENCE):
                while not until():
                    await asyncio.sleep(0.001)
        finally:
            await threads.stop()

    asyncio.run(run())


def told(house: House, *kinds: type) -> list[object]:
    events = [event for record in house.journal.iter_records() for event in record.events]
    return [event for event in events if isinstance(event, kinds)]


ACCIDENTS = [
    RuntimeError("As Td"),
    InvariantBreach("note-counted-once", "a note would be counted twice"),
    Gone("the cable"),
    MemoryError(),
    TimeoutError(),
]


@pytest.mark.parametrize("accident", ACCIDENTS, ids=lambda accident: type(accident).__name__)
@pytest.mark.parametrize("at", [1, 3])
def test_a_driver_that_falls_is_told_at_once_and_made_anew(house: House, accident: Exception, at: int) -> None:
    device = house.profile.cash.validator
    first, second = Planned(device, accident, at), Planned(device)
    live(house, [fitting(house, first, second)], lambda: bool(told(house, FaultCleared)))
    raised, cleared = told(house, FaultRaised, FaultCleared)
    assert isinstance(raised, FaultRaised)
    assert (raised.fault, raised.place) == ("driver-stopped", device)
    assert raised.detail.startswith(type(accident).__name__)
    assert "test_falling_drivers.py, line" in raised.detail
    assert "As Td" not in raised.detail, "what was in it may be a card"
    assert isinstance(cleared, FaultCleared)
    assert (first.closed, second.closed) == (True, True)
    assert not house.core.frozen


def test_its_device_counts_as_gone_until_the_next_driver_has_spoken(house: House) -> None:
    device = house.profile.cash.validator
    fallen = Planned(device, RuntimeError(), 2)
    resting = Rhythm(waits=(PATIENCE,), well=2)
    live(house, [fitting(house, fallen)], lambda: bool(told(house, FaultRaised)), resting)
    assert house.machine.kiosk.conditions[device] == "absent"
    house.restart()
    live(house, [fitting(house, Planned(device))], lambda: bool(told(house, FaultCleared)))
    assert house.machine.kiosk.conditions[device] == "ready"
    assert house.machine.faults.open == ()


def test_one_that_cannot_be_made_or_closed_has_fallen_too(house: House) -> None:
    device = house.profile.cash.validator
    lives = (ValueError(), Planned(device, KeyError(), 1), Planned(device, OSError()))
    live(house, [fitting(house, *lives)], lambda: len(told(house, FaultCleared)) == 1)
    details = [event.detail.split(" ")[0] for event in told(house, FaultRaised) if isinstance(event, FaultRaised)]
    assert details == ["ValueError", "OSError"], "it stays the same fault until a driver has gone well"


def test_a_card_reader_that_falls_ends_the_guests_session_and_reads_cards_again(tmp_path: Path) -> None:
    """Whoever stands there afterwards gets nothing by the PIN that another has typed before the fall."""
    house = House(tmp_path / "table", profile=lounge_profile(PlayerRules(identity="card")))
    card = house.core.identify("card", "1111")
    for command in (
        RegisterPlayer(card, by="Anna"),
        EnrolPlayerCard(card, card, by="Anna"),
        DeviceReported(READER, "ready"),
        PlayerCardProved(READER, 1, card, "1111"),
        ChoosePin("2580"),
    ):
        house.do(command)
    (cable,) = (one for one in fit(house.core, object(), house_key=bytes(32)) if one.name == READER)
    made: list[int] = []

    def make() -> list[Driver]:
        (driver,) = cable.make()
        assert isinstance(driver, ReaderDriver)
        made.append(driver._reader._cards)
        return [Planned(READER, RuntimeError(), 2) if len(made) == 1 else Planned(READER)]

    again = msgspec.structs.replace(cable, make=make)
    live(house, [again], lambda: bool(told(house, FaultCleared)))
    assert house.machine.players.shown is None
    assert made == [1, 1], "the new driver counts on, or the host would take its cards for ones it has seen"
    house.do(PlayerCardProved(READER, 2, card, "1111"))
    guest = house.machine.players.told
    assert guest is not None
    assert guest.pin == "asked"
    house.close()


def test_no_hand_and_no_other_device_waits_for_it(house: House) -> None:
    house.sit(1)
    house.sit(2)
    house.deal()
    device, printer = house.profile.cash.validator, house.profile.cash.printer
    other = Planned(printer)
    cables = [fitting(house, Planned(device, RuntimeError(), 2)), Fitting(printer, lambda: [other])]
    resting = Rhythm(waits=(PATIENCE,), well=2)
    live(house, cables, lambda: bool(told(house, FaultRaised)) and other.steps > 3, resting)
    assert not house.machine.table.paused
    house.act("fold")
    house.deal()
    assert house.machine.table.hand is not None


def test_each_fall_makes_the_next_wait_longer_and_a_good_while_makes_it_short_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    device = house.profile.cash.validator
    lives = [Planned(device, RuntimeError(), at) for at in (1, 1, 1, 1, 9, 1)]
    rhythm = Rhythm(waits=(0.001, 0.002, 0.003), well=4)
    waited: list[float] = []

    class Patient(Event):
        def wait(self, timeout: float | None = None) -> bool:
            if timeout in rhythm.waits:
                waited.append(timeout)
            return self.is_set()

    monkeypatch.setattr(device_threads, "Event", Patient)
    live(house, [fitting(house, *lives, Planned(device))], lambda: len(waited) == len(lives), rhythm)
    assert waited == [0.001, 0.002, 0.003, 0.003, 0.001, 0.002]


def test_a_fall_at_a_table_that_stands_still_is_said_where_its_operator_reads(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    house.do(ReportFault("copy-failed", "somewhere"))
    house.core._freeze("breach", "planted")
    device = house.profile.cash.validator
    resting = Rhythm(waits=(PATIENCE,), well=2)
    fallen = Planned(device, RuntimeError(), 1)
    live(house, [fitting(house, fallen)], lambda: fallen.closed, resting)
    assert f"jakaja: {device}: its driver has stopped: RuntimeError" in capsys.readouterr().err


def test_what_a_driver_says_in_its_last_step_is_heard(house: House) -> None:
    """A ticket that comes out while the table is told to stop is no ticket in doubt."""
    device, entered, goes_on = house.profile.cash.validator, Event(), Event()

    class Slow(Planned):
        def step(self, _wants: Collection[Want]) -> list[Command]:
            entered.set()
            goes_on.wait(PATIENCE)
            return [DeviceReported(self.device, "jam")]

    async def run() -> None:
        threads = DeviceThreads(house.core, [fitting(house, Slow(device))], asyncio.get_running_loop(), RHYTHM)
        threads.start()
        async with asyncio.timeout(PATIENCE):
            while not entered.is_set():
                await asyncio.sleep(0.001)
            ends = asyncio.create_task(threads.stop())
            await asyncio.sleep(0)
            goes_on.set()
            await ends

    asyncio.run(run())
    assert house.machine.kiosk.conditions[device] == "jam"


@pytest.mark.parametrize("steps_first", [False, True])
def test_a_table_that_is_told_to_stop_ends_whatever_drivers_a_cable_has(house: House, *, steps_first: bool) -> None:
    """A cable without drivers, as it was when the stop came before they were made, went round without end."""
    made: list[int] = []

    def make() -> list[Driver]:
        made.append(1)
        return []

    async def run() -> None:
        cable = Fitting(house.profile.cash.validator, make, ())
        threads = DeviceThreads(house.core, [cable], asyncio.get_running_loop(), RHYTHM)
        threads.start()
        async with asyncio.timeout(PATIENCE):
            while steps_first and not made:
                await asyncio.sleep(0.001)
            await threads.stop()

    asyncio.run(run())
    assert not told(house, FaultRaised)


def test_a_driver_that_falls_as_the_last_thread_ends_is_told_of(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    cable = fitting(house)

    class Ending:
        """A thread that falls, and has ended before anybody has looked."""

        def is_alive(self) -> bool:
            threads._falls(cable, RuntimeError())
            return False

    async def run() -> None:
        nonlocal threads
        threads = DeviceThreads(house.core, [cable], asyncio.get_running_loop(), RHYTHM)
        threads.start()
        await threads.stop()
        assert told(house, FaultRaised), "it would be written down behind the record that the table was shut down"

    threads: DeviceThreads
    monkeypatch.setattr(device_threads, "begin", lambda *_arguments: Ending())
    asyncio.run(run())


def test_what_watches_doors_and_bus_says_that_nobody_watches(house: House) -> None:
    """Without the drivers of doors and bus nobody knows who comes: that stops the table, as a silent board does."""
    told = {command for cable in fit(house.core, object()) for command in cable.gone}
    kiosk = {command.device for command in told if isinstance(command, DeviceReported)}
    assert {house.profile.cash.validator, house.profile.cash.printer} <= kiosk
    assert all(command.detail == UNWATCHED for command in told if isinstance(command, ReportFault))


@pytest.mark.parametrize("planted", ["news", "look"])
def test_what_falls_on_the_cores_own_thread_makes_the_table_stand_still(
    house: House, monkeypatch: pytest.MonkeyPatch, planted: str
) -> None:
    """Upkeep, patrol, mirrors and watches: nobody may play on while nobody looks after the journal."""

    def fall(*_arguments: object) -> None:
        raise ZeroDivisionError

    house.core.watch(MemoryWatch(""))
    house.core._upkeep = Upkeep(house.journal, ())
    monkeypatch.setattr(*((MemoryWatch, "news", fall) if planted == "news" else (Upkeep, "look", fall)))
    assert not house.core.pump()
    assert house.core.frozen is not None
    assert house.core.frozen.name == "program"
    assert house.core.frozen.sentence.startswith("ZeroDivisionError at test_falling_drivers.py")
