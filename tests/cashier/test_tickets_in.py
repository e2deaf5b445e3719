"""Tickets that come back: pending, paid once, and refused in plain words for every reason there is."""

from datetime import UTC, datetime

import msgspec
import pytest

from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.invariant import InvariantBreach
from cashier.kiosk import evolve
from cashier.kiosk.redeeming import NOT_PAYABLE
from cashier.money import Money
from cashier.records import DeviceId, VoucherNumber
from cashier.refusal import Code
from cashier.terms import TicketTerms
from cashier.tickets import ScannedTicket, read_scan
from cashier.vouchers import PATHS

SCANNER = DeviceId("scanner")
NOW = 1_800_000_000
WALL_MS = NOW * 1000 + 500
DAYS_30 = 30 * 86_400


@pytest.fixture
def kiosk(funded):
    """A kiosk with 70.00 and a scanner."""
    funded.terms = msgspec.structs.replace(funded.terms, scanner=SCANNER, machine="ab" * 16)
    return funded


def typed(kiosk, number):
    return redeem.RedeemTicket(kiosk.request(), number)


def scanned(text):
    return redeem.TicketScanned(SCANNER, text)


def questions(kiosk):
    return [want for want in kiosk.wants() if isinstance(want, redeem.AskAuthority)]


# -- the way of a good ticket ------------------------------------------------------------------------------------


def test_a_ticket_that_comes_back_is_asked_for_and_then_paid(kiosk):
    number = kiosk.issued(3000)
    asked = typed(kiosk, number)
    assert kiosk.do(asked) == [redeem.VoucherPresented(asked.request, number, Money(3000))]
    assert kiosk.kiosk.balance == 4000
    assert questions(kiosk) == [redeem.AskAuthority(number, Money(3000))]
    assert kiosk.do(redeem.TicketAnswered(number, granted=True)) == [
        redeem.VoucherRedeemed(number, Money(3000), Money(7000), NOW)
    ]
    assert questions(kiosk) == []
    assert kiosk.kiosk.vouchers[number].state == "redeemed"


def test_a_scanner_that_is_none_of_ours_reads_nothing(kiosk):
    number = kiosk.issued(3000)
    kiosk.do(cash.DeviceReported(SCANNER, "wrong-device"))
    assert kiosk.refuse(scanned(number)) == Code.TICKETS_NOT_TAKEN
    kiosk.do(typed(kiosk, number))


@pytest.mark.parametrize("text", ["{}", "JKJ1:{}:3000:EUR", " {}\r"])
def test_a_scan_is_a_claim_like_a_typed_number(kiosk, text):
    number = kiosk.issued(3000)
    (presented,) = kiosk.do(scanned(text.format(number)))
    assert presented == redeem.VoucherPresented(cash.RequestId(""), number, Money(3000))


def test_what_the_authority_does_not_grant_is_good_again(kiosk):
    number = kiosk.issued(3000)
    kiosk.do(typed(kiosk, number))
    assert kiosk.do(redeem.TicketAnswered(number, granted=False)) == [redeem.VoucherReleased(number, Money(3000))]
    assert kiosk.kiosk.balance == 4000
    assert kiosk.kiosk.vouchers[number].ended_at == 0
    kiosk.do(typed(kiosk, number))


def test_an_attendant_gives_a_ticket_back_that_the_authority_never_answers_for(kiosk):
    number = kiosk.issued(3000)
    kiosk.do(typed(kiosk, number))
    assert kiosk.do(cash.ResolveVoucher(number, "issued", "eve")) == [
        redeem.VoucherReleased(number, Money(3000), "eve")
    ]


def test_r_tic_3_a_number_pays_once_and_the_second_try_is_written_down(kiosk):
    number = kiosk.issued(3000)
    kiosk.do(typed(kiosk, number))
    assert kiosk.turn_away(typed(kiosk, number)).code == Code.TICKET_PENDING
    kiosk.do(redeem.TicketAnswered(number, granted=True))
    again = kiosk.turn_away(scanned(number))
    assert (again.code, again.since) == (Code.TICKET_REDEEMED, NOW * 1000)
    assert kiosk.refuse(redeem.TicketAnswered(number, granted=True)) == Code.WRONG_VOUCHER_STATE
    assert kiosk.kiosk.balance == 7000


def test_a_request_presents_a_ticket_once(kiosk):
    asked = typed(kiosk, kiosk.issued(3000))
    kiosk.do(asked)
    assert kiosk.refuse(asked) == Code.ALREADY_DONE


# -- refusals ----------------------------------------------------------------------------------------------------


def test_a_slip_of_the_finger_is_told_apart_from_a_number_nobody_gave_out(kiosk):
    number = kiosk.issued(3000)
    slip = VoucherNumber(number[:-1] + str((int(number[-1]) + 1) % 10))
    assert kiosk.refuse(typed(kiosk, slip)) == Code.WRONG_CHECK_DIGITS
    assert kiosk.turn_away(typed(kiosk, kiosk.number())).code == Code.NO_SUCH_VOUCHER


