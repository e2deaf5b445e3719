"""The part of docs/security.md that is made of the table of attacks."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from tests.attacks.attack import INCIDENTS, Attack
from tests.attacks.table import ASKED, ATTACKS, ELSEWHERE, GROUPS, THREATS

PAGE: Final = Path(__file__).parents[2] / "docs" / "security.md"
BEGIN: Final = "<!-- made by `python -m tests.attacks --page` -->"
HEAD: Final = "| attack | attacker | asset | what he does | what stands in the way | test |"
END: Final = "<!-- end of what is made -->"


def name_of(test: str) -> str:
    """A test's function, without its file and its case."""
    return test.rpartition("::")[2].partition("[")[0]


def answered_by(what: str) -> tuple[Attack, ...]:
    """The attacks that answer a requirement or an incident."""
    return tuple(attack for attack in ATTACKS if what in attack.answers)


def lines() -> Iterator[str]:
    """The whole part, line by line."""
    yield from ("### What is asked, and what answers", "", "| id | what | attacks |", "|---|---|---|")
    for asked, what in ASKED.items():
        yield f"| {asked} | {what} | {_ids(answered_by(asked)) or ELSEWHERE.get(asked, 'not there yet')} |"
    yield from ("", "### What happened to others", "", "| incident | what happened | attacks here |", "|---|---|---|")
    for incident, what in INCIDENTS.items():
        yield f"| {incident} | {what} | {_ids(answered_by(incident))} |"
    yield from ("", "### Who might want what", "", "| who | wants | attacks |", "|---|---|---|")
    for threat in THREATS:
        found = ", ".join(f"`{attack}`" for attack in threat.attacks)
        yield f"| {threat.who} | {threat.wants} | {'; '.join(filter(None, (found, threat.elsewhere)))} |"
    for title, group in GROUPS.items():
        yield from ("", f"### {title}", "", HEAD, "|---|---|---|---|---|---|")
        for attack in group:
            tests = ", ".join(f"`{name}`" for name in dict.fromkeys(map(name_of, attack.tests)))
            cells = (f"`{attack.id}`", attack.attacker, attack.asset, attack.attack, attack.defence, tests)
            yield f"| {' | '.join(cells)} |"


def _ids(attacks: Iterable[Attack]) -> str:
    return ", ".join(f"`{attack.id}`" for attack in attacks)


def made(page: str) -> str:
    """What the page has between its marks."""
    found = re.search(f"{re.escape(BEGIN)}\n(.*?)\n{re.escape(END)}", page, re.DOTALL)
    return found[1] if found else ""


def write() -> None:
    """Make that part of the page anew."""
    page = PAGE.read_text(encoding="utf-8")
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text("\n".join((before + BEGIN, *lines(), END)) + after, encoding="utf-8")
