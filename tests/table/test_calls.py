"""Calls for an attendant: once a place, in any state of the table, until answered or taken back (ui.md §2.9)."""

import pytest

from cashier.refusal import Code, Refusal
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.wire.messages import refuse_ask
from controller.wire.redact import Viewer, redact
from tests.table.evening import Evening, of, profile_of


@pytest.fixture
def evening() -> Evening:
    return Evening(profile_of("holdem-nl", seats=6)).fill(1, 2, 4, 5)


def calls(evening: Evening) -> tuple[int, ...]:
    found: tuple[int, ...] = evening.machine.table.calls
    return found


def test_a_call_waits_until_staff_have_been_there(evening):
    evening.do(sr.CallAttendant(seat=4))
    evening.do(sr.CallAttendant(seat=2))
    assert calls(evening) == (4, 2)
    assert of(evening.do(sr.AnswerCall(seat=4, by="anna")), sr.CallEnded) == [sr.CallEnded(4, by="anna")]
    assert calls(evening) == (2,)


def test_a_second_call_is_the_first_one_and_what_was_not_called_cannot_be_answered(evening):
    evening.do(sr.CallAttendant(seat=4))
    assert evening.refuse(sr.CallAttendant(seat=4)) is Code.ALREADY_SO
    assert evening.refuse(sr.AnswerCall(seat=2, by="anna")) is Code.ALREADY_SO


def test_a_call_can_be_taken_back(evening):
    evening.do(sr.CallAttendant(seat=4))
    assert of(evening.do(sr.CallAttendant(seat=4, calls=False)), sr.CallEnded) == [sr.CallEnded(4)]
    assert calls(evening) == ()
    assert evening.refuse(sr.CallAttendant(seat=4, calls=False)) is Code.ALREADY_SO


def test_staff_come_to_a_free_seat_to_the_kiosk_and_in_a_pause(evening):
    evening.do(tr.Pause(by="anna"))
    for place in (3, 0):
        evening.do(sr.CallAttendant(seat=place))
    assert calls(evening) == (3, 0)
    assert evening.refuse(sr.CallAttendant(seat=7)) is Code.NO_SUCH_SEAT


def test_each_screen_calls_to_its_own_place_and_only_staff_answer():
    def refused(viewer, command):
        return refuse_ask(viewer, command) == Refusal(Code.NOT_ALLOWED)

    seat, kiosk, staff = Viewer("seat", 4), Viewer("kiosk"), Viewer("staff")
    assert not refused(seat, sr.CallAttendant(seat=4))
    assert refused(seat, sr.CallAttendant(seat=5))
    assert not refused(kiosk, sr.CallAttendant(seat=0))
    assert refused(kiosk, sr.CallAttendant(seat=4))
    assert not refused(staff, sr.AnswerCall(seat=4, by="anna"))
    assert refused(seat, sr.AnswerCall(seat=4, by="Elina"))


def test_who_answered_is_for_staff_alone():
    ended = sr.CallEnded(4, by="anna")
    assert redact(ended, Viewer("seat", 4)) == sr.CallEnded(4)
    assert redact(ended, Viewer("staff")) == ended
