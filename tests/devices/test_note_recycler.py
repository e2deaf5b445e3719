"""The recycler's two drivers against a device that shares no code with them: notes in, notes out, one port."""

import pytest

from cashier.devices.essp_events import NoteCounters
from cashier.devices.essp_unit import EsspUnit
from cashier.devices.note_acceptor import NoteAcceptor, distance, number_of
from cashier.devices.note_payer import NotePayer
from cashier.devices.payout import (
    Dispensed,
    Incomplete,
    Mark,
    OrderId,
    PayerReported,
    PayInDoubt,
    PayOrder,
    PayReady,
    PayWord,
)
from cashier.devices.serial_pipes import LineSetting, open_serial
from cashier.money import Money
from cashier.note_records import NotePile, worth
from cashier.records import (
    Command,
    DeviceId,
    DeviceReported,
    EventsLost,
    NoteEscrowed,
    NoteReturned,
    NoteStacked,
    ReturnNote,
    StackNote,
    TakeNotes,
    ValidatorMoved,
    ValidatorReset,
    Want,
)
from firmware.virtual.note_recycler import NoteRecycler, RecyclerSettings, recycler_device
from tests.devices.near import Near
from tests.devices.note_scenes import EsspNoteIn
from tests.devices.scenes import run

VALIDATOR, PAYER, ORDER = DeviceId("validator"), DeviceId("payer"), OrderId("a1")
FIVE, TEN, TWENTY = Money(500), Money(1000), Money(2000)
TAKING = TakeNotes(VALIDATOR, (FIVE, TEN))


class Site:
    """A recycler and its drivers; each step is a tenth of a second."""

    def __init__(self, **settings: object) -> None:
        self.near = Near(recycler=recycler_device(RecyclerSettings(**settings)))  # type: ignore[arg-type]
        body = self.near.bus.device("recycler").function.body()
        assert isinstance(body, NoteRecycler)
        self.recycler = body
        self.new_drivers()

    def new_drivers(self, last_counter: int = 0) -> None:
        address = self.near.address("recycler")
        unit = EsspUnit(lambda: open_serial(address, self.near.backend, LineSetting(stop_bits=2)))
        self.acceptor = NoteAcceptor(VALIDATOR, unit, last_counter=last_counter)
        self.payer = NotePayer(PAYER, unit, to_store=frozenset({TEN}))
        self.said: list[Command] = []
        self.paid: list[PayWord] = []
        self.counts: list[Money] = []
        """How far the running order had come, step by step."""

    def steps(self, count: int, *wants: Want, orders: tuple[PayOrder, ...] = ()) -> list[Command]:
        """What the note-taking driver says in so many steps; the paying driver's words are kept beside."""
        said: list[Command] = []
        for _ in range(count):
            said += self.acceptor.step(wants or [TAKING])
            self.paid += self.payer.step(orders)
            self.counts += [] if self.payer.count is None else [self.payer.count.paid]
            self.near.host.wait(0.1)
        self.said += said
        return said

    def insert(self, value: int) -> str:
        return self.recycler.insert_note(value, self.near.host.at)

    def pay(self, amount: Money, steps: int = 80) -> PayWord:
        """Have an order carried out."""
        order = PayOrder(ORDER, amount)
        for _ in range(steps):
            self.steps(1, orders=(order,))
            for word in self.paid:
                if isinstance(word, PayReady) and order.mark is None:
                    order = PayOrder(ORDER, amount, word.mark)
                if isinstance(word, Dispensed | Incomplete | PayInDoubt):
                    return word
        pytest.fail(f"the order never ends; last words {self.paid[-3:]}")


def test_a_note_waits_in_escrow_and_is_money_only_when_it_is_stored() -> None:
    site = Site()
    site.steps(2)
    assert site.insert(10) == "escrow"
    assert site.steps(30) == [NoteEscrowed(VALIDATOR, 1, TEN)]
    assert site.recycler.facts()["note_at"] == "escrow"
    assert site.steps(8, TAKING, StackNote(VALIDATOR, 1)) == [NoteStacked(VALIDATOR, 2, TEN)]
    assert site.recycler.stored == 1
    assert site.recycler.facts()["unknown_commands"] == ""


def test_a_note_whose_amount_is_not_stored_goes_to_the_cash_box() -> None:
    site = Site()
    site.steps(2)
    site.insert(5)
    site.steps(2)
    assert site.steps(8, TAKING, StackNote(VALIDATOR, 1)) == [NoteStacked(VALIDATOR, 2, FIVE)]
    assert site.recycler.cashbox == [5]


def test_a_note_is_given_back_on_the_hosts_word() -> None:
    site = Site()
    site.steps(2)
    site.insert(10)
    site.steps(2)
    assert site.steps(4, TAKING, ReturnNote(VALIDATOR, 1)) == [NoteReturned(VALIDATOR, 2, TEN)]
    assert site.recycler.take_note() == 10


def test_a_note_that_nobody_wants_is_refused_and_counted() -> None:
    site = Site()
    site.steps(2)
    assert site.insert(20) == "refused"
    assert site.steps(3) == [ValidatorMoved(VALIDATOR, 1, 0xED), ValidatorMoved(VALIDATOR, 2, 0xEC)]


