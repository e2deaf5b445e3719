"""A live table: event loop, device threads, virtual bus in another process, screens over the UNIX socket."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path

import pytest

from cashier.money import Money
from cashier.records import CashOut, RequestId
from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.devices import fit
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.problem import Problem
from controller.app.runtime import Runtime
from controller.app.socket_screen import SocketScreen
from controller.app.table_command import start
from controller.vocab.table_records import BuyIn, LeaveSeat, Pause
from controller.wire.messages import Accepted, Refused
from controller.wire.redact import Viewer
from controller.wire.viewers import KIOSK, STAFF, VIEWERS, viewer_name
from firmware.virtual.backend import get_backend
from firmware.virtual.config import BusConfig, PrinterConfig, ValidatorConfig
from firmware.virtual.printer import PrinterSettings
from firmware.virtual.process import BusProcess, start_bus

PATIENCE = 20.0


@pytest.fixture
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("live")


@pytest.fixture
def bus(folder):
    devices = (ValidatorConfig(), PrinterConfig(settings=PrinterSettings(tickets=str(folder))))
    with start_bus(BusConfig(f"unix:{folder}/bus.sock", f"unix:{folder}/ctl.sock", devices)) as process:
        yield process


@contextlib.asynccontextmanager
async def live(folder: Path, bus: BusProcess) -> AsyncIterator[Home]:
    """Run a table for the length of the block."""
    home = Home(folder / "table")
    core = start(home, demo_profile())
    keys = {viewer_name(viewer): home.screen_key(viewer) for viewer in VIEWERS}
    gateway = Gateway(Hub(core, keys), home.socket, KernelEntropy())
    runtime = Runtime(core, gateway, fit(core, get_backend(bus.address)))
    task = asyncio.create_task(runtime.run(signals=False))
    try:
        async with asyncio.timeout(PATIENCE):
            while not home.socket.exists():
                await asyncio.sleep(0.01)
        yield home
    finally:
        runtime.stop()
        await task
        core.close()


@contextlib.asynccontextmanager
async def screen(home: Home, viewer: Viewer) -> AsyncIterator[SocketScreen]:
    connection = SocketScreen(home, viewer)
    await connection.connect()
    try:
        yield connection
    finally:
        await connection.close()


def evening(work: Callable[[], Coroutine[None, None, None]]) -> None:
    asyncio.run(work())


def test_note_to_ticket_over_threads_sockets_and_usb(folder, bus):
    async def work() -> None:
        async with live(folder, bus) as home, screen(home, KIOSK) as kiosk:
            with bus.control() as hands:
                await asyncio.to_thread(hands.wait, "validator", "accepting", equals=True, timeout_ms=20_000)
                assert await asyncio.to_thread(hands.insert_note, "validator", 50) == "escrow"
            await kiosk.until(lambda: kiosk.view.balance == 5000, PATIENCE)
            answer = await kiosk.ask(CashOut(request=RequestId("1" * 32), amount=Money(5000)))
            assert isinstance(answer, Accepted)
            await kiosk.until(lambda: kiosk.view.vouchers[-1].state == "issued", PATIENCE)
            assert kiosk.view.balance == 0

    evening(work)
    assert len(list(folder.glob("ticket-*.png"))) == 1
    assert main(["verify", str(folder / "table")]) == 0


def test_a_table_goes_on_where_it_was(folder, bus):
    async def first() -> None:
        async with live(folder, bus) as home, screen(home, STAFF) as desk:
            await desk.ask(Pause(by="Kalle"))

    async def second() -> None:
        async with live(folder, bus) as home, screen(home, STAFF) as desk:
            assert desk.view.paused
            assert desk.view.paused_by == "Kalle"
            again = await desk.ask(Pause(by="Kalle"))
            assert isinstance(again, Refused)

    evening(first)
    evening(second)


def test_two_tables_cannot_share_a_folder(folder, bus):
    async def work() -> None:
        async with live(folder, bus) as home:
            with pytest.raises(Problem, match="locked"):
                start(home, None)

    evening(work)


def test_a_screen_asks_for_its_own_seat_only(folder, bus):
    async def work() -> None:
        async with live(folder, bus) as home, screen(home, Viewer("seat", 3)) as seat:
            foreign = await seat.ask(LeaveSeat(seat=4))
            assert isinstance(foreign, Refused)
            assert foreign.refusal.code == "not-allowed"
            money = await seat.ask(BuyIn(request=RequestId("2" * 32), seat=3, amount=Money(5000), name="Eero"))
            assert isinstance(money, Refused)
            assert money.refusal.code == "not-allowed"

    evening(work)


def test_a_crashed_screen_comes_back_to_the_same_view(folder, bus):
    async def work() -> None:
        async with live(folder, bus) as home:
            async with screen(home, KIOSK) as kiosk:
                before = kiosk.view.profile
            async with screen(home, KIOSK) as kiosk:
                assert kiosk.view.profile == before

    evening(work)


def test_nobody_answers_where_no_table_runs(folder):
    home = Home(folder / "table")
    home.create(KernelEntropy())

    async def work() -> None:
        await SocketScreen(home, STAFF).connect()

    with pytest.raises(Problem, match="no table answers"):
        evening(work)
