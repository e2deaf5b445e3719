"""`python -m tests.planted.mutants [MODULE ...]`: how many small changes of the money code its unit tests notice.

Every operator, constant, call and condition of a module is changed once, one at a time, and the module's own tests
run against it in a forked process. A mutant that no test notices is a gap in the tests, unless its row in
`EQUIVALENT` says why nothing can notice it.
"""

import argparse
import ast
import math
import os
import resource
import signal
import sys
from collections.abc import Iterator, Sequence
from typing import Final

import hypothesis
import msgspec
import nacl.bindings
import pytest

from tests.planted.patching import PatchError, plant, source_path
from tests.planted.targets import ROOT, TARGETS, Target

LEAST: Final = 95
"""The score that a module must reach (reliability TST-3)."""

PATIENCE: Final = 3
"""A mutant whose tests need so many times the processor time of the unchanged module has been noticed: it hangs."""

LEAST_SECONDS: Final = 3
"""The least processor time that a mutant is given, s: tests that take no time at all may well take a little more."""

ASLEEP: Final = 60
"""A mutant that has not ended after so many seconds, whatever it used of the processor, has been noticed too."""

PRELOADED: Final = (hypothesis, nacl.bindings)
"""Loaded before the first fork, so that no mutant waits for them."""


_LEDGER, _SETTLE, _TRANSFERS = "cashier.ledger", "controller.hand.settle", "controller.accounting.transfers"

EQUIVALENT: Final[dict[str, str]] = {
    f"{_LEDGER}: left = after.pending.get(moved.pending, 0)  [0 becomes 1]": "is only said where the key is there",
    f"{_SETTLE}: if paid > highest:  [Gt becomes GtE]": "two who paid alike leave nothing uncalled",
    f"{_SETTLE}: elif paid > second:  [Gt becomes GtE]": "the second highest is set to what it is",
    f"{_SETTLE}: level = top = -1  [1 becomes 2]": "any level below nothing stands for none",
    "controller.shuffle.draw: while len(self._block) - self._place < count:  [Lt becomes LtE]": (
        "a block that is made a byte early is the same block"
    ),
    "controller.shuffle.prepare: cards = tuple(leaf_of(place, card, nonce) for place, (card, nonce) in "
    "enumerate(zip(deck, nonces, strict=True)))  [True becomes False]": "there is a nonce for each card of the deck",
    f"{_TRANSFERS}: seat: int = 0  [0 becomes 1]": "only accounts of a seat are told one, and they are told it always",
    f"{_TRANSFERS}: return Move(over if event.counted > event.expected else short, abs(event.counted - event.expected))"
    "  [Gt becomes GtE]": "where nothing is over or short nothing moves",
}
"""Mutants that nothing can notice, by module and change, and why."""

_SWAPS: Final[dict[type, tuple[type, ...]]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.Add: (ast.Sub,),
    ast.Sub: (ast.Add,),
    ast.Mult: (ast.FloorDiv,),
    ast.FloorDiv: (ast.Mult,),
    ast.Mod: (ast.FloorDiv,),
    ast.Pow: (ast.Mult,),
    ast.And: (ast.Or,),
    ast.Or: (ast.And,),
}
_NAMES: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(msgspec.Struct, frozen=True):
    """One change: where, what, and the module's source with it."""

    module: str
    line: int
    change: str
    source: str

    @property
    def key(self) -> str:
        """How `EQUIVALENT` names it: stable while the changed line itself stays as it is."""
        return f"{self.module}: {self.change}"


def mutants(module: str) -> Iterator[Mutant]:
    """Yield every mutant of a module."""
    text = source_path(module, ROOT).read_text(encoding="utf-8")
    lines = text.splitlines()
    tree = ast.parse(text)
    for number, node in enumerate(list(_places(tree))):
        for variant in range(len(list(_changes(node)))):
            twin = ast.parse(text)
            place = list(_places(twin))[number]
            what = list(_changes(place))[variant]
            line = getattr(place, "lineno", 0)
            _apply(place, variant)
            yield Mutant(module, line, f"{lines[line - 1].strip()}  [{what}]", ast.unparse(twin))


