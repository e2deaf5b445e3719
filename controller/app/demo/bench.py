"""The demonstration's workbench: a new table, its virtual bus, its clock, everything that runs in one process."""

import shutil
import tempfile
from datetime import UTC, datetime
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Final, get_args

import msgspec

from cashier.devices.player_card import House
from cashier.player_cards import CardNumber
from cashier.records import DeviceId
from controller.app.boot import blank, new_journal
from controller.app.clock import Clock, VirtualClock
from controller.app.core import Core
from controller.app.entropy import Entropy, KernelEntropy
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.player_pins import PlayerPins
from controller.app.problem import Problem
from controller.app.proofs import Slips
from controller.app.staff_pins import StaffPins
from controller.journal.journal import Journal
from controller.players import pseudonym
from controller.table.profile_check import LEAST_KIBIBYTES, LEAST_PASSES
from controller.vocab.fault_records import MOST_DOORS, DoorId
from controller.vocab.pins import PinCost
from controller.vocab.profile import CardReader, CashDevices, DoorBoard, Profile, UsbPlace
from controller.vocab.table_records import AdoptProfile
from controller.wire.pairing import table_private_key
from firmware.virtual import card_reader
from firmware.virtual.bill_validator import ValidatorSettings
from firmware.virtual.card_reader import ReaderSettings
from firmware.virtual.config import (
    BusConfig,
    DeviceConfig,
    DoorsConfig,
    PrinterConfig,
    ReaderConfig,
    RecyclerConfig,
    ValidatorConfig,
)
from firmware.virtual.door_board import PRODUCT, VENDOR, DoorBoardSettings
from firmware.virtual.note_recycler import RecyclerSettings
from firmware.virtual.player_card import CardBuild
from firmware.virtual.printer import PrinterSettings
from firmware.virtual.process import BusProcess, start_bus

MARK: Final = "demo.json"
"""The file that says that a folder holds a demonstration, which may be replaced."""

CONNECTIONS: Final = 2
"""A bot and the window both look at a seat."""

BEGINNING: Final = int(datetime(2027, 1, 2, 12, tzinfo=UTC).timestamp() * 1000)
"""Wall time (ms) at which every demonstration on the virtual clock begins."""


class Bench(msgspec.Struct, frozen=True):
    """A table that is ready to run, the bus its devices hang on, and the slips that wait for its printer."""

    home: Home
    profile: Profile
    journal: Journal
    core: Core
    hub: Hub
    slips: Slips
    bus: BusProcess
    sockets: Path

    def close(self) -> None:
        """End the bus and let go of the journal."""
        self.bus.stop()
        self.journal.close()
        shutil.rmtree(self.sockets, ignore_errors=True)


def virtual_clock() -> VirtualClock:
    """Return the clock of a demonstration without a display."""
    return VirtualClock(wall_ms=BEGINNING)


def make_bench(folder: Path, profile: Profile, clock: Clock, entropy: Entropy) -> Bench:
    """Make a new table in `folder`, replacing an earlier demonstration there and nothing else."""
    profile = _with_quick_pins(_with_reader(_with_doors(profile)))
    _clear(folder)
    home = Home(folder)
    home.create(KernelEntropy())
    (folder / MARK).write_text("{}\n", encoding="ascii")
    journal = new_journal(home, clock.now())
    core = Core(
        blank(journal),
        journal,
        clock,
        entropy,
        identify=partial(pseudonym, home.table_key),
        pins=PlayerPins(home.table_key, entropy),
        hash_pins=StaffPins(home.table_key, KernelEntropy().draw),
    )
    core.submit(AdoptProfile(profile=profile))
    slips = Slips()
    sockets = Path(tempfile.mkdtemp(prefix="jakaja-"))
    bus = start_bus(_bus_config(sockets, folder, profile))
    return Bench(
        home=home,
        profile=profile,
        journal=journal,
        core=core,
        hub=Hub(
            core,
            home.screen_keys,
            at_once=CONNECTIONS,
            put_slip=slips.put,
            private=table_private_key(home.table_key),
        ),
        slips=slips,
        bus=bus,
        sockets=sockets,
    )


