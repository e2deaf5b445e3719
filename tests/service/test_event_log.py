"""The event log: requirements R-EVT-1 to R-EVT-4."""

import re
from typing import get_args

import pytest

from cashier.money import Money
from cashier.records import (
    CashOut,
    Condition,
    CountDropBox,
    DeviceReported,
    EventsLost,
    NoteReturned,
    ResolveVoucher,
    TicketInDoubt,
    TicketPrinted,
    TicketSending,
    ValidatorMoved,
    ValidatorReset,
)
from controller.journal.rows import Record
from controller.language import load_languages
from controller.service.event_log import ON_LINE, EventLog, LogEntry, read_log
from controller.service.log_rows import FACTS, NOT_LOGGED, ROWS
from controller.vocab import table_records as tr
from controller.vocab.ids import HandId, Now
from controller.vocab.records import EVENT_TYPES
from controller.vocab.table_records import PauseCause
from evaluator_ext import full_deck
from tests.app.house import House
from tests.machine.room import changed

LANGUAGES = load_languages()
VALIDATOR, PRINTER = "validator", "printer"


def log_of(house: House) -> list[LogEntry]:
    return list(read_log(house.journal.iter_records()).entries)


def last(house: House) -> LogEntry:
    return log_of(house)[-1]


def doubted_ticket(house: House) -> None:
    house.insert(2_000)
    house.do(CashOut(request=house.request(), amount=Money(2_000)))
    house.do(TicketSending(number=house.machine.kiosk.paying))
    house.do(TicketInDoubt(number=house.machine.kiosk.paying, condition="jam"))


# -- the table of entries ----------------------------------------------------------------------------------------


def test_r_evt_2_every_event_is_an_entry_or_named_as_none() -> None:
    logged = {row.event for row in ROWS}
    assert logged | NOT_LOGGED == set(EVENT_TYPES)
    assert not logged & NOT_LOGGED
    assert set(FACTS) <= logged


def test_r_evt_1_codes_and_keys_are_unique() -> None:
    assert len({row.code for row in ROWS}) == len({row.key for row in ROWS}) == len(ROWS)


def test_r_evt_1_every_entry_has_a_short_text_in_every_language() -> None:
    for language in LANGUAGES.values():
        for row in ROWS:
            assert language.knows(f"event.{row.key}")
            assert language.knows(f"severity.{row.severity}")
            assert not row.players or language.knows(f"notice.{row.players}")


def test_r_evt_2_every_condition_of_a_device_and_every_cause_of_a_pause_is_an_entry() -> None:
    conditions = {row.when["condition"] for row in ROWS if "condition" in row.when}
    causes = {row.when["cause"] for row in ROWS if "cause" in row.when and row.event is tr.TablePaused}
    assert conditions == set(get_args(Condition))
    assert causes == set(get_args(PauseCause))


# -- R-EVT-1: faults and their clearing --------------------------------------------------------------------------


@pytest.mark.parametrize("condition", [each for each in get_args(Condition) if each != "ready"])
def test_r_evt_1_a_fault_and_who_cleared_it(house: House, condition: Condition) -> None:
    if condition == "absent":
        house.do(DeviceReported(device=VALIDATOR, condition="ready"))
    house.do(DeviceReported(device=VALIDATOR, condition=condition))
    fault = last(house)
    assert (fault.key, fault.device) == (f"device-{condition}", VALIDATOR)
    assert read_log(house.journal.iter_records()).open_faults == {fault.number}
    house.do(DeviceReported(device=VALIDATOR, condition="ready", by="anna"))
    cleared = last(house)
    assert (cleared.key, cleared.by, cleared.clears) == ("device-ready", "anna", fault.number)
    assert read_log(house.journal.iter_records()).open_faults == frozenset()


def test_r_evt_1_one_devices_fault_is_not_cleared_by_another(house: House) -> None:
    house.do(DeviceReported(device=VALIDATOR, condition="jam"))
    jam = last(house)
    house.do(DeviceReported(device=PRINTER, condition="ready"))
    assert last(house).clears == 0
    house.do(DeviceReported(device=VALIDATOR, condition="fault"))
    assert last(house).clears == jam.number


@pytest.mark.parametrize(("verdict", "key"), [("issued", "ticket-found-good"), ("void", "ticket-voided")])
def test_r_evt_1_a_ticket_in_doubt_and_who_decided(house: House, verdict: str, key: str) -> None:
    doubted_ticket(house)
    doubt = last(house)
    house.do(ResolveVoucher(number=house.machine.kiosk.paying, verdict=verdict, by="anna"))
    (decided,) = (entry for entry in log_of(house) if entry.key == key)
    assert (decided.by, decided.clears) == ("anna", doubt.number)


def test_r_evt_1_out_of_service_and_back(house: House) -> None:
    house.do(tr.Pause(by="anna"))
    paused = last(house)
    house.do(tr.Resume(by="bo"))
    resumed = last(house)
    assert (paused.key, paused.by) == ("paused", "anna")
    assert (resumed.key, resumed.by, resumed.clears) == ("resumed", "bo", paused.number)


# -- R-EVT-2: the other entries ----------------------------------------------------------------------------------


