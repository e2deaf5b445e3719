"""The wheel holds the whole product and nothing else, and runs where there is no checkout and no Cython."""

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from evaluator_ext import build_check

pytestmark = pytest.mark.ci

ROOT = Path(__file__).parents[2]
ROOMS = ("controller", "evaluator_ext", "seats", "cashier", "firmware")
NOT_SOURCE = shutil.ignore_patterns(".*", "build", "dist", "out", "*.egg-info", "__pycache__")
BUILT_ANEW = ("_kernels", "high")
"""One module in C and one in Cython, which the wheel compiles; the others are taken as they lie there already."""
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "JAKAJA_PURE"}},
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}
TRY_OUT = """
import os
import importlib.util
import cashier, controller, firmware, seats
import evaluator_ext.high
assert os.environ.get("JAKAJA_PURE") == "1" or evaluator_ext.KERNEL != "none"
assert importlib.util.find_spec("Cython") is None
one_hand = memoryview(bytes(range(5))).cast("B", (1, 5))
assert list(evaluator_ext.rank_many(one_hand)) == [evaluator_ext.rank(range(5))]
print(evaluator_ext.rank(evaluator_ext.parse_cards("As Ks Qs Js Ts")), evaluator_ext.high.__file__)
"""


def run(folder: Path, *command: str | Path, **more: str) -> str:
    """Run a command that must succeed; returns what it printed."""
    done = subprocess.run(command, cwd=folder, env={**ENVIRONMENT, **more}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The checkout as `make build` leaves it, but for the modules that are to be built anew."""
    folder = tmp_path_factory.mktemp("wheel") / "source"
    shutil.copytree(ROOT, folder, ignore=NOT_SOURCE)
    for name in BUILT_ANEW:
        (built,) = (folder / "evaluator_ext").glob(f"{name}.*.so")
        built.unlink()
    return folder


@pytest.fixture(scope="module")
def wheel(source: Path) -> Path:
    """The wheel, built in isolation as pip does for anyone."""
    run(source, sys.executable, "-m", "pip", "wheel", ".", "--no-deps", "--wheel-dir", "dist")
    (built,) = (source / "dist").glob("jakaja-*.whl")
    return built


def test_wheel_holds_every_file_of_the_rooms(source: Path, wheel: Path) -> None:
    shipped = set(ZipFile(wheel).namelist())
    files = [path for room in ROOMS for path in (source / room).rglob("*") if path.is_file()]
    wanted = {path.relative_to(source).as_posix() for path in files if path.suffix not in {".c", ".h", ".so"}}
    assert wanted - shipped == set()


def test_wheel_holds_nothing_but_the_rooms(wheel: Path) -> None:
    names = ZipFile(wheel).namelist()
    folders = {name.split("/")[0] for name in names}
    assert {folder for folder in folders if not folder.endswith(".dist-info")} == set(ROOMS)
    assert not [name for name in names if name.endswith(".c")]
    compiled = sorted(name.split(".")[0].replace("/", ".") for name in names if name.endswith(".so"))
    assert compiled == sorted([*build_check.COMPILED, *build_check.IN_C])


def test_wheel_runs_in_an_empty_environment(tmp_path: Path, wheel: Path) -> None:
    venv.create(tmp_path / "empty", with_pip=True)
    python = tmp_path / "empty" / "bin" / "python"
    run(tmp_path, python, "-m", "pip", "install", "--no-deps", wheel)
    rank, file = run(tmp_path, python, "-c", TRY_OUT).split()
    assert rank == "7462"
    assert file.startswith(str(tmp_path))
    assert file.endswith(".so")
    rank, file = run(tmp_path, python, "-c", TRY_OUT, JAKAJA_PURE="1").split()
    assert rank == "7462"
    assert file.endswith("site-packages/evaluator_ext/high.py")
