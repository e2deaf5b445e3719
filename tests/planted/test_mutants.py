"""The money code's own tests notice at least 95 of 100 small changes to it (reliability TST-3)."""

import ast

import pytest

from tests.planted.mutants import ROOT, TARGETS, Target, mutants, score

LEAST_PERCENT = 95


@pytest.mark.ci
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.module)
def test_the_tests_of_the_money_code_notice_small_changes(target: Target) -> None:
    result = score(target)
    left = "\n".join(f"line {mutant.line}: {mutant.change}" for mutant in result.survivors)
    assert result.percent >= LEAST_PERCENT, f"{result.percent} % of {result.tried} mutants of {result.module}:\n{left}"


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.module)
def test_every_mutant_is_a_program_that_differs_from_the_product(target: Target) -> None:
    assert all((ROOT / test).exists() for test in target.tests)
    found = list(mutants(target.module))
    assert len(found) > 10
    for mutant in found:
        ast.parse(mutant.source)
    assert len({mutant.source for mutant in found}) == len(found)
