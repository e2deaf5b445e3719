"""Money that goes out at the kiosk: the way that was chosen, how far a device has come, and who pays the rest."""

import msgspec
import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier.money import Money
from cashier.records import CashOut, DeviceId, PayoutId, RequestId, VoucherNumber
from controller.vocab import seat_records as sr
from controller.vocab.profile import CoinHopper, NoteRecycler
from controller.vocab.table_records import ProfileAdopted
from controller.wire.view_payouts import CountedView
from tests.ui.screens.kiosk_scenes import SCENES
from tests.ui.screens.terminal import EURO, REQUEST, Terminal, plain

HOPPER, STORE, FIRST_OUT = DeviceId("hopper"), DeviceId("recycler"), PayoutId(1)


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


@pytest.mark.parametrize(
    ("counted", "words"),
    [
        (None, "12 × 2 €: 24 €"),
        (CountedView(FIRST_OUT, Money(1_400)), "7 of 12 coins, 14 €"),
        (CountedView(PayoutId(9), Money(1_400)), "12 × 2 €: 24 €"),
    ],
    ids=["not counted yet", "counted", "another pay-out"],
)
def test_the_coins_are_counted_before_the_players_eyes(
    terminal: Terminal, counted: CountedView | None, words: str
) -> None:
    SCENES["coins"](terminal)
    terminal.view.counted = counted
    terminal.tell()
    assert plain(terminal.screen.shown.ticket_page.steps[-2].note) == words


def test_what_has_come_stays_counted_when_the_hopper_stops_in_the_middle(terminal: Terminal) -> None:
    SCENES["coins-stopped"](terminal)
    page = terminal.screen.shown.ticket_page
    assert plain(page.steps[-2].note) == "7 of 12 coins, 14 €"
    assert page.trouble.advice


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
