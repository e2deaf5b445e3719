"""The gallery: which sheet a picture belongs on, and that the sheets of the repository stay small."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from seats.palette import AMBER
from tests.ui.contact_sheets import distinct, index_of, main, sheet_of, sort_pictures

SHEETS = Path(__file__).parents[2] / "docs" / "gallery"
MOST_BYTES = 3_000_000


@pytest.mark.parametrize(
    ("name", "sheet"),
    [
        ("seat-turn", "seat"),
        ("seat-turn-en", "seat"),
        ("seat-turn-fi", "seat-fi"),
        ("kiosk-paper-out-hu", "kiosk-hu"),
        ("mosaic", "mosaic"),
    ],
)
def test_a_picture_belongs_to_its_screen_and_language(name: str, sheet: str) -> None:
    assert sheet_of(name) == sheet


def test_a_picture_of_no_screen_is_refused() -> None:
    with pytest.raises(ValueError, match="wall: a picture's name begins with one of seat"):
        sheet_of("wall")


def test_sheets_come_screen_by_screen() -> None:
    assert list(sort_pictures(["parts-deck", "kiosk-seat", "seat-turn-sv", "seat-turn"])) == [
        "seat",
        "seat-sv",
        "kiosk",
        "parts",
    ]


def test_every_picture_stands_on_its_sheet(tmp_path: Path) -> None:
    for number in range(7):
        Image.new("RGB", (640, 400), (number * 30, 90, 90)).save(tmp_path / f"seat-{number}.png")
    target = tmp_path / "sheets"
    assert main([str(tmp_path), str(target)]) == 0
    with Image.open(target / "seat.png") as sheet:
        assert sheet.height > 2 * 200, "two rows of reduced pictures"
    assert (target / "README.md").read_text(encoding="utf-8") == index_of(
        {"seat": [f"seat-{number}" for number in range(7)]}
    )


def test_a_sheet_keeps_the_few_pixels_of_amber(tmp_path: Path) -> None:
    picture = Image.linear_gradient("L").resize((640, 400)).convert("RGB")
    picture.paste(AMBER, (300, 200, 306, 206))
    picture.save(tmp_path / "seat-turn.png")
    assert main([str(tmp_path), str(tmp_path / "sheets")]) == 0
    with Image.open(tmp_path / "sheets" / "seat.png") as sheet:
        red, _, blue = sheet.convert("RGB").split()
    assert ImageChops.subtract(red, blue).getextrema()[1] > (AMBER[0] - AMBER[2]) // 2


def test_a_picture_that_two_tests_draw_stands_once(tmp_path: Path) -> None:
    for name, level in (("kiosk-seat-en", 90), ("kiosk-seat", 90), ("kiosk-seat-fi", 91)):
        Image.new("RGB", (64, 40), (level, 90, 90)).save(tmp_path / f"{name}.png")
    assert sorted(path.stem for path in distinct(tmp_path.glob("*.png"))) == ["kiosk-seat", "kiosk-seat-fi"]


def test_wrong_usage_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert main([str(tmp_path), str(tmp_path / "sheets")]) == 1
    assert "run make gallery" in capsys.readouterr().err


def test_the_sheets_of_the_repository_stay_small_and_are_all_shown() -> None:
    sheets = sorted(SHEETS.glob("*.png"))
    assert {"seat", "centre", "kiosk"} <= {path.stem for path in sheets}
    assert sum(path.stat().st_size for path in sheets) < MOST_BYTES
    page = (SHEETS / "README.md").read_text(encoding="utf-8")
    assert all(f"({path.name})" in page for path in sheets)
