"""A real table for a new player: its program, its virtual devices, two bots, and screens under a finger.

Every part is a process of its own, but for the bots, who play over the table's socket from a thread.
"""

import asyncio
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Final

import msgspec
from PIL import Image

from cashier.money import Money
from cashier.records import RequestId
from controller import machine as machines
from controller.app.boot import open_journal, recover
from controller.app.bots import TEMPERS, Bot
from controller.app.clock import SystemClock
from controller.app.config import ready_text
from controller.app.home import Home
from controller.app.socket_screen import SocketScreen
from controller.machine import Machine
from controller.vocab.hand_records import DecisionOffered
from controller.vocab.profile import GameId
from controller.vocab.table_records import BuyIn
from controller.wire.measured import Frame, Key, Keys, Memory
from controller.wire.redact import Viewer
from controller.wire.view import View
from controller.wire.viewers import CENTRE, KIOSK
from firmware.virtual.config import BusConfig, PrinterConfig, ValidatorConfig
from firmware.virtual.control import ControlError
from firmware.virtual.printer import PrinterSettings
from firmware.virtual.process import start_bus
from tests.ui.served import PATIENCE
from tests.ui.x_desktop import Desktop, until

ROOT: Final = Path(__file__).parents[2]
BOTS: Final = (1, 2)
STAKES: Final = "small_blind = 100\nbig_blind = 200\nante = 0\nunit = 50\n"
FIXED: Final = STAKES.replace("unit", "small_bet = 200\nbig_bet = 400\nunit")
ANTES: Final = "small_blind = 0\nbig_blind = 0\nante = 50\nsmall_bet = 200\nbig_bet = 400\nunit = 50\n"
CLOCKS: Final = "decision = 30000\nbetween_hands = 4000\ncut = 2000"
QUICK: Final = "decision = 30000\nbetween_hands = 400\nnumbers = 100\ncut = 0"


def profile_of(game: GameId) -> str:
    """The demonstration's table, in English, with next to no time between two hands."""
    stakes = ANTES if game.startswith("soko") else FIXED
    text = ready_text("demo").decode().replace("holdem-nl", game).replace(STAKES, stakes).replace(CLOCKS, QUICK)
    assert all(changed in text for changed in (game, stakes, QUICK))
    return text