def test_r_evt_2_set_up_and_every_changed_setting_old_to_new(house: House) -> None:
    assert last(house).key == "set-up"
    clocks = changed(house.profile.clocks, decision=33_000)
    house.do(tr.AdoptProfile(profile=changed(house.profile, clocks=clocks, ticket_days=7)))
    entry = last(house)
    old = house.profile
    assert entry.facts["changed"] == (
        f"clocks.decision {old.clocks.decision} > 33000, ticket_days {old.ticket_days} > 7"
    )


def test_r_evt_2_notes_refused_returned_lost_and_a_validator_that_started_anew(house: House) -> None:
    house.do(ValidatorMoved(device=VALIDATOR, counter=1, code=9))
    assert (last(house).key, last(house).facts["code"]) == ("note-refused", 9)
    house.do(next(house.note_commands(2_000)))
    house.do(NoteReturned(device=VALIDATOR, counter=3, amount=Money(2_000)))
    assert last(house).key == "note-returned"
    house.do(next(house.note_commands(2_000)))
    house.do(ValidatorReset(device=VALIDATOR))
    assert [entry.key for entry in log_of(house)[-2:]] == ["note-unaccounted", "validator-reset"]
    house.do(EventsLost(device=VALIDATOR, counter=9, missed=9))
    assert last(house).key == "device-events-lost"


@pytest.mark.parametrize(("off", "key"), [(0, "drop-right"), (500, "drop-over"), (-500, "drop-short")])
def test_r_evt_2_a_counted_drop_box_with_its_variance(house: House, off: int, key: str) -> None:
    house.insert(2_000)
    house.do(tr.Pause(by="anna"))
    house.do(CountDropBox(by="bo", amount=Money(2_000 + off)))
    entry = last(house)
    assert (entry.key, entry.by) == (key, "bo")
    assert (entry.facts["counted"], entry.facts["expected"], entry.facts["amount"]) == (2_000 + off, 2_000, abs(off))


def test_r_evt_2_tickets_printed_and_replaced_with_the_last_digits_only(house: House) -> None:
    doubted_ticket(house)
    torn = house.machine.kiosk.paying
    house.do(ResolveVoucher(number=torn, verdict="void", by="anna"))
    number = house.machine.kiosk.paying
    assert (last(house).key, last(house).facts["number"], last(house).facts["replaces"]) == (
        "ticket-replaces",
        number[-4:],
        torn[-4:],
    )
    house.do(TicketSending(number=number))
    house.do(TicketPrinted(number=number))
    assert last(house).key == "ticket-printed"
    assert not [entry for entry in log_of(house) if number in str(entry) or torn in str(entry)]


def test_r_evt_2_a_full_recall_and_a_prepared_deck(tmp_path) -> None:
    house = House(tmp_path / "prepared", test_decks=lambda hand: full_deck())
    house.sit(1)
    house.sit(2)
    assert [entry.key for entry in log_of(house)[-2:]] == ["chips-bought", "chips-bought"]
    house.deal()
    assert last(house).key == "deck-prepared"
    house.act("fold")
    house.do(tr.OpenRecall(by="anna", hand=HandId(1)))
    assert (last(house).key, last(house).by, last(house).facts["hand"]) == ("recall-opened", "anna", 1)
    house.do(tr.LeaveSeat(seat=1))
    assert (last(house).key, last(house).seat) == ("seat-left", 1)
    house.close()


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_r_evt_1_every_entry_of_an_evening_can_be_said(house: House, language) -> None:
    house.sit(1)
    doubted_ticket(house)
    house.do(ResolveVoucher(number=house.machine.kiosk.paying, verdict="void", by="anna"))
    house.do(DeviceReported(device=PRINTER, condition="paper-out"))
    house.do(tr.Pause(by="anna"))
    house.do(CountDropBox(by="anna", amount=Money(1)))
    for entry in log_of(house):
        assert entry.text(language, house.profile.currency)


# -- R-EVT-3 -----------------------------------------------------------------------------------------------------

BOX = re.compile(r"full|box|täynnä|kasetti|cash|kassa|kassett|kazetta|megtelt", re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=LANGUAGES)
def test_r_evt_3_players_are_not_told_of_a_full_cash_box(house: House, language) -> None:
    for row in ROWS:
        assert not row.players or not BOX.search(language.text(f"notice.{row.players}"))
    for condition in get_args(Condition):
        assert not BOX.search(language.text(f"condition.{condition}"))
    house.do(DeviceReported(device=VALIDATOR, condition="stacker-full"))
    full = last(house)
    house.do(DeviceReported(device=VALIDATOR, condition="fault"))
    assert full.notice(language) == last(house).notice(language) != ""
    assert BOX.search(full.text(language, house.profile.currency))


# -- R-EVT-4 -----------------------------------------------------------------------------------------------------


def test_r_evt_4_ten_thousand_entries_are_on_line_with_a_warning_before() -> None:
    log = EventLog()
    pause, resume = tr.TablePaused(by="anna", cause="attendant"), tr.TableResumed(by="anna")
    for number in range(1, ON_LINE + 2):
        if number == 9_000:
            assert not log.nearly_full
        log.take(Record(number, Now(number, number), "Pause", (pause if number % 2 else resume,), ()))
        if number == 9_000:
            assert log.nearly_full
    assert len(log.entries) == ON_LINE >= 10_000
    assert (log.entries[0].number, log.entries[-1].number, log.total) == (2, ON_LINE + 1, ON_LINE + 1)