def test_every_state_but_good_paper_has_its_refusal():
    assert set(NOT_PAYABLE) == set(PATHS) - {"issued"}


def test_a_ticket_is_not_paid_before_it_is_proven(kiosk):
    number = kiosk.cash_out(3000)
    assert kiosk.turn_away(typed(kiosk, number)).code == Code.TICKET_NOT_PROVEN
    kiosk.do(cash.TicketSending(number))
    assert kiosk.turn_away(typed(kiosk, number)).code == Code.TICKET_NOT_PROVEN
    kiosk.do(cash.TicketInDoubt(number, "jam"))
    assert kiosk.turn_away(typed(kiosk, number)).code == Code.TICKET_NOT_PROVEN


def test_a_torn_up_ticket_is_worth_nothing_and_its_replacement_is_paid(kiosk):
    number, replacement = kiosk.in_doubt(3000), kiosk.number()
    kiosk.do(cash.ResolveVoucher(number, "void", "eve", replacement))
    kiosk.do(cash.TicketSending(replacement))
    kiosk.do(cash.TicketPrinted(replacement))
    refused = kiosk.turn_away(typed(kiosk, number))
    assert (refused.code, refused.since) == (Code.TICKET_VOID, NOW * 1000)
    kiosk.do(typed(kiosk, replacement))


def test_r_tic_7_a_ticket_of_another_table_is_told_by_its_signed_face(kiosk, monkeypatch):
    number = kiosk.issued(3000)
    monkeypatch.setattr("cashier.kiosk.redeeming.read_scan", lambda text: ScannedTicket(number, "cd" * 16))
    refused = kiosk.turn_away(scanned("whatever"))
    assert (refused.code, refused.since) == (Code.TICKET_OF_ANOTHER_TABLE, 0)
    monkeypatch.setattr("cashier.kiosk.redeeming.read_scan", lambda text: ScannedTicket(number, "ab" * 16))
    kiosk.do(scanned("whatever"))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "1234",
        "JKJ1:1:2:3",
        f"JKJ9:{'9' * 18}:3000:EUR",
        f"JKJ1:{'9' * 18}:3000",
        "9" * 17 + "\N{ARABIC-INDIC DIGIT ONE}",
    ],
)
def test_what_is_no_ticket_is_refused_without_a_count(kiosk, text):
    assert read_scan(text) is None
    assert kiosk.refuse(scanned(text)) == Code.NO_TICKET


def test_tickets_are_taken_while_the_table_takes_money_only(kiosk):
    number = kiosk.issued(3000)
    assert kiosk.refuse(typed(kiosk, number), taking=False) == Code.PAUSED
    kiosk.terms = msgspec.structs.replace(kiosk.terms, tickets=TicketTerms(taken=False))
    assert kiosk.refuse(typed(kiosk, number)) == Code.TICKETS_NOT_TAKEN


def test_a_scan_of_another_device_is_refused(kiosk):
    number = kiosk.issued(3000)
    assert kiosk.refuse(redeem.TicketScanned(DeviceId("keyboard"), number)) == Code.NO_SUCH_DEVICE


@pytest.mark.parametrize("granted", [True, False])
def test_the_authority_answers_for_presented_tickets_only(kiosk, granted):
    assert kiosk.refuse(redeem.TicketAnswered(VoucherNumber("1"), granted)) == Code.NO_SUCH_VOUCHER
    number = kiosk.issued(3000)
    assert kiosk.refuse(redeem.TicketAnswered(number, granted)) == Code.WRONG_VOUCHER_STATE


# -- expiry ------------------------------------------------------------------------------------------------------


def expiry(kiosk):
    return [want for want in kiosk.wants() if isinstance(want, redeem.TicketsExpire)]


def test_a_ticket_expires_to_the_second(kiosk):
    number, end = kiosk.issued(3000), NOW + DAYS_30
    assert expiry(kiosk) == [redeem.TicketsExpire(end)]
    assert kiosk.refuse(redeem.ExpireTickets(), wall_ms=end * 1000 - 1) == Code.NOT_DUE
    assert kiosk.do(redeem.ExpireTickets(), wall_ms=end * 1000) == [redeem.VoucherExpired(number, Money(3000))]
    assert expiry(kiosk) == []
    refused = kiosk.turn_away(typed(kiosk, number), wall_ms=end * 1000)
    assert (refused.code, refused.since) == (Code.TICKET_EXPIRED, end * 1000)


def test_of_several_tickets_the_first_to_expire_is_waited_for(kiosk):
    kiosk.issued(3000)
    kiosk.terms = msgspec.structs.replace(kiosk.terms, ticket_days=1)
    sooner = kiosk.kiosk.vouchers[kiosk.issued(1000)].expires
    assert sooner < NOW + DAYS_30
    assert expiry(kiosk) == [redeem.TicketsExpire(sooner)]


