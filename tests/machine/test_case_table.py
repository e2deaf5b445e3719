"""Devices in the middle of money, case by case (reliability.md §2), in the machine with its ledger.

Each test is a row of the table there: what befalls the device, and where every cent stands afterwards.
"""

import random

import pytest

from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.accounts import Account, AccountKind
from cashier.money import Money
from cashier.records import PayoutId
from cashier.refusal import Code, Refusal
from controller import machine as machines
from controller.app.config import demo_profile
from controller.vocab import table_records as tr
from tests.machine.kiosk_deeds import COIN, HOPPER, RECYCLER, with_hopper
from tests.machine.room import Room, changed, kinds

FIRST = PayoutId(1)


@pytest.fixture
def room():
    """A table with 100.00 on the balance and two hundred coins of 0.50 in the hopper."""
    fresh = Room(with_hopper(demo_profile()))
    fresh.insert(10_000)
    fresh.do(payout.FillHopper(200, "eve"))
    fresh.do(cash.DeviceReported(HOPPER, "ready"))
    return fresh


def held(room):
    """What stands on every account that is not empty."""
    ledger = room.machine.ledger
    found = {kind.value: ledger.total(kind) for kind in AccountKind if ledger.total(kind)}
    assert machines.reconciliation(room.machine).difference == 0
    return {kind: amount for kind, amount in found.items() if kind not in ("drop-box", "house")}


def ticket(room, amount=3000, steps=1):
    """Cash out and let the printer take the ticket some steps on its way; return its number."""
    room.do(room.cash_out(amount))
    number = room.machine.kiosk.paying
    for command in (cash.TicketSending(number), cash.TicketPrinted(number))[:steps]:
        room.do(command)
    return number


def after_a_restart(room):
    """The same machine from its snapshot, as after a power cut."""
    room.machine = machines.decode(machines.encode(room.machine))


# -- the rows ----------------------------------------------------------------------------------------------------


def test_case_ticket_printing_cut_before_the_first_byte_prints_after_the_restart(room):
    number = ticket(room, steps=0)
    after_a_restart(room)
    (want,) = [want for want in machines.wants(room.machine) if isinstance(want, cash.PrintTicket)]
    assert (want.number, want.state) == (number, "reserved")
    assert held(room) == {"balance": 7000, "suspense": 3000, "hopper": 10_000}


def test_case_ticket_printing_cut_in_the_middle_is_unknown_and_an_attendants(room):
    """ESC/POS cannot be asked after a power loss: what was on its way is in doubt, and never printed again."""
    number = ticket(room)
    after_a_restart(room)
    room.do(cash.TicketInDoubt(number, "absent"))
    assert not [want for want in machines.wants(room.machine) if isinstance(want, cash.PrintTicket)]
    assert room.refuse(cash.TicketPrinted(number)) is Code.WRONG_VOUCHER_STATE
    assert held(room) == {"balance": 7000, "suspense": 3000, "hopper": 10_000}


def test_case_ticket_printing_found_good_is_issued(room):
    number = ticket(room)
    room.do(cash.TicketInDoubt(number, "jam"))
    room.do(cash.ResolveVoucher(number, "issued", "eve"))
    assert held(room) == {"balance": 7000, "voucher": 3000, "hopper": 10_000}


def test_case_ticket_printing_torn_up_is_replaced_under_its_own_number(room):
    number = ticket(room)
    room.do(cash.TicketInDoubt(number, "jam"))
    room.do(cash.ResolveVoucher(number, "void", "eve", room.number()))
    assert room.machine.kiosk.paying != number
    assert held(room) == {"balance": 7000, "suspense": 3000, "hopper": 10_000}


def coins(room, amount=3000):
    room.do(changed(room.cash_out(amount), way="coins"))
    room.do(payout.CoinsSending(HOPPER, FIRST, 7))


def test_case_hopper_short_pay_posts_what_fell_and_prints_the_rest(room):
    coins(room)
    events = room.do(payout.CoinsPaid(HOPPER, FIRST, 8, paid=20, unpaid=40))
    assert kinds(events) == ["CoinsDispensed", "VoucherReserved"]
    assert held(room) == {"balance": 7000, "suspense": 2000, "hopper": 9000}


