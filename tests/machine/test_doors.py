"""Doors: what stands still while one is open, and what is told of it (requirements R-DOR-1 to R-DOR-4)."""

import pytest

from cashier import payout_records as payout
from cashier import records as cash
from cashier import redeem_records as redeem
from cashier.fault_rows import EVERYTHING, MONEY
from cashier.money import Money
from cashier.refusal import Code
from controller import machine as machines
from controller.faults import DOORS
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from tests.machine.door_deeds import BOARD, FITTED, Doors, room_with_doors, with_doors
from tests.machine.kiosk_deeds import HOPPER, SCANNER
from tests.machine.room import Room, changed, kinds, only

PRINTER = cash.DeviceId("printer")
OF_THE_TABLE = [door for door in FITTED if DOORS[door].reach == "table"]
OF_THE_KIOSK = [door for door in FITTED if DOORS[door].reach == "kiosk"]
BY_THEMSELVES = [door for door in FITTED if DOORS[door].ends == "itself"]
BY_PEOPLE = [door for door in FITTED if DOORS[door].ends == "attendant"]


@pytest.fixture
def site():
    room, doors = room_with_doors()
    for device in ("validator", "printer", "hopper", "scanner", "recycler", "cards"):
        room.do(cash.DeviceReported(cash.DeviceId(device), "ready"))
    room.do(payout.FillHopper(200, "eve"))
    return room, doors


def takes_notes(room):
    (slot,) = (want for want in machines.wants(room.machine) if isinstance(want, cash.TakeNotes))
    return bool(slot.amounts)


def signal(room):
    (shown,) = (want for want in machines.wants(room.machine) if isinstance(want, fr.ShowSignal))
    return shown


# -- R-DOR-1, R-DOR-2: what an open door stops -------------------------------------------------------------------


def test_r_dor_1_every_door_that_the_rules_name_has_a_row_with_its_reach():
    assert set(DOORS) == set(fr.DoorId.__args__)
    reaches = {door: row.reach for door, row in DOORS.items() if not door.startswith("seat-")}
    assert reaches == {
        "cabinet": "table",
        "logic": "table",
        "comms": "table",
        "kiosk": "kiosk",
        "acceptor": "kiosk",
        "cash-box": "kiosk",
        "cash-box-place": "kiosk",
        "hopper": "kiosk",
        "printer-bay": "kiosk",
        "key": "table",
    }
    assert {DOORS[f"seat-{number}"].seat for number in range(1, 11)} == set(range(1, 11))
    assert {door for door, row in DOORS.items() if row.ends == "attendant"} == {
        "logic", "comms", "cash-box", "cash-box-place",
    }  # fmt: skip


@pytest.mark.parametrize("door", OF_THE_TABLE)
def test_r_dor_2_a_door_of_the_table_stops_clocks_money_and_touches(site, door):
    room, doors = site
    room.deal()
    decision, due = room.decision, machines.due(room.machine)
    assert due is not None
    events = doors.open(door)
    assert kinds(events) == ["DoorOpened", "TablePaused"]
    assert only(events, tr.TablePaused).cause == "door"
    assert machines.due(room.machine) is None
    assert not takes_notes(room)
    assert room.refuse(hr.Act(decision.seat, decision.decision, "fold")) is Code.DOOR_OPEN
    assert room.refuse(room.cash_out(1_000)) is Code.DOOR_OPEN
    assert room.refuse(room.buy_in(1, 1_000)) is Code.DOOR_OPEN
    assert room.refuse(tr.Resume(by="eve")) is Code.DOOR_OPEN
    assert room.decision == decision


@pytest.mark.parametrize("door", OF_THE_KIOSK)
def test_r_dor_2_a_door_of_the_kiosk_stops_all_money_and_never_the_hand(site, door):
    room, doors = site
    room.deal()
    assert kinds(doors.open(door)) == ["DoorOpened"]
    assert not room.machine.table.paused
    assert not takes_notes(room)
    for way in ("ticket", "coins"):
        assert room.refuse(changed(room.cash_out(1_000), way=way)) is Code.DOOR_OPEN
    assert room.refuse(redeem.RedeemTicket(room.request(), room.number())) is Code.DOOR_OPEN
    assert room.refuse(redeem.TicketScanned(SCANNER, room.number())) is Code.DOOR_OPEN
    assert room.refuse(cash.CollectClaim(room.request(), "123456")) is Code.DOOR_OPEN
    room.fold_out()
    room.deal()


def test_r_dor_2_behind_an_open_door_an_attendant_still_pays_by_hand(site):
    room, doors = site
    doors.open("printer-bay")
    (locked,) = room.do(changed(room.cash_out(1_000), way="hand"))
    assert isinstance(locked, payout.HandPayLocked)


