"""Work that takes long and touches nothing of the table, done beside its thread: hashing a PIN (ADR 40).

What comes of it comes back as one more input on the core's thread, in its turn.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol, TypeVar

from controller.app.threads import begin

T = TypeVar("T")
Tell = Callable[[], None]


class Aside(Protocol):
    """Has work done, and what comes of it handed over."""

    def __call__(
        self,
        work: Callable[[], T],
        then: Callable[[T], None],
        fell: Callable[[Exception], None],
        wanted: Callable[[], bool],
    ) -> None:
        """Do `work` and hand its result to `then`, or to `fell` what it fell over.

        What is `wanted` no more when its turn comes is not done, and nobody is told.
        """


class InTurn:
    """Does one piece of work after the other, each in a thread: however many ask, it takes the memory of one."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """`loop` is that of the core's thread, on which all but the work itself is done."""
        self._loop = loop
        self._waiting: deque[tuple[Callable[[], Tell], Callable[[Exception], None], Callable[[], bool]]] = deque()
        self._busy = False
        self._ended = False

    def __call__(
        self,
        work: Callable[[], T],
        then: Callable[[T], None],
        fell: Callable[[Exception], None],
        wanted: Callable[[], bool],
    ) -> None:
        """Start it as soon as it is its turn; see `Aside`."""
        self._waiting.append((lambda: partial(then, work()), fell, wanted))
        self._start_next()

    def end(self) -> None:
        """Start nothing more, and tell nobody what comes of what is done now: the table has ended."""
        self._ended = True
        self._waiting.clear()

    def _start_next(self) -> None:
        while self._waiting and not self._busy:
            done, fell, wanted = self._waiting.popleft()
            if wanted():
                self._begin(done, fell)

    def _begin(self, done: Callable[[], Tell], fell: Callable[[Exception], None]) -> None:
        self._busy = True
        begin("hashing", lambda: self._back(done()), lambda accident: self._back(partial(fell, accident)))

    def _back(self, tell: Tell) -> None:
        """Have the core's thread go on; a table that has ended meanwhile has nobody left to be told."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._told, tell)

    def _told(self, tell: Tell) -> None:
        self._busy = False
        if not self._ended:
            self._start_next()
            tell()
