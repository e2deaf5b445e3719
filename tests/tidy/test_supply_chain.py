"""Every package is pinned by the hash of its files, is needed, and stands on the page of notices (SEC-9)."""

import json
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest

from controller.app.problem import Problem
from controller.app.release.lock import LockError, Pinned, plain_name, read_lock
from controller.app.release.sbom import Package, bill, packages

ROOT = Path(__file__).parents[2]
LOCKS = {path.stem: path.read_text(encoding="utf-8") for path in (ROOT / ".ci" / "locks").glob("*.txt")}
RUNTIME = read_lock(LOCKS["runtime"])
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
INSTALLED = {plain_name(distribution.name): distribution for distribution in distributions()}
NOTICES = (ROOT / "docs" / "third-party-notices.md").read_text(encoding="utf-8")


def direct(requirements: list[str]) -> dict[str, str]:
    """What the project asks for, by name and version."""
    asked = (requirement.partition(";")[0].strip().partition("==") for requirement in requirements)
    return {plain_name(name): version for name, _pin, version in asked}


ASKED = direct(PROJECT["dependencies"])
PARTS = packages(RUNTIME, INSTALLED)


def unneeded(parts: tuple[Package, ...], asked: dict[str, str]) -> set[str]:
    """Packages that neither the program needs nor anything that it needs."""
    needs = {part.name: part.needs for part in parts}
    reached, waiting = set(), list(asked)
    while waiting:
        name = waiting.pop()
        if name in needs and name not in reached:
            reached.add(name)
            waiting += needs[name]
    return needs.keys() - reached


def noticed() -> dict[str, tuple[str, str]]:
    rows = (line.strip("| ").split(" | ") for line in NOTICES.splitlines() if line.startswith("| "))
    return {plain_name(row[0]): (row[1], row[2]) for row in rows}


def test_there_are_locks_to_look_at():
    assert sorted(LOCKS) == ["bench", "development", "runtime"]


@pytest.mark.parametrize("name", LOCKS)
def test_sec_9_every_package_is_pinned_by_version_and_hash(name):
    read_lock(LOCKS[name])


@pytest.mark.parametrize(
    ("whole", "spoilt"),
    [
        ("msgspec==0.23.0 \\", "msgspec>=0.23.0 \\"),
        ("msgspec==0.23.0 \\", "msgspec \\"),
        ("msgspec==0.23.0 \\", "msgspec==0.23.*"),
        ("msgspec==0.23.0 \\", "msgspec==0.23.0\npillow==13.0.0 \\"),
        ("--hash=sha256:", "--hash=md5:"),
        ("--only-binary :all:\n", ""),
        ("--only-binary :all:\n", "--only-binary :all:\n\n--index-url https://example.org\n"),
        ("msgspec==0.23.0 \\", "msgspec @ https://example.org/msgspec.whl \\"),
    ],
)
def test_sec_9_a_package_without_version_or_hash_is_found(whole, spoilt):
    assert whole in LOCKS["runtime"]
    with pytest.raises(LockError):
        read_lock(LOCKS["runtime"].replace(whole, spoilt))


def test_sec_9_the_locks_pin_what_the_project_asks_for_and_nothing_else():
    pinned = {name: {pin.name: pin.version for pin in read_lock(text)} for name, text in LOCKS.items()}
    assert ASKED.items() <= pinned["runtime"].items() <= pinned["development"].items()
    asked = direct([one for one in PROJECT["optional-dependencies"]["dev"] if "< '3.12'" not in one])
    assert asked.items() <= pinned["development"].items()
    assert unneeded(PARTS, ASKED) == set()


def test_sec_9_a_package_that_nothing_needs_is_found():
    stray = Package("left-behind", "1.0", "MIT", ())
    assert unneeded((*PARTS, stray), ASKED) == {"left-behind"}
    without = {name: version for name, version in ASKED.items() if name != "python-escpos"}
    assert "argcomplete" in unneeded(PARTS, without)


def test_sec_9_what_is_installed_is_what_is_locked():
    for name, text in LOCKS.items():
        for pin in read_lock(text):
            if pin.name in INSTALLED and pin.name not in {"atheris", "setuptools"}:
                assert INSTALLED[pin.name].version == pin.version, f"{name}: {pin.name}; run make setup"
    with pytest.raises(Problem, match="absent"):
        packages((Pinned("left-behind", "1.0", ()),), INSTALLED)


def test_sec_9_every_package_of_the_program_stands_on_the_page_with_its_licence():
    assert noticed().items() >= {part.name: (part.version, part.licence) for part in PARTS}.items()
    bundled = {name for name in noticed() if name.startswith(("what", "dejavu", "---"))}
    assert noticed().keys() - bundled == {part.name for part in PARTS}


def test_sec_9_the_bill_names_every_package_and_what_needs_it():
    contents = json.loads(bill("1.2.3", tuple(ASKED), PARTS))
    assert (contents["bomFormat"], contents["specVersion"]) == ("CycloneDX", "1.6")
    assert {part["name"]: part["version"] for part in contents["components"]} == {
        pin.name: pin.version for pin in RUNTIME
    }
    needs = {row["ref"]: row["dependsOn"] for row in contents["dependencies"]}
    assert len(needs["pkg:pypi/jakaja@1.2.3"]) == len(ASKED)
    assert "pkg:pypi/cffi@2.1.1" in needs["pkg:pypi/pynacl@1.6.2"]
    assert bill("1.2.3", tuple(ASKED), PARTS) == bill("1.2.3", tuple(ASKED), PARTS)
