"""Errands of a card terminal: purchases, refunds, and the end of its day."""

import msgspec

from cashier import card_records as card
from cashier import records as cash
from cashier.devices.card_terminal import CardTerminal
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.devices.zvt_line import Timeouts
from cashier.money import Money
from cashier.records import RequestId
from cashier.unions import CashCommand
from firmware.virtual.adapters import Adapter
from firmware.virtual.card_settings import TerminalSettings, Trick
from firmware.virtual.card_terminal import CardTerminal as TerminalEmulator
from firmware.virtual.card_terminal import terminal_device
from firmware.virtual.local import Kind
from tests.devices.near import Near
from tests.devices.scenes import CARDS, EURO, STEP_S, KioskHost

WAITS = Timeouts(t2_s=3.0, t3_s=1.0, t4_s=6.0)
"""Shorter than the specification's, so that a scene ends within its steps."""


class CardScene:
    """Errands of a card terminal, one after the other; `wanted` are their commands."""

    wanted: tuple[CashCommand, ...]
    started_with = 0

    def __init__(self, adapter: Adapter, trick: Trick | None = None, **build: object) -> None:
        settings = msgspec.convert({"patience_ms": 500} | build, TerminalSettings)
        self.near = Near(cards=terminal_device(settings, adapter=adapter))
        body = self.near.bus.device("cards").function.body()
        assert isinstance(body, TerminalEmulator)
        self.terminal = body
        self.trick = trick
        self.host = KioskHost()
        self.asked = 0
        self.restart()
        self.prepare()
        self.ordered = self.terminal.authorisations

    def prepare(self) -> None:
        """What has happened before the scene begins."""

    def restart(self) -> None:
        address = self.near.address("cards")
        self.driver = CardTerminal(
            CARDS,
            lambda: open_serial(address, self.near.backend, LineSetting(stop_bits=2)),
            EURO,
            timeouts=WAITS,
            clock=lambda: self.near.host.at,
        )

    def step(self) -> None:
        desk = self.host.kiosk.cards
        ready = self.host.kiosk.condition(CARDS) == "ready"
        if not desk.busy and ready and self.asked < len(self.wanted):
            self.terminal.play(self.trick)
            self.host.do(self.wanted[self.asked])
            self.asked += 1
        self.host.step(self.driver)

    def ended(self) -> bool:
        desk = self.host.kiosk.cards
        stuck = desk.running is not None and desk.running.state == "stuck"
        return stuck or (self.asked == len(self.wanted) and not desk.busy)

    def through(self, *commands: CashCommand) -> None:
        """Carry these out to their ends, undisturbed."""
        for command in commands:
            while self.host.kiosk.condition(CARDS) != "ready":
                self.host.step(self.driver)
                self.near.host.wait(STEP_S)
            self.host.do(command)
            while self.host.kiosk.cards.busy:
                self.host.step(self.driver)
                self.near.host.wait(STEP_S)

    def check(self, kind: Kind | None) -> None:
        desk, charged = self.host.kiosk.cards, self.terminal.book.charged
        assert self.terminal.authorisations - self.ordered <= len(self.wanted), "the bank was asked twice for one id"
        if desk.running is not None:
            return
        assert self.host.kiosk.balance == charged
        assert desk.batch.amount + self.settled() == charged
        assert kind is not None or self.trick is not None or charged == self.clean()

    def settled(self) -> int:
        return sum(event.settled for event in self.host.events if isinstance(event, card.CardsSettled))

    def clean(self) -> int:
        """What cards are charged in all when nothing goes wrong."""
        raise NotImplementedError


class CardPurchase(CardScene):
    """Twenty euro from a card."""

    wanted = (card.BuyByCard(RequestId("1" * 32), Money(2000)),)

    def clean(self) -> int:
        return 2000


class CardRefund(CardScene):
    """Twenty euro from a card, which is there already, and fifteen of them back to it."""

    wanted = (cash.CashOut(RequestId("2" * 32), Money(1500), way="card"),)

    def prepare(self) -> None:
        self.through(*CardPurchase.wanted)

    def clean(self) -> int:
        return 500


class CardDay(CardScene):
    """The end of a day with a purchase in it, and the first purchase of the next day."""

    wanted = (card.SettleCards("eve"), card.BuyByCard(RequestId("3" * 32), Money(1000)))

    def prepare(self) -> None:
        self.through(*CardPurchase.wanted)

    def clean(self) -> int:
        return 3000

    def check(self, kind: Kind | None) -> None:
        super().check(kind)
        desk = self.host.kiosk.cards
        assert not desk.over
        assert not desk.short
        if desk.running is None:
            assert desk.batch.amount == sum(row.charged for row in self.terminal.book.day)
