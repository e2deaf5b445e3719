"""Every kernel that the processor runs finds the rank that the rules, interpreted, find."""

import os
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from evaluator_ext import Category, batch, build_check, category, low_many, plain, rank, rank_many, rank_mask
from evaluator_ext.categories import CLASSES
from evaluator_ext.eight_or_better import low
from tests.evaluator.dealt import Bytes, all_seven_card_hands, deal, deal_few_suits, masks_of
from tests.evaluator.test_counts import SEVEN_CARD_CLASSES, SEVEN_CARDS, SUM_OF_SEVEN_CARD_RANKS

ROOT = Path(__file__).parents[2]
KERNELS = batch.engine.kernels() or ["none"]
SIZES = (5, 6, 7)
LOW_COUNTS = {8: 24_530_944, 7: 24_530_944 - 13_171_200}

Ranks = NDArray[np.uint16]


def load_interpreted() -> ModuleType:
    loader = SourceFileLoader("high_interpreted_for_kernels", str(build_check.source_of("evaluator_ext.high")))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


ORACLE = load_interpreted()


def shapes(hands: Bytes) -> list[tuple[Any, bool]]:
    """The same hands as rows, as columns and as masks, each with whether it is columns."""
    return [(hands, False), (np.ascontiguousarray(hands.T), True), (masks_of(hands), False)]


def ranks_by(kernel: str, hands: Any, columns: bool = False, threads: int = 1) -> Ranks:
    return np.asarray(batch.engine.rank_hands(kernel, hands, None, columns, threads, False))