def test_case_hopper_short_pay_without_a_printer_is_a_hand_pay(room):
    coins(room)
    room.do(cash.DeviceReported(room.profile.cash.printer, "paper-out"))
    events = room.do(payout.CoinsPaid(HOPPER, FIRST, 8, paid=20, unpaid=40))
    assert kinds(events) == ["CoinsDispensed", "HandPayLocked"]
    room.do(payout.SettleHandPay(PayoutId(2), "paid", "eve", "counted out"))
    assert held(room) == {"balance": 7000, "hopper": 9000}


def test_case_hopper_counter_stuck_was_never_told_and_is_told_again(room):
    coins(room)
    after_a_restart(room)
    room.do(payout.CoinsUntaken(HOPPER, FIRST, 7))
    (want,) = [want for want in machines.wants(room.machine) if isinstance(want, payout.DispenseCoins)]
    assert want.state == "reserved"
    assert held(room) == {"balance": 7000, "suspense": 3000, "hopper": 10_000}


def test_case_hopper_counter_jumps_is_unknown_and_an_attendants(room):
    coins(room)
    assert room.refuse(payout.CoinsPaid(HOPPER, FIRST, 12, 60, 0)) is Code.COUNTER_OUT_OF_ORDER
    room.do(payout.CoinsInDoubt(HOPPER, FIRST, "fault"))
    assert held(room) == {"balance": 7000, "suspense": 3000, "hopper": 10_000}
    room.do(payout.ResolvePayout(FIRST, 60, "eve", "all of it lay in the tray"))
    assert held(room) == {"balance": 7000, "hopper": 7000}


def test_case_hopper_over_runs_is_the_houses_loss_and_a_fault(room):
    coins(room)
    room.do(payout.CoinsPaid(HOPPER, FIRST, 8, paid=63, unpaid=0))
    assert room.machine.kiosk.condition(HOPPER) == "runaway"
    assert room.machine.ledger.balance(Account(AccountKind.OVER_SHORT)) == -3 * COIN
    assert room.machine.ledger.balance(Account(AccountKind.HOPPER)) == 10_000 - 63 * COIN


def test_case_bill_in_escrow_is_nothing_until_it_is_stacked(room):
    device = room.profile.cash.validator
    room.do(cash.NoteEscrowed(device, 3, Money(2000)))
    assert held(room) == {"balance": 10_000, "hopper": 10_000}
    room.do(cash.NoteStacked(device, 4, Money(2000)))
    assert held(room) == {"balance": 12_000, "hopper": 10_000}


def test_case_bill_in_escrow_returned_is_the_players(room):
    device = room.profile.cash.validator
    room.do(cash.NoteEscrowed(device, 3, Money(2000)))
    room.do(cash.NoteReturned(device, 4, Money(2000)))
    assert held(room) == {"balance": 10_000, "hopper": 10_000}


def test_case_bill_in_escrow_over_a_power_cut_is_what_the_validator_says_of_it(room):
    device = room.profile.cash.validator
    room.do(cash.NoteEscrowed(device, 3, Money(2000)))
    after_a_restart(room)
    assert cash.StackNote(device, 3) in machines.wants(room.machine)
    room.do(cash.ValidatorReset(device))
    assert kinds(room.log)[-2:] == ["NoteUnaccounted", "ValidatorCounted"]
    assert held(room) == {"balance": 10_000, "hopper": 10_000}


def test_case_voucher_in_is_reserved_then_redeemed(room):
    number = ticket(room, steps=2)
    room.do(redeem.RedeemTicket(room.request(), number))
    assert held(room) == {"balance": 7000, "suspense": 3000, "hopper": 10_000}
    room.do(redeem.TicketAnswered(number, granted=True))
    assert held(room) == {"balance": 10_000, "hopper": 10_000}


def test_case_voucher_in_that_is_not_granted_is_good_again(room):
    number = ticket(room, steps=2)
    room.do(redeem.RedeemTicket(room.request(), number))
    room.do(redeem.TicketAnswered(number, granted=False))
    assert held(room) == {"balance": 7000, "voucher": 3000, "hopper": 10_000}


def test_case_voucher_in_over_a_power_cut_is_asked_for_again(room):
    number = ticket(room, steps=2)
    room.do(redeem.RedeemTicket(room.request(), number))
    after_a_restart(room)
    assert redeem.AskAuthority(number, Money(3000)) in machines.wants(room.machine)
    room.do(redeem.TicketAnswered(number, granted=True))
    assert room.refuse(redeem.TicketAnswered(number, granted=True)) is Code.WRONG_VOUCHER_STATE
    assert held(room) == {"balance": 10_000, "hopper": 10_000}


