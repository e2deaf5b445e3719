"""`jakaja attend drop`: an amount typed at the desk becomes a count of the drop box."""

import asyncio
from pathlib import Path

import pytest

from cashier.accounts import Account, AccountKind
from cashier.records import DropCounted
from controller.app.attend_words import amount_of
from controller.app.cli import main
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.problem import Problem
from controller.vocab import table_records as tr
from tests.app.house import House


@pytest.mark.parametrize(
    ("typed", "minor"), [("480", 48_000), ("480.00", 48_000), ("480,5", 48_050), ("0", 0), ("0.07", 7)]
)
def test_an_amount_is_read_as_it_stands_on_a_note(house: House, typed: str, minor: int) -> None:
    assert amount_of(typed, house.staff.view) == minor


@pytest.mark.parametrize("typed", ["", "-1", "1.234", "1.", "1e3", "four", "1 000", ".", "\u0663"])
def test_what_is_no_amount_is_refused_in_one_line(house: House, typed: str) -> None:
    with pytest.raises(Problem, match="is no amount; write it with its decimals"):
        amount_of(typed, house.staff.view)


def test_led_8_staff_count_the_drop_box_at_the_desk(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = House(tmp_path / "table")
    house.insert(2_000)

    async def attend(*words: str) -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            return await asyncio.to_thread(main, ["attend", *words, "--folder", str(house.home.path), "--by", "Anna"])
        finally:
            await gateway.stop()

    assert asyncio.run(attend("drop", "19.50")) == 1
    assert capsys.readouterr().out == "refused: takes-notes\n"
    house.do(tr.Pause(by="Anna"))
    assert asyncio.run(attend("drop", "19.50")) == 0
    *_, record = house.journal.iter_records()
    assert record.events == (DropCounted(by="Anna", counted=1_950, expected=2_000),)
    assert house.machine.ledger.balance(Account(AccountKind.OVER_SHORT)) == -50
    house.close()