def _with_quick_pins(profile: Profile) -> Profile:
    """The profile with PINs that take no time to hash: nobody has anything to guess here."""
    quick = PinCost(LEAST_KIBIBYTES, LEAST_PASSES)
    return msgspec.structs.replace(profile, pins=quick) if profile.no_value else profile


def _with_doors(profile: Profile) -> Profile:
    """The profile with a board that watches as many doors as it can, where it names none itself."""
    if profile.doors is not None:
        return profile
    board = DoorBoard(DeviceId("doors"), UsbPlace(VENDOR, PRODUCT), get_args(DoorId)[:MOST_DOORS])
    return msgspec.structs.replace(profile, doors=board)


def _with_reader(profile: Profile) -> Profile:
    """The profile with a reader of player cards, where it names none itself."""
    if profile.cash.reader is not None:
        return profile
    reader = CardReader(DeviceId("reader"), UsbPlace(card_reader.VENDOR, card_reader.PRODUCT))
    return msgspec.structs.replace(profile, cash=msgspec.structs.replace(profile.cash, reader=reader))


def _clear(folder: Path) -> None:
    try:
        if folder.exists() and any(folder.iterdir()):
            if not (folder / MARK).exists():
                raise Problem(str(folder), "holds something that is no demonstration", "name an empty or new folder")
            shutil.rmtree(folder)
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Problem(str(folder), f"cannot be used ({error.strerror})", "name a new folder") from error


def _bus_config(sockets: Path, folder: Path, profile: Profile) -> BusConfig:
    """Return the bus of the profile's devices; its tickets come out in `folder`/tickets."""
    tickets = folder / "tickets"
    tickets.mkdir(exist_ok=True)
    units = profile.currency.units
    font = resources.files("seats").joinpath("fonts", "DejaVuSans.ttf")
    return BusConfig(
        listen=f"unix:{sockets}/bus.sock",
        control=f"unix:{sockets}/control.sock",
        devices=(
            _note_taker(profile.cash, tuple(note // units for note in profile.cash.notes)),
            PrinterConfig(
                name=profile.cash.printer,
                settings=PrinterSettings(tickets=str(tickets), font=str(font)),
            ),
            *_boards(profile),
            *_reader(profile.cash),
        ),
    )


def _boards(profile: Profile) -> tuple[DeviceConfig, ...]:
    board = profile.doors
    if board is None:
        return ()
    settings = DoorBoardSettings(serial=board.usb.serial or "DB000001", inputs=len(board.doors))
    return (DoorsConfig(name=board.device, settings=settings),)


def _note_taker(cash: CashDevices, notes: tuple[int, ...]) -> DeviceConfig:
    """The validator that the profile names, taking its notes (in whole units of the currency) at once."""
    if cash.note_protocol == "essp":
        build = RecyclerSettings(country=cash.note_country, notes=notes, stored=(0,) * len(notes), stack_ms=0)
        return RecyclerConfig(name=cash.validator, settings=build)
    settings = ValidatorSettings(country=cash.note_country, notes=notes, stack_ms=0)
    return ValidatorConfig(name=cash.validator, settings=settings)


def _reader(cash: CashDevices) -> tuple[DeviceConfig, ...]:
    if cash.reader is None:
        return ()
    place = cash.reader.usb
    settings = ReaderSettings(place.serial or "CR000001", vendor=place.vendor, product=place.product)
    return (ReaderConfig(name=cash.reader.device, settings=settings),)


def player_card(home: Home, player: int) -> CardBuild:
    """The card of a player of the demonstration, counted from 1, as the table's house would have written it.

    Raises `ValueError` for a number that no card can carry.
    """
    key, number = home.house_key, CardNumber(f"{player:016}")
    if key is None or not 1 <= player < 10**16:
        raise ValueError(f"there is no card of player {player}")
    house = House(key)
    return CardBuild(uid=f"{player:014x}", house=house.id.hex(), number=number, key=house.card_key(number).hex())
