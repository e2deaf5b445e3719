"""What fingers do at the kiosk: whole ways from a note to a seat, from a code to money, from money to a ticket."""

import msgspec
import pytest

from cashier import records as cash
from cashier.money import Money
from cashier.records import ClaimId, CollectClaim
from cashier.redeem_records import NumberRefused, RedeemTicket
from cashier.refusal import Code, Refusal
from cashier.terms import TicketTerms
from controller.app.books import table_book
from controller.language import load_language
from controller.vocab import seat_records as sr
from controller.vocab.profile import IdentityWay, PlayerRules, Profile
from controller.vocab.table_records import BuyIn
from controller.wire.messages import ReadRules
from seats.kit.amounts import Slider
from seats.kit.button import Button
from seats.screens.kiosk import IDLE_MS, KioskScreen
from seats.screens.kiosk_numbers import group_places
from seats.screens.kiosk_pad import BOUNCE_MS
from seats.screens.screen import Accepted, Halted, LinkLost, LinkRestored, Refused, RulesTold
from seats.screens.seat_book import BookSheet
from tests.ui.screens.terminal import EURO, MOMENT, REQUEST, Terminal, plain

NUMBER = "460743176821145539"
NOW_MS = int(MOMENT.timestamp()) * 1000


def slider(terminal: Terminal) -> Slider:
    return next(widget for widget in terminal.targets if isinstance(widget, Slider))


def test_a_note_a_seat_and_a_name_become_a_purchase(rich: Terminal) -> None:
    rich.choose(9)
    rich.press("Guest 9")
    for letter in "AINO":
        rich.press(letter)
    rich.press("OK")
    (command,) = rich.press("Sit down with 260 €")
    assert isinstance(command, BuyIn)
    assert (command.seat, command.amount, command.name) == (9, 260 * EURO, "Aino")
    assert len(command.request) == 32


def test_the_slider_and_the_steps_set_the_amount_before_it_is_sent(rich: Terminal) -> None:
    rich.choose(4)
    box = slider(rich).rect_mm
    rich.finger("down", box.right - 1, box.centre[1])
    rich.finger("move", box.x - 30, box.centre[1])
    rich.finger("up", box.x - 30, box.centre[1])
    assert rich.screen.asked() == []
    rich.rest()
    minus, plus = (key for key in rich.keys if key.face.sign in ("minus", "plus"))
    assert (minus.legal, plus.legal) == (False, True)
    for _ in range(3):
        rich.tap(plus.rect_mm)
    (command,) = rich.press("Sit down with 95 €")
    assert isinstance(command, BuyIn)
    assert command.amount == 95 * EURO


def test_the_key_follows_the_own_finger_but_waits_after_anybody_elses_change(rich: Terminal) -> None:
    rich.choose(4)
    buy = rich.key("Sit down with 260 €")
    box = slider(rich).rect_mm
    rich.finger("down", box.x, box.centre[1])
    rich.finger("up", box.x, box.centre[1])
    assert plain(buy.face.title) == "Sit down with 80 €"
    assert buy.listens(rich.now)
    rich.finger("down", box.right - 1, box.centre[1])
    rich.finger("up", box.right - 1, box.centre[1])
    assert buy.listens(rich.now)
    rich.view.balance = Money(100 * EURO)
    rich.screen.update(rich.view, 0)
    assert plain(buy.face.title) == "Sit down with 100 €"
    assert not buy.listens(rich.now)


def test_until_the_table_answers_no_second_request_is_made(rich: Terminal) -> None:
    rich.choose(9)
    (command,) = rich.press("Sit down with 260 €")
    assert rich.press("Sit down with 260 €") == []
    rich.agree(command)
    assert rich.screen.asked() == []
    rich.choose(9)
    (second,) = rich.press("Sit down with 260 €")
    assert isinstance(second, BuyIn)
    assert isinstance(command, BuyIn)
    assert second.request != command.request