class Crowd(threading.Thread):
    """Two bots who buy in and then play as fast as they can, and somebody who looks at the middle of the table."""

    def __init__(self, home: Home) -> None:
        super().__init__(name="crowd", daemon=True)
        self.view = View()
        self.games: dict[int, GameId] = {}
        """The game of every hand that was dealt."""
        self._home = home
        self._loop = asyncio.new_event_loop()
        self._tasks: list[asyncio.Task[None]] = []
        self._screens: list[SocketScreen] = []

    @property
    def hand(self) -> int:
        """The hand that was dealt last."""
        return max(self.games, default=0)

    def buy_in(self, money: Money) -> None:
        """Take the money at the kiosk to the seats, each the same, once it is there."""

        async def work() -> None:
            kiosk = SocketScreen(self._home, KIOSK)
            await kiosk.connect()
            await kiosk.until(lambda: kiosk.view.balance == money)
            share = Money(money // len(BOTS))
            for seat in BOTS:
                request = RequestId(f"{seat:032x}")
                await kiosk.ask(BuyIn(request=request, seat=seat, amount=share, name=TEMPERS[seat - 1].name))
            await kiosk.close()

        asyncio.run(work())

    def run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._tasks = [self._loop.create_task(self._play(seat)) for seat in BOTS]
        self._tasks.append(self._loop.create_task(self._look()))
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        self._loop.run_until_complete(self._hang_up())

    async def _hang_up(self) -> None:
        for screen in self._screens:
            await screen.close()
        await asyncio.sleep(0)

    def stop(self) -> None:
        for task in self._tasks:
            self._loop.call_soon_threadsafe(task.cancel)
        self.join(PATIENCE)
        self._loop.close()

    async def _connected(self, viewer: Viewer) -> SocketScreen:
        screen = SocketScreen(self._home, viewer)
        self._screens.append(screen)
        await screen.connect()
        return screen

    async def _look(self) -> None:
        centre = await self._connected(CENTRE)
        while True:
            self.view = centre.view
            if centre.view.hand is not None and centre.view.game is not None:
                self.games[centre.view.hand] = centre.view.game
            await centre.until(partial(_is_later, centre, centre.record), patience=None)

    async def _play(self, seat: int) -> None:
        screen, bot = await self._connected(Viewer("seat", seat)), Bot(TEMPERS[seat - 1], seed=seat)
        answered = 0

        def own() -> DecisionOffered | None:
            decision = screen.view.decision
            is_new = decision is not None and decision.seat == seat and decision.decision != answered
            return decision if is_new else None

        while True:
            await screen.until(lambda: own() is not None, patience=None)
            if (decision := own()) is not None:
                answered = decision.decision
                await screen.ask(bot.choose(screen.view, decision))


def _is_later(screen: SocketScreen, record: int) -> bool:
    return screen.record > record


class Screen:
    """A screen's process, its window, and a finger that finds keys by their words."""

    def __init__(self, desktop: Desktop, folder: Path, words: tuple[str, ...], at: tuple[int, int], *, touch: bool):
        self._desktop = desktop
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "seats.run",
                *words,
                "--folder",
                str(folder),
                "--measured",
                "--at",
                f"{at[0]},{at[1]}",
            ],
            cwd=ROOT,
            env={**desktop.environment, "SDL_MOUSE_TOUCH_EVENTS": str(int(touch))},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self._window = desktop.find(f"jakaja {' '.join(words)}")

    def keys(self) -> tuple[Key, ...]:
        """What can be pressed now."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write("keys\n")
        self.process.stdin.flush()
        while True:
            told = msgspec.json.decode(self.process.stdout.readline(), type=Frame | Memory | Keys)
            if isinstance(told, Keys):
                return told.keys

    def key(self, *words: str) -> Key | None:
        """The first key that can be pressed and begins with one of these words, in their order."""
        keys = self.keys()
        return next((key for word in words for key in keys if key.words.startswith(word)), None)

    def press(self, *words: str) -> Key:
        """Wait for such a key, and press it."""
        key = until(lambda: self.key(*words), f"a key {words} of {[key.words for key in self.keys()]}")
        self._desktop.click(self._window, (key.x, key.y))
        return key

    def touch(self, key: Key) -> None:
        """Press a key that was seen."""
        self._desktop.click(self._window, (key.x, key.y))

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()


class Evening:
    """A table of a game, its money terminal and one seat's screen. Pictures are kept until somebody wants them."""

    def __init__(self, desktop: Desktop, folder: Path, game: GameId, seat: int) -> None:
        folder.mkdir()
        self.pictures: list[tuple[str, Image.Image]] = []
        self.home, self._desktop = Home(folder / "table"), desktop
        self.tickets = folder / "tickets"
        self.tickets.mkdir()
        profile = folder / "profile.toml"
        profile.write_text(profile_of(game), encoding="utf-8")
        devices = (ValidatorConfig(), PrinterConfig(settings=PrinterSettings(tickets=str(self.tickets))))
        self._bus = start_bus(BusConfig(f"unix:{folder}/bus.sock", f"unix:{folder}/ctl.sock", devices))
        words = [
            "table",
            "--folder",
            str(self.home.path),
            "--profile",
            str(profile),
            "--bus",
            f"unix:{folder}/bus.sock",
        ]
        self._table = subprocess.Popen([sys.executable, "-m", "controller.app.cli", *words], cwd=ROOT)
        until(lambda: self.home.runs, "the table")
        self._hands = self._bus.control()
        self.crowd = Crowd(self.home)
        self.insert(100, 100)
        self.crowd.buy_in(Money(20_000))
        self.crowd.start()
        self.kiosk = Screen(desktop, self.home.path, ("kiosk",), (0, 0), touch=False)
        self.seat = Screen(desktop, self.home.path, ("seat", str(seat)), (0, 800), touch=True)

    def insert(self, *notes: int) -> None:
        """Push notes into the acceptor, each as soon as it takes one."""
        for note in notes:
            self._hands.wait("validator", "accepting", equals=True, timeout_ms=round(PATIENCE * 1_000))
            until(partial(self._pushed, note), "a note to be taken")

    def _pushed(self, note: int) -> bool:
        try:
            if self._hands.insert_note("validator", note) != "refused":
                return True
            self._hands.take_note("validator")
        except ControlError:
            return False  # the note before is still in the machine
        return False

    def picture(self, name: str) -> None:
        """Remember how kiosk and seat look now."""
        self.pictures.append((name, self._desktop.screenshot()))

    def save(self, folder: Path) -> None:
        """Put all pictures into a folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for number, (name, picture) in enumerate(self.pictures):
            picture.save(folder / f"{number:02}-{name}.png")

    def end(self) -> Machine:
        """End the table as its operator does, and return what its journal says of it."""
        self._table.terminate()
        assert self._table.wait(PATIENCE) == 0
        journal = open_journal(self.home, SystemClock().now())
        saved, _table_ms = recover(journal)
        journal.close()
        assert machines.reconciliation(saved.machine).difference == 0
        return saved.machine

    def close(self) -> None:
        """Leave no process behind."""
        self.crowd.stop()
        for screen in (self.kiosk, self.seat):
            screen.close()
        if self._table.poll() is None:
            self._table.kill()
            self._table.wait()
        self._hands.close()
        self._bus.stop()