def _places(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that can be changed: no annotations, sentences, keywords of classes or docstrings."""
    for field, value in ast.iter_fields(tree):
        if field in ("annotation", "returns", "decorator_list") or (
            field == "keywords" and isinstance(tree, ast.ClassDef)
        ):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not isinstance(child, ast.JoinedStr):
                yield child
                yield from _places(child)


def _changes(node: ast.AST) -> Iterator[str]:
    """Yield what can be changed about a node, in words."""
    match node:
        case ast.Compare(ops=[op]) | ast.BinOp(op=op) | ast.AugAssign(op=op) | ast.BoolOp(op=op):
            for other in _SWAPS.get(type(op), ()):
                yield f"{type(op).__name__} becomes {other.__name__}"
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield f"{type(node.op).__name__} is dropped"
        case ast.Constant(value=bool(value)):
            yield f"{value} becomes {not value}"
        case ast.Constant(value=int(value)):
            yield f"{value} becomes {value + 1}"
        case ast.Name(id=name) if name in _NAMES:
            yield f"{name} becomes {_NAMES[name]}"
        case ast.IfExp():
            yield "the condition is turned round"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        yield "the call is dropped"
    if isinstance(node, ast.AugAssign | ast.Delete | ast.Raise):
        yield "the statement is dropped"


def _apply(node: ast.AST, variant: int) -> None:
    """Make change number `variant` in place."""
    op = getattr(node, "op", None) or (node.ops[0] if isinstance(node, ast.Compare) and len(node.ops) == 1 else None)
    swaps = _SWAPS.get(type(op), ())
    if variant < len(swaps):
        if isinstance(node, ast.Compare):
            node.ops = [swaps[variant]()]
        else:
            node.op = swaps[variant]()  # type: ignore[attr-defined]
    elif isinstance(node, ast.UnaryOp):
        _become(node, node.operand)
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]
    elif isinstance(node, ast.Name):
        node.id = _NAMES[node.id]
    elif isinstance(node, ast.IfExp):
        node.body, node.orelse = node.orelse, node.body
    else:
        _become(node, ast.Pass())


def _become(node: ast.AST, other: ast.AST) -> None:
    node.__class__ = other.__class__
    node.__dict__ = {**node.__dict__, **other.__dict__}


_QUIETLY: Final = ("-x", "-q", "-m", "not ci and not hours", "-p", "no:cacheprovider")


class Trial(msgspec.Struct, frozen=True):
    """How a module's tests ended: whether they passed, and the processor time they took, s."""

    passed: bool
    seconds: float


def trial(mutant: Mutant, tests: Sequence[str], seconds: int = ASLEEP) -> Trial:
    """Run the tests with the mutant in the product's place, for at most so many seconds of processor time.

    What a mutant may use is counted in processor time: a busy machine makes no slow test look like one that hangs.
    """
    child = os.fork()
    if not child:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        signal.alarm(ASLEEP)
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        # Hypothesis is loaded before the fork, of which its plugin would warn; no plugin is needed here.
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        plant(mutant.module, mutant.source)
        os._exit(int(pytest.main([*_QUIETLY, *tests])))
    _pid, status, used = os.wait4(child, 0)
    return Trial(os.waitstatus_to_exitcode(status) == 0, used.ru_utime + used.ru_stime)


class Brief(msgspec.Struct, frozen=True):
    """A score without the sources: module, how many mutants were tried, and the changes that nobody noticed."""

    module: str
    tried: int
    unnoticed: tuple[str, ...]


class Score(msgspec.Struct, frozen=True):
    """How the mutants of one module fared."""

    module: str
    tried: int
    survivors: tuple[Mutant, ...]

    @property
    def brief(self) -> Brief:
        """The score in short."""
        return Brief(self.module, self.tried, tuple(mutant.change for mutant in self.survivors))

    @property
    def percent(self) -> int:
        """The score in whole percent, rounded down."""
        return 100 * (self.tried - len(self.survivors)) // max(self.tried, 1)


def score(target: Target) -> Score:
    """Try all mutants of a module but those that nothing can notice."""
    tests = [test for test in target.tests if (ROOT / test).exists()]
    unchanged = source_path(target.module, ROOT).read_text(encoding="utf-8")
    whole = trial(Mutant(target.module, 0, "nothing", unchanged), tests)
    if not whole.passed:
        raise PatchError(f"{target.module}: its tests fail without any mutant; run {' '.join(tests)}")
    seconds = max(LEAST_SECONDS, math.ceil(PATIENCE * whole.seconds))
    tried = [mutant for mutant in mutants(target.module) if mutant.key not in EQUIVALENT]
    return Score(target.module, len(tried), tuple(mutant for mutant in tried if trial(mutant, tests, seconds).passed))


def main() -> int:
    """Print the score of each module and every survivor; 1 where a score is below the least that will do."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted.mutants", description="mutation score")
    parser.add_argument("modules", nargs="*", help="only these modules")
    parser.add_argument("--json", action="store_true", help="print the score of each module as a line of JSON")
    arguments = parser.parse_args()
    asked, worst = arguments.modules, LEAST
    for target in TARGETS:
        if asked and target.module not in asked:
            continue
        result = score(target)
        worst = min(worst, result.percent)
        if arguments.json:
            sys.stdout.write(msgspec.json.encode(result.brief).decode() + "\n")
            continue
        sys.stdout.write(f"{result.module:28}{result.tried:>6} mutants {result.percent:>4} %\n")
        for mutant in result.survivors:
            sys.stdout.write(f"  line {mutant.line}: {mutant.change}\n")
        sys.stdout.flush()
    return 0 if worst >= LEAST else 1


if __name__ == "__main__":
    sys.exit(main())
