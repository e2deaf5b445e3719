"""`jakaja bench table`: from a finger on one screen to the picture on all of them, with every part a process.

The table with its real journal, nine seats, the centre and the money terminal run each in a process of its own over the
real socket. A finger calls or checks at the seat whose turn it is; the act counts from the finger's rising, as it is
sent, to the last screen's frame. Then the screens are left alone for a minute, before anybody sits and while somebody
thinks, and their processor time is read; at the end their memory.
"""

import asyncio
import os
import random
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from controller.app.bench_contests import Row, Unit
from controller.app.measured_core import PLAYERS, ActTold
from controller.app.problem import Problem
from controller.wire.measured import Frame, Memory
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK, viewer_name

SHOWN_MS: Final = 100.0
"""From the act to the last screen, in 99 of 100 (R-UI-8)."""

FELT_MS: Final = 50.0
"""From the touch to its feedback (R-UI-8)."""

IDLE_SHARE: Final = 15.0
"""Percent of one core for eleven screens together while nothing moves."""

MEMORY_MIB: Final = 80.0
"""For each screen."""

ACTS: Final = 1_000
QUIET_SECONDS: Final = 60.0
QUICK_ACTS: Final = 3
QUICK_SECONDS: Final = 1.0

SCREENS: Final = (*(Viewer("seat", seat) for seat in range(1, PLAYERS + 1)), CENTRE, KIOSK)

_LOOKING: Final = (0.45, 0.6)
"""Seconds that a player looks before he touches: longer than a key that has just changed is dead."""

_PRESSING: Final = 0.08
"""Seconds that his finger stays down."""

_TRIES: Final = 5
_TOO_LONG: Final = 2.0
"""Seconds after which a touch counts as refused."""

_SETTLING: Final = 5.0
"""Seconds until whatever moves has come to rest, at most."""

_PATIENCE: Final = 60.0
_MS: Final = 1_000_000
_MIB: Final = 1024


class Times(msgspec.Struct, frozen=True):
    """What one act took, in ms: the touch until it was felt, the act until all showed it, and the parts of that."""

    felt: float
    shown: float
    sent: float
    durable: float
    wire: float
    drawn: float


class Measured(msgspec.Struct, frozen=True):
    """The figures, and under what they were taken."""

    rows: tuple[Row, ...]
    remark: str


_Report = Frame | Memory | ActTold


