"""`python -m seats.run`: wrong usage and unusable folders are told in one line and by the exit code."""

from pathlib import Path

import pytest

from seats.run import main


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "SCREEN"),
        (["bar", "--folder", "."], "bar"),
        (["seat", "--folder", "."], "N"),
        (["seat", "11", "--folder", "."], "use 1 to 10"),
        (["seat", "three", "--folder", "."], "three"),
        (["kiosk"], "--folder"),
        (["kiosk", "--folder", ".", "--language", "de"], "de"),
        (["kiosk", "--folder", ".", "--at", "left"], "--at 1280,0"),
    ],
)
def test_wrong_usage_of_a_screen_is_told_in_one_line(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(arguments)
    except SystemExit as end:
        code = end.code
    (line,) = capsys.readouterr().err.splitlines()
    assert code == 2
    assert line.startswith("seats.run")
    assert said in line


def test_a_folder_without_a_table_is_told_with_the_way_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["centre", "--folder", str(tmp_path)]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"{tmp_path}/keys: is no folder" in line
    assert "name the table's folder" in line
