"""A wire client over the table's socket: the attendant's desk, and bots beside a running table."""

import asyncio
from collections.abc import Callable

from controller.app.entropy import SEED_BYTES, KernelEntropy
from controller.app.home import Home
from controller.app.problem import Problem
from controller.wire.client import Answer, ScreenClient
from controller.wire.messages import Accepted, AskedCommand, Halted, MessageError, Refused
from controller.wire.opening import ChannelError
from controller.wire.redact import Viewer
from controller.wire.view import View

READ_AT_ONCE = 64 * 1024
PATIENCE = 10.0
"""Seconds to wait for an answer of the table."""


class SocketScreen:
    """One connection as a viewer. `halted` is set when the table says that it stands still."""

    def __init__(self, home: Home, viewer: Viewer) -> None:
        self.viewer = viewer
        self.halted: Halted | None = None
        self._home = home
        self._client = ScreenClient(viewer, home.screen_key(viewer), KernelEntropy().draw(SEED_BYTES))
        self._answers: dict[int, Answer] = {}
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def connect(self) -> None:
        """Connect and wait for the first view; raises `Problem` when no table answers."""
        try:
            self._reader, self._writer = await asyncio.open_unix_connection(str(self._home.socket))
        except OSError as error:
            what = f"no table answers ({error.strerror or error})"
            raise Problem(str(self._home.socket), what, "start it with jakaja table or jakaja demo") from error
        await self.until(lambda: self._client.ready)

    @property
    def view(self) -> View:
        """What this viewer may know now."""
        if self._client.view is None:
            raise Problem(str(self._home.socket), "the table has shown nothing yet", "connect first")
        return self._client.view

    @property
    def record(self) -> int:
        """The last record of the journal that the view holds."""
        return self._client.record

    async def ask(self, command: AskedCommand, second: str = "") -> Answer:
        """Ask for a command and return the answer; `second` is who says so besides, where staff must be two."""
        number = self._client.ask(command, second)
        await self.until(lambda: number in self._answers or self.halted is not None)
        answer = self._answers.pop(number, None)
        if answer is None:
            sentence = self.halted.sentence if self.halted else ""
            raise Problem("table", f"stands still: {sentence}", "run jakaja verify on its folder")
        return answer

    async def until(self, done: Callable[[], bool], patience: float | None = PATIENCE) -> None:
        """Exchange bytes until something is so; raises `Problem` when the table is silent for too long."""
        try:
            async with asyncio.timeout(patience):
                await self._send()
                while not done():
                    await self._receive()
                    await self._send()
        except TimeoutError as error:
            raise Problem(str(self._home.socket), "the table does not answer", "see whether it still runs") from error
        except (ChannelError, MessageError, ConnectionError) as error:
            raise Problem(str(self._home.socket), str(error), "run the same version on both ends") from error

    async def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    async def _send(self) -> None:
        data = self._client.outgoing()
        if data and self._writer is not None:
            self._writer.write(data)
            await self._writer.drain()

    async def _receive(self) -> None:
        data = await self._reader.read(READ_AT_ONCE) if self._reader is not None else b""
        if not data:
            raise ConnectionResetError("the table closed the connection")
        for message in self._client.receive(data):
            if isinstance(message, Accepted | Refused):
                self._answers[message.seq] = message
            elif isinstance(message, Halted):
                self.halted = message
