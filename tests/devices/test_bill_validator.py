"""The bill validator's driver, against frames written by hand (ccTalk Generic Specification part 2).

The fake line answers each command from a table; header 159 (read buffered bill events) is answered by the ring that a
test has set. Bill type 1 is 5 euros, 2 is 10, 3 is 20, 4 is 50; type 5 is a British note.
"""

from collections.abc import Collection

import pytest

from cashier.devices.bill_validator import BillValidator
from cashier.money import EUR, HUF, Currency, Money
from cashier.records import (
    Command,
    Condition,
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
from cashier.usb import DeviceAbsent, Gone, Timeout

VALIDATOR = DeviceId("validator")
TEN, TWENTY = Money(1000), Money(2000)

READ_EVENTS = "28 00 01 9f 38"
STACK = "28 01 01 9a 01 3b"
RETURN = "28 01 01 9a 00 3c"
SELF_CHECK = "28 00 01 e8 ef"
SLOT_STATUS = "28 00 01 e3 f4"
CLOSE_SLOT = "28 01 01 e4 00 f2"
OPEN_SLOT = "28 01 01 e4 01 f1"
TAKE_NOTHING = "28 02 01 e7 00 00 ee"
TAKE_TENS = "28 02 01 e7 02 00 ec"
TAKE_TENS_AND_TWENTIES = "28 02 01 e7 06 00 e8"
ESCROW_ON = "28 01 01 99 03 3a"

ACK = "01 00 28 00 d7"
NAK = "01 00 28 05 d2"
NO_BILL = "01 07 28 00 2e 2e 2e 2e 2e 2e 2e 8e"

RING_FRESH = "01 0b 28 00 00 00 00 00 00 00 00 00 00 00 00 cc"
RING_TEN_HELD = "01 0b 28 00 01 02 01 00 00 00 00 00 00 00 00 c8"
RING_TEN_STACKED = "01 0b 28 00 02 02 00 02 01 00 00 00 00 00 00 c5"
RING_TEN_RETURNED = "01 0b 28 00 02 00 01 02 01 00 00 00 00 00 00 c6"
RING_STACKED_THEN_JAM = "01 0b 28 00 03 00 06 02 00 02 01 00 00 00 00 be"
RING_AFTER_WRAP = "01 0b 28 00 01 02 00 02 01 00 02 00 02 00 02 c0"
RING_SIX_REJECTS = "01 0b 28 00 06 00 03 00 03 00 03 00 03 00 03 b7"

ANSWERS = {
    "28 00 01 fe d9": ACK,
    "28 00 01 f5 e2": "01 0e 28 00 42 69 6c 6c 20 56 61 6c 69 64 61 74 6f 72 80",
    "28 00 01 f6 e1": "01 04 28 00 41 43 4d 45 bd",
    "28 00 01 f4 e3": "01 03 28 00 42 56 31 0b",
    "28 01 01 9d 01 38": "01 07 28 00 45 55 30 30 30 35 41 30",
    "28 01 01 9d 02 37": "01 07 28 00 45 55 30 30 31 30 41 34",
    "28 01 01 9d 03 36": "01 07 28 00 45 55 30 30 32 30 41 33",
    "28 01 01 9d 04 35": "01 07 28 00 45 55 30 30 35 30 41 30",
    "28 01 01 9d 05 34": "01 07 28 00 47 42 30 30 31 30 41 45",
    "28 01 01 9d 06 33": NO_BILL,
    "28 01 01 9d 07 32": NO_BILL,
    "28 01 01 9d 08 31": NO_BILL,
    "28 01 01 9d 09 30": NO_BILL,
    "28 01 01 9d 0a 2f": NO_BILL,
    "28 01 01 9d 0b 2e": NO_BILL,
    "28 01 01 9d 0c 2d": NO_BILL,
    "28 01 01 9d 0d 2c": NO_BILL,
    "28 01 01 9d 0e 2b": NAK,
    "28 01 01 9d 0f 2a": NAK,
    "28 01 01 9d 10 29": NAK,
    "28 02 01 9c 45 55 9f": "01 03 28 00 64 00 02 6e",
    ESCROW_ON: ACK,
    CLOSE_SLOT: ACK,
    OPEN_SLOT: ACK,
    TAKE_NOTHING: ACK,
    TAKE_TENS: ACK,
    TAKE_TENS_AND_TWENTIES: ACK,
    SELF_CHECK: "01 01 28 00 00 d6",
    SLOT_STATUS: "01 01 28 00 01 d5",
    STACK: ACK,
    RETURN: ACK,
}


class FakeLine:
    """A serial pipe whose other end answers from a table; echoes what it hears, as a one-wire bus does."""

    def __init__(self) -> None:
        self.answers = dict(ANSWERS)
        self.ring = RING_FRESH
        self.heard: list[str] = []
        self.gone = False
        self.plugged = True
        self.late = b""
        self._coming = b""

    def open(self) -> "FakeLine":
        if not self.plugged:
            raise DeviceAbsent("no USB device 1209:0001 is plugged in")
        self.gone = False
        return self

    def write(self, data: bytes, timeout_ms: int) -> None:
        self._still_there()
        command = data.hex(" ")
        self.heard.append(command)
        answer = self.ring if command == READ_EVENTS else self.answers.get(command, "")
        self._coming += data + bytes.fromhex(answer)

    def read(self, timeout_ms: int) -> bytes:
        self._still_there()
        coming, self._coming = self._coming[:7], self._coming[7:]
        if not coming:
            self._coming, self.late = self.late, b""
            raise Timeout("nothing came")
        return coming

    def close(self) -> None:
        self._coming = b""

    def unplug(self) -> None:
        self.gone = True
        self.plugged = False

    def plug(self) -> None:
        self.plugged = True

    def silence(self) -> None:
        """The validator stops answering, its USB adapter stays."""
        self.answers = {}
        self.ring = ""

    def heard_anew(self) -> list[str]:
        """What was heard since the last call, polls left out."""
        heard, self.heard = [command for command in self.heard if command != READ_EVENTS], []
        return heard

    def _still_there(self) -> None:
        if self.gone:
            raise Gone("no such device")


def make(line: FakeLine, last_counter: int | None = 0, currency: Currency = EUR) -> BillValidator:
    return BillValidator(VALIDATOR, line.open, currency, last_counter=last_counter)


def reported(condition: Condition) -> Command:
    return DeviceReported(device=VALIDATOR, condition=condition)


def take(*amounts: Money) -> Want:
    return TakeNotes(device=VALIDATOR, amounts=amounts)


@pytest.fixture
def line() -> FakeLine:
    return FakeLine()


@pytest.fixture
def driver(line: FakeLine) -> BillValidator:
    """A driver past its start-up, with nothing to tell."""
    validator = make(line)
    assert validator.step([]) == [reported("ready")]
    line.heard_anew()
    return validator


def steps(driver: BillValidator, count: int, wants: Collection[Want] = ()) -> list[Command]:
    return [command for _ in range(count) for command in driver.step(wants)]


# -- start-up ------------------------------------------------------------------------------------------------------


def test_start_up_reads_ids_and_bills_then_switches_escrow_on_and_the_slot_off(line: FakeLine) -> None:
    driver = make(line)
    assert driver.step([]) == [reported("ready")]
    assert (driver.identity.manufacturer, driver.identity.product) == ("ACME", "BV1")
    heard = line.heard_anew()
    assert heard[0] == "28 00 01 fe d9"
    assert heard[-4:] == [ESCROW_ON, CLOSE_SLOT, TAKE_NOTHING, SELF_CHECK]


def test_the_first_step_says_absent_while_nothing_is_plugged_in_and_says_it_once(line: FakeLine) -> None:
    line.unplug()
    driver = make(line)
    assert steps(driver, 3) == [reported("absent")]
    line.plug()
    assert steps(driver, 2) == [reported("ready")]


def test_another_device_at_the_validators_address_is_the_wrong_one(line: FakeLine) -> None:
    line.answers["28 00 01 f5 e2"] = "01 06 28 00 50 61 79 6f 75 74 4f"
    assert steps(make(line), 5) == [reported("wrong-device")]


def test_a_fault_found_by_the_self_check_is_told_at_start_up_and_its_end_later(line: FakeLine) -> None:
    line.answers[SELF_CHECK] = "01 01 28 00 2d a9"
    driver = make(line)
    assert steps(driver, 3) == [reported("stacker-full")]
    line.answers[SELF_CHECK] = ANSWERS[SELF_CHECK]
    assert steps(driver, 2) == [reported("ready")]


def test_a_validator_without_self_check_counts_as_ready(line: FakeLine) -> None:
    line.answers[SELF_CHECK] = NAK
    assert steps(make(line), 2) == [reported("ready")]


# -- the slot ------------------------------------------------------------------------------------------------------


def test_the_wanted_notes_are_let_in_and_told_to_the_validator_once(driver: BillValidator, line: FakeLine) -> None:
    wants = [take(TEN, TWENTY)]
    assert steps(driver, 3, wants) == []
    assert line.heard_anew() == [TAKE_TENS_AND_TWENTIES, OPEN_SLOT, SLOT_STATUS, SLOT_STATUS]


def test_wanting_no_notes_closes_the_slot_before_the_mask_changes(driver: BillValidator, line: FakeLine) -> None:
    driver.step([take(TEN)])
    assert line.heard_anew() == [TAKE_TENS, OPEN_SLOT]
    driver.step([take()])
    assert line.heard_anew()[-2:] == [CLOSE_SLOT, TAKE_NOTHING]


def test_wants_of_another_validator_change_nothing(driver: BillValidator, line: FakeLine) -> None:
    driver.step([TakeNotes(device=DeviceId("other"), amounts=(TEN,)), StackNote(DeviceId("other"), 1)])
    assert line.heard_anew() == []


def test_notes_of_another_country_are_never_let_in(driver: BillValidator, line: FakeLine) -> None:
    driver.step([take(TEN)])
    assert TAKE_TENS in line.heard_anew()


def test_a_mask_whose_answer_is_lost_is_sent_again(driver: BillValidator, line: FakeLine) -> None:
    del line.answers[OPEN_SLOT]
    driver.step([take(TEN)])
    line.answers[OPEN_SLOT] = ACK
    line.heard_anew()
    driver.step([take(TEN)])
    assert line.heard_anew() == [TAKE_TENS, OPEN_SLOT]


def test_amounts_follow_the_scaling_factor_and_the_tables_currency(line: FakeLine) -> None:
    line.answers["28 02 01 9c 45 55 9f"] = "01 03 28 00 e8 03 00 e9"
    line.ring = RING_TEN_HELD
    commands = make(line, currency=HUF).step([])
    assert commands == [reported("ready"), NoteEscrowed(VALIDATOR, 1, Money(1_000_000))]


# -- notes ---------------------------------------------------------------------------------------------------------


def test_a_note_is_held_then_stacked_when_the_host_wants_it(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    assert driver.step([]) == [NoteEscrowed(VALIDATOR, 1, TEN)]
    assert driver.step([StackNote(VALIDATOR, 1)]) == []
    assert line.heard_anew() == [STACK]
    line.ring = RING_TEN_STACKED
    assert driver.step([StackNote(VALIDATOR, 1)]) == [NoteStacked(VALIDATOR, 2, TEN)]
    assert driver.step([]) == []


def test_a_note_is_given_back_when_the_host_wants_that(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    driver.step([])
    driver.step([ReturnNote(VALIDATOR, 1)])
    assert line.heard_anew() == [RETURN]
    line.ring = RING_TEN_RETURNED
    assert driver.step([]) == [NoteReturned(VALIDATOR, 2, TEN)]


def test_a_note_is_routed_once_even_if_the_want_stays(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    driver.step([])
    steps(driver, 4, [StackNote(VALIDATOR, 1)])
    assert line.heard_anew() == [STACK]


def test_a_route_without_answer_is_never_repeated_the_next_poll_tells(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    driver.step([])
    del line.answers[STACK]
    assert driver.step([StackNote(VALIDATOR, 1)]) == []
    line.ring = RING_TEN_STACKED
    assert driver.step([StackNote(VALIDATOR, 1)]) == [NoteStacked(VALIDATOR, 2, TEN)]
    assert line.heard_anew() == [STACK]


def test_a_route_that_the_validator_refuses_is_not_repeated(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    driver.step([])
    line.answers[STACK] = "01 01 28 00 fe d8"
    assert steps(driver, 3, [StackNote(VALIDATOR, 1)]) == []
    assert line.heard_anew() == [STACK]


def test_a_want_for_a_note_that_is_not_held_moves_nothing(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    driver.step([])
    driver.step([StackNote(VALIDATOR, 9)])
    line.ring = RING_TEN_RETURNED
    driver.step([])
    driver.step([StackNote(VALIDATOR, 1)])
    assert line.heard_anew() == []


# -- the counter ---------------------------------------------------------------------------------------------------


def test_missed_events_are_told_in_order_each_with_its_own_counter(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_STACKED_THEN_JAM
    assert driver.step([]) == [
        NoteEscrowed(VALIDATOR, 1, TEN),
        NoteStacked(VALIDATOR, 2, TEN),
        ValidatorMoved(VALIDATOR, 3, 6),
        reported("jam"),
    ]


def test_the_counter_runs_from_255_to_1(line: FakeLine) -> None:
    line.ring = RING_AFTER_WRAP
    assert make(line, last_counter=254).step([]) == [
        reported("ready"),
        NoteEscrowed(VALIDATOR, 255, TEN),
        NoteStacked(VALIDATOR, 1, TEN),
    ]


def test_after_a_restart_nothing_is_told_twice(line: FakeLine) -> None:
    line.ring = RING_TEN_STACKED
    assert make(line, last_counter=2).step([]) == [reported("ready")]


def test_after_a_restart_what_happened_meanwhile_is_told(line: FakeLine) -> None:
    line.ring = RING_TEN_STACKED
    assert make(line, last_counter=1).step([]) == [reported("ready"), NoteStacked(VALIDATOR, 2, TEN)]


def test_after_a_restart_a_note_still_held_can_be_stacked(line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    make(line, last_counter=1).step([StackNote(VALIDATOR, 1)])
    assert line.heard_anew()[-1] == STACK


def test_after_a_restart_a_returned_note_keeps_its_amount(line: FakeLine) -> None:
    line.ring = RING_TEN_RETURNED
    assert NoteReturned(VALIDATOR, 2, TEN) in make(line, last_counter=1).step([])


def test_a_journal_without_counter_takes_all_events_since_the_reset(line: FakeLine) -> None:
    line.ring = RING_TEN_STACKED
    commands = make(line, last_counter=None).step([])
    assert commands[1:] == [NoteEscrowed(VALIDATOR, 1, TEN), NoteStacked(VALIDATOR, 2, TEN)]


def test_a_reset_is_told_once_and_the_validator_set_up_again(line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    driver = make(line, last_counter=1)
    driver.step([take(TEN)])
    line.ring = RING_FRESH
    assert driver.step([take(TEN)]) == [ValidatorReset(VALIDATOR)]
    line.heard_anew()
    assert driver.step([take(TEN)]) == []
    heard = line.heard_anew()
    assert ESCROW_ON in heard
    assert heard[-2:] == [TAKE_TENS, OPEN_SLOT]


def test_a_reset_before_the_first_event_shows_in_the_closed_slot(driver: BillValidator, line: FakeLine) -> None:
    driver.step([take(TEN)])
    line.answers[SLOT_STATUS] = "01 01 28 00 00 d6"
    assert steps(driver, 2, [take(TEN)]) == []
    heard = line.heard_anew()
    assert ESCROW_ON in heard
    assert heard[-2:] == [TAKE_TENS, OPEN_SLOT]


def test_a_reset_while_the_controller_was_off_is_told(line: FakeLine) -> None:
    assert make(line, last_counter=77).step([]) == [reported("ready"), ValidatorReset(VALIDATOR)]


def test_more_than_five_missed_events_are_lost_and_close_the_slot(driver: BillValidator, line: FakeLine) -> None:
    driver.step([take(TEN)])
    line.heard_anew()
    line.ring = RING_SIX_REJECTS
    assert driver.step([take(TEN)]) == [EventsLost(VALIDATOR, counter=6, missed=6)]
    assert line.heard_anew() == [CLOSE_SLOT, TAKE_NOTHING]
    assert steps(driver, 3, [take(TEN)]) == []
    assert line.heard_anew() == []


def test_the_slot_opens_again_when_the_host_has_closed_and_reopened_it(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_SIX_REJECTS
    driver.step([take(TEN)])
    line.heard_anew()
    assert steps(driver, 2, [take()]) == []
    assert driver.step([take(TEN)]) == [reported("ready")]
    assert line.heard_anew() == [SELF_CHECK, TAKE_TENS, OPEN_SLOT]


def ring(counter: int, *events: tuple[int, int]) -> str:
    """An answer to header 159 with these events, newest first."""
    frame = [1, 11, 40, 0, counter, *(byte for event in events for byte in event)]
    return bytes((*frame, -sum(frame) & 0xFF)).hex(" ")


def test_a_note_is_routed_also_when_its_counter_was_routed_a_whole_round_before(
    driver: BillValidator, line: FakeLine
) -> None:
    line.ring = RING_TEN_HELD
    driver.step([])
    driver.step([StackNote(VALIDATOR, 1)])
    line.ring = RING_TEN_STACKED
    driver.step([])
    for counter in (*range(7, 255, 5), 255):
        line.ring = ring(counter, *[(0, 3)] * 5)
        driver.step([])
    line.heard_anew()
    line.ring = ring(1, (2, 1), *[(0, 3)] * 4)
    assert driver.step([]) == [NoteEscrowed(VALIDATOR, 1, TEN)]
    driver.step([StackNote(VALIDATOR, 1)])
    assert line.heard_anew() == [STACK]


# -- trouble -------------------------------------------------------------------------------------------------------


def test_a_jam_is_told_and_ends_when_the_self_check_is_clean(driver: BillValidator, line: FakeLine) -> None:
    line.answers[SELF_CHECK] = "01 01 28 00 27 af"
    line.ring = RING_STACKED_THEN_JAM
    assert driver.step([])[-1] == reported("jam")
    assert driver.step([]) == []
    line.answers[SELF_CHECK] = ANSWERS[SELF_CHECK]
    assert driver.step([]) == [reported("ready")]


def test_one_lost_answer_is_no_condition(driver: BillValidator, line: FakeLine) -> None:
    line.ring = ""
    assert steps(driver, 2) == []
    line.ring = RING_TEN_HELD
    assert driver.step([]) == [NoteEscrowed(VALIDATOR, 1, TEN)]


def test_three_silent_steps_are_absence_and_the_return_is_a_new_start(driver: BillValidator, line: FakeLine) -> None:
    line.silence()
    assert steps(driver, 6) == [reported("absent")]
    line.answers, line.ring = dict(ANSWERS), RING_FRESH
    line.heard_anew()
    assert driver.step([]) == [reported("ready")]
    assert ESCROW_ON in line.heard_anew()


def test_an_answer_that_comes_too_late_is_not_taken_for_the_next_ones(driver: BillValidator, line: FakeLine) -> None:
    line.ring = ""
    line.late = bytes.fromhex(RING_TEN_STACKED)
    assert driver.step([]) == []
    line.ring = RING_TEN_HELD
    assert driver.step([]) == [NoteEscrowed(VALIDATOR, 1, TEN)]


def test_an_answer_of_the_wrong_length_is_no_answer(driver: BillValidator, line: FakeLine) -> None:
    line.ring = ACK
    assert driver.step([]) == []


def test_unplugging_is_absence_and_plugging_in_goes_on_where_it_was(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    driver.step([])
    line.unplug()
    assert steps(driver, 3) == [reported("absent")]
    line.plug()
    line.ring = RING_TEN_STACKED
    assert driver.step([]) == [reported("ready"), NoteStacked(VALIDATOR, 2, TEN)]


def test_what_was_read_before_the_line_broke_is_not_lost(driver: BillValidator, line: FakeLine) -> None:
    line.ring = RING_TEN_HELD
    del line.answers[TAKE_TENS]
    assert driver.step([take(TEN)]) == [NoteEscrowed(VALIDATOR, 1, TEN)]
    assert driver.step([]) == []
