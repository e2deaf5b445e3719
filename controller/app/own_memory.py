"""This process's memory is its own: no core dump, nobody of the same user may look in, and no page of it reaches the
disk as swap (SEC-1, R-RNG-9)."""

import ctypes
import os
import resource
from pathlib import Path
from typing import Final

from controller.app.problem import Problem

_SET_DUMPABLE: Final = 4
"""PR_SET_DUMPABLE of prctl(2)."""

_LOCK_ALL: Final = 1 | 2 | 4
"""MCL_CURRENT, MCL_FUTURE and MCL_ONFAULT of mlockall(2): what is in memory stays there, and what comes later too."""

_MAY_LOCK: Final = 14
"""CAP_IPC_LOCK of capabilities(7): whoever has it may lock beyond the limit."""


def keep_private() -> None:
    """Leave no core file, whatever kills this process, and refuse debuggers and readers of `/proc/PID/mem`.

    The limit keeps the kernel from writing a file; a kernel that pipes dumps to a program disregards the limit, and
    only the second call stops that. It ends with the next `exec`, so every program makes it for itself. Raises
    `Problem`.
    """
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0):
        why = os.strerror(ctypes.get_errno())
        raise Problem("memory", f"cannot be closed to others ({why})", "let the kernel allow prctl(PR_SET_DUMPABLE)")


def lock_memory() -> str:
    """Keep all memory of this process, now and later, out of swap; return why that cannot be, or nothing.

    A limit that is not reached yet would be later, in the middle of a hand, and end the program. So memory is locked
    only where there is none.
    """
    _soft, limit = resource.getrlimit(resource.RLIMIT_MEMLOCK)
    if not _may_lock():
        if limit != resource.RLIM_INFINITY:
            return f"at most {limit // 1024} KiB may be locked"
        resource.setrlimit(resource.RLIMIT_MEMLOCK, (limit, limit))
    if ctypes.CDLL(None, use_errno=True).mlockall(_LOCK_ALL):
        return os.strerror(ctypes.get_errno())
    return ""


def _may_lock() -> bool:
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    effective = next(line for line in lines if line.startswith("CapEff:")).split()[1]
    return bool(int(effective, 16) >> _MAY_LOCK & 1)
