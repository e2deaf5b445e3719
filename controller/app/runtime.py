"""A table that runs: core, gateway and devices on one event loop until it is told to stop."""

import asyncio
import signal
from collections.abc import Callable, Sequence

from controller.app.core import Committed, Core, Frozen, Seen
from controller.app.device_threads import DeviceThreads, Rhythm
from controller.app.fitting import Fitting
from controller.app.gateway import Gateway
from controller.app.keeper import BEAT, ENDS, READY, Word
from controller.vocab.fault_records import ShutDown

LONGEST_SLEEP = 1.0
"""Seconds after which the loop looks at the clock again in any case."""


class Runtime:
    """Keeps a table going: does what is due, serves the screens, lets the devices work."""

    def __init__(
        self,
        core: Core,
        gateway: Gateway,
        fittings: Sequence[Fitting],
        rhythm: Rhythm | None = None,
        tell_keeper: Callable[[Word], None] | None = None,
    ) -> None:
        """`rhythm` is that of drivers that fall; `tell_keeper` takes what whoever keeps the program going hears."""
        self._tell_keeper = tell_keeper or (lambda _word: None)
        self._core = core
        self._gateway = gateway
        self._fittings = fittings
        self._rhythm = Rhythm() if rhythm is None else rhythm
        self._wake = asyncio.Event()
        self._stop = asyncio.Event()
        core.listen(self._told)
        core.on_freeze(self._halted)

    def stop(self) -> None:
        """End the table after the current step."""
        self._stop.set()
        self._wake.set()

    def wake(self) -> None:
        """Have the table look around soon: something has happened beside it."""
        self._wake.set()

    async def run(self, *, signals: bool = True) -> None:
        """Run until `stop`, or until the system asks to end; leave a snapshot behind."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM) if signals else ():
            loop.add_signal_handler(number, self.stop)
        await self._gateway.start()
        threads = DeviceThreads(self._core, self._fittings, loop, self._rhythm)
        threads.start()
        self._tell_keeper(READY)
        try:
            while not self._stop.is_set():
                self._tell_keeper(BEAT)
                while self._core.pump():
                    # Between two steps of its own the table hears its screens and devices.
                    await asyncio.sleep(0)
                await self._rest()
        finally:
            self._tell_keeper(ENDS)
            await threads.stop()
            await self._gateway.stop()
            self._core.submit(ShutDown())
            if self._core.frozen is None and self._core.record:
                self._core.snapshot()

    async def _rest(self) -> None:
        """Sleep until something has happened or something falls due."""
        due = self._core.due()
        seconds = LONGEST_SLEEP if due is None else min((due - self._core.now().table) / 1000, LONGEST_SLEEP)
        try:
            await asyncio.wait_for(self._wake.wait(), max(seconds, 0))
        except TimeoutError:
            return
        finally:
            self._wake.clear()

    def _told(self, _committed: Committed, _seen: Seen) -> None:
        self._wake.set()

    def _halted(self, _frozen: Frozen) -> None:
        self._wake.set()
