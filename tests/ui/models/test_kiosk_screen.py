"""The kiosk: money in, a seat and a name, claims, and a ticket with everything that can hold it up."""

from datetime import datetime

import msgspec
import pytest

from cashier import records as cash
from cashier.money import Money
from cashier.records import CashOut, ClaimId, CollectClaim, RequestId, VoucherNumber
from cashier.refusal import Code, Refusal
from controller.language import load_languages
from controller.vocab import table_records as tr
from controller.wire.fold import fold
from controller.wire.view import View
from seats.models import kiosk_local, kiosk_touches
from seats.models.kiosk import LETTERS, kiosk_model
from seats.models.kiosk_local import KioskLocal
from seats.models.scale import TRAVEL

EURO = 100
REQUEST = RequestId("0123456789abcdef" * 2)
SENT = cash.VoucherSent(VoucherNumber("0042"))
LANGUAGES = load_languages()


def plain(text):
    return text.replace("\u00a0", " ")


class Kiosk:
    """The kiosk's screen without a picture."""

    def __init__(self, profile):
        self.view, self.local = View(), KioskLocal()
        self.profile = profile
        for device in ("validator", "printer"):
            self.tell(cash.DeviceConditionChanged(getattr(profile.cash, device), "ready"))
        self.tell(tr.ProfileAdopted(profile))

    def tell(self, *events):
        for event in events:
            fold(self.view, event)
        self.local = kiosk_local.update(self.local, self.view)
        return self.model

    def change(self, step, *arguments):
        self.local = step(self.local, *arguments)
        return self.model

    @property
    def model(self):
        return kiosk_model(self.view, LANGUAGES, self.local, datetime(2026, 11, 30, 22, 14))

    def note(self, euro, accept=True):
        return self.tell(cash.NoteHeld(self.profile.cash.validator, 1, Money(euro * EURO), accept))

    def credit(self, euro):
        balance = Money(self.view.balance + euro * EURO)
        return self.tell(cash.NoteCredited(self.profile.cash.validator, 1, Money(euro * EURO), balance))

    def insert(self, euro):
        self.note(euro)
        return self.credit(euro)

    def seat(self, number, name, stack, balance=0):
        bought = tr.BoughtIn(REQUEST, number, name, Money(stack * EURO), stack * EURO, Money(balance * EURO))
        return self.tell(bought, tr.SatIn(number, waits=False))

    def reserve(self, number="123456789012340042", replaces="", euro=486):
        left = Money(self.view.balance - euro * EURO)
        amount = Money(euro * EURO)
        return self.tell(
            cash.VoucherReserved(REQUEST, VoucherNumber(number[-4:]), amount, left, 0, 0, VoucherNumber(replaces))
        )

    def printer(self, condition):
        return self.tell(cash.DeviceConditionChanged(self.profile.cash.printer, condition))


@pytest.fixture
def kiosk(profile):
    return Kiosk(profile)


@pytest.fixture
def rich(kiosk):
    kiosk.insert(200)
    kiosk.insert(50)
    kiosk.insert(10)
    return kiosk


# -- the picture of the kiosk ------------------------------------------------------------------------------------


def test_every_text_of_the_design_picture_is_in_the_model(rich):
    for number in (1, 2, 3, 5, 6, 8, 10):
        rich.seat(number, f"Player {number}", 100, balance=260)
    rich.change(kiosk_local.choose_seat, 9)
    rich.local = msgspec.structs.replace(rich.local, amount=Money(200 * EURO))
    model = rich.model
    assert (model.title, model.subtitle, model.clock) == ("Take a seat", "Table 4, money terminal", "22:14")
    assert [(key.label, key.chosen) for key in model.languages] == [
        ("EN", True),
        ("FI", False),
        ("SV", False),
        ("HU", False),
    ]
    assert (model.header.title, plain(model.header.limits)) == ("Hold'em", "No limit 2/4 €")
    assert (model.plan.headline, model.plan.occupancy) == ("Choose a seat", "7 playing, 3 free")
    assert [seat.seat for seat in model.plan.seats if seat.state == "free"] == [4, 7, 9]
    assert [(seat.seat, seat.words) for seat in model.plan.seats if seat.chosen] == [(9, "free")]
    assert [(fact.words, plain(fact.value)) for fact in model.facts] == [
        ("Buy-in", "80 to 400 €"),
        ("Rake", "5 %, at most 10 €"),
    ]
    assert (model.balance.words, plain(model.balance.amount)) == ("Your balance", "260 €")
    assert (model.balance.notes_words, plain(model.balance.notes)) == ("Notes", "5 to 200 €")
    bought = model.purchase
    assert (bought.words, plain(bought.amount_text)) == ("Take to seat 9", "200 €")
    assert (plain(bought.least), plain(bought.stays), plain(bought.most)) == (
        "80 €",
        "60 € stays in your balance",
        "260 €",
    )
    assert plain(bought.key) == "Sit down with 200 €"


