"""What fingers do at the kiosk: whole ways from a note to a seat, from a code to money, from money to a ticket."""

import msgspec
import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.money import Money
from cashier.records import CashOut, ClaimId, CollectClaim, DeviceId, PayoutId, RequestId, VoucherNumber
from cashier.redeem_records import NumberRefused, RedeemTicket
from cashier.refusal import Code, Refusal
from cashier.terms import TicketTerms
from controller.app.books import table_book
from controller.language import load_language
from controller.vocab import seat_records as sr
from controller.vocab.profile import CoinHopper, IdentityWay, NoteRecycler, PlayerRules, Profile
from controller.vocab.table_records import BuyIn, ProfileAdopted
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
HOPPER, STORE, FIRST_OUT = DeviceId("hopper"), DeviceId("recycler"), PayoutId(1)
NOW_MS = int(MOMENT.timestamp()) * 1000


@pytest.fixture
def terminal(profile: Profile) -> Terminal:
    return Terminal(profile)


@pytest.fixture
def rich(terminal: Terminal) -> Terminal:
    for note in (200, 50, 10):
        terminal.insert(note)
    return terminal


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


def test_a_pay_out_is_asked_about_elsewhere_and_not_by_a_double_tap(rich: Terminal) -> None:
    rich.press("Pay out")
    pay = rich.key("Pay out").rect_mm
    rich.tap(pay)
    yes = rich.key("Yes, print it")
    assert not yes.rect_mm.overlaps(pay)
    rich.tap(yes.rect_mm)
    assert rich.screen.asked() == []
    rich.rest()
    (command,) = rich.press("Yes, print it")
    assert isinstance(command, CashOut)
    assert command.amount == 260 * EURO


@pytest.fixture
def payer(rich: Terminal) -> Terminal:
    """A kiosk whose table has a hopper and a note store, with 260 on its balance; from 500 on an attendant pays."""
    place = rich.profile.cash.printer_usb
    devices = msgspec.structs.replace(
        rich.profile.cash,
        hopper=CoinHopper(HOPPER, place, Money(200)),
        recycler=NoteRecycler(STORE, (Money(500), Money(2_000))),
    )
    limits = msgspec.structs.replace(rich.profile.limits, hand_pay=Money(500 * EURO))
    rich.tell(ProfileAdopted(msgspec.structs.replace(rich.profile, cash=devices, limits=limits)))
    rich.tell(cash.DeviceConditionChanged(HOPPER, "ready"), cash.DeviceConditionChanged(STORE, "ready"))
    rich.press("Pay out")
    return rich


@pytest.mark.parametrize(("key", "way"), [("Ticket", "ticket"), ("Notes", "notes"), ("Coins", "coins")])
def test_a_pay_out_goes_by_the_way_that_was_chosen(payer: Terminal, key: str, way: cash.PayWay) -> None:
    payer.press(key)
    payer.press("Pay out")
    question = payer.screen.shown.question
    assert question is not None
    assert question.lines == (() if way == "ticket" else ("What is left over comes on a ticket.",))
    (command,) = payer.press(question.yes)
    assert isinstance(command, CashOut)
    assert (command.way, command.amount) == (way, 260 * EURO)


def test_a_device_that_cannot_pay_says_why_and_paper_is_chosen_instead(payer: Terminal) -> None:
    payer.press("Coins")
    payer.tell(cash.DeviceConditionChanged(HOPPER, "empty"))
    ways = payer.screen.shown.pay_out_page.ways
    assert [(way.way, way.legal, way.chosen) for way in ways] == [
        ("ticket", True, True),
        ("notes", True, False),
        ("coins", False, False),
    ]
    assert ways[2].note == "has no coins"


def test_where_no_ticket_can_be_printed_an_attendant_pays(payer: Terminal) -> None:
    payer.printer("paper-out")
    assert payer.screen.shown.pay_out_page.ways[0].way == "hand"
    payer.press("Notes")
    assert payer.screen.shown.pay_out_page.rest == "What is left over an attendant pays."
    payer.press("Attendant")
    payer.press("Have it paid by hand")
    (command,) = payer.press("Yes, by hand")
    assert isinstance(command, CashOut)
    assert command.way == "hand"


def test_r_mon_6_from_the_limit_on_an_attendant_pays_whatever_the_devices_could(payer: Terminal) -> None:
    payer.press("Notes")
    payer.insert(200)
    payer.insert(50)
    page = payer.screen.shown.pay_out_page
    assert [(way.way, way.legal) for way in page.ways] == [("hand", True), ("notes", False), ("coins", False)]
    assert page.way == "hand"


