"""The kernel admits what the list names and nothing else, by rules that are written from the list (SEC-3)."""

import pytest

from tests.kernel.guest import Guest
from tests.kernel.inside import usb_admission
from tests.kernel.inside.tried import read_tries

pytestmark = pytest.mark.ci

REFUSED = "0, interfaces none, none, inputs 0, 0 600"


@pytest.fixture(scope="module")
def said(guest: Guest) -> dict[str, str]:
    """What became of each thing that was plugged in."""
    with guest.monitor.plugged("usb-tablet", port="1"):
        job = guest.begin_module(usb_admission.__name__)
        job.await_word(usb_admission.LISTED)
    job.await_word(usb_admission.CLOSED)
    with guest.monitor.plugged("usb-tablet", port="1"), guest.monitor.plugged("usb-kbd", port="2"):
        finished = job.wait()
    assert finished.code == 0, finished.stderr
    return read_tries(finished.folder)


def test_sec_3_the_kernel_lets_the_tables_own_printer_in_and_leaves_it_to_the_table(said: dict[str, str]) -> None:
    assert said["the printer"] == f"1, interfaces 1, none, inputs 0, {usb_admission.TABLE} 600"
    assert said["the printer's driver"] == "0x18"


@pytest.mark.parametrize("plug", ["a keyboard", "another keyboard", "a changed printer", "a printer with a keyboard"])
def test_sec_3_the_kernel_sets_up_no_stranger_and_makes_no_input_of_it(said: dict[str, str], plug: str) -> None:
    assert said[plug] == REFUSED


def test_sec_3_the_table_still_sees_what_the_kernel_did_not_let_in(said: dict[str, str]) -> None:
    assert said["the guard"] == "keyboard at the printer's port, keyboard beside it, nothing else"


def test_sec_3_the_machines_own_keyboard_is_dead_as_well(said: dict[str, str]) -> None:
    assert said["keys without USB"] == "AT Translated Set 2 keyboard: 1"


def test_sec_3_a_glass_that_is_listed_makes_touches_for_its_own_screen_alone(said: dict[str, str]) -> None:
    assert said["the glass"] == f"1, interfaces 1, usbhid, inputs 1, 0 600, touches {usb_admission.SEAT} 600"
