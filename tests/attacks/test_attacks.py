"""Every attack fails, and succeeds once its defence is taken away (`make attack`)."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.attacks.attack import Attack, Patch, Weakness, weak
from tests.attacks.suite import make
from tests.attacks.table import ATTACKS
from tests.attacks.weakening import ROOT, is_file
from tests.planted.patching import patched, source_path

LEAST_WORDS = len(".closed") - 1
TEST = "tests/access/test_pins.py::test_sec_7_the_same_pin_of_two_people_is_not_seen_to_be_the_same"
SALTLESS = Patch(
    "controller.access.pins",
    "slow = argon2id.kdf(DIGEST_BYTES, pin.encode(), salt,",
    "slow = argon2id.kdf(DIGEST_BYTES, pin.encode(), bytes(len(salt)),",
)
CONSTANT = Patch(SALTLESS.module, "LEAST_DIGITS: Final = 6", "LEAST_DIGITS: Final = 1")


@pytest.mark.ci
def test_every_attack_fails_and_succeeds_with_each_planted_weakness() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.attacks"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    wrong = [line for line in done.stdout.splitlines() if " escaped " in line or " fell " in line]
    assert done.returncode == 0, "\n".join((*wrong, done.stderr[-2000:]))
    assert f"{len(ATTACKS)} of {len(ATTACKS)} attacks were held off" in done.stdout


def test_every_weakness_fits_the_product() -> None:
    """Its pieces of source; that they lie within functions, the suite finds out when it plants them."""
    for attack in ATTACKS:
        for patch in (patch for weakness in attack.weaknesses for patch in weakness.patches):
            path = ROOT / patch.module if is_file(patch.module) else source_path(patch.module, ROOT)
            assert patched(path.read_text(encoding="utf-8"), patch.old, patch.new, f"{attack.id}, {patch.module}")


def test_every_attack_has_a_weakness_and_a_name_of_its_own() -> None:
    assert [attack.id for attack in ATTACKS if not attack.weaknesses] == []
    assert len({attack.id for attack in ATTACKS}) == len(ATTACKS)
    assert all(len(weakness.says) >= LEAST_WORDS for attack in ATTACKS for weakness in attack.weaknesses)


def test_every_defence_stands_where_its_row_says_and_is_what_the_weakness_takes_away() -> None:
    for attack in ATTACKS:
        assert [place for place in attack.stands if not (ROOT / place).exists()] == [], attack.id


# -- the suite itself: whatever goes wrong in it is told, and never taken for an attack that succeeded ---------------


def attack(weakness: Weakness, test: str = TEST) -> Attack:
    return Attack("tried", "a player", "a PIN", "reading", "a salt", (), (), (test,), (weakness,))


@pytest.mark.ci
@pytest.mark.parametrize(
    ("weakness", "said"),
    [
        (Weakness("other words", (SALTLESS,), "the moon"), "assert keeper.digest("),
        (weak("no weakness", SALTLESS.module, "slow = argon2id", "slow = (argon2id)", says="x"), "changes no function"),
        (weak("no such piece", SALTLESS.module, "there is no such line", "", says="x"), "is there 0 times"),
        (Weakness("a constant", (CONSTANT,), "x"), "changes no function"),
    ],
    ids=lambda value: value.what if isinstance(value, Weakness) else "",
)
def test_a_weakness_that_helps_nobody_has_escaped(weakness: Weakness, said: str) -> None:
    (result,) = make([attack(weakness)])
    assert (result.held, [tried.fate for tried in result.tried]) == ("held", ["escaped"])
    assert said in result.tried[0].said
    assert not result.is_good


@pytest.mark.ci
def test_an_attack_that_succeeds_with_its_weakness_is_good() -> None:
    (result,) = make([attack(Weakness("no salt", (SALTLESS,), "assert keeper.digest("))])
    assert result.is_good


@pytest.mark.ci
@pytest.mark.parametrize("test", [f"{TEST}_at_all", "tests/access/test_nothing.py::test_nothing"])
def test_a_test_that_is_not_there_has_not_held(test: str) -> None:
    (result,) = make([attack(Weakness("no salt", (SALTLESS,), "?"), test)])
    assert (result.held, result.is_good) == ("fell", False)


@pytest.mark.ci
def test_a_product_without_the_defence_falls(tmp_path: Path) -> None:
    failing = tmp_path / "test_falls.py"
    failing.write_text("def test_falls():\n    assert 1 == 2, 'it fell'\n", encoding="utf-8")
    (result,) = make([attack(Weakness("no salt", (SALTLESS,), "?"), f"{failing}::test_falls")])
    assert result.held == "fell"
