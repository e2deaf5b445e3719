"""What the screens' programs share: exit codes, one-line complaints, and quiet surroundings for pygame."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from seats.memory import close_memory, lock_memory

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


def keep_memory_private(name: str) -> None:
    """Keep the cards on this screen in its own memory, and say in a line if they may be swapped out of it (SEC-1).

    Raises `Complaint` where others could look in.
    """
    why = close_memory()
    if why:
        raise Complaint(f"memory: cannot be closed to others ({why}): let the kernel allow prctl(PR_SET_DUMPABLE)")
    why = lock_memory()
    if why:
        sys.stderr.write(f"{name}: memory: may be written to swap ({why}): let it be locked without a limit\n")


def run_program(name: str, work: Callable[[Sequence[str]], int], arguments: Sequence[str] | None) -> int:
    """Run `work` and turn a complaint into one line on standard error and its exit code.

    Without `arguments` it is the program itself that runs, with those it was started with.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        if arguments is None:
            keep_memory_private(name)
        return work(sys.argv[1:] if arguments is None else arguments)
    except Complaint as complaint:
        sys.stderr.write(f"{name}: {complaint}\n")
        return complaint.code
    except KeyboardInterrupt:
        return OK
