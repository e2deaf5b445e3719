"""Meters and their equations: requirements R-MTR-1 to R-MTR-9, as far as there are devices for them."""

from pathlib import Path
from random import Random

import msgspec
import pytest

from cashier.accounts import TransferCode
from cashier.ledger import METER_DIGITS, Meter, audit_meters
from cashier.money import Money
from cashier.records import CashOut, CountDropBox, TicketPrinted, TicketSending
from controller import machine as machines
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.journal.rows import BalanceRow, Record
from controller.service.meters import EQUATIONS, Meters, equations, read_meters
from controller.service.shift import shift_lines
from controller.vocab import fault_records as fr
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from tests.app.house import House
from tests.machine.door_deeds import BOARD, with_doors
from tests.machine.kiosk_deeds import at_the_kiosk, with_hopper
from tests.machine.room import Room


def meters_of(house: House) -> Meters:
    return read_meters(house.journal.iter_records())


def differences(house: House) -> dict[str, int]:
    found = equations(meters_of(house), house.journal.recover().balances)
    return {line.key: line.difference for line in found}


def test_r_mtr_1_meters_roll_over_after_twelve_digits() -> None:
    assert METER_DIGITS >= 10
    largest = 10**METER_DIGITS - 1
    assert Meter(largest, largest).reading == Meter(largest, largest)
    assert Meter(largest + 1, largest + 5).reading == Meter(0, 4)


def test_r_mtr_1_a_period_begins_with_each_count_of_the_drop_and_the_lifetime_goes_on(house: House) -> None:
    house.insert(2_000)
    house.do(tr.Pause(by="Anna"))
    house.do(CountDropBox(by="Anna", amount=Money(2_000)))
    house.do(tr.Resume(by="Anna"))
    house.insert(500)
    meters = meters_of(house)
    assert meters.lifetime[TransferCode.NOTE_IN] == Meter(2, 2_500)
    assert meters.period[TransferCode.NOTE_IN] == Meter(1, 500)
    assert meters.period[TransferCode.DROP_COLLECTED] == Meter()


def test_r_mtr_1_meters_are_those_of_the_ledger_and_survive_a_restart(house: House) -> None:
    house.sit(1)
    house.sit(2)
    house.play_bots(2)
    before = meters_of(house)
    house.restart()
    assert meters_of(house) == before
    assert before.lifetime == {code: house.machine.ledger.meter(code) for code in TransferCode}


def test_r_mtr_2_notes_are_counted_by_denomination_and_tickets_by_value(house: House) -> None:
    for note in (500, 2_000, 2_000):
        house.insert(note)
    house.do(CashOut(request=house.request(), amount=Money(4_500)))
    number = house.machine.kiosk.paying
    house.do(TicketSending(number=number))
    house.do(TicketPrinted(number=number))
    meters = meters_of(house)
    assert meters.notes == {500: 1, 2_000: 2}
    assert meters.lifetime[TransferCode.TICKET_OUT] == Meter(1, 4_500)