def test_r_dor_2_a_note_that_comes_behind_an_open_door_is_given_back_and_one_taken_is_stacked(site):
    room, doors = site
    validator, counter = room.profile.cash.validator, room.machine.kiosk.counters["validator"]
    room.do(cash.NoteEscrowed(validator, counter + 1, Money(2_000)))
    doors.open("acceptor")
    assert [type(want) for want in machines.wants(room.machine)].count(cash.StackNote) == 1
    room.do(cash.NoteStacked(validator, counter + 2, Money(2_000)))
    (held,) = room.do(cash.NoteEscrowed(validator, counter + 3, Money(2_000)))
    assert not held.accept


def test_r_dor_2_the_door_of_a_seat_stops_its_touches_alone_and_its_clock_runs(site):
    room, doors = site
    room.deal()
    decision = room.decision
    doors.open(f"seat-{decision.seat}")
    assert not room.machine.table.paused
    assert takes_notes(room)
    assert room.refuse(hr.Act(decision.seat, decision.decision, "fold")) is Code.DOOR_OPEN
    assert room.refuse(tr.SitOut(decision.seat)) is Code.DOOR_OPEN
    due = machines.due(room.machine)
    assert due is not None
    while room.machine.table.hand is not None and room.decision == decision:
        room.ms = machines.due(room.machine) or room.ms
        room.do(tr.Tick())
    other = room.decision
    assert other.seat != decision.seat
    room.act("fold")


def test_r_dor_2_a_ticket_not_begun_waits_and_one_that_is_out_is_proven(site):
    room, doors = site
    room.do(room.cash_out(1_000))
    number = room.machine.kiosk.paying
    doors.open("kiosk")
    assert not [want for want in machines.wants(room.machine) if isinstance(want, cash.PrintTicket)]
    assert room.refuse(cash.TicketSending(number)) is Code.DOOR_OPEN
    doors.close("kiosk")
    room.do(cash.TicketSending(number))
    doors.open("kiosk")
    (printing,) = (want for want in machines.wants(room.machine) if isinstance(want, cash.PrintTicket))
    assert printing.state == "sent"
    room.do(cash.TicketPrinted(number))


def test_r_dor_2_coins_not_begun_wait_and_a_motor_that_runs_is_halted(site):
    room, doors = site
    room.do(changed(room.cash_out(1_000), way="coins"))
    doors.open("hopper")
    assert not [want for want in machines.wants(room.machine) if isinstance(want, payout.DispenseCoins)]
    assert room.refuse(payout.CoinsSending(HOPPER, cash.PayoutId(1), 7)) is Code.DOOR_OPEN
    doors.close("hopper")
    room.do(payout.CoinsSending(HOPPER, cash.PayoutId(1), 7))
    (runs,) = (want for want in machines.wants(room.machine) if isinstance(want, payout.DispenseCoins))
    assert not runs.halt
    doors.open("hopper")
    (halted,) = (want for want in machines.wants(room.machine) if isinstance(want, payout.DispenseCoins))
    assert halted.halt
    events = room.do(payout.CoinsPaid(HOPPER, cash.PayoutId(1), 8, 12, 8))
    assert only(events, cash.VoucherReserved).amount == 400
    assert not [want for want in machines.wants(room.machine) if isinstance(want, cash.PrintTicket)]
    doors.close("hopper")
    assert [want for want in machines.wants(room.machine) if isinstance(want, cash.PrintTicket)]


def test_r_dor_2_everything_that_a_row_stops_is_within_its_reach():
    key = DOORS[fr.KEY]
    assert not key.idle | key.in_hand | key.paying_out, "it is no door"
    for row in (row for row in DOORS.values() if row is not key):
        cells = (row.idle, row.in_hand, row.paying_out - {"pay-out"})
        allowed = {"table": EVERYTHING, "kiosk": MONEY, "seat": {"seat"}}[row.reach]
        assert all(cell == allowed for cell in cells)


# -- R-DOR-3: closing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("door", [door for door in BY_THEMSELVES if DOORS[door].reach == "table"])
def test_r_dor_3_on_closing_play_goes_on_exactly_where_it_was(site, door):
    room, doors = site
    room.deal()
    clock, decision = room.machine.table.clock, room.decision
    doors.open(door)
    room.ahead += 60_000
    events = doors.close(door)
    assert kinds(events)[:2] == ["DoorClosed", "TableResumed"]
    after = room.machine
    assert (after.table.clock.deadline, room.decision) == (clock.deadline, decision)
    assert not after.table.paused


