"""What is known of a table's disks: how full they are, and whether they really flush (REL-5, REL-6)."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

RESERVE_PERMILLE: Final = 100
"""Below so much free space no hand begins and no note is taken: what runs can still be finished and stored."""

FASTEST_HONEST: Final = 20_000
"""Flushes a second. More than any consumer disk can do that really flushes (reliability REL-6)."""

_PROBE_FLUSHES: Final = 64
_PROBE_BYTES: Final = 4096


def free_permille(folder: Path) -> int:
    """Return how much of the disk of `folder` is free for the table's user, in thousandths."""
    found = os.statvfs(folder)
    return 1000 * found.f_bavail // max(found.f_blocks, 1)


def flushes_per_second(folder: Path, clock_ns: Callable[[], int] = time.perf_counter_ns) -> int:
    """Write and flush a small file in `folder` some times, take it away again, and return the rate. Raises OSError."""
    path = folder / "disk-probe"
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        begun = clock_ns()
        for number in range(_PROBE_FLUSHES):
            os.pwrite(descriptor, bytes([number]) * _PROBE_BYTES, 0)
            os.fdatasync(descriptor)
        return _PROBE_FLUSHES * 1_000_000_000 // max(clock_ns() - begun, 1)
    finally:
        os.close(descriptor)
        path.unlink()


def warning(rate: int) -> str | None:
    """Return what to tell people of a disk that flushes so often in a second, or None."""
    if rate <= FASTEST_HONEST:
        return None
    return (
        f"the disk confirms {rate} flushes a second, more than a disk can do that really flushes: it may lose money in "
        "a power cut; use one with power-loss protection"
    )
