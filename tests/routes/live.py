"""A live table over a route: each driver in a thread of its own on the one libusb, the screens on their socket."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from cashier.card_records import BuyByCard
from cashier.money import Money
from cashier.payout_records import FillHopper
from cashier.records import CashOut, PayWay, RequestId
from controller.app.core import Core
from controller.app.devices import fit
from controller.app.entropy import KernelEntropy
from controller.app.gateway import Gateway
from controller.app.home import Home
from controller.app.hub import Hub
from controller.app.runtime import Runtime
from controller.app.socket_screen import SocketScreen
from controller.app.table_command import start
from controller.wire.messages import Accepted, AskedCommand
from controller.wire.viewers import KIOSK, VIEWERS, viewer_name
from tests.routes.evening import FLOOR
from tests.routes.fittings import (
    CARDS,
    COINS,
    HOPPER,
    HOUSE_KEY,
    PRINTER,
    READER,
    RECYCLER,
    SCANNER,
    SPARE,
    VALIDATOR,
    profile_of,
)
from tests.routes.route import Route

_PATIENCE_S: Final = 60.0
_LOOK_S: Final = 0.01


class Lived(msgspec.Struct, frozen=True):
    """What came of it: the balance (cents), notes in the stacker, coins in the tray, tickets, and who can work."""

    balance: int
    stacked: int
    coins: int
    tickets: int
    conditions: dict[str, str]


EXPECTED: Final = Lived(
    balance=7_800,
    stacked=70,
    coins=6,
    tickets=1,
    conditions=dict.fromkeys((CARDS, HOPPER, PRINTER, READER, SCANNER, VALIDATOR), "ready"),
)
"""Notes of 50 and 20, twenty by card, six coins of two euros, and a ticket that came back."""


def live(route: Route, folder: Path) -> Lived:
    """Run a table; raises `AssertionError` or `TimeoutError` where something never comes."""
    for device in (SPARE, RECYCLER):
        route.unplug(device)
    return asyncio.run(_live(route, Home(folder / "table")))


async def _live(route: Route, home: Home) -> Lived:
    async with _running(route, home) as core:
        table = _Table(route, core)
        async with asyncio.timeout(_PATIENCE_S), _kiosk(home) as kiosk:
            await table.until(lambda: table.conditions() == EXPECTED.conditions)
            await table.insert(50)
            await table.insert(20)
            await table.buy_by_card(kiosk, 2_000)
            for device in (HOPPER, SCANNER, PRINTER):
                await asyncio.to_thread(_pull_and_put_back, route, device)
            await table.until(lambda: table.conditions() == EXPECTED.conditions)
            await table.cash_out(kiosk, 1_200, "coins")
            await table.until(lambda: core.machine.kiosk.payout is None)
            await table.cash_out(kiosk, 3_000, "ticket")
            number = core.machine.kiosk.paying
            assert number is not None
            await table.until(lambda: core.machine.kiosk.vouchers[number].state == "issued")
            await asyncio.to_thread(route.hands.scan, SCANNER, number)
            await table.until(lambda: core.machine.kiosk.vouchers[number].state == "redeemed")
            await kiosk.until(lambda: kiosk.view.balance == core.machine.kiosk.balance)
            return await asyncio.to_thread(table.lived)


@asynccontextmanager
async def _running(route: Route, home: Home) -> AsyncIterator[Core]:
    """The table's program, as `jakaja table` puts it together."""
    core = start(home, profile_of(VALIDATOR))
    core.submit(FillHopper(COINS, FLOOR))
    hub = Hub(core, {viewer_name(viewer): home.screen_key(viewer) for viewer in VIEWERS})
    gateway = Gateway(hub, home.socket, KernelEntropy())
    runtime = Runtime(core, gateway, fit(core, route.backend(), house_key=HOUSE_KEY))
    task = asyncio.create_task(runtime.run(signals=False))
    try:
        yield core
    finally:
        runtime.stop()
        await task
        core.close()


@asynccontextmanager
async def _kiosk(home: Home) -> AsyncIterator[SocketScreen]:
    while not home.socket.exists():
        await asyncio.sleep(_LOOK_S)
    screen = SocketScreen(home, KIOSK)
    await screen.connect()
    try:
        yield screen
    finally:
        await screen.close()


def _pull_and_put_back(route: Route, device: str) -> None:
    route.unplug(device)
    route.replug(device)


class _Table:
    """The running core, looked at from its own loop, and the people around it."""

    def __init__(self, route: Route, core: Core) -> None:
        self._route = route
        self._core = core
        self._asked = 0

    async def until(self, done: Callable[[], bool]) -> None:
        """Let the table go on until something is so."""
        while not done():
            await asyncio.sleep(_LOOK_S)

    def conditions(self) -> dict[str, str]:
        """What the table knows of each device."""
        return dict(self._core.machine.kiosk.conditions)

    async def insert(self, value: int) -> None:
        """Push a note in, once the slot is open, and wait for its credit."""
        due = self._core.machine.kiosk.balance + 100 * value
        await asyncio.to_thread(self._route.hands.wait, VALIDATOR, "accepting", equals=True, timeout_ms=20_000)
        assert await asyncio.to_thread(self._route.hands.insert_note, VALIDATOR, value) == "escrow"
        await self.until(lambda: self._core.machine.kiosk.balance == due)

    async def buy_by_card(self, kiosk: SocketScreen, amount: int) -> None:
        """Ask for chips at the kiosk's screen, put a card into the terminal, type its PIN, and wait for the credit."""
        hands, due = self._route.hands, self._core.machine.kiosk.balance + amount
        await self._ask(kiosk, BuyByCard(self._request(), Money(amount)))
        await asyncio.to_thread(hands.wait, CARDS, "asks_card", equals=True, timeout_ms=20_000)
        await asyncio.to_thread(hands.insert_card, CARDS)
        await asyncio.to_thread(hands.press_key, CARDS, "ok")
        await self.until(lambda: self._core.machine.kiosk.balance == due)

    async def cash_out(self, kiosk: SocketScreen, amount: int, way: PayWay) -> None:
        """Ask for money at the kiosk's screen."""
        await self._ask(kiosk, CashOut(self._request(), Money(amount), way=way))

    async def _ask(self, kiosk: SocketScreen, command: AskedCommand) -> None:
        answer = await kiosk.ask(command)
        assert isinstance(answer, Accepted), answer

    def _request(self) -> RequestId:
        self._asked += 1
        return RequestId(f"{self._asked:032x}")

    def lived(self) -> Lived:
        """Look at everything."""
        hands = self._route.hands
        return Lived(
            balance=self._core.machine.kiosk.balance,
            stacked=int(hands.status(VALIDATOR).facts["stacked_value"]),
            coins=int(hands.status(HOPPER).facts["paid_out"]),
            tickets=int(hands.status(PRINTER).facts["tickets"]),
            conditions=dict(sorted(self.conditions().items())),
        )
