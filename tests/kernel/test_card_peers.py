"""Card readers with peers that nobody here wrote: pcscd and libccid drive ours, and our driver reads QEMU's."""

from pathlib import Path

import msgspec
import pytest

from cashier.devices.card_reader import CardProved, CardWithdrawn, ReaderReported, ReaderWord
from firmware.virtual.player_card import CardBuild, PlayerCard
from tests.kernel.card_line import card_line
from tests.kernel.guest import Guest
from tests.kernel.inside import card_in_qemu, cards_by_pcscd
from tests.kernel.inside.tried import read_tries

pytestmark = pytest.mark.ci

PCSCD = Path("/usr/sbin/pcscd")

BY_PCSCD = {
    "answer to reset": "3b8680014a414b414a410d",
    "UID": "04a1b2c3d4e5809000",
    "proof": f"Proved(number='{cards_by_pcscd.NUMBER}')",
    "withdrawn": "out: True, empty: True",
    "in again": "0badc0de9000",
    "unknown": "6b",
}
"""A command of the maker's (6B, escape) is asked of this reader for what it can do besides, and refused."""


@pytest.fixture(scope="module")
def said(guest: Guest) -> dict[str, str]:
    """What pcscd and libccid made of our reader."""
    if not PCSCD.exists():
        pytest.skip("the PC/SC daemon: pcscd and libccid are not installed")
    finished = guest.run_module(cards_by_pcscd.__name__)
    assert finished.code == 0, finished.stderr
    return read_tries(finished.folder)


def test_the_daemon_knows_the_reader_by_its_strings(said: dict[str, str]) -> None:
    assert said["name"].endswith("[cards] (CR000001) 00 00")


@pytest.mark.parametrize("tried", BY_PCSCD)
def test_libccid_speaks_with_our_reader_and_its_card(said: dict[str, str], tried: str) -> None:
    assert said[tried] == BY_PCSCD[tried]


def test_our_driver_reads_the_reader_of_qemu(guest: Guest, tmp_path: Path) -> None:
    house, number = card_in_qemu.HOUSE, card_in_qemu.NUMBER
    card = PlayerCard(CardBuild(house=house.id.hex(), number=number, key=house.card_key(number).hex()))
    with card_line(card, tmp_path / "card") as line:
        guest.monitor.connect("card", tmp_path / "card")
        reader, in_it = guest.monitor.plugged("usb-ccid"), {"bus": "usb-ccid.0", "chardev": "card"}
        with reader, guest.monitor.plugged("ccid-card-passthru", **in_it):
            job = guest.begin_module(card_in_qemu.__name__)
            job.await_word(card_in_qemu.READ)
            line.withdraw()
            finished = job.wait()
    assert finished.code == 0, finished.stderr
    assert msgspec.json.decode((finished.folder / card_in_qemu.SAID).read_bytes(), type=list[ReaderWord]) == [
        CardProved(card_in_qemu.READER, 1, number),
        ReaderReported(card_in_qemu.READER, "ready"),
        CardWithdrawn(card_in_qemu.READER, 1),
    ]
    assert card.proofs == 1
