"""The money code's own tests notice at least 95 of 100 small changes to it (reliability TST-3)."""

import ast
import subprocess
import sys

import pytest

from tests.planted.mutants import mutants
from tests.planted.targets import ROOT, TARGETS, Target


@pytest.mark.ci
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.module)
def test_the_tests_of_the_money_code_notice_small_changes(target: Target) -> None:
    """In a process of its own: mutants are tried in forks, and a fork of this process would speak to its runner."""
    command = [sys.executable, "-m", "tests.planted.mutants", target.module]
    tried = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=1500, check=False)
    assert tried.returncode == 0, tried.stdout + tried.stderr


@pytest.mark.ci
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.module)
def test_every_mutant_is_a_program_that_differs_from_the_product(target: Target) -> None:
    assert all((ROOT / test).exists() for test in target.tests)
    found = list(mutants(target.module))
    assert found
    for mutant in found:
        ast.parse(mutant.source)
    assert len({mutant.source for mutant in found}) == len(found)
