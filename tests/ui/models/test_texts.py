"""Every text that the models speak stands in every catalogue, and no model knows of pictures."""

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from cashier.accounts import POOLS
from controller.language import load_languages
from controller.vocab.jackpot_terms import MonthCategory
from controller.vocab.table_records import PauseCause, Question
from seats.models import bet, local, places, seat

ROOM = Path(bet.__file__).parent
SOURCES = sorted(ROOM.glob("*.py"))
KEY = re.compile(r"[a-z]+(-[a-z]+)*\.[a-z0-9]+(-[a-z0-9]+)*")
LANGUAGES = load_languages()


def spoken_keys() -> set[str]:
    return {
        node.value
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and KEY.fullmatch(node.value)
    }


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_key_in_the_models_has_a_text(code):
    keys = spoken_keys()
    assert len(keys) > 100
    assert {key for key in keys if not LANGUAGES[code].knows(key)} == set()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize(
    ("beginning", "members"),
    [
        ("bet", bet.PRESETS),
        ("act", seat.Verb.__args__),
        ("mark", places.MarkKind.__args__),
        ("confirm", local.ConfirmKind.__args__),
        ("pause", get_args(PauseCause)),
        ("pause", tuple(f"{cause}-note" for cause in get_args(PauseCause))),
        (
            "asked",
            tuple(f"{question}{part}" for question in get_args(Question) for part in ("", "-note", "-yes", "-no")),
        ),
        ("centre", tuple(f"{question}-asked" for question in get_args(Question))),
        ("jackpot", (*POOLS, *(f"leads-{category}" for category in get_args(MonthCategory)))),
    ],
)
def test_every_built_key_has_a_text(code, beginning, members):
    assert {member for member in members if not LANGUAGES[code].knows(f"{beginning}.{member}")} == set()
    if beginning == "confirm":
        assert all(LANGUAGES[code].knows(f"confirm.{member}-yes") for member in members)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_model_draws_nothing(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [name.name for name in node.names]
            ours = [name for name in names if name.startswith("seats")]
            assert all(name.startswith("seats.models") for name in ours), names
            assert not any(name.split(".")[0] in ("pygame", "time", "random") for name in names), names
