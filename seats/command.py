"""What the screens' programs share: exit codes, one-line complaints, and quiet surroundings for pygame."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2


class Complaint(Exception):  # noqa: N818 - people read it: what, where, and how to mend it
    """Why a program cannot go on, in one line, and the exit code it ends with."""

    def __init__(self, line: str, code: int = USAGE) -> None:
        super().__init__(line)
        self.code = code


class OneLineParser(argparse.ArgumentParser):
    """A parser that reports wrong usage in one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and where help is, and end with 2."""
        self.exit(USAGE, f"{self.prog}: {message}; {self.prog} --help lists what there is\n")


def run_program(name: str, work: Callable[[Sequence[str]], int], arguments: Sequence[str] | None) -> int:
    """Run `work` and turn a complaint into one line on standard error and its exit code."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        return work(sys.argv[1:] if arguments is None else arguments)
    except Complaint as complaint:
        sys.stderr.write(f"{name}: {complaint}\n")
        return complaint.code
    except KeyboardInterrupt:
        return OK