def test_a_request_whose_answer_was_lost_is_repeated_under_its_own_number(rich: Terminal) -> None:
    rich.choose(9)
    (command,) = rich.press("Sit down with 260 €")
    rich.notice(LinkLost())
    assert rich.targets == []
    rich.notice(LinkRestored())
    assert rich.screen.asked() == [command]
    rich.notice(Accepted(command))
    rich.notice(LinkLost())
    rich.notice(LinkRestored())
    assert rich.screen.asked() == []


def test_a_refusal_is_said_in_a_sentence_and_goes_away(rich: Terminal) -> None:
    rich.choose(9)
    (command,) = rich.press("Sit down with 260 €")
    rich.notice(Refused(command, Refusal(Code.SEAT_TAKEN)))
    assert rich.screen.shown.refusal
    rich.wait(9_000)
    assert rich.screen.shown.refusal == ""


def test_a_taken_seat_gets_chips_in_its_players_name(rich: Terminal) -> None:
    rich.seat(3)
    rich.choose(3)
    words = next(plain(key.face.title) for key in rich.keys if "seat 3" in key.face.title)
    (command,) = rich.press(words)
    assert isinstance(command, BuyIn)
    assert (command.seat, command.name) == (3, "Guest 3")


def test_a_claim_is_collected_by_its_code(terminal: Terminal) -> None:
    terminal.tell(cash.ClaimOpened(ClaimId(1), 3, Money(328 * EURO)))
    terminal.press("Collect")
    for digit in "047118":
        assert not terminal.key("Collect").legal
        terminal.press(digit)
    assert terminal.press("Collect") == [CollectClaim(request=_request(terminal), code="047118")]


def _request(terminal: Terminal) -> cash.RequestId:
    """The request of the claim asked for last, whose number is the screen's own choice."""
    pending = terminal.screen.pending
    assert isinstance(pending, CollectClaim)
    return pending.request


def test_r_tic_6_a_ticket_is_typed_in_groups_of_which_one_is_shown(terminal: Terminal) -> None:
    terminal.press("Ticket")
    groups = group_places()
    for digit in NUMBER[:-1]:
        assert not terminal.key("Add to my balance").legal
        terminal.press(digit)
    assert _shown(terminal) == ["••", "••••", "••••", "••••", "553–"]
    terminal.press(NUMBER[-1])
    (command,) = terminal.press("Add to my balance")
    assert isinstance(command, RedeemTicket)
    assert command.number == NUMBER
    terminal.tap(groups[1])
    assert _shown(terminal)[1] == NUMBER[2:6]
    terminal.agree(command)
    assert terminal.screen.shown.page == "seat"
    terminal.press("Ticket")
    assert _shown(terminal) == ["––", *4 * ["––––"]], "nothing of the number is left"


def test_a_wrong_digit_is_told_at_once_and_typed_anew_in_its_group(terminal: Terminal) -> None:
    terminal.press("Ticket")
    wrong = f"{NUMBER[:3]}{(int(NUMBER[3]) + 1) % 10}{NUMBER[4:]}"
    for digit in wrong:
        terminal.press(digit)
    page = terminal.screen.shown.ticket_in_page
    assert page is not None
    assert (page.state, page.legal) == ("wrong", False)
    assert terminal.press("Add to my balance") == []
    terminal.tap(group_places()[1])
    terminal.rest()
    for _ in range(3):
        terminal.press("Erase")
    for digit in NUMBER[3:6]:
        terminal.press(digit)
    (command,) = terminal.press("Add to my balance")
    assert isinstance(command, RedeemTicket)
    assert command.number == NUMBER


def test_a_digit_too_many_is_lost_and_clear_takes_all_back(terminal: Terminal) -> None:
    terminal.press("Ticket")
    for digit in f"{NUMBER}7":
        terminal.press(digit)
    assert terminal.screen.shown.ticket_in_page.legal
    terminal.press("Clear all")
    assert _shown(terminal) == ["––", *4 * ["––––"]]


