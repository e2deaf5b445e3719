"""The C files on another processor, and under AddressSanitizer."""

import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import numpy as np
import pytest

from evaluator_ext import low_many, omaha_hilo_many, rank_many
from tests.evaluator.dealt import Bytes, deal, deal_few_suits

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "evaluator_ext" / "kernels"
HERE = Path(__file__).parent
ARM_COMPILER = "aarch64-linux-gnu-gcc"
ARM_RUNNER = "qemu-aarch64"
EVERYWHERE = ("scalar.c", "tables.c", "lanes.c", "omaha.c")
STRICT = ("-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror")
SEEDS = (1, 2, 3)


def run(*command: str | Path, given: bytes = b"", **more: str) -> bytes:
    """Run a command that must succeed; returns what it printed."""
    done = subprocess.run(command, input=given, capture_output=True, env={**os.environ, **more}, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def need(*programs: str) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")


@pytest.fixture(scope="module")
def on_arm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plain kernel, compiled for ARM64."""
    need(ARM_COMPILER, ARM_RUNNER)
    program = tmp_path_factory.mktemp("arm") / "rank"
    sources = [KERNELS / name for name in EVERYWHERE]
    run(ARM_COMPILER, *STRICT, "-static", "-pthread", f"-I{KERNELS}", "-o", program, HERE / "arm_driver.c", *sources)
    return program


def values_from(printed: bytes, hands: int) -> tuple[list[int], list[int]]:
    """Ranks and lows as the driver prints them."""
    assert len(printed) == 3 * hands
    ranks, lows = np.frombuffer(printed[: 2 * hands], np.uint16), np.frombuffer(printed[2 * hands :], np.uint8)
    return ranks.tolist(), lows.tolist()


def deals(cards: int) -> Bytes:
    return np.vstack([deal(60_000, cards, seed=1), deal_few_suits(20_000, cards, seed=2)])


def test_plain_kernel_ranks_the_same_on_arm(on_arm: Path) -> None:
    hands = deals(7)
    printed = run(ARM_RUNNER, on_arm, "seven", given=hands.tobytes())
    assert values_from(printed, len(hands)) == (list(rank_many(hands)), list(low_many(hands)))


def test_plain_omaha_ranks_the_same_on_arm(on_arm: Path) -> None:
    dealt = deals(9)
    boards, holes = np.ascontiguousarray(dealt[:, :5]), np.ascontiguousarray(dealt[:, 5:])
    high, low = omaha_hilo_many(holes, boards)
    assert values_from(run(ARM_RUNNER, on_arm, "omaha", given=dealt.tobytes()), len(dealt)) == (list(high), list(low))


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package, its C module compiled for AddressSanitizer, the rest interpreted."""
    need("gcc")
    folder = tmp_path_factory.mktemp("watched")
    leave_out = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(ROOT / "evaluator_ext", folder / "evaluator_ext", ignore=leave_out)
    module = folder / "evaluator_ext" / f"_kernels{sysconfig.get_config_var('EXT_SUFFIX')}"
    sanitize = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-shared", "-fPIC", "-pthread")
    headers = f"-I{sysconfig.get_paths()['include']}"
    run("gcc", *STRICT, *sanitize, headers, f"-I{KERNELS}", "-o", module, *sorted(KERNELS.glob("*.c")))
    # The build id that tells a stale module is left out here: without its sources the module is taken as it is.
    shutil.rmtree(folder / "evaluator_ext" / "kernels")
    return folder


@pytest.mark.parametrize("seed", SEEDS)
def test_no_buffer_makes_the_binding_stray(watched: Path, seed: int) -> None:
    library = run("gcc", "-print-file-name=libasan.so").decode().strip()
    fuzz = HERE / "fuzz_buffers.py"
    options = "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1"
    printed = run(
        sys.executable, fuzz, "4000", str(seed), LD_PRELOAD=library, ASAN_OPTIONS=options, PYTHONPATH=str(watched),
        PYTHONMALLOC="malloc", PYTHONDONTWRITEBYTECODE="1",
    )  # fmt: skip
    assert printed == b"survived\n"
