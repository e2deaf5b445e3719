"""What broke off inside the program, in words that may stand in a log: where, and never with what."""

import traceback
from pathlib import Path


def where(accident: BaseException) -> str:
    """Return what broke off, where and after what, without its message, which may hold cards."""
    steps = traceback.extract_tb(accident.__traceback__)
    place = f" at {Path(steps[-1].filename).name}, line {steps[-1].lineno}" if steps else ""
    before = accident.__cause__ or accident.__context__
    return f"{type(accident).__name__}{place}" + (f" (after {where(before)})" if before is not None else "")
