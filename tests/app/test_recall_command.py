"""`jakaja recall` and `jakaja log`: what they show to whom, what they write, and what they refuse."""

import asyncio
import csv
import os
import shutil
import stat
from pathlib import Path

import msgspec
import pytest

from cashier.records import DeviceReported
from controller.app.boot import new_journal
from controller.app.cli import main
from controller.app.entropy import KernelEntropy, SeededEntropy
from controller.app.folder import read_folder
from controller.app.gateway import Gateway
from controller.app.home import Home
from controller.journal.rows import Fault, Record
from controller.journal.verify import salvage
from controller.service.documents import (
    LOG_COLUMNS,
    ListsDocument,
    LogLine,
    RecallDocument,
    first_altered,
    lists_document,
    recall_hash,
)
from controller.service.recall import recall
from controller.vocab import hand_records as hr
from controller.vocab import table_records as tr
from controller.vocab.ids import Now
from evaluator_ext import print_cards
from tests.app.house import House


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> House:
    """Three hands of three bots, and a fourth that is not over, at a table that was closed."""
    house = House(tmp_path_factory.mktemp("recall-command") / "table")
    for seat in (1, 2, 3):
        house.sit(seat)
    house.play_bots(3)
    house.deal()
    house.do(DeviceReported(device="printer", condition="jam"))
    house.close()
    return house


@pytest.fixture
def folder(evening: House) -> str:
    return str(evening.home.path)


@pytest.fixture
def own(evening: House, tmp_path: Path) -> str:
    """A copy of the folder for a test that leaves something in the journal."""
    return str(shutil.copytree(evening.home.path, tmp_path / "own"))


def hole_cards(house: House, hand: int) -> dict[int, str]:
    """The hole cards of a hand as they are printed, by seat."""
    running, cards = 0, {}
    for record in salvage(house.home.journal, house.home.table_key):
        assert isinstance(record, Record)
        for event in record.events:
            running = event.hand if isinstance(event, hr.HandStarted) else running
            if isinstance(event, hr.HoleCardsDealt) and running == hand:
                cards[event.seat] = print_cards(event.cards)
    return cards


def told(capsys: pytest.CaptureFixture[str], *words: str, code: int = 0) -> str:
    assert main(list(words)) == code
    return capsys.readouterr().out


# -- recall ------------------------------------------------------------------------------------------------------


def test_the_last_hand_is_shown_as_everyone_saw_it(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "recall", folder)
    assert "Hand 4" in out
    assert "As everyone saw it" in out
    assert "THIS HAND IS NOT OVER" in out
    assert " has " not in out


def test_the_language_is_the_readers_choice(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "recall", folder, "--hand", "2", "--language", "fi")
    assert "TOISTO - EI PELISSÄ" in out
    assert "Jako 2" in out


def test_r_rcl_3_a_seat_sees_its_own_cards(evening: House, own: str, capsys: pytest.CaptureFixture[str]) -> None:
    cards = hole_cards(evening, 2)
    out = told(capsys, "recall", own, "--hand", "2", "--seat", "1")
    lines = [line for line in out.splitlines() if " has " in line]
    assert [line.endswith(cards[1]) for line in lines] == [True]


def test_r_rcl_3_staff_see_all_and_the_journal_of_a_resting_table_has_it(
    evening: House, own: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["recall", own, "--hand", "2", "--staff", "Anna"]) == 0
    said = capsys.readouterr()
    assert all(f" has {cards}" in said.out for cards in hole_cards(evening, 2).values())
    assert "recall-hand hand 2" in told(capsys, "log", own, "--last", "1")
    assert main(["verify", own]) == 0


@pytest.mark.parametrize("asked", [("--staff", "Anna"), ("--seat", "1", "--by", "Anna")], ids=" ".join)
def test_r_rcl_3_the_hand_that_is_not_over_stays_closed(
    evening: House, own: str, capsys: pytest.CaptureFixture[str], asked: tuple[str, ...]
) -> None:
    out = told(capsys, "recall", own, "--hand", "4", *asked)
    assert not any(cards in out for cards in hole_cards(evening, 4).values())


