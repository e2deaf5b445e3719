"""A compiled module that does not belong to the source beside it never runs."""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluator_ext import build_check

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "evaluator_ext"
NOT_COPIED = shutil.ignore_patterns("__pycache__")
SHOW_FORM = "import evaluator_ext.high as high; print(high.__file__)"

Edit = Callable[[Path], None]


def run_python(folder: Path, *arguments: str, pure: str = "0") -> subprocess.CompletedProcess[str]:
    """Run Python in a folder, with its packages and not those of the checkout."""
    environment = {"PATH": os.environ["PATH"], "JAKAJA_PURE": pure}
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A folder with a copy of the package as it is, compiled modules included."""
    shutil.copytree(PACKAGE, tmp_path / "evaluator_ext", ignore=NOT_COPIED)
    assert list((tmp_path / "evaluator_ext").glob("high.*.so")), "not compiled yet: run `make build`"
    return tmp_path


def append(name: str, text: str) -> Edit:
    """An edit that adds a line to a file of the package."""

    def edit(package: Path) -> None:
        with (package / name).open("a") as file:
            file.write(text)

    return edit


def edit_and_date_back(package: Path) -> None:
    """The edit that time stamps miss: the source is newer in content and older by date."""
    append("high.py", "\nLATER = 1\n")(package)
    os.utime(package / "high.py", (0, 0))


def change_a_directive(package: Path) -> None:
    """Compile with bounds checks from now on."""
    table = package / "build_check.py"
    table.write_text(table.read_text().replace('"boundscheck": False', '"boundscheck": True'))


def test_untouched_copy_runs_compiled(copied: Path) -> None:
    run = run_python(copied, "-c", SHOW_FORM)
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip().endswith(".so")
    assert build_check.stale_modules(copied) == []


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(append("high.py", "\n# another comment\n"), id="source"),
        pytest.param(append("high.pxd", "\n# another comment\n"), id="declarations"),
        pytest.param(edit_and_date_back, id="older_date"),
        pytest.param(change_a_directive, id="directive"),
    ],
)
def test_edit_without_a_build_is_refused_in_one_line(copied: Path, edit: Edit) -> None:
    edit(copied / "evaluator_ext")
    run = run_python(copied, "-c", SHOW_FORM)
    assert run.returncode != 0
    assert run.stdout == ""
    last_line = run.stderr.splitlines()[-1]
    assert "StaleBuildError: evaluator_ext." in last_line
    assert "evaluator_ext.high" in last_line
    assert "run `make build`" in last_line


def test_stale_modules_are_listed_and_refused(copied: Path) -> None:
    append("high.py", "\n# another comment\n")(copied / "evaluator_ext")
    assert build_check.stale_modules(copied) == ["evaluator_ext.high"]
    assert "make build" in build_check.unfit(copied)
    assert "\n" not in build_check.unfit(copied)


def test_file_without_a_stamp_is_stale(copied: Path) -> None:
    (built,) = (copied / "evaluator_ext").glob("high.*.so")
    built.write_bytes(built.read_bytes().replace(build_check.stamp("evaluator_ext.high", copied), bytes(20)))
    assert build_check.stale_modules(copied) == ["evaluator_ext.high"]


def test_edited_source_runs_interpreted_on_request(copied: Path) -> None:
    append("high.py", "\nLATER = 1\n")(copied / "evaluator_ext")
    run = run_python(copied, "-c", "import evaluator_ext.high as high; print(high.LATER, high.__file__)", pure="1")
    assert run.returncode == 0, run.stderr
    assert run.stdout.startswith("1 ")
    assert run.stdout.strip().endswith("high.py")


def test_module_that_was_never_built_is_not_stale(copied: Path) -> None:
    for built in (copied / "evaluator_ext").glob("high.*.so"):
        built.unlink()
    assert build_check.stale_modules(copied) == []
    assert run_python(copied, "-c", SHOW_FORM).stdout.strip().endswith("high.py")


def test_project_is_pinned_to_the_cython_that_the_stamp_names() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    pin = f"cython=={build_check.CYTHON}"
    assert pin in project["build-system"]["requires"]
    assert pin in project["project"]["optional-dependencies"]["dev"]


def copy_other_rooms(folder: Path) -> None:
    """Add the compiled modules of other rooms as they are: a build looks at all of them."""
    for module in build_check.COMPILED:
        source = build_check.source_of(module)
        if PACKAGE not in source.parents:
            there = build_check.source_of(module, folder).parent
            there.mkdir(parents=True, exist_ok=True)
            for file in source.parent.glob(f"{source.stem}.*"):
                shutil.copy(file, there)


@pytest.mark.ci
def test_build_goes_by_stamps_and_not_by_dates(copied: Path) -> None:
    for name in ("setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, copied)
    copy_other_rooms(copied)
    build = ("setup.py", "-q", "build_ext", "--inplace")
    edit_and_date_back(copied / "evaluator_ext")
    assert build_check.stale_modules(copied) == ["evaluator_ext.high"]
    run = run_python(copied, *build)
    assert run.returncode == 0, run.stderr
    assert build_check.stale_modules(copied) == []
    (built,) = (copied / "evaluator_ext").glob("high.*.so")
    content = built.read_bytes()
    assert not list((copied / "evaluator_ext").glob("*.c")), "generated C belongs in build/"

    shutil.copy(PACKAGE / "high.py", copied / "evaluator_ext")
    assert run_python(copied, *build).returncode == 0
    assert build_check.stale_modules(copied) == []
    assert built.read_bytes() != content
