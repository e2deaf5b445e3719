"""`jakaja cards`: blank cards become a house's, every table of a house knows them, and no number enters a journal."""

import re
import stat
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from cashier.devices.player_card import House as CardHouse
from cashier.player_cards import CardNumber
from cashier.records import DeviceId, DeviceReported
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.demo import windowed
from controller.app.demo.bench import make_bench, virtual_clock
from controller.app.devices import fit, make_drivers, step_all
from controller.app.entropy import SeededEntropy
from controller.app.home import Home
from controller.app.reader_driver import ReaderDriver
from controller.players import pseudonym
from controller.vocab.card_reader_records import PlayerCardProved, PlayerCardRefused, PlayerCardWithdrawn
from controller.vocab.profile import CardReader, UsbPlace
from firmware.virtual.backend import get_backend
from firmware.virtual.card_reader import CardReader as ReaderEmulator
from firmware.virtual.card_reader import ReaderSettings, reader_device
from firmware.virtual.config import BusConfig, ReaderConfig
from firmware.virtual.player_card import CardBuild
from firmware.virtual.process import BusProcess, start_bus
from tests.app.house import House
from tests.devices.near import Near

READER = DeviceId("reader")
NUMBER = CardNumber("1000200030004003")
PLACE = CardReader(READER, UsbPlace(0x1209, 0x0009))


def house_at(folder: Path) -> House:
    """A table whose kiosk has a reader of player cards."""
    profile = demo_profile()
    cash = msgspec.structs.replace(profile.cash, reader=PLACE)
    return House(folder, profile=msgspec.structs.replace(profile, cash=cash))


@pytest.fixture
def home(tmp_path: Path) -> Home:
    house = house_at(tmp_path / "table")
    house.close()
    return house.home


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BusProcess]:
    folder = tmp_path_factory.mktemp("bus")
    with start_bus(BusConfig(f"unix:{folder}/usb", f"unix:{folder}/hands", (ReaderConfig(),))) as running:
        yield running


def cards(home: Home, *words: str) -> int:
    return main(["cards", *words, "--folder", str(home.path)])


# -- the house's key --------------------------------------------------------------------------------------------------


def test_a_new_table_has_a_key_of_its_own_that_others_cannot_read(home: Home) -> None:
    path = home.path / "keys" / "cards.key"
    assert home.house_key == path.read_bytes()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_another_table_of_the_house_takes_its_key(home: Home, tmp_path: Path) -> None:
    other = house_at(tmp_path / "other")
    other.close()
    other.home.set_house_key(bytes(range(32)))
    assert other.home.house_key != home.house_key
    assert cards(other.home, "key", "--take", str(home.path / "keys" / "cards.key")) == 0
    assert other.home.house_key == home.house_key


def test_a_table_from_before_there_were_cards_gets_a_key_once(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    (home.path / "keys" / "cards.key").unlink()
    assert home.house_key is None
    assert cards(home, "write", NUMBER) == 2
    assert "has no key for cards" in capsys.readouterr().err
    assert cards(home, "key") == 0
    key = home.house_key
    assert key is not None
    assert cards(home, "key") == 2
    assert "has a key already" in capsys.readouterr().err
    assert home.house_key == key


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("key", "--take", "missing.key"), "name keys/cards.key of a table"),
        (("key", "--take", __file__), "is no key"),
        (("write", "0000000000000000"), "write 16 digits that are not all zero"),
        (("write", "12345"), "is no card's number"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    home: Home, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], told: str
) -> None:
    before = home.house_key
    assert cards(home, *words) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line
    assert home.house_key == before


# -- writing ----------------------------------------------------------------------------------------------------------


def test_a_blank_card_is_written_once_with_the_number_asked_for(
    home: Home, bus: BusProcess, capsys: pytest.CaptureFixture[str]
) -> None:
    assert home.house_key is not None
    house = CardHouse(home.house_key)
    with bus.control() as hands:
        assert cards(home, "write", NUMBER, "--bus", bus.address) == 1
        assert "lay a blank card into the reader" in capsys.readouterr().err
        hands.lay_card("reader", CardBuild())
        assert cards(home, "write", NUMBER, "--bus", bus.address) == 0
        assert f"its player is card:{NUMBER}" in capsys.readouterr().out
        assert cards(home, "write", "--bus", bus.address) == 1
        assert f"carries the number {NUMBER} already" in capsys.readouterr().err
        (card,) = hands.lift_card("reader")
    assert card == CardBuild(house=house.id.hex(), number=NUMBER, key=house.card_key(NUMBER).hex())


def test_a_number_that_is_drawn_is_told(home: Home, bus: BusProcess, capsys: pytest.CaptureFixture[str]) -> None:
    with bus.control() as hands:
        hands.lay_card("reader", CardBuild())
        assert cards(home, "write", "--bus", bus.address) == 0
        (card,) = hands.lift_card("reader")
    found = re.fullmatch(r"card ([0-9]{16}) is written; its player is card:\1\n", capsys.readouterr().out)
    assert found is not None
    assert found.group(1) == card.number


# -- the driver of the table ------------------------------------------------------------------------------------------


def test_the_table_hears_of_pseudonyms_and_never_of_numbers(tmp_path: Path) -> None:
    device = reader_device(ReaderSettings())
    near = Near(reader=device)
    assert isinstance(device.function, ReaderEmulator)
    house = house_at(tmp_path / "table")
    key = house.home.house_key
    assert key is not None
    assert not [each for each in make_drivers(fit(house.core, near.backend)) if isinstance(each, ReaderDriver)]
    (driver,) = (
        each for each in make_drivers(fit(house.core, near.backend, house_key=key)) if isinstance(each, ReaderDriver)
    )
    of_house = CardHouse(key)
    build = CardBuild(house=of_house.id.hex(), number=NUMBER, key=of_house.card_key(NUMBER).hex())
    device.function.lay(build)
    player = pseudonym(house.home.table_key, "card", NUMBER)
    assert driver.step(()) == [PlayerCardProved(READER, 1, player, "4003"), DeviceReported(READER, "ready")]
    device.function.lift()
    device.function.lay(CardBuild())
    assert driver.step(()) == [PlayerCardWithdrawn(READER, 1), PlayerCardRefused(READER, 2, "blank")]
    driver.close()
    house.close()


def test_a_card_laid_in_by_a_word_of_the_demonstration_is_the_kiosks_guest(tmp_path: Path) -> None:
    bench = make_bench(tmp_path / "demo", demo_profile(), virtual_clock(), SeededEntropy(1))
    drivers = make_drivers(fit(bench.core, get_backend(bench.bus.address), house_key=bench.home.house_key))
    try:
        with bench.bus.control() as hands:
            windowed._do(hands, bench, ["card", "7"])
            step_all(bench.core, drivers)
            shown = bench.core.machine.players.shown
            assert shown is not None
            assert (shown.card, shown.ending) == (pseudonym(bench.home.table_key, "card", f"{7:016}"), "0007")
            windowed._do(hands, bench, ["no-card"])
            step_all(bench.core, drivers)
            assert bench.core.machine.players.shown is None
            with pytest.raises(ValueError, match="no card of player 0"):
                windowed._do(hands, bench, ["card", "0"])
    finally:
        for driver in drivers:
            driver.close()
        bench.close()
