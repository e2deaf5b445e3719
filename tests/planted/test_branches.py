"""The money code's own tests go through every line and every branch of it (reliability TST-3)."""

import pytest

from tests.planted.branches import measure
from tests.planted.targets import TARGETS, Target


@pytest.mark.ci
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.module)
def test_every_branch_of_the_money_code_is_gone_through_by_its_own_tests(target: Target) -> None:
    covered = measure(target)
    assert covered.statements > 10
    assert covered.untried == ()


def test_a_branch_that_no_test_goes_through_is_named() -> None:
    """Two known numbers say nothing of what is refused."""
    covered = measure(Target("cashier.vouchers", ("tests/cashier/test_voucher_numbers.py",)))
    (refusal,) = (sentence for sentence in covered.untried if "goes on to" in sentence)
    assert refusal.startswith("line ")
    assert covered.percent < 100
