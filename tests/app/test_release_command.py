"""`jakaja release`: keys, a signed list, an archive, and each step at a table by two people with PINs (SEC-4)."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from controller.app import pin_entry, release_command
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.release import installing
from controller.app.release.slots import Slots
from controller.vocab.fault_records import ReleaseChanged
from controller.vocab.pins import PinCost
from controller.vocab.staff_records import HireStaff
from tests.app.house import House
from tests.software.machine import HERE, Machine, make_three
from tests.software.small_release import lay_out, put_list

PINS = {"Toni": "270451", "Ben": "918273"}
Release = Callable[..., int]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    cheap = PinCost(kibibytes=8, passes=1)
    table = House(tmp_path / "table", profile=msgspec.structs.replace(demo_profile(), pins=cheap))
    table.do(HireStaff(name="Toni", role="technician", by="Toni", pin=PINS["Toni"]))
    table.do(HireStaff(name="Ben", role="floor", by="Toni", pin=PINS["Ben"]))
    yield table
    table.close()


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    monkeypatch.setattr(installing, "here", lambda: HERE)
    return Machine(tmp_path / "opt", make_three(tmp_path))


@pytest.fixture
def release(house: House, machine: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Release:
    """Say one word beside a running table, with PINs in the order in which they are asked for."""

    async def said(*words: str) -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            at = ("--base", str(machine.base), "--folder", str(house.home.path))
            return await asyncio.to_thread(main, ["release", *words, *at])
        finally:
            await gateway.stop()

    def done(*words: str, pins: tuple[str, ...] = ()) -> int:
        path = tmp_path / "pins"
        path.write_text("\n".join(pins), encoding="ascii")
        path.chmod(0o600)
        monkeypatch.setenv(pin_entry.VARIABLE, str(path))
        return asyncio.run(said(*words))

    return done


def changes(house: House) -> list[tuple[str, int, str]]:
    return [
        (event.step, event.serial, event.by)
        for record in house.core.recorded(1, house.core.record)
        for event in record.events
        if isinstance(event, ReleaseChanged)
    ]


BOTH = ("--by", "Toni", "--second", "Ben")


def test_sec_4_every_step_takes_two_people_and_stands_in_the_journal(house, machine, release, capsys):
    pins = (PINS["Toni"], PINS["Ben"])
    assert release("install", str(machine.archives[1])) == 0, "a machine's first release replaces nothing"
    assert release("activate") == 0
    archive = str(machine.archives[2])
    assert release("install", archive) == 2, "nobody stands for it"
    assert release("install", archive, "--by", "Toni", pins=pins[:1]) == 1, "one person alone"
    assert release("install", archive, "--by", "Ben", "--second", "Toni", pins=pins[::-1]) == 1, "no technician"
    assert not (machine.base / "b").exists()
    assert changes(house) == []
    assert release("install", archive, *BOTH, pins=pins) == 0
    assert release("activate", *BOTH, pins=pins) == 0
    assert machine.starts == 2
    assert release("roll-back", *BOTH, pins=pins) == 0
    assert machine.starts == 1
    assert release("activate", *BOTH, pins=pins) == 0
    assert release("confirm", *BOTH, pins=pins) == 0
    assert Slots(machine.base).floor.read() == 2
    steps = ["install", "activate", "roll-back", "activate", "confirm"]
    assert changes(house) == [(step, 1 if step == "roll-back" else 2, "Toni") for step in steps]
    capsys.readouterr()
    assert main(["release", "show", "--base", str(machine.base)]) == 0
    shown = capsys.readouterr().out
    assert "b starts: release 2 (0.2), for Python 3.11 on x86_64" in shown
    assert "nothing below number 2 starts" in shown


def test_keys_lists_and_archives_are_made_by_the_command(tmp_path, capsys):
    root = lay_out(tmp_path / "made")
    put_list(root)
    (tmp_path / "keys").mkdir()
    (tmp_path / "trust").mkdir()
    for name in ("dora", "eino", "fia"):
        assert main(["release", "key", name, "--to", str(tmp_path / "keys")]) == 0
        (tmp_path / "keys" / f"{name}.pem").rename(tmp_path / "trust" / f"{name}.pem")
    assert (tmp_path / "keys" / "dora.key").stat().st_mode & 0o777 == 0o600
    packing = ["release", "pack", str(root), "--signers", str(tmp_path / "trust"), "--out", str(tmp_path / "r.tar")]
    assert main(["release", "sign", str(root), "--key", str(tmp_path / "keys" / "dora.key")]) == 0
    assert main(packing) == 2
    assert "signed by 1 of 2 who must" in capsys.readouterr().err
    assert main(["release", "sign", str(root), "--key", str(tmp_path / "keys" / "fia.key")]) == 0
    assert main(packing) == 0
    assert "signed by dora (" in capsys.readouterr().out
    assert main(["release", "sign", str(root), "--key", str(tmp_path / "trust" / "fia.pem")]) == 2


def test_a_release_has_a_number(tmp_path, capsys):
    assert main(["release", "make", "--serial", "0", "--out", str(tmp_path / "r")]) == 2
    assert "count from 1" in capsys.readouterr().err
    assert release_command.BASE.is_absolute()
