"""Each device's drivers in a thread of their own, and what becomes of a device whose driver falls.

A driver answers every trouble of its device with a word. An exception that leaves it is a fault of the program, and
nobody knows what its device has done meanwhile. So the device counts as gone at once, the core is told why, and after
a wait the driver is made anew, as at a start of the table: it knows only what the journal knows, and asks before it
acts. What was on its way stays as the journal has it until the device itself has told, or is in doubt until somebody
has looked. Each fall makes the next wait longer; a driver that has gone well for a minute is out of trouble.
"""

import asyncio
import itertools
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from functools import partial
from threading import Event, Thread
from typing import Final, Protocol, TypeVar, runtime_checkable

import msgspec

from cashier.records import Command, DeviceId, Want
from controller.app.accident import where
from controller.app.core import Core
from controller.app.fitting import Fitting, device_wants
from controller.app.threads import begin
from controller.app.upkeep import difference
from controller.faults import Faults
from controller.vocab.records import FaultCommand
from controller.wire.messages import Counting

T = TypeVar("T")

BETWEEN_STEPS: Final = 0.1
"""Seconds a driver rests between two steps; ccTalk wants a poll every 100 to 200 ms."""

BETWEEN_LOOKS: Final = 0.01
"""Seconds between two looks at whether all threads have ended."""


@runtime_checkable
class Counts(Protocol):
    """A driver that can tell how far its device has come with a pay-out."""

    @property
    def counting(self) -> Counting | None: ...


class Rhythm(msgspec.Struct, frozen=True):
    """How long (s) a fallen driver waits for its next start, the last wait again and again, and how many rounds of
    steps it must go well for to be out of trouble.
    """

    waits: tuple[float, ...] = (1, 2, 5, 10, 30, 60)
    well: int = 600


class DeviceThreads:
    """One thread a fitting, so that a device that hangs keeps no hand waiting, and one that falls stops none."""

    def __init__(
        self, core: Core, fittings: Sequence[Fitting], loop: asyncio.AbstractEventLoop, rhythm: Rhythm
    ) -> None:
        """`loop` is that of the core's thread."""
        self._core = core
        self._fittings = fittings
        self._loop = loop
        self._rhythm = rhythm
        self._stop = Event()
        self._threads: list[Thread] = []
        self._fallen: dict[DeviceId, str] = {}
        """Why each driver fell that is in trouble; touched on the core's thread alone."""
        self._counted: Counting | None = None
        """What was told last of a pay-out that runs."""
        core.watch(self)

    def start(self) -> None:
        """Begin stepping."""
        self._threads = [
            begin(f"device {fitting.name}", partial(self._run, fitting), partial(self._falls, fitting))
            for fitting in self._fittings
        ]

    async def stop(self) -> None:
        """End all threads after their current step, whose words are heard; whoever falls in it is told of, too."""
        self._stop.set()
        while any(thread.is_alive() for thread in self._threads):
            await asyncio.sleep(BETWEEN_LOOKS)
        await asyncio.sleep(0)  # what the last of them has left for this thread comes first
        self._tell()

    def news(self, faults: Faults) -> FaultCommand | None:
        """Return which driver has fallen or is out of trouble since the machine was told; see `Watch`."""
        return difference(faults, "driver-stopped", {str(name): why for name, why in self._fallen.items()})

    # -- in the thread of a fitting ------------------------------------------------------------------------------

    def _run(self, fitting: Fitting) -> None:
        """Work until the end, with a new start after each fall."""
        waits = self._waits()
        while not self._stop.is_set():
            try:
                for rounds in self._rounds(fitting):
                    if rounds == self._rhythm.well:
                        waits = self._waits()
                        self._on_core(partial(self._is_well, fitting))
            except Exception as accident:  # a device must not take the table with it, whatever its driver falls over
                self._falls(fitting, accident)
                self._stop.wait(next(waits))

    def _waits(self) -> Iterator[float]:
        return itertools.chain(self._rhythm.waits, itertools.repeat(self._rhythm.waits[-1]))

    def _rounds(self, fitting: Fitting) -> Iterator[int]:
        """Make the drivers and step them in turn until the end; yield after how many rounds. What each says is durable
        before the next one steps.
        """
        with ExitStack() as ending:
            drivers = self._on_core(fitting.make)
            for driver in drivers:
                ending.callback(driver.close)
            commands: list[Command] = []
            counting: Counting | None = None
            for rounds in itertools.count(1):
                if self._stop.is_set() and not commands:
                    return
                spoke = False
                for driver in drivers:
                    wants = self._on_core(partial(self._exchange, commands, counting))
                    if self._stop.is_set():
                        return
                    commands = driver.step(wants)
                    counting = driver.counting if isinstance(driver, Counts) else None
                    spoke |= bool(commands)
                if not spoke:
                    self._stop.wait(BETWEEN_STEPS)
                yield rounds

    def _on_core(self, work: Callable[[], T]) -> T:
        """Have the core's thread do `work` and wait for it; that thread goes on until all of these have ended."""
        answer: Future[T] = Future()
        self._loop.call_soon_threadsafe(_answer, answer, work)
        return answer.result()

    def _falls(self, fitting: Fitting, accident: Exception) -> None:
        """Have the core told, also at the very end, when nobody waits for an answer any more."""
        self._loop.call_soon_threadsafe(self._has_fallen, fitting, where(accident))

    # -- on the core's thread ------------------------------------------------------------------------------------

    def _exchange(self, commands: Iterable[Command], counting: Counting | None = None) -> tuple[Want, ...]:
        """Submit what a driver said, tell how far it has come, and return what is wanted now."""
        for command in commands:
            self._core.submit(command)  # type: ignore[arg-type]
        if counting is not None and counting != self._counted:
            self._counted = counting
            self._core.tell_count(counting)
        return device_wants(self._core)

    def _has_fallen(self, fitting: Fitting, why: str) -> None:
        """The device is gone, and why; a table that stands still can write nothing down, so its operator reads it."""
        self._fallen[fitting.name] = why
        self._exchange(fitting.gone)
        self._tell()
        if self._core.frozen is not None:
            sys.stderr.write(f"jakaja: {fitting.name}: its driver has stopped: {why}\n")

    def _is_well(self, fitting: Fitting) -> None:
        self._fallen.pop(fitting.name, None)
        self._tell()

    def _tell(self) -> None:
        while self._core.tell_news():
            pass


def _answer(answer: Future[T], work: Callable[[], T]) -> None:
    """Do `work`; what breaks in it breaks in the thread that asked."""
    try:
        answer.set_result(work())
    except BaseException as accident:
        answer.set_exception(accident)
        if not isinstance(accident, Exception):
            raise
