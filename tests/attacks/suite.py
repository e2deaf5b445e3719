"""Making the attacks: once against the product as it is, and once against every weakness, in children of this process.

The first run imports everything, so that a child only has to be weakened and to make one attack.
"""

import gc
import io
import linecache
import os
import shutil
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Final, Literal

import msgspec
import pytest

from tests.attacks.attack import Attack, Weakness
from tests.attacks.weakening import ROOT, Functions, functions_in_memory, plant
from tests.planted.patching import PatchError

Held = Literal["held", "fell"]
Fate = Literal["succeeded", "escaped"]


class Ran(msgspec.Struct, frozen=True):
    """One test: whether it passed, the failure in its own words, and how long it took (s).

    `made` says that the test itself was run: what fails before it has attacked nothing.
    """

    test: str
    passed: bool
    said: str
    seconds: float
    made: bool = False


class Tried(msgspec.Struct, frozen=True):
    """An attack on a weakened product: whether it succeeded, what was said, and how long it took (s)."""

    weakness: str
    fate: Fate
    said: str
    seconds: float


class Result(msgspec.Struct, frozen=True):
    """What came of an attack."""

    attack: str
    held: Held
    said: str
    seconds: float
    tried: tuple[Tried, ...]

    @property
    def is_good(self) -> bool:
        """Whether the product held, and each weakness was found."""
        return self.held == "held" and all(tried.fate == "succeeded" for tried in self.tried)


class _Listener:
    """Writes down what becomes of each test."""

    def __init__(self) -> None:
        self.ran: list[Ran] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" or not report.passed:
            made = report.when == "call"
            told = f"{'' if made else f'{report.when}: '}{_words_of(report)}"
            self.ran.append(Ran(report.nodeid, report.passed, told, report.duration, made))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.ran.append(Ran(report.nodeid, False, f"collection: {report.longreprtext}", 0.0))


def _words_of(report: pytest.TestReport) -> str:
    """What failed: the line of the test, and the failure itself, without the source that led to it."""
    if report.passed:
        return ""
    crash = getattr(report.longrepr, "reprcrash", None)
    if crash is None:
        return report.longreprtext
    return "\n".join(filter(None, (_line_of(report), crash.message)))


def _line_of(report: pytest.TestReport) -> str:
    """The innermost line of a test that the failure passed through."""
    entries = getattr(getattr(report.longrepr, "reprtraceback", None), "reprentries", ())
    places = [entry.reprfileloc for entry in entries if getattr(entry, "reprfileloc", None) is not None]
    for place in reversed(places):
        path = ROOT / place.path
        if path.is_relative_to(ROOT / "tests"):
            return linecache.getline(str(path), place.lineno).strip()
    return ""


def run(tests: Sequence[str], folder: Path, *options: str) -> list[Ran]:
    """Run some tests in this process, in their order."""
    listener = _Listener()
    quiet = ("-n0", "-q", "-p", "no:cacheprovider", "--no-header", "--basetemp", str(folder), *options)
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
        ended = pytest.main([*quiet, *tests], plugins=[listener])
    if ended not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and not listener.ran:
        return [Ran("pytest", False, f"pytest ended with {ended!r}", 0.0)]
    return listener.ran


def make(attacks: Sequence[Attack]) -> Iterator[Result]:
    """Make each attack, and each again with its weaknesses planted."""
    with _folder() as folder, _in_the_root():
        every = run(list(dict.fromkeys(test for attack in attacks for test in attack.tests)), folder / "whole")
        functions = functions_in_memory()
        for attack in attacks:
            mine = [ran for ran in every if _is_of(ran, attack)]
            said = "; ".join(f"{ran.test}: {ran.said}" for ran in mine if not ran.passed)
            silent = [test for test in attack.tests if not any(_is(ran.test, test) for ran in mine)]
            said = said or "".join(f"{test}: was not run" for test in silent)
            tried = tuple(_tried(attack, weakness, functions, folder / "weak") for weakness in attack.weaknesses)
            yield Result(attack.id, "fell" if said else "held", said, sum(ran.seconds for ran in mine), tried)


def _is_of(ran: Ran, attack: Attack) -> bool:
    return any(_is(ran.test, test) for test in attack.tests) or not ran.test.startswith("tests/")


def _is(ran: str, test: str) -> bool:
    """Whether what ran is a test, or one of its cases, or what it was to be collected from."""
    return ran == test or ran.startswith(f"{test}[") or test.startswith(f"{ran}::")


def _tried(attack: Attack, weakness: Weakness, functions: Functions, folder: Path) -> Tried:
    """Make an attack on a weakened product; it succeeded if the first test that fails says what the row expects."""
    begun = time.perf_counter()
    ran = _in_a_child(attack, weakness, functions, folder)
    failed = [one for one in ran if not one.passed]
    stolen = any(one.made and weakness.says in one.said for one in failed)
    said = "" if stolen else "; ".join(one.said for one in failed) or "no test failed"
    return Tried(weakness.what, "succeeded" if stolen else "escaped", said, time.perf_counter() - begun)


_PATIENCE: Final = 60
"""Seconds after which a child that hangs is ended by the kernel: that, too, is no stolen card."""


def _in_a_child(attack: Attack, weakness: Weakness, functions: Functions, folder: Path) -> list[Ran]:
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _be_weak(attack, weakness, functions, folder, writing)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    return msgspec.json.decode(told, type=list[Ran]) if told else [Ran(attack.id, False, "the child ended early", 0.0)]


def _be_weak(attack: Attack, weakness: Weakness, functions: Functions, folder: Path, writing: int) -> None:
    """Weaken this process, make the attack, tell what came of it, and end without a word to anybody else."""
    signal.alarm(_PATIENCE)
    try:
        ran = _weakly(attack, weakness, functions, folder)
        with os.fdopen(writing, "wb") as pipe:
            pipe.write(msgspec.json.encode(ran))
    finally:
        os._exit(0)


def _weakly(attack: Attack, weakness: Weakness, functions: Functions, folder: Path) -> list[Ran]:
    try:
        plant(weakness, functions)
    except PatchError as error:
        return [Ran(attack.id, False, f"no patch: {error}", 0.0)]
    # What was imported stays: pytest collects garbage at its end, and need not look through all of it.
    gc.freeze()
    return run(attack.tests, folder, "--exitfirst")


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder with a short name, for a socket's may have 107 letters at most."""
    path = Path(tempfile.mkdtemp(prefix="jakaja-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


@contextmanager
def _in_the_root() -> Iterator[None]:
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        yield
    finally:
        os.chdir(before)
