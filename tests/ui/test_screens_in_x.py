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

import pytest

from tests.ui.served import PATIENCE, Served
from tests.ui.x_desktop import Desktop, until

pytestmark = pytest.mark.ci
ROOT = Path(__file__).parents[2]
SEAT_9 = (215, 564)
SIT_DOWN = (1020, 631)
ASK_THE_COACH = (180, 860)
COACHS_WORDS = (360, 820, 1240, 900)


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
