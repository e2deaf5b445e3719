"""All screens in one picture: of frames that come down a pipe, and live with a finger on any of them."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from controller.language import load_languages
from controller.wire.frames import Frame, encode_frame
from controller.wire.redact import Viewer
from controller.wire.viewers import CENTRE, KIOSK
from seats import mosaic
from seats.arrangement import HIGH, WIDE, arrange, fitted
from seats.link import monotonic_ms
from seats.live import LiveMosaic
from seats.wall import Wall
from tests.app.house import House
from tests.ui.served import PATIENCE, Served

Check = Callable[[str, pygame.Surface], None]
SMALL = (1280, 720)


@pytest.fixture
def frame(tmp_path: Path) -> Frame:
    """Four players with a hand on its way, as the table's own views show it."""
    house = House(tmp_path / "table")
    for seat in (1, 2, 4, 6):
        house.sit(seat)
    house.deal()
    house.act("call")
    house.act("raise", 800)
    house.act("call")
    frame = Frame("dealt", house.clock.now().table, house.core.views.saved())
    house.close()
    return frame


def test_the_mosaic_looks_as_designed(frame: Frame, golden: Check) -> None:
    golden("mosaic", mosaic.draw_frame(frame, load_languages(), SMALL))


def test_frames_become_pictures_of_their_names(
    frame: Frame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    stream = io.BytesIO(encode_frame(frame))
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(stream))
    assert mosaic.main(["--frames", "--out", str(tmp_path / "pictures")]) == 0
    (picture,) = (tmp_path / "pictures").iterdir()
    assert picture.name == "dealt.png"
    assert pygame.image.load(picture).get_size() == mosaic.PICTURE
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (lambda data: data[:-1], "the frames end within a frame"),
        (lambda data: data[:4] + b"\xc1" + data[5:], "a frame is not understood"),
    ],
)
def test_frames_that_are_not_whole_are_told_in_one_line(
    frame: Frame,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[bytes], bytes],
    complaint: str,
) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(spoil(encode_frame(frame)))))
    assert mosaic.main(["--frames", "--out", str(tmp_path / "pictures")]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert complaint in line


def test_a_frame_cannot_leave_its_folder(
    frame: Frame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    away = Frame("../away", frame.table_time, frame.views)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(encode_frame(away))))
    assert mosaic.main(["--frames", "--out", str(tmp_path / "pictures")]) == 2
    assert "../away" in capsys.readouterr().err
    assert not (tmp_path / "away.png").exists()


@pytest.mark.parametrize(
    "arguments", [[], ["--frames"], ["--folder", "here", "--seats", "0"], ["--folder", "here", "--seats", "three"]]
)
def test_wrong_usage_is_told_in_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    try:
        code = mosaic.main(arguments)
    except SystemExit as end:
        code = end.code
    assert code == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("count", range(11))
def test_no_two_screens_lie_on_each_other_and_each_keeps_its_form(count: int) -> None:
    seats = tuple(range(1, count + 1))
    layout = arrange(seats, 10)
    areas = list(layout.areas.values()) + ([layout.title] if layout.title is not None else [])
    assert set(layout.areas) == {CENTRE, KIOSK, *(Viewer("seat", seat) for seat in seats)}
    for number, area in enumerate(areas):
        assert pygame.Rect(0, 0, WIDE, HIGH).contains(area)
        assert area.collidelist(areas[number + 1 :]) < 0
    for viewer, area in layout.areas.items():
        form = 16 / 9 if viewer == CENTRE else 16 / 10
        assert abs(area.w / area.h - form) < 0.02


def test_in_a_window_of_another_form_the_mosaic_keeps_its_own() -> None:
    whole = pygame.Rect(0, 0, WIDE, HIGH)
    assert fitted(whole, (1920, 2000)) == pygame.Rect(0, 460, 1920, 1080)
    assert fitted(whole, (960, 540)) == pygame.Rect(0, 0, 960, 540)


def test_a_point_belongs_to_the_screen_under_it() -> None:
    wall = Wall((WIDE, HIGH), arrange((1, 2, 4, 6), 10))
    for viewer, area in wall.areas.items():
        assert wall.at(area.center) == viewer
    assert wall.at((1, 1)) is None


# -- live --------------------------------------------------------------------------------------------------------


class Watched:
    """A live mosaic on a surface instead of a window."""

    def __init__(self, folder: Path, seats: tuple[int, ...] | None = None) -> None:
        pygame.display.init()
        self.window = pygame.Surface((WIDE, HIGH), 0, 32)
        self.mosaic = LiveMosaic(folder, seats)
        self._clock = pygame.time.Clock()

    def until(self, found: Callable[[], bool], what: str) -> None:
        deadline = monotonic_ms() + PATIENCE * 1_000
        while not found():
            assert monotonic_ms() < deadline, f"waited in vain for {what}"
            self._clock.tick(50)
            self.mosaic.step(monotonic_ms())
            self.mosaic.draw(self.window)

    def click(self, viewer: Viewer, x: float, y: float) -> None:
        """Click at a share of a screen's width and height."""
        area = self.mosaic.area(viewer)
        at = (round(area.x + x * area.w), round(area.y + y * area.h))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            event = pygame.event.Event(kind, pos=at, button=1, touch=False)
            self.mosaic.point(event, self.window.get_size(), monotonic_ms())


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    table = Served(tmp_path / "served")
    yield table
    table.close()


def test_whoever_sits_down_at_the_kiosk_gets_a_screen_in_the_mosaic(served: Served) -> None:
    for _ in range(2):
        served.run(lambda house: house.insert(5_000))
    watched = Watched(served.folder)
    try:
        watched.until(lambda: KIOSK in watched.mosaic.shown, "the kiosk")
        seat, buy = (43 / 256, 112.8 / 160), (204 / 256, 126 / 160)

        def sat_down() -> bool:
            watched.click(KIOSK, *seat)
            watched.click(KIOSK, *buy)
            return bool(served.run(lambda house: 9 in house.machine.table.seats))

        watched.until(sat_down, "the purchase")
        watched.until(lambda: Viewer("seat", 9) in watched.mosaic.shown, "the screen of seat 9")
        assert set(watched.mosaic.shown) == {CENTRE, KIOSK, Viewer("seat", 9)}
    finally:
        watched.mosaic.close()


def test_named_seats_are_shown_whether_or_not_anybody_sits_there(served: Served) -> None:
    watched = Watched(served.folder, (3, 8))
    try:
        assert set(watched.mosaic.shown) == {CENTRE, KIOSK, Viewer("seat", 3), Viewer("seat", 8)}
    finally:
        watched.mosaic.close()
