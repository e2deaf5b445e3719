"""A table whose profile names a card terminal: cards become balance through the real core, over deaths and restarts."""

from pathlib import Path

import msgspec
import pytest

from cashier.accounts import Account, AccountKind
from cashier.card_records import BuyByCard, CancelCard, ResolveCardDifference, SettleCards
from cashier.devices.card_terminal import CardTerminal as CardDriver
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.devices.zvt_line import Timeouts
from cashier.money import Money
from cashier.records import CashOut, DeviceId, DeviceReported, RequestId, Want
from cashier.refusal import Code, Refusal
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.core import Committed
from controller.app.devices import fit, make_drivers
from controller.vocab.profile import CardTerminal as TerminalPlace
from controller.vocab.profile import Profile, UsbPlace
from firmware.virtual.card_settings import TerminalSettings, Trick
from firmware.virtual.card_terminal import CardTerminal, terminal_device
from tests.app.house import House
from tests.devices.near import Near

CARDS = DeviceId("cards")
KNOWN = (Refusal(Code.ALREADY_SO), Refusal(Code.ALREADY_DONE))


def card_profile(near: Near) -> Profile:
    """The demonstration's profile with a card terminal beside its devices."""
    profile, address = demo_profile(), near.address("cards")
    place = UsbPlace(address.vendor, address.product, address.serial)
    terminal = TerminalPlace(CARDS, place, 978, (Money(2000), Money(5000)))
    cash = msgspec.structs.replace(profile.cash, cards=terminal)
    return msgspec.structs.replace(profile, cash=cash)


class Site:
    """A table, its card terminal, and a process that can be started again."""

    def __init__(self, folder: Path, **build: object) -> None:
        settings = msgspec.convert({"patience_ms": 500} | build, TerminalSettings)
        self.near = Near(cards=terminal_device(settings))
        body = self.near.bus.device("cards").function.body()
        assert isinstance(body, CardTerminal)
        self.terminal = body
        self.house = House(folder, profile=card_profile(self.near))
        self.requests = 0
        self.restart()

    def restart(self) -> None:
        """Another process takes over."""
        self.near.new_process()
        self.house.restart()
        address, line = self.near.address("cards"), LineSetting(stop_bits=2)
        self.driver = CardDriver(
            CARDS,
            lambda: open_serial(address, self.near.backend, line),
            978,
            timeouts=Timeouts(t4_s=5.0),
            clock=lambda: self.near.host.at,
        )

    def steps(self, count: int = 40) -> None:
        for _ in range(count):
            wants = tuple(want for want in self.house.core.wants() if isinstance(want, Want))
            for command in self.driver.step(wants):
                answer = self.house.core.submit(command)  # type: ignore[arg-type]
                assert isinstance(answer, Committed) or answer in KNOWN, answer
            self.near.host.wait(0.1)

    def ask(self, make: type[BuyByCard] | type[CancelCard], *amount: int) -> None:
        self.requests += 1
        request = RequestId(f"{self.requests:032x}")
        answer = self.house.core.submit(make(request, *map(Money, amount)))  # type: ignore[arg-type]
        assert isinstance(answer, Committed), answer

    @property
    def balance(self) -> int:
        return self.house.core.machine.kiosk.balance

    @property
    def clearing(self) -> int:
        return self.house.core.machine.ledger.balance(Account(AccountKind.CARD_CLEARING))


@pytest.fixture
def site(tmp_path: Path) -> Site:
    fresh = Site(tmp_path / "table")
    fresh.steps(3)
    return fresh


def test_the_profile_names_the_terminal_and_its_line(site: Site) -> None:
    site.driver.close()
    (driver,) = (one for one in make_drivers(fit(site.house.core, site.near.backend)) if one.device == CARDS)
    assert [word.condition for word in driver.step(()) if isinstance(word, DeviceReported)] == ["ready"]
    driver.close()


def test_a_card_becomes_balance_and_the_kiosk_says_what_to_do(site: Site) -> None:
    site.ask(BuyByCard, 2000)
    seen = set()
    for _ in range(40):
        site.steps(1)
        shown = site.house.kiosk.view.card
        seen.add(shown.phase if shown is not None else "over")
    assert seen == {"wait", "insert-card", "pin", "remove-card", "over"}
    assert (site.balance, site.clearing, site.terminal.book.charged) == (2000, 2000, 2000)


@pytest.mark.parametrize(
    "trick", ["die-insert", "die-pin", "die-bank", "die-charged", "die-told", "lose-status", "lose-completion",
              "repeat-status", "wrong-amount", "wrong-currency", "bank-down"],
)  # fmt: skip
def test_whatever_the_terminal_does_the_balance_is_what_cards_were_charged(site: Site, trick: Trick) -> None:
    site.terminal.play(trick)
    site.ask(BuyByCard, 2000)
    site.steps(200)
    assert not site.house.core.machine.kiosk.cards.busy
    assert site.terminal.authorisations == 1
    assert site.balance == site.clearing == site.terminal.book.charged


@pytest.mark.parametrize("after", range(0, 22, 3))
def test_a_table_that_dies_at_any_moment_asks_the_terminal_first(site: Site, after: int) -> None:
    site.ask(BuyByCard, 2000)
    site.steps(after)
    site.restart()
    site.steps(120)
    assert not site.house.core.machine.kiosk.cards.busy
    assert site.terminal.authorisations <= 1
    assert site.balance == site.terminal.book.charged


def test_a_player_who_presses_stop_is_charged_nothing(tmp_path: Path) -> None:
    site = Site(tmp_path / "table", person="hands")
    site.steps(3)
    site.ask(BuyByCard, 2000)
    site.steps(10)
    site.ask(CancelCard)
    site.steps(20)
    assert site.terminal.book.charged == site.balance == 0
    shown = site.house.kiosk.view.card_end
    assert shown is not None
    assert shown.cause == "cancelled"


def test_a_shift_is_settled_and_reported(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    for amount in (5000, 2000):
        site.ask(BuyByCard, amount)
        site.steps()
    answer = site.house.core.submit(CashOut(RequestId("f" * 32), Money(3000), way="card"))
    assert isinstance(answer, Committed)
    site.steps()
    assert site.clearing == site.terminal.book.charged == 4000
    assert isinstance(site.house.core.submit(SettleCards("eve")), Committed)
    site.steps()
    assert site.clearing == 0
    site.house.close()
    assert main(["report", "settlement", str(site.house.home.path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith("books, 3 payments") and line.endswith("40.00") for line in lines)
    assert any(line.startswith("difference") and line.endswith(" 0.00") for line in lines)


def test_a_difference_is_a_finding_until_it_is_explained(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    site.ask(BuyByCard, 5000)
    site.steps()
    site.terminal.book.enter("payment", 700, 978, "0815")
    site.house.core.submit(SettleCards("eve"))
    site.steps()
    settled = site.house.staff.view.settlement
    assert settled is not None
    assert (settled.over, settled.short) == (700, 0)
    assert isinstance(site.house.core.submit(ResolveCardDifference("eve", "paid at the terminal itself")), Committed)
    site.house.close()
    assert main(["report", "settlement", str(site.house.home.path)]) == 0
    assert "explained by eve: paid at the terminal itself" in capsys.readouterr().out
