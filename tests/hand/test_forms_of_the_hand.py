"""The hand runs compiled or interpreted from one source: both tell the same events and refuse the same things."""

import os
import shutil
import subprocess
import sys
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import msgspec
import pytest

from controller.hand import Player, saved, start
from controller.vocab import hand_records as hr
from controller.vocab.ids import DecisionId, HandId
from controller.vocab.profile import GameId, RuleSetId, Stakes
from evaluator_ext import build_check, full_deck

ROOT = Path(__file__).parents[2]
MODULES = [module for module in build_check.COMPILED if build_check.room_of(module) == "controller"]
WHICH_FORM = "import importlib, sys; print(*(importlib.import_module(name).__file__ for name in sys.argv[1:]))"
DERIVED = {"board", "around", "seated", "terms", "number", "asked", "asked_kind", "asked_call"}
"""What follows from the fields of a hand that a snapshot keeps."""
COMPILED = not build_check.pure_wanted("controller")


def run_apart(pure: str, *arguments: str) -> str:
    """What a new process with this value of JAKAJA_PURE prints."""
    environment = {**os.environ, "JAKAJA_PURE": pure, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, *arguments]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def test_the_hand_is_compiled_by_default_and_interpreted_on_request():
    compiled = run_apart("0", "-c", WHICH_FORM, *MODULES).split()
    assert all(file.endswith(tuple(EXTENSION_SUFFIXES)) for file in compiled), "not compiled yet: run `make build`"
    for pure in ("1", "controller"):
        assert all(file.endswith(".py") for file in run_apart(pure, "-c", WHICH_FORM, *MODULES).split())


def test_the_hand_can_be_interpreted_beside_a_compiled_evaluator():
    (evaluator,) = run_apart("controller", "-c", WHICH_FORM, "evaluator_ext.high").split()
    assert evaluator.endswith(tuple(EXTENSION_SUFFIXES))


def test_both_forms_tell_the_same_events_of_every_game():
    compiled, interpreted = (run_apart(pure, "-m", "tests.hand.event_digests", "3") for pure in ("0", "controller"))
    assert compiled == interpreted
    assert len(compiled.splitlines()) > 50


@pytest.mark.ci
def test_the_rules_hold_in_the_interpreted_form_too():
    """All but these tests, which are about the compiled form."""
    words = ("-m", "pytest", "-q", "-n", "0", "-m", "not ci and not hours", "-p", "no:cacheprovider")
    here = f"--ignore={Path(__file__).relative_to(ROOT)}"
    run_apart("controller", *words, here, "tests/hand", "tests/rules", "tests/games")


def test_a_snapshot_keeps_every_field():
    hand = heads_up(1000)
    for record, kept in ((hand, saved.SavedHand), (hand.players[1], saved.SavedPlayer)):
        fields = {name for name in dir(record) if not name.startswith("__") and not callable(getattr(record, name))}
        assert fields - {"board", "around", "seated", "terms", "number", "asked", "asked_kind", "asked_call"} == set(
            kept.__struct_fields__
        )


def test_a_snapshot_is_read_again_as_it_was_written():
    hand = heads_up(1000)
    assert saved.SavedHand(**msgspec.structs.asdict(hand.saved())) == hand.copy().saved()


@pytest.mark.skipif(not COMPILED, reason="an interpreted number has no size")
@pytest.mark.parametrize("field", ["stack", "bet", "paid"])
def test_chips_that_no_field_can_hold_are_refused_and_never_cut(field):
    player = Player(1, 1000)
    with pytest.raises(OverflowError):
        setattr(player, field, 1 << 63)


def heads_up(stack):
    """Two players at their first decision."""
    started = hr.HandStarted(
        hand=HandId(1),
        game=GameId("holdem-nl"),
        rule_set=RuleSetId("ray"),
        stakes=Stakes(small_blind=50, big_blind=100, ante=0, unit=1),
        rake_permille=0,
        rake_cap=0,
        button=2,
        entrants=(hr.Entrant(1, stack), hr.Entrant(2, stack)),
        forced=(hr.ForcedBet(2, "small-blind", 50), hr.ForcedBet(1, "big-blind", 100)),
        first_decision=DecisionId(1),
    )
    return start(started, full_deck())[0]


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A folder with the hand's modules as they are: sources, declarations, compiled files."""
    for module in MODULES:
        source = build_check.source_of(module)
        folder = build_check.source_of(module, tmp_path).parent
        folder.mkdir(parents=True, exist_ok=True)
        for file in source.parent.glob(f"{source.stem}.*"):
            shutil.copy(file, folder)
    return tmp_path


@pytest.mark.skipif(not COMPILED, reason="JAKAJA_PURE has the hand interpreted")
def test_an_edited_declaration_makes_every_module_that_shares_it_stale(copied: Path):
    assert build_check.unfit(copied) == ""
    with build_check.source_of("controller.hand.model", copied).with_suffix(".pxd").open("a") as file:
        file.write("# another comment\n")
    assert build_check.stale_modules(copied) == MODULES
    assert build_check.unfit(copied).endswith("run `make build`, or set JAKAJA_PURE=1 to run the source interpreted")


@pytest.mark.skipif(not COMPILED, reason="JAKAJA_PURE has the hand interpreted")
def test_all_modules_of_the_hand_are_compiled_or_none_is(copied: Path):
    *others, last = (next(copied.glob(f"{module.replace('.', '/')}.*.so")) for module in MODULES)
    last.unlink()
    assert build_check.unfit(copied).startswith(f"{MODULES[-1]}: not compiled, while the modules that call them are;")
    for file in others:
        file.unlink()
    assert build_check.unfit(copied) == ""
