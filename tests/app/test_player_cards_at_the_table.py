"""A player and his card, from the reader's cable to the seat's screen: an evening with a restart in it (R-RG-1)."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from cashier.devices.card_reader import CardReader
from cashier.devices.ccid_line import open_reader
from cashier.devices.player_card import House as CardHouse
from cashier.money import Money
from cashier.player_cards import CardNumber
from cashier.refusal import Code, Refusal
from controller.app.core import Committed
from controller.app.reader_driver import ReaderDriver
from controller.journal.verify import verify
from controller.players import pseudonym
from controller.vocab import fault_records as fr
from controller.vocab import player_card_records as pc
from controller.vocab import player_records as pr
from controller.vocab import table_records as tr
from controller.vocab.player_card_records import Taste
from controller.wire.messages import Accepted, AskedCommand, Refused
from firmware.virtual.card_reader import CardReader as ReaderEmulator
from firmware.virtual.card_reader import ReaderSettings, reader_device
from firmware.virtual.player_card import CardBuild
from tests.app.house import House, Screen
from tests.devices.near import Near
from tests.players.lounge import BY_CARD, READER, lounge_profile

HOUSE, OTHER = CardHouse(bytes(range(32))), CardHouse(bytes(32))
ANNA, BENNO = CardNumber("1000200030004003"), CardNumber("2000300040005005")
PIN = "2580136947"


def card_of(number: CardNumber, house: CardHouse = HOUSE) -> CardBuild:
    return CardBuild(house=house.id.hex(), number=number, key=house.card_key(number).hex())


class Site:
    """A table, its reader, and a process that can be started again."""

    def __init__(self, folder: Path) -> None:
        device = reader_device(ReaderSettings())
        self.near = Near(reader=device)
        assert isinstance(device.function, ReaderEmulator)
        self.reader = device.function
        self.house = House(folder, profile=lounge_profile(BY_CARD))
        self.driver = self._driver()

    def _driver(self) -> ReaderDriver:
        address, backend = self.near.address("reader"), self.near.backend
        reader = CardReader(READER, partial(open_reader, address, backend), HOUSE)
        return ReaderDriver(reader, partial(pseudonym, self.house.home.table_key))

    def restart(self) -> None:
        self.near.new_process()
        self.house.restart()
        self.house.do(fr.StartUp(version="1", digest="", last=0))
        self.driver = self._driver()

    def steps(self, count: int = 12) -> None:
        for _step in range(count):
            for command in self.driver.step(()):
                answer = self.house.core.submit(command)  # type: ignore[arg-type]
                assert isinstance(answer, Committed) or answer == Refusal(Code.ALREADY_SO), (command, answer)
            self.near.host.wait(0.1)

    def lay(self, build: CardBuild, slot: int = 1) -> None:
        self.reader.lay(build, slot)
        self.steps()

    def lift(self) -> None:
        self.reader.lift()
        self.steps()

    @property
    def guest(self) -> pc.Guest | None:
        return self.house.kiosk.view.guest

    def player(self, number: CardNumber) -> str:
        return pseudonym(self.house.home.table_key, "card", number)

    def enrol(self, number: CardNumber) -> None:
        player = self.player(number)
        done(self.house.staff, pr.RegisterPlayer(player, by="Anna"))
        done(self.house.staff, pc.EnrolPlayerCard(player, player, by="Anna"))

    def buys(self, seat: int, amount: int) -> tr.BuyIn:
        return tr.BuyIn(self.house.request(), seat, Money(amount), f"Guest {seat}", way="card")


def done(screen: Screen, command: AskedCommand) -> None:
    answer = screen.ask(command)
    assert isinstance(answer, Accepted), answer


def refused(screen: Screen, command: AskedCommand) -> Code:
    answer = screen.ask(command)
    assert isinstance(answer, Refused), answer
    return answer.refusal.code


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    fresh = Site(tmp_path / "table")
    fresh.steps(3)
    yield fresh
    fresh.driver.close()
    fresh.house.close()


def test_an_evening_with_a_card(site: Site) -> None:
    house = site.house
    site.enrol(ANNA)
    site.lay(card_of(ANNA))
    assert site.guest == pc.Guest(ending=ANNA[-4:], pin="none")
    assert refused(house.kiosk, pc.ChoosePin("1234")) == Code.PIN_EASY
    assert refused(house.kiosk, pc.ChoosePin("12")) == Code.PIN_UNUSABLE
    done(house.kiosk, pc.ChoosePin(PIN))
    house.insert(20_000)
    done(house.kiosk, site.buys(3, 8_000))
    assert house.seat(3).view.at(3).taste == Taste()
    done(house.seat(3), pc.ChooseTaste(3, Taste(speak="fi")))
    done(house.seat(3), tr.LeaveSeat(3))
    site.lift()
    assert site.guest is None

    site.lay(card_of(ANNA))
    assert site.guest is not None
    assert (site.guest.waiting, site.guest.brings, site.guest.taste.speak) == (8_000, 8_000, "fi")
    assert refused(house.kiosk, pc.CollectByCard(house.request())) == Code.PIN_NEEDED
    assert refused(house.kiosk, pc.EnterPin("2580")) == Code.PIN_WRONG
    site.restart()
    assert site.guest is None
    site.steps()
    assert refused(house.kiosk, pc.EnterPin(PIN)) == Code.PIN_WAITS, "a restart ends no wait"
    house.clock.advance(2_000)
    done(house.kiosk, pc.EnterPin(PIN))
    done(house.kiosk, pc.CollectByCard(house.request()))
    assert house.machine.kiosk.balance == 20_000
    assert refused(house.kiosk, site.buys(5, 4_000)) == Code.ONE_STACK
    done(house.kiosk, site.buys(5, 8_000))
    assert house.seat(5).view.at(5).taste == Taste(speak="fi"), "another seat's screen is as she likes it, too"


def test_neither_the_pin_nor_the_cards_number_is_on_the_disk_and_the_journal_verifies(site: Site) -> None:
    site.enrol(ANNA)
    site.lay(card_of(ANNA))
    done(site.house.kiosk, pc.ChoosePin(PIN))
    site.lift()
    site.lay(card_of(ANNA))
    done(site.house.kiosk, pc.EnterPin(PIN))
    site.house.core.snapshot()
    home = site.house.home
    assert verify(home.journal, home.table_key).fault is None
    for file in home.path.rglob("*"):
        if file.is_file():
            held = file.read_bytes()
            assert PIN.encode() not in held
            assert ANNA.encode() not in held


@pytest.mark.parametrize(
    ("builds", "trouble"),
    [
        ((card_of(ANNA, OTHER),), "foreign"),
        ((CardBuild(),), "blank"),
        ((card_of(BENNO),), "not-enrolled"),
        ((CardBuild(house=HOUSE.id.hex(), number=ANNA, key=bytes(16).hex()),), "unproved"),
    ],
    ids=["another-house", "blank", "not-enrolled", "false-key"],
)
def test_a_card_that_is_none_of_ours_is_refused_on_the_screen_and_nothing_changes(
    site: Site, builds: tuple[CardBuild, ...], trouble: str
) -> None:
    site.enrol(ANNA)
    site.house.insert(20_000)
    for build in builds:
        site.lay(build)
    assert site.guest is not None
    assert site.guest.trouble == trouble
    assert refused(site.house.kiosk, site.buys(1, 8_000)) in (Code.PLAYER_CARD_NEEDED, Code.PLAYER_CARD_UNKNOWN)
    assert refused(site.house.kiosk, pc.ChoosePin(PIN)) == Code.PLAYER_CARD_NEEDED
    assert site.house.machine.kiosk.balance == 20_000
    site.lift()
    site.lay(card_of(ANNA))
    assert site.guest.trouble is None, "the next card is met as if nothing had been"


def test_an_attendant_blocks_a_card_while_its_player_stands_at_the_kiosk(site: Site) -> None:
    site.enrol(ANNA)
    site.lay(card_of(ANNA))
    done(site.house.kiosk, pc.ChoosePin(PIN))
    done(site.house.staff, pc.BlockPlayerCard(site.player(ANNA), "lost", by="Anna"))
    assert site.guest == pc.Guest(ending=ANNA[-4:], trouble="blocked")
    assert refused(site.house.kiosk, pc.EnterPin(PIN)) == Code.PLAYER_CARD_NEEDED
