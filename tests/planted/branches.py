"""`python -m tests.planted.branches [MODULE ...]`: which lines and branches of the money code its own tests leave out.

Each module is measured by itself, as interpreted source, in a process of its own: only the tests that guard it count,
not whatever else happens to pass through it.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from tests.planted.patching import PatchError, source_path
from tests.planted.targets import ROOT, TARGETS, Target

_QUIETLY: Final = ("-q", "-x", "-n", "0", "-m", "not ci and not hours", "-p", "no:cacheprovider")


class Covered(msgspec.Struct, frozen=True):
    """How many statements and branches a module has, and in a sentence each those that no test goes through."""

    module: str
    statements: int
    branches: int
    untried: tuple[str, ...]

    @property
    def percent(self) -> int:
        """The share of statements and branches that were gone through, in whole percent, rounded down."""
        whole = self.statements + self.branches
        return 100 * (whole - len(self.untried)) // max(whole, 1)


class _Summary(msgspec.Struct):
    num_statements: int
    num_branches: int


class _File(msgspec.Struct):
    summary: _Summary
    missing_lines: list[int]
    missing_branches: list[tuple[int, int]]


class _Report(msgspec.Struct):
    """What `coverage json` writes, as far as it is read here."""

    files: dict[str, _File]


def measure(target: Target) -> Covered:
    """Run the tests of a module and return what they go through. Raises `PatchError` where they fail."""
    source = source_path(target.module, ROOT)
    with TemporaryDirectory(prefix="jakaja-branches-") as folder:
        data, report = Path(folder) / "data", Path(folder) / "report.json"
        tests = [test for test in target.tests if (ROOT / test).exists()]
        whole = ("run", "--branch", f"--include={source}", f"--data-file={data}", "-m", "pytest", *_QUIETLY, *tests)
        ran = _coverage(*whole)
        if ran.returncode:
            raise PatchError(f"{target.module}: its tests fail; run {' '.join(tests)}\n{ran.stdout}{ran.stderr}")
        _coverage("json", f"--data-file={data}", "-o", str(report))
        (file,) = msgspec.json.decode(report.read_bytes(), type=_Report).files.values()
    return Covered(target.module, file.summary.num_statements, file.summary.num_branches, _untried(file))


def _coverage(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "coverage", *words]
    interpreted = {**os.environ, "JAKAJA_PURE": "1", "COVERAGE_RCFILE": os.devnull}
    return subprocess.run(command, cwd=ROOT, env=interpreted, capture_output=True, text=True, check=False)


def _untried(file: _File) -> tuple[str, ...]:
    never = [f"line {line} never runs" for line in file.missing_lines]
    for line, to in file.missing_branches:
        never.append(f"line {line} never {'leaves its function' if to < 0 else f'goes on to line {to}'}")
    return tuple(never)


def main() -> int:
    """Print how much of each module is covered and what is not; 1 where anything is left out."""
    parser = argparse.ArgumentParser(prog="python -m tests.planted.branches", description="branch coverage")
    parser.add_argument("modules", nargs="*", help="only these modules")
    asked = parser.parse_args().modules
    left = 0
    for target in TARGETS:
        if asked and target.module not in asked:
            continue
        covered = measure(target)
        left += len(covered.untried)
        sizes = f"{covered.statements:>6} statements{covered.branches:>5} branches"
        sys.stdout.write(f"{covered.module:32}{sizes}{covered.percent:>5} %\n")
        for sentence in covered.untried:
            sys.stdout.write(f"  {sentence}\n")
        sys.stdout.flush()
    return 1 if left else 0


if __name__ == "__main__":
    sys.exit(main())
