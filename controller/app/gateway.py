"""The socket where the screens connect: bytes between asyncio and the hub's sessions.

Whoever connects may be hostile. What he sends is read in small pieces and at the pace of a person's touches; who does
not prove himself soon is cut off, and of those who have not, the oldest goes when there are too many.
"""

import asyncio
import stat
from contextlib import suppress
from pathlib import Path

from controller.access.pairing import OPEN_MS
from controller.app.accident import where
from controller.app.aside import InTurn
from controller.app.entropy import SEED_BYTES, Entropy
from controller.app.hub import Hub, Session
from controller.app.pace import Pace
from controller.app.problem import Problem

READ_AT_ONCE = 4 * 1024

AT_ONCE = 60
A_SECOND = 20.0
"""How many messages a screen may say at once, and in each second after that; more wait in its own socket."""

LONGEST_OPENING = 10.0
"""Seconds that a connection has to prove which screen it is."""

LONGEST_PAIRING = OPEN_MS / 1_000
"""Seconds that the one program has that is being paired: people must walk and type."""

MOST_UNPROVED = 32
"""How many connections may be about to prove themselves at the same time."""

LONGEST_STALL = 10.0
"""Seconds that a screen may take nothing of what waits for it; then its connection is cut and it connects anew."""


LONGEST_GOOD_BYE = 1.0
"""Seconds that the screens have to hang up when the table ends."""


_OWN, _GROUP = 0o600, 0o660


class Gateway:
    """Serves a hub on a UNIX socket that only the table's user may open.

    `path` may be a link to where screens of other users can come: in a folder whose group its files inherit (setgid),
    that group may open the socket, too.
    """

    def __init__(self, hub: Hub, path: Path, entropy: Entropy) -> None:
        self._hub = hub
        self._path = path.resolve() if path.is_symlink() else path
        self._entropy = entropy
        self._server: asyncio.Server | None = None
        self._aside: InTurn | None = None
        self._connections: dict[asyncio.Task[None], asyncio.StreamWriter] = {}
        self._unproved: list[asyncio.StreamWriter] = []
        self._ending = False

    async def start(self) -> None:
        """Open the socket; raises `Problem` when another table has it."""
        await self._remove_stale()
        self._aside = self._hub.aside = InTurn(asyncio.get_running_loop())
        try:
            self._server = await asyncio.start_unix_server(self._accept, path=str(self._path))
            inherited = self._path.parent.stat().st_mode & stat.S_ISGID
            self._path.chmod(_GROUP if inherited else _OWN)
        except OSError as error:
            raise Problem(
                str(self._path), f"cannot be opened ({error.strerror or error})", "use a shorter folder name"
            ) from error

    async def stop(self) -> None:
        """Say good-bye to all screens and close the socket; who does not go is cut off."""
        self._ending = True
        self._hub.aside = None
        self._hub.close()
        if self._server is not None:
            await _stop_listening(self._server)
        if self._connections:
            await asyncio.wait(self._connections, timeout=LONGEST_GOOD_BYE)
        for writer in self._connections.values():
            writer.transport.abort()
        if self._connections:
            await asyncio.wait(self._connections)
        if self._aside is not None:
            self._aside.end()
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
        """Serve one connection until it ends; what breaks inside ends it, is noted, and stops nothing else."""
        waiting = asyncio.Event()
        session = self._hub.connect(self._entropy.draw(SEED_BYTES), waiting.set)
        try:
            await self._carry(session, waiting, reader, writer)
        except Exception as accident:  # the screen connects anew, whatever broke
            writer.transport.abort()
            self._hub.note_broken(session.viewer, where(accident))

    async def _carry(
        self, session: Session, waiting: asyncio.Event, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Carry bytes between one connection and its session until either ends."""
        sender = asyncio.create_task(_send(session, writer, waiting))
        self._unproved.append(writer)
        try:
            with suppress(ConnectionError, TimeoutError):
                await self._listen(session, reader, writer)
        finally:
            self._is_known(writer)
            session.lost()
            waiting.set()
            await sender

    async def _listen(self, session: Session, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Have the session take what comes, no faster than a screen has reason to speak."""
        now = asyncio.get_running_loop().time
        came = now()
        pace = Pace(AT_ONCE, A_SECOND, came)
        for stranger in self._unproved[:-MOST_UNPROVED]:
            stranger.transport.abort()
        while not session.closed:
            patience = LONGEST_PAIRING if session.pairing else LONGEST_OPENING
            async with asyncio.timeout_at(came + patience if session.viewer is None else None):
                data = await reader.read(READ_AT_ONCE)
            if not data:
                return
            taken = session.receive(data)
            if session.viewer is not None or session.pairing:
                self._is_known(writer)
            await asyncio.sleep(pace.wait(taken, now()))

    def _is_known(self, writer: asyncio.StreamWriter) -> None:
        if writer in self._unproved:
            self._unproved.remove(writer)


async def _stop_listening(server: asyncio.Server) -> None:
    """Close a server's socket.

    A connection that was accepted a moment ago is served first, and then cut off with all others: a server that closes
    between the two forgets it, open as it is.
    """
    for listening in server.sockets:
        asyncio.get_running_loop().remove_reader(listening.fileno())
    for _step in ("its transport", "its protocol", "its end"):
        await asyncio.sleep(0)
    server.close()


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
