"""A table whose program is not what was signed pauses, says so, and plays on only after it is mended (R-SEC-1)."""

from pathlib import Path

import pytest

from controller.app.cli import main
from controller.app.release.own import own_release
from controller.app.release.tree import Release, read_release
from controller.app.release.watch import SoftwareWatch
from controller.app.upkeep import HOUR_MS, SECOND_MS
from controller.vocab import fault_records as fr
from controller.vocab import table_records as tr
from tests.app.house import House
from tests.software.small_release import CLASSES, make, put_list, put_signatures


class Clock:
    """Milliseconds that pass when a test says so."""

    def __init__(self) -> None:
        self.ms = 0

    def __call__(self) -> int:
        return self.ms


class Evening:
    """A table that runs a small release."""

    def __init__(self, folder: Path) -> None:
        self.root = make(folder, "anna", "ben")
        self.house = House(folder / "table")
        self.clock = Clock()
        self.valued = False

    @property
    def release(self) -> Release:
        return read_release(self.root, self.root.parent / "signers")

    def watch(self, release: Release | None) -> None:
        self.house.core.watch(SoftwareWatch(release, lambda: self.valued, self.clock))
        self.tell()

    def start_up(self, *signers: str) -> None:
        self.house.do(fr.StartUp("1", "ab" * 32, signers=signers))

    def tell(self) -> None:
        while self.house.core.tell_news():
            pass

    def a_round(self) -> None:
        """Let an hour pass, and then so many seconds that a whole round fits in."""
        self.clock.ms += HOUR_MS
        for _share in range(100):
            self.tell()
            self.clock.ms += SECOND_MS

    @property
    def faults(self) -> list[tuple[str, str]]:
        return [(fault.fault, fault.place) for fault in self.house.staff.view.faults]

    @property
    def paused(self) -> bool:
        return self.house.machine.table.paused


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path)
    yield evening
    evening.house.close()


def spoil(root: Path, kind: str = "font") -> bytes:
    file = root / CLASSES[kind]
    before = file.read_bytes()
    file.write_bytes(before[:-1])
    return before


def test_r_sec_1_a_whole_release_is_no_fault(evening):
    evening.watch(evening.release)
    evening.a_round()
    assert evening.faults == []
    assert not evening.paused


def test_sec_a_changed_program_is_locked_at_its_start(evening):
    spoil(evening.root)
    evening.watch(evening.release)
    assert evening.faults == [("software-changed", CLASSES["font"])]
    assert evening.paused


def test_sec_a_program_that_is_changed_while_it_runs_is_locked_within_a_round(evening):
    evening.watch(evening.release)
    spoil(evening.root, "sound")
    evening.tell()
    assert not evening.paused, "nothing is read before it is time"
    evening.a_round()
    assert evening.faults == [("software-changed", CLASSES["sound"])]
    assert evening.paused


def test_r_sec_1_it_plays_on_only_when_all_is_as_it_was_signed(evening):
    before = spoil(evening.root)
    evening.watch(evening.release)
    release = fr.ClearFault("software-changed", CLASSES["font"], by="floor")
    evening.house.do(release)
    evening.tell()
    assert evening.faults == [("software-changed", CLASSES["font"])], "it is still so, and told again"
    (evening.root / CLASSES["font"]).write_bytes(before)
    evening.house.do(release)
    evening.tell()
    assert evening.faults == []
    evening.house.do(tr.Resume(by="floor"))
    assert not evening.paused


def test_sec_another_release_in_the_place_of_the_one_that_runs_is_a_change(evening):
    evening.watch(evening.release)
    spoil(evening.root)
    put_list(evening.root)
    put_signatures(evening.root, "anna", "ben")
    evening.a_round()
    assert evening.faults == [("software-changed", "MANIFEST")], "though two people have signed for it"


def test_sec_after_a_signed_release_an_unsigned_program_is_a_change(evening):
    evening.start_up("anna (0011223344556677)", "ben (8899aabbccddeeff)")
    evening.watch(None)
    assert evening.faults == [("software-changed", "program")]
    assert evening.paused


def test_r_sec_1_an_unsigned_program_plays_and_says_so_where_tickets_have_value(evening):
    evening.start_up()
    evening.watch(None)
    assert evening.faults == []
    evening.valued = True
    evening.tell()
    assert evening.faults == [("software-unsigned", "program")]
    assert not evening.paused


def test_r_sec_1_staff_see_the_digest_and_who_signed(evening):
    evening.start_up("anna (0011223344556677)")
    view = evening.house.staff.view
    assert (view.digest, view.signers) == ("ab" * 32, ("anna (0011223344556677)",))


def test_r_sec_1_on_demand_the_digest_and_every_flaw_are_shown(evening, capsys):
    words = ["software", "check", "--release", str(evening.root)]
    assert main(words) == 0
    assert f"software {evening.release.digest}, signed by anna (" in capsys.readouterr().out
    spoil(evening.root)
    assert main(words) == 1
    assert f"changed {CLASSES['font']}\n1 flaws in 10 files\n" in capsys.readouterr().out


def test_a_checkout_is_no_release(capsys):
    assert own_release() is None
    assert main(["software", "check"]) == 1
    assert "unsigned: for NO VALUE only" in capsys.readouterr().out


def test_a_release_is_known_by_the_folder_that_its_code_lies_in(evening):
    assert own_release(evening.root / "lib") == evening.release
    (evening.root / "MANIFEST").unlink()
    found = own_release(evening.root / "lib")
    assert found is not None
    assert found.flaws[0].kind == "unsigned"
