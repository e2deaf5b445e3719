"""Work that takes long and touches nothing of the table, done beside its thread: hashing a PIN (ADR 40).

What comes of it comes back as one more input on the core's thread, in its turn.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

from controller.app.threads import begin

T = TypeVar("T")


class Aside(Protocol):
    """Has work done, and what comes of it handed over."""

    def __call__(self, work: Callable[[], T], then: Callable[[T], None], fell: Callable[[Exception], None]) -> None:
        """Do `work` and hand its result to `then`, or to `fell` what it fell over."""


class InThreads:
    """Does each piece of work in a thread of its own. Whoever asks has one at a time, so there are never many."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """`loop` is that of the core's thread."""
        self._loop = loop

    def __call__(self, work: Callable[[], T], then: Callable[[T], None], fell: Callable[[Exception], None]) -> None:
        """Start it; see `Aside`."""
        begin(
            "hashing", lambda: self._back(partial(then, work())), lambda accident: self._back(partial(fell, accident))
        )

    def _back(self, told: Callable[[], None]) -> None:
        """Tell the core's thread; a table that has ended meanwhile has nobody left to be told."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(told)
