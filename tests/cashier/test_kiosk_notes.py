"""Notes at the kiosk: credited once, when stacked, whatever the validator repeats, skips or forgets."""

import pytest

from cashier import records as cash
from cashier.invariant import InvariantBreach
from cashier.kiosk import evolve
from cashier.kiosk.state import counter_after
from cashier.money import Money
from cashier.records import DeviceId
from cashier.refusal import Code

VALIDATOR = DeviceId("validator")
PRINTER = DeviceId("printer")
NOTE = Money(2000)
OPEN = cash.TakeNotes(VALIDATOR, (Money(1000), Money(2000), Money(5000)))
SHUT = cash.TakeNotes(VALIDATOR, ())


def test_a_note_becomes_balance_when_it_is_stacked(bench):
    assert bench.do(cash.NoteEscrowed(VALIDATOR, 1, NOTE)) == [cash.NoteHeld(VALIDATOR, 1, NOTE, accept=True)]
    assert bench.kiosk.balance == 0
    assert bench.wants() == [OPEN, cash.StackNote(VALIDATOR, 1)]
    assert bench.do(cash.NoteStacked(VALIDATOR, 2, NOTE)) == [cash.NoteCredited(VALIDATOR, 2, NOTE, balance=NOTE)]
    assert bench.kiosk.balance == NOTE
    assert bench.wants() == [OPEN]


def test_a_note_that_is_not_taken_is_given_back(bench):
    bench.do(cash.NoteEscrowed(VALIDATOR, 1, Money(50_000)))
    assert bench.wants() == [OPEN, cash.ReturnNote(VALIDATOR, 1)]
    bench.do(cash.NoteReturned(VALIDATOR, 2, Money(50_000)))
    assert bench.kiosk.balance == 0
    assert bench.wants() == [OPEN]


def test_while_the_table_takes_no_money_the_slot_is_shut_and_a_late_note_comes_back(bench):
    bench.do(cash.NoteEscrowed(VALIDATOR, 1, NOTE), taking=False)
    assert bench.wants(taking=False) == [SHUT, cash.ReturnNote(VALIDATOR, 1)]


def test_a_note_accepted_before_the_pause_is_still_stacked(bench):
    bench.do(cash.NoteEscrowed(VALIDATOR, 1, NOTE))
    assert bench.wants(taking=False) == [SHUT, cash.StackNote(VALIDATOR, 1)]


@pytest.mark.parametrize("condition", ["absent", "jam", "stacker-full", "fault"])
def test_the_slot_is_shut_until_the_validator_is_ready(bench, condition):
    bench.do(cash.DeviceReported(VALIDATOR, condition))
    assert bench.wants() == [SHUT]
    bench.do(cash.DeviceReported(VALIDATOR, "ready"))
    assert bench.wants() == [OPEN]


def test_a_repeated_report_changes_nothing(bench):
    bench.insert(2000)
    assert bench.refuse(cash.NoteEscrowed(VALIDATOR, 1, NOTE)) == Code.ALREADY_DONE
    assert bench.refuse(cash.NoteStacked(VALIDATOR, 2, NOTE)) == Code.ALREADY_DONE
    assert bench.refuse(cash.NoteReturned(VALIDATOR, 2, NOTE)) == Code.ALREADY_DONE
    assert bench.refuse(cash.ValidatorMoved(VALIDATOR, 1, 5)) == Code.ALREADY_DONE


@pytest.mark.parametrize("counter", [0, 4, 7, 127, 255])
def test_after_a_reset_only_count_one_is_next(bench, counter):
    assert bench.refuse(cash.NoteStacked(VALIDATOR, counter, NOTE)) == Code.COUNTER_OUT_OF_ORDER


def test_a_skipped_count_is_refused(funded):
    assert funded.refuse(cash.NoteStacked(VALIDATOR, 6, NOTE)) == Code.COUNTER_OUT_OF_ORDER
    assert funded.refuse(cash.NoteEscrowed(VALIDATOR, 131, NOTE)) == Code.COUNTER_OUT_OF_ORDER
    assert funded.refuse(cash.NoteEscrowed(VALIDATOR, 132, NOTE)) == Code.ALREADY_DONE


def test_the_count_goes_round_from_255_to_1(bench):
    for code in range(255):
        bench.do(cash.ValidatorMoved(VALIDATOR, counter_after(code, 1), code))
    bench.do(cash.NoteStacked(VALIDATOR, 1, NOTE))
    assert bench.kiosk.balance == NOTE
    assert bench.refuse(cash.NoteStacked(VALIDATOR, 255, NOTE)) == Code.ALREADY_DONE


def test_a_note_stacked_in_a_power_cut_is_credited_once_though_its_escrow_was_never_heard_of(bench):
    bench.do(cash.ValidatorMoved(VALIDATOR, 1, 0))
    bench.do(cash.NoteStacked(VALIDATOR, 2, NOTE))
    assert bench.refuse(cash.NoteStacked(VALIDATOR, 2, NOTE)) == Code.ALREADY_DONE
    assert bench.kiosk.balance == NOTE


def test_a_note_given_back_unheard_of_moves_no_money(bench):
    bench.do(cash.NoteReturned(VALIDATOR, 1, NOTE))
    assert bench.kiosk.balance == 0
    assert bench.refuse(cash.NoteReturned(VALIDATOR, 1, NOTE)) == Code.ALREADY_DONE


def test_what_lies_in_the_stacker_counts_even_if_another_note_was_held(bench):
    bench.do(cash.NoteEscrowed(VALIDATOR, 1, NOTE))
    assert bench.do(cash.NoteStacked(VALIDATOR, 2, Money(5000))) == [
        cash.NoteUnaccounted(VALIDATOR, NOTE),
        cash.NoteCredited(VALIDATOR, 2, Money(5000), balance=Money(5000)),
    ]


