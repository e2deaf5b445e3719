"""Real screen processes on a real X server: windows that tools find, fingers that arrive, a table that answers."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pygame
import pytest
from PIL import Image

from seats.link import monotonic_ms
from tests.ui.served import PATIENCE, Served

pytestmark = pytest.mark.ci
ROOT = Path(__file__).parents[2]
SEAT_9 = (215, 564)
SIT_DOWN = (1020, 631)
ASK_THE_COACH = (180, 860)
COACHS_WORDS = (360, 820, 1240, 900)


class Desktop:
    """An X server without a monitor, whose picture lies in a file."""

    def __init__(self, folder: Path, size: str = "1280x800x24") -> None:
        folder.mkdir()
        self._picture = folder / "Xvfb_screen0"
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(writing),
                "-screen",
                "0",
                size,
                "-fbdir",
                str(folder),
                "-nolisten",
                "tcp",
            ],
            pass_fds=(writing,),
            stderr=subprocess.DEVNULL,
        )
        os.close(writing)
        with os.fdopen(reading) as number:
            self.display = f":{number.readline().strip()}"

    @property
    def environment(self) -> dict[str, str]:
        quiet = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
        return {**quiet, "DISPLAY": self.display, "SDL_AUDIODRIVER": "dummy"}

    def tool(self, *words: str) -> str:
        done = subprocess.run(
            ["xdotool", *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=True
        )
        return done.stdout.strip()

    def find(self, caption: str) -> str:
        """Wait for a screen's window, look at its caption and return its number.

        It is looked for by its class: in locales that X does not know, xdotool cannot read a title it searches.
        """
        name = caption.replace(" ", "-")
        window = self.tool("search", "--sync", "--onlyvisible", "--classname", f"^{name}$").splitlines()[0]
        assert self.tool("getwindowname", window) == caption
        return window

    def click(self, window: str, point: tuple[int, int]) -> None:
        self.tool("mousemove", "--window", window, str(point[0]), str(point[1]), "click", "1")

    def screenshot(self) -> Image.Image:
        """Read the server's picture, an XWD file with 32 bits a pixel."""
        data = self._picture.read_bytes()
        header = [int.from_bytes(data[place : place + 4], "big") for place in range(0, 100, 4)]
        size, wide, high, line, colours = header[0], header[4], header[5], header[12], header[19]
        start = size + 12 * colours
        return Image.frombytes("RGB", (wide, high), data[start : start + line * high], "raw", "BGRX", line)

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE)


def until(found, what: str):
    """Ask ten times a second until the answer is yes."""
    clock, deadline = pygame.time.Clock(), monotonic_ms() + PATIENCE * 1_000
    while not (answer := found()):
        assert monotonic_ms() < deadline, f"waited in vain for {what}"
        clock.tick(10)
    return answer


@pytest.fixture
def desktop(tmp_path: Path) -> Iterator[Desktop]:
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        pytest.skip("Xvfb and xdotool are not installed")
    server = Desktop(tmp_path / "x")
    yield server
    server.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    table = Served(tmp_path / "table")
    yield table
    table.close()


def start(desktop: Desktop, served: Served, *words: str, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "seats.run", *words, "--folder", str(served.folder)],
        cwd=ROOT,
        env={**desktop.environment, **environment},
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("touch", ["0", "1"])
def test_a_click_or_a_finger_on_the_kiosks_window_sits_a_player_down(
    desktop: Desktop, served: Served, touch: str
) -> None:
    for _ in range(2):
        served.run(lambda house: house.insert(5_000))
    process = start(desktop, served, "kiosk", SDL_MOUSE_TOUCH_EVENTS=touch)
    try:
        window = desktop.find("jakaja kiosk")
        until(lambda: len(desktop.screenshot().getcolors(1 << 20) or ()) > 500, "a picture")

        def sat_down() -> bool:
            desktop.click(window, SEAT_9)
            desktop.click(window, SIT_DOWN)
            return bool(served.run(lambda house: 9 in house.machine.table.seats))

        until(sat_down, "the purchase")
        process.send_signal(signal.SIGINT)
        _out, complaints = process.communicate(timeout=PATIENCE)
        assert (process.returncode, complaints) == (0, "")
    finally:
        process.kill()
        process.communicate()


@pytest.mark.parametrize(("words", "caption"), [(("seat", "3"), "jakaja seat 3"), (("centre",), "jakaja centre")])
def test_every_screen_opens_a_window_that_is_found_by_its_caption(
    desktop: Desktop, served: Served, words: tuple[str, ...], caption: str
) -> None:
    process = start(desktop, served, *words)
    try:
        desktop.find(caption)
        until(lambda: len(desktop.screenshot().getcolors(1 << 20) or ()) > 300, "a picture")
    finally:
        process.terminate()
        process.communicate()


def test_without_a_display_one_line_says_so(served: Served, tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY" and "SDL" not in name}
    done = subprocess.run(
        [sys.executable, "-m", "seats.run", "kiosk", "--folder", str(served.folder)],
        cwd=ROOT,
        check=False,
        env={**environment, "SDL_VIDEODRIVER": "x11"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    assert "no window can be opened" in line


def test_practice_is_one_window_with_a_seat_and_a_coach_who_answers(tmp_path: Path) -> None:
    """It ends when its window is closed, and leaves nothing behind."""
    if not (shutil.which("Xvfb") and shutil.which("xdotool")):
        pytest.skip("Xvfb and xdotool are not installed")
    words = [sys.executable, "-m", "controller.app.cli", "play", "--window", "--seats", "3", "--seed", "1"]
    # The name of a socket may have 107 bytes: this test's own folder can be longer.
    with (
        tempfile.TemporaryDirectory(prefix="jakaja-") as short,
        closing(Desktop(tmp_path / "x", "1280x960x24")) as desktop,
        subprocess.Popen(
            words, cwd=ROOT, env={**desktop.environment, "TMPDIR": short}, stderr=subprocess.PIPE, text=True
        ) as process,
    ):
        try:
            window = desktop.find("jakaja practice")
            until(lambda: len(desktop.screenshot().getcolors(1 << 20) or ()) > 500, "a picture")

            def spoken() -> bool:
                before = desktop.screenshot().crop(COACHS_WORDS)
                desktop.click(window, ASK_THE_COACH)
                return desktop.screenshot().crop(COACHS_WORDS) != before

            until(spoken, "the coach")
            seen = subprocess.run(
                ["pgrep", "-P", str(process.pid), "-f", "seats.practice"], capture_output=True, check=True
            )
            os.kill(int(seen.stdout), signal.SIGINT)
            _out, said = process.communicate(timeout=PATIENCE)
            assert process.returncode == 0, said
            assert not list(Path(short).glob("jakaja-play-*"))
        finally:
            process.kill()
