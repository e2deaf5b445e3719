"""A desktop without a monitor: an X server, tools that move its mouse, and its picture."""

import os
import subprocess
from pathlib import Path

import pygame
from PIL import Image

from seats.link import monotonic_ms
from tests.ui.served import PATIENCE


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


def until(found, what: str, often: int = 10, patience: float = PATIENCE):
    """Ask so often a second until the answer is yes."""
    clock, deadline = pygame.time.Clock(), monotonic_ms() + patience * 1_000
    while not (answer := found()):
        assert monotonic_ms() < deadline, f"waited in vain for {what}"
        clock.tick(often)
    return answer