class _Process:
    """A process that takes words and reports in lines of JSON."""

    def __init__(self, process: asyncio.subprocess.Process, changed: asyncio.Event) -> None:
        self.pid = process.pid
        self.frames: list[Frame] = []
        self.acts: list[ActTold] = []
        self.memory: Memory | None = None
        self._process = process
        self._changed = changed
        self._reading = asyncio.create_task(self._read())

    def say(self, word: str) -> int:
        """Say a word; return the instant."""
        now = time.monotonic_ns()
        if self._process.stdin is not None:
            self._process.stdin.write(word.encode() + b"\n")
        return now

    @property
    def last(self) -> Frame | None:
        """The newest frame."""
        return self.frames[-1] if self.frames else None

    def shows(self, record: int) -> bool:
        """Whether its newest frame shows a record."""
        return self.last is not None and self.last.record >= record

    def first_of(self, record: int) -> Frame:
        """The first kept frame that shows a record."""
        return next(frame for frame in self.frames if frame.record >= record)

    def felt_after(self, down: int) -> int | None:
        """When the first frame after a touch was presented."""
        return next((frame.presented for frame in self.frames if frame.felt and frame.presented > down), None)

    def forget(self) -> None:
        """Keep the newest frame alone."""
        del self.frames[:-1]
        self.acts.clear()

    async def end(self) -> None:
        """Hang up and wait until the process has gone."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        await self._process.wait()
        await self._reading

    async def _read(self) -> None:
        """Take reports until the process ends."""
        while self._process.stdout is not None and (line := await self._process.stdout.readline()):
            match msgspec.json.decode(line, type=_Report):
                case Frame() as frame:
                    self.frames.append(frame)
                case ActTold() as act:
                    self.acts.append(act)
                case Memory() as memory:
                    self.memory = memory
            self._changed.set()


class _Table:
    """All processes of one table."""

    def __init__(self, core: _Process, screens: dict[Viewer, _Process], changed: asyncio.Event) -> None:
        self.core = core
        self.screens = screens
        self._changed = changed
        self._dice = random.Random(1)

    async def until(self, done: Callable[[], bool], waited_for: str) -> None:
        """Wait until something is so; raises `Problem` when it never is."""
        if not await self.comes(done, _PATIENCE):
            raise Problem("table", f"waited in vain for {waited_for}", "look at the lines above")

    async def comes(self, done: Callable[[], bool], seconds: float) -> bool:
        """Wait until something is so, for so long; return whether it is."""
        try:
            async with asyncio.timeout(seconds):
                while not done():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            return False
        return True

    async def until_all(self, record: int) -> None:
        """Wait until every screen shows a record."""
        await self.until(lambda: all(each.shows(record) for each in self.screens.values()), "a frame of every screen")

    async def act(self) -> Times:
        """Have whoever is at turn look, press and let go until the table takes it; what the last time took.

        A key that has just changed is dead for a moment, as for any player; a touch that came too soon does not count.
        """
        for _try in range(_TRIES):
            await self.until(lambda: self._at_turn() is not None, "anybody's turn")
            await asyncio.sleep(self._dice.uniform(*_LOOKING))
            screen = self._at_turn()
            times = None if screen is None else await self._touch(screen)
            if times is not None:
                return times
        raise Problem("table", "takes no act", "look whether a screen shows a question")

    async def _touch(self, screen: _Process) -> Times | None:
        for each in (self.core, *self.screens.values()):
            each.forget()
        down = screen.say("down")
        await self.until(lambda: screen.felt_after(down) is not None, "a frame after a touch")
        felt = screen.felt_after(down) or down
        await asyncio.sleep(_PRESSING)
        up = screen.say("up")
        if not await self.comes(lambda: bool(self.core.acts), _TOO_LONG):
            return None
        act = self.core.acts[0]
        await self.until_all(act.record)
        last = max((each.first_of(act.record) for each in self.screens.values()), key=lambda frame: frame.presented)
        return Times(
            felt=(felt - down) / _MS,
            shown=(last.presented - up) / _MS,
            sent=(act.taken - up) / _MS,
            durable=(act.durable - act.taken) / _MS,
            wire=max(0, last.heard - act.durable) / _MS,
            drawn=(last.presented - last.heard) / _MS,
        )

    def _at_turn(self) -> _Process | None:
        return next((each for each in self.screens.values() if each.last is not None and each.last.turn), None)

    async def idle(self, seconds: float) -> float:
        """The processor time of all screens while nobody touches one, in percent of one core."""
        before = self._spent()
        await asyncio.sleep(seconds)
        return 100 * (self._spent() - before) / seconds

    def _spent(self) -> float:
        return sum(_processor_seconds(screen.pid) for screen in self.screens.values())

    async def weigh(self) -> dict[Viewer, Memory]:
        """Ask every screen for its memory."""
        for screen in self.screens.values():
            screen.say("memory")
        await self.until(lambda: all(each.memory is not None for each in self.screens.values()), "figures of memory")
        return {viewer: each.memory for viewer, each in self.screens.items() if each.memory is not None}


def _processor_seconds(pid: int) -> float:
    """What a process has spent so far, in itself and in the system."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@asynccontextmanager
async def _running(folder: Path) -> AsyncIterator[_Table]:
    """A table with all its screens, each once it has shown something."""
    changed = asyncio.Event()
    surroundings = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    surroundings.setdefault("SDL_AUDIODRIVER", "dummy")
    if "DISPLAY" not in surroundings:
        surroundings.setdefault("SDL_VIDEODRIVER", "dummy")

    async def start(*words: str) -> _Process:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", *words)
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=surroundings)
        return _Process(process, changed)

    started = [await start("controller.app.measured_core", str(folder))]
    try:
        while not (folder / "gateway.sock").exists():
            await asyncio.sleep(0.05)
        screens = {}
        for viewer in SCREENS:
            words = viewer_name(viewer).split("-")
            screens[viewer] = await start("seats.run", *words, "--folder", str(folder), "--measured")
            started.append(screens[viewer])
        table = _Table(started[0], screens, changed)
        await table.until_all(1)
        yield table
    finally:
        for process in reversed(started):
            await process.end()


