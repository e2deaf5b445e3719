"""A kiosk with a reader of players' cards: what a card brings up, the PIN that is typed, and the card taken out."""

import msgspec
import pytest

from cashier import records as cash
from cashier.money import Money
from cashier.refusal import Code, Refusal
from controller.language import load_languages
from controller.vocab import player_card_records as pc
from controller.vocab.player_card_records import CardTrouble, Guest, Taste
from controller.vocab.profile import CardReader, PlayerRules, Profile, UsbPlace
from controller.vocab.table_records import BuyIn
from controller.wire.view import View
from seats.screens.kiosk import IDLE_MS, KioskScreen
from seats.screens.screen import Refused
from tests.ui.screens.terminal import EURO, Terminal, plain

AINO = Guest(ending="2345", pin="asked")


def with_reader(profile: Profile, rules: PlayerRules) -> Profile:
    cash = msgspec.structs.replace(profile.cash, reader=CardReader("reader", UsbPlace(0x072F, 0x2200)))
    return msgspec.structs.replace(profile, players=rules, cash=cash)


@pytest.fixture
def kiosk(profile: Profile) -> Terminal:
    """A kiosk with 260 euro at a table that asks for a card, where seat 9 was chosen."""
    terminal = Terminal(with_reader(profile, PlayerRules(identity="card")))
    for note in (200, 50, 10):
        terminal.insert(note)
    terminal.choose(9)
    return terminal


def comes(terminal: Terminal, **told: object) -> None:
    terminal.tell(pc.GuestTold(msgspec.structs.replace(AINO, **told)))


def type_pin(terminal: Terminal, pin: str) -> list[object]:
    for digit in pin:
        terminal.press(digit)
    return terminal.press("OK")


def page(terminal: Terminal) -> str:
    shown = terminal.screen.shown.identity_page
    assert shown is not None
    return shown.prompt


def test_r_rg_1_a_table_that_asks_for_a_card_asks_for_it_in_the_reader(kiosk: Terminal) -> None:
    assert kiosk.press("Show your card") == []
    assert page(kiosk) == "Put your card into the reader"
    comes(kiosk)
    assert page(kiosk) == "Card ends 2345"
    kiosk.press("Go on")
    kiosk.choose(9)
    (command,) = kiosk.press("Sit down with 260 €")
    assert isinstance(command, BuyIn)
    assert (command.way, command.token) == ("card", "")


def test_a_card_brings_up_its_page_and_speaks_its_players_language(kiosk: Terminal) -> None:
    comes(kiosk, taste=Taste(speak="fi"), seat=3, waiting=Money(150 * EURO), pin="right")
    assert kiosk.screen.shown.page == "identity"
    shown = kiosk.screen.shown.identity_page
    assert tuple(map(plain, shown.lines)) == ("150 € odottaa sinua", "Pelaat paikalla 3")
    kiosk.tell(pc.GuestTold(None))
    assert kiosk.screen.shown.page == "seat"
    assert [key.code for key in kiosk.screen.shown.languages if key.chosen] == ["en"]


def test_a_new_pin_is_typed_twice_and_sent_once(kiosk: Terminal) -> None:
    comes(kiosk, pin="none")
    assert page(kiosk) == "Choose a PIN"
    assert not kiosk.key("OK").legal
    assert type_pin(kiosk, "2580") == []
    assert page(kiosk) == "Type the same PIN once more"
    assert type_pin(kiosk, "2581") == []
    assert kiosk.screen.shown.identity_page.note == "These were two different PINs. Choose again."
    type_pin(kiosk, "2580")
    assert type_pin(kiosk, "2580") == [pc.ChoosePin("2580")]


def test_the_pin_comes_before_the_money_that_waits_and_is_never_shown(kiosk: Terminal) -> None:
    comes(kiosk, waiting=Money(150 * EURO))
    for digit in "2580":
        kiosk.press(digit)
    assert kiosk.screen.shown.identity_page.shown == "••••"
    (command,) = kiosk.press("OK")
    assert command == pc.EnterPin("2580")
    kiosk.notice(Refused(command, Refusal(Code.PIN_WRONG)))
    assert kiosk.screen.shown.refusal == "This PIN is wrong."
    assert kiosk.screen.shown.identity_page.shown == ""
    comes(kiosk, waiting=Money(150 * EURO), pin="right")
    (collect,) = kiosk.press("Put 150 € on the balance")
    assert isinstance(collect, pc.CollectByCard)


def test_a_card_taken_out_takes_along_whatever_was_typed(kiosk: Terminal) -> None:
    comes(kiosk, pin="none")
    type_pin(kiosk, "2580")
    kiosk.tell(pc.GuestTold(None))
    comes(kiosk, pin="none")
    assert page(kiosk) == "Choose a PIN"
    assert kiosk.screen.shown.identity_page.shown == ""
    kiosk.tell(pc.GuestTold(None))
    kiosk.choose(9)
    assert kiosk.screen.shown.purchase.asks


def test_what_waits_for_a_guest_is_collected_on_the_page_of_his_card(kiosk: Terminal) -> None:
    kiosk.tell(cash.ClaimOpened(cash.ClaimId(1), 3, Money(150 * EURO)))
    comes(kiosk, waiting=Money(150 * EURO), pin="right")
    kiosk.press("Back")
    assert kiosk.screen.shown.page == "seat"
    kiosk.press("Collect")
    assert page(kiosk) == "Card ends 2345"
    (collect,) = kiosk.press("Put 150 € on the balance")
    assert isinstance(collect, pc.CollectByCard)


def test_a_card_that_was_forgotten_in_the_reader_leaves_the_greeting_as_it_was(profile: Profile) -> None:
    greets = KioskScreen(load_languages(), speak="sv")
    told = msgspec.structs.replace(AINO, taste=Taste(speak="fi"))
    for now_ms, guest in ((0, told), (IDLE_MS, told), (IDLE_MS + 1, None)):
        view = View(profile=with_reader(profile, PlayerRules(identity="card")), guest=guest)
        greets.update(view, 0)
        greets.tick(now_ms)
    assert [key.code for key in greets.shown.languages if key.chosen] == ["sv"]


def test_a_guest_who_brings_his_stack_back_buys_just_that(kiosk: Terminal) -> None:
    comes(kiosk, brings=150 * EURO, pin="right")
    kiosk.press("Go on")
    kiosk.choose(9)
    (command,) = kiosk.press("Sit down with 150 €")
    assert command.amount == 150 * EURO


@pytest.mark.parametrize("speak", ["en", "fi", "sv", "hu"])
@pytest.mark.parametrize("trouble", CardTrouble.__args__)
def test_a_card_that_opens_nothing_is_refused_in_clear_words(
    profile: Profile, trouble: CardTrouble, speak: str
) -> None:
    terminal = Terminal(with_reader(profile, PlayerRules(identity="card")), speak=speak)
    terminal.tell(pc.GuestTold(Guest(trouble=trouble)))
    assert page(terminal) == load_languages()[speak].text(f"guest.{trouble}")
    assert [key for key in terminal.keys if key.visible and key.face.title == "1"] == []
