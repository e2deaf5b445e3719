"""Every rule of the sources has its tests, and every test that docs/coverage.md names is collected."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")

RANGES = {"R11": [(8, 32), (60, 72)], "HU": [(1, 27)], "CH": [(1, 61)]}
"""The rules that must have a row, by their source: the two ends of each finished range."""

NUMBERED = {"case": 60, "bug": 31}
"""How many hard cases and reported faults there are."""

OPEN_QUESTIONS = {*range(1, 33), *range(58, 64)}
"""The ambiguities of the sources that concern poker, and those of the house games beside them in the list."""

ROW = re.compile(r"^\| ((?:R11|R13|HU|CH|LD)-\d{3}|AMB-\d{1,2}) \| (.+?) \| (.*?) \| (.+) \|$", re.MULTILINE)
UNTESTED = re.compile(r"^\| (case|bug) (\d+) \| (.+) \|$", re.MULTILINE)
TEST = re.compile(r"`(tests/[\w/]+\.py::test_[^`]+)`")

ROWS = {row: (says, TEST.findall(tests), above) for row, says, tests, above in ROW.findall(PAGE)}


def test_every_row_is_read_and_there_once():
    lines = [line for line in PAGE.splitlines() if re.match(r"\| [A-Z]\w*-\d", line)]
    assert len(lines) == len(ROWS)


def test_every_rule_of_the_finished_ranges_has_a_row():
    wanted = {f"{source}-{number:03}" for source, ends in RANGES.items() for a, b in ends for number in range(a, b + 1)}
    assert wanted - ROWS.keys() == set()


def test_every_open_question_has_a_row():
    assert {f"AMB-{number}" for number in OPEN_QUESTIONS} - ROWS.keys() == set()


@pytest.mark.parametrize("row", ROWS)
def test_a_rule_has_a_test_or_says_which_layer_it_waits_for(row):
    says, tests, above = ROWS[row]
    assert says.strip()
    assert tests or above != "–", f"{row} has neither a test nor a layer above the hand"


def test_every_test_that_is_named_is_collected(collected):
    functions = {test.partition("[")[0] for test in collected}
    named = set(TEST.findall(PAGE))
    assert {test for test in named if test not in collected and test not in functions} == set()


@pytest.mark.parametrize("kind", NUMBERED)
def test_every_number_is_the_name_of_a_test_or_stands_in_the_list(collected, kind):
    carried = {int(number) for test in collected for number in re.findall(rf"{kind}[_-](\d\d)(?!\d)", test)}
    listed = {int(number) for each, number, _ in UNTESTED.findall(PAGE) if each == kind}
    assert carried & listed == set(), "listed as without a test, and has one"
    assert carried | listed == set(range(1, NUMBERED[kind] + 1))