def test_notes_of_another_country_are_not_taken() -> None:
    site = Site(country="GBP")
    site.steps(2)
    assert site.insert(10) == "refused"


def test_a_jammed_note_is_somewhere_and_after_it_is_taken_out_an_attendant_counts() -> None:
    site = Site()
    site.steps(2)
    site.insert(10)
    site.steps(2)
    site.recycler.jam("stacker")
    said = site.steps(40, TAKING, StackNote(VALIDATOR, 1))
    assert said == [DeviceReported(device=VALIDATOR, condition="jam")]
    site.recycler.clear_jam(site.near.host.at)
    assert ValidatorReset(device=VALIDATOR) in site.steps(15)


def test_after_a_power_cut_the_key_is_agreed_anew_and_the_slot_opens_again() -> None:
    site = Site()
    site.steps(2)
    site.near.bus.power_cut("recycler")
    assert DeviceReported(device=VALIDATOR, condition="absent") in site.steps(2)
    site.near.bus.replug("recycler", site.near.host.at)
    assert site.steps(3) == [DeviceReported(device=VALIDATOR, condition="ready")]
    assert site.insert(10) == "escrow"


def test_conditions_come_and_go() -> None:
    site = Site()
    site.steps(2)
    site.recycler.set_stacker("full")
    assert site.steps(2) == [DeviceReported(device=VALIDATOR, condition="stacker-full")]
    site.recycler.set_stacker("removed")
    assert site.steps(2) == [DeviceReported(device=VALIDATOR, condition="stacker-removed")]
    site.recycler.set_stacker("fitted")
    assert site.steps(3) == [DeviceReported(device=VALIDATOR, condition="ready")]
    site.recycler.jam("transport")
    assert site.insert(10) == "jammed"
    assert site.steps(2) == [DeviceReported(device=VALIDATOR, condition="jam")]
    site.recycler.clear_jam(site.near.host.at)
    assert site.steps(2) == [DeviceReported(device=VALIDATOR, condition="ready")]


def test_a_device_with_a_history_that_the_journal_does_not_know_waits_for_an_attendant() -> None:
    site = Site()
    site.recycler.stacked = 20
    assert site.steps(2)[0] == EventsLost(VALIDATOR, counter=40, missed=40)
    assert site.insert(10) == "refused"


def test_a_fresh_device_in_place_of_one_with_a_history_is_a_reset() -> None:
    site = Site()
    site.new_drivers(last_counter=40)
    assert site.steps(2)[0] == ValidatorReset(device=VALIDATOR)


def test_a_whole_note_that_passed_unseen_is_told_afterwards() -> None:
    site = Site()
    site.steps(2)
    site.insert(10)
    site.steps(2)
    site.steps(2, TAKING, StackNote(VALIDATOR, 1))
    site.near.new_process()
    site.near.host.wait(1)
    site.new_drivers(last_counter=0)
    assert site.steps(3)[:2] == [NoteEscrowed(VALIDATOR, 1, TEN), NoteStacked(VALIDATOR, 2, TEN)]


def test_a_note_that_arrives_between_a_new_drivers_poll_and_its_counters_is_credited() -> None:
    site = Site(stack_ms=1)
    site.steps(2)
    site.insert(10)
    assert NoteEscrowed(VALIDATOR, 1, TEN) in site.steps(2)
    site.near.new_process()
    site.new_drivers(last_counter=1)
    site.steps(4)
    ends = [word for word in site.said if isinstance(word, NoteStacked | NoteReturned | EventsLost)]
    assert ends == [NoteStacked(VALIDATOR, 2, TEN)]


