"""The page of evidence tells what it ran, what it skipped, and does not call a loss nothing."""

import re
from collections.abc import Iterator

import pytest

from tests.evidence.__main__ import GATES
from tests.evidence.page import CannotRunError, Row, print_page
from tests.evidence.scales import SCALES, Scale

QUICK = SCALES["quick"]
TINY = Scale("quick", 20, 1, 1, 1, 501, 2, 150, 0, 1, 1, 1_001, 5, 2)


def good(_scale: Scale) -> Iterator[Row]:
    yield Row("images", 20_000)
    yield Row("mutants", 100, 5, loses=False, bearable=5)


def losing(_scale: Scale) -> Iterator[Row]:
    yield Row("images", 20_000, 3)


def missing(_scale: Scale) -> Iterator[Row]:
    yield Row("planted bugs", 42, 1, loses=False, remark="rake-without-cap")


def unable(_scale: Scale) -> Iterator[Row]:
    yield Row("real power cuts: xfs", 10)
    raise CannotRunError("ext4: mounting needs root")


def test_where_nothing_is_lost_the_page_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_page([("a", good)], QUICK) == 0
    page = capsys.readouterr().out
    assert re.search(r"^images +20,000 +0$", page, re.MULTILINE)
    assert page.endswith("skipped: nothing\nunnoticed: 5\nlost: 0\n")


def test_a_loss_is_counted_and_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_page([("a", good), ("b", losing)], QUICK) == 1
    assert capsys.readouterr().out.endswith("lost: 3\n")


def test_a_bug_that_nobody_catches_is_a_finding(capsys: pytest.CaptureFixture[str]) -> None:
    assert print_page([("a", missing)], QUICK) == 1
    assert "rake-without-cap" in capsys.readouterr().out


def test_a_gate_that_cannot_run_is_named_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    """What it could do stands on the page; where no gate may be skipped it is a finding (reliability TST-10)."""
    assert print_page([("real power cuts", unable)], QUICK) == 0
    page = capsys.readouterr().out
    assert "skipped: real power cuts: ext4: mounting needs root" in page
    assert "real power cuts: xfs" in page
    assert print_page([("real power cuts", unable)], QUICK, may_skip=False) == 1


@pytest.mark.ci
@pytest.mark.parametrize("gate", [gate for name, gate in GATES if name != "days of twelve hours"])
def test_every_gate_runs(gate: object, capsys: pytest.CaptureFixture[str]) -> None:
    """On the smallest scale, but really."""
    assert print_page([("this", gate)], TINY) == 0  # type: ignore[list-item]
    assert capsys.readouterr().out.endswith("lost: 0\n")