def test_r_ui_11_choosing_a_language_changes_this_screen_only(rich):
    model = rich.change(kiosk_local.choose_language, "fi")
    assert model.title != "Take a seat"
    assert [key.label for key in model.languages if key.chosen] == ["FI"]


def test_a_language_without_a_catalogue_leaves_the_tables_own(rich):
    assert rich.change(kiosk_local.choose_language, "et").title == "Take a seat"


# -- money in ----------------------------------------------------------------------------------------------------


def test_an_empty_kiosk_asks_for_a_note(kiosk):
    assert kiosk.model.balance.news == "Insert a note to begin"
    assert not kiosk.model.balance.pay_out_legal


def test_a_note_is_followed_from_escrow_to_balance(kiosk):
    assert plain(kiosk.note(50).balance.news) == "Checking your 50 € note"
    assert plain(kiosk.credit(50).balance.news) == "50 € is in your balance"


def test_a_note_that_is_not_taken_is_given_back(kiosk):
    assert kiosk.note(500, accept=False).balance.news == "Please take your note back"
    gone = cash.NoteGivenBack(kiosk.profile.cash.validator, 1, Money(500 * EURO))
    assert kiosk.tell(gone).balance.news == "Please take your note back"
    assert kiosk.change(kiosk_local.dismiss).balance.news == "Insert a note to begin"


def test_news_of_money_goes_when_the_money_goes(kiosk):
    kiosk.insert(200)
    assert kiosk.seat(4, "Helmi", 100, balance=100).balance.news == ""


def test_a_validator_that_needs_somebody_closes_the_slot_and_says_so(kiosk):
    model = kiosk.tell(cash.DeviceConditionChanged(kiosk.profile.cash.validator, "stacker-full"))
    assert (model.balance.notes, model.balance.notes_open) == ("not now", False)
    assert model.devices == ("Note reader: takes no notes just now",)


# -- a seat ------------------------------------------------------------------------------------------------------


def test_the_whole_balance_is_proposed_up_to_the_tables_limit(rich):
    assert rich.change(kiosk_local.choose_seat, 4).purchase.amount == 260 * EURO
    rich.insert(200)
    assert rich.model.purchase.amount == 400 * EURO


def test_the_buy_in_moves_by_the_smallest_note_and_ends_at_its_limits(rich):
    rich.change(kiosk_local.choose_seat, 4)
    assert rich.change(kiosk_touches.step_purchase, rich.model, -1).purchase.amount == 255 * EURO
    assert not rich.change(kiosk_touches.slide_purchase, rich.model, 0).purchase.fewer
    assert rich.model.purchase.amount == 80 * EURO
    assert rich.change(kiosk_touches.slide_purchase, rich.model, TRAVEL).purchase.amount == 260 * EURO
    assert not rich.model.purchase.more


def test_a_balance_below_the_smallest_buy_in_says_how_much_is_needed(kiosk):
    kiosk.insert(50)
    bought = kiosk.change(kiosk_local.choose_seat, 4).purchase
    assert (bought.legal, plain(bought.hint)) == (False, "The smallest buy-in is 80 €")
    assert kiosk_touches.press_buy_in(kiosk.model, REQUEST) is None