def test_a_trembling_finger_types_a_digit_once(terminal: Terminal) -> None:
    terminal.press("Ticket")
    key = terminal.key("4").rect_mm
    terminal.tap(key)
    terminal.tap(key)
    assert _shown(terminal)[0] == "4–"
    terminal.wait(BOUNCE_MS)
    terminal.tap(key)
    assert _shown(terminal)[0] == "••"


def test_led_9_no_number_can_be_typed_while_too_many_were_wrong(terminal: Terminal) -> None:
    terminal.press("Ticket")
    terminal.press("4")
    until = NOW_MS + 30_000
    terminal.tell(NumberRefused(REQUEST, "ticket", Code.NO_SUCH_VOUCHER, 4, 1, until=until))
    assert not terminal.key("7").legal
    assert "Too many wrong numbers" in terminal.screen.shown.ticket_in_page.told
    terminal.press("Back")
    terminal.tell(cash.ClaimOpened(ClaimId(1), 3, Money(328 * EURO)))
    terminal.press("Collect")
    assert not terminal.key("7").legal, "a claim's code is a number, too"
    terminal.tell(NumberRefused(REQUEST, "ticket", Code.NO_SUCH_VOUCHER, 4, 1, until=NOW_MS))
    terminal.rest()
    assert terminal.key("7").legal


def test_a_refused_number_can_be_looked_at_and_a_left_one_is_forgotten(terminal: Terminal) -> None:
    terminal.press("Ticket")
    for digit in NUMBER:
        terminal.press(digit)
    (command,) = terminal.press("Add to my balance")
    terminal.notice(Refused(command, Refusal(Code.NO_SUCH_VOUCHER)))
    assert _shown(terminal)[4] == NUMBER[-4:]
    assert terminal.screen.shown.refusal == "There is no such ticket."
    terminal.wait(IDLE_MS + 1)
    terminal.rest()
    terminal.press("Ticket")
    assert _shown(terminal)[4] == "––––"


def test_a_table_that_takes_no_tickets_back_has_no_key_for_them(profile: Profile) -> None:
    terminal = Terminal(msgspec.structs.replace(profile, tickets=TicketTerms(taken=False)))
    assert not [key for key in terminal.keys if key.face.title == "Ticket"]


def _shown(terminal: Terminal) -> list[str]:
    page = terminal.screen.shown.ticket_in_page
    assert page is not None
    return [group.text for group in page.groups]


def test_the_first_touch_on_a_new_page_waits_for_the_finger_to_settle(rich: Terminal) -> None:
    rich.tap(rich.key("Pay out").rect_mm)
    assert rich.screen.shown.page == "pay-out"
    rich.tap(rich.key("Pay out").rect_mm)
    assert rich.screen.shown.question is None


def test_a_kiosk_that_was_left_forgets_what_was_chosen(rich: Terminal) -> None:
    rich.press("FI")
    rich.choose(9)
    rich.wait(IDLE_MS + 1)
    shown = rich.screen.shown
    assert shown.purchase is None
    assert [key.label for key in shown.languages if key.chosen] == ["EN"]


def test_money_that_comes_in_counts_as_somebody_standing_there(terminal: Terminal) -> None:
    terminal.insert(100)
    terminal.choose(9)
    for _ in range(3):
        terminal.wait(IDLE_MS - 5_000)
        terminal.insert(10)
    assert terminal.screen.shown.purchase is not None


def test_the_page_of_a_ticket_that_came_does_not_stay_for_ever(rich: Terminal) -> None:
    rich.reserve(260)
    rich.wait(IDLE_MS + 1)
    assert rich.screen.shown.page == "ticket"
    rich.issued(260)
    rich.wait(IDLE_MS + 1)
    assert rich.screen.shown.page == "seat"


