"""A table that asks who plays: the number of a card or ticket is typed, sent once and forgotten (R-RG-1)."""

import msgspec
import pytest

from cashier.refusal import Code, Refusal
from controller.vocab.profile import PlayerRules, Profile
from controller.vocab.table_records import BuyIn
from seats.models.identity import hidden
from seats.screens.kiosk import IDLE_MS
from seats.screens.screen import Refused
from tests.ui.screens.terminal import Terminal

CARD = "308155012345"


@pytest.fixture
def asking(profile: Profile) -> Terminal:
    """A kiosk with 260 euro at a table that asks for a card, where seat 9 was chosen."""
    terminal = Terminal(msgspec.structs.replace(profile, players=PlayerRules(identity="card")))
    for note in (200, 50, 10):
        terminal.insert(note)
    terminal.choose(9)
    return terminal


def type_number(terminal: Terminal, number: str) -> None:
    for digit in number:
        terminal.press(digit)


def show(terminal: Terminal, number: str = CARD) -> None:
    assert terminal.press("Show your card") == []
    type_number(terminal, number)
    terminal.press("OK")


def test_r_rg_1_nothing_is_bought_before_the_card_was_shown(asking: Terminal) -> None:
    assert asking.press("Show your card") == []
    assert asking.screen.shown.page == "identity"
    assert not asking.key("OK").legal
    type_number(asking, "123")
    assert not asking.key("OK").legal
    type_number(asking, "4")
    assert asking.key("OK").legal


def test_r_rg_1_the_card_travels_with_the_purchase(asking: Terminal) -> None:
    show(asking)
    (command,) = asking.press("Sit down with 260 €")
    assert isinstance(command, BuyIn)
    assert (command.way, command.token, command.player) == ("card", CARD, "")


def test_r_rg_1_only_the_end_of_the_number_is_ever_shown(asking: Terminal) -> None:
    asking.press("Show your card")
    type_number(asking, CARD)
    assert asking.screen.shown.identity_page is not None
    assert asking.screen.shown.identity_page.shown == "•••• •••• 2345"
    asking.press("OK")
    assert asking.screen.shown.purchase is not None
    assert asking.screen.shown.purchase.ends == "Card ends 2345"


def test_r_rg_1_after_a_purchase_the_next_player_shows_his_own(asking: Terminal) -> None:
    show(asking)
    (command,) = asking.press("Sit down with 260 €")
    asking.agree(command)
    assert asking.screen.shown.purchase is None
    asking.choose(4)
    assert asking.key("Show your card").legal


@pytest.mark.parametrize("code", [Code.NOT_REGISTERED, Code.EXCLUDED, Code.ONE_SEAT_ONLY])
def test_r_rg_1_a_card_that_is_refused_has_to_be_shown_anew(asking: Terminal, code: Code) -> None:
    show(asking)
    (command,) = asking.press("Sit down with 260 €")
    asking.notice(Refused(command, Refusal(code)))
    assert asking.screen.shown.refusal != ""
    assert asking.key("Show your card").legal


def test_r_rg_1_a_number_is_forgotten_with_another_seat_and_after_a_while(asking: Terminal) -> None:
    show(asking)
    asking.choose(4)
    assert asking.key("Show your card").legal
    show(asking)
    asking.wait(IDLE_MS + 1_000)
    asking.choose(4)
    assert asking.key("Show your card").legal


def test_r_rg_1_a_ticket_has_eighteen_digits(profile: Profile) -> None:
    terminal = Terminal(msgspec.structs.replace(profile, players=PlayerRules(identity="ticket")))
    terminal.insert(200)
    terminal.choose(9)
    terminal.press("Show your ticket")
    type_number(terminal, "1" * 17)
    assert not terminal.key("OK").legal
    type_number(terminal, "12")
    terminal.press("OK")
    (command,) = terminal.press("Sit down with 200 €")
    assert isinstance(command, BuyIn)
    assert (command.way, command.token) == ("ticket", "1" * 18)


def test_r_rg_1_a_wrong_digit_can_be_taken_back(asking: Terminal) -> None:
    asking.press("Show your card")
    type_number(asking, "12345")
    asking.press("Erase")
    assert asking.screen.shown.identity_page is not None
    assert asking.screen.shown.identity_page.shown == "1234"


def test_a_table_that_asks_for_nothing_sends_nothing(profile: Profile) -> None:
    terminal = Terminal(profile)
    terminal.insert(200)
    terminal.choose(9)
    (command,) = terminal.press("Sit down with 200 €")
    assert isinstance(command, BuyIn)
    assert (command.way, command.token) == ("anonymous", "")


@pytest.mark.parametrize(("token", "shown"), [("", ""), ("12", "12"), ("12345", "•234 5"), (CARD, "•••• •••• 2345")])
def test_a_number_is_hidden_but_for_its_end(token: str, shown: str) -> None:
    assert hidden(token) == shown
