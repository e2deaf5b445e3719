"""Time and absence: poker.md §9 (the clock, presence), §15 (timer, sit-out button), R-TBL-4 and R-TBL-6."""

import msgspec
import pytest

from cashier.refusal import Code
from controller import machine as machines
from controller.games import rulings
from controller.vocab import hand_records as hr
from controller.vocab import seat_records as sr
from controller.vocab import table_records as tr
from controller.vocab.profile import Clocks, Ruling
from controller.vocab.table_records import ClockStarted
from tests.table.evening import Evening, of, profile_of

CLOCKS = Clocks(
    decision=20_000, between_hands=4_000, called=30_000, bank=60_000, bank_refill=5_000, grace=3_000, away=600_000
)


@pytest.fixture
def evening() -> Evening:
    """Three seats in the first decision of a hand."""
    table = Evening(profile_of("holdem-nl", clocks=CLOCKS)).fill(1, 4, 7)
    table.deal()
    return table


def clock(evening: Evening) -> ClockStarted:
    return of(evening.log, ClockStarted)[-1]


def wait(evening: Evening, until: int) -> list:
    evening.ms = until
    return evening.do(tr.Tick())


def without_bank(evening: Evening) -> Evening:
    """The same table where nobody has a time bank."""
    table = Evening(profile_of("holdem-nl", clocks=msgspec.structs.replace(CLOCKS, bank=0))).fill(1, 4, 7)
    table.deal()
    return table


def by_check_else_fold(monkeypatch) -> None:
    row = rulings.find_rule_set("helsinki")
    changed = msgspec.structs.replace(row.rulings, timeout_action="check-else-fold")
    monkeypatch.setitem(rulings._BY_ID, "helsinki", msgspec.structs.replace(row, rulings=changed))


def to_the_flop(evening: Evening) -> None:
    while evening.machine.table.hand.street == 0:
        evening.act("call" if evening.decision.call else "check")


def test_s9_a_decision_has_its_time_and_the_last_ten_seconds_are_counted(evening):
    started = clock(evening)
    assert (started.cause, started.allowed, started.countdown) == ("decision", 20_000, 10_000)
    assert started.deadline == evening.ms + 20_000


def test_s9_a_tie_at_the_bell_is_the_players(evening):
    table = without_bank(evening)
    bell = clock(table).deadline
    table.ms = bell
    assert table.refuse(tr.Tick()) is Code.NOT_DUE
    assert machines.due(table.machine) == bell + 1
    table.act("call")


def test_s9_one_millisecond_later_the_hand_is_dead(evening):
    table = without_bank(evening)
    bell = clock(table)
    events = wait(table, bell.deadline + 1)
    (acted,) = of(events, hr.Acted)
    assert (acted.seat, acted.kind, acted.auto) == (bell.seat, "fold", "time-out")


def test_s9_the_time_bank_takes_over_where_the_time_of_the_decision_ends(evening):
    first = clock(evening)
    (bank,) = of(wait(evening, first.deadline + 1), tr.ClockStarted)
    assert (bank.seat, bank.cause, bank.allowed) == (first.seat, "bank", 60_000)
    evening.ms += 25_000
    (spent,) = of(evening.act("call"), tr.BankSpent)
    assert (spent.seat, spent.left) == (first.seat, 35_000)


def test_s9_the_time_bank_is_refilled_with_every_hand_up_to_its_size(evening):
    first = clock(evening)
    wait(evening, first.deadline + 1)
    evening.ms += 25_000
    evening.act("fold")
    evening.fold_out()
    evening.deal()
    assert evening.machine.table.seats[first.seat].bank == 40_000
    for _hand in range(9):
        evening.fold_out()
        evening.deal()
    assert evening.machine.table.seats[first.seat].bank == 60_000


def test_s9_an_empty_time_bank_ends_in_a_time_out(evening):
    first = clock(evening)
    bank = of(wait(evening, first.deadline + 1), tr.ClockStarted)[0]
    events = wait(evening, bank.deadline + 1)
    assert of(events, tr.BankSpent)[0].left == 0
    assert of(events, hr.Acted)[0].auto == "time-out"


def test_s9_staff_call_the_clock_for_thirty_seconds():
    slow = msgspec.structs.replace(CLOCKS, decision=300_000)
    evening = Evening(profile_of("holdem-nl", clocks=slow)).fill(1, 4, 7)
    evening.deal()
    evening.ms += 100_000
    (called,) = of(evening.do(tr.CallClock(by="floor")), tr.ClockStarted)
    assert (called.cause, called.deadline, called.countdown) == ("called", evening.ms + 30_000, 10_000)
    assert evening.refuse(tr.CallClock(by="floor")) is Code.ALREADY_SO
    assert of(wait(evening, called.deadline + 1), hr.Acted)[0].kind == "fold", "no time bank after a call"


