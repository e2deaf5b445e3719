"""Contact sheets of every picture of the screens: `python -m tests.ui.contact_sheets PICTURES SHEETS`.

`make gallery` lets the tests draw the pictures at full size and then puts them on sheets, one a kind of screen and
language, small enough for the repository. PICTURES holds files named `screen-state.png` or `screen-state-language.png`.
"""

from __future__ import annotations

import hashlib
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Final, get_args

from PIL import Image, ImageDraw, ImageFont

from controller.vocab.profile import Language as LanguageCode
from seats.palette import AMBER, BIRCH, DECKS, LINGONBERRY

SCREENS: Final = ("seat", "centre", "kiosk", "mosaic", "parts")
"""The kinds of pictures, in the order of their sheets; a file's name begins with one of them."""

SOURCE: Final = "en"
_COLUMNS: Final = 5
_WIDE: Final = 260
_CAPTION: Final = 22
_GAP: Final = 12
_COLOURS: Final = 96
_ACCENT: Final = 40
"""Each colour that matters counts as if it covered this part of the page."""
_GROUND: Final = (24, 33, 33)
_INK: Final = (220, 228, 221)
_FONT: Final = Path(__file__).parents[2] / "seats" / "fonts" / "DejaVuSans.ttf"


def sheet_of(name: str) -> str:
    """Which sheet a picture belongs on: `seat-turn` on `seat`, `seat-turn-fi` on `seat-fi`."""
    screen, _, state = name.partition("-")
    if screen not in SCREENS:
        raise ValueError(f"{name}: a picture's name begins with one of {', '.join(SCREENS)}")
    language = state.rpartition("-")[2]
    return f"{screen}-{language}" if language in get_args(LanguageCode) and language != SOURCE else screen


def sort_pictures(names: list[str]) -> dict[str, list[str]]:
    """Names by the sheet they belong on; the sheets in the order of `SCREENS`, then by language."""
    sheets: dict[str, list[str]] = defaultdict(list)
    for name in sorted(names):
        sheets[sheet_of(name)].append(name)
    return dict(sorted(sheets.items(), key=lambda sheet: (SCREENS.index(sheet[0].partition("-")[0]), sheet[0])))


def distinct(pictures: Iterable[Path]) -> list[Path]:
    """Each picture once: what two tests have drawn under two names stands under the shorter."""
    seen: dict[bytes, Path] = {}
    for path in sorted(pictures, key=lambda path: (len(path.stem), path.stem)):
        seen.setdefault(hashlib.sha256(path.read_bytes()).digest(), path)
    return list(seen.values())


def draw_sheet(pictures: list[Path]) -> Image.Image:
    """Every picture reduced, in rows, its name below it."""
    small = [_reduced(path) for path in pictures]
    columns = min(_COLUMNS, len(small))
    high = max(picture.height for picture in small) + _CAPTION
    rows = -(-len(small) // columns)
    page = Image.new("RGB", (_GAP + columns * (_WIDE + _GAP), _GAP + rows * (high + _GAP)), _GROUND)
    draw, font = ImageDraw.Draw(page), ImageFont.truetype(str(_FONT), 13)
    for number, (path, picture) in enumerate(zip(pictures, small, strict=True)):
        left = _GAP + number % columns * (_WIDE + _GAP)
        top = _GAP + number // columns * (high + _GAP)
        page.paste(picture, (left, top))
        draw.text((left + 2, top + picture.height + 4), path.stem, fill=_INK, font=font)
    return _with_few_colours(page)


def _with_few_colours(page: Image.Image) -> Image.Image:
    """The page in colours chosen as if those that matter covered more of it: few pixels are amber, or a red suit."""
    accents = (AMBER, BIRCH, LINGONBERRY, *DECKS["four_colour"].values())
    strip = page.height // _ACCENT
    sample = Image.new("RGB", (page.width, page.height + strip * len(accents)))
    sample.paste(page, (0, 0))
    for number, ink in enumerate(accents):
        top = page.height + number * strip
        sample.paste(ink, (0, top, page.width, top + strip))
    colours = sample.quantize(_COLOURS, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return page.quantize(palette=colours, dither=Image.Dither.NONE)


def _reduced(path: Path) -> Image.Image:
    picture = Image.open(path).convert("RGB")
    return picture.resize((_WIDE, round(picture.height * _WIDE / picture.width)), Image.Resampling.LANCZOS)


def index_of(sheets: dict[str, list[str]]) -> str:
    """The page that shows the sheets."""
    lines = [
        "# The screens",
        "",
        "Every screen in every state, as the tests draw it: `make gallery` makes these sheets and the pictures at full",
        "size in `out/gallery`. Where a language is not named the screen speaks English.",
    ]
    for sheet, names in sheets.items():
        lines += ["", f"## {sheet}", "", f"![{len(names)} pictures]({sheet}.png)"]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Draw the sheets; 0 on success, 2 on wrong usage."""
    if len(arguments) != 2:
        sys.stderr.write("tests.ui.contact_sheets: name the folder of the pictures and that of the sheets\n")
        return 2
    pictures, target = Path(arguments[0]), Path(arguments[1])
    sheets = sort_pictures([path.stem for path in distinct(pictures.glob("*.png"))])
    if not sheets:
        sys.stderr.write(f"{pictures}: holds no pictures; run make gallery\n")
        return 1
    target.mkdir(parents=True, exist_ok=True)
    for old in target.glob("*.png"):
        old.unlink()
    for sheet, names in sheets.items():
        draw_sheet([pictures / f"{name}.png" for name in names]).save(target / f"{sheet}.png", optimize=True)
    (target / "README.md").write_text(index_of(sheets), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
