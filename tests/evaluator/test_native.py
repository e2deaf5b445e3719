"""The C files on another processor, and under AddressSanitizer."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np
import pytest

from evaluator_ext import low_many, omaha_hilo_many, rank_many
from evaluator_ext.rankings import RANKINGS
from tests.evaluator.dealt import Bytes, deal, deal_few_suits

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "evaluator_ext" / "kernels"
HERE = Path(__file__).parent
ARM_COMPILER = "aarch64-linux-gnu-gcc"
ARM_RUNNER = "qemu-aarch64"
EVERYWHERE = ("scalar.c", "tables.c", "lanes.c", "omaha.c", "look_up.c")
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


TABLES_OF_SOKO = """
import sys
from array import array
from evaluator_ext.rankings import keys, soko
table = soko.judge().table(5)
sys.stdout.buffer.write(array("I", keys.WEIGHTS))
for each in (table.shifts, table.mixed, table.suited, table.four_suited):
    sys.stdout.buffer.write(array("I", [len(each)]))
    sys.stdout.buffer.write(each)
"""


def test_plain_look_up_ranks_the_same_on_arm(on_arm: Path) -> None:
    hands, soko = deals(5), RANKINGS["soko"]
    tables = run(sys.executable, "-c", TABLES_OF_SOKO, JAKAJA_PURE="1", PYTHONPATH=str(ROOT))
    printed = run(ARM_RUNNER, on_arm, "tables", given=tables + hands.tobytes())
    assert np.frombuffer(printed, np.uint16).tolist() == list(soko.judge(soko.options).rank_many(hands))


def watch(source: Path, folder: Path) -> Path:
    """Compile a C file for AddressSanitizer; returns the object file."""
    sanitize = ("-fsanitize=address,undefined", "-fno-sanitize-recover=undefined", "-g", "-fPIC", "-pthread")
    headers = (f"-I{sysconfig.get_paths()['include']}", f"-I{KERNELS}")
    made = folder / f"{source.stem}.o"
    run("gcc", *STRICT, *sanitize, *headers, "-c", "-o", made, source)
    return made


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Path]:
    """The C files, each compiled for AddressSanitizer, by name."""
    need("gcc")
    folder = tmp_path_factory.mktemp("objects")
    return {source.name: watch(source, folder) for source in sorted(KERNELS.glob("*.c"))}


def package(folder: Path, objects: Iterable[Path]) -> Path:
    """A folder with the package, its C module linked from these files, the rest interpreted."""
    # The build id that tells a stale module is left out: without its sources the module is taken as it is.
    leave_out = shutil.ignore_patterns("*.so", "__pycache__", "kernels")
    shutil.copytree(ROOT / "evaluator_ext", folder / "evaluator_ext", ignore=leave_out)
    module = folder / "evaluator_ext" / f"_kernels{sysconfig.get_config_var('EXT_SUFFIX')}"
    run("gcc", "-fsanitize=address,undefined", "-shared", "-pthread", "-o", module, *objects)
    return folder


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory, objects: Mapping[str, Path]) -> Path:
    return package(tmp_path_factory.mktemp("watched"), objects.values())


def fuzz(folder: Path, rounds: int, seed: int) -> subprocess.CompletedProcess[bytes]:
    """Throw buffers at the package in a folder."""
    more = {
        "LD_PRELOAD": run("gcc", "-print-file-name=libasan.so").decode().strip(),
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1",
        "PYTHONPATH": str(folder),
        "PYTHONMALLOC": "malloc",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, HERE / "fuzz_buffers.py", str(rounds), str(seed)]
    return subprocess.run(command, capture_output=True, env={**os.environ, **more}, check=False)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_buffer_makes_the_binding_stray(watched: Path, seed: int) -> None:
    done = fuzz(watched, 4000, seed)
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout == b"survived\n"


@pytest.mark.parametrize(
    ("file", "right", "wrong", "finding"),
    [
        pytest.param(
            "lanes.c", "bytes + size * first, size * count", "bytes + size * first, 1 + size * count", b"READ", id="row"
        ),
        pytest.param(
            "buffers.c", "count; i++)\n            unite", "count + 1; i++)\n            unite", b"READ", id="hands"
        ),
        pytest.param("filling.c", "done < count; done++", "done <= count; done++", b"READ", id="masks"),
        pytest.param("look_up.c", "j * dealt->card_step]", "j * dealt->card_step + 1]", b"READ", id="cards"),
        pytest.param("scalar.c", "*out++ = low_value", "out[1] = 0, *out++ = low_value", b"WRITE", id="values"),
    ],
)  # fmt: skip
def test_stray_access_of_a_single_byte_is_found(
    tmp_path: Path, objects: Mapping[str, Path], file: str, right: str, wrong: str, finding: bytes
) -> None:
    """A mistake put into a copy of the source ends the same run that the source itself survives."""
    source = (KERNELS / file).read_text()
    assert source.count(right) == 1
    planted = tmp_path / file
    planted.write_text(source.replace(right, wrong))
    folder = package(tmp_path / "package", {**objects, file: watch(planted, tmp_path)}.values())
    done = fuzz(folder, 400, 1)
    assert done.returncode != 0
    assert b"ERROR: AddressSanitizer" in done.stderr
    assert finding in done.stderr
