"""The same evening on every route: the same results, scene by scene, and books that agree with the devices."""

from pathlib import Path

import msgspec
import pytest

from tests.routes.evening import DEVICES
from tests.routes.route import LibusbBus, NearRoute, Route
from tests.routes.script import FIRST_TABLE, SECOND_TABLE, Result, disagreements, play

SCENES = [scene.name for scene in (*FIRST_TABLE, *SECOND_TABLE)]


@pytest.fixture(scope="module")
def near(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, ...]:
    """The evening with everything in one process, which every other route is held against."""
    return play(NearRoute(DEVICES), tmp_path_factory.mktemp("near"))


def test_the_evening_reconciles_in_one_process(near: tuple[Result, ...]) -> None:
    assert [result.scene for result in near] == SCENES


def test_a_time_out_more_is_the_same_result_and_anything_else_is_not(near: tuple[Result, ...]) -> None:
    first, *_ = near
    slower = msgspec.structs.replace(first, errors=("Timeout",))
    others = [
        msgspec.structs.replace(first, errors=("Gone",)),
        msgspec.structs.replace(first, count=msgspec.structs.replace(first.count, coins_out=200)),
    ]
    assert not disagreements([slower], [first])
    assert disagreements([first], [slower]) == [(first, slower)]
    assert [disagreements([other], [first]) for other in others] == [[(other, first)] for other in others]


def test_every_class_of_error_is_met_in_the_evening(near: tuple[Result, ...]) -> None:
    assert {error for result in near for error in result.errors} == {"Timeout", "Stalled", "Gone"}


@pytest.mark.ci
def test_the_evening_is_the_same_with_devices_in_another_process(
    near: tuple[Result, ...], socket_route: Route, tmp_path: Path
) -> None:
    assert not disagreements(play(socket_route, tmp_path), near)


@pytest.mark.ci
def test_the_evening_is_the_same_over_the_real_libusb(near: tuple[Result, ...], libusb_bus: LibusbBus) -> None:
    results = msgspec.json.decode(libusb_bus.run("evening"), type=tuple[Result, ...])
    assert not disagreements(results, near)
