"""What a program does for its memory, as the kernel sees it, in a child of this process (SEC-1).

`tests/app/test_own_memory.py` kills whole programs and looks into them; this asks the kernel for the settings that they
are held by, of the table's programs and of the screens'.
"""

import ctypes
import os
import resource
from collections.abc import Callable
from pathlib import Path

import pytest

from controller.app import own_memory
from seats import memory

_GET_DUMPABLE = 3
"""PR_GET_DUMPABLE of prctl(2)."""

_DUMPABLE = 1
_LIMIT = 1 << 30
_LATER = 1 << 20
"""Bytes that are asked for when the memory is locked already."""

CLOSE = pytest.mark.parametrize("close", [own_memory.keep_private, memory.close_memory], ids=["table", "screen"])
LOCK = pytest.mark.parametrize("lock", [own_memory.lock_memory, memory.lock_memory], ids=["table", "screen"])


def in_a_child(ask: Callable[[], int]) -> int:
    """What a child of this process answers, 0 to 254; 255 if it could not."""
    child = os.fork()
    if not child:
        answer = 255
        try:
            answer = ask()
        finally:
            os._exit(answer)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@CLOSE
def test_sec_1_a_program_leaves_no_core_file(close: Callable[[], object]) -> None:
    def limit_after() -> int:
        most = resource.getrlimit(resource.RLIMIT_CORE)[1]
        resource.setrlimit(resource.RLIMIT_CORE, (min(_LIMIT, most) if most >= 0 else _LIMIT, most))
        close()
        return int(resource.getrlimit(resource.RLIMIT_CORE) != (0, 0))

    assert in_a_child(limit_after) == 0, "the program leaves a core file when it dies"


@CLOSE
def test_sec_1_a_program_lets_nobody_look_in(close: Callable[[], object]) -> None:
    def dumpable_after() -> int:
        close()
        return int(ctypes.CDLL(None).prctl(_GET_DUMPABLE, 0, 0, 0, 0))

    assert in_a_child(lambda: int(ctypes.CDLL(None).prctl(_GET_DUMPABLE, 0, 0, 0, 0))) == _DUMPABLE
    assert in_a_child(dumpable_after) == 0, "another program of the same user may look in"


@LOCK
def test_sec_1_what_a_program_holds_is_never_swapped(lock: Callable[[], str]) -> None:
    """Where it may lock; where it may not, it says so, and locks nothing."""

    def locked_later() -> int:
        refused = lock()
        later = bytearray(_LATER)
        lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        kib = int(next(line for line in lines if line.startswith("VmLck")).split()[1])
        return int((kib * 1024 > len(later)) == bool(refused))

    assert in_a_child(locked_later) == 0, "what it holds may come to lie in swap, and nobody is told"
