"""What a screen does for its own memory: it is private (SEC-1), and small.

It shares no code with the table's programs, which close and lock theirs by themselves
(`controller/app/own_memory.py`). What makes memory private returns why it could not be done, or nothing.
"""

from __future__ import annotations

import ctypes
import gc
import os
import resource
import sys
from pathlib import Path
from typing import Final

_SET_DUMPABLE: Final = 4
"""PR_SET_DUMPABLE of prctl(2)."""

_LOCK_ALL: Final = 1 | 2 | 4
"""MCL_CURRENT, MCL_FUTURE and MCL_ONFAULT of mlockall(2)."""

_MAY_LOCK: Final = 14
"""CAP_IPC_LOCK of capabilities(7)."""

_MMAP_THRESHOLD: Final = -3
"""M_MMAP_THRESHOLD of mallopt(3)."""

_LARGE: Final = 128 * 1024
"""Bytes from which a piece of memory is the system's own to give and to take back."""


def stay_small() -> None:
    """Take no more memory than the screen needs; to be called before pygame is imported.

    numpy is kept out: pygame loads it where it is installed, for arrays that no screen uses. And pictures drawn four
    times too large give their memory back at once; left alone, the C library keeps it among smaller pieces for good.
    """
    sys.modules.setdefault("numpy", None)  # type: ignore[arg-type]  # None keeps a module from being found
    library = ctypes.CDLL(None)
    if hasattr(library, "mallopt"):
        library.mallopt(_MMAP_THRESHOLD, _LARGE)


def settle() -> None:
    """Let the collector of rubbish leave alone what the program is made of; to be called once that is loaded.

    It would go through all of it again and again, each time for as long as a frame may take.
    """
    gc.collect()
    gc.freeze()


def close_memory() -> str:
    """Leave no core dump, and let nobody of the same user look into this process."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if ctypes.CDLL(None, use_errno=True).prctl(_SET_DUMPABLE, 0, 0, 0, 0):
        return os.strerror(ctypes.get_errno())
    return ""


def lock_memory() -> str:
    """Keep all memory of this process out of swap, where no limit would end the program when it grows."""
    limit = resource.getrlimit(resource.RLIMIT_MEMLOCK)[1]
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