def test_r_rcl_3_a_running_table_writes_down_who_looked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = House(tmp_path / "table")
    house.sit(1)
    house.sit(2)
    house.deal()
    house.act("fold")

    async def look(*words: str) -> int:
        gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
        await gateway.start()
        try:
            return await asyncio.to_thread(main, ["recall", str(house.home.path), *words])
        finally:
            await gateway.stop()

    assert asyncio.run(look("--hand", "1", "--staff", "Anna")) == 0
    said = capsys.readouterr()
    assert all(f" has {cards}" in said.out for cards in hole_cards(house, 1).values())
    assert said.err == ""
    *_, record = house.journal.iter_records()
    assert record.events == (tr.RecallOpened(by="Anna", hand=1),)
    house.deal()
    assert asyncio.run(look("--staff", "Anna")) == 1
    assert capsys.readouterr().out == "refused: not-allowed\n"
    house.close()


def test_r_rcl_3_private_views_need_the_tables_key(
    evening: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "without-key"
    copy.mkdir()
    for name in (evening.home.journal.name, "machine.id"):
        (copy / name).write_bytes((evening.home.path / name).read_bytes())
    assert "Hand 3" in told(capsys, "recall", str(copy), "--hand", "3")
    for reader in (["--seat", "1"], ["--staff", "Anna"]):
        assert main(["recall", str(copy), "--hand", "3", *reader]) == 2
        assert "table.key" in capsys.readouterr().err


def test_r_rcl_5_the_json_carries_machine_and_hash(
    evening: House, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    document = msgspec.json.decode(told(capsys, "recall", folder, "--hand", "3", "--json"), type=RecallDocument)
    machine = evening.home.machine_id.hex()
    assert document.machine == machine
    assert document.hand.hand == 3
    assert document.hash == recall_hash(document.hand, machine)


def test_r_rcl_5_the_slip_is_the_same_text_for_the_ticket_printer(
    evening: House, folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = told(capsys, "recall", folder, "--hand", "3").splitlines()
    assert told(capsys, "recall", folder, "--hand", "3", "--slip", str(tmp_path / "slip")) == ""
    printed = (tmp_path / "slip").read_bytes()
    assert text[-1].encode() in printed
    assert evening.home.machine_id.hex().encode() in printed


@pytest.mark.parametrize(
    "words",
    [
        ("recall", "--staff", "Anna", "--slip"),
        ("recall", "--seat", "1", "--by", "Anna", "--slip"),
        ("receipt", "--seat", "1", "--by", "Anna", "--slip"),
        ("receipt", "--seat", "1", "--by", "Anna", "--page"),
    ],
    ids=" ".join,
)
def test_sec_1_what_shows_somebodys_cards_is_written_for_the_own_user_alone(
    own: str, tmp_path: Path, words: tuple[str, ...]
) -> None:
    """Also where an open file lies there; a printer's device is written to as it is."""
    (word, *asked), path = words, tmp_path / "left-lying"
    path.touch(0o666)
    assert main([word, own, "--hand", "2", *asked, str(path)]) == 0
    assert path.stat().st_size > 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert main([word, own, "--hand", "2", *asked, os.devnull]) == 0


def test_r_rcl_6_the_list_names_hands_tickets_and_notes(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    out = told(capsys, "recall", folder, "--list")
    assert [word for word in ("--- Hands", "--- Tickets out", "--- Notes in") if word in out] != []
    assert len([line for line in out.splitlines() if "20.00" in line]) == 30
    assert "not over" in out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--hand", "99"), "there is no hand 99"),
        (("--staff", " "), "without a name"),
        (("--seat", "11"), "invalid choice"),
        (("--seat", "1", "--staff", "Anna"), "not allowed with"),
    ],
)
def test_what_cannot_be_recalled_is_wrong_usage(
    folder: str, words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["recall", folder, *words])
    except SystemExit as ended:
        code = ended.code
    assert code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert sentence in line


@pytest.mark.parametrize("command", ["recall", "log"])
def test_a_damaged_journal_is_a_finding_and_nothing_is_shown_of_it(
    evening: House, tmp_path: Path, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = tmp_path / "damaged"
    copy.mkdir()
    (copy / "machine.id").write_bytes((evening.home.path / "machine.id").read_bytes())
    content = bytearray(evening.home.journal.read_bytes())
    content[content.rindex(b"note-in")] ^= 1
    (copy / evening.home.journal.name).write_bytes(content)
    out = told(capsys, command, str(copy), code=1)
    assert out.startswith("journal: NOT WHOLE; record ")


# -- log ---------------------------------------------------------------------------------------------------------


def test_r_evt_4_the_log_is_exported_as_csv_and_as_json_lines(
    evening: House, folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows, lines = tmp_path / "log.csv", tmp_path / "log.jsonl"
    assert told(capsys, "log", folder, "--csv", str(rows), "--json-lines", str(lines)) == ""
    with rows.open(encoding="utf-8", newline="") as file:
        head, *body = csv.reader(file)
    assert tuple(head) == LOG_COLUMNS
    exported = [msgspec.json.decode(line, type=LogLine) for line in lines.read_bytes().splitlines()]
    assert [tuple(map(str, msgspec.structs.astuple(line))) for line in exported] == [tuple(row) for row in body]
    assert first_altered(exported) is None
    assert {line.machine for line in exported} == {evening.home.machine_id.hex()}
    assert exported[-1].key == "device-jam"


def test_r_evt_1_the_log_reads_in_the_language_that_is_asked_for(
    folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, "log", folder, "--last", "1").split()[-1] == "Jam"
    assert told(capsys, "log", folder, "--last", "1", "--language", "fi").split()[-1] == "Tukos"
    assert told(capsys, "log", folder, "--last", "0") == ""


def test_r_evt_4_the_log_is_printed_with_machine_and_hash(evening: House, folder: str, tmp_path: Path) -> None:
    slip = tmp_path / "log.slip"
    assert main(["log", folder, "--last", "3", "--slip", str(slip)]) == 0
    data = slip.read_bytes()
    assert data.startswith(b"\x1b@")
    assert evening.home.machine_id.hex().encode() in data
    assert b"EVENT LOG" in data
    assert b"Jam" in data


def test_the_log_is_filtered_by_what_an_entry_is_about(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "log", folder, "--area", "device", "--severity", "fault").count("Jam") == 1
    assert told(capsys, "log", folder, "--area", "ticket", "--severity", "cleared") == ""
    assert "Jam" not in told(capsys, "log", folder, "--area", "seat")
    assert told(capsys, "log", folder, "--until", "2001-01-01") == ""
    assert told(capsys, "log", folder, "--since", "2001-01-01") == told(capsys, "log", folder)
    with pytest.raises(SystemExit):
        main(["log", folder, "--since", "yesterday"])


def test_r_rcl_6_the_lists_are_printed_and_exported_with_machine_and_hash(
    evening: House, folder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, slip = evening.home.machine_id.hex(), tmp_path / "lists.slip"
    document = msgspec.json.decode(told(capsys, "recall", folder, "--list", "--json"), type=ListsDocument)
    assert document.machine == machine
    found = read_folder(Path(folder), with_key=False)
    assert not isinstance(found, Fault)
    folded = recall(found.records())
    assert lists_document(folded, machine) == document
    assert lists_document(folded, "cd" * 16).hash != document.hash
    assert document.hash[:32] in told(capsys, "recall", folder, "--list")
    assert main(["recall", folder, "--list", "--slip", str(slip)]) == 0
    assert document.hash[:32].encode() in slip.read_bytes()


# -- tables that have little to show -----------------------------------------------------------------------------


@pytest.mark.parametrize("command", [["recall"], ["recall", "--list"], ["log"], ["export", "--meters", "x"]])
def test_a_table_without_a_profile_has_nothing_to_look_back_at(
    tmp_path: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    home = Home(tmp_path / "blank")
    home.create(SeededEntropy(1))
    new_journal(home, Now(0, 1_800_000_000_000)).close()
    assert main([*command, str(home.path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert "no profile was ever adopted here" in line


def test_a_table_that_dealt_no_hand_lists_nothing_and_recalls_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    house = House(tmp_path / "table")
    house.close()
    folder = str(house.home.path)
    assert told(capsys, "recall", folder, "--list").count("none") == 4
    assert main(["recall", folder]) == 2
    assert "no hand was dealt yet" in capsys.readouterr().err


def test_notes_are_listed_before_the_first_hand_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    house = House(tmp_path / "table")
    house.insert(2_000)
    house.close()
    assert "20.00" in told(capsys, "recall", str(house.home.path), "--list")
