"""`jakaja attend`: what a floor person does at the table, each word a command with his name."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cashier.records import Event
from controller.app.cli import main
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from tests.app.house import House

Attend = Callable[..., int]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """Three players after a hand that everyone folded."""
    table = House(tmp_path / "table")
    for seat in (1, 2, 3):
        table.sit(seat)
    table.deal()
    while table.machine.table.hand is not None:
        table.act("fold")
    yield table
    table.close()


@pytest.fixture
def attend(house: House) -> Attend:
    """Say one word at the desk of the house, and return its exit code."""

    async def said(*words: str) -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            whose = [] if words[0] == "status" else ["--by", "Anna"]
            return await asyncio.to_thread(main, ["attend", *words, "--folder", str(house.home.path), *whose])
        finally:
            await gateway.stop()

    return lambda *words: asyncio.run(said(*words))


def last_events(house: House) -> tuple[Event, ...]:
    *_, record = house.journal.iter_records()
    return record.events


@pytest.mark.parametrize(
    ("words", "event"),
    [
        (("lock", "2"), sr.SeatLocked(seat=2, by="Anna")),
        (("list", "Ilta", "--games", "holdem-nl,horse"), sr.ListJoined("Ilta", ("holdem-nl", "horse"), place=1)),
        (("list", "Ilta", "--moved", "yes"), sr.ListJoined("Ilta", (), place=1, moved=True)),
        (("close", "--hands", "4"), sr.ClosingAnnounced(by="Anna", last=5)),
        (("vacate", "3"), sr.VacateAsked(seat=3, by="Anna")),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, tuple) else "",
)
def test_a_word_of_the_floor_is_a_command_with_a_name(house, attend, words, event):
    assert attend(*words) == 0
    assert last_events(house)[0] == event


def test_the_clock_is_called_on_whoever_must_act(house, attend):
    assert attend("clock") == 1, "nobody must"
    house.deal()
    assert attend("clock") == 0
    (called,) = last_events(house)
    assert isinstance(called, tr.ClockStarted)
    assert (called.seat, called.cause) == (house.decision.seat, "called")


def test_what_was_locked_listed_or_closed_is_taken_back(house, attend):
    for there, back in (
        (("lock", "2"), ("unlock", "2")),
        (("list", "Ilta"), ("unlist", "Ilta")),
        (("close",), ("open",)),
    ):
        assert attend(*back) == 1, "there is nothing to take back yet"
        assert attend(*there) == 0
        assert attend(*back) == 0


def test_a_player_moves_with_his_chips(house, attend):
    stack = house.machine.table.seats[2].stack
    assert attend("move", "2", "3") == 1, "somebody sits there"
    assert attend("move", "2", "7") == 0
    assert house.machine.table.seats[7].stack == stack


def test_status_tells_of_the_list_and_the_last_round(house, attend, capsys):
    attend("list", "Ilta")
    attend("close", "--hands", "2")
    capsys.readouterr()
    assert attend("status") == 0
    told = capsys.readouterr().out
    assert "waiting: Ilta" in told
    assert "last round: to hand 3" in told