@pytest.mark.parametrize("late", range(1, 6))
def test_a_note_that_ends_between_any_poll_and_the_numbers_behind_it_is_credited(
    late: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The new driver has not seen the note's amount; the poll that tells it comes after the numbers have moved."""
    site = Site(stack_ms=250)
    site.steps(2)
    site.insert(10)
    assert NoteEscrowed(VALIDATOR, 1, TEN) in site.steps(2)
    site.near.new_process()
    site.new_drivers(last_counter=1)
    asked, ask = [0], EsspUnit.counters

    def slow(unit: EsspUnit) -> NoteCounters:
        asked[0] += 1
        if asked[0] == late:
            site.near.host.wait(0.3)
        return ask(unit)

    monkeypatch.setattr(EsspUnit, "counters", slow)
    site.steps(10)
    ends = [word for word in site.said if isinstance(word, NoteStacked | NoteReturned | EventsLost)]
    assert ends == [NoteStacked(VALIDATOR, 2, TEN)]


def test_without_repeated_credits_a_note_that_passed_unseen_needs_an_attendant() -> None:
    site = Site(ack_polls=False)
    site.steps(2)
    site.insert(10)
    site.steps(2)
    site.steps(8, TAKING, StackNote(VALIDATOR, 1))
    site.near.new_process()
    site.new_drivers(last_counter=1)
    assert EventsLost(VALIDATOR, counter=2, missed=1) in site.steps(3)


def test_an_older_device_without_acknowledging_polls_works_as_well() -> None:
    site = Site(ack_polls=False, payout=False)
    site.steps(3)
    site.insert(10)
    site.steps(2)
    assert NoteStacked(VALIDATOR, 2, TEN) in site.steps(8, TAKING, StackNote(VALIDATOR, 1))


def test_a_wrong_fixed_key_is_an_absent_device() -> None:
    site = Site(fixed_key=5)
    assert site.steps(4) == [DeviceReported(device=VALIDATOR, condition="absent")]
    assert site.paid == [PayerReported(PAYER, "absent")]


# -- paying -------------------------------------------------------------------------------------------------------


def test_an_order_is_paid_note_by_note_with_the_slot_closed() -> None:
    site = Site()
    site.steps(2)
    paid = site.pay(Money(8500))
    assert isinstance(paid, Dispensed)
    assert (paid.counter, paid.paid, worth(paid.piles)) == (5, 8500, 8500)
    assert sum(pile.count for pile in paid.piles) == 5, "each note that went out is told by its amount"
    assert site.recycler.store.paid_out == 85
    ready = next(word for word in site.paid if isinstance(word, PayReady))
    assert (ready.mark.counter, ready.mark.moved, worth(ready.mark.piles)) == (0, 0, 70_000)
    assert site.insert(10) == "refused"
    site.steps(3)
    site.recycler.take_note()
    assert site.insert(10) == "escrow"


@pytest.mark.parametrize(("amount", "cause"), [(Money(100_000), "empty"), (Money(300), "refused")])
def test_what_the_store_cannot_pay_is_told_before_a_note_moves(amount: Money, cause: str) -> None:
    site = Site()
    assert site.pay(amount) == Incomplete(PAYER, ORDER, 0, Money(0), amount, "empty" if cause == "empty" else "refused")


def test_the_notes_that_have_come_can_be_read_while_the_order_runs_and_none_of_the_one_before() -> None:
    site = Site()
    site.steps(2)
    site.pay(Money(3500))
    assert site.counts == sorted(site.counts)
    assert (site.counts[0], site.counts[-1]) == (Money(0), Money(3500))
    assert len(set(site.counts)) > 2, "note by note"
    site.steps(2)
    assert site.payer.count is None


def test_a_halt_ends_the_order_with_what_was_paid() -> None:
    site = Site()
    order = PayOrder(ORDER, Money(8500))
    while not site.recycler.store.paid_out:
        site.steps(1, orders=(order,))
        marks = [word.mark for word in site.paid if isinstance(word, PayReady)]
        order = PayOrder(ORDER, Money(8500), marks[0] if marks else None)
    site.payer.stop()
    site.steps(8, orders=(order,))
    outcome = site.paid[-1]
    assert isinstance(outcome, Incomplete)
    assert (outcome.paid, outcome.cause) == (Money(100 * site.recycler.store.paid_out), "stopped")


def test_a_jam_on_the_way_out_ends_the_order_and_waits_for_an_attendant() -> None:
    site = Site()
    site.recycler.jam("stacker")
    assert site.pay(Money(8500)) == Incomplete(PAYER, ORDER, 0, Money(0), Money(8500), "jam")
    assert PayerReported(PAYER, "jam") in site.paid
    site.recycler.clear_jam(site.near.host.at)
    site.payer.reset()
    site.paid.clear()
    site.steps(2)
    assert site.paid == [PayerReported(PAYER, "ready")]


def test_notes_moved_behind_the_drivers_back_leave_doubt_and_nothing_more_is_paid() -> None:
    site = Site()
    site.steps(2)
    order = PayOrder(ORDER, Money(8500), Mark(0, 0, (NotePile(TEN, 90),)))
    site.steps(6, orders=(order,))
    assert isinstance(site.paid[-1], PayInDoubt)
    assert site.recycler.store.paid_out == 0


def test_asking_moves_nothing() -> None:
    site = Site()
    site.steps(2)
    told = site.payer.ask()
    assert told is not None
    assert (told.condition, told.counter) == ("ready", 0)
    site.near.bus.unplug("recycler")
    assert site.payer.ask() is None


# -- numbers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("total", "number"), [(0, 0), (1, 1), (255, 255), (256, 1), (510, 255), (511, 1)])
def test_a_lifetime_of_events_on_the_circle(total: int, number: int) -> None:
    assert number_of(total) == number


@pytest.mark.parametrize(
    ("last", "now", "steps"), [(4, 4, 0), (4, 6, 2), (6, 5, -1), (254, 1, 2), (1, 255, -1), (0, 2, 2), (1, 0, -1)]
)
def test_the_way_from_one_number_to_another(last: int, now: int, steps: int) -> None:
    assert distance(last, now) == steps


def test_a_driver_that_takes_silence_for_a_returned_note_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop over all transfers can fail: this driver forgets the credit that the device repeats."""

    def was_taken(driver: NoteAcceptor, before: object, now: object) -> bool:
        return False

    monkeypatch.setattr(NoteAcceptor, "_was_taken", was_taken)
    scene = EsspNoteIn("cdc-acm")
    with pytest.raises(AssertionError):
        run(scene)