async def _measure(folder: Path, acts: int, quiet: float) -> Measured:
    async with _running(folder) as table:
        began = os.getloadavg()[0]
        await asyncio.sleep(min(_SETTLING, quiet))
        empty = await table.idle(quiet)
        table.core.say("seat")
        times = [await table.act() for _act in range(acts)]
        await asyncio.sleep(min(_SETTLING, quiet))
        thinking = await table.idle(quiet)
        memory = await table.weigh()
        driver = next(each.last.driver for each in table.screens.values() if each.last is not None)
    loads = f"load {began:.2g} before, {os.getloadavg()[0]:.2g} after"
    remark = f"{acts} acts, screens on {driver}, journal on {_file_system(folder)}; {loads}"
    return Measured((*_act_rows(times), *_idle_rows(empty, thinking), *_memory_rows(memory)), remark)


def _file_system(folder: Path) -> str:
    """The kind of file system that a folder lies on."""
    lies, kind = "", "?"
    for line in Path("/proc/mounts").read_text(encoding="utf-8").splitlines():
        _device, mount, name, *_rest = line.split()
        if folder.resolve().is_relative_to(mount) and len(mount) >= len(lies):
            lies, kind = mount, name
    return kind


def _act_rows(times: Sequence[Times]) -> tuple[Row, ...]:
    felt, shown = [one.felt for one in times], [one.shown for one in times]
    parts = {
        "touch to the table": [one.sent for one in times],
        "decide and commit": [one.durable for one in times],
        "wire to the last screen": [one.wire for one in times],
        "draw on the last screen": [one.drawn for one in times],
    }
    rows = [*_spread("act to all screens", shown, SHOWN_MS), *_spread("touch to feedback", felt, FELT_MS)]
    for part, took in parts.items():
        rows += _spread(f"of the act: {part}", took)[:2]
    return tuple(rows)


def _spread(work: str, took: Sequence[float], aim: float | None = None) -> list[Row]:
    """Median, the 99th of a hundred, and the worst."""
    high = quantiles(took, n=100, method="inclusive")[98]
    holds = None if aim is None else high <= aim
    return [
        Row(f"{work}, median", "ms", round(median(took), 2)),
        Row(f"{work}, 99 of 100", "ms", round(high, 2), target=aim, holds=holds),
        Row(f"{work}, worst", "ms", round(max(took), 2)),
    ]


def _idle_rows(empty: float, thinking: float) -> tuple[Row, ...]:
    return tuple(
        _at_most(f"{len(SCREENS)} screens, {name}", "% of a core", share, IDLE_SHARE)
        for name, share in (("nobody at the table", empty), ("somebody thinks", thinking))
    )


def _memory_rows(memory: dict[Viewer, Memory]) -> tuple[Row, ...]:
    """The largest screen of each kind."""
    rows = []
    for kind in ("seat", "centre", "kiosk"):
        largest = max((one for viewer, one in memory.items() if viewer.kind == kind), key=lambda one: one.shared)
        rows += [
            _at_most(f"memory of a {kind}, with its part of what is shared", "MiB", largest.shared / _MIB, MEMORY_MIB),
            Row(f"memory of a {kind}, its own alone", "MiB", round(largest.private / _MIB, 1)),
        ]
    return tuple(rows)


def _at_most(work: str, unit: Unit, value: float, most: float) -> Row:
    return Row(work, unit, round(value, 1), target=most, holds=value <= most)


def measure_table(quick: bool) -> Measured:
    """Measure a table in a folder below `out`, for a folder in memory would make every commit too fast."""
    Path("out").mkdir(exist_ok=True)
    acts, quiet = (QUICK_ACTS, QUICK_SECONDS) if quick else (ACTS, QUIET_SECONDS)
    with TemporaryDirectory(dir="out") as folder:
        return asyncio.run(_measure(Path(folder) / "table", acts, quiet))
