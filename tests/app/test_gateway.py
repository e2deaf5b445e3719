"""The socket itself: strangers, screens that stall, sockets left behind (architecture §4)."""

import asyncio
import contextlib
import gc
import socket
import stat
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from controller.app import gateway as gateways
from controller.app.entropy import SEED_BYTES, KernelEntropy
from controller.app.gateway import Gateway
from controller.app.hub import Session
from controller.app.problem import Problem
from controller.vocab.fault_records import IncidentNoted
from controller.vocab.table_records import Pause
from controller.wire.client import ScreenClient
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, viewer_name
from tests.app.house import House

PATIENCE = 20.0
Work = Callable[[House], Coroutine[None, None, None]]


@asynccontextmanager
async def served(house: House) -> AsyncIterator[Gateway]:
    gateway = Gateway(house.hub, house.home.socket, KernelEntropy())
    await gateway.start()
    try:
        yield gateway
    finally:
        await gateway.stop()


class Visitor:
    """A connection to the socket, well-behaved or not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    @classmethod
    async def of(cls, house: House) -> "Visitor":
        return cls(*await asyncio.open_unix_connection(str(house.home.socket)))

    async def is_hung_up_on(self) -> bytes:
        """Read until the table ends the connection; return what it still said."""
        return await self.reader.read()

    def close(self) -> None:
        self.writer.close()


async def screen_of(house: House, viewer: Viewer) -> tuple[ScreenClient, Visitor]:
    """Connect a screen and wait for its snapshot."""
    client = ScreenClient(viewer, house.home.screen_key(viewer), KernelEntropy().draw(SEED_BYTES))
    visitor = await Visitor.of(house)
    while not client.ready:
        await exchange(client, visitor)
    return client, visitor


async def exchange(client: ScreenClient, visitor: Visitor) -> None:
    """Say what the screen has to say and take one piece of what the table says."""
    visitor.writer.write(client.outgoing())
    data = await visitor.reader.read(1 << 16)
    assert data, "the table hung up"
    client.receive(data)
    visitor.writer.write(client.outgoing())


def on_the_socket(house: House, work: Work) -> None:
    """Run a test's work while the house is served, with a deadline for everything together."""

    async def run() -> None:
        async with asyncio.timeout(PATIENCE), served(house):
            await work(house)

    asyncio.run(run())


async def goes_on(house: House) -> None:
    """Some other screen connects and follows a commit."""
    client, visitor = await screen_of(house, CENTRE)
    house.insert(2_000)
    while client.record < house.core.record:
        await exchange(client, visitor)
    assert client.view == house.core.views.of(CENTRE)
    visitor.close()


@pytest.mark.parametrize(
    "garbage", [b"GET / HTTP/1.1\r\n\r\n", b"\xff" * 70_000, bytes(9)], ids=["http", "flood", "zeros"]
)
def test_a_stranger_is_hung_up_on(house: House, garbage: bytes) -> None:
    async def work(house: House) -> None:
        stranger = await Visitor.of(house)
        stranger.writer.write(garbage)
        assert await stranger.is_hung_up_on() == b""
        stranger.close()
        await goes_on(house)

    on_the_socket(house, work)


def test_a_stranger_who_says_nothing_harms_nobody(house: House) -> None:
    async def work(house: House) -> None:
        silent = [await Visitor.of(house) for _visitor in range(20)]
        await goes_on(house)
        for visitor in silent:
            visitor.close()

    on_the_socket(house, work)


def test_a_connection_that_breaks_in_the_middle_of_its_opening_harms_nobody(house: House) -> None:
    async def work(house: House) -> None:
        client = ScreenClient(CENTRE, house.home.screen_key(CENTRE), KernelEntropy().draw(SEED_BYTES))
        visitor = await Visitor.of(house)
        visitor.writer.write(client.outgoing()[:10])
        visitor.writer.transport.abort()
        await goes_on(house)

    on_the_socket(house, work)


