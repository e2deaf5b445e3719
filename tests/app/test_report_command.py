"""`jakaja report` and the forms of `jakaja meters`: a shift and its equations, on the terminal, as JSON, on paper."""

from pathlib import Path

import msgspec
import pytest

from cashier.accounts import TransferCode
from cashier.money import Money
from cashier.records import CashOut, CountDropBox
from controller.app.cli import main
from controller.service.meters import EQUATIONS
from controller.service.recall_text import COLUMNS
from controller.service.shift import CONTENT, PARTS, MetersDocument
from controller.vocab import table_records as tr
from tests.app.house import House


@pytest.fixture
def folder(tmp_path: Path) -> str:
    """A table whose drop box was counted, and into which two notes have come since; one ticket waits."""
    house = House(tmp_path / "table")
    house.insert(5_000)
    house.do(tr.Pause(by="Anna"))
    house.do(CountDropBox(by="Anna", amount=Money(5_000)))
    house.do(tr.Resume(by="Anna"))
    for note in (500, 2_000, 2_000):
        house.insert(note)
    house.do(CashOut(request=house.request(), amount=Money(1_000)))
    house.close()
    return str(house.home.path)


def told(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    assert main(list(words)) == 0
    return capsys.readouterr().out.splitlines()


def test_a_shift_begins_with_the_count_of_the_drop_box(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "report", "shift", folder)
    assert any(line.split() == ["3", "notes", "45.00"] for line in lines)
    assert any(line.split() == ["2", "of", "20.00", "40.00"] for line in lines)
    start = next(place for place, line in enumerate(lines) if line.startswith("--- there now"))
    there = {title.strip(): amount for title, amount in (line.rsplit(maxsplit=1) for line in lines[start + 1 :])}
    assert there == {
        "drop box": "45.00", "note store": "0.00", "hopper": "0.00", "owed by the bank": "0.00", "balance": "85.00",
        "tickets outstanding": "0.00", "claims": "0.00", "waiting": "10.00",
    }  # fmt: skip
    assert set(there) == set(CONTENT)
    assert "TEST: no money stands behind it" in lines


def test_every_line_fits_the_paper_and_can_be_printed(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    for page in ("shift", "reconciliation"):
        assert max(map(len, told(capsys, "report", page, folder))) <= COLUMNS
        slip = Path(folder) / f"{page}.bin"
        assert told(capsys, "report", page, folder, "--slip", str(slip)) == []
        assert slip.read_bytes().startswith(b"\x1b@")


def test_the_page_of_equations_has_all_of_them(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    lines = told(capsys, "report", "reconciliation", folder)
    assert [line.split()[-1] for line in lines if line.startswith("difference")] == ["0.00"] * len(EQUATIONS)


def test_meters_as_json_are_those_of_the_table(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = msgspec.json.decode("\n".join(told(capsys, "meters", folder, "--json")), type=MetersDocument)
    assert found.lifetime["note-in"].amount == 9_500
    assert found.period["note-in"].amount == 4_500
    assert found.notes_period == {"500": 1, "2000": 2}
    assert {line.key for line in found.equations} == set(EQUATIONS)
    assert found.test


def test_meters_as_a_slip_have_all_digits(folder: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    slip = tmp_path / "meters.bin"
    assert told(capsys, "meters", folder, "--slip", str(slip)) == []
    assert b"000000000004 000000009500" in slip.read_bytes()


def test_a_shift_names_each_meter_once() -> None:
    codes = [row.code for rows in PARTS.values() for row in rows]
    assert len(codes) == len(set(codes))
    assert set(codes) <= set(TransferCode)


@pytest.mark.parametrize("page", ["shift", "reconciliation"])
def test_a_journal_that_is_not_whole_has_no_report(folder: str, page: str, capsys: pytest.CaptureFixture[str]) -> None:
    journal = Path(folder) / "journal.sqlite"
    content = bytearray(journal.read_bytes())
    place = content.rindex(b"NoteCredited")
    content[place] ^= 1
    journal.write_bytes(content)
    assert main(["report", page, folder]) == 1
    assert "NOT WHOLE" in capsys.readouterr().out