def test_s9_a_call_never_gives_more_time(evening):
    evening.ms += 15_000
    first = clock(evening)
    (called,) = of(evening.do(tr.CallClock(by="floor")), tr.ClockStarted)
    assert called.deadline == first.deadline


def test_s9_the_clock_can_be_called_only_on_a_decision(evening):
    evening.fold_out()
    assert evening.refuse(tr.CallClock(by="floor")) is Code.NO_HAND


@pytest.mark.parametrize(("action", "kind"), [("fold", "fold"), ("check-else-fold", "check")])
def test_amb_11_what_a_time_out_does_is_the_rule_sets(evening, action, kind, monkeypatch):
    if action == "check-else-fold":
        by_check_else_fold(monkeypatch)
    table = without_bank(evening)
    to_the_flop(table)
    assert of(wait(table, clock(table).deadline + 1), hr.Acted)[0].kind == kind


def test_bug_5_a_player_whose_screen_is_dead_checks_where_that_is_free(evening):
    table = without_bank(evening)
    to_the_flop(table)
    seat = table.decision.seat
    assert table.do(sr.ReportScreen(seat=seat, connected=False)) == [sr.ScreenLost(seat=seat)]
    assert of(wait(table, clock(table).deadline + 1), hr.Acted)[0].kind == "check"


def test_s9_where_the_rulings_hold_for_dead_screens_too_he_is_folded():
    clocks = msgspec.structs.replace(CLOCKS, bank=0)
    own = (Ruling("lost_screen", "by-the-rulings"),)
    table = Evening(profile_of("holdem-nl", clocks=clocks, rulings=own)).fill(1, 4, 7)
    table.deal()
    to_the_flop(table)
    table.do(sr.ReportScreen(seat=table.decision.seat, connected=False))
    assert of(wait(table, clock(table).deadline + 1), hr.Acted)[0].kind == "fold"


def test_bug_5_but_not_where_he_must_pay(evening):
    table = without_bank(evening)
    seat = table.decision.seat
    table.do(sr.ReportScreen(seat=seat, connected=False))
    assert of(wait(table, clock(table).deadline + 1), hr.Acted)[0].kind == "fold"


def test_s8_an_all_in_player_stays_in_to_the_end_whatever_his_screen_does(evening):
    table = without_bank(evening)
    seat = table.decision.seat
    table.act("raise", table.decision.max_to)
    table.do(sr.ReportScreen(seat=seat, connected=False))
    table.do(tr.SitOut(seat=seat))
    table.act("call")
    events = table.act("fold") if table.machine.table.hand is not None else table.log
    assert not [act for act in of(table.log, hr.Acted) if act.seat == seat and act.kind == "fold"]
    shown = {event.seat for event in of(events, hr.HandShown)} | {event.seat for event in of(events, hr.HandMucked)}
    assert seat in shown


def test_bug_6_nobody_waits_twice_in_a_hand_for_a_player_who_is_not_there(evening, monkeypatch):
    by_check_else_fold(monkeypatch)
    table = without_bank(evening)
    to_the_flop(table)
    gone = table.decision.seat
    events = wait(table, clock(table).deadline + 1)
    assert of(events, tr.SatOut)[0].cause == "time-out"
    while table.machine.table.hand is not None:
        assert table.decision.seat != gone, "he has no clock any more"
        table.act("check")
    later = [act for act in of(table.log, hr.Acted) if act.seat == gone and act.auto == "absent"]
    assert [act.kind for act in later] == ["check", "check"]


def test_bug_6_who_comes_back_in_the_hand_decides_again_at_once(evening, monkeypatch):
    by_check_else_fold(monkeypatch)
    table = without_bank(evening)
    to_the_flop(table)
    gone = table.decision.seat
    wait(table, clock(table).deadline + 1)
    (back,) = of(table.do(tr.SitIn(seat=gone)), tr.SatIn)
    assert not back.waits
    while table.machine.table.hand.street == 1:
        table.act("check")
    assert table.decision.seat == gone


