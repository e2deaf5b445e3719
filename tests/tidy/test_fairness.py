"""Every requirement and every incident that concerns cards has a row on the page about fairness, with its tests."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
TABLE = PAGE.split("## Which test holds what")[1].split("## ")[0]
ROW = re.compile(r"^\| ([^|]+) \| ([^|]+) \| (.+) \|$", re.MULTILINE)
NUMBERED = {"RNG": 7, "R-RNG": 12, "SEC": 1}
INCIDENTS = {"PlanetPoker", "UltimateBet and Absolute Poker", "Slot machines", "Deckmate 2", "GGPoker"}
"""Those of the list of incidents in which somebody knew a card before its time."""


def rows() -> list[tuple[str, str, str]]:
    return [row for row in ROW.findall(TABLE) if not row[0].startswith(("id or", "---"))]


def defined() -> set[str]:
    return {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }


def test_every_requirement_and_incident_has_one_row() -> None:
    named = [word for row in rows() for word in re.findall(r"\b(?:R-)?[A-Z]+-\d+\b", row[0])]
    wanted = [f"{group}-{number}" for group, last in NUMBERED.items() for number in range(1, last + 1)]
    assert sorted(named) == sorted(wanted)
    assert {row[0].rpartition(",")[0] for row in rows() if re.search(r", \d{4}", row[0])} == INCIDENTS


def test_every_row_names_tests_and_they_exist() -> None:
    there = defined()
    for name, what, tests in rows():
        found = re.findall(r"`(test_\w+)`", tests)
        assert found, name
        assert set(found) <= there, name
        assert what.strip(), name
