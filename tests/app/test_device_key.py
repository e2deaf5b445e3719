"""`jakaja devices key`: an eSSP note acceptor gets a key of its own, which no journal, log or output ever holds."""

import argparse
import stat
from pathlib import Path

import msgspec
import pytest

from cashier.devices.essp_unit import EsspUnit
from cashier.devices.serial_pipes import LineSetting, open_serial
from controller.app import device_key
from controller.app.config import demo_profile
from controller.app.devices import fit, make_drivers, note_keys_of
from controller.app.problem import Problem
from controller.vocab.profile import UsbPlace
from firmware.virtual.local import HostKilled, Mishap
from firmware.virtual.note_recycler import RecyclerSettings, recycler_device
from tests.app.house import House
from tests.devices.near import Near

FACTORY = 0x0123456701234567


class Site:
    """The folder of a stopped table with an eSSP note acceptor, and the device on its bus."""

    def __init__(self, folder: Path, **settings: int) -> None:
        self.near = Near(recycler=recycler_device(RecyclerSettings(**settings)))
        address = self.near.address("recycler")
        profile = demo_profile()
        place = UsbPlace(address.vendor, address.product, serial=address.serial)
        cash = msgspec.structs.replace(profile.cash, validator_usb=place, note_country="EUR", note_protocol="essp")
        house = House(folder, profile=msgspec.structs.replace(profile, cash=cash))
        house.close()
        self.home = house.home

    def change(self) -> int:
        return device_key.change_key(argparse.Namespace(folder=self.home.path), self.near.backend)

    def answers_to(self, *keys: int) -> bool:
        """Whether a new process that knows these keys gets an answer."""
        self.near.new_process()
        address = self.near.address("recycler")
        line = LineSetting(stop_bits=2)
        unit = EsspUnit(lambda: open_serial(address, self.near.backend, line), fixed_keys=keys)
        try:
            device_key._spoken_to(unit, "recycler")
        except Exception:
            return False
        finally:
            unit.close()
        return True


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "table")


def test_the_device_answers_to_the_new_key_alone(site, capsys):
    assert site.change() == 0
    (key,) = site.home.note_keys
    assert len(key) == 8
    assert site.answers_to(int.from_bytes(key, "big"))
    assert not site.answers_to(FACTORY)
    told = capsys.readouterr().out
    assert key.hex() not in told


def test_the_key_lies_in_a_file_of_the_tables_user_and_in_no_journal(site):
    site.change()
    (key,) = site.home.note_keys
    path = site.home.path / "keys" / "notes.key"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    for file in site.home.path.iterdir():
        if file.is_file():
            content = file.read_bytes()
            assert key not in content
            assert key.hex().encode() not in content


def test_it_can_be_changed_again_and_the_table_speaks_with_the_one_it_has(site):
    site.change()
    first = site.home.note_keys
    site.near.new_process()
    site.change()
    second = site.home.note_keys
    assert first != second
    assert site.answers_to(*note_keys_of(second))


@pytest.mark.parametrize("transfer", range(20, 90, 7))
def test_a_change_that_is_cut_off_is_finished_by_saying_it_again(tmp_path, transfer):
    site = Site(tmp_path / "table")
    site.near.host.set_mishap(Mishap(site.near.host.transfers + transfer, "kill"))
    try:
        site.change()
    except HostKilled:
        assert site.answers_to(*note_keys_of(site.home.note_keys)), "one of the keys that are kept is the device's"
        site.near.new_process()
        assert site.change() == 0
    (key,) = site.home.note_keys
    assert site.answers_to(int.from_bytes(key, "big"))


def test_a_device_of_another_house_keeps_its_key(tmp_path):
    site = Site(tmp_path / "table", fixed_key=5)
    with pytest.raises(Problem, match="answers to no key"):
        site.change()


def test_a_table_with_a_cctalk_validator_has_no_key_to_change(tmp_path):
    house = House(tmp_path / "table")
    house.close()
    with pytest.raises(Problem, match="does not speak eSSP"):
        device_key.change_key(argparse.Namespace(folder=house.home.path), None)


def test_the_tables_drivers_are_given_the_keys(site):
    site.change()
    house = House(site.home.path.parent / "other", profile=None)
    assert make_drivers(fit(house.core, site.near.backend, note_keys=site.home.note_keys))
    house.close()