def test_a_second_note_in_escrow_leaves_the_first_unaccounted(bench):
    bench.do(cash.NoteEscrowed(VALIDATOR, 1, NOTE))
    assert bench.do(cash.NoteEscrowed(VALIDATOR, 2, Money(1000))) == [
        cash.NoteUnaccounted(VALIDATOR, NOTE),
        cash.NoteHeld(VALIDATOR, 2, Money(1000), accept=True),
    ]


def test_a_reset_validator_has_lost_its_note_and_counts_from_zero(funded):
    funded.do(cash.NoteEscrowed(VALIDATOR, 5, NOTE))
    assert funded.do(cash.ValidatorReset(VALIDATOR)) == [
        cash.NoteUnaccounted(VALIDATOR, NOTE),
        cash.ValidatorCounted(VALIDATOR, 0, 0),
    ]
    assert funded.kiosk.balance == 7000
    assert funded.refuse(cash.ValidatorReset(VALIDATOR)) == Code.ALREADY_SO
    funded.insert(1000)
    assert funded.kiosk.balance == 8000


def test_lost_events_shut_the_slot_until_an_attendant_has_looked(funded):
    funded.do(cash.NoteEscrowed(VALIDATOR, 5, NOTE))
    assert funded.do(cash.EventsLost(VALIDATOR, 14, missed=9)) == [
        cash.NoteUnaccounted(VALIDATOR, NOTE),
        cash.ValidatorCounted(VALIDATOR, 14, 0),
        cash.DeviceConditionChanged(VALIDATOR, "events-lost"),
    ]
    assert funded.refuse(cash.DeviceReported(VALIDATOR, "ready")) == Code.NOT_ALLOWED
    assert funded.wants() == [SHUT]
    funded.do(cash.DeviceReported(VALIDATOR, "ready", by="eve"))
    assert funded.wants() == [OPEN]
    funded.do(cash.NoteStacked(VALIDATOR, 15, NOTE))


def test_a_repeated_loss_never_sets_the_count_back(funded):
    funded.do(cash.EventsLost(VALIDATOR, 14, missed=10))
    assert funded.refuse(cash.EventsLost(VALIDATOR, 14, missed=10)) == Code.ALREADY_DONE
    funded.do(cash.NoteStacked(VALIDATOR, 15, NOTE))
    assert funded.refuse(cash.EventsLost(VALIDATOR, 14, missed=10)) == Code.ALREADY_DONE
    assert funded.refuse(cash.NoteStacked(VALIDATOR, 15, NOTE)) == Code.ALREADY_DONE


def test_a_loss_of_more_than_half_the_circle_is_still_a_loss(funded):
    funded.do(cash.EventsLost(VALIDATOR, 204, missed=200))
    assert funded.wants() == [SHUT]


@pytest.mark.parametrize(("counter", "missed"), [(14, 9), (4, 0), (10, -249)])
def test_a_loss_that_does_not_add_up_is_refused(funded, counter, missed):
    assert funded.refuse(cash.EventsLost(VALIDATOR, counter, missed)) in (
        Code.COUNTER_OUT_OF_ORDER,
        Code.ALREADY_DONE,
    )


@pytest.mark.parametrize("amount", [0, -2000])
def test_a_note_is_worth_something(bench, amount):
    assert bench.refuse(cash.NoteStacked(VALIDATOR, 1, Money(amount))) == Code.NOTE_NOT_ACCEPTED


@pytest.mark.parametrize(
    "command",
    [
        cash.NoteEscrowed(PRINTER, 1, NOTE),
        cash.NoteStacked(PRINTER, 1, NOTE),
        cash.NoteReturned(PRINTER, 1, NOTE),
        cash.ValidatorMoved(PRINTER, 1, 0),
        cash.ValidatorReset(PRINTER),
        cash.EventsLost(PRINTER, 9, 9),
        cash.DeviceReported(DeviceId("toaster"), "ready"),
    ],
)
def test_only_the_profiles_devices_are_listened_to(bench, command):
    assert bench.refuse(command) == Code.NO_SUCH_DEVICE


def test_a_condition_already_known_is_not_told_again(bench):
    assert bench.refuse(cash.DeviceReported(PRINTER, "ready")) == Code.ALREADY_SO


# -- what may never happen, broken on purpose ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "event"),
    [
        ("note-counted-once", cash.NoteCredited(VALIDATOR, 4, NOTE, balance=Money(9000))),
        ("note-counted-once", cash.NoteCredited(VALIDATOR, 6, NOTE, balance=Money(9000))),
        ("note-counted-once", cash.NoteHeld(VALIDATOR, 4, NOTE, accept=True)),
        ("note-counted-once", cash.NoteGivenBack(VALIDATOR, 9, NOTE)),
        ("balance-as-told", cash.NoteCredited(VALIDATOR, 5, NOTE, balance=Money(9001))),
        ("balance-not-below-zero", cash.NoteCredited(VALIDATOR, 5, Money(-7001), balance=Money(-1))),
    ],
)
def test_an_impossible_note_is_a_breach(funded, name, event):
    with pytest.raises(InvariantBreach) as caught:
        evolve(funded.kiosk, event)
    assert caught.value.name == name


def test_two_notes_in_escrow_are_a_breach(bench):
    bench.do(cash.NoteEscrowed(VALIDATOR, 1, NOTE))
    with pytest.raises(InvariantBreach, match="one-note-in-escrow"):
        evolve(bench.kiosk, cash.NoteHeld(VALIDATOR, 2, NOTE, accept=True))
