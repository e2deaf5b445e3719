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
}
ROW = re.compile(r"^\| (R-\w+-\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)


def test_every_requirement_has_one_row() -> None:
    named = [row[0] for row in ROW.findall(PAGE)]
    assert named == [f"R-{group}-{number}" for group, last in NUMBERED.items() for number in range(1, last + 1)]


def test_a_row_has_tests_or_says_what_it_waits_for() -> None:
    assert [name for name, _where, tests, waits in ROW.findall(PAGE) if "`test_" not in tests and waits == "–"] == []
