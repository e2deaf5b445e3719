"""What the pages are held against: all tests that there are."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ALL = pytest.StashKey[frozenset[str]]()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Note all tests before any is left out, where this run has collected them all: collecting takes long."""
    asked = {config.rootpath / word for word in config.args}
    if asked == {ROOT / "tests"} and not any(config.getoption(word, None) for word in ("lf", "ignore", "ignore_glob")):
        config.stash[ALL] = frozenset(item.nodeid for item in items)


@pytest.fixture(scope="session")
def collected(pytestconfig: pytest.Config) -> frozenset[str]:
    """The node ids of all tests there are."""
    if ALL in pytestconfig.stash:
        return pytestconfig.stash[ALL]
    command = [sys.executable, "-m", "pytest", "--collect-only", "-p", "no:cacheprovider", "tests"]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    listed = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert listed.returncode == 0, listed.stdout[-2000:] + listed.stderr
    return frozenset(line for line in listed.stdout.splitlines() if "::" in line)
