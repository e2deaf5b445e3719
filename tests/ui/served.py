"""A table served on its UNIX socket in a thread of its own, so that screens' links can be tried against it."""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.vocab.table_records import AdoptProfile
from controller.wire.redact import Viewer
from seats.link import Link, News
from tests.app.house import House

T = TypeVar("T")
N = TypeVar("N", bound=News)
PATIENCE = 20.0


class Served:
    """The demonstration's table. Everything that touches it runs in its own thread, where its journal lives."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._thread.start()
        self._house = self._wait(_called(lambda: House(folder)))
        self._gateway: Gateway | None = None
        self.open()

    def _wait(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def run(self, work: Callable[[House], T]) -> T:
        """Let `work` be done at the table."""
        return self._wait(_called(lambda: work(self._house)))

    def open(self) -> None:
        """Open the socket."""
        self._gateway = Gateway(self._house.hub, self._house.home.socket, KernelEntropy())
        self._wait(self._gateway.start())

    def shut(self) -> None:
        """Say good-bye to all screens and close the socket."""
        if self._gateway is not None:
            self._wait(self._gateway.stop())
            self._gateway = None

    def speak_finnish(self) -> None:
        """Adopt the same profile in Finnish."""
        self.run(lambda house: house.do(AdoptProfile(profile=msgspec.structs.replace(house.profile, language="fi"))))

    def close(self) -> None:
        self.shut()
        self.run(lambda house: house.close())
        self._wait(_end_others())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE)
        self._loop.close()


async def _called(work: Callable[[], T]) -> T:
    return work()


async def _end_others() -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


class Listener:
    """A link and what it tells, one piece of news after the other."""

    def __init__(self, folder: Path, viewer: Viewer, keys: Path | None = None) -> None:
        self._rung = threading.Event()
        self._unread: list[News] = []
        self.link = Link(folder, viewer, self._rung.set, keys)
        self.link.start()

    def next(self, kind: type[N], where: Callable[[N], bool] = lambda _news: True) -> N:
        """Wait for news of a kind; everything before it counts as read. A screen that only says other things fails."""
        until = time.monotonic() + PATIENCE
        while True:
            self._unread += self.link.news()
            while self._unread:
                news = self._unread.pop(0)
                if isinstance(news, kind) and where(news):
                    return news
            assert self._rung.wait(until - time.monotonic()), f"no {kind.__name__} came"
            self._rung.clear()

    def close(self) -> None:
        self.link.close()
