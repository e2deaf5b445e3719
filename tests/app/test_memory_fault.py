"""A table whose memory cannot be locked says so as a fault that stops nothing, until a start that may lock (SEC-1)."""

from pathlib import Path

import pytest

from controller.app.watch import MemoryWatch
from tests.app.house import House

WHY = "at most 8192 KiB may be locked"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "table")


def faults_of(house: House) -> list[tuple[str, str]]:
    return [(fault.fault, fault.detail) for fault in house.staff.view.faults]


def test_sec_1_memory_that_may_be_swapped_is_a_fault_that_stops_nothing(house: House) -> None:
    house.core.watch(MemoryWatch(WHY))
    assert house.core.tell_news()
    assert not house.core.tell_news(), "it is said once"
    assert faults_of(house) == [("memory-open", WHY)]
    assert not house.machine.table.paused
    house.close()


def test_sec_1_the_fault_is_over_at_a_start_that_may_lock(house: House) -> None:
    house.core.watch(MemoryWatch(WHY))
    house.core.tell_news()
    house.restart()
    house.core.watch(MemoryWatch(""))
    house.core.tell_news()
    assert faults_of(house) == []
    assert not house.core.tell_news()
    house.close()
