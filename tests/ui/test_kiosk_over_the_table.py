"""A player at the kiosk of a real table: his finger on its screen, the core behind it, every device by its driver."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pygame
import pytest

from cashier.money import Money
from cashier.payout_records import SettleHandPay
from cashier.redeem_records import RedeemTicket
from cashier.refusal import Code
from cashier.terms import CashLimits
from cashier.vouchers import make_number
from controller.language import load_languages
from controller.wire.client import copy_view
from controller.wire.messages import Accepted as Agreed
from controller.wire.messages import Refused as Declined
from seats.screens.kiosk import KioskScreen
from seats.screens.screen import Accepted, Refused
from tests.app.test_notes_out_at_the_table import Site
from tests.ui.screens.terminal import Terminal, plain

HAND_PAY = Money(5_000)


class Player(Terminal):
    """Somebody at the kiosk: what he presses goes to the table, and he sees what the table makes of it."""

    def __init__(self, folder: Path) -> None:
        self.site = Site(folder, CashLimits(hand_pay=HAND_PAY))
        self.house = self.site.house
        self.screen = KioskScreen(load_languages(), self._moment, "en")
        self._surface = pygame.Surface(self.screen.size_px, 0, 32)
        self.now = 10_000
        self.look()

    def _moment(self) -> datetime:
        return datetime.fromtimestamp(self.house.clock.now().wall / 1000, UTC)

    def look(self) -> None:
        """See the table as it is now."""
        self.screen.update(copy_view(self.house.kiosk.view), 0)
        self.rest()

    def wait_for_devices(self, steps: int = 60) -> None:
        self.site.steps(steps)
        self.look()

    def insert_notes(self, *notes: int) -> None:
        self.site.insert(*notes)
        self.look()

    def touch(self, *keys: str) -> None:
        """Press keys one after the other; what they ask for is asked of the table."""
        for words in keys:
            for command in self.press(words):
                answer = self.house.kiosk.ask(command)
                if isinstance(answer, Declined):
                    self.screen.notice(Refused(command, answer.refusal))
                else:
                    assert isinstance(answer, Agreed)
                    self.screen.notice(Accepted(command))
                self.look()

    def pay_out(self, *keys: str) -> None:
        """Ask for everything by a way, and say yes."""
        self.touch("Pay out", *keys)
        question = self.screen.shown.question
        assert question is not None
        self.touch(question.yes)

    @property
    def told(self) -> tuple[str, list[tuple[str, str]]]:
        """The headline of money on its way, and its steps."""
        page = self.screen.shown.ticket_page
        assert page is not None
        return page.headline, [(step.words, plain(step.note)) for step in page.steps]

    @property
    def balance(self) -> str:
        return plain(self.screen.shown.balance.amount)


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    player = Player(tmp_path / "table")
    yield player
    player.house.close()


def test_notes_come_out_and_the_rest_in_coins_and_on_a_ticket_that_is_typed_back_in(player: Player) -> None:
    player.insert_notes(10, 20, 5)
    assert player.balance == "35 €"
    player.pay_out("Notes", "Pay out")
    assert player.screen.shown.page == "paying"
    player.wait_for_devices(120)
    headline, steps = player.told
    assert headline == "Here is your ticket"
    assert steps[:3] == [
        ("Taken from your balance", "35 €"),
        ("Paid in notes", "30 €, 5 € to go"),
        ("Paid in coins", "4 €, 1 € to go"),
    ]
    assert player.site.recycler.store.paid_out == 30
    player.touch("Close", "Ticket")
    (ticket,) = player.site.kiosk.vouchers.values()
    player.touch(*ticket.number)
    player.touch("Add to my balance")
    player.wait_for_devices(4)
    assert (player.screen.shown.page, player.balance) == ("seat", "1 €")
    assert plain(player.screen.shown.balance.news) == "1 € is in your balance"
    player.touch("Ticket", *ticket.number, "Add to my balance")
    assert player.screen.shown.refusal.startswith("This ticket was paid on")
    player.site.reconciles()


def test_coins_come_out_and_what_no_coin_can_pay_is_on_a_ticket(player: Player) -> None:
    player.insert_notes(10, 5)
    player.pay_out("Coins", "Pay out")
    player.wait_for_devices(120)
    headline, steps = player.told
    assert headline == "Here is your ticket"
    assert steps[:2] == [("Taken from your balance", "15 €"), ("Paid in coins", "14 €, 1 € to go")]
    player.site.reconciles()


def test_r_mon_6_above_the_limit_an_attendant_pays_and_the_screen_says_so(player: Player) -> None:
    player.insert_notes(20, 20, 10)
    player.touch("Pay out")
    assert player.screen.shown.pay_out_page.way == "hand"
    player.touch("Have it paid by hand")
    player.touch(player.screen.shown.question.yes)
    assert (player.screen.shown.page, player.balance) == ("hand-pay", "0 €")
    player.touch("Call attendant")
    page = player.screen.shown.ticket_page
    assert page.trouble.next_step == "An attendant is on the way to the kiosk"
    (waits,) = player.house.kiosk.view.hand_pays
    player.house.staff.ask(SettleHandPay(payout=waits.payout, verdict="paid", by="eve", reason="counted twice"))
    player.look()
    assert player.told[0] == "The attendant has paid you"
    player.touch("Close")
    assert player.screen.shown.page == "seat"
    player.site.reconciles()


def test_led_9_numbers_that_nobody_gave_out_lock_the_pad_as_they_lock_the_reader(player: Player) -> None:
    player.touch("Ticket")
    for wrong in range(3):
        number = make_number(wrong.to_bytes(16, "big"))
        answer = player.house.kiosk.ask(RedeemTicket(player.house.request(), number))
        assert isinstance(answer, Declined)
        assert answer.refusal.code is Code.NO_SUCH_VOUCHER
    player.look()
    page = player.screen.shown.ticket_in_page
    assert page is not None
    assert (page.state, page.types) == ("locked", False)
    assert not player.key("7").legal
