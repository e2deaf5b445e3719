"""What the screens' programs share: exit codes, one-line complaints, and quiet surroundings for pygame."""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import sys
from collections.abc import Callable, Sequence
from typing import Final, NoReturn

OK: Final = 0
FAILED: Final = 1
USAGE: Final = 2

_SET_DUMPABLE: Final = 4
"""PR_SET_DUMPABLE of prctl(2)."""


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


def keep_memory_private() -> None:
    """Leave no core dump of the cards on this screen, and let nobody of the same user look into this process (SEC-1).

    The same as the table's programs do for themselves (`controller/app/own_memory.py`); a screen shares no code with
    them. Raises `Complaint`.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0):
        why = os.strerror(ctypes.get_errno())
        raise Complaint(f"memory: cannot be closed to others ({why}): let the kernel allow prctl(PR_SET_DUMPABLE)")


def run_program(name: str, work: Callable[[Sequence[str]], int], arguments: Sequence[str] | None) -> int:
    """Run `work` and turn a complaint into one line on standard error and its exit code.

    Without `arguments` it is the program itself that runs, with those it was started with.
    """
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        if arguments is None:
            keep_memory_private()
        return work(sys.argv[1:] if arguments is None else arguments)
    except Complaint as complaint:
        sys.stderr.write(f"{name}: {complaint}\n")
        return complaint.code
    except KeyboardInterrupt:
        return OK