def test_r_ui_11_every_language_has_a_key_that_speaks_it(terminal: Terminal) -> None:
    for label, title in (("FI", "Istu pöytään"), ("SV", "Ta plats"), ("HU", "Foglaljon helyet"), ("EN", "Take a seat")):
        terminal.press(label)
        assert terminal.screen.shown.title == title


def test_languages_without_a_catalogue_are_outlines() -> None:
    screen = KioskScreen({"en": load_language("en"), "hu": load_language("hu")})
    keys = {key.face.title: key.legal for key in screen.stage.walk() if isinstance(key, Button)}
    assert [keys[label] for label in ("EN", "FI", "SV", "HU")] == [True, False, False, True]


def test_nothing_can_be_touched_while_the_table_stands_still(rich: Terminal) -> None:
    rich.notice(Halted())
    assert rich.targets == []
    rich.notice(LinkLost())
    rich.notice(LinkRestored())
    assert rich.targets != []


def test_r_ui_12_the_rules_are_read_at_the_kiosk_without_a_seat(terminal: Terminal) -> None:
    assert terminal.press("Rules and rake") == [ReadRules(terminal.profile.game)]
    book = table_book(terminal.profile, terminal.profile.game)
    terminal.notice(RulesTold(terminal.profile.game, book))
    sheet = terminal.screen.stage.sheet
    assert isinstance(sheet, BookSheet)
    assert sheet.spread.title == "Hold'em, no limit"
    terminal.press("Next")
    assert sheet.spread.chapters[0].heading != "This table"
    terminal.press("Close")
    assert terminal.screen.stage.sheet is None
    assert terminal.press("Rules and rake") == [], "a book is read once"


def test_the_waiting_list_is_read_at_the_kiosk_place_by_place(terminal: Terminal) -> None:
    terminal.press("Waiting list")
    sheet = terminal.screen.stage.sheet
    assert isinstance(sheet, BookSheet)
    assert sheet.spread.chapters[0].sentences == ("Nobody waits. Choose a free seat.",)
    for place, name in enumerate(("Liisa", "Pekka"), start=1):
        terminal.tell(sr.ListJoined(name, (), place))
    terminal.tell(sr.SeatHeld(4, "Liisa", 300_000))
    facts = sheet.spread.chapters[0].facts
    assert [(fact.words, fact.value) for fact in facts] == [
        ("Place 1", "Liisa, seat 4 is kept"),
        ("Place 2", "Pekka"),
    ]


@pytest.mark.parametrize(
    ("identity", "begins"), [("card", "You can limit what you lose"), ("anonymous", "This table asks nobody")]
)
def test_r_ui_12_limits_and_staying_away_are_explained_without_a_seat(
    profile: Profile, identity: IdentityWay, begins: str
) -> None:
    terminal = Terminal(msgspec.structs.replace(profile, players=PlayerRules(identity=identity)))
    assert terminal.press("Play with care") == [], "nothing is asked of the table"
    sheet = terminal.screen.stage.sheet
    assert isinstance(sheet, BookSheet)
    own, away = sheet.spread.chapters
    assert own.sentences[0].startswith(begins)
    assert away.sentences[-1].endswith("who helps, free of charge and in confidence.")


def test_the_rules_at_the_kiosk_are_put_away_by_whoever_leaves_and_by_a_new_ticket(rich: Terminal) -> None:
    rich.press("Rules and rake")
    rich.wait(IDLE_MS)
    assert rich.screen.stage.sheet is None
    rich.press("Rules and rake")
    rich.reserve(200)
    assert rich.screen.stage.sheet is None


def test_ui_2_9_an_attendant_is_called_to_the_kiosk_and_the_call_is_taken_back(terminal: Terminal) -> None:
    call = sr.CallAttendant(seat=0)
    assert terminal.press("Call attendant") == [call]
    terminal.tell(sr.AttendantCalled(0))
    terminal.agree(call)
    assert terminal.press("Take the call back") == [sr.CallAttendant(seat=0, calls=False)]
