"""The socket where the screens connect: bytes between asyncio and the hub's sessions."""

import asyncio
from contextlib import suppress
from pathlib import Path

from controller.app.entropy import SEED_BYTES, Entropy
from controller.app.hub import Hub, Session
from controller.app.problem import Problem

READ_AT_ONCE = 64 * 1024

LONGEST_STALL = 10.0
"""Seconds that a screen may take nothing of what waits for it; then its connection is cut and it connects anew."""


LONGEST_GOOD_BYE = 1.0
"""Seconds that the screens have to hang up when the table ends."""


class Gateway:
    """Serves a hub on a UNIX socket that only the table's user may open."""

    def __init__(self, hub: Hub, path: Path, entropy: Entropy) -> None:
        self._hub = hub
        self._path = path
        self._entropy = entropy
        self._server: asyncio.Server | None = None
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._ending = False

    async def start(self) -> None:
        """Open the socket; raises `Problem` when another table has it."""
        await self._remove_stale()
        try:
            self._server = await asyncio.start_unix_server(self._accept, path=str(self._path))
            self._path.chmod(0o600)
        except OSError as error:
            raise Problem(
                str(self._path), f"cannot be opened ({error.strerror})", "use a shorter folder name"
            ) from error

    async def stop(self) -> None:
        """Say good-bye to all screens and close the socket; who does not go is cut off."""
        self._ending = True
        self._hub.close()
        if self._server is not None:
            self._server.close()
        if self._connections:
            await asyncio.wait(self._connections, timeout=LONGEST_GOOD_BYE)
        for writer in self._connections.values():
            writer.transport.abort()
        if self._connections:
            await asyncio.wait(self._connections)
        self._path.unlink(missing_ok=True)

    async def _remove_stale(self) -> None:
        """Remove the socket of a table that was killed; refuse when that table still answers."""
        if not self._path.exists():
            return
        try:
            _reader, writer = await asyncio.open_unix_connection(str(self._path))
        except OSError:
            self._path.unlink(missing_ok=True)
            return
        writer.close()
        raise Problem(str(self._path), "a table is running here already", "stop it first, or name another folder")

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._ending:
            writer.transport.abort()
            return
        connection = asyncio.create_task(self._serve(reader, writer))
        self._connections[connection] = writer
        connection.add_done_callback(self._connections.pop)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry bytes between one connection and its session until either ends."""
        waiting = asyncio.Event()
        session = self._hub.connect(self._entropy.draw(SEED_BYTES), waiting.set)
        sender = asyncio.create_task(_send(session, writer, waiting))
        try:
            with suppress(ConnectionError):
                while not session.closed and (data := await reader.read(READ_AT_ONCE)):
                    session.receive(data)
        finally:
            session.lost()
            waiting.set()
            await sender


async def _send(session: Session, writer: asyncio.StreamWriter, waiting: asyncio.Event) -> None:
    """Write what the session has to say, until it is over and everything is said; then hang up."""
    with suppress(ConnectionError):
        while True:
            waiting.clear()
            data = session.outgoing()
            if not data and session.closed:
                break
            if not data:
                await waiting.wait()
                continue
            writer.write(data)
            try:
                await asyncio.wait_for(writer.drain(), LONGEST_STALL)
            except TimeoutError:
                writer.transport.abort()
                break
    await _hang_up(writer)


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    """Close a connection and see it closed: one that is only told to close outlives the loop that would do it."""
    writer.close()
    try:
        with suppress(ConnectionError):
            await asyncio.wait_for(writer.wait_closed(), LONGEST_STALL)
    except TimeoutError:
        writer.transport.abort()