def test_case_voucher_in_while_the_table_stands_still_is_refused(room):
    number = ticket(room, steps=2)
    room.do(tr.Pause(by="eve"))
    assert room.refuse(redeem.RedeemTicket(room.request(), number)) is Code.PAUSED


def test_what_expired_falls_to_the_house(room):
    ticket(room, steps=2)
    room.ahead += 31 * 86_400_000
    room.do(redeem.ExpireTickets())
    assert held(room) == {"balance": 7000, "hopper": 10_000}


# -- many at once ------------------------------------------------------------------------------------------------

VOUCHERS, REDEEMERS = 500, 8


def test_led_10_of_eight_redeemers_of_each_of_500_vouchers_one_is_paid():
    """Eight holders of copies press in any order, and the authority answers whenever it likes.

    Most copies come so late that the kiosk has forgotten the ticket: they count as guesses, and staff forgive them.
    """
    room, dice = Room(), random.Random(10)
    room.insert(*[10_000] * 5)
    numbers = [ticket(room, amount=100, steps=2) for _voucher in range(VOUCHERS)]
    presses = [number for number in numbers for _redeemer in range(REDEEMERS)]
    dice.shuffle(presses)
    machine, presented = room.machine, []
    for number in presses:
        if machine.kiosk.tries.until:
            machines.play(machine, redeem.AllowNumbers("eve"), room.now)
        played = machines.play(machine, redeem.RedeemTicket(room.request(), number), room.now)
        assert not isinstance(played, Refusal)
        presented += [event.number for event in played.events if isinstance(event, redeem.VoucherPresented)]
        if presented and dice.randrange(2):
            machines.play(machine, redeem.TicketAnswered(dice.choice(presented), granted=True), room.now)
    for number in presented:
        machines.play(machine, redeem.TicketAnswered(number, granted=True), room.now)
    assert sorted(presented) == sorted(numbers)
    machines.audit(machine)
    assert machine.kiosk.balance == VOUCHERS * 100
    assert machine.ledger.total(AccountKind.VOUCHER) == 0


# -- the recycler: "note store short pay" ----------------------------------------------------------------------------

STORE = (notes.NotePile(Money(2000), 3),)
MARK = notes.StoreMark(counter=4, moved=0, piles=STORE)


@pytest.fixture
def stored(room):
    """The same table, of whose notes three twenties lie in the recycler's store; 50.00 of it are to go out."""
    room.do(cash.DeviceReported(RECYCLER, "ready"))
    room.do(notes.StoreSeen(RECYCLER, STORE))
    room.do(changed(room.cash_out(Money(5000)), way="notes"))
    return room


def test_a_store_that_pays_short_has_paid_what_it_says_and_the_hopper_pays_on(stored):
    stored.do(notes.NotesSending(RECYCLER, FIRST, MARK))
    after_a_restart(stored)
    stored.do(notes.NotesPaid(RECYCLER, FIRST, 5, (notes.NotePile(Money(2000), 1),)))
    assert stored.machine.kiosk.payout is not None
    assert stored.machine.kiosk.payout.amount == 3000
    assert held(stored) == {"balance": 5000, "suspense": 3000, "hopper": 10_000, "note-store": 4000}


def test_what_a_store_cannot_tell_waits_until_it_can_or_somebody_counts(stored):
    stored.do(notes.NotesSending(RECYCLER, FIRST, MARK))
    stored.do(notes.NotesInDoubt(RECYCLER, FIRST, "absent"))
    after_a_restart(stored)
    waiting = {"balance": 5000, "suspense": 5000, "hopper": 10_000, "note-store": 6000}
    assert held(stored) == waiting
    assert stored.refuse(stored.cash_out(Money(100))) is Code.PAY_OUT_RUNNING
    stored.do(notes.ResolveNotes(FIRST, Money(4000), "eve", "counted the tray"))
    assert held(stored) == {"balance": 5000, "suspense": 1000, "hopper": 10_000, "note-store": 2000}


def test_a_store_that_never_heard_of_it_pays_nothing_twice(stored):
    stored.do(notes.NotesSending(RECYCLER, FIRST, MARK))
    stored.do(notes.NotesPaid(RECYCLER, FIRST, 4, ()))
    assert stored.refuse(notes.NotesPaid(RECYCLER, FIRST, 6, (notes.NotePile(Money(2000), 2),))) is Code.ALREADY_DONE
    assert held(stored) == {"balance": 5000, "suspense": 5000, "hopper": 10_000, "note-store": 6000}
