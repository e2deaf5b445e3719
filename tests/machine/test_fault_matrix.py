"""Every fault of a kiosk's device while the table is idle, in a hand, and while something is being paid out.

What each must stop stands here once more, as the requirements have it (R-TLT-1, R-TLT-2): a wrong row in the product
fails. A kiosk's fault stops its own way of money and nothing else: never the hand, never the other ways.
"""

from typing import NamedTuple, get_args

import pytest

from cashier import card_records as card
from cashier import note_records as notes
from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.fault_rows import Situation, Stop
from cashier.kiosk.device_faults import DOUBTS, FAULTS, ROWS, fault_of
from cashier.money import Money
from cashier.note_records import NotePile
from cashier.refusal import Code, Refusal
from cashier.terms import Role
from controller import machine as machines
from controller.app.config import demo_profile
from controller.vocab import fault_records as fr
from controller.vocab.profile import CardReader
from tests.machine.door_deeds import Doors, with_doors
from tests.machine.kiosk_deeds import CARDS, HOPPER, PLACE, RECYCLER, SCANNER, with_hopper
from tests.machine.room import Room, changed, only

VALIDATOR, PRINTER, READER = cash.DeviceId("validator"), cash.DeviceId("printer"), cash.DeviceId("reader")
DEVICES: dict[Role, cash.DeviceId] = {
    "validator": VALIDATOR,
    "printer": PRINTER,
    "hopper": HOPPER,
    "recycler": RECYCLER,
    "scanner": SCANNER,
    "cards": CARDS,
    "reader": READER,
}

REQUIRED = """
device     says             stops         ends by    lamp
validator  absent           notes-in      itself     red
validator  wrong-device     notes-in      itself     red
validator  jam              notes-in      itself     red
validator  stacker-full     notes-in      itself     red
validator  stacker-removed  notes-in      itself     red
validator  fraud            notes-in      attendant  red
validator  events-lost      notes-in      attendant  red
validator  fault            notes-in      itself     red
printer    absent           tickets-out   itself     red
printer    wrong-device     tickets-out   itself     red
printer    paper-low        -             itself     amber
printer    paper-out        tickets-out   itself     red
printer    cover-open       tickets-out   itself     red
printer    jam              tickets-out   itself     red
printer    cutter           tickets-out   itself     red
printer    fault            tickets-out   itself     red
hopper     absent           coins-out     itself     red
hopper     wrong-device     coins-out     itself     red
hopper     low              -             itself     amber
hopper     empty            coins-out     itself     amber
hopper     jam              coins-out     itself     red
hopper     fraud            coins-out     attendant  red
hopper     runaway          coins-out     attendant  red
hopper     fault            coins-out     itself     red
recycler   absent           notes-out     itself     red
recycler   wrong-device     notes-out     itself     red
recycler   empty            notes-out     itself     off
recycler   jam              notes-out     itself     red
recycler   stacker-removed  notes-out     itself     red
recycler   fraud            notes-out     attendant  red
recycler   fault            notes-out     itself     red
scanner    absent           scans         itself     amber
scanner    wrong-device     scans         itself     amber
scanner    fault            scans         itself     amber
cards      absent           cards         itself     red
cards      wrong-device     cards         itself     red
cards      fault            cards         itself     red
reader     absent           player-cards  itself     amber
reader     wrong-device     player-cards  itself     amber
reader     fault            player-cards  itself     amber
"""


class Line(NamedTuple):
    """One line of what is required."""

    role: Role
    condition: cash.Condition
    stops: str
    ends: str
    lamp: str

    @property
    def device(self) -> cash.DeviceId:
        return DEVICES[self.role]

    def leaves(self, way: Stop) -> bool:
        return self.stops != way


LINES = tuple(Line(*line.split()) for line in REQUIRED.strip().splitlines()[1:])
SITUATIONS: tuple[Situation, ...] = get_args(Situation)
EACH = pytest.mark.parametrize("line", LINES, ids=lambda line: f"{line.role}-{line.condition}")


