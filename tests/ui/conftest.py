"""Set pygame up without a screen, and compare pictures with the stored ones.

`pytest tests/ui --golden-update` stores what is drawn instead of comparing it; look at the
pictures before you commit them.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ["SDL_TOUCH_MOUSE_EVENTS"] = "0"
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame
from PIL import Image, ImageChops

_FOLDER: Final = Path(__file__).with_name("goldens")
_REPORTS: Final = Path(__file__).parents[2] / "out" / "goldens"
_COLOURS: Final = 256
_LEVELS: Final = 2
_SHARE: Final = 0.001


@pytest.fixture(autouse=True, scope="module")
def _pictures_let_go() -> Iterator[None]:
    """Forget every picture that is kept by its size: a program has the sizes of one screen, these tests of them all."""
    yield
    modules = [module for name, module in sys.modules.items() if name.startswith("seats.")]
    for kept in {id(one): one for module in modules for one in vars(module).values()}.values():
        if hasattr(kept, "cache_clear") and not isinstance(kept, type):
            kept.cache_clear()


def drawn_on() -> str:
    """What decides the last bit of a pixel: processor, scaler, library versions."""
    sdl = ".".join(str(part) for part in pygame.get_sdl_version())
    scaler = pygame.transform.get_smoothscale_backend()
    return " ".join((platform.machine(), scaler, "pygame", pygame.version.ver, "SDL", sdl, *platform.libc_ver()))


def _image(surface: pygame.Surface) -> Image.Image:
    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))


def _differing(first: Image.Image, second: Image.Image, levels: int) -> float:
    """The share of pixels in which some channel differs by more than `levels`."""
    red, green, blue = ImageChops.difference(first, second).split()
    most = ImageChops.lighter(ImageChops.lighter(red, green), blue)
    histogram = most.histogram()
    return sum(histogram[levels + 1 :]) / (first.width * first.height)


def show_picture(folder: Path | None, name: str, picture: Image.Image) -> None:
    """Store a picture at full size and in all its colours, if somebody wants to look at it."""
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        picture.save(folder / f"{name.replace('gallery-', 'parts-')}.png")


class Goldens:
    """Stored pictures: an exact hash of each, and a 256-colour PNG for the eye.

    On the machine kind that stored it a picture must match its hash. Elsewhere it may differ
    from the PNG by two levels more than the reduction to 256 colours did, and one pixel in a
    thousand by any amount.
    """

    def __init__(self, folder: Path, *, update: bool, show: Path | None = None) -> None:
        """`show` is a folder that gets every picture as it was drawn."""
        self._folder = folder
        self._update = update
        self._show = show

    def check(self, name: str, surface: pygame.Surface) -> None:
        picture = _image(surface)
        show_picture(self._show, name, picture)
        digest = hashlib.sha256(picture.tobytes()).hexdigest()
        if self._update:
            self._store(name, picture, digest)
            return
        record = self._record(name)
        if digest == record["sha256"]:
            return
        stored = Image.open(self._folder / f"{name}.png").convert("RGB")
        if record["drawn_on"] != drawn_on() and picture.size == stored.size:
            share = _differing(picture, stored, record["reduced_by"] + _LEVELS)
            if share <= _SHARE:
                return
        self._report(name, picture, stored)
        pytest.fail(f"{name} looks different; see {_REPORTS / name}.png, and `make golden-update` if it should")

    def _record(self, name: str) -> dict[str, Any]:
        path = self._folder / f"{name}.json"
        if not path.exists():
            pytest.fail(f"no picture of {name} is stored; look at it and run `make golden-update`")
        record: dict[str, Any] = json.loads(path.read_text())
        return record

    def _store(self, name: str, picture: Image.Image, digest: str) -> None:
        self._folder.mkdir(exist_ok=True)
        reduced = picture.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        path = self._folder / f"{name}.json"
        if path.exists() and json.loads(path.read_text())["sha256"] == digest:
            return
        reduced.save(self._folder / f"{name}.png", optimize=True)
        shown = reduced.convert("RGB")
        levels = next(level for level in range(256) if _differing(picture, shown, level) <= _SHARE / 2)
        record = {"sha256": digest, "drawn_on": drawn_on(), "reduced_by": levels}
        path.write_text(json.dumps(record, indent=1) + "\n")

    def _report(self, name: str, picture: Image.Image, stored: Image.Image) -> None:
        """Stored, drawn and difference, side by side."""
        _REPORTS.mkdir(parents=True, exist_ok=True)
        wide, high = picture.size
        page = Image.new("RGB", (3 * wide, max(high, stored.height)))
        page.paste(stored, (0, 0))
        page.paste(picture, (wide, 0))
        if stored.size == picture.size:
            page.paste(ImageChops.difference(picture, stored).point(lambda level: min(255, level * 8)), (2 * wide, 0))
        page.save(_REPORTS / f"{name}.png")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--golden-update", action="store_true", help="store the pictures that are drawn")
    parser.addoption("--gallery", type=Path, help="a folder that gets every picture that is drawn")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, pygame.Surface], None]:
    """`golden(name, surface)` compares a picture with the stored one of that name."""
    update = request.config.getoption("--golden-update", default=False)
    return Goldens(_FOLDER, update=update, show=_shown_in(request)).check


@pytest.fixture
def gallery(request: pytest.FixtureRequest) -> Callable[[str, pygame.Surface], None]:
    """`gallery(name, surface)` shows a picture in the gallery and compares it with nothing."""
    return lambda name, surface: show_picture(_shown_in(request), name, _image(surface))


def _shown_in(request: pytest.FixtureRequest) -> Path | None:
    folder: Path | None = request.config.getoption("--gallery", default=None)
    return folder


@pytest.fixture
def golden_store(tmp_path: Path) -> Callable[[bool], Callable[[str, pygame.Surface], None]]:
    """`golden_store(update)` compares in a folder of its own, for testing the comparison itself."""
    return lambda update: Goldens(tmp_path / "goldens", update=update).check