def test_r_mtr_2_openings_of_doors_are_counted_for_good_and_since_the_last_drop(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = House(tmp_path / "doors", profile=with_doors(demo_profile(), ("kiosk", "hopper")))

    def turned(kiosk: int, hopper: int) -> None:
        readings = (
            fr.DoorReading("kiosk", open=False, count=kiosk),
            fr.DoorReading("hopper", open=False, count=hopper),
        )
        house.do(fr.ReportDoors(BOARD, 7, readings))

    house.do(fr.StartUp("1", "ab" * 32))
    turned(0, 0)
    turned(3, 1)
    house.do(tr.Pause(by="eve"))
    house.do(CountDropBox(by="eve", amount=Money(0)))
    turned(4, 1)
    meters = meters_of(house)
    assert (meters.doors, meters.doors_period) == ({"kiosk": 4, "hopper": 1}, {"kiosk": 1})
    shift = list(shift_lines(meters, house.journal.recover().balances, "ab" * 16, str))
    place = next(number for number, line in enumerate(shift) if line.startswith("--- doors opened"))
    assert [line.split() for line in shift[place + 1 : place + 2]] == [["1", "kiosk"]]
    house.restart()
    assert meters_of(house).doors == {"kiosk": 4, "hopper": 1}
    house.close()
    assert main(["meters", str(house.home.path)]) == 0
    assert "door kiosk                        4                          1" in capsys.readouterr().out


def test_r_mtr_3_hands_turnover_won_and_rake_by_game_and_seat(evening: House, records: list[Record]) -> None:
    meters = read_meters(records)
    (game,) = meters.games.values()
    events = [event for record in records for event in record.events]
    assert game.hands == sum(isinstance(event, hr.HandStarted) for event in events) == 13
    assert game.rake == sum(event.amount for event in events if isinstance(event, hr.RakeTaken))
    assert game.raked == sum(isinstance(event, hr.RakeTaken) and event.amount > 0 for event in events)
    assert game.turnover == sum(play.turnover for play in meters.seats.values())
    assert game.won == sum(play.won for play in meters.seats.values()) > 0
    in_the_pot = evening.machine.table.hand.pot if evening.machine.table.hand else 0
    assert game.turnover == game.won + game.rake + in_the_pot


def test_r_mtr_5_and_6_every_equation_holds_at_every_moment_of_an_evening(house: House) -> None:
    house.sit(1)
    house.sit(2)
    house.deal()
    assert set(differences(house).values()) == {0}, "with chips in the pot"
    house.play_bots(2)
    house.insert(2_000)
    house.do(CashOut(request=house.request(), amount=Money(2_000)))
    assert set(differences(house).values()) == {0}, "with a ticket that is not proven"
    house.do(tr.Pause(by="Anna"))
    house.do(CountDropBox(by="Anna", amount=Money(1)))
    assert differences(house) == dict.fromkeys(EQUATIONS, 0)


@pytest.mark.parametrize("account", ["drop-box", "pot", "suspense"])
def test_r_mtr_5_one_unit_anywhere_is_a_difference(evening: House, records: list[Record], account: str) -> None:
    balances = {row.account: row for row in evening.journal.recover().balances}
    row = balances.get(account, BalanceRow(account, 0, 0))
    balances[account] = msgspec.structs.replace(row, debits=row.debits + 1)
    found = equations(read_meters(records), tuple(balances.values()))
    assert sum(line.difference != 0 for line in found) == 2, "its own line, and the books"


def test_r_mtr_8_a_table_without_value_has_test_meters(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    house.insert(2_000)
    assert meters_of(house).no_value
    house.close()
    assert main(["meters", str(house.home.path)]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"TEST meters, no money stands behind them of machine {house.home.machine_id.hex()}")
    assert "note-in                 000000000001 000000002000" in out
    assert out.count("difference 0.00") == len(EQUATIONS)


def test_r_mtr_9_a_correction_is_a_new_entry_with_a_name_and_no_meter_goes_back(house: House) -> None:
    house.insert(2_000)
    before = house.machine.ledger
    house.do(tr.Pause(by="Anna"))
    house.do(CountDropBox(by="Anna", amount=Money(1_500)))
    audit_meters(before, house.machine.ledger)
    assert meters_of(house).lifetime[TransferCode.DROP_SHORT] == Meter(1, 500)
    assert meters_of(house).lifetime[TransferCode.NOTE_IN] == Meter(1, 2_000)
    assert machines.reconciliation(house.machine).difference == 0


def test_r_mtr_6_tickets_coins_and_hand_pays_add_up(tmp_path: Path) -> None:
    """After any mixture of what a kiosk can do, every equation holds, and the new meters have moved."""
    dice = Random(5)
    house = House(tmp_path / "table", profile=with_hopper(demo_profile()))
    room = Room(house.profile)
    for _deed in range(400):
        at_the_kiosk(room, dice)
    for command, _now in room.commands[1:]:
        house.submit(command)
    moved = {code for code, meter in meters_of(house).lifetime.items() if meter.count}
    assert {TransferCode.TICKET_IN, TransferCode.COINS_OUT, TransferCode.HAND_PAID, TransferCode.HOPPER_FILLED} <= moved
    assert set(differences(house).values()) == {0}
    house.close()