@pytest.fixture(scope="module")
def sound():
    """A saved table: three seated players, 400.00 on the balance, every device in order, coins and notes to pay out."""
    profile = with_doors(with_hopper(demo_profile()))
    fresh = Room(changed(profile, cash=changed(profile.cash, reader=CardReader(READER, PLACE))))
    fresh.do(fr.StartUp("1", "ab" * 32))
    Doors(fresh).tell()
    for device in DEVICES.values():
        fresh.do(cash.DeviceReported(device, "ready"))
    fresh.do(payout.FillHopper(200, "eve"))
    for seat in (1, 2, 3):
        fresh.sit(seat, 10_000)
    fresh.insert(*[2_000] * 20)
    fresh.do(notes.StoreSeen(RECYCLER, (NotePile(Money(2_000), 10),)))
    fresh.deal()
    fresh.fold_out()
    return fresh, machines.encode(fresh.machine)


@pytest.fixture
def room(sound):
    fresh, saved = sound
    fresh.machine = machines.decode(saved)
    return fresh


def takes_notes(room):
    (slot,) = (want for want in machines.wants(room.machine) if isinstance(want, cash.TakeNotes))
    return bool(slot.amounts)


def lamp(room):
    (shown,) = (want for want in machines.wants(room.machine) if isinstance(want, fr.ShowSignal))
    return shown.lamp


def begins(room, command):
    """The kind of the first event that a command leads to, or the code of its refusal; it is not carried out."""
    decided = machines.decide(room.machine, command, room.now)
    return decided.code if isinstance(decided, Refusal) else type(decided.events[0])


def cash_out(room, way):
    """What a cash-out of 20.00 this way begins with."""
    return begins(room, changed(room.cash_out(2_000), way=way))


def ways_in_are_as_required(room, line):
    assert takes_notes(room) is line.leaves("notes-in")
    scanned = begins(room, redeem.TicketScanned(SCANNER, room.number()))
    assert scanned is (redeem.NumberRefused if line.leaves("scans") else Code.TICKETS_NOT_TAKEN)
    assert begins(room, redeem.RedeemTicket(room.request(), room.number())) is redeem.NumberRefused
    bought = begins(room, card.BuyByCard(room.request(), Money(2_000)))
    assert bought is (card.CardReserved if line.leaves("cards") else Code.CARDS_NOT_TAKEN)


def ways_out_are_as_required(room, line):
    on_paper = cash.VoucherReserved if line.leaves("tickets-out") else payout.HandPayLocked
    assert cash_out(room, "ticket") is on_paper
    assert cash_out(room, "coins") is (payout.CoinsReserved if line.leaves("coins-out") else on_paper)
    in_notes = notes.NotesReserved if line.leaves("notes-out") else payout.CoinsReserved
    assert cash_out(room, "notes") is in_notes
    assert cash_out(room, "hand") is payout.HandPayLocked


# -- the rows against what is required ---------------------------------------------------------------------------


def test_r_tlt_1_every_fault_that_is_required_has_a_row_and_no_other():
    assert {(row.role, row.condition) for row in ROWS} == {(line.role, line.condition) for line in LINES}
    assert len(ROWS) == len(LINES) == len({row.code for row in ROWS})
    told = {condition for _role, condition in FAULTS}
    assert told == set(get_args(cash.Condition)) - {"ready"}


@pytest.mark.parametrize("situation", SITUATIONS)
@EACH
def test_r_tlt_2_each_cell_stops_what_is_required_and_never_the_hand(line, situation):
    row = FAULTS[line.role, line.condition]
    assert row.stops((situation,)) == ({line.stops} - {"-"})
    assert (row.reach, row.ends, row.lamp) == ("kiosk", line.ends, line.lamp)


def test_what_a_device_has_no_business_to_say_counts_as_a_fault_of_it():
    assert fault_of("scanner", "paper-out") is FAULTS["scanner", "fault"]
    assert fault_of("printer", "ready") is None


# -- the table under each fault ----------------------------------------------------------------------------------


@EACH
def test_r_tlt_1_in_idle_a_fault_stops_its_own_way_of_money_alone(room, line):
    room.do(cash.DeviceReported(line.device, line.condition))
    assert not room.machine.table.paused
    ways_in_are_as_required(room, line)
    ways_out_are_as_required(room, line)


