"""Practice at a seat's screen: nobody goes broke, and any game that the demonstration's table can deal."""

from pathlib import Path

import pytest

from controller.app.cli import main
from controller.app.config import demo_profile
from controller.app.demo.practice import You, broke, run_practice
from controller.app.problem import Problem
from controller.wire.view import SeatView, View


def test_who_sits_there_with_nothing_is_lent_something() -> None:
    seats = {
        1: SeatView(1, "You", "in-hand", stack=0),
        2: SeatView(2, "Aino", "sitting-out", stack=500),
        3: SeatView(3, "Eero", "sitting-out"),
        4: SeatView(4, status="empty"),
    }
    assert broke(View(seats=seats)) == 3
    del seats[3]
    assert broke(View(seats=seats)) is None


def test_who_has_bought_already_is_not_lent_more() -> None:
    assert broke(View(seats={3: SeatView(3, "Eero", "sitting-out", reserved=500)})) is None


@pytest.mark.parametrize("game", ["tarot-nl", "stud"])
def test_a_game_that_there_is_not_is_refused_in_one_line(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--window", "--game", game]) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert f"--game {game}" in line
    assert "jakaja rules" in line


def test_a_folder_whose_name_is_too_long_for_a_socket_ends_in_one_line(tmp_path: Path) -> None:
    """It waited for ever for a table that could not begin."""
    folder = tmp_path / ("long" * 30)
    folder.mkdir()
    with pytest.raises(Problem, match=r"path too long.*use a shorter folder name"):
        run_practice(folder, demo_profile(), seed=1, count=3, you=You("Ann", "en"))
