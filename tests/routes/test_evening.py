"""The same evening on every route: the same results, scene by scene, and books that agree with the devices."""

from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from cashier.usb import UsbAddress, open_printer
from tests.routes.evening import Deed, Evening
from tests.routes.fittings import DEVICES, HOPPER, VALIDATOR
from tests.routes.route import NearRoute, RemoteBus, printed_by
from tests.routes.script import FIRST_TABLE, SECOND_TABLE, Result, Scene, disagreements, play, play_table

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


def _print_by_hand(evening: Evening) -> None:
    """Somebody has the printer to himself for a moment."""
    evening.close()
    with closing(open_printer(UsbAddress(0x1209, 0x0003), evening.route.backend())) as pipe:
        pipe.write(b"ten euros\n\x1dV\x00", 500)


THEFTS: dict[str, tuple[Deed, str]] = {
    "a coin out of the hopper": (lambda evening: evening.hands.fill_hopper(HOPPER, -1), "the hopper is not"),
    "the notes out of the stacker": (
        lambda evening: evening.hands.set_stacker(VALIDATOR, "fitted"),
        "the drop box is not",
    ),
    "a ticket that nobody has booked": (_print_by_hand, "other tickets"),
}
"""What somebody takes or makes, and what it shows in."""


@pytest.mark.parametrize("theft", THEFTS)
def test_whatever_is_taken_shows_when_the_account_is_closed(theft: str, tmp_path: Path) -> None:
    deed, complaint = THEFTS[theft]
    scenes = (*SECOND_TABLE[:2], Scene(theft, deed))
    with pytest.raises(AssertionError, match=complaint):
        play_table(NearRoute(DEVICES[:-2]), tmp_path / "table", VALIDATOR, scenes)


@pytest.mark.ci
def test_the_evening_is_the_same_over_usbip_and_over_the_real_libusb(
    near: tuple[Result, ...], usbip_bus: RemoteBus, libusb_bus: RemoteBus
) -> None:
    """Both are played at once: drivers mostly wait."""
    playing = [bus.start("evening") for bus in (usbip_bus, libusb_bus)]
    for results in [printed_by(process) for process in playing]:
        assert not disagreements(msgspec.json.decode(results, type=tuple[Result, ...]), near)
