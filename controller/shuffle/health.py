"""Whether a source of random bytes is alive: the two continuous tests of NIST SP 800-90B §4.4 (RNG-4, R-RNG-1).

They find a source that is stuck or has lost most of its entropy, and cannot prove a good one. Cut-offs are for odds of
2^-40: a true source does not fail in a machine's life.
"""

from itertools import groupby, pairwise
from typing import Final

from cashier.invariant import invariant

SAMPLE: Final = 4_096
"""Bytes to be looked at."""

REPEATS: Final = 6
"""So many equal bytes in a row are a stuck source: 1 + 40 / 8, for eight bits of entropy a byte (§4.4.1)."""

WINDOW: Final = 512
"""Bytes over which one value is counted (§4.4.2)."""

COMMON: Final = 19
"""So many of a window's bytes like its first are a loaded source: 3 are due, and 19 have odds below 2^-40 (§4.4.2)."""


def ailment(sample: bytes) -> str:
    """Return what is wrong with `sample` (`SAMPLE` bytes) as one English clause, empty if nothing is."""
    invariant(len(sample) == SAMPLE, "health-sample", f"{SAMPLE} bytes are looked at, not {len(sample)}")
    longest = max(len(list(run)) for _byte, run in groupby(sample))
    if longest >= REPEATS:
        return f"a byte came {longest} times in a row"
    windows = [sample[start : start + WINDOW] for start in range(0, SAMPLE, WINDOW)]
    if any(one == other for one, other in pairwise(windows)):
        return f"{WINDOW} bytes came twice"
    commonest = max(window.count(window[0]) for window in windows)
    if commonest >= COMMON:
        return f"a byte came {commonest} times in {WINDOW}"
    return ""
