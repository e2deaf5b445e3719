"""The compiled form and the interpreted form of one source agree, and each is what it claims to be."""

import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES, SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluator_ext import build_check, eight_or_better, high, omaha_five, omaha_low_five

ROOT = Path(__file__).parents[2]
CARD = st.integers(0, 51)
HANDS = st.integers(5, 7).flatmap(lambda size: st.lists(CARD, min_size=size, max_size=size, unique=True))
WHICH_FORM = "import evaluator_ext.high as high; print(high.__file__, type(high.rank).__name__, high.rank(range(7)))"


def load_interpreted(module: str) -> ModuleType:
    """The source of a module, run by the interpreter whatever lies beside it."""
    loader = SourceFileLoader(f"{module}_interpreted", str(build_check.source_of(f"evaluator_ext.{module}")))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


ORACLE = load_interpreted("high")
LOW_ORACLE, OMAHA_ORACLE = load_interpreted("eight_or_better"), load_interpreted("omaha")
DEALS = st.lists(CARD, min_size=11, max_size=11, unique=True)
LOW_LIMITS = st.sampled_from((7, 8))


def run_apart(code: str, pure: str) -> list[str]:
    """Words printed by a new process with this value of JAKAJA_PURE."""
    command = [sys.executable, "-c", code]
    run = subprocess.run(command, cwd=ROOT, env={"JAKAJA_PURE": pure}, capture_output=True, text=True, check=True)
    return run.stdout.split()


def test_compiled_form_runs_by_default() -> None:
    for unset in ("", "0"):
        file, kind, _ = run_apart(WHICH_FORM, unset)
        assert file.endswith(tuple(EXTENSION_SUFFIXES)), "not compiled yet: run `make build`"
        assert kind != "function"


def test_interpreted_form_runs_on_request() -> None:
    file, kind, _ = run_apart(WHICH_FORM, "1")
    assert file.endswith("high.py")
    assert kind == "function"


def test_both_forms_find_the_same_rank() -> None:
    assert run_apart(WHICH_FORM, "0")[2] == run_apart(WHICH_FORM, "1")[2]


@pytest.mark.parametrize("pure", ["0", "1"])
def test_evaluator_needs_nothing_but_the_standard_library(pure: str) -> None:
    loaded = run_apart("import sys, evaluator_ext; print(*sys.modules)", pure)
    assert "evaluator_ext.high" in loaded
    assert not {"numpy", "cython", "Cython", "controller", "cashier", "msgspec"} & set(loaded)


@pytest.mark.skipif(build_check.pure_wanted(), reason="JAKAJA_PURE=1 leaves only the interpreted form to compare")
@given(st.lists(HANDS, min_size=20, max_size=20))
def test_compiled_ranks_equal_interpreted_ranks(hands: list[list[int]]) -> None:
    assert Path(high.__file__).suffix != ".py", "not compiled yet: run `make build`"
    for hand in hands:
        assert high.rank(hand) == ORACLE.rank(hand)
        assert high.best_five(hand) == ORACLE.best_five(hand)


@given(st.lists(HANDS, min_size=20, max_size=20), LOW_LIMITS)
def test_compiled_lows_equal_interpreted_lows(hands: list[list[int]], limit: Literal[7, 8]) -> None:
    for hand in hands:
        assert eight_or_better.low(hand, limit) == LOW_ORACLE.low(hand, limit)
        assert eight_or_better.low_five(hand, limit) == LOW_ORACLE.low_five(hand, limit)


@given(st.lists(DEALS, min_size=10, max_size=10), st.integers(4, 6), st.integers(3, 5), LOW_LIMITS, LOW_LIMITS)
def test_compiled_omaha_equals_interpreted_omaha(
    deals: list[list[int]], in_hole: int, on_board: int, limit: Literal[7, 8], board_limit: Literal[7, 8]
) -> None:
    for deal in deals:
        dealt = deal[:in_hole], deal[6 : 6 + on_board]
        assert omaha_five(*dealt) == OMAHA_ORACLE.omaha_five(*dealt)
        assert omaha_low_five(*dealt, limit, board_limit) == OMAHA_ORACLE.omaha_low_five(*dealt, limit, board_limit)


@given(st.lists(st.lists(CARD, min_size=7, max_size=7, unique=True), min_size=1))
def test_compiled_batch_equals_interpreted_batch(hands: list[list[int]]) -> None:
    rows = memoryview(bytes(card for hand in hands for card in hand)).cast("B", (len(hands), 7))
    assert high.rank_many(rows) == ORACLE.rank_many(rows)


@given(st.lists(st.integers(-(1 << 70), 1 << 70) | st.integers(-1, 52), max_size=9))
def test_both_forms_refuse_the_same_cards_in_the_same_words(cards: list[int]) -> None:
    answers = []
    for rank in (high.rank, ORACLE.rank):
        try:
            answers.append(rank(cards))
        except ValueError as refused:
            answers.append(str(refused))
    assert answers[0] == answers[1]