@pytest.mark.parametrize("door", BY_PEOPLE)
def test_r_dor_3_behind_some_doors_an_attendant_looks_first(site, door):
    room, doors = site
    doors.open(door)
    assert room.refuse(fr.ResetDoor(door, "eve")) is Code.FAULT_OPEN
    assert only(doors.close(door), fr.DoorClosed).waits
    assert room.refuse(room.cash_out(1_000)) is Code.DOOR_OPEN
    assert room.refuse(fr.ResetDoor(door, "")) is Code.NOT_ALLOWED
    events = room.do(fr.ResetDoor(door, "eve"))
    assert only(events, fr.DoorReset).by == "eve"
    assert not room.machine.table.paused
    room.do(room.cash_out(1_000))
    assert room.refuse(fr.ResetDoor(door, "eve")) is Code.ALREADY_SO


def test_r_dor_3_the_last_of_several_doors_lets_play_go_on(site):
    room, doors = site
    room.deal()
    doors.open("cabinet", "comms", "kiosk")
    assert kinds(doors.close("cabinet")) == ["DoorClosed"]
    doors.close("comms")
    assert room.machine.table.paused
    assert "TableResumed" in kinds(room.do(fr.ResetDoor("comms", "eve")))
    assert not takes_notes(room)
    doors.close("kiosk")
    assert takes_notes(room)


def test_r_dor_3_a_table_that_was_paused_before_stays_paused(site):
    room, doors = site
    room.do(tr.Pause(by="eve"))
    assert kinds(doors.open("cabinet")) == ["DoorOpened"]
    assert kinds(doors.close("cabinet")) == ["DoorClosed"]
    assert room.machine.table.paused


def test_r_dor_3_a_table_that_somebody_pauses_meanwhile_stays_paused(site):
    room, doors = site
    doors.open("cabinet")
    (paused,) = room.do(tr.Pause(by="eve"))
    assert (paused.by, paused.cause) == ("eve", "attendant")
    assert kinds(doors.close("cabinet")) == ["DoorClosed"]
    assert room.machine.table.paused
    room.do(tr.Resume(by="eve"))


def test_a_fault_that_comes_behind_an_open_door_keeps_the_table_paused(site):
    room, doors = site
    doors.open("cabinet")
    events = room.do(fr.ReportFault(fault="randomness", place="random-numbers"))
    assert only(events, tr.TablePaused).cause == "breach"
    doors.close("cabinet")
    assert room.machine.table.paused
    room.do(fr.ClearFault(fault="randomness", place="random-numbers", by="eve"))
    assert room.machine.table.paused
    room.do(tr.Resume(by="eve"))


# -- alarm, and who opened it ------------------------------------------------------------------------------------


def test_r_dor_2_a_door_that_nobody_announced_is_an_alarm_until_it_is_closed(site):
    room, doors = site
    assert (signal(room).lamp, signal(room).alarm, signal(room).alarms) == ("off", False, 0)
    assert only(doors.open("kiosk"), fr.DoorOpened).alarm
    assert (signal(room).lamp, signal(room).alarm, signal(room).alarms) == ("red", True, 1)
    doors.close("kiosk")
    assert (signal(room).lamp, signal(room).alarm, signal(room).alarms) == ("off", False, 1)


def test_a_door_that_was_announced_tells_who_opened_it_and_is_no_alarm(site):
    room, doors = site
    room.do(fr.AnnounceDoor("kiosk", "eve"))
    opened = only(doors.open("kiosk"), fr.DoorOpened)
    assert (opened.by, opened.alarm) == ("eve", False)
    assert (signal(room).lamp, signal(room).alarm) == ("red", False)
    assert room.refuse(fr.AnnounceDoor("kiosk", "eve")) is Code.NOT_ALLOWED
    doors.close("kiosk")
    assert only(doors.open("kiosk"), fr.DoorOpened).alarm, "it holds for one opening"


def test_an_announcement_is_good_for_five_minutes_and_for_its_own_door(site):
    room, doors = site
    room.do(fr.AnnounceDoor("kiosk", "eve"))
    assert only(doors.open("hopper"), fr.DoorOpened).alarm
    room.ms += 299_999
    room.do(fr.AnnounceDoor("acceptor", "eve"))
    room.ms += 1
    assert only(doors.open("kiosk"), fr.DoorOpened).alarm
    assert not only(doors.open("acceptor"), fr.DoorOpened).alarm
    assert room.refuse(fr.AnnounceDoor("cabinet", "")) is Code.NOT_ALLOWED


# -- what nobody saw (R-DOR-4) -----------------------------------------------------------------------------------


def restart(room):
    room.do(fr.ShutDown())
    room.do(fr.StartUp("1", "ab" * 32))


