"""`jakaja attend` and `jakaja table` with PINs: read from a private file, never from the command line (SEC-7)."""

import asyncio
import io
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from controller.app import pin_entry
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.entropy import KernelEntropy
from controller.app.first_technician import hire_first
from controller.app.gateway import Gateway
from controller.app.pin_entry import PinEntry
from controller.app.problem import Problem
from controller.vocab.pins import PinCost
from tests.app.house import House

Attend = Callable[..., int]
PINS = {"Anna": "270451", "Bo": "918273", "Cleo": "314159"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    cheap = PinCost(kibibytes=8, passes=1)
    table = House(tmp_path / "table", profile=msgspec.structs.replace(demo_profile(), pins=cheap))
    yield table
    table.close()


@pytest.fixture
def attend(house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Attend:
    """Say one word at the desk; `pins` are the lines of the file that JAKAJA_PIN names."""

    async def said(*words: str) -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            return await asyncio.to_thread(main, ["attend", *words, "--folder", str(house.home.path)])
        finally:
            await gateway.stop()

    def attended(*words: str, pins: tuple[str, ...] = ()) -> int:
        path = tmp_path / "pins"
        path.write_text("\n".join(pins), encoding="ascii")
        path.chmod(0o600)
        monkeypatch.setenv(pin_entry.VARIABLE, str(path))
        return asyncio.run(said(*words))

    return attended


def test_a_staff_is_hired_works_and_is_dismissed_at_the_desk(house, attend, capsys):
    assert attend("hire", "Anna", "technician", "--by", "Anna", pins=(PINS["Anna"],)) == 0
    assert attend("hire", "Bo", "floor", "--by", "Anna", pins=(PINS["Anna"], PINS["Bo"])) == 0
    both = (PINS["Anna"], PINS["Bo"])
    assert attend("hire", "Cleo", "cashier", "--by", "Anna", "--second", "Bo", pins=(*both, PINS["Cleo"])) == 0
    assert attend("pause", "--by", "Bo", pins=(PINS["Bo"],)) == 0
    assert attend("status") == 0
    out = capsys.readouterr().out
    assert "PAUSED by Bo" in out
    assert "cashier Cleo" in out
    assert attend("role", "Cleo", "attendant", "--by", "Anna", "--second", "Bo", pins=both) == 0
    assert attend("reset-pin", "Cleo", "--by", "Anna", "--second", "Bo", pins=(*both, "577215")) == 0
    assert attend("pin", "--by", "Cleo", pins=("577215", PINS["Cleo"])) == 0
    assert attend("resume", "--by", "Cleo", pins=(PINS["Cleo"],)) == 0
    assert attend("dismiss", "Cleo", "--by", "Anna", "--second", "Bo", pins=both) == 0
    assert sorted(house.machine.access.people) == ["anna", "bo"]


@pytest.mark.parametrize(
    ("words", "pins", "told"),
    [
        (("pause", "--by", "Anna"), ("270452",), "pin-wrong"),
        (("pause", "--by", "Eve"), ("270452",), "not-on-staff"),
        (("drop", "0", "--by", "Anna"), (PINS["Anna"],), "wrong-role role technician"),
        (("hire", "Eve", "floor", "--by", "Anna"), (PINS["Anna"], "505152"), "two-people"),
        (("hire", "Eve", "floor", "--by", "Anna", "--second", "Anna"), (PINS["Anna"], "505152"), "two-people"),
        (("hire", "Eve", "floor", "--by", "Anna", "--second", "Bo"), (PINS["Anna"], "918274"), "pin-wrong"),
    ],
)
def test_sec_7_what_is_refused_at_the_desk_is_told_in_a_word(house, attend, capsys, words, pins, told):
    attend("hire", "Anna", "technician", "--by", "Anna", pins=(PINS["Anna"],))
    attend("hire", "Bo", "floor", "--by", "Anna", pins=(PINS["Anna"], PINS["Bo"]))
    capsys.readouterr()
    assert attend(*words, pins=pins) == 1
    assert capsys.readouterr().out.startswith(f"refused: {told}")
    assert not house.machine.table.paused


def test_sec_7_a_file_of_pins_that_others_may_read_is_not_read(tmp_path):
    path = tmp_path / "pins"
    path.write_text("270451\n", encoding="ascii")
    path.chmod(0o640)
    with pytest.raises(Problem, match="others may read these PINs"):
        PinEntry(str(path))
    path.chmod(0o600)
    entry = PinEntry(str(path))
    assert entry.pin_of("Anna") == "270451"
    with pytest.raises(Problem, match="too few lines"):
        entry.pin_of("Bo")


def test_sec_7_without_a_terminal_and_without_a_file_nobody_is_asked(monkeypatch):
    monkeypatch.delenv(pin_entry.VARIABLE, raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    with pytest.raises(Problem, match="nobody can be asked"):
        PinEntry.from_surroundings().pin_of("Anna")


def test_at_a_terminal_a_new_pin_is_typed_twice_without_echo(monkeypatch):
    typed = iter(["270451", "270451", "270451", "270415"])
    prompts = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda prompt: (prompts.append(prompt), next(typed))[1])
    assert PinEntry(None).new_pin_of("Anna") == "270451"
    assert prompts == ["new PIN of Anna: ", "new PIN of Anna, again: "]
    with pytest.raises(Problem, match="not the same"):
        PinEntry(None).new_pin_of("Anna")


def test_sec_7_a_table_of_value_does_not_start_without_its_first_technician(tmp_path):
    house = House(tmp_path / "table", profile=msgspec.structs.replace(demo_profile(), no_value=False, test_decks=False))
    path = tmp_path / "pins"
    path.write_text("270451\n", encoding="ascii")
    path.chmod(0o600)
    with pytest.raises(Problem, match="--technician NAME"):
        hire_first(house.core, "", PinEntry(str(path)))
    hire_first(house.core, "Anna", PinEntry(str(path)))
    assert house.machine.access.find("Anna").role == "technician"
    hire_first(house.core, "", PinEntry(str(path)))
    house.close()
