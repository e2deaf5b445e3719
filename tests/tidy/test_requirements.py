"""Every requirement on the page has its row, with tests or with what it waits for."""

import re
from pathlib import Path

PAGE = (Path(__file__).parents[2] / "docs" / "requirements.md").read_text(encoding="utf-8")
NUMBERED = {
    "MEM": 11,
    "EVT": 4,
    "RCL": 6,
    "MTR": 9,
    "JPT": 5,
    "TBL": 7,
    "RG": 3,
    "MON": 6,
    "TIC": 8,
    "TLT": 6,
    "DOR": 4,
    "UI": 12,
    "SEC": 5,
}
COMPLAINTS = 15
GALLERY = Path(__file__).parents[1] / "ui" / "goldens"
ROW = re.compile(r"^\| (R-\w+-\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)


def test_every_requirement_has_one_row() -> None:
    named = [row[0] for row in ROW.findall(PAGE)]
    assert named == [f"R-{group}-{number}" for group, last in NUMBERED.items() for number in range(1, last + 1)]


def test_a_row_has_tests_or_says_what_it_waits_for() -> None:
    assert [name for name, _where, tests, waits in ROW.findall(PAGE) if "`test_" not in tests and waits == "–"] == []


def test_every_complaint_has_an_answer_that_can_be_seen_or_fails() -> None:
    rows = [line.split(" | ") for line in PAGE.partition("What players complain about")[2].splitlines()[7:]]
    assert len(rows) == COMPLAINTS
    assert all("`test_" in shown or "picture `" in shown for _complaint, _answer, shown in rows)
    pictures = re.findall(r"picture `([a-z-]+)`", PAGE)
    assert [name for name in pictures if not (GALLERY / f"{name}.json").exists()] == []