def test_sitting_down_needs_no_name_but_takes_one(rich):
    rich.change(kiosk_local.choose_seat, 4)
    assert kiosk_touches.press_buy_in(rich.model, REQUEST) == tr.BuyIn(REQUEST, 4, Money(260 * EURO), "Guest 4")
    rich.change(kiosk_local.turn_to, "name")
    assert (rich.model.name_page.proposal, rich.model.name_page.typed) == ("Guest 4", "")
    for letter in "ZOË  ÖX":
        rich.change(kiosk_local.type_letter, letter)
    rich.change(kiosk_local.erase_letter)
    assert rich.model.name_page.typed == "Zoë Ö"
    assert kiosk_touches.press_buy_in(rich.model, REQUEST).name == "Zoë Ö"


def test_a_name_has_room_for_so_many_letters(rich):
    rich.change(kiosk_local.choose_seat, 4)
    for letter in "A" * 20:
        rich.change(kiosk_local.type_letter, letter)
    assert len(rich.local.name) == kiosk_local.NAME_LONGEST
    assert {"Å", "Ä", "Ö", "A", "Z", "0"} <= set("".join(LETTERS))


def test_adding_chips_is_for_the_player_who_sits_there(rich):
    rich.seat(4, "Helmi", 300, balance=260)
    bought = rich.change(kiosk_local.choose_seat, 4).purchase
    assert (bought.adds, bought.name, bought.amount) == (True, "Helmi", 100 * EURO)
    assert plain(bought.key) == "Add 100 € to seat 4"
    assert kiosk_touches.press_buy_in(rich.model, REQUEST) == tr.BuyIn(REQUEST, 4, Money(100 * EURO), "Helmi")


def test_chips_added_during_a_hand_come_after_it(rich):
    rich.seat(4, "Helmi", 300, balance=260)
    rich.change(kiosk_local.choose_seat, 4)
    rich.view.seats[4].status = "in-hand"
    assert rich.model.purchase.hint == "The chips reach the seat when the hand is over"


def test_a_seat_at_the_limit_takes_no_more(rich):
    rich.seat(4, "Helmi", 450, balance=260)
    bought = rich.change(kiosk_local.choose_seat, 4).purchase
    assert (bought.legal, plain(bought.hint)) == (False, "A seat may hold at most 400 €")


def test_a_broke_player_buys_in_anew(rich):
    rich.seat(4, "Helmi", 0, balance=260)
    bought = rich.change(kiosk_local.choose_seat, 4).purchase
    assert (bought.adds, bought.scale.least) == (True, 80 * EURO)


def test_nothing_is_sold_while_the_table_is_paused(rich):
    rich.change(kiosk_local.choose_seat, 4)
    model = rich.tell(tr.TablePaused("", "device"))
    assert (model.banner.kind, model.purchase.legal) == ("paused", False)


def test_after_a_purchase_the_next_player_begins_anew(rich):
    rich.change(kiosk_local.choose_language, "fi")
    rich.change(kiosk_local.choose_seat, 4)
    model = rich.change(kiosk_local.bought_in)
    assert (model.purchase, model.page, rich.local.language) == (None, "seat", "fi")


def test_a_refusal_is_told_and_goes_with_the_next_choice(rich):
    rich.change(kiosk_local.choose_seat, 4)
    assert rich.change(kiosk_local.refused, Refusal(Code.SEAT_TAKEN, {"seat": 4})).refusal == (
        "Seat 4 is taken. Please choose another."
    )
    assert rich.change(kiosk_local.choose_seat, 5).refusal == ""


def test_a_full_table_says_so(rich):
    for number in range(1, 11):
        rich.seat(number, f"Player {number}", 100, balance=260)
    assert rich.model.plan.headline == "Every seat is taken"


# -- claims ------------------------------------------------------------------------------------------------------


def test_a_claim_is_collected_by_its_code(kiosk):
    model = kiosk.tell(cash.ClaimOpened(ClaimId(1), 4, Money(120 * EURO)))
    assert (model.claims, model.claims_legal) == ("1 waiting", True)
    kiosk.change(kiosk_local.turn_to, "claim")
    for digit in (0, 4, 8, 2, 1, 9, 9):
        kiosk.change(kiosk_local.type_code_digit, digit)
    kiosk.change(kiosk_local.erase_code_digit)
    assert kiosk.model.claim_page.digits == ("0", "4", "8", "2", "1", " ")
    assert kiosk_touches.press_collect(kiosk.model, REQUEST) is None
    kiosk.change(kiosk_local.type_code_digit, 3)
    assert kiosk_touches.press_collect(kiosk.model, REQUEST) == CollectClaim(REQUEST, "048213")
    model = kiosk.tell(cash.ClaimCollected(REQUEST, ClaimId(1), Money(120 * EURO), Money(120 * EURO)))
    assert (model.page, plain(model.balance.news)) == ("seat", "120 € is in your balance now")
    assert (model.claims, kiosk.local.code) == ("", "")


