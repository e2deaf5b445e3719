"""A hand that staff declare void, from the desk to every record of it: recall, verification, auditor and exports."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from controller.app.auditing import audit_hands
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.entropy import KernelEntropy
from controller.app.folder import Folder, read_folder
from controller.app.gateway import Gateway
from controller.app.inspection import inspect
from controller.app.replay import replay
from controller.service.event_log import read_log
from controller.service.recall import find_hand
from controller.service.receipts import receipt_of
from controller.shuffle import is_proved, public_key_of
from controller.vocab import hand_records as hr
from tests.app.house import House

PRIVATE = bytes(range(1, 33))
VOID = 3

Attend = Callable[..., int]


def attend(house: House, *words: str) -> int:
    """Say one word at the desk of the house, and return its exit code."""

    async def said() -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            return await asyncio.to_thread(main, ["attend", *words, "--folder", str(house.home.path), "--by", "Anna"])
        finally:
            await gateway.stop()

    return asyncio.run(said())


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Two hands of four bots, a third that is void after a raise and a call, and a fourth."""
    profile = msgspec.structs.replace(demo_profile(), auditor=public_key_of(PRIVATE).hex())
    table = House(tmp_path_factory.mktemp("void-hand") / "table", profile=profile)
    for seat in (1, 2, 3, 4):
        table.sit(seat)
    table.play_bots(2)
    table.deal()
    table.act("raise", 1000)
    table.act("call")
    assert attend(table, "void-hand", str(VOID), "misdeal") == 1, "it is really being played"
    assert attend(table, "void-hand", str(VOID), "fault", "--second", "Anna") == 1, "it takes a second person"
    assert attend(table, "void-hand", str(VOID), "fault", "--second", "Bo", "--reason", "screen 2 is dark") == 0
    table.deal()
    while table.machine.table.hand is not None:
        table.act("fold")
    table.close()
    return table


@pytest.fixture(scope="module")
def folder(house: House) -> Folder:
    found = read_folder(house.home.path, with_key=True)
    assert isinstance(found, Folder)
    return found


def test_the_journal_names_both_people_and_the_reason(folder):
    (voided,) = [event for record in folder.records() for event in record.events if isinstance(event, hr.HandVoided)]
    assert voided == hr.HandVoided(VOID, "fault", by="Anna", second="Bo", reason="screen 2 is dark")


def test_recall_lists_it_as_void_and_tells_the_story_to_staff_and_players(house, folder, capsys):
    assert main(["recall", str(house.home.path), "--list"]) == 0
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith(f"{VOID:>6} ")]
    assert line.endswith("void")
    assert main(["recall", str(house.home.path), "--hand", str(VOID), "--seat", "2"]) == 0
    told = capsys.readouterr().out
    assert "Machine fault: the hand is void" in told
    assert "goes back to" in told
    assert "Anna" not in told, "players read no name of staff"


def test_the_log_has_an_entry_that_players_read_in_neutral_words(folder):
    (entry,) = [entry for entry in read_log(folder.records()).entries if entry.key == "hand-void"]
    assert (entry.by, entry.facts["second"], entry.players) == ("Anna", "Bo", "hand-void")


def test_the_journal_is_whole_and_every_hand_follows_from_its_deck(house, folder):
    assert main(["verify", str(house.home.path)]) == 0
    inspected = inspect(folder.records(), folder.machine_id)
    assert (inspected.hands, inspected.findings) == (4, ())


def test_an_auditor_plays_it_again_up_to_where_it_was_void(folder):
    audited = {one.hand: one for one in audit_hands(folder.records(), PRIVATE)}
    assert audited[VOID].findings == ()
    assert audited[VOID].replayed


def test_a_receipt_proves_the_players_own_cards_and_no_other(folder):
    recalled = find_hand(folder.records(), VOID)
    assert recalled is not None
    receipt = receipt_of(recalled, folder.records(), 2)
    assert receipt is not None
    assert is_proved(receipt)
    assert {card.holder for card in receipt.cards} == {2}


def test_exports_hold_it_as_void_or_leave_it_out(house, tmp_path: Path):
    events, phh, ohh = tmp_path / "hands.events", tmp_path / "hands.phhs", tmp_path / "hands.ohh"
    where = str(house.home.path)
    assert main(["export", where, "--events", str(events), "--auditor", "Anna"]) == 0
    assert main(["export", where, "--phh", str(phh), "--ohh", str(ohh)]) == 0
    assert phh.read_text().count('_void = "fault"') == 1
    assert ohh.read_text().count('"game_number"') == 3, "a history of results has no word for a void hand"
    for path in (events, phh):
        report = replay(path, check=True)
        assert (report.findings, report.agreed, report.hands) == ((), 4, 4)


def test_a_void_hand_of_a_file_must_say_a_cause_that_there_is(house, tmp_path: Path):
    phh = tmp_path / "hands.phhs"
    assert main(["export", str(house.home.path), "--phh", str(phh)]) == 0
    phh.write_text(phh.read_text().replace('_void = "fault"', '_void = "weather"'))
    assert main(["replay", str(phh), "--check"]) == 2


def test_the_meters_count_it(house, capsys):
    assert main(["meters", str(house.home.path)]) == 0
    told = capsys.readouterr().out
    assert "stake-returned" in told
    (row,) = [line for line in told.splitlines() if line.startswith("holdem-nl")]
    assert row.split()[1:4] == ["4", row.split()[2], "1"]