def lows_by(kernel: str, hands: Any, mask: int, columns: bool = False) -> NDArray[np.uint8]:
    return np.asarray(batch.engine.low_hands(kernel, hands, mask, None, columns, 1, False))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_ranks_random_hands_as_the_interpreted_rules_do(kernel: str, size: int) -> None:
    hands = np.vstack([deal(90_000 // size, size, seed=size), deal_few_suits(10_000, size, seed=size)])
    expected = np.asarray(ORACLE.rank_many(hands))
    for buffer, columns in shapes(hands):
        assert np.array_equal(ranks_by(kernel, buffer, columns), expected)


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_ranks_a_hundred_thousand_hands_of_seven(kernel: str) -> None:
    hands = deal(100_000, 7, seed=77)
    assert np.array_equal(ranks_by(kernel, hands), np.asarray(ORACLE.rank_many(hands)))


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_ranks_any_number_of_hands(kernel: str) -> None:
    """Each kernel takes hands in blocks; what is left over, and what begins in the middle of one, must not differ."""
    hands = deal(200, 7, seed=3)
    expected = ranks_by(KERNELS[-1], hands)
    for count in range(200):
        for buffer, columns in shapes(hands[:count]):
            assert np.array_equal(ranks_by(kernel, buffer, columns), expected[:count])
            assert np.array_equal(ranks_by(kernel, buffer, columns, threads=3), expected[:count])


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_reads_and_writes_nothing_beside_its_own(kernel: str) -> None:
    for count in (0, 1, 31, 32, 63, 64, 65):
        out = np.full(count + 8, 9, dtype=np.uint16)
        batch.engine.rank_hands(kernel, deal(count, 7, seed=1), out[4 : 4 + count], False, 1, True)
        assert list(out[:4]) == list(out[4 + count :]) == [9] * 4


@pytest.mark.parametrize("max_rank", [8, 7])
@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_finds_the_lows_of_the_rules(kernel: str, max_rank: int) -> None:
    for size in SIZES:
        hands = deal(3_000, size, seed=size)
        expected = [low(hand, max_rank) for hand in hands.tolist()]
        for buffer, columns in shapes(hands):
            assert lows_by(kernel, buffer, (1 << max_rank) - 1, columns).tolist() == expected


@pytest.mark.ci
@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_ranks_ten_million_random_hands_as_the_compiled_rules_do(kernel: str) -> None:
    from evaluator_ext import high

    for seed in range(20):
        hands = deal(500_000, 7, seed)
        expected = np.asarray(high.rank_many(hands))
        for buffer, columns in shapes(hands):
            assert np.array_equal(ranks_by(kernel, buffer, columns), expected)


def count_all(kernel: str) -> tuple[NDArray[np.int64], dict[int, int]]:
    """How many of all seven-card hands have each rank, and how many have a low by each qualifier."""
    counts = np.zeros(7_463, dtype=np.int64)
    lows = dict.fromkeys(LOW_COUNTS, 0)
    for hands in all_seven_card_hands():
        counts += np.bincount(ranks_by(kernel, hands, columns=True), minlength=7_463)
        for max_rank in lows:
            lows[max_rank] += int(np.count_nonzero(lows_by(kernel, hands, (1 << max_rank) - 1, columns=True)))
    return counts, lows


@pytest.mark.ci
@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_counts_all_seven_card_hands(kernel: str) -> None:
    counts, lows = count_all(kernel)
    by_category = dict.fromkeys(Category, 0)
    classes = dict.fromkeys(Category, 0)
    for value in np.flatnonzero(counts):
        by_category[category(int(value))] += int(counts[value])
        classes[category(int(value))] += 1
    assert by_category == SEVEN_CARDS
    assert classes == SEVEN_CARD_CLASSES
    assert int((counts * np.arange(7_463)).sum()) == SUM_OF_SEVEN_CARD_RANKS
    assert lows == LOW_COUNTS


@pytest.mark.hours
@pytest.mark.parametrize("kernel", KERNELS)
def test_kernel_ranks_every_seven_card_hand_as_the_compiled_rules_do(kernel: str) -> None:
    """All 133,784,560 one by one, in each layout: some twenty seconds a kernel where nothing else runs.

    The scalar kernel is one of them, so the others equal it too.
    """
    from evaluator_ext import high

    ranked = 0
    for hands in all_seven_card_hands():
        ranked += hands.shape[1]
        rows = np.ascontiguousarray(hands.T)
        expected = np.asarray(high.rank_many(rows))
        for buffer, columns in ((rows, False), (hands, True), (masks_of(rows), False)):
            assert np.array_equal(ranks_by(kernel, buffer, columns), expected)
    assert ranked == 133_784_560


@pytest.mark.ci
def test_phevaluator_agrees_on_a_million_random_hands() -> None:
    from phevaluator import evaluate_cards

    for size in SIZES:
        hands = deal(340_000, size, seed=size)
        theirs = [7_463 - evaluate_cards(*hand) for hand in hands.tolist()]
        assert np.asarray(rank_many(hands)).tolist() == theirs


@pytest.mark.parametrize("size", SIZES)
def test_suits_can_be_exchanged(size: int) -> None:
    hands = deal(5_000, size, seed=5)
    ranks = np.asarray(rank_many(hands))
    for suits in ([1, 0, 2, 3], [3, 2, 1, 0], [1, 2, 3, 0]):
        exchanged = (hands & 0xFC) | np.array(suits, dtype=np.uint8)[hands & 3]
        assert np.array_equal(rank_many(exchanged), ranks)


def test_another_card_never_makes_a_hand_worse() -> None:
    hands = deal(20_000, 7, seed=6)
    five, six, seven = (np.asarray(rank_many(np.ascontiguousarray(hands[:, :size]))) for size in SIZES)
    assert (five <= six).all()
    assert (six <= seven).all()


def test_every_rank_from_worst_to_best_is_taken() -> None:
    assert sum(CLASSES.values()) == 7_462
    ranks = np.asarray(rank_many(np.vstack([deal(400_000, 5, seed=1), deal_few_suits(400_000, 5, seed=2)])))
    assert ranks.min() == 1
    assert ranks.max() == 7_462


def test_one_hand_ranks_the_same_in_every_form() -> None:
    for size in SIZES:
        hands = deal(500, size, seed=size)
        for hand, mask in zip(hands.tolist(), masks_of(hands).tolist(), strict=True):
            assert rank(bytes(hand)) == rank(tuple(hand)) == rank(hand) == rank_mask(mask) == ORACLE.rank(hand)


@pytest.mark.parametrize("size", SIZES)
def test_interpreted_batches_stand_in_for_the_kernels(size: int) -> None:
    hands = deal(300, size, seed=9)
    for buffer, columns in shapes(hands):
        assert list(plain.rank_hands("none", buffer, None, columns, 1, True)) == list(rank_many(hands))
        assert list(plain.low_hands("none", buffer, 0xFF, None, columns, 1, True)) == list(low_many(hands))


@pytest.mark.parametrize("kernel", KERNELS)
def test_environment_forces_a_kernel(kernel: str) -> None:
    code = "import evaluator_ext; print(evaluator_ext.KERNEL)"
    run = run_with(kernel, code)
    assert run.stdout.strip() == kernel, run.stderr


@pytest.mark.skipif(KERNELS == ["none"], reason="the kernels are not built or JAKAJA_PURE=1 leaves them out")
def test_environment_cannot_force_a_kernel_that_does_not_run_here() -> None:
    run = run_with("abacus", "import evaluator_ext")
    assert "JAKAJA_KERNEL=abacus" in run.stderr.splitlines()[-1]
    assert ", ".join(KERNELS) in run.stderr.splitlines()[-1]


def run_with(kernel: str, code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "JAKAJA_KERNEL": kernel}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
