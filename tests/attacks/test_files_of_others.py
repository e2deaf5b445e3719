"""Files that come from others, and those that others may come upon."""

import os
import stat
from pathlib import Path

import pytest

from controller.app.config import parse_profile
from controller.app.hand_files import WRITERS, Source, reader_of
from controller.app.problem import Problem
from controller.app.text_files import PART
from tests.app.test_bad_input import DEMO, WRONG_PROFILES

OPEN_TO_OTHERS = 0o077


@pytest.mark.parametrize("content", [b"\xff\xfe", b"STATE:\xff", b"\x80" * 4096], ids=["mark", "within", "none"])
@pytest.mark.parametrize("ending", ["phh", "log"])
def test_a_file_that_is_no_text_of_hands_is_told_in_one_line(tmp_path: Path, ending: str, content: bytes) -> None:
    path = tmp_path / f"hands.{ending}"
    path.write_bytes(content)
    with pytest.raises(Problem, match="is not text in UTF-8"):
        list(reader_of(path, None).read(path, lambda number: True))


@pytest.mark.parametrize(
    ("right", "wrong"), [row[1:3] for row in WRONG_PROFILES], ids=[row[0] for row in WRONG_PROFILES]
)
def test_a_wrong_profile_is_none(right: str, wrong: str) -> None:
    with pytest.raises(Problem, match=r"^table\.toml"):
        parse_profile(DEMO.replace(right, wrong, 1).encode(), "table.toml")


@pytest.mark.parametrize("form", ["events", "ohh"])
def test_sec_1_an_export_with_every_card_is_never_open_to_others(tmp_path: Path, form: str) -> None:
    """Looked at when its first byte is written, and when it has its name; somebody has left an open file there."""
    path, modes = tmp_path / f"hands.{form}", []
    part = path.with_name(path.name + PART)
    part.touch(0o666)

    def looking() -> object:
        modes.append(stat.S_IMODE(part.stat().st_mode))
        yield from ()

    before = os.umask(0)
    try:
        WRITERS[form](path, looking(), Source(cards="all"))  # type: ignore[index, arg-type]
    finally:
        os.umask(before)
    modes.append(stat.S_IMODE(path.stat().st_mode))
    assert [oct(mode) for mode in modes if mode & OPEN_TO_OTHERS] == [], "every card of an evening is open to others"
    assert len(modes) == 2