def _coins(terminal: Terminal, amount: int, coins: int) -> None:
    left = Money(terminal.view.balance - amount)
    number = VoucherNumber("2041")
    terminal.tell(
        payout.CoinsReserved(REQUEST, FIRST_OUT, HOPPER, Money(200), coins, Money(amount), left, number, 1),
        payout.CoinsSent(FIRST_OUT, HOPPER, 7),
    )


def test_coins_are_followed_until_they_lie_in_the_tray(payer: Terminal) -> None:
    _coins(payer, 2_400, 12)
    page = payer.screen.shown.ticket_page
    assert page is not None
    assert (payer.screen.shown.page, [step.state for step in page.steps]) == ("paying", ["done", "now", "open"])
    payer.tell(payout.CoinsDispensed(FIRST_OUT, HOPPER, 12, Money(2_400), Money(0), payer.view.balance))
    page = payer.screen.shown.ticket_page
    assert page is not None
    assert (page.headline, plain(page.amount), page.done) == ("Take your coins", "24 €", True)
    payer.press("Close")
    assert payer.screen.shown.page == "seat"


def test_what_the_hopper_cannot_pay_is_told_beside_the_ticket_that_brings_it(payer: Terminal) -> None:
    _coins(payer, 2_500, 12)
    left = Money(900)
    payer.tell(
        payout.CoinsDispensed(FIRST_OUT, HOPPER, 8, Money(1_600), left, Money(payer.view.balance + left)),
        cash.VoucherReserved(REQUEST, VoucherNumber("2041"), left, payer.view.balance, 0, 0),
    )
    page = payer.screen.shown.ticket_page
    assert page is not None
    assert [(step.words, plain(step.note)) for step in page.steps[:2]] == [
        ("Taken from your balance", "25 €"),
        ("Paid in coins", "16 €, 9 € to go"),
    ]
    other = cash.VoucherReserved(RequestId("f" * 32), VoucherNumber("3052"), Money(500), Money(0), 0, 0)
    payer.tell(other)
    page = payer.screen.shown.ticket_page
    assert page is not None
    assert plain(page.steps[0].note) == "5 €", "what was paid for another request is not told again"


def test_coins_in_doubt_say_what_comes_next_and_who_is_to_come(payer: Terminal) -> None:
    _coins(payer, 2_400, 12)
    payer.tell(cash.DeviceConditionChanged(HOPPER, "jam"), payout.CoinsUnknown(FIRST_OUT, HOPPER, "jam"))
    trouble = payer.screen.shown.ticket_page.trouble
    assert trouble.headline == "The coins stopped halfway"
    assert trouble.next_step == "An attendant counts, then the rest is paid"
    assert payer.press("Call attendant") == [sr.CallAttendant(seat=0)]
    payer.press("Back to the table")
    payer.press("Show it")
    assert payer.screen.shown.page == "paying"


@pytest.mark.parametrize(
    ("end", "headline"),
    [
        (payout.HandPaid(PayoutId(1), Money(26_000), "eve", ""), "The attendant has paid you"),
        (payout.HandPayCancelled(PayoutId(1), Money(26_000), Money(26_000), "eve", ""), "It is in your balance again"),
    ],
)
def test_r_mon_6_a_hand_pay_waits_for_somebody_and_says_how_it_ended(
    payer: Terminal, end: payout.HandPaid | payout.HandPayCancelled, headline: str
) -> None:
    payer.tell(payout.HandPayLocked(REQUEST, FIRST_OUT, Money(26_000), Money(0), "asked", 1))
    assert payer.screen.shown.page == "hand-pay"
    page = payer.screen.shown.ticket_page
    assert page is not None
    assert page.trouble is not None
    assert (plain(page.trouble.safe), page.trouble.next_step) == (
        "260 € is locked for you.",
        "Call an attendant to the kiosk",
    )
    payer.tell(end)
    page = payer.screen.shown.ticket_page
    assert page is not None
    assert (page.headline, page.done) == (headline, True)
    payer.press("Close")
    assert payer.screen.shown.page == "seat"


def test_no_on_the_question_prints_nothing(rich: Terminal) -> None:
    rich.press("Pay out")
    rich.press("Pay out")
    assert rich.press("No, go back") == []
    assert rich.screen.shown.question is None


def test_a_new_ticket_brings_its_page_and_its_end_a_key_to_close_it(rich: Terminal) -> None:
    rich.reserve(260)
    assert rich.screen.shown.page == "ticket"
    rich.issued(260)
    rich.press("Close")
    assert rich.screen.shown.page == "seat"


def test_a_ticket_in_doubt_can_be_left_and_found_again(rich: Terminal) -> None:
    rich.reserve(260)
    rich.doubtful()
    rich.press("Back to the table")
    assert rich.screen.shown.page == "seat"
    rich.press("Ticket recorded")
    assert rich.screen.shown.page == "ticket"


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