def test_s9_a_player_sits_out_after_as_many_time_outs_as_the_rules_say(evening, monkeypatch):
    row = rulings.find_rule_set("helsinki")
    patient = msgspec.structs.replace(row, table=msgspec.structs.replace(row.table, time_outs=2))
    monkeypatch.setitem(rulings._BY_ID, "helsinki", patient)
    table = without_bank(evening)
    gone = table.decision.seat
    assert not of(wait(table, clock(table).deadline + 1), tr.SatOut)
    table.fold_out()
    table.deal()
    while table.decision.seat != gone:
        table.act("call")
    assert of(wait(table, clock(table).deadline + 1), tr.SatOut)


@pytest.mark.parametrize("cause", ["attendant", "device", "breach"])
def test_r_tbl_6_a_pause_stops_the_clock_at_the_decision_and_gives_a_grace(evening, cause):
    first = clock(evening)
    evening.ms += 12_000
    evening.do(tr.Pause(by="floor", cause=cause))
    assert machines.due(evening.machine) is None
    (resumed,) = of(evening.do(tr.Resume(by="floor")), tr.ClockStarted)
    assert (resumed.seat, resumed.cause, resumed.deadline) == (first.seat, "resumed", first.deadline + 3_000)
    assert evening.decision.decision == first.decision


def test_r_tbl_6_a_called_clock_stays_called_over_a_pause(evening):
    evening.do(tr.CallClock(by="floor"))
    evening.do(tr.Pause(by="floor"))
    assert of(evening.do(tr.Resume(by="floor")), tr.ClockStarted)[0].cause == "called"


def test_s9_absent_when_his_turn_comes_is_folded_by_the_hungarian_rules():
    evening = Evening(profile_of("holdem-nl", "hungarian", clocks=msgspec.structs.replace(CLOCKS, bank=0))).fill(
        1, 4, 7
    )
    evening.deal()
    assert of(wait(evening, clock(evening).deadline + 1), hr.Acted)[0].kind == "fold"


# -- longer absence --------------------------------------------------------------------------------------------------


def test_s9_a_longer_absence_costs_the_seat_and_the_chips_wait_at_the_kiosk(evening):
    evening.fold_out()
    evening.do(tr.SitOut(seat=4))
    began = evening.ms
    stack = evening.stack(4)
    while evening.ms < began + CLOCKS.away:
        evening.pump()
        while evening.machine.table.hand is not None:
            evening.act("fold")
    while 4 in evening.machine.table.seats:
        evening.pump()
        while evening.machine.table.hand is not None:
            evening.act("fold")
    assert [claim.amount for claim in evening.machine.kiosk.claims.values()] == [stack]


def test_s9_once_a_day_a_longer_break_is_everyones_right(evening):
    evening.fold_out()
    began, until = of(evening.do(sr.TakeBreak(seat=4)), tr.SatOut)[0], evening.ms + 1_800_000
    assert began.cause == "break"
    assert evening.machine.table.seats[4].break_until == until
    evening.do(tr.SitIn(seat=4))
    assert evening.refuse(sr.TakeBreak(seat=4)) is Code.NOT_ALLOWED, "the next one is tomorrow's"


@pytest.mark.parametrize("breaks", [0, 1, 3])
def test_s9_a_house_may_grant_more_longer_breaks_or_none(breaks):
    evening = Evening(profile_of("holdem-nl", clocks=CLOCKS, rulings=(Ruling("breaks", breaks),))).fill(1, 4, 7)
    for _break in range(breaks):
        evening.do(sr.TakeBreak(seat=4))
        evening.do(tr.SitIn(seat=4))
    assert evening.refuse(sr.TakeBreak(seat=4)) is Code.NOT_ALLOWED


def test_s9_breaks_are_counted_for_who_leaves_and_comes_back():
    evening = Evening(profile_of("holdem-nl", clocks=CLOCKS, rulings=(Ruling("breaks", 2),))).fill(1, 4, 7)
    evening.do(sr.TakeBreak(seat=4))
    name = evening.machine.table.seats[4].name
    evening.leave(4)
    evening.sit(4, 20_000, name)
    evening.do(sr.TakeBreak(seat=4))
    evening.do(tr.SitIn(seat=4))
    assert evening.refuse(sr.TakeBreak(seat=4)) is Code.NOT_ALLOWED


def test_s9_the_break_does_not_count_as_absence(evening):
    evening.fold_out()
    for seat in (1, 7):
        evening.leave(seat)
    evening.do(sr.TakeBreak(seat=4))
    assert machines.due(evening.machine) == evening.ms + 1_800_000 + CLOCKS.away


def test_s9_who_has_sat_out_loses_nothing_where_the_house_sets_no_limit():
    evening = Evening(profile_of("holdem-nl")).fill(1, 4)
    evening.do(tr.SitOut(seat=4))
    assert machines.due(evening.machine) is None
