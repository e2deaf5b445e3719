"""What staff read of a table in trouble: every fault with its remedy, in every language (R-TLT-3)."""

from typing import get_args

import pytest

from cashier.kiosk.device_faults import DOUBTS, ROWS
from cashier.money import Money
from cashier.records import CashOut, DeviceReported, TicketInDoubt, TicketSending
from controller.faults import DOORS, FAULTS, SCREEN_LOST
from controller.language import load_languages
from controller.service.trouble import troubles
from controller.vocab import fault_records as fr
from controller.vocab import seat_records as sr
from tests.app.house import House

LANGUAGES = load_languages()


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_every_fault_and_every_condition_of_a_device_has_a_remedy(language) -> None:
    for kind in get_args(fr.FaultKind):
        assert language.knows(f"event.{kind}")
        assert language.knows(f"remedy.{kind}")
    for row in (*ROWS, *DOUBTS.values(), *DOORS.values(), *FAULTS.values(), SCREEN_LOST):
        assert language.knows(f"event.{row.text}"), row.code
        assert language.knows(f"remedy.{row.helps}"), row.code
    for row in ROWS:
        assert language.knows(f"device.{row.role}"), row.code
        assert not row.shown or language.knows(f"condition.{row.shown}"), row.code


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_what_is_wrong_is_told_to_staff_with_the_remedy_until_it_is_over(house: House, language) -> None:
    currency = house.profile.currency
    house.do(DeviceReported(device="validator", condition="ready"))
    house.do(DeviceReported(device="printer", condition="ready"))
    assert not list(troubles(house.staff.view, language, currency))
    house.do(fr.ReportFault(fault="copy-failed", place="second"))
    house.do(fr.ReportFault(fault="disk-low", place="table"))
    house.do(fr.ReportDisplay(screen="seat-3", connected=True, seat=3))
    house.do(fr.ReportDisplay(screen="seat-3", connected=False, seat=3))
    house.do(DeviceReported(device="validator", condition="stacker-full"))
    house.insert(2_000)
    house.do(CashOut(request=house.request(), amount=Money(2_000)))
    house.do(TicketSending(number=house.machine.kiosk.paying))
    house.do(TicketInDoubt(number=house.machine.kiosk.paying, condition="jam"))
    found = list(troubles(house.staff.view, language, currency))
    assert [trouble.place for trouble in found] == ["", "", "seat-3", "validator", ""]
    assert "second" in found[0].what
    assert found[1].remedy == language.text("remedy.disk-low")
    assert house.machine.kiosk.paying[-4:] in found[4].what
    house.do(fr.ClearFault(fault="copy-failed", place="second"))
    house.do(fr.ReportDisplay(screen="seat-3", connected=True, seat=3))
    assert len(list(troubles(house.staff.view, language, currency))) == 3
    for screen in (house.seat(1), house.kiosk):
        assert screen.view.faults == screen.view.lost_screens == ()


def test_a_player_whose_screen_is_lost_is_told_so_and_nobody_else_of_a_display(house: House) -> None:
    house.sit(3)
    house.do(fr.ReportDisplay(screen="seat-3", connected=True, seat=3))
    house.do(fr.ReportDisplay(screen="seat-3", connected=False, seat=3))
    assert house.machine.table.seats[3].screen_lost
    assert house.seat(1).view.at(3).screen_lost
    house.do(fr.ReportDisplay(screen="seat-3", connected=True, seat=3))
    assert not house.machine.table.seats[3].screen_lost


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_a_call_for_an_attendant_is_told_to_staff_until_it_is_answered(house: House, language) -> None:
    currency = house.profile.currency
    before = len(list(troubles(house.staff.view, language, currency)))
    house.do(sr.CallAttendant(seat=3))
    house.do(sr.CallAttendant(seat=0))
    seat, kiosk = list(troubles(house.staff.view, language, currency))[:2]
    assert "3" in seat.what
    assert "jakaja attend answer 0" in kiosk.remedy
    assert house.seat(3).view.calls == house.kiosk.view.calls == (3, 0)
    for place in (3, 0):
        house.do(sr.AnswerCall(seat=place, by="anna"))
    assert len(list(troubles(house.staff.view, language, currency))) == before
