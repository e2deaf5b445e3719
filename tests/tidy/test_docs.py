"""What the pages say exists, exists: files, tests, links, commands, targets, names of invariants, worked examples."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from controller.app.cli import COMMANDS
from controller.app.profile_words import allowed
from controller.games import options
from controller.shuffle import cut_of, draw_for_button, mixed_in, open_shuffle, prepare
from controller.vocab.entropy_records import bind
from controller.vocab.ids import HandId
from controller.vocab.profile import Profile
from evaluator_ext import full_deck, print_cards

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
README = (ROOT / "README.md").read_text(encoding="utf-8")
OPERATIONS = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
PLACES = ("controller", "cashier", "evaluator_ext", "firmware", "seats", "tests", "docs", ".ci")
PROFILES = (ROOT / "docs" / "profiles.md").read_text(encoding="utf-8")
MADE = ("build/", "out/")
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE = re.compile(r"`([^`\n]+)`")
FOREIGN = re.compile(r"/(?:work|home|root|tmp)/|\bissues? #?\d|\b(?:AI|LLM)\b")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def quoted(page: Path) -> Iterator[str]:
    yield from CODE.findall(page.read_text(encoding="utf-8"))


def known_tests() -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests").rglob("test_*.py"):
        found.add(path.stem)
        found.update(re.findall(r"^\s*(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))
    return found


def invariant_names() -> set[str]:
    names: set[str] = set()
    for path in [*(ROOT / "controller").rglob("*.py"), *(ROOT / "cashier").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                place = {"invariant": 1, "InvariantBreach": 0}.get(node.func.id)
                if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                    names.add(node.args[place].value)
    return names


def profile_fields(record: type[msgspec.Struct], before: str = "") -> Iterator[str]:
    for field in msgspec.structs.fields(record):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct) and not field.name.endswith("_usb"):
            yield from profile_fields(field.type, f"{before}{field.name}.")
        else:
            yield f"{before}{field.name}"


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_link_leads_somewhere(page):
    targets = [link.partition("#")[0] for link in LINK.findall(page.read_text(encoding="utf-8"))]
    inside = [target for target in targets if target and "://" not in target]
    assert [target for target in inside if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_file_that_is_named_is_there(page):
    paths = [text for text in quoted(page) if re.fullmatch(r"[\w./-]+", text) and text.partition("/")[0] in PLACES]
    assert [path for path in paths if "/" in path and not path.startswith(MADE) and not _exists(path)] == []


def _exists(path: str) -> bool:
    if path.endswith("CODE.po"):
        return (ROOT / path).parent.is_dir()
    return any((ROOT / f"{path}{ending}").exists() for ending in ("", ".py"))


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_test_that_is_named_is_there(page):
    named = {text for text in quoted(page) if re.fullmatch(r"test_\w+", text)}
    assert named - known_tests() - set(profile_fields(Profile)) == set()


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_a_page_speaks_of_the_project_alone(page):
    found = FOREIGN.search(page.read_text(encoding="utf-8"))
    assert not found, f"{name(page)}: {found.group(0) if found else ''}"


def test_the_readme_lists_the_commands_there_are():
    words = re.findall(r"^\| `jakaja (\w+)` \|.*`jakaja (\w+)[^`]*` \|$", README, re.MULTILINE)
    assert [word for word, _ in words] == [row.word for row in COMMANDS]
    assert all(word == example for word, example in words)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_every_command_and_target_that_is_named_is_there(page):
    text = page.read_text(encoding="utf-8")
    commands = set(re.findall(r"[`|] ?jakaja ([a-z]+)", text))
    assert commands - {row.word for row in COMMANDS} == set()
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"(?:^|`)make ([a-z-]+)", text, re.MULTILINE))
    assert targets - set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)) == set()


def test_operations_explain_every_invariant():
    assert {each for each in invariant_names() if f"`{each}`" not in OPERATIONS} == set()


def test_the_page_on_profiles_explains_every_field():
    assert [field for field in profile_fields(Profile) if f"`{field}`" not in PROFILES] == []


def test_the_page_on_profiles_has_the_values_of_every_option():
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", PROFILES, re.MULTILINE))
    assert {option: rows[option].replace("`", "") for option in options()} == {
        option: allowed(f"rulings.{option}") for option in options()
    }


def test_the_worked_example_of_the_shuffle_is_what_the_code_makes():
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    told = " ".join(page.split())
    table, hand, seed = "Demo 1", HandId(7), bytes(range(32))
    made = prepare(table, hand, seed, (), full_deck())
    for part in (open_shuffle(table, hand, seed), made.nonces[0], made.leaves[0], made.leaves[51], made.root):
        assert part.hex() in told
    assert print_cards(made.deck) in told
    assert print_cards(draw_for_button(seed, hand, full_deck())[:6]) in told


def test_the_worked_example_with_inputs_is_what_the_code_makes():
    page = (ROOT / "docs" / "fairness.md").read_text(encoding="utf-8")
    example = page.split("The same hand with inputs")[1]
    table, hand, numbers = "Demo 1", 7, {2: bytes(32), 5: bytes([255]) * 32}
    made = prepare(table, hand, bytes(range(32)), mixed_in(numbers, cut_of(5, 20)), full_deck())
    bound = [bind(table, hand, seat, number) for seat, number in numbers.items()]
    for part in (*bound, made.leaves[52], made.leaves[54], made.root):
        assert part.hex() in example
    assert print_cards(made.deck[:26]) in example
    assert print_cards(made.deck[26:]) in example


def test_every_picture_is_small():
    large = [name(path) for path in (ROOT / "docs" / "pictures").iterdir() if path.stat().st_size > 300_000]
    assert large == []
