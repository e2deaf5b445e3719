"""Screens without windows: a connection that the table has closed is no view of the table any more."""

import pytest

from controller.app.demo.screens import LocalScreen
from controller.app.entropy import SeededEntropy
from controller.app.problem import Problem
from controller.wire.viewers import STAFF
from tests.app.house import House


def test_a_closed_connection_shows_nothing_old(tmp_path):
    house = House(tmp_path / "table")
    screen = LocalScreen(house.hub, house.home, STAFF, SeededEntropy(1))
    assert screen.view.profile == house.profile
    house.hub.close()
    with pytest.raises(Problem, match="closed this screen's connection"):
        screen.view  # noqa: B018 - reading it is what must fail
    house.close()