def test_r_dor_4_a_logic_door_that_was_opened_without_power_is_told_at_the_next_start_and_holds_the_table(site):
    room, doors = site
    room.do(fr.ShutDown())
    for _ in range(3):
        doors.turn("logic", is_open=True)
        doors.turn("logic", is_open=False)
    room.do(fr.StartUp("1", "ab" * 32))
    events = doors.tell()
    assert kinds(events) == ["DoorsRead", "DoorOpened", "DoorClosed", "TablePaused"]
    opened = only(events, fr.DoorOpened)
    assert (opened.unseen, opened.times) == (True, 3)
    assert room.refuse(tr.Resume(by="eve")) is Code.DOOR_OPEN
    room.do(fr.ResetDoor("logic", "eve"))
    assert not room.machine.table.paused


def test_a_start_after_which_nothing_was_opened_says_only_that_the_doors_were_read(site):
    room, doors = site
    doors.open("kiosk")
    doors.close("kiosk")
    restart(room)
    assert kinds(doors.tell()) == ["DoorsRead"]
    assert doors.tell() == []


def test_a_door_that_was_opened_and_closed_between_two_looks_is_told_with_how_often(site):
    room, doors = site
    for _ in range(2):
        doors.turn("cabinet", is_open=True)
        doors.turn("cabinet", is_open=False)
    events = doors.tell()
    assert kinds(events) == ["DoorOpened", "DoorClosed"]
    assert (events[0].times, events[0].unseen) == (2, False)
    assert signal(room).alarms == 1
    doors.open("cabinet")
    doors.turn("cabinet", is_open=False)
    events = doors.open("cabinet")
    assert kinds(events) == ["DoorClosed", "DoorOpened"]
    assert room.machine.table.paused


def test_counts_go_round(site):
    room, doors = site
    doors.counts["kiosk"] = 255
    doors.tell()
    assert only(doors.open("kiosk"), fr.DoorOpened).count == 0
    assert room.machine.faults.door("kiosk").opened == 256


def test_every_opening_is_counted_for_good(site):
    room, doors = site
    for _ in range(3):
        doors.open("hopper")
        doors.close("hopper")
    assert room.machine.faults.door("hopper").opened == 3
    restart(room)
    doors.tell()
    assert room.machine.faults.door("hopper").opened == 3


def test_a_board_that_does_not_answer_stops_everything_until_it_does(site):
    room, doors = site
    room.deal()
    room.do(fr.ReportFault(fault="doors-unseen", place=BOARD))
    assert room.machine.table.paused
    assert room.refuse(room.cash_out(1_000)) is Code.DOOR_OPEN
    assert room.refuse(tr.Resume(by="eve")) is Code.DOOR_OPEN
    assert room.refuse(fr.ClearFault(fault="doors-unseen", place=BOARD, by="eve")) is Code.NOT_ALLOWED
    doors.turn("kiosk", is_open=True)
    assert only(doors.tell(), fr.DoorOpened).unseen
    assert "TableResumed" in kinds(room.do(fr.ClearFault(fault="doors-unseen", place=BOARD)))
    assert not takes_notes(room)


def test_a_board_that_has_forgotten_is_a_fault_that_people_end(site):
    room, doors = site
    doors.memory += 1
    doors.counts = dict.fromkeys(doors.counts, 0)
    events = doors.tell()
    assert kinds(events) == ["DoorsRead", "FaultRaised", "TablePaused"]
    assert room.refuse(tr.Resume(by="eve")) is Code.FAULT_OPEN
    room.do(fr.ClearFault(fault="doors-forgotten", place=BOARD, by="eve"))
    room.do(tr.Resume(by="eve"))
    assert only(doors.open("kiosk"), fr.DoorOpened).times == 1


def test_a_board_that_the_profile_does_not_know_is_refused(site):
    room, _doors = site
    plain = Room()
    assert plain.refuse(Doors(plain).report()) is Code.NO_SUCH_DEVICE
    assert room.refuse(fr.ReportDoors(cash.DeviceId("other"), 1, ())) is Code.NO_SUCH_DEVICE
    assert room.refuse(fr.ReportDoors(BOARD, 1, (fr.DoorReading("kiosk", open=False, count=0),))) is Code.NO_SUCH_DEVICE


def test_a_door_that_has_no_switch_any_more_counts_as_closed(site):
    room, doors = site
    doors.open("kiosk")
    fewer = tuple(door for door in FITTED if door != "kiosk")
    room.do(tr.AdoptProfile(profile=with_doors(room.profile, fewer)))
    del doors.counts["kiosk"]
    assert kinds(doors.tell()) == ["DoorClosed"]
    assert takes_notes(room)
