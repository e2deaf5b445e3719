"""This process's memory is its own: no core dump, and nobody of the same user may look in (SEC-1, R-RNG-9)."""

import ctypes
import os
import resource
from typing import Final

from controller.app.problem import Problem

_SET_DUMPABLE: Final = 4
"""PR_SET_DUMPABLE of prctl(2)."""


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
