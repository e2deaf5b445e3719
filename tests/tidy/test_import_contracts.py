"""The rooms' import rules hold, and a breach is really reported."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("controller", "cashier", "evaluator_ext", "firmware", "seats")


def lint_imports(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=120)


@pytest.mark.parametrize(
    ("module", "line", "contract"),
    [
        ("controller/hand/planted.py", "import pygame", "pygame only in seats"),
        ("cashier/planted.py", "import controller.vocab.ids", "cashier imports nothing of ours"),
        ("controller/vocab/planted.py", "import controller.table", "Layers of the controller"),
        ("controller/table/planted.py", "import random", "no clock, randomness, socket or database below app"),
        (
            "controller/games/planted.py",
            "from evaluator_ext.cards import Card",
            "other rooms use only the public face of evaluator_ext",
        ),
        (
            "seats/planted.py",
            "import evaluator_ext.rankings.soko",
            "other rooms use only the public face of evaluator_ext",
        ),
        ("seats/planted.py", "import controller.machine", "screens know the wire, the words, the languages and money"),
    ],
)
def test_a_planted_breach_is_reported(tmp_path, module, line, contract):
    for room in ROOMS:
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("*.so", "__pycache__", "*.ttf"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (tmp_path / module).write_text(f'"""Planted."""\n{line}\n', encoding="utf-8")
    result = lint_imports(tmp_path)
    assert result.returncode == 1
    assert f"{contract} BROKEN" in result.stdout
