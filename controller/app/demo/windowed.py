"""The demonstration with a display: the same table, live, with all its screens in one window.

Bots sit down before the window opens and then play over the table's socket like any screen. The free seats are for
whoever watches: the terminal takes the words of `HELP`, which stand for hands at the virtual devices.
"""

import asyncio
import os
import random
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Final

from controller.app.bots import TEMPERS, Bot
from controller.app.clock import SystemClock
from controller.app.demo.album import DRAWER
from controller.app.demo.bench import Bench, make_bench, player_card
from controller.app.demo.people import Crowd, Person
from controller.app.demo.staff import TRY, WHO, hire_all
from controller.app.devices import fit, make_drivers
from controller.app.entropy import KernelEntropy, SeededEntropy
from controller.app.fitting import Fitting
from controller.app.gateway import Gateway
from controller.app.problem import Problem
from controller.app.runtime import Runtime
from controller.app.socket_screen import SocketScreen
from controller.vocab.ids import Seat
from controller.vocab.profile import Profile
from controller.vocab.table_records import SitIn
from controller.wire.redact import Viewer
from controller.wire.view import View
from firmware.virtual.backend import get_backend
from firmware.virtual.control import BusControl, ControlError

CUTTING: Final = (0.5, 1.2)
"""Seconds that a bot takes to cut the deck."""

THINKING: Final = (0.9, 2.6)
"""Seconds that a bot looks at its cards, least and most."""

Deed = Callable[[Bench], Coroutine[None, None, None]]
"""Something that goes on beside the table for as long as it runs."""

HELP: Final = "words: note 20 | card 1 | no-card | paper-out | refill | unplug printer | replug printer | quit"


def run_windowed(folder: Path, profile: Profile, seed: int, places: Sequence[Seat]) -> int:
    """Run a live table until its window is closed."""
    entropy = SeededEntropy(seed)
    bench = make_bench(folder, profile, SystemClock(), entropy)
    try:
        hire_all(bench.core)
        sys.stdout.write(f"{WHO}\n{TRY}\n")
        fittings = fit(
            bench.core, get_backend(bench.bus.address), slips=bench.slips.take, house_key=bench.home.house_key
        )
        crowd = Crowd(bench, make_drivers(fittings), entropy, random.Random(f"crowd {seed}"))
        bots = [Bot(temper, seed) for temper, _place in zip(TEMPERS, places, strict=False)]
        for bot, place in zip(bots, places, strict=True):
            crowd.arrive(Person(seat=place, bot=bot, screen=crowd.screen(Viewer("seat", place))))
        bench.hub.close()
        crowd.close()
        asyncio.run(live_evening(bench, fittings, dict(zip(places, bots, strict=True)), (DRAWER,)))
    finally:
        bench.close()
    return 0


async def live_evening(
    bench: Bench, fittings: Sequence[Fitting], bots: Mapping[Seat, Bot], shows: Sequence[str], *deeds: Deed
) -> None:
    """Run table, window, bots and terminal together; whichever of window and terminal ends first ends all.

    `shows` are the words of the window's program, and `deeds` what else goes on as long as the table runs.
    """
    runtime = Runtime(bench.core, Gateway(bench.hub, bench.home.socket, KernelEntropy()), fittings)
    table = asyncio.create_task(runtime.run())
    while not bench.home.socket.exists():
        if table.done():
            # It could not begin, and says why.
            await table
        await asyncio.sleep(0.05)
    players = [asyncio.create_task(_play(bench, seat, bot)) for seat, bot in bots.items()]
    players += [asyncio.create_task(deed(bench)) for deed in deeds]
    ends = [asyncio.create_task(_window(shows, bench.home.path)), asyncio.create_task(_terminal(bench, runtime.stop))]
    done, _others = await asyncio.wait([*ends, table], return_when=asyncio.FIRST_COMPLETED)
    runtime.stop()
    for task in (*players, *ends):
        task.cancel()
    await asyncio.gather(*players, *ends, return_exceptions=True)
    await table
    for task in done:
        task.result()


async def _window(shows: Sequence[str], folder: Path) -> None:
    """Show the screens in one window until it is closed."""
    command = (sys.executable, "-m", *shows, "--folder", str(folder))
    window = await asyncio.create_subprocess_exec(*command, env={**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"})
    try:
        code = await window.wait()
    except asyncio.CancelledError:
        window.terminate()
        await window.wait()
        raise
    if code:
        raise Problem("window", "the screens could not be shown", "try jakaja demo --headless")


async def _play(bench: Bench, seat: Seat, bot: Bot) -> None:
    """Play one seat over the socket for as long as the table runs."""
    screen = SocketScreen(bench.home, Viewer("seat", seat))
    dice = random.Random(f"thinking {seat}")
    await screen.connect()
    try:
        while True:
            await screen.until(lambda: _has_to_act(screen, seat), patience=None)
            await asyncio.sleep(dice.uniform(*(CUTTING if _may_cut(screen.view, seat) else THINKING)))
            decision = screen.view.decision
            if decision is not None and decision.seat == seat:
                await screen.ask(bot.choose(screen.view, decision))
            elif (cut := bot.cut(screen.view)) is not None:
                await screen.ask(cut)
            elif screen.view.seats[seat].status == "sitting-out":
                await screen.ask(SitIn(seat=seat))
    finally:
        await screen.close()


def _has_to_act(screen: SocketScreen, seat: Seat) -> bool:
    view = screen.view
    own = view.seats.get(seat)
    turn = view.decision is not None and view.decision.seat == seat
    return turn or _may_cut(view, seat) or (own is not None and own.status == "sitting-out" and own.stack > 0)


def _may_cut(view: View, seat: Seat) -> bool:
    return view.mixing is not None and view.mixing.cutter == seat and view.mixing.cut_until > 0


async def _terminal(bench: Bench, stop: Callable[[], None]) -> None:
    """Take words from the terminal: hands at the devices. Without a terminal, wait for the window."""
    if not sys.stdin.isatty():
        await asyncio.Event().wait()
    sys.stdout.write(HELP + "\n")
    hands = bench.bus.control()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    while line := (await lines.readline()).decode(errors="replace"):
        words = line.split()
        if words == ["quit"]:
            break
        try:
            _do(hands, bench, words)
        except (ControlError, ValueError) as error:
            sys.stdout.write(f"{error}; {HELP}\n")
    stop()


def _do(hands: BusControl, bench: Bench, words: list[str]) -> None:
    """Do one word at the virtual devices."""
    profile, reader = bench.profile, bench.profile.cash.reader
    match words:
        case []:
            return
        case ["note", value]:
            if hands.insert_note(profile.cash.validator, int(value)) == "refused":
                hands.take_note(profile.cash.validator)
                sys.stdout.write("the note came back\n")
        case ["card", player] if reader is not None:
            hands.lift_card(reader.device)
            hands.lay_card(reader.device, player_card(bench.home, int(player)))
        case ["no-card"] if reader is not None:
            hands.lift_card(reader.device)
        case ["paper-out"]:
            hands.paper_out(profile.cash.printer)
        case ["refill"]:
            hands.refill_paper(profile.cash.printer)
        case ["unplug", device]:
            hands.unplug(device)
        case ["replug", device]:
            hands.replug(device)
        case _:
            raise ValueError(f"{' '.join(words)} is no word")
