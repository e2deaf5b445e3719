"""The house rules that a machine can check, over every source file of the project."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("controller", "cashier", "evaluator_ext", "firmware", "seats")
SOURCES = sorted(path for room in ROOMS for path in (ROOT / room).rglob("*.py"))
ALL_PYTHON = sorted([*SOURCES, *(ROOT / "tests").rglob("*.py"), ROOT / "setup.py"])
LONGEST_MODULE = 500
LONGEST_FUNCTION = 50
MONEY_ROOMS = ("cashier", "controller/accounting", "controller/hand", "controller/table", "controller/vocab")
ENTROPY = {"controller/app/entropy.py"}
FOREIGN_WORDS = re.compile(r"/work/|/tmp/brief|\bTODO\b|\bFIXME\b|\bXXX\b")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def test_there_are_sources_to_look_at():
    assert len(SOURCES) > 50


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_module_is_one_thing_and_says_which(path):
    text = path.read_text(encoding="utf-8")
    assert text.count("\n") <= LONGEST_MODULE, f"{name(path)} is longer than {LONGEST_MODULE} lines: split it"
    assert ast.get_docstring(ast.parse(text)), f"{name(path)} has no docstring"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_functions_are_short(path):
    long = [node.name for node in functions(path) if (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION]
    assert not long, f"{name(path)}: longer than {LONGEST_FUNCTION} lines: {long}"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_public_functions_and_classes_are_described(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bare = [
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert not bare, f"{name(path)}: no docstring: {bare}"


@pytest.mark.parametrize("path", ALL_PYTHON, ids=name)
def test_no_word_that_belongs_elsewhere(path):
    if path == Path(__file__):
        return
    found = FOREIGN_WORDS.search(path.read_text(encoding="utf-8"))
    assert not found, f"{name(path)}: {found.group(0) if found else ''}"


@pytest.mark.parametrize("room", MONEY_ROOMS)
def test_no_float_where_money_is(room):
    for path in (ROOT / room).rglob("*.py"):
        if "devices" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            is_float = isinstance(node, ast.Constant) and isinstance(node.value, float)
            is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "float"
            divides = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)
            offends = is_float or is_call or divides
            assert not offends, f"{name(path)}:{node.lineno}: a float near money"


def test_product_code_never_relies_on_assert():
    for path in SOURCES:
        lines = [n.lineno for n in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(n, ast.Assert)]
        assert not lines, f"{name(path)}: bare assert in lines {lines}: use invariant()"


def test_entropy_is_drawn_in_one_place():
    for path in sorted((ROOT / "controller").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if name(path) not in ENTROPY:
            assert "urandom" not in text, f"{name(path)} draws entropy"
            assert "secrets" not in re.findall(r"^import (\w+)", text, re.MULTILINE), f"{name(path)} draws entropy"


def test_no_error_is_swallowed():
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ExceptHandler):
                bare = node.type is None or (isinstance(node.type, ast.Name) and node.type.id == "BaseException")
                only_pass = len(node.body) == 1 and isinstance(node.body[0], ast.Pass)
                reraises = any(isinstance(inner, ast.Raise) for inner in ast.walk(node))
                assert not (bare and not reraises), f"{name(path)}:{node.lineno}: catches everything"
                assert not only_pass, f"{name(path)}:{node.lineno}: swallows an error; say why with suppress()"


def test_dependencies_are_pinned_and_used():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    modules = {"pyusb": "usb", "pynacl": "nacl", "pillow": "PIL", "python-escpos": "escpos"}
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
    for requirement in project["dependencies"]:
        package, pinned, _version = requirement.partition("==")
        assert pinned, f"{requirement} is not pinned"
        module = modules.get(package, package)
        assert re.search(rf"^\s*(import|from) {module}\b", text, re.MULTILINE), f"{package} is never imported"


def test_every_font_and_sound_has_its_licence_beside_it():
    for folder in {path.parent for path in (ROOT / "seats").rglob("*") if path.suffix in {".ttf", ".wav", ".ogg"}}:
        assert list(folder.glob("LICENSE*")), f"{name(folder)} holds assets without a licence file"


def test_the_tree_holds_no_links():
    """A link names a place of one machine, and checking one out takes the place of whatever lies there."""
    if (ROOT / ".git").exists():
        listed = subprocess.run(["git", "ls-files", "--stage"], cwd=ROOT, capture_output=True, text=True, check=True)
        links = [line for line in listed.stdout.splitlines() if line.startswith("120000 ")]
    else:
        links = [name(path) for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_symlink()]
    assert not links


def test_the_tables_program_starts_threads_in_one_place():
    """There each has somebody who hears of its end. The evaluator's pool hands on what its workers raise."""
    places = {"controller/app/threads.py", "evaluator_ext/rankings/batches.py"}
    starts = re.compile(r"\b(Thread|to_thread|run_in_executor|ThreadPoolExecutor)\(")
    found = {name(path) for path in SOURCES if starts.search(path.read_text(encoding="utf-8"))}
    virtual_bus = {place for place in found if place.startswith("firmware/virtual/")}
    assert found - virtual_bus == places