def test_a_screen_that_takes_nothing_is_cut_off(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It stops reading for good; the table goes on, and hangs up on it."""
    monkeypatch.setattr(gateways, "LONGEST_STALL", 0.05)
    seat = Viewer("seat", 1)

    async def work(house: House) -> None:
        _client, stalled = await screen_of(house, seat)
        stalled.reader._transport.pause_reading()  # type: ignore[attr-defined]
        while seat in house.hub.connected:
            house.insert(2_000)
            await asyncio.sleep(0)
        await goes_on(house)
        stalled.reader._transport.resume_reading()  # type: ignore[attr-defined]
        with contextlib.suppress(ConnectionError):
            # What it had not taken is gone: it ends within a frame, or at once.
            await stalled.is_hung_up_on()
        stalled.close()

    on_the_socket(house, work)


def test_stopping_says_good_bye_and_removes_the_socket(house: House) -> None:
    async def run() -> None:
        async with asyncio.timeout(PATIENCE):
            async with served(house):
                stranger = await Visitor.of(house)
                client, visitor = await screen_of(house, CENTRE)
                assert stat.S_IMODE(house.home.socket.stat().st_mode) == 0o600
            assert await stranger.is_hung_up_on() == b""
            stranger.close()
            while client.bye is None:
                await exchange(client, visitor)
            assert client.bye.reason == "closing"
            assert await visitor.is_hung_up_on() == b""
            visitor.close()

    asyncio.run(run())
    assert not house.home.socket.exists()


def test_a_replaced_connection_is_hung_up_on(house: House) -> None:
    async def work(house: House) -> None:
        older, first = await screen_of(house, CENTRE)
        _newer, second = await screen_of(house, CENTRE)
        while older.bye is None:
            await exchange(older, first)
        assert older.bye.reason == "replaced"
        assert await first.is_hung_up_on() == b""
        first.close()
        second.close()

    on_the_socket(house, work)


def test_a_socket_that_a_killed_table_left_is_replaced(house: House) -> None:
    house.home.socket.touch()
    on_the_socket(house, goes_on)


def test_a_socket_in_use_is_left_alone(house: House) -> None:
    async def work(house: House) -> None:
        with pytest.raises(Problem, match="a table is running here already"):
            await Gateway(house.hub, house.home.socket, KernelEntropy()).start()
        await goes_on(house)

    on_the_socket(house, work)


def test_a_folder_name_too_long_for_a_socket_is_told(house: House, tmp_path: Path) -> None:
    async def run() -> None:
        with pytest.raises(Problem, match="use a shorter folder name"):
            await Gateway(house.hub, tmp_path / ("x" * 120), KernelEntropy()).start()

    asyncio.run(run())


def test_every_viewer_has_a_name_and_a_key_of_its_own(house: House) -> None:
    keys = {house.home.screen_key(viewer) for viewer in (screen.viewer for screen in house.everyone())}
    assert len(keys) == len({viewer_name(screen.viewer) for screen in house.everyone()}) == 13


def test_a_fault_inside_ends_that_connection_is_noted_once_and_stops_nothing_else(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fall(self: Session, data: bytes) -> int:
        raise ZeroDivisionError(data)

    async def work(house: House) -> None:
        client, visitor = await screen_of(house, CENTRE)
        with monkeypatch.context() as planted:
            planted.setattr(Session, "receive", fall)
            for _again in range(2):
                broken = await Visitor.of(house)
                broken.writer.write(b"anything")
                with contextlib.suppress(ConnectionError):
                    assert not await broken.is_hung_up_on()
                broken.close()
        house.do(Pause(by="Anna"))
        await exchange(client, visitor)
        visitor.close()

    on_the_socket(house, work)
    events = [event for record in house.journal.iter_records() for event in record.events]
    (noted,) = (event for event in events if isinstance(event, IncidentNoted))
    assert (noted.incident, noted.place) == ("connection-broke", "gateway")
    assert noted.detail.startswith("ZeroDivisionError at test_gateway.py, line")


@pytest.mark.parametrize("steps", range(6))
def test_who_comes_while_the_table_ends_is_hung_up_on_at_whatever_step_of_it(house: House, steps: int) -> None:
    """A connection that was accepted but not known yet stayed open for ever, and its program waited for a word."""

    async def work() -> None:
        with socket.socket(socket.AF_UNIX) as stranger:
            async with served(house):
                stranger.connect(str(house.home.socket))
                for _step in range(steps):
                    await asyncio.sleep(0)
            stranger.settimeout(PATIENCE)
            with contextlib.suppress(ConnectionError):
                while stranger.recv(4096):
                    pass

    asyncio.run(work())
    gc.collect()
