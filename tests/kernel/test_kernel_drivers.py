"""The kernel's own drivers as hosts of our devices, and what becomes of them when ours come.

Nobody here wrote `cdc_acm`, `ftdi_sio`, `cp210x`, `usblp` or `usbhid`: what they make of our devices is what they would
make of real ones with the same descriptors and answers.
"""

import pytest

from tests.kernel.guest import Guest
from tests.kernel.inside import kernel_drivers
from tests.kernel.inside.tried import read_tries

pytestmark = pytest.mark.ci

WITH_THE_KERNEL = {
    "validator": "01002800d7",
    "hopper": "01000300fc",
    "other-hopper": "01000300fc",
    "printer": "MDL:JP-80, port status 0x18, printer status 12",
    "scanner": kernel_drivers.NUMBER,
}
"""ccTalk's acknowledgement from address 40 and address 3; an idle printer; the number that was scanned."""

WITH_US = {
    "validator": "cdc_acm+cdc_acm → usbfs+usbfs → cdc_acm+cdc_acm",
    "hopper": "ftdi_sio → usbfs → ftdi_sio",
    "other-hopper": "cp210x → usbfs → cp210x",
    "printer": "usblp → usbfs → usblp",
    "scanner": "usbhid → usbfs → usbhid",
}


@pytest.fixture(scope="module")
def said(guest: Guest) -> dict[str, str]:
    """What came of each try."""
    finished = guest.run_module(kernel_drivers.__name__)
    assert finished.code == 0, finished.stderr
    return read_tries(finished.folder)


@pytest.mark.parametrize("device", WITH_THE_KERNEL)
def test_a_driver_of_the_kernel_speaks_with_our_device(said: dict[str, str], device: str) -> None:
    assert said[f"{device} with the kernel"] == WITH_THE_KERNEL[device]


@pytest.mark.parametrize("device", WITH_US)
def test_a_device_is_taken_from_the_kernel_and_given_back(said: dict[str, str], device: str) -> None:
    assert said[f"{device} with us"] == WITH_US[device]