@EACH
def test_r_tlt_2_in_a_hand_a_fault_of_the_kiosk_never_stops_the_hand(room, line):
    room.deal()
    decision, due = room.decision, machines.due(room.machine)
    room.do(cash.DeviceReported(line.device, line.condition))
    assert not room.machine.table.paused
    assert (room.decision, machines.due(room.machine)) == (decision, due)
    ways_in_are_as_required(room, line)
    ways_out_are_as_required(room, line)
    room.fold_out()


@EACH
def test_r_tlt_1_while_coins_fall_a_fault_leaves_the_pay_out_to_the_hopper(room, line):
    """What is on its way ends by its device's word, and a second pay-out waits for it."""
    room.do(changed(room.cash_out(1_000), way="coins"))
    room.do(payout.CoinsSending(HOPPER, cash.PayoutId(1), 7))
    room.do(cash.DeviceReported(line.device, line.condition))
    assert not room.machine.table.paused
    (want,) = (want for want in machines.wants(room.machine) if isinstance(want, payout.DispenseCoins))
    assert (want.state, want.counter, want.halt) == ("sent", 7, False)
    ways_in_are_as_required(room, line)
    assert cash_out(room, "ticket") is Code.PAY_OUT_RUNNING
    ended = room.do(payout.CoinsPaid(HOPPER, cash.PayoutId(1), 8, 12, 8))
    rest = cash.VoucherReserved if line.leaves("tickets-out") else payout.HandPayLocked
    assert only(ended, rest).amount == 400


@EACH
def test_r_tlt_1_when_it_is_mended_everything_is_as_before(room, line):
    fine = Line(line.role, "ready", "-", "", "")
    room.do(cash.DeviceReported(line.device, line.condition))
    assert (lamp(room), room.machine.table.paused) == (line.lamp, False)
    if line.ends == "attendant":
        assert room.refuse(cash.DeviceReported(line.device, "ready")) is Code.NOT_ALLOWED
    room.do(cash.DeviceReported(line.device, "ready", "eve" if line.ends == "attendant" else ""))
    assert lamp(room) == "off"
    ways_in_are_as_required(room, fine)
    ways_out_are_as_required(room, fine)


# -- money that waits for somebody -------------------------------------------------------------------------------


def in_doubt(room, kind):
    """Bring money into each of the doubts; return what ends it."""
    first = cash.PayoutId(1)
    if kind == "ticket-in-doubt":
        room.do(room.cash_out(1_000))
        number = room.machine.kiosk.paying
        room.do(cash.TicketSending(number))
        room.do(cash.TicketInDoubt(number, "jam"))
        return cash.ResolveVoucher(number, "issued", "eve")
    if kind == "coins-in-doubt":
        room.do(changed(room.cash_out(1_000), way="coins"))
        room.do(payout.CoinsSending(HOPPER, first, 7))
        room.do(payout.CoinsInDoubt(HOPPER, first, "jam"))
        return payout.CoinsPaid(HOPPER, first, 8, 20, 0)
    if kind == "notes-in-doubt":
        room.do(changed(room.cash_out(2_000), way="notes"))
        mark = notes.StoreMark(0, 0, room.machine.kiosk.store)
        room.do(notes.NotesSending(RECYCLER, first, mark))
        room.do(notes.NotesInDoubt(RECYCLER, first, "jam"))
        return notes.NotesPaid(RECYCLER, first, 1, (NotePile(Money(2_000), 1),))
    if kind == "hand-pay-locked":
        room.do(changed(room.cash_out(1_000), way="hand"))
        return payout.SettleHandPay(first, "paid", "eve", "at the desk")
    room.do(card.BuyByCard(room.request(), Money(2_000)))
    payment = room.machine.kiosk.cards.running.payment
    room.do(card.CardSending(CARDS, payment, card.CardMark(1, 6)))
    room.do(card.CardInDoubt(CARDS, payment, "absent", stuck=kind == "card-stuck"))
    return card.ResolveCard(payment, False, "eve", "looked")


@pytest.mark.parametrize("kind", DOUBTS)
def test_r_tlt_3_money_that_waits_for_somebody_lights_the_lamp_until_it_is_settled(room, kind):
    ending = in_doubt(room, kind)
    assert (lamp(room), DOUBTS[kind].lamp, room.machine.table.paused) == ("red", "red", False)
    assert takes_notes(room)
    room.do(ending)
    assert lamp(room) == "off"
