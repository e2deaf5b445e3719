"""Two builds of the same source give the same wheel, byte for byte, wherever and whenever they are made (SEC-9)."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from evaluator_ext.build_check import COMPILED, IN_C

ROOT = Path(__file__).parents[2]
PARTS = ("controller", "evaluator_ext", "seats", "cashier", "firmware", "docs")
FILES = ("setup.py", "pyproject.toml", "README.md", "LICENSE")
EPOCH = {"SOURCE_DATE_EPOCH": "315532800", "PYTHONDONTWRITEBYTECODE": "1"}


def wheel(place: Path) -> bytes:
    """Build a wheel from a copy of the tree, with the compiled modules that are there."""
    for part in PARTS:
        shutil.copytree(ROOT / part, place / part, ignore=shutil.ignore_patterns("__pycache__", "gallery", "pictures"))
    for name in FILES:
        shutil.copyfile(ROOT / name, place / name)
    words = (sys.executable, "setup.py", "--quiet", "bdist_wheel", "--dist-dir", "made")
    subprocess.run(words, cwd=place, env={**os.environ, **EPOCH}, capture_output=True, check=True)
    (made,) = (place / "made").glob("*.whl")
    return made.read_bytes()


@pytest.mark.ci
def test_sec_9_two_wheels_of_one_source_are_the_same_bytes(tmp_path):
    assert wheel(tmp_path / "here") == wheel(tmp_path / "elsewhere" / "and" / "later")


@pytest.mark.hours
def test_sec_9_two_compilations_of_one_source_are_the_same_bytes(tmp_path):
    found = []
    for place in (tmp_path / "here", tmp_path / "elsewhere" / "and" / "later"):
        ignored = shutil.ignore_patterns("__pycache__", "*.so", "gallery", "pictures")
        for part in PARTS:
            shutil.copytree(ROOT / part, place / part, ignore=ignored)
        for name in FILES:
            shutil.copyfile(ROOT / name, place / name)
        words = (sys.executable, "setup.py", "--quiet", "build_ext", "--inplace")
        subprocess.run(words, cwd=place, env={**os.environ, **EPOCH}, capture_output=True, check=True)
        found.append(
            {path.relative_to(place): path.read_bytes() for part in PARTS for path in place.glob(f"{part}/**/*.so")}
        )
    assert len(found[0]) == len(COMPILED) + len(IN_C)
    assert found[0] == found[1]