def test_a_ticket_past_its_day_is_refused_before_the_books_have_noticed(kiosk):
    number, end = kiosk.issued(3000), NOW + DAYS_30
    refused = kiosk.turn_away(typed(kiosk, number), wall_ms=end * 1000)
    assert (refused.code, refused.since) == (Code.TICKET_EXPIRED, end * 1000)
    assert kiosk.kiosk.vouchers[number].state == "issued"


def test_a_ticket_that_is_being_looked_up_does_not_expire(kiosk):
    number, end = kiosk.issued(3000), NOW + DAYS_30
    kiosk.do(typed(kiosk, number))
    assert kiosk.refuse(redeem.ExpireTickets(), wall_ms=end * 1000) == Code.NOT_DUE
    kiosk.do(redeem.TicketAnswered(number, granted=True), wall_ms=end * 1000)


def test_by_the_gaming_day_a_ticket_is_good_to_the_end_of_its_last_one(kiosk):
    six_in_the_morning_in_helsinki = (120 - 360) * 60_000
    kiosk.terms = msgspec.structs.replace(
        kiosk.terms, ticket_days=1, tickets=TicketTerms(by_gaming_day=True), day_shift=six_in_the_morning_in_helsinki
    )
    number = kiosk.issued(3000)
    expires = kiosk.kiosk.vouchers[number].expires
    told = datetime.fromtimestamp(expires, UTC)
    assert (told.hour, told.minute, told.second) == (4, 0, 0), "six o'clock in Helsinki"
    assert 86_400 <= expires - NOW < 2 * 86_400


# -- what the kiosk remembers ------------------------------------------------------------------------------------


def test_r_rcl_6_the_kiosk_knows_the_last_35_that_ended_and_all_that_have_not(kiosk):
    good = kiosk.issued(10)
    paid = [kiosk.issued(1) for _ticket in range(35 + 1)]
    for number in paid:
        kiosk.do(typed(kiosk, number))
        kiosk.do(redeem.TicketAnswered(number, granted=True))
    assert set(kiosk.kiosk.vouchers) == {good, *paid[1:]}
    assert kiosk.turn_away(typed(kiosk, paid[1])).code == Code.TICKET_REDEEMED
    assert kiosk.turn_away(typed(kiosk, paid[0])).code == Code.NO_SUCH_VOUCHER
    kiosk.do(cash.ResolveVoucher(kiosk.cash_out(5), "void", "eve"))
    assert paid[1] not in kiosk.kiosk.vouchers
    assert good in kiosk.kiosk.vouchers


# -- what may never happen, broken on purpose --------------------------------------------------------------------


def breach(kiosk, *events):
    *before, impossible = events
    for event in before:
        evolve(kiosk.kiosk, event)
    with pytest.raises(InvariantBreach) as caught:
        evolve(kiosk.kiosk, impossible)
    return caught.value.name


def test_a_ticket_paid_without_being_presented_is_a_breach(kiosk):
    number = kiosk.issued(3000)
    assert breach(kiosk, redeem.VoucherRedeemed(number, Money(3000), Money(7000), NOW)) == "voucher-on-its-path"


def test_a_ticket_paid_twice_is_a_breach(kiosk):
    number = kiosk.issued(3000)
    kiosk.do(typed(kiosk, number))
    paid = redeem.VoucherRedeemed(number, Money(3000), Money(7000), NOW)
    assert breach(kiosk, paid, paid) == "voucher-on-its-path"


@pytest.mark.parametrize(
    "event",
    [
        lambda number: redeem.VoucherPresented(cash.RequestId("f"), number, Money(2999)),
        lambda number: redeem.VoucherExpired(number, Money(2999)),
        lambda number: redeem.VoucherHandPaid(number, Money(2999), "eve", "why", NOW),
    ],
)
def test_a_ticket_that_shrinks_on_its_way_back_is_a_breach(kiosk, event):
    assert breach(kiosk, event(kiosk.issued(3000))) == "voucher-keeps-its-amount"


@pytest.mark.parametrize(
    "event",
    [
        lambda number: redeem.VoucherRedeemed(number, Money(2999), Money(6999), NOW),
        lambda number: redeem.VoucherReleased(number, Money(2999)),
    ],
)
def test_a_pending_ticket_that_shrinks_is_a_breach(kiosk, event):
    number = kiosk.issued(3000)
    kiosk.do(typed(kiosk, number))
    assert breach(kiosk, event(number)) == "voucher-keeps-its-amount"


def test_a_ticket_released_that_nobody_presented_is_a_breach(kiosk):
    number = kiosk.cash_out(3000)
    kiosk.do(cash.TicketSending(number))
    assert breach(kiosk, redeem.VoucherReleased(number, Money(3000))) == "released-from-pending"


def test_a_presented_ticket_that_the_printer_proves_is_a_breach(kiosk):
    number = kiosk.issued(3000)
    kiosk.do(typed(kiosk, number))
    assert breach(kiosk, cash.VoucherIssued(number, Money(3000), "eve")) == "proven-once"
