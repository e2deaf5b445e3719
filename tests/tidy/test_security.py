"""docs/security.md shows the attacks that are made, and every requirement, incident and threat has its answer there."""

import re
from pathlib import Path

from tests.attacks.attack import INCIDENTS
from tests.attacks.page import PAGE, answered_by, lines, made
from tests.attacks.table import ASKED, ATTACKS, ELSEWHERE, THREATS

ROOT = Path(__file__).parents[2]
TEXT = PAGE.read_text(encoding="utf-8")
NUMBERED = {"SEC": 9, "R-SEC": 5}
FIRST_LED, LAST_LED = 9, 10


def functions_in(path: Path) -> set[str]:
    return set(re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def test_the_page_shows_the_attacks_as_their_rows_say() -> None:
    assert made(TEXT) == "\n".join(lines()), "run python -m tests.attacks --page"


def test_every_requirement_is_answered_by_attacks_or_is_not_one_tables() -> None:
    wanted = {f"{group}-{number}" for group, last in NUMBERED.items() for number in range(1, last + 1)}
    assert set(ASKED) == wanted | {f"LED-{number}" for number in range(FIRST_LED, LAST_LED + 1)}
    assert {asked for asked in ASKED if not answered_by(asked)} == set(ELSEWHERE)


def test_every_incident_and_every_threat_is_answered() -> None:
    assert [incident for incident in INCIDENTS if not answered_by(incident)] == []
    known = {attack.id for attack in ATTACKS}
    for threat in THREATS:
        assert set(threat.attacks) <= known
        assert threat.attacks or threat.elsewhere, threat


def test_what_an_attack_answers_is_a_requirement_or_an_incident() -> None:
    for attack in ATTACKS:
        strange = [word for word in attack.answers if word not in INCIDENTS and not re.fullmatch(r"[A-Z-]+-\d+", word)]
        assert (attack.answers, strange) != ((), []), attack.id
        assert strange == [], attack.id


def test_every_test_that_an_attack_names_is_there() -> None:
    there: dict[str, set[str]] = {}
    for test in (test for attack in ATTACKS for test in attack.tests):
        path, _, name = test.partition("::")
        found = there.setdefault(path, functions_in(ROOT / path))
        assert name.partition("[")[0] in found, test