def test_the_kiosk_never_says_how_much_a_claim_holds(kiosk):
    kiosk.tell(cash.ClaimOpened(ClaimId(1), 4, Money(120 * EURO)))
    kiosk.change(kiosk_local.turn_to, "claim")
    assert "120" not in repr(kiosk.model)


# -- paying out --------------------------------------------------------------------------------------------------


def test_paying_out_proposes_everything_and_asks(rich):
    rich.change(kiosk_local.turn_to, "pay-out")
    request = kiosk_touches.press_pay_out(rich.model, REQUEST)
    assert request == CashOut(REQUEST, Money(260 * EURO))
    question = rich.change(kiosk_local.ask_first, request).question
    assert (plain(question.headline), question.yes) == ("Print a ticket for 260 €?", "Yes, print it")
    assert rich.change(kiosk_local.dismiss).question is None


def test_part_of_the_balance_can_be_paid_out(rich):
    rich.change(kiosk_local.turn_to, "pay-out")
    assert rich.change(kiosk_touches.step_pay_out, rich.model, -1).pay_out_page.stepper.amount == 255 * EURO
    assert rich.change(kiosk_touches.slide_pay_out, rich.model, 0).pay_out_page.stepper.amount == 5 * EURO
    assert rich.change(kiosk_touches.press_everything).pay_out_page.stepper.amount == 260 * EURO


def test_a_balance_that_no_note_makes_is_paid_out_whole(kiosk):
    kiosk.tell(cash.ClaimCollected(REQUEST, ClaimId(1), Money(313), Money(313)))
    kiosk.change(kiosk_local.turn_to, "pay-out")
    assert kiosk_touches.press_pay_out(kiosk.model, REQUEST) == CashOut(REQUEST, Money(313))


def test_there_is_nothing_to_pay_out_of_nothing(kiosk):
    kiosk.change(kiosk_local.turn_to, "pay-out")
    assert kiosk.model.pay_out_page.stepper is None
    assert kiosk_touches.press_pay_out(kiosk.model, REQUEST) is None


def steps(model):
    return [(step.state, step.words) for step in model.ticket_page.steps]


def test_a_ticket_goes_through_its_steps(kiosk):
    kiosk.insert(486)
    model = kiosk.reserve()
    assert model.page == "ticket"
    assert (model.title, plain(model.ticket_page.amount), model.ticket_page.safe) == (
        "Paying out",
        "486 €",
        "Safe and written down",
    )
    assert steps(model) == [
        ("done", "Taken from your balance"),
        ("done", "Ticket recorded"),
        ("now", "Printing the ticket"),
        ("open", "Take your ticket"),
    ]
    assert model.ticket_page.steps[1].note == "number ends 0042"
    kiosk.tell(SENT)
    model = kiosk.tell(cash.VoucherIssued(VoucherNumber("0042"), Money(486 * EURO)))
    assert steps(model)[2:] == [("done", "Ticket printed"), ("now", "Take your ticket")]
    assert (model.ticket_page.done, model.ticket_page.headline) == (True, "Here is your ticket")
    assert model.ticket_page.trouble is None


def test_a_ticket_that_stopped_halfway_says_what_where_the_money_is_and_what_next(kiosk):
    kiosk.insert(486)
    kiosk.reserve()
    kiosk.tell(SENT)
    kiosk.printer("paper-out")
    model = kiosk.tell(cash.VoucherUnknown(VoucherNumber("0042"), "paper-out"))
    trouble = model.ticket_page.trouble
    assert steps(model)[2] == ("failed", "Ticket not printed")
    assert trouble.headline == "The ticket stopped halfway"
    assert trouble.happened == "Ticket printer: paper has run out"
    assert trouble.advice.startswith("Please leave the piece where it is")
    assert plain(trouble.safe) == "Your 486 € is untouched."
    assert trouble.next_step == "An attendant looks at the piece first"
    assert trouble.later == ("a new ticket", "cash from the attendant")
    assert (trouble.back, trouble.back_note) == ("Back to the table", "the money waits here")


