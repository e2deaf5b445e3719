"""A table whose profile names an eSSP validator: notes become balance through the real core, over cuts and restarts."""

from pathlib import Path

import msgspec
import pytest

from cashier.records import Want
from cashier.refusal import Code, Refusal
from controller.app.config import demo_profile
from controller.app.core import Committed
from controller.app.devices import fit, make_drivers
from controller.vocab.profile import Profile
from firmware.virtual.adapters import Adapter
from firmware.virtual.note_recycler import NoteRecycler, RecyclerSettings, recycler_device
from firmware.virtual.printer import PrinterSettings, printer_device
from tests.app.house import House
from tests.devices.near import Near


def essp_profile(near: Near) -> Profile:
    """The demonstration's profile with the recycler in the validator's place."""
    profile = demo_profile()
    address = near.address("recycler")
    place = msgspec.structs.replace(
        profile.cash.validator_usb, vendor=address.vendor, product=address.product, serial=address.serial
    )
    cash = msgspec.structs.replace(profile.cash, validator_usb=place, note_country="EUR", note_protocol="essp")
    return msgspec.structs.replace(profile, cash=cash)


class Site:
    """A table, its recycler, and a process that can be started again."""

    def __init__(self, folder: Path, adapter: Adapter) -> None:
        self.near = Near(
            recycler=recycler_device(RecyclerSettings(stored=(0,) * 5), adapter=adapter),
            printer=printer_device(PrinterSettings()),
        )
        body = self.near.bus.device("recycler").function.body()
        assert isinstance(body, NoteRecycler)
        self.recycler = body
        self.house = House(folder, profile=essp_profile(self.near))
        self.drivers = make_drivers(fit(self.house.core, self.near.backend))

    def steps(self, count: int = 15) -> None:
        for _ in range(count):
            for driver in self.drivers:
                wants = tuple(want for want in self.house.core.wants() if isinstance(want, Want))
                for command in driver.step(wants):
                    answer = self.house.core.submit(command)  # type: ignore[arg-type]
                    assert isinstance(answer, Committed) or answer == Refusal(Code.ALREADY_SO)
            self.near.host.wait(0.1)

    def restart(self) -> None:
        self.near.new_process()
        self.house.restart()
        self.drivers = make_drivers(fit(self.house.core, self.near.backend))


@pytest.mark.parametrize("adapter", ["cdc-acm", "ftdi"])
def test_notes_become_balance_across_a_restart_and_a_power_cut(tmp_path: Path, adapter: Adapter) -> None:
    site = Site(tmp_path / "table", adapter)
    site.steps(4)
    assert site.recycler.insert_note(20, site.near.host.at) == "escrow"
    site.steps()
    assert site.house.machine.kiosk.balance == 2000
    site.restart()
    site.steps()
    assert site.house.machine.kiosk.balance == 2000
    site.recycler.insert_note(50, site.near.host.at)
    site.steps(2)
    site.near.bus.power_cut("recycler")
    site.steps(3)
    site.near.bus.replug("recycler", site.near.host.at)
    site.steps()
    site.recycler.take_note()
    assert site.house.machine.kiosk.balance == 2000 + 100 * (sum(site.recycler.cashbox) - 20)
    assert site.house.machine.kiosk.held is None