@pytest.mark.parametrize("condition", ["absent", "paper-out", "cover-open", "jam", "fault"])
def test_a_printer_that_cannot_print_holds_the_ticket_up_and_says_why(kiosk, condition):
    kiosk.insert(486)
    kiosk.printer(condition)
    trouble = kiosk.reserve().ticket_page.trouble
    assert (trouble.headline, trouble.later) == ("The ticket has to wait", ())
    assert trouble.next_step == "The ticket prints as soon as the printer is ready"
    assert trouble.happened.startswith("Ticket printer: ")
    assert kiosk.printer("ready").ticket_page.trouble is None


def test_a_replacement_ticket_brings_its_own_page(kiosk):
    kiosk.insert(486)
    kiosk.reserve()
    kiosk.tell(SENT, cash.VoucherUnknown(VoucherNumber("0042"), "jam"))
    kiosk.change(kiosk_local.turn_to, "seat")
    assert kiosk.model.waits.words == "A ticket is already on its way."
    kiosk.tell(cash.VoucherVoided(VoucherNumber("0042"), Money(486 * EURO), ""))
    model = kiosk.reserve("999999999999990077", replaces="0042", euro=0)
    assert model.page == "ticket"
    assert model.ticket_page.replaces == "A new ticket replaces the one that ends 0042"


def test_a_replacement_that_ends_in_the_same_digits_is_another_ticket(kiosk):
    kiosk.insert(486)
    kiosk.reserve()
    kiosk.tell(SENT, cash.VoucherUnknown(VoucherNumber("0042"), "jam"))
    kiosk.change(kiosk_local.turn_to, "seat")
    assert kiosk.reserve("999999999999990042", replaces="0042", euro=0).page == "ticket"


def test_a_cancelled_ticket_says_where_its_money_went(kiosk):
    kiosk.insert(486)
    kiosk.reserve()
    model = kiosk.tell(cash.VoucherVoided(VoucherNumber("0042"), Money(486 * EURO), "", balance=Money(486 * EURO)))
    assert (model.ticket_page.headline, model.ticket_page.note) == (
        "The ticket was cancelled",
        "Its money is in your balance again",
    )


def test_no_second_ticket_while_one_is_on_its_way(kiosk):
    kiosk.insert(486)
    kiosk.reserve(euro=86)
    kiosk.change(kiosk_local.turn_to, "pay-out")
    assert not kiosk.model.balance.pay_out_legal
    assert kiosk_touches.press_pay_out(kiosk.model, REQUEST) is None


def test_a_question_ends_when_the_balance_no_longer_covers_it(rich):
    rich.change(kiosk_local.turn_to, "pay-out")
    rich.change(kiosk_local.ask_first, kiosk_touches.press_pay_out(rich.model, REQUEST))
    rich.seat(4, "Helmi", 100, balance=160)
    assert rich.model.question is None


def test_a_lost_link_stops_every_key(rich):
    rich.change(kiosk_local.choose_seat, 4)
    model = rich.change(kiosk_local.link, False)
    assert model.banner.kind == "disconnected"
    assert (model.purchase.legal, model.balance.pay_out_legal, model.claims_legal) == (False, False, False)


def test_before_a_profile_there_is_nothing_to_choose():
    model = kiosk_model(View(), LANGUAGES, KioskLocal())
    assert (model.banner.kind, model.plan.seats, model.facts, model.purchase) == ("connecting", (), (), None)
    assert model.balance.pay_out_legal is False


def test_every_page_speaks_finnish(rich):
    rich.change(kiosk_local.choose_language, "fi")
    rich.change(kiosk_local.choose_seat, 4)
    assert rich.model.purchase.name == "Vieras 4"
    for page in ("seat", "name", "claim", "pay-out"):
        assert rich.change(kiosk_local.turn_to, page).page == page
    rich.insert(500)
    rich.printer("jam")
    model = rich.reserve()
    assert model.ticket_page.trouble.headline == "Lippu joutuu odottamaan"
    assert model.ticket_page.trouble.happened == "Lipputulostin: tukossa"
